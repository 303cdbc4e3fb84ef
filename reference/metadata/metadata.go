// Package metadata holds the metadata that clients attach to a resource as x-ms-meta- headers: names and values that
// mean nothing to the service.
package metadata

import (
	"context"
	"net/textproto"
	"slices"
	"strings"

	"ifmatch/reference/document"
	"ifmatch/reference/errcode"
)

// prefix begins the names of the headers, in canonical form.
const prefix = "X-Ms-Meta-"

// List is the metadata of a resource, sorted by name.
type List []Pair

// Pair is one item of metadata.
type Pair struct{ Name, Value string }

// Parse reads the metadata in the headers of a request. Names and values may have limit bytes together. Names keep the
// case in which they were sent; names that differ only in case are the same name.
// // D:Setting and retrieving properties and metadata for Blob Storage
func Parse(h map[string][]string, limit int, spelled *Spelling) (List, error) {
	var l List
	size := 0
	for name, values := range h {
		key, found := strings.CutPrefix(name, prefix)
		if !found {
			continue
		}
		if key = strings.ToLower(key); spelled.Names != nil {
			key = spelled.Names(key)
		}
		if key == "" {
			return nil, errcode.New(errcode.EmptyMetadataKey)
		}
		if !identifier(key) {
			return nil, errcode.New(errcode.InvalidMetadata)
		}
		value := strings.Join(values, ",")
		if !ascii(value) { // I:azure-sdk-for-net#50747
			return nil, errcode.New(errcode.InvalidMetadata)
		}
		size += len(key) + len(value)
		l = append(l, Pair{key, value})
	}
	if size > limit {
		return nil, errcode.New(errcode.MetadataTooLarge)
	}
	slices.SortFunc(l, func(a, b Pair) int { return strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name)) })
	return l, nil
}

// identifier reports whether a name follows the naming rules for C# identifiers, as far as they apply to header names.
func identifier(s string) bool {
	for i := range len(s) {
		switch c := s[i]; {
		case 'a' <= c|0x20 && c|0x20 <= 'z', c == '_':
		case '0' <= c && c <= '9' && i > 0:
		default:
			return false
		}
	}
	return true
}

func ascii(s string) bool {
	for i := range len(s) {
		if s[i] > '~' {
			return false
		}
	}
	return true
}

// Show sets the headers of metadata in a response. On the wire the prefix is in lower case, because some clients accept
// nothing else, and the name is spelled as it was sent.
func (l List) Show(h map[string][]string, spelled *Spelling) {
	for _, p := range l {
		name := "x-ms-meta-" + p.Name
		if spelled.Canonical {
			name = textproto.CanonicalMIMEHeaderKey(name)
		}
		h[name] = []string{p.Value}
	}
}

// Equal compares the lists, ignoring the case of names.
func (l List) Equal(m List) bool {
	return slices.EqualFunc(l, m, func(a, b Pair) bool { return strings.EqualFold(a.Name, b.Name) && a.Value == b.Value })
}

// Write writes the metadata in the form used in lists.
func (l List) Write(x *document.Writer) {
	x.Open("Metadata")
	for _, p := range l {
		x.Element(p.Name, p.Value)
	}
	x.Close("Metadata")
}

// Spelling is how a client has spelled the names in a request. HTTP header names have no case, and Go's server changes
// the case of all of them. The service keeps the case of metadata names for later readers.
type Spelling struct {
	// Names returns the client's spelling of a lower-case name. It is nil if all names are in lower case.
	Names func(lower string) string
	// Canonical gives the headers of the answer the case that Go's client would give them.
	Canonical bool
	// Sent are the headers with the names as the client has spelled them. It is nil if they came over a connection.
	Sent map[string][]string
}

type spellingKey struct{}

// WithSpelling passes the spelling of a request's names to the code that reads and shows metadata.
func WithSpelling(ctx context.Context, s *Spelling) context.Context {
	return context.WithValue(ctx, spellingKey{}, s)
}

// SpellingOf returns the spelling of a request's names. Without one in the context, the names are in lower case.
func SpellingOf(ctx context.Context) *Spelling {
	if s, ok := ctx.Value(spellingKey{}).(*Spelling); ok {
		return s
	}
	return new(Spelling)
}
