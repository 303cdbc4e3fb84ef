package ops_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ifmatch/internal/embedded"
	"ifmatch/internal/target"
	"ifmatch/steps/blob/ops"
	"ifmatch/steps/lease"
	"ifmatch/steps/scenario"
	"ifmatch/steps/sdk"
)

// TestReference performs every operation against the embedded reference. The effects that this
// package derives from the documents must agree with the server, which was derived from them
// independently.
func TestReference(t *testing.T) {
	t.Parallel()
	server := embedded.New(embedded.Options{Seed: 1})
	everyOperation(t, func(t *testing.T) *target.Session {
		s, err := server.Session(t.Context(), t.Name())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(s.Close)
		return s
	}, nil)
}

// TestReadingChangesNothing reads every kind of resource twice in every lease state: reads of
// the suite must not disturb a scenario. BLOB-UM-R-0-Bo, BLOB-UM-R-0-Ex, BLOB-ETAG-13
func TestReadingChangesNothing(t *testing.T) {
	t.Parallel()
	server := embedded.New(embedded.Options{Seed: 1})
	for _, kind := range append([]string{ops.Container}, ops.Blobs...) {
		for _, state := range []string{"available", "leased", "breaking", "broken", "expired"} {
			t.Run(kind+"/"+state, func(t *testing.T) {
				t.Parallel()
				s, err := server.Session(t.Context(), t.Name())
				if err != nil {
					t.Fatal(err)
				}
				t.Cleanup(s.Close)
				c := ops.NewClient(sdk.Connect(s, target.Blob, nil, scenario.Access{}))
				r := setUp(t, c, scenario.Operation{}, kind)
				bring(t, s, c, r, state)
				first, err := ops.Read(t.Context(), c, r, false)
				if err != nil {
					t.Fatal(err)
				}
				if first.Lease.State != state || len(first.Flaws) > 0 {
					t.Errorf("the lease is %s, want %s; flaws %v", first.Lease, state, first.Flaws)
				}
				second, err := ops.Read(t.Context(), c, r, false)
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(first, second); diff != "" {
					t.Errorf("the second read shows something else (-first +second):\n%s", diff)
				}
			})
		}
	}
}

// bring brings the lease of r into a state.
func bring(t *testing.T, s *target.Session, c *ops.Client, r ops.Address, state string) {
	t.Helper()
	family := "Lease Blob "
	if r.Kind == ops.Container {
		family = "Lease Container "
	}
	if state == "available" {
		return
	}
	succeed(t, lookup(t, family+"acquire"), c, r, &ops.Request{Fields: lease.Fields{ProposedID: new(idA), Duration: new("15")}})
	switch state {
	case "breaking":
		succeed(t, lookup(t, family+"break"), c, r, &ops.Request{Fields: lease.Fields{BreakPeriod: new("10")}})
	case "broken":
		succeed(t, lookup(t, family+"break"), c, r, &ops.Request{Fields: lease.Fields{BreakPeriod: new("0")}})
	case "expired":
		if err := s.Clock.Pass(t.Context(), 16*time.Second); err != nil {
			t.Fatal(err)
		}
	}
}

// TestRefusedWritesChangeNothing sends every operation that takes If-Match with
// an ETag that the blob never had. BLOB-GEN-07
func TestRefusedWritesChangeNothing(t *testing.T) {
	t.Parallel()
	server := embedded.New(embedded.Options{Seed: 1})
	for _, op := range ops.Operations() {
		if !slices.Contains(op.Conditions, "If-Match") {
			continue
		}
		for _, kind := range op.Kinds {
			t.Run(op.Name+"/"+kind, func(t *testing.T) {
				t.Parallel()
				s, err := server.Session(t.Context(), t.Name())
				if err != nil {
					t.Fatal(err)
				}
				t.Cleanup(s.Close)
				c := ops.NewClient(sdk.Connect(s, target.Blob, nil, scenario.Access{}))
				r := setUp(t, c, op, kind)
				req := &ops.Request{Fields: lease.Fields{LeaseID: new(idA), ProposedID: new(idA)}}
				if op.Lease != scenario.LeaseSubject {
					req = &ops.Request{}
				} else {
					bring(t, s, c, r, "leased")
				}
				if op.Prepare != nil {
					if err := op.Prepare(t.Context(), c, r, req); err != nil {
						t.Fatal(err)
					}
				}
				before, err := ops.Read(t.Context(), c, r, false)
				if err != nil {
					t.Fatal(err)
				}
				req.IfMatch = new(`"0x8D0000000000001"`)
				resp, err := op.Do(t.Context(), c, r, req)
				const want = "ConditionNotMet"
				if err != nil || resp.Status != 412 || resp.Code != want {
					t.Errorf("got %d %s, %v; want 412 %s", resp.Status, resp.Code, err, want)
				}
				after, err := ops.Read(t.Context(), c, r, false)
				if err != nil {
					t.Fatal(err)
				}
				if diffs := scenario.Compare(before, after); len(diffs) != 0 {
					t.Errorf("the refused request changed something: %v", diffs)
				}
			})
		}
	}
}
