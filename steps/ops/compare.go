package ops

import (
	"bytes"
	"fmt"
	"net/http"
	"slices"
	"sort"
	"strings"
	"time"
)

// Field names a part of a State as differences show it.
type Field string

// The fields of a State that Compare judges.
const (
	FieldExistence    Field = "existence"
	FieldETag         Field = "ETag"
	FieldLastModified Field = "Last-Modified"
	FieldContent      Field = "content"
	FieldMetadata     Field = "metadata"
	FieldProperties   Field = "properties"
	FieldLease        Field = "lease"
	FieldCommitted    Field = "committed blocks"
	FieldUncommitted  Field = "uncommitted blocks"
	FieldPages        Field = "page ranges"
	FieldSnapshots    Field = "snapshots"
	FieldTags         Field = "tags"
	FieldAccess       Field = "public access"
	FieldPolicies     Field = "access policies"
	FieldBlobs        Field = "blobs in the container"
	FieldEntities     Field = "entities"
	FieldMessages     Field = "visible messages"
	FieldConsistency  Field = "consistency of reads"
)

// Difference is one disagreement between a wanted and a found state.
type Difference struct {
	Field     Field
	Want, Got string
}

// String reads as a line of a report.
func (d Difference) String() string {
	return fmt.Sprintf("%s: want %s, got %s", d.Field, d.Want, d.Got)
}

// CompareOptions leaves parts out of a comparison.
type CompareOptions struct {
	// Ignore names fields that the caller judges by itself, FieldLease above all.
	Ignore []Field
}

// Compare lists where got is not what was wanted, in a fixed order; none means
// that they agree. A contradiction between reads is always a difference.
func Compare(want, got State, o CompareOptions) []Difference {
	c := comparison{loose: slices.Concat(o.Ignore, want.Loose, got.Loose)}
	for _, text := range got.Inconsistent {
		c.differ(FieldConsistency, "reads that agree", text)
	}
	if want.Exists != got.Exists {
		c.differ(FieldExistence, existence(want.Exists), existence(got.Exists))
	}
	if want.Exists && got.Exists {
		if stamped(want.Resource.Kind) {
			c.stamps(want, got)
		}
		if !bytes.Equal(want.Content, got.Content) {
			c.differ(FieldContent, showContent(want.Content), showContent(got.Content))
		}
		if !sameMap(want.Metadata, got.Metadata) {
			c.differ(FieldMetadata, showMap(want.Metadata), showMap(got.Metadata))
		}
		c.properties(want.Properties, got.Properties)
		if want.Lease != got.Lease {
			c.differ(FieldLease, want.Lease.String(), got.Lease.String())
		}
		equal(&c, FieldCommitted, want.Committed, got.Committed, same)
		equal(&c, FieldPages, want.Pages, got.Pages, same)
		if want.Tags != nil && got.Tags != nil && !sameMap(want.Tags, got.Tags) {
			c.differ(FieldTags, showMap(want.Tags), showMap(got.Tags))
		}
		if want.Access != got.Access {
			c.differ(FieldAccess, showText(want.Access), showText(got.Access))
		}
		equal(&c, FieldPolicies, want.Policies, got.Policies, samePolicy)
		equal(&c, FieldBlobs, want.Blobs, got.Blobs, same)
		equal(&c, FieldEntities, want.Rows, got.Rows, sameRow)
		equal(&c, FieldMessages, byMessage(want.Messages), byMessage(got.Messages), samePeeked)
	}
	// A blob that does not exist may have staged blocks and snapshots all the same.
	equal(&c, FieldUncommitted, byID(want.Uncommitted), byID(got.Uncommitted), same)
	equal(&c, FieldSnapshots, want.Snapshots, got.Snapshots, sameSnapshot)
	return c.list
}

// stamped tells whether a resource has an ETag at all: tables have none
// (TABLE-OCC-02), nor has anything of the Queue service (QUEUE-LWW-11).
func stamped(k Kind) bool { return !slices.Contains([]Kind{Account, Table, Queue, Message}, k) }

type comparison struct {
	loose []Field
	list  []Difference
}

func (c *comparison) differ(f Field, want, got string) {
	if !slices.Contains(c.loose, f) {
		c.list = append(c.list, Difference{f, want, got})
	}
}

func (c *comparison) stamps(want, got State) {
	switch {
	case got.ETag == "":
		c.differ(FieldETag, showETag(want.ETag), "none")
	case slices.Contains(want.Seen, got.ETag):
		c.differ(FieldETag, "one that the resource never had", got.ETag)
	case want.ETag != NewETag && want.ETag != got.ETag:
		c.differ(FieldETag, showETag(want.ETag), got.ETag)
	}
	switch {
	case got.LastModified.IsZero():
		c.differ(FieldLastModified, showTime(want.LastModified), "none")
	case got.LastModified.Before(want.NotBefore):
		c.differ(FieldLastModified, "not before "+showTime(want.NotBefore), showTime(got.LastModified))
	case !want.LastModified.IsZero() && !want.LastModified.Equal(got.LastModified):
		c.differ(FieldLastModified, showTime(want.LastModified), showTime(got.LastModified))
	}
}

func (c *comparison) properties(want, got map[string]string) {
	var names []string
	for name := range want {
		names = append(names, name)
	}
	for name := range got {
		if _, ok := want[name]; !ok {
			names = append(names, name)
		}
	}
	sort.Strings(names)
	for _, name := range names {
		w, g := want[name], got[name]
		if w != g && w != anyValue {
			c.differ(FieldProperties, name+" "+showText(w), showText(g))
		}
	}
}

// equal compares two lists; empty and nil are the same.
func equal[T any](c *comparison, f Field, want, got []T, eq func(a, b T) bool) {
	if !slices.EqualFunc(want, got, eq) {
		c.differ(f, showList(want), showList(got))
	}
}

func same[T comparable](a, b T) bool { return a == b }

func samePolicy(a, b Policy) bool {
	return a.ID == b.ID && a.Permission == b.Permission && a.Start.Equal(b.Start) && a.Expiry.Equal(b.Expiry)
}

// sameSnapshot lets an expected snapshot leave the stamp open.
func sameSnapshot(want, got Snapshot) bool {
	return want.ID == got.ID && want.Size == got.Size &&
		(want.ETag == NewETag && got.ETag != "" || want.ETag == got.ETag) &&
		(want.LastModified.IsZero() || want.LastModified.Equal(got.LastModified))
}

// byID orders uncommitted blocks, whose order in Get Block List nobody promises.
func byID(list []Block) []Block {
	list = slices.Clone(list)
	slices.SortFunc(list, func(a, b Block) int { return strings.Compare(a.ID, b.ID) })
	return list
}

func sameMap(a, b map[string]string) bool {
	if len(a) != len(b) {
		return false
	}
	for k, v := range a {
		if w, ok := b[k]; !ok || v != w {
			return false
		}
	}
	return true
}

func existence(e bool) string {
	if e {
		return "the resource"
	}
	return "no resource"
}

// String shows a lease as "leased, locked, infinite".
func (l Lease) String() string {
	if l == (Lease{}) {
		return "none shown"
	}
	text := showText(l.State) + ", " + showText(l.Status)
	if l.Duration != "" {
		text += ", " + l.Duration
	}
	return text
}

func showETag(e string) string {
	if e == NewETag {
		return "a new one"
	}
	return showText(e)
}

func showTime(t time.Time) string {
	if t.IsZero() {
		return "a time"
	}
	return t.UTC().Format(http.TimeFormat)
}

func showText(s string) string {
	switch s {
	case "":
		return "none"
	case anyValue:
		return "any"
	}
	return s
}

// showContent is short enough for a line: the length and both ends.
func showContent(b []byte) string {
	const edge = 24
	if len(b) <= 2*edge {
		return fmt.Sprintf("%d bytes %q", len(b), b)
	}
	return fmt.Sprintf("%d bytes %q…%q", len(b), b[:edge], b[len(b)-edge:])
}

func showMap(m map[string]string) string {
	if len(m) == 0 {
		return "none"
	}
	var pairs []string
	for k, v := range m {
		pairs = append(pairs, k+"="+v)
	}
	sort.Strings(pairs)
	return strings.Join(pairs, " ")
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

// String shows a page range as bytes.
func (r Range) String() string { return fmt.Sprintf("%d-%d", r.Start, r.End) }

// String shows a block by its id and length.
func (b Block) String() string { return fmt.Sprintf("%s (%d bytes)", b.ID, b.Size) }

// String shows a snapshot by its id, stamp and length.
func (s Snapshot) String() string {
	return fmt.Sprintf("%s (ETag %s, %s, %d bytes)", s.ID, showETag(s.ETag), showTime(s.LastModified), s.Size)
}

// String shows an entry of a container by name and ETag.
func (e Entry) String() string {
	if e.Snapshot != "" {
		return fmt.Sprintf("%s at %s %s", e.Name, e.Snapshot, e.ETag)
	}
	return fmt.Sprintf("%s %s", e.Name, e.ETag)
}

// String shows a policy in one line.
func (p Policy) String() string {
	text := p.ID + ":" + p.Permission
	if !p.Start.IsZero() {
		text += " from " + p.Start.UTC().Format(time.RFC3339)
	}
	if !p.Expiry.IsZero() {
		text += " until " + p.Expiry.UTC().Format(time.RFC3339)
	}
	return text
}
