package sharedkey

import "strings"

// The standard fields that signatures cover, in the order of the Blob scheme, in which the body's
// length follows the language.
const (
	contentEncoding = iota
	contentLanguage
	contentMD5
	contentType
	date
	ifModifiedSince
	ifMatch
	ifNoneMatch
	ifUnmodifiedSince
	byteRange
	numStandard
)

// gather finds the fields that are signed. It puts the values of the standard fields in their places,
// and appends Azure's fields to ms in the order of signing. It also returns the value of x-ms-date.
func gather(ms []int, header Header, standard *[numStandard]string) (_ []int, msDate string) {
	for i := range header {
		f := &header[i]
		if isMS(f.Name) {
			if len(f.Name) == len("x-ms-date") && strings.EqualFold(f.Name, "x-ms-date") {
				msDate = trim(f.Value)
			}
			ms = insert(ms, header, i)
			continue
		}
		if at := standardIndex(f.Name); at >= 0 && standard[at] == "" {
			standard[at] = trim(f.Value)
		}
	}
	return ms, msDate
}

// isMS reports whether the field is one of Azure's.
func isMS(name string) bool {
	return len(name) > 5 && name[4] == '-' && name[1] == '-' && name[0]|0x20 == 'x' && name[2]|0x20 == 'm' && name[3]|0x20 == 's'
}

// standardIndex is the index of a standard field, or -1 if no signature covers it. The length identifies every
// field but the first two.
func standardIndex(name string) int {
	is := func(want string, at int) int {
		if strings.EqualFold(name, want) {
			return at
		}
		return -1
	}
	switch len(name) {
	case len("Date"):
		return is("Date", date)
	case len("Range"):
		return is("Range", byteRange)
	case len("If-Match"):
		return is("If-Match", ifMatch)
	case len("Content-MD5"):
		return is("Content-MD5", contentMD5)
	case len("Content-Type"):
		return is("Content-Type", contentType)
	case len("If-None-Match"):
		return is("If-None-Match", ifNoneMatch)
	case len("Content-Encoding"):
		if at := is("Content-Encoding", contentEncoding); at >= 0 {
			return at
		}
		return is("Content-Language", contentLanguage)
	case len("If-Modified-Since"):
		return is("If-Modified-Since", ifModifiedSince)
	case len("If-Unmodified-Since"):
		return is("If-Unmodified-Since", ifUnmodifiedSince)
	}
	return -1
}
