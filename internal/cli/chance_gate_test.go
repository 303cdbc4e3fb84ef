package cli_test

import (
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"ifmatch/internal/thorough"
	"ifmatch/reference"
)

// repeater is a handler that answers some requests with values that it has handed out before: of the
// answers to an operation, every so many-th repeats headers of an earlier answer for the same resource.
type repeater struct {
	http.Handler
	mu    sync.Mutex
	rules []*repeated
}

type repeated struct {
	comp    string // of the query
	headers []string
	every   int // answers; 0: never

	answers int
	last    map[string]http.Header // by path
}

func (r *repeater) ServeHTTP(w http.ResponseWriter, q *http.Request) {
	for _, rule := range r.rules {
		if q.URL.Query().Get("comp") == rule.comp {
			w = &repeating{w, func(h http.Header) {
				r.mu.Lock()
				defer r.mu.Unlock()
				rule.answer(q.URL.Path, h)
			}}
		}
	}
	r.Handler.ServeHTTP(w, q)
}

// answer repeats an earlier answer, if it is time to and there is one.
func (r *repeated) answer(path string, h http.Header) {
	r.answers++
	if earlier := r.last[path]; earlier != nil && r.every > 0 && r.answers >= r.every {
		r.answers = 0
		for _, name := range r.headers {
			h[name] = earlier[name]
		}
	}
	r.last[path] = h.Clone()
}

type repeating struct {
	http.ResponseWriter
	before func(http.Header)
}

func (w *repeating) WriteHeader(status int) {
	if status == http.StatusCreated {
		w.before(w.Header())
	}
	w.ResponseWriter.WriteHeader(status)
}

// TestGateOfRaces follows the advice of the tool on an emulator that gives one snapshot in 300 the time of
// another: a list written after five runs, and ten gates after each of which the list is written again where
// the tool says so. None may be red. Then one append in fifty is given the place of another: the gates must
// be red within three, although the list knows races of that clause as failing sometimes. Where a gate sends
// few, it is one in a quarter of them: what counts is how often a gate meets it, not how fast the machine is.
func TestGateOfRaces(t *testing.T) {
	thorough.Only(t)
	t.Parallel()
	self, err := exec.LookPath("ifmatch") // this test binary: see TestMain
	if err != nil {
		t.Fatal(err)
	}
	server := reference.New(reference.Options{})
	t.Cleanup(func() { _ = server.Close() })
	// The first of the 300 comes at once, so that even the few rounds of a slow machine meet it.
	snapshots := &repeated{comp: "snapshot", headers: []string{"X-Ms-Snapshot"}, every: 300, answers: 299, last: map[string]http.Header{}}
	appends := &repeated{comp: "appendblock", headers: []string{"X-Ms-Blob-Append-Offset", "X-Ms-Blob-Committed-Block-Count", "Etag"}, last: map[string]http.Header{}}
	flaky := &repeater{Handler: server.Handler("blob"), rules: []*repeated{snapshots, appends}}
	e := newEmulator(t)
	var h http.Handler = flaky
	e.behind.Store(&h)

	work := t.TempDir()
	if err := os.WriteFile(filepath.Join(work, "emulator.txt"), []byte(e.connection), 0o600); err != nil {
		t.Fatal(err)
	}
	ifmatch := func(arguments ...string) (int, string) {
		cmd := exec.Command(self, append([]string{"run", "--target", "@emulator.txt", "BLOB-HAND-01/snapshot-*", "BLOB-HAND-01/append-*"}, arguments...)...)
		cmd.Dir = work
		out, _ := cmd.CombinedOutput()
		return cmd.ProcessState.ExitCode(), string(out)
	}
	const runs = 5
	if code, out := ifmatch("--runs", strconv.Itoa(runs), "--write-baseline", "known.tsv"); code != 0 {
		t.Fatalf("the first list: exit code %d\n%s", code, out)
	}
	flaky.mu.Lock()
	each := appends.answers / runs
	flaky.mu.Unlock()
	list, err := os.ReadFile(filepath.Join(work, "known.tsv"))
	if err != nil || !strings.Contains(string(list), "BLOB-HAND-01/**\tsometimes ") {
		t.Fatalf("five runs wrote a list without the race: %v\n%s", err, list)
	}
	for i := range 10 {
		code, out := ifmatch("--baseline", "known.tsv")
		switch code {
		case 0:
		case 4:
			t.Logf("gate %d says that the list is out of date:\n%s", i+1, out)
			if code, out := ifmatch("--write-baseline", "known.tsv"); code != 0 {
				t.Fatalf("writing it again: exit code %d\n%s", code, out)
			}
		default:
			t.Fatalf("gate %d of an unchanged emulator: exit code %d\n%s", i+1, code, out)
		}
	}

	flaky.mu.Lock()
	appends.every = max(2, min(50, each/4))
	appends.answers = appends.every // the next one
	flaky.mu.Unlock()
	said := ""
	for range 3 {
		code, out := ifmatch("--baseline", "known.tsv")
		if code == 1 && strings.Contains(out, "✗ BLOB-HAND-01/append-block/append-blob/") {
			return
		}
		said += fmt.Sprintf("exit code %d\n%s", code, out)
	}
	t.Errorf("three gates were not red after a second race failed in one append of fifty:\n%s", said)
}
