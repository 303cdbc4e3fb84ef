package summary

import (
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"ifmatch/reports"
)

// TestEveryFailureIsAccusedOnce: groups decide what is read first, and lose no
// failure.
func TestEveryFailureIsAccusedOnce(t *testing.T) {
	t.Parallel()
	for seed := range uint64(50) {
		r := random(seed)
		p := newPrinter(io.Discard, r, Options{})
		var got, want []string
		gating, blocked := true, 0
		if all := r.Accused(); len(all) > 0 && p.accusations()[0].cases[0].ID != all[0].ID {
			t.Errorf("seed %d: the first card is about %s, want %s, the worst", seed, p.accusations()[0].cases[0].ID, all[0].ID)
		}
		for _, a := range p.accusations() {
			if g := p.gates(a.lead); g && !gating {
				t.Errorf("seed %d: %s gates and stands behind what does not", seed, a.lead.ID)
			} else {
				gating = g
			}
			for _, s := range a.cases {
				got = append(got, s.ID)
				if p.gates(s) && !p.gates(a.lead) {
					t.Errorf("seed %d: %s gates, and %s that leads it does not", seed, s.ID, a.lead.ID)
				}
			}
			blocked += a.blocked
		}
		for _, s := range p.with(reports.Failed) {
			want = append(want, s.ID)
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("seed %d: %d cases are accused, want each of the %d failures once", seed, len(got), len(want))
		}
		if blocked > r.Summary.Blocked {
			t.Errorf("seed %d: %d cases are said to be blocked, of %d", seed, blocked, r.Summary.Blocked)
		}
	}
}

// TestTheListBeginsAsTheCardsDo: the first clause that does not hold is one that the first card names.
func TestTheListBeginsAsTheCardsDo(t *testing.T) {
	t.Parallel()
	for seed := range uint64(50) {
		var list strings.Builder
		p := newPrinter(&list, random(seed), Options{})
		p.failing()
		if err := p.w.Flush(); err != nil {
			t.Fatal(err)
		}
		_, rows, _ := strings.Cut(list.String(), "clauses that do not hold\n")
		if first, lead := strings.Fields(rows)[0], clauseOf(p.accused[0].lead); first != lead {
			t.Errorf("seed %d: the first card is about %s, and the list begins with %s", seed, lead, first)
		}
	}
}

// random is the result of a run in which anything happened.
func random(seed uint64) (r reports.Run) {
	rnd := rand.New(rand.NewPCG(seed, 1))
	pick := func(of ...string) string { return of[rnd.IntN(len(of))] }
	r = reports.Run{Plan: reports.Plan{Level: pick("must", "should", "observed")}}
	for i := range 200 {
		clause := pick("BLOB-A-1", "BLOB-A-2", "BLOB-B-1", "TABLE-1")
		s := reports.Scenario{ID: fmt.Sprintf("%s/%d", clause, i), Clauses: []string{clause}, Level: pick("must", "should", "observed"),
			Name: pick("Put Page", "something else"), Operation: pick("", "Put Page", "Put Blob"), Respect: pick("", "ETag", "status"),
			Status: reports.Statuses[rnd.IntN(len(reports.Statuses))], BlockedBy: pick("", "BLOB-A-1")}
		if s.Status == reports.Failed && rnd.IntN(2) == 0 {
			s.Differs, s.CodeLevel = []reports.Difference{reports.InCode}, pick("should", "observed")
		}
		if i%10 == 0 {
			s.ProbeOf = "BLOB-A-1/0"
		}
		r.Scenarios = append(r.Scenarios, s)
		r.Summary.Add(s.Status)
		r.Summary.Planned++
	}
	return r
}

func TestNames(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		text, operation string
		want            bool
	}{
		{"Put Block on a blob", "Put Block", true},
		{"Put Block List on a blob", "Put Block", false},
		{"Put Block List, then Put Block", "Put Block", true},
		{"Put Page From URL", "Put Page", false},
		{"Put Page clear", "Put Page", true},
		{"Put Page", "Put Page clear", false},
		{"Get Blobs", "Get Blob", false},
		{"Get Blob, twice", "Get Blob", true},
		{"Abort Copy Blob of a copy", "Copy Blob", false},
		{"ends with Copy Blob", "Copy Blob", true},
		{"anything", "", false},
	} {
		if got := names(tc.text, tc.operation); got != tc.want {
			t.Errorf("names(%q, %q) = %v, want %v", tc.text, tc.operation, got, tc.want)
		}
	}
}

func TestMultipart(t *testing.T) {
	t.Parallel()
	const request = "--batch\r\nContent-Type: application/http\r\n\r\nDELETE http://x/t(PartitionKey='p',RowKey='r')?timeout=3 HTTP/1.1\r\nIf-Match: *\r\n\r\n"
	for _, tc := range []struct {
		name, body string
		want       []string
	}{
		{"no body", "", nil},
		{"another body", `{"a":1}`, nil},
		{"a request", request + "--batch--", []string{"0  DELETE t(PartitionKey='p',RowKey='r')  if-match: *"}},
		{"a request that was cut", request + "--batch\r\nConte… (51950 bytes in all)", []string{"0  DELETE t(PartitionKey='p',RowKey='r')  if-match: *", "… (51950 bytes in all)"}},
		{"an insert", "--b\n\nPOST http://x/t HTTP/1.1\n\n{\"PartitionKey\":\"p\",\"RowKey\":\"a \\\"b\\\"\"}\n--b--", []string{`0  POST t  (p, a \"b\")`}},
		{"answers", "--b\n\nHTTP/1.1 204 No Content\nETag: W/\"1\"\n\n--b\n\nHTTP/1.1 201 Created\n\n--b--", []string{`0  204 No Content  etag: W/"1"`, "1  201 Created"}},
		{"an error with its index", "--b\n\nHTTP/1.1 404 Not Found\n\n{\"odata.error\":{\"code\":\"ResourceNotFound\",\"message\":{\"value\":\"2:Gone.\"}}}\n--b--", []string{"2  404 Not Found  ResourceNotFound"}},
		{"an error without", "--b\n\nHTTP/1.1 404 Not Found\n\n{\"odata.error\":{\"code\":\"ResourceNotFound\"}}\n--b--", []string{"-  404 Not Found  ResourceNotFound"}},
		{"an error in XML", "--b\n\nHTTP/1.1 404 Gone\n\n<error><code>ResourceNotFound</code><message xml:lang=\"en-US\">0:Gone.</message></error>\n--b--", []string{"0  404 Not Found  ResourceNotFound"}},
	} {
		parts := multipart(tc.body)
		if tc.want == nil {
			if parts != nil {
				t.Errorf("%s: %+v, want no transaction", tc.name, parts)
			}
			continue
		}
		if got := lines(parts, tc.body); !slices.Equal(got, tc.want) {
			t.Errorf("%s: %q, want %q", tc.name, got, tc.want)
		}
	}
}
