package perform

import (
	"fmt"
	"net/http"
	"testing"

	"ifmatch/steps/scenario"
)

// read is an answer to a read that was sent after least writes.
func read(least int, etag, body string, headers ...string) *scenario.Act {
	h := http.Header{"Etag": {etag}, "Date": {fmt.Sprint(least)}, "X-Ms-Request-Id": {fmt.Sprint(least)}}
	for i := 0; i < len(headers); i += 2 {
		h.Set(headers[i], headers[i+1])
	}
	return &scenario.Act{Resource: &scenario.Resource{Address: named("r")}, Resp: scenario.Response{Status: 200, Header: h, Body: []byte(body)}, Between: [2]int{least, least + 1}}
}

type named string

func (n named) String() string { return string(n) }

func TestOfReadsThatShowTheSameTheFirstAndTheLastAreKept(t *testing.T) {
	t.Parallel()
	a, torn, other := read(0, `"1"`, "aaa"), read(3, `"1"`, "aab"), read(4, `"1"`, "aaa", "x-ms-meta-k", "v")
	last := read(9, `"1"`, "aaa")
	var k keptReads
	k.add([]*scenario.Act{a, read(1, `"1"`, "aaa")})
	k.add([]*scenario.Act{read(2, `"1"`, "aaa"), torn, other, last})
	want := []*scenario.Act{a, last, torn, other}
	if len(k.acts) != len(want) {
		t.Fatalf("%d reads are kept, want %d", len(k.acts), len(want))
	}
	for i, ac := range k.acts {
		if ac != want[i] {
			t.Errorf("read %d is that after %d writes, %q", i, ac.Between[0], ac.Resp.Body)
		}
	}
}

func TestAReadMustShowWhatWasAcknowledged(t *testing.T) {
	t.Parallel()
	versions := make([]scenario.State, 5)
	for i := range versions {
		versions[i] = &toyState{Snapshot: scenario.Snapshot{ETag: fmt.Sprint(i)}}
	}
	for _, tt := range []struct {
		shows, least, most int
		ok                 bool
	}{{2, 2, 3, true}, {3, 2, 3, true}, {1, 2, 3, false}, {4, 2, 3, false}, {-1, 2, 3, true}} {
		ac := &scenario.Act{Op: scenario.Operation{Facts: scenario.Facts{Name: "Get"}}, Between: [2]int{tt.least, tt.most}}
		err := inTime(ac, versions, func(*scenario.Act) (int, error) { return tt.shows, nil })
		if (err == nil) != tt.ok {
			t.Errorf("a read that shows version %d of %d to %d: %v", tt.shows, tt.least, tt.most, err)
		}
	}
}

type toyState struct{ scenario.Snapshot }

func (s *toyState) Clone() scenario.State                           { c := *s; return &c }
func (s *toyState) Differ(_ *scenario.Comparison, _ scenario.State) {}
