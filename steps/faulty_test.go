package steps_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ifmatch/internal/embedded"
	"ifmatch/internal/thorough"
	"ifmatch/reference/fault"
	"ifmatch/reference/operation"
	"ifmatch/reports"
	"ifmatch/reports/summary"
	"ifmatch/steps"
	"ifmatch/steps/plan"
)

// faultyServer is the reference with one wrong operation, and what a run must say about it.
type faultyServer struct {
	sentence string
	of       operation.Operation
	wrong    func(next http.Handler) http.Handler
	service  string
	// first is the clause of the first card; operation and respect are what the card accuses.
	first, operation, respect string
	// blocked is the largest allowed share of blocked cases, in percent; 0 means 5.
	blocked float64
	// weak: the broken clause does not gate, so the run cannot notice.
	weak bool
}

// answering alters successful answers.
func answering(alter func(h http.Header, body string) string) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			rec := httptest.NewRecorder()
			next.ServeHTTP(rec, r)
			body := rec.Body.String()
			if rec.Code < 300 {
				body = alter(rec.Header(), body)
				if rec.Header().Get("Content-Length") != "" && r.Method != http.MethodHead {
					rec.Header().Del("Content-Length")
				}
			}
			for name, values := range rec.Header() {
				w.Header()[name] = values
			}
			w.WriteHeader(rec.Code)
			_, _ = w.Write([]byte(body))
		})
	}
}

// header alters one header of the answer; an empty value removes it.
func header(value func(string) string, names ...string) func(http.Handler) http.Handler {
	return answering(func(h http.Header, body string) string {
		for _, name := range names {
			if v := value(h.Get(name)); v != "" {
				h.Set(name, v)
			} else {
				h.Del(name)
			}
		}
		return body
	})
}

func none(string) string       { return "" }
func unquoted(s string) string { return strings.Trim(s, `"`) }
func always(s string) func(string) string {
	return func(string) string { return s }
}

func replacing(pattern, with string) func(http.Handler) http.Handler {
	re := regexp.MustCompile(pattern)
	return answering(func(_ http.Header, body string) string { return re.ReplaceAllString(body, with) })
}

// asking alters the request on its way in.
func asking(alter func(r *http.Request)) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			r = r.Clone(r.Context())
			alter(r)
			next.ServeHTTP(w, r)
		})
	}
}

// refusing gives every request the same error.
func refusing(status int, code string) func(http.Handler) http.Handler {
	return func(http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("x-ms-error-code", code)
			w.WriteHeader(status)
		})
	}
}

// grantingNothing answers success to every request for a lease.
func grantingNothing(http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("ETag", anyETag)
		w.Header().Set("Last-Modified", anyDate)
		w.Header().Set("x-ms-lease-id", r.Header.Get("x-ms-proposed-lease-id"))
		w.WriteHeader(http.StatusCreated)
	})
}

func withoutMetadata(r *http.Request) {
	for name := range r.Header {
		if strings.HasPrefix(strings.ToLower(name), "x-ms-meta-") {
			delete(r.Header, name)
		}
	}
}

const wrongStamp = `W/"datetime'2020-01-01T00%3A00%3A00.0000000Z'"`

func faultyServers() []faultyServer {
	return []faultyServer{
		{sentence: "Put Page answers with a wrong ETag", of: operation.PutPage, wrong: header(always(anyETag), "ETag"), service: "blob",
			first: "BLOB-", operation: "Put Page", respect: "ETag"},
		{sentence: "Set Blob Metadata loses the metadata", of: operation.SetBlobMetadata, wrong: asking(withoutMetadata), service: "blob",
			first: "BLOB-", operation: "Set Blob Metadata", respect: "metadata"},
		{sentence: "Set Container Metadata loses the metadata", of: operation.SetContainerMetadata, wrong: asking(withoutMetadata), service: "blob",
			first: "CONT-", operation: "Set Container Metadata", respect: "metadata"},
		{sentence: "Put Block List drops a block", of: operation.PutBlockList, service: "blob",
			wrong: asking(dropBlock), first: "BLOB-", operation: "Put Block List", respect: "content"},
		{sentence: "List Blobs shows no ETag", of: operation.ListBlobs, wrong: replacing("<Etag>[^<]*</Etag>", ""), service: "blob",
			first: "", operation: "List Blobs", respect: "ETag"},
		{sentence: "Get Blob shows no ETag", of: operation.GetBlob, wrong: header(none, "ETag"), service: "blob",
			first: "BLOB-", operation: "Get Blob", respect: "ETag"},
		{sentence: "Get Blob shows its ETag without quotes", of: operation.GetBlob, wrong: header(unquoted, "ETag"), service: "blob",
			first: "BLOB-", operation: "Get Blob", respect: "ETag"},
		{sentence: "Put Blob shows its ETag without quotes", of: operation.PutBlob, wrong: header(unquoted, "ETag"), service: "blob",
			first: "BLOB-", operation: "Put Blob", respect: "ETag"},
		{sentence: "Get Blob shows no lease", of: operation.GetBlob, wrong: header(none, "x-ms-lease-state", "x-ms-lease-status", "x-ms-lease-duration"), service: "blob",
			operation: "Get Blob", respect: "lease state"},
		{sentence: "Lease Blob acquire grants nothing", of: operation.LeaseBlobAcquire, wrong: grantingNothing, service: "blob",
			first: "BLOB-", operation: "Lease Blob acquire", blocked: 40},
		{sentence: "Get Container ACL is refused", of: operation.GetContainerACL, wrong: refusing(400, "InvalidInput"), service: "blob",
			first: "CONT-", operation: "Get Container ACL", respect: "status"},
		{sentence: "Get Block List is refused", of: operation.GetBlockList, wrong: refusing(400, "InvalidInput"), service: "blob",
			first: "BLOB-", operation: "Get Block List", respect: "status", blocked: 15},
		{sentence: "Get Page Ranges cannot be read", of: operation.GetPageRanges, wrong: replacing("(?s).*", "soon"), service: "blob",
			first: "BLOB-", operation: "Get Page Ranges", blocked: 15},
		{sentence: "List Blobs is refused", of: operation.ListBlobs, wrong: refusing(404, "ResourceNotFound"), service: "blob",
			first: "CONT-", operation: "List Blobs", respect: "status", blocked: 10},
		{sentence: "Set Container Metadata is refused", of: operation.SetContainerMetadata, wrong: refusing(409, "Conflict"), service: "blob",
			first: "CONT-", operation: "Set Container Metadata", respect: "status"},
		{sentence: "Get Queue Metadata shows no count", of: operation.GetQueueMetadata, wrong: header(none, "x-ms-approximate-messages-count"), service: "queue",
			first: "QUEUE-CNT-01", operation: "Get Queue Metadata"},
		{sentence: "Set Queue Metadata loses the metadata", of: operation.SetQueueMetadata, wrong: asking(withoutMetadata), service: "queue",
			first: "QUEUE-", operation: "Set Queue Metadata", respect: "metadata"},
		{sentence: "Put Message gives a wrong receipt", of: operation.PutMessage, wrong: replacing("<PopReceipt>[^<]*</PopReceipt>", "<PopReceipt>AgAAAAMAAAAAAAAAAAAAAAAAAAA=</PopReceipt>"), service: "queue",
			first: "QUEUE-", operation: "Put Message", respect: "pop receipt", blocked: 10, weak: true},
		{sentence: "Get Queue ACL is refused", of: operation.GetQueueACL, wrong: refusing(400, "InvalidInput"), service: "queue",
			operation: "Get Queue ACL"},
		{sentence: "Insert Entity answers with a wrong ETag", of: operation.InsertEntity, wrong: header(always(wrongStamp), "ETag"), service: "table",
			first: "TABLE-", operation: "Insert Entity", respect: "ETag"},
		{sentence: "Insert Or Replace Entity answers with a wrong ETag", of: operation.InsertOrReplaceEntity, wrong: header(always(wrongStamp), "ETag"), service: "table",
			first: "TABLE-", operation: "Insert Or Replace Entity", respect: "ETag"},
		{sentence: "Query Entities shows no ETags", of: operation.QueryEntities, wrong: replacing(`"odata.etag":"(\\"|[^"])*",?`, ""), service: "table",
			first: "TABLE-", operation: "Query Entities"},
		{sentence: "Get Entity shows no ETag", of: operation.GetEntity, wrong: header(none, "ETag"), service: "table",
			first: "TABLE-", operation: "Get Entity", respect: "ETag"},
		{sentence: "Get Table ACL is refused", of: operation.GetTableACL, wrong: refusing(400, "InvalidInput"), service: "table",
			first: "TABLE-", operation: "Get Table ACL", respect: "status"},
	}
}

// few are chapters of the Blob service in which each operation has a case of its own.
var few = []string{"BLOB-TAB-*", "BLOB-ETAG-*", "BLOB-CONS-*", "CONT-TAB-*", "CONT-ETAG-*"}

func TestAFaultyServerIsAccusedOfItsFault(t *testing.T) {
	thorough.Only(t)
	t.Parallel()
	for i, tt := range faultyServers() {
		if !thorough.All() && i%16 > 0 {
			continue // `make test-full` tries them all
		}
		t.Run(tt.sentence, func(t *testing.T) {
			t.Parallel()
			if only := os.Getenv("FAULTY"); only != "" && !strings.Contains(tt.sentence, only) {
				t.Skip()
			}
			sel := plan.Selection{Select: []string{"service:" + tt.service}}
			if tt.service == "blob" {
				sel.Select = few
			}
			wrong := fault.Fault{Name: tt.sentence, Middleware: func() operation.Middleware {
				return func(o operation.Operation, next http.Handler) http.Handler {
					if o != tt.of {
						return next
					}
					return tt.wrong(next)
				}
			}}
			p := choose(t, sel)
			r, err := steps.Run(context.Background(), steps.Config{Target: embedded.New(embedded.Options{Seed: 1, Wrong: []fault.Fault{wrong}}), Plan: p, Seed: 1})
			if err != nil {
				t.Fatal(err)
			}
			judge(t, tt, p, r)
		})
	}
}

// judge compares what a run says about a faulty server with its fault.
func judge(t *testing.T, tt faultyServer, p *plan.Plan, r reports.Run) {
	t.Helper()
	text, first := firstCard(t, r)
	switch {
	case r.Outcome() != reports.Deviates && !(r.Outcome() == reports.Unknown && tt.weak):
		t.Errorf("outcome %v", r.Outcome())
	case !strings.HasPrefix(first.ID, tt.first) || first.Operation != tt.operation || tt.respect != "" && first.Respect != tt.respect:
		t.Errorf("the first card is %s and accuses %s of %s", first.ID, first.Operation, first.Respect)
	}
	lost := 0
	for _, s := range r.Scenarios {
		if s.Status == reports.Failed && s.Operation != tt.operation {
			t.Logf("also accused: %s, %s of %s: %s; want %s, got %s", s.ID, s.Operation, s.Respect, s.Reason, s.Want, s.Got)
		}
		if s.Status != reports.Blocked && s.Status != reports.Error {
			continue
		}
		lost++
		if s.BlockedBy == "" || !strings.HasPrefix(s.Reason, "blocked by "+s.BlockedBy+": ") {
			t.Errorf("%s is %s by %q: %s", s.ID, s.Status, s.BlockedBy, s.Reason)
			continue
		}
		if !slices.ContainsFunc(r.Scenarios, func(o reports.Scenario) bool {
			return o.Status == reports.Failed && strings.HasPrefix(o.ID, s.BlockedBy+"/")
		}) {
			t.Errorf("%s is blocked by %s, of which no case failed", s.ID, s.BlockedBy)
		}
	}
	most := tt.blocked
	if most == 0 {
		most = 5
	}
	if share := 100 * float64(lost) / float64(r.Summary.Planned); share > most {
		t.Errorf("%.1f %% of the cases could not be judged, more than %.0f %%", share, most)
	}
	t.Logf("%+v", r.Summary)
	if t.Failed() {
		t.Logf("%s", text)
	}
}

var cardOf = regexp.MustCompile(`(?m)^✗ (\S+)`)

// firstCard renders a run and finds the case of its first card.
func firstCard(t *testing.T, r reports.Run) (string, reports.Scenario) {
	t.Helper()
	suite, err := loadFeatures()
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	err = summary.Write(&b, r, summary.Options{Clause: func(id string) summary.Clause {
		c, _ := suite.Register.Clause(id)
		return summary.Clause{Statement: c.Statement, Level: c.Level.String()}
	}})
	if err != nil {
		t.Fatal(err)
	}
	m := cardOf.FindStringSubmatch(b.String())
	if m == nil {
		return b.String(), reports.Scenario{}
	}
	i := slices.IndexFunc(r.Scenarios, func(s reports.Scenario) bool { return s.ID == m[1] })
	return b.String(), r.Scenarios[i]
}

// dropBlock takes the last block out of a list of blocks.
func dropBlock(r *http.Request) {
	all, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	b := string(all)
	if i := strings.LastIndex(b, "<Latest>"); i >= 0 {
		b = b[:i] + "</BlockList>"
	}
	r.Body, r.ContentLength = io.NopCloser(strings.NewReader(b)), int64(len(b))
	r.Header.Del("Content-MD5")
}
