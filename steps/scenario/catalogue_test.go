package scenario

import (
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

type request struct {
	Base
	Size *int64
}

func (*request) Exact() []Header { return nil }

// TestFactsStandInATable reads one line, and refuses a table that does not fit what can be performed.
func TestFactsStandInATable(t *testing.T) {
	t.Parallel()
	type typed = Typed[Client, Address, request, struct{}]
	room := fstest.MapFS{"operations.tsv": {Data: []byte("operation\tkinds\tverb\tsuccess\tETag\tconditions\tlease\tarticle\twrites\n" +
		"Lease Thing break\tthing, other thing\tPUT\t202\tyes\tIf-Match, If-None-Match\tsubject\tthings 7 Lease Thing\tETag, lease\n")}}
	effect := func(*struct{}, request, Response) {}
	got := Catalogue(room, map[string]typed{"Lease Thing break": {Effect: effect}})[0].Facts
	want := Facts{Name: "Lease Thing break", Kinds: []string{"thing", "other thing"}, Verb: "PUT", Success: 202, ReturnsETag: true,
		Conditions: []string{"If-Match", "If-None-Match"}, Lease: LeaseSubject, Article: Article{"things", 7, "Lease Thing"}, Writes: []Field{FieldETag, FieldLease}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("facts (-want +got):\n%s", diff)
	}
	for name, how := range map[string]map[string]typed{"none": {}, "another": {"Lease Thing break": {}, "Get Thing": {}}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: the table fits", name)
				}
			}()
			Catalogue(room, how)
		}()
	}
}

func TestOrFillsInWhatIsLeftOpen(t *testing.T) {
	t.Parallel()
	size := int64(3)
	got := request{Base: Base{Body: []byte{}, Verb: "HEAD"}}
	Or[Address](request{Base: Base{Body: []byte("text"), Verb: "GET", Spelling: "other"}, Size: &size})(nil, &got)
	want := request{Base: Base{Body: []byte{}, Verb: "HEAD", Spelling: "other"}, Size: &size}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("request (-want +got):\n%s", diff)
	}
}
