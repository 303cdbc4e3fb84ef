package loadgen

import (
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"ifmatch/internal/target"
	"ifmatch/loadgen/check"
	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
	"ifmatch/reference"
	"ifmatch/reference/fault"
	"ifmatch/reference/operation"
)

// shown asks the control of a server for how often a fault showed, and on which blobs and
// versions.
func shown(t *testing.T, endpoint, name string) (count int, what map[string]bool) {
	t.Helper()
	u, err := url.Parse(endpoint)
	if err != nil {
		t.Fatal(err)
	}
	res, err := http.Get(u.Scheme + "://" + u.Host + "/ifmatch/faults")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	var told struct {
		Shown map[string]int
		Last  []fault.Showing
	}
	if err := json.NewDecoder(res.Body).Decode(&told); err != nil {
		t.Fatal(err)
	}
	what = map[string]bool{}
	for _, s := range told.Last {
		what[s.What] = true
	}
	return told.Shown[name], what
}

// TestStaleReadsAreCounted compares what the check finds with what the server did: as
// many violations as stale reads were shown or fewer, every certificate names one of
// them, and none is missing that the others leave no order for.
func TestStaleReadsAreCounted(t *testing.T) {
	t.Parallel()
	f, _ := fault.Lookup("sporadic-stale-read")
	for _, tc := range []struct {
		workload string
		rate     fault.Rate
	}{{"blob-overwrite", 2000}, {"blob-overwrite", 200}, {"blob-cas", 200}, {"blob-mixed", 200}} {
		t.Run(tc.workload+" "+tc.rate.String(), func(t *testing.T) {
			t.Parallel()
			c := config(t, tc.workload)
			server := reference.New(reference.Options{Faults: []fault.Fault{f.At(tc.rate)}})
			t.Cleanup(func() { _ = server.Close() })
			if _, err := server.Listen(t.Context(), operation.BlobService, "127.0.0.1:0"); err != nil {
				t.Fatal(err)
			}
			endpoint := server.Endpoint(operation.BlobService)
			c.Endpoint = Endpoint{Name: f.Name, Services: map[target.Service]string{target.Blob: endpoint},
				Credential: target.Credential{Account: server.Account(), Key: target.Secret(server.Key())}}
			c.Clients, c.Operations = 16, min(30_000, 40*int64(tc.rate)) // fewer are shown than are described
			if _, err := Run(t.Context(), c); err != nil {
				t.Fatal(err)
			}
			h := recorded(t, c)
			count, what := shown(t, endpoint, f.Name)
			faulty := func(e *history.Event) bool {
				_, blob, _ := strings.Cut(h.Book.KeyText(e.Key), "/")
				return e.Op == history.Read && what[blob+" "+h.Book.Text(e.Tag)]
			}
			v := check.History(h, check.Options{})
			t.Logf("%d shown, %s with %d violations", count, v.State, v.Violations)
			if v.Violations > count || v.Violations == 0 || v.More {
				t.Errorf("%s: %d violations (more: %t) of %d stale reads", v.State, v.Violations, v.More, count)
			}
			named := map[history.Event]bool{}
			for _, r := range v.Results {
				for _, x := range r.Violations {
					if !slices.ContainsFunc(x.Evidence, func(e finding.Evidence) bool { return faulty(&e.Event) }) {
						t.Errorf("%s: %s names no stale read: %+v", r.Key, x.Sentence, x.Evidence)
					}
					for _, e := range x.Evidence {
						named[e.Event] = true
					}
				}
			}
			var right, wrong []history.Event
			for _, e := range h.Events {
				if faulty(&e) {
					wrong = append(wrong, e)
				} else {
					right = append(right, e)
				}
			}
			for _, e := range wrong {
				alone := check.Events(h.Book, append(right[:len(right):len(right)], e), true, "", check.Options{})
				if alone.State == finding.Invalid && !named[e] {
					t.Errorf("%+v is no stale read of a violation, although nothing explains it", e)
				}
			}
		})
	}
}
