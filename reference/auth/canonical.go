package auth

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"
)

// signed holds the parts of a request's headers that a signature covers, gathered in one pass. A request that never
// crossed a wire may spell names in any case, so names are compared in lower case and never looked up.
type signed struct {
	contentEncoding, contentLanguage, contentLength, contentMD5, contentType  string
	date, ifModifiedSince, ifMatch, ifNoneMatch, ifUnmodifiedSince, byteRange string

	msDate, msVersion string
	ms                []header // the x-ms- headers in the service's order
}

// header is one x-ms- header: its name in lower case, its values joined and trimmed.
type header struct{ name, value string }

func (s *signed) gather(h http.Header) {
	for key, values := range h {
		if len(values) == 0 {
			continue
		}
		if len(key) > 5 && strings.EqualFold(key[:5], "x-ms-") {
			s.addMS(strings.ToLower(key), join(values))
			continue
		}
		if field := s.field(key); field != nil {
			*field = join(values)
		}
	}
	slices.SortFunc(s.ms, func(a, b header) int { return compareNames(a.name, b.name) })
}

func (s *signed) addMS(name, value string) {
	for i := range s.ms {
		if s.ms[i].name == name { // the same header in another case
			s.ms[i].value += "," + value
			return
		}
	}
	s.ms = append(s.ms, header{name, value})
	switch name {
	case "x-ms-date":
		s.msDate = value
	case "x-ms-version":
		s.msVersion = value
	}
}

// field returns the place for the value of a standard header, or nil for a header that no signature covers.
func (s *signed) field(key string) *string {
	switch http.CanonicalHeaderKey(key) {
	case "Content-Encoding":
		return &s.contentEncoding
	case "Content-Language":
		return &s.contentLanguage
	case "Content-Length":
		return &s.contentLength
	case "Content-Md5":
		return &s.contentMD5
	case "Content-Type":
		return &s.contentType
	case "Date":
		return &s.date
	case "If-Modified-Since":
		return &s.ifModifiedSince
	case "If-Match":
		return &s.ifMatch
	case "If-None-Match":
		return &s.ifNoneMatch
	case "If-Unmodified-Since":
		return &s.ifUnmodifiedSince
	case "Range":
		return &s.byteRange
	}
	return nil
}

// join joins a header's values, without the white space around each.
func join(values []string) string {
	if len(values) == 1 {
		return decoded(strings.TrimSpace(values[0]))
	}
	trimmed := make([]string, len(values))
	for i, v := range values {
		trimmed[i] = strings.TrimSpace(v)
	}
	return decoded(strings.Join(trimmed, ","))
}

// decoded is a value as the service signs it: it takes each byte of a header for a character, and signs those in UTF-8.
// So a client that sends Latin-1 is understood, and one that sends UTF-8 is not. // I:azure-storage-blob-go#24
func decoded(value string) string {
	for i := range len(value) {
		if value[i] >= utf8.RuneSelf {
			runes := make([]rune, len(value))
			for i := range len(value) {
				runes[i] = rune(value[i])
			}
			return string(runes)
		}
	}
	return value
}

// appendHeaders writes the canonicalized headers, one per line.
func appendHeaders(b []byte, list []header) []byte {
	for _, h := range list {
		b = append(b, h.name...)
		b = append(b, ':')
		b = append(b, h.value...)
		b = append(b, '\n')
	}
	return b
}

// appendResource writes the canonicalized resource of the full form: the path and every query parameter. A path-style
// address repeats the account's name: once for itself and once in the path.
func appendResource(b []byte, account, path string, sorted []parameter) []byte {
	b = append(b, '/')
	b = append(b, account...)
	b = append(b, path...)
	previous := ""
	for i, p := range sorted {
		if i > 0 && p.name == previous {
			b = append(b, ',')
		} else {
			b = append(b, '\n')
			b = append(b, p.name...)
			b = append(b, ':')
		}
		b = append(b, p.value...)
		previous = p.name
	}
	return b
}

// appendLiteResource writes the canonicalized resource of Shared Key Lite and of the table service: the path, and only
// comp of the query.
func appendLiteResource(b []byte, account, path string, list []parameter) []byte {
	b = append(b, '/')
	b = append(b, account...)
	b = append(b, path...)
	for _, p := range list {
		if p.name == "comp" {
			b = append(b, "?comp="...)
			b = append(b, p.value...)
			break
		}
	}
	return b
}

// foldSpace replaces every run of white space by one space. It reports whether that changed anything.
func foldSpace(list []header) ([]header, bool) {
	folded, changed := make([]header, len(list)), false
	for i, h := range list {
		folded[i] = header{h.name, strings.Join(strings.Fields(h.value), " ")}
		changed = changed || folded[i].value != h.value
	}
	return folded, changed
}

// parameter is one query parameter: its name in lower case, its value unescaped.
type parameter struct{ name, value string }

// parameters reads a raw query. It keeps the order and all repetitions, and refuses text that cannot be unescaped: a
// signature over a query that two readers understand differently would protect nothing.
func parameters(query string, into []parameter) ([]parameter, error) {
	for query != "" {
		var pair string
		pair, query, _ = strings.Cut(query, "&")
		if pair == "" {
			continue
		}
		name, value, _ := strings.Cut(pair, "=")
		name, err := url.QueryUnescape(name)
		if err != nil {
			return nil, err
		}
		value, err = url.QueryUnescape(value)
		if err != nil {
			return nil, err
		}
		into = append(into, parameter{strings.ToLower(name), value})
	}
	return into, nil
}

// sortParameters orders parameters by name and then by value, as canonicalized resources require.
func sortParameters(list []parameter) {
	slices.SortFunc(list, func(a, b parameter) int {
		if c := strings.Compare(a.name, b.name); c != 0 {
			return c
		}
		return strings.Compare(a.value, b.value)
	})
}

// Azure sorts the x-ms- headers before it signs them. It sorts them not by bytes but as .NET sorts words: punctuation
// before digits before letters. Hyphens and apostrophes count only between names that are otherwise equal, so
// x-ms-meta-ab comes before x-ms-meta-a-c. Azure and this server refuse clients that sort such names by bytes.

// wordOrder lists the characters of header names, lightest first. The two ignorable ones, ' and -, are absent.
const wordOrder = "!#$%&*.^_`|~+0123456789abcdefghijklmnopqrstuvwxyz"

var weight = func() (table [256]uint8) {
	for i := range len(wordOrder) {
		table[wordOrder[i]] = uint8(i + 1)
	}
	return table
}()

// compareNames orders two lower-case header names as the service does.
func compareNames(a, b string) int {
	i, j := 0, 0
	for {
		for i < len(a) && weight[a[i]] == 0 {
			i++
		}
		for j < len(b) && weight[b[j]] == 0 {
			j++
		}
		switch {
		case i == len(a) && j == len(b):
			return compareIgnorable(a, b)
		case i == len(a):
			return -1
		case j == len(b):
			return +1
		case weight[a[i]] != weight[b[j]]:
			return int(weight[a[i]]) - int(weight[b[j]])
		}
		i++
		j++
	}
}

// compareIgnorable orders two names that differ only in hyphens and apostrophes. At the first difference, the name with
// the ignorable character comes later, and a hyphen comes after an apostrophe.
func compareIgnorable(a, b string) int {
	for i := 0; i < len(a) && i < len(b); i++ {
		if a[i] == b[i] {
			continue
		}
		switch aLight, bLight := weight[a[i]] == 0, weight[b[i]] == 0; {
		case aLight && bLight:
			return int(a[i]) - int(b[i]) // ' is 0x27, - is 0x2d
		case aLight:
			return +1
		default:
			return -1
		}
	}
	return len(a) - len(b)
}
