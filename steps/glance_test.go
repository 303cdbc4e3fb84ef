package steps_test

import (
	"context"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"ifmatch/internal/embedded"
	"ifmatch/reports"
	"ifmatch/steps"
	"ifmatch/steps/plan"
)

// A look at a set-up leaves out the list if nothing is wrong. Nobody is accused for what a list showed before the act: the
// case is played anew, and lists from then on.
func TestAGlanceAccusesNobody(t *testing.T) {
	t.Parallel()
	const refused = "BLOB-TAB-06C/set-blob-metadata/block-blob/exists/if-match-stale"
	const alsoRefused = "BLOB-TAB-06C/set-blob-metadata/block-blob/exists/if-none-match-current"
	another := func(list string) string { return strings.ReplaceAll(list, "<Etag>0x", "<Etag>0xF") }
	frozen := func(list string) string {
		begin, end := strings.Index(list, "<Blob>"), strings.Index(list, "</Blob>")
		if begin < 0 {
			return list
		}
		end += len("</Blob>")
		shot := strings.Replace(list[begin:end], "</Name>", "</Name><Snapshot>2026-01-01T00:00:00.0000000Z</Snapshot>", 1)
		return list[:begin] + shot + list[begin:]
	}
	for _, tc := range []struct {
		name  string
		list  func(string) string // what the server makes of its own list
		cases []string
		lists int32
	}{
		{"a list as it should be", nil, []string{refused}, 1},
		{"a list of files, and a source that no sentence judges", nil, []string{"FILE-LWW-02/create-file/if-none-match-current"}, 2},
		{"an operation that changes what only the list shows", nil, []string{"BLOB-TAGS-02a/set-blob-tier/block-blob/false"}, 2},
		{"the same in a batch", nil, []string{"BLOB-BATCH-02/blob-batch-of-set-blob-tier/block-blob/is-leased-a/lease-id-b"}, 3},
		{"a list that always shows another ETag", another, []string{refused}, 3},
		{"a list with a snapshot that nobody took", frozen, []string{refused}, 3},
		{"two cases, of which one is played anew", another, []string{refused, alsoRefused}, 5},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			var lists atomic.Int32
			server := behind{embedded.New(embedded.Options{Seed: 1}), func(req *http.Request, next http.RoundTripper) (*http.Response, error) {
				resp, err := next.RoundTrip(req)
				if err != nil || req.URL.Query().Get("comp") != "list" || strings.Contains(req.URL.RawQuery, "preflight") {
					return resp, err
				}
				if lists.Add(1); tc.list != nil {
					body, err := io.ReadAll(resp.Body)
					if err != nil {
						return nil, err
					}
					list := tc.list(string(body))
					resp.Body, resp.ContentLength = io.NopCloser(strings.NewReader(list)), int64(len(list))
					resp.Header.Del("Content-Length")
				}
				return resp, nil
			}}
			r, err := steps.Run(context.Background(), steps.Config{Target: server, Plan: choose(t, plan.Selection{Select: tc.cases}), Seed: 1})
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range r.Scenarios[:len(tc.cases)] {
				if s.Status != reports.Passed {
					t.Errorf("%s: %s: %s", s.ID, s.Status, s.Reason)
				}
			}
			if got := lists.Load(); got < tc.lists || tc.list == nil && got > tc.lists { // probes of what was found list, too
				t.Errorf("%d lists were asked for, want %d", got, tc.lists)
			}
		})
	}
}
