package fault_test

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"ifmatch/reference/fault"
)

func TestCatalogueIsComplete(t *testing.T) {
	t.Parallel()
	register, err := os.ReadFile("../../features/clauses.tsv")
	if err != nil {
		t.Fatal(err)
	}
	seen, kinds, generated := map[string]bool{}, map[fault.Kind]bool{}, 0
	for _, f := range fault.All() {
		if seen[f.Name] {
			t.Errorf("%s stands twice in the catalogue", f.Name)
		}
		seen[f.Name], kinds[f.Kind()] = true, true
		if f.Family != "" {
			generated++
		}
		if f.Sentence == "" || !strings.HasSuffix(f.Sentence, ".") || len(f.Clauses) == 0 {
			t.Errorf("%s has no sentence or no clauses", f.Name)
		}
		set := 0
		for _, isSet := range []bool{f.Rules != nil, f.Middleware != nil, f.Store != nil, f.Entities != nil, f.Messages != nil, f.Files != nil, f.WithStores != nil, f.Gate != nil} {
			if isSet {
				set++
			}
		}
		if set != 1 {
			t.Errorf("%s has %d functions, want one", f.Name, set)
		}
		for _, id := range f.Clauses {
			service, _, _ := strings.Cut(id, "-")
			if !bytes.Contains(register, []byte("\n"+service+"-")) {
				continue // the register does not cover this service yet
			}
			if !bytes.Contains(register, []byte("\n"+id+"\t")) && !bytes.Contains(register, []byte("\n"+id+"-")) {
				t.Errorf("%s names %s, which is no clause", f.Name, id)
			}
		}
		if f.Excuse != "" && !strings.HasSuffix(f.Excuse, ".") {
			t.Errorf("%s is excused without a proof: %q", f.Name, f.Excuse)
		}
		if sporadic := strings.HasPrefix(f.Name, "sporadic-"); f.Sporadic() != sporadic || sporadic != (len(f.Workloads) > 0) {
			t.Errorf("%s has rate %v and workloads %v", f.Name, f.Rate, f.Workloads)
		}
		if got, ok := fault.Lookup(f.Name); !ok || got.Sentence != f.Sentence {
			t.Errorf("Lookup(%s) finds %q", f.Name, got.Sentence)
		}
	}
	if n := len(fault.Permanent()) + len(fault.Mirrored()) + len(fault.Sporadic()); n != len(seen) {
		t.Errorf("%d faults are permanent, mirrored or sporadic, and there are %d", n, len(seen))
	}
	if generated < 600 {
		t.Errorf("%d faults are made of data, want 600", generated)
	}
	if len(kinds) != 4 {
		t.Errorf("faults of kinds %v, want one of each", kinds)
	}
	if _, ok := fault.Lookup("no-such-fault"); ok {
		t.Error("Lookup finds what is not there")
	}
}
