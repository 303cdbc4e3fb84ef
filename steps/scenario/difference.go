package scenario

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"
)

// Field names a part of a State as differences show it.
type Field string

// The fields that states of several services have.
const (
	FieldExistence    Field = "existence"
	FieldETag         Field = "ETag"
	FieldLastModified Field = "Last-Modified"
	FieldContent      Field = "content"
	FieldBytes        Field = "bytes" // of the content, where no document says that they change together
	FieldMetadata     Field = "metadata"
	FieldProperties   Field = "properties"
	FieldLease        Field = "lease"
	FieldPolicies     Field = "access policies"
	FieldTags         Field = "tags"
	FieldConsistency  Field = "consistency of reads"
	FieldStatus       Field = "status"    // of an answer
	FieldFreshness    Field = "freshness" // of a read: whether it shows all that was acknowledged
	FieldBody         Field = "body"
)

// Difference is one disagreement between a wanted and a found state.
type Difference struct {
	Field     Field
	Want, Got string
	Flaw      *Flaw // the flaw of the reads that causes it; nil: the resource differs
}

// String writes the difference as a line of a report.
func (d Difference) String() string {
	return fmt.Sprintf("%s: want %s, got %s", d.Field, d.Want, d.Got)
}

// Flaw is a promise that the reads of a resource break regardless of what was done to it: two
// reads contradict each other, a header is missing, a read is refused. The cases of that read
// fail by it, not all the cases that take a snapshot.
type Flaw struct {
	Operation string // the read
	Respect   string // a header, an element of a list, the status
	Want, Got string
	// Lost are the fields that cannot be read because of it.
	Lost []Field
	// Fleeting: a lease or the like that ended between two reads would look the same.
	Fleeting bool
	// Silent accuses no one: the credential may not read, or the operation is Absent.
	Silent, Absent bool
}

// same reports whether two flaws concern the same read and the same respect.
func (f Flaw) same(other Flaw) bool {
	return f.Operation == other.Operation && f.Respect == other.Respect
}

// AnyValue in an expected text matches any value.
const AnyValue = "<any>"

// Comparison collects differences.
type Comparison struct {
	// Both: the resource exists in both states, so that its parts can be compared.
	Both bool

	loose []Field
	list  []Difference
}

// Differ records a difference, unless the documents promise nothing about the field.
func (c *Comparison) Differ(f Field, want, got string) {
	if !slices.Contains(c.loose, f) {
		c.list = append(c.list, Difference{Field: f, Want: want, Got: got})
	}
}

// Text compares two texts.
func (c *Comparison) Text(f Field, want, got string) {
	if want != got {
		c.Differ(f, ShowText(want), ShowText(got))
	}
}

// Map compares two maps as a whole.
func (c *Comparison) Map(f Field, want, got map[string]string) {
	if !maps.Equal(want, got) {
		c.Differ(f, ShowMap(want), ShowMap(got))
	}
}

// Properties compares two maps value by value; AnyValue, in either map, agrees with every value.
func (c *Comparison) Properties(want, got map[string]string) {
	both := map[string]string{}
	maps.Copy(both, want)
	maps.Copy(both, got)
	for _, name := range slices.Sorted(maps.Keys(both)) {
		w, g := want[name], got[name]
		if w != g && w != AnyValue && g != AnyValue {
			c.Differ(FieldProperties, name+" "+ShowText(w), ShowText(g))
		}
	}
}

// Content compares two contents; see ShowContent.
func (c *Comparison) Content(want, got []byte, unshown string) {
	if !bytes.Equal(want, got) {
		c.Differ(FieldContent, ShowContent(want, unshown), ShowContent(got, unshown))
	}
}

// Policies compares stored access policies, in their order.
func (c *Comparison) Policies(want, got []Policy) {
	List(c, FieldPolicies, want, got, Policy.Same)
}

// List compares two lists; empty and nil are the same.
func List[T any](c *Comparison, f Field, want, got []T, same func(a, b T) bool) {
	if !slices.EqualFunc(want, got, same) {
		c.Differ(f, showList(want), showList(got))
	}
}

// Equal compares values that == can compare, for List.
func Equal[T comparable](a, b T) bool { return a == b }

func ShowExistence(e bool) string {
	if e {
		return "the resource"
	}
	return "no resource"
}

// ShowETag is how differences show an ETag.
func ShowETag(e string) string {
	if e == NewETag {
		return "a new one"
	}
	return ShowText(e)
}

// ShowTime is how differences show a time.
func ShowTime(t time.Time) string { return cmp.Or(HTTPDate(t), "a time") }

// HTTPDate writes a time as headers do; empty for none.
func HTTPDate(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(http.TimeFormat)
}

// ShowText is how differences show a text.
func ShowText(s string) string {
	switch s {
	case "":
		return "none"
	case AnyValue:
		return "any"
	}
	return s
}

// ShowContent is the length and both ends, short enough for a line, without those of the unshown bytes that end it.
func ShowContent(b []byte, unshown string) string {
	const edge = 24
	text := bytes.TrimRight(b, unshown)
	if len(text) <= 2*edge {
		return fmt.Sprintf("%d bytes %q", len(b), text)
	}
	return fmt.Sprintf("%d bytes %q…%q", len(b), text[:edge], text[len(text)-edge:])
}

// First is the first n bytes of b, or all if it has fewer.
func First(b []byte, n int) []byte { return b[:min(n, len(b))] }

// ShowMap is how differences show a map, in the order of its keys.
func ShowMap(m map[string]string) string {
	var pairs []string
	for k, v := range m {
		pairs = append(pairs, k+"="+v)
	}
	slices.Sort(pairs)
	return ShowText(strings.Join(pairs, " "))
}

func showList[T any](list []T) string {
	if len(list) == 0 {
		return "none"
	}
	var parts []string
	for _, e := range list {
		parts = append(parts, strings.TrimSpace(fmt.Sprintf("%v", e)))
	}
	return strings.Join(parts, ", ")
}

// NewETag in an expected State means an ETag that the resource never had.
const NewETag = "<new>"
