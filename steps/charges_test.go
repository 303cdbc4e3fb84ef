package steps_test

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"ifmatch/internal/embedded"
	"ifmatch/internal/thorough"
	"ifmatch/reference/fault"
	"ifmatch/reference/operation"
	"ifmatch/reports"
	"ifmatch/steps"
	"ifmatch/steps/plan"
)

// listsDeleted is a server whose List Blobs never shows an empty container again.
func listsDeleted() operation.Middleware {
	var mu sync.Mutex
	last := map[string]*httptest.ResponseRecorder{}
	return func(o operation.Operation, next http.Handler) http.Handler {
		if o == operation.CreateContainer {
			return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
				mu.Lock()
				clear(last)
				mu.Unlock()
				next.ServeHTTP(w, req)
			})
		}
		if o != operation.ListBlobs {
			return next
		}
		return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
			rec := httptest.NewRecorder()
			next.ServeHTTP(rec, req)
			mu.Lock()
			defer mu.Unlock()
			key := req.URL.Path + req.URL.Query().Get("include")
			if old := last[key]; old != nil && !bytes.Contains(rec.Body.Bytes(), []byte("<Blob>")) && rec.Code == http.StatusOK {
				rec = old
			} else if rec.Code == http.StatusOK {
				last[key] = rec
			}
			for name, values := range rec.Header() {
				w.Header()[name] = values
			}
			w.WriteHeader(rec.Code)
			_, _ = w.Write(rec.Body.Bytes())
		})
	}
}

// leasedContainersRefuse is a server that takes no blob in a leased container.
func leasedContainersRefuse() operation.Middleware {
	var mu sync.Mutex
	leased := map[string]bool{}
	return func(o operation.Operation, next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
			container := strings.Join(strings.SplitN(req.URL.Path, "/", 4)[:min(3, strings.Count(req.URL.Path, "/")+1)], "/")
			mu.Lock()
			if o == operation.LeaseContainerAcquire {
				leased[container] = true
			}
			refuse := o == operation.PutBlob && leased[container]
			mu.Unlock()
			if refuse {
				w.Header().Set("x-ms-error-code", "LeaseIdMissing")
				w.WriteHeader(http.StatusPreconditionFailed)
				return
			}
			next.ServeHTTP(w, req)
		})
	}
}

// TestTheRightClauseComesFirst: whoever files a bug with the first card is right.
func TestTheRightClauseComesFirst(t *testing.T) {
	t.Parallel()
	for _, tt := range thorough.Some(t, 2, []struct {
		fault  string // of the catalogue; empty: wrong is one of our own
		wrong  func() operation.Middleware
		choice plan.Selection
		clause []string // either may come first
		holds  string   // a clause that does not fail because of it, though its cases meet it; empty: none is named
	}{
		{fault: "insert-or-replace-entity-stamp-kept", choice: plan.Selection{Services: []string{"table"}, Skip: []string{"TABLE-RACE-*"}}, clause: []string{"TABLE-OPS-06"}},
		{fault: "put-page-etag-kept", choice: plan.Selection{Select: []string{"BLOB-TAB-0*", "BLOB-TAB-1*", "BLOB-ETAG-*", "BLOB-SEQ-*"}}, clause: []string{"BLOB-TAB-15E", "BLOB-ETAG-22"}},
		{fault: "smb-mark-stays", choice: plan.Selection{Select: []string{"FILE-DEL-0*", "FILE-SMB-*"}}, clause: []string{"FILE-DEL-04"}},
		{fault: "smb-close-keeps-handle", choice: plan.Selection{Select: []string{"FILE-DEL-0*", "FILE-SMB-*"}}, clause: []string{"FILE-SMB-06"}},
		{fault: "smb-write-lost", choice: plan.Selection{Select: []string{"FILE-LWW-*", "FILE-DEL-0*"}}, clause: []string{"FILE-LWW-01"}},
		{fault: "blob-lease-acq-b-expired-old-id", choice: plan.Selection{Select: []string{"BLOB-LM-ACQ-*", "BLOB-LM-REN-*"}}, clause: []string{"BLOB-LM-ACQ-B-Ex"}},
		{fault: "set-blob-tier-not-performed", choice: plan.Selection{Select: []string{"BLOB-TAB-20", "BLOB-BATCH-*", "BLOB-PAIR-02/blob-batch-of-set-blob-tier/*"}}, clause: []string{"BLOB-TAB-20"}},
		{fault: "container-use-o-a-leased-refused", choice: plan.Selection{Select: []string{"CONT-USE-*", "CONT-UM-O-*"}}, clause: []string{"CONT-USE-02", "CONT-USE-05", "CONT-UM-O-A-Le"}},
		{fault: "file-lease-acq-b-broken-old-id", choice: plan.Selection{Select: []string{"FILE-LEASE-0*"}}, clause: []string{"FILE-LEASE-09"}},
		{fault: "get-blob-metadata-cached", choice: plan.Selection{Select: []string{"BLOB-CONS-*", "BLOB-PAIR-04/get-blob-metadata/*"}}, clause: []string{"BLOB-CONS-02"}},
		{fault: "get-messages-shows-no-count", choice: plan.Selection{Select: []string{"QUEUE-DEQ-*", "QUEUE-TIME-0*", "QUEUE-UPD-*"}}, clause: []string{"QUEUE-DEQ-01"}},
		{fault: "peek-counts", choice: plan.Selection{Select: []string{"QUEUE-PEEK-*", "QUEUE-NOCC-01", "QUEUE-CONS-01"}}, clause: []string{"QUEUE-PEEK-01"}},
		{fault: "get-messages-deletes", choice: plan.Selection{Select: []string{"QUEUE-POP-02", "QUEUE-POP-03"}}, clause: []string{"QUEUE-POP-03"}},
		{fault: "put-page-loses-properties", choice: plan.Selection{Select: []string{"BLOB-TAB-01E", "BLOB-GEN-04", "BLOB-TAB-04E"}}, clause: []string{"BLOB-GEN-04"}},
		{fault: "lease-not-checked", choice: plan.Selection{Select: []string{"BLOB-LEASE-0*"}}, clause: []string{"BLOB-LEASE-01", "BLOB-LEASE-07", "BLOB-LEASE-09"}},
		{fault: "get-blob-cached-briefly", choice: plan.Selection{Select: []string{"BLOB-TAB-0*E", "BLOB-CONS-01", "BLOB-CONS-02"}}, clause: []string{"BLOB-CONS-01"}},
		{fault: "get-container-properties-cached-briefly", choice: plan.Selection{Select: []string{"CONT-TAB-0*", "CONT-LM-ACQ-*", "BLOB-GEN-04/get-container-properties/*"}}, clause: []string{"BLOB-GEN-04"}},
		{fault: "get-entity-cached-briefly", choice: plan.Selection{Select: []string{"TABLE-OPS-*", "TABLE-PAIR-03", "TABLE-OCC-13"}}, clause: []string{"TABLE-OCC-13"}},
		{fault: "get-queue-metadata-cached-briefly", choice: plan.Selection{Select: []string{"QUEUE-LWW-0*", "QUEUE-NOCC-01", "QUEUE-CONS-01"}}, clause: []string{"QUEUE-CONS-01"}},
		{fault: "get-share-properties-cached-briefly", choice: plan.Selection{Select: []string{"FILE-SLEASE-0*", "FILE-LWW-05", "FILE-CONS-01"}}, clause: []string{"FILE-CONS-01"}},
		{fault: "get-blob-answers-no-etag", choice: plan.Selection{Select: []string{"BLOB-TAB-02E", "BLOB-PAIR-01/put-blob/*"}}, clause: []string{"BLOB-TAB-02E"}, holds: "BLOB-PAIR-01"},
		{fault: "peek-shows-invisible", choice: plan.Selection{Select: []string{"QUEUE-PEEK-*", "QUEUE-TIME-0*"}}, clause: []string{"QUEUE-PEEK-03"}, holds: "QUEUE-TIME-01"},
		{wrong: listsDeleted, choice: plan.Selection{Select: []string{"BLOB-CONS-*", "BLOB-TAB-*", "BLOB-ETAG-*"}}, clause: []string{"BLOB-CONS-03"}},
		{wrong: listsDeleted, choice: plan.Selection{Select: []string{"BLOB-CONS-17/delete-snapshots-include"}}, clause: []string{"BLOB-CONS-03"}},
		{wrong: leasedContainersRefuse, choice: plan.Selection{Select: []string{"BLOB-TAB-0*", "CONT-LEASE-*", "CONT-TAB-*"}}, clause: []string{"CONT-LEASE-04"}},
	}) {
		f, known := fault.Lookup(tt.fault)
		if !known {
			f = fault.Fault{Name: "one of our own", Middleware: tt.wrong}
		}
		t.Run(f.Name+" "+strings.Join(tt.clause, " "), func(t *testing.T) {
			t.Parallel()
			server := embedded.New(embedded.Options{Seed: 1, Wrong: []fault.Fault{f}})
			r, err := steps.Run(t.Context(), steps.Config{Target: server, Plan: choose(t, tt.choice), Seed: 1, Trace: "none"})
			if err != nil {
				t.Fatal(err)
			}
			accused := r.Accused()
			if len(accused) == 0 {
				t.Fatalf("nobody is accused: %+v, found %+v", r.Summary, r.Found)
			}
			first := accused[0]
			if !strings.Contains(" "+strings.Join(tt.clause, " ")+" ", " "+first.Clause()+" ") {
				t.Errorf("first is %s (%s: want %s, got %s), want %v", first.ID, first.Reason, first.Want, first.Got, tt.clause)
			}
			met := tt.holds == ""
			for _, sc := range r.Scenarios {
				if sc.Clause() == tt.holds {
					met = true
					if sc.Status == reports.Failed {
						t.Errorf("%s is charged: %s: want %s, got %s", sc.ID, sc.Reason, sc.Want, sc.Got)
					}
				}
				if sc.Status == reports.Blocked && sc.BlockedBy != "" && strings.HasPrefix(sc.BlockedBy, "TABLE-OPS-02") {
					t.Errorf("%s is blocked by %s", sc.ID, sc.BlockedBy)
				}
			}
			if !met {
				t.Errorf("no case of %s was played", tt.holds)
			}
			again, err := steps.Run(t.Context(), steps.Config{Target: server, Plan: choose(t, plan.Selection{Select: []string{"case:" + first.ID}}), Seed: 1, Trace: "none"})
			if err != nil || len(again.Accused()) == 0 {
				t.Errorf("%s conforms when it is run again alone: %+v, %v", first.ID, again.Summary, err)
			}
		})
	}
}

// TestAPairAloneFailsEachTime: a server that is wrong in one order of a pair fails its case whenever it is run alone, also if
// the one order hardly ever happens by chance.
func TestAPairAloneFailsEachTime(t *testing.T) {
	t.Parallel()
	for name, id := range map[string]string{
		"put-page-if-unmodified-since-ignored": "BLOB-PAIR-05/put-page/if-unmodified-since-same/copy-blob/page-blob",
		"dates-to-the-minute":                  "BLOB-PAIR-05/snapshot-blob/if-unmodified-since-same/put-page/page-blob",
		"share-lease-brk-d-leased-refused":     "FILE-PAIR-01/lease-share-break/lease-share-release/share/is-leased-a-with-infinite-duration",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f, known := fault.Lookup(name)
			if !known {
				t.Fatal("there is no such fault")
			}
			if s := playedAlone(t, f, id); s.Status != reports.Failed {
				t.Errorf("the result is %+v, want that the case fails", s)
			}
		})
	}
}

// playedAlone is the result of a case on a server with a fault.
func playedAlone(t *testing.T, f fault.Fault, id string) reports.Scenario {
	t.Helper()
	server := embedded.New(embedded.Options{Seed: 1, Wrong: []fault.Fault{f}})
	r, err := steps.Run(t.Context(), steps.Config{Target: server, Plan: choose(t, plan.Selection{Select: []string{id}}), Seed: 1, Trace: "none"})
	if err != nil || len(r.Scenarios) != 1 {
		t.Fatalf("the results are %+v, %v", r.Scenarios, err)
	}
	return r.Scenarios[0]
}

// TestAPairAloneIsPlayedInBothOrders: once each, the one request begins when the other is answered. The server keeps a request
// open until its fellow comes too, or none comes for a while.
func TestAPairAloneIsPlayedInBothOrders(t *testing.T) {
	t.Parallel()
	const first, second = operation.SetBlobMetadata, operation.SetBlobProperties
	var (
		alone []operation.Operation // those whose fellow did not come, in the order of their answers
		came  = map[operation.Operation]chan bool{first: make(chan bool), second: make(chan bool)}
		mu    sync.Mutex
	)
	fellow := map[operation.Operation]operation.Operation{first: second, second: first}
	f := fault.Fault{Name: "patient", Middleware: func() operation.Middleware {
		return func(o operation.Operation, next http.Handler) http.Handler {
			if came[o] == nil {
				return next
			}
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				select {
				case came[o] <- true:
				case <-came[fellow[o]]:
				case <-time.After(100 * time.Millisecond):
					mu.Lock()
					alone = append(alone, o)
					mu.Unlock()
				}
				next.ServeHTTP(w, r)
			})
		}
	}}
	if s := playedAlone(t, f, "BLOB-PAIR-01/set-blob-metadata/if-match-current/set-blob-properties/block-blob"); s.Status != reports.Passed {
		t.Errorf("the result is %+v, want that the case passes", s)
	}
	mu.Lock()
	defer mu.Unlock()
	inTurn := func(one, then operation.Operation) bool {
		for i := range len(alone) - 1 {
			if alone[i] == one && alone[i+1] == then {
				return true
			}
		}
		return false
	}
	if !inTurn(first, second) || !inTurn(second, first) {
		t.Errorf("alone came %v, want either order", alone)
	}
}
