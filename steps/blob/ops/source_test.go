package ops_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"ifmatch/internal/embedded"
	"ifmatch/internal/target"
	"ifmatch/steps/blob/ops"
	"ifmatch/steps/scenario"
	"ifmatch/steps/sdk"
)

// TestPreparingNotesWhatTheSourceHolds prepares each operation that reads a source. What the source then holds must be in
// the request: without it, the effect leaves open what the copy holds, and no case judges it.
func TestPreparingNotesWhatTheSourceHolds(t *testing.T) {
	t.Parallel()
	server := embedded.New(embedded.Options{Seed: 1})
	for _, op := range ops.Operations() {
		for _, kind := range op.Kinds {
			for _, source := range []struct {
				name                 string
				named, before, after bool // by the request; whether it exists
			}{
				{name: "named and there", named: true, before: true, after: true},
				{name: "named and missing", named: true},
				{name: "unnamed and missing", after: true},
				{name: "unnamed but there", before: true, after: true},
			} {
				if !op.Source {
					continue
				}
				t.Run(op.Name+"/"+kind+"/a source "+source.name, func(t *testing.T) {
					t.Parallel()
					s, err := server.Session(t.Context(), t.Name())
					if err != nil {
						t.Fatal(err)
					}
					t.Cleanup(s.Close)
					c := ops.NewClient(sdk.Connect(s, target.Blob, nil, scenario.Access{}))
					r := setUp(t, c, op, kind)
					from, req := r, &ops.Request{}
					from.Blob += "-source" // which operations choose
					if source.named {
						from.Blob = "another.txt"
						req.Source = &from
					}
					if source.before {
						if err := ops.Make(t.Context(), c, from, ops.Request{Base: scenario.Base{Body: make([]byte, 1024), Metadata: map[string]string{"of": "the case"}}, ContentType: "text/case"}); err != nil {
							t.Fatal(err)
						}
					}
					if err := op.Prepare(t.Context(), c, r, req); err != nil {
						t.Fatal(err)
					}
					found, err := ops.Read(t.Context(), c, from, false)
					if err != nil {
						t.Fatal(err)
					}
					if found.Exists != source.after || (req.SourceState != nil) != source.after {
						t.Fatalf("the source exists: %v, and the request knows its state: %v; want %v for both", found.Exists, req.SourceState != nil, source.after)
					}
					if diff := cmp.Diff(held(found), held(req.SourceState)); diff != "" {
						t.Errorf("what the request knows of the source (-want +got):\n%s", diff)
					}
				})
			}
		}
	}
}

// held is what a copy takes from its source.
func held(s *ops.State) map[string]any {
	if s == nil || !s.Exists {
		return nil
	}
	return map[string]any{"content": s.Content, "metadata": s.Metadata, "content type": s.Properties["content-type"], "pages": s.Pages}
}
