package workload

import (
	"strings"
	"testing"

	"ifmatch/internal/thorough"
	"ifmatch/loadgen/check"
	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
	"ifmatch/reference"
	"ifmatch/reference/fault"
)

// TestStaleReadsAreCounted compares what the check finds with what the server did.
// There must be no more violations than stale reads shown, and every certificate must
// name one of them. No stale read may be missing that contradicts every order of the
// other events, except among violations that are counted and not described.
func TestStaleReadsAreCounted(t *testing.T) {
	t.Parallel()
	f, _ := fault.Lookup("sporadic-stale-read")
	for _, w := range []Workload{blobOverwrite, blobCAS, blobMixed} {
		t.Run(w.Name, func(t *testing.T) {
			t.Parallel()
			d := driveServer(t, w, nil, reference.Options{Faults: []fault.Fault{f.At(400)}})
			d.prepare()
			d.simulate(8, max(4000, thorough.Of(10_000)))
			d.finish()
			count, last := d.server.Shown()
			shown := map[string]bool{}
			for _, s := range last {
				shown[s.What] = true
			}
			faulty := func(e *history.Event) bool {
				_, blob, _ := strings.Cut(d.env.Book.KeyText(e.Key), "/")
				return e.Op == history.Read && shown[blob+" "+d.env.Book.Text(e.Tag)]
			}
			v := judge(d)
			t.Logf("%d shown, %s with %d violations", count[f.Name], v.State, v.Violations)
			if v.Violations > count[f.Name] || v.Violations == 0 || v.More {
				t.Errorf("%s: %d violations (more: %t) of %d stale reads", v.State, v.Violations, v.More, count[f.Name])
			}
			named := map[history.Event]bool{}
			unlisted := 0
			for _, r := range v.Results {
				unlisted += r.Unlisted
				for _, x := range r.Violations {
					guilty := false
					for _, e := range x.Evidence {
						named[e.Event] = true
						guilty = guilty || faulty(&e.Event)
					}
					if !guilty {
						t.Errorf("%s: %s names no stale read: %+v", r.Key, x.Sentence, x.Evidence)
					}
				}
			}
			var right, wrong []history.Event
			for i := range d.events {
				if e := d.events[i]; faulty(&e) {
					wrong = append(wrong, e)
				} else {
					right = append(right, e)
				}
			}
			for _, e := range wrong {
				alone := check.Events(d.env.Book, append(right[:len(right):len(right)], e), true, "", check.Options{})
				if alone.State == finding.Invalid && !named[e] {
					if unlisted--; unlisted < 0 {
						t.Errorf("%+v is no stale read of a violation, although nothing explains it", e)
					}
				}
			}
		})
	}
}
