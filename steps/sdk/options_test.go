package sdk

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

type conditions struct{ IfMatch *string }

// asked is a request with parts, silent one without.
type (
	asked  struct{ parts []any }
	silent struct{}
)

func (a asked) Parts() []any { return a.parts }

// TestOptionsHoldTheParts: a part goes by its type or its name, through the groups of the options. What a request
// does not say leaves no group behind.
func TestOptionsHoldTheParts(t *testing.T) {
	t.Parallel()
	type include struct{ Metadata, Deleted bool }
	type options struct {
		Conditions, Other *struct{ Own *conditions }
		Tags              map[string]string
		Prefix, Marker    *string
		Include           include
	}
	own, prefix := &conditions{new(`"1"`)}, "p"
	got := Options[options](asked{[]any{own, map[string]string{"k": "v"}, Named{"Prefix": &prefix}, Datasets{"deleted"}}})
	group := &struct{ Own *conditions }{own}
	want := &options{Conditions: group, Other: group, Tags: map[string]string{"k": "v"}, Prefix: &prefix, Include: include{Deleted: true}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("options (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(&options{}, Options[options](asked{})); diff != "" {
		t.Errorf("options of a request that says nothing (-want +got):\n%s", diff)
	}
	if got := Options[options](silent{}); got != nil {
		t.Errorf("options of a request without parts: %+v", got)
	}
}
