package ops_test

import (
	"context"
	"strings"
	"testing"

	"ifmatch/internal/target"
	"ifmatch/steps/blob/ops"
	"ifmatch/steps/lease"
	"ifmatch/steps/scenario"
	"ifmatch/steps/sdk"
)

// everyOperation performs each operation on each kind of resource that it can address, and
// compares the state afterwards with the effect that the documents promise. known lists
// deviations of the service under test.
func everyOperation(t *testing.T, open func(t *testing.T) *target.Session, known map[string]string) {
	t.Helper()
	for _, op := range ops.Operations() {
		if op.Name == "Restore Container" || op.Name == "Undelete Blob" {
			continue // they need something that was deleted softly
		}
		for _, kind := range op.Kinds {
			t.Run(op.Name+"/"+kind, func(t *testing.T) {
				t.Parallel()
				s := open(t)
				c := ops.NewClient(sdk.Connect(s, target.Blob, nil, scenario.Access{}))
				if kind == ops.Account {
					succeed(t, op, c, ops.Address{Kind: kind}, &ops.Request{})
					return
				}
				r := setUp(t, c, op, kind)
				if why := perform(t, c, op, r); why != "" && known[op.Name] == "" {
					t.Error(why)
				} else if why == "" && known[op.Name] != "" {
					t.Errorf("does what it should; remove it from the known deviations (%s)", known[op.Name])
				}
			})
		}
	}
}

// setUp makes the resource that an operation addresses, and its container.
func setUp(t *testing.T, c *ops.Client, op scenario.Operation, kind string) ops.Address {
	t.Helper()
	ctx := t.Context()
	name := strings.ToLower(strings.NewReplacer("/", "-", " ", "-", "_", "-").Replace(t.Name()))
	if len(name) > 60 {
		name = name[len(name)-60:]
	}
	box := ops.Address{Kind: ops.Container, Container: strings.Trim(name, "-")}
	if op.Name == "Create Container" {
		return box
	}
	succeed(t, lookup(t, "Create Container"), c, box, &ops.Request{})
	t.Cleanup(func() {
		del := lookup(t, "Delete Container")
		_, _ = del.Do(context.Background(), c, box, &ops.Request{})
	})
	if kind == ops.Container {
		return box
	}
	r := ops.Address{Kind: kind, Container: box.Container, Blob: "a blob/with (odd) name+%.txt"}
	body := []byte(strings.Repeat("x", 1024))
	if err := ops.Make(ctx, c, r, ops.Request{Base: scenario.Base{Body: body, Metadata: map[string]string{"first": "1"}}, ContentType: "text/plain"}); err != nil {
		t.Fatal(err)
	}
	return r
}

const idA = "0a0a0a0a-aaaa-4aaa-8aaa-0a0a0a0a0a0a"

// perform performs the operation so that it should succeed; it returns "" if everything fits.
func perform(t *testing.T, c *ops.Client, op scenario.Operation, r ops.Address) string {
	t.Helper()
	ctx := t.Context()
	req := &ops.Request{}
	if op.Lease == scenario.LeaseSubject {
		req.LeaseID, req.ProposedID = new(idA), new(idA)
		if action := op.Name[strings.LastIndex(op.Name, " ")+1:]; action == "acquire" {
			req.LeaseID = nil
		} else {
			acquire := lookup(t, strings.TrimSuffix(op.Name, action)+"acquire")
			succeed(t, acquire, c, r, &ops.Request{Fields: lease.Fields{ProposedID: new(idA), Duration: new("-1")}})
			if action != "change" {
				req.ProposedID = nil
			}
		}
	}
	if op.Prepare != nil {
		if err := op.Prepare(ctx, c, r, req); err != nil {
			t.Fatal(err)
		}
	}
	if op.Name == "Get Page Ranges Diff" {
		shot := succeed(t, lookup(t, "Snapshot Blob"), c, r, &ops.Request{}).Header.Get("x-ms-snapshot")
		req.PrevSnapshot = &shot
	}
	before, err := ops.Read(ctx, c, r, false)
	if err != nil {
		t.Fatal(err)
	}
	if len(before.Flaws) > 0 {
		t.Errorf("before: %v", before.Flaws)
	}
	resp, err := op.Do(ctx, c, r, req)
	if err != nil {
		t.Fatal(err)
	}
	if op.Name == "Abort Copy Blob" {
		// No copy is pending: the best answer available here is the documented refusal.
		if resp.Status != 409 || resp.Code != "NoPendingCopyOperation" {
			return "want 409 NoPendingCopyOperation, got " + resp.Code
		}
		return ""
	}
	if resp.Status != op.Success {
		t.Fatalf("want %d, got %d %s", op.Success, resp.Status, resp.Code)
	}
	var why []string
	if has := resp.Header.Get("ETag") != ""; has != op.ReturnsETag {
		why = append(why, "ETag: "+resp.Header.Get("ETag"))
	}
	found, err := ops.Read(ctx, c, r, false)
	if err != nil {
		t.Fatal(err)
	}
	var ignored []scenario.Field
	if op.Lease == scenario.LeaseSubject {
		ignored = append(ignored, scenario.FieldLease)
	}
	for _, d := range scenario.Compare(after(op, before, req, resp), found, ignored...) {
		why = append(why, d.String())
	}
	return strings.Join(why, "\n")
}

func succeed(t *testing.T, op scenario.Operation, c *ops.Client, r ops.Address, req *ops.Request) scenario.Response {
	t.Helper()
	resp, err := op.Do(t.Context(), c, r, req)
	if err != nil {
		t.Fatal(err)
	}
	if resp.Status != op.Success {
		t.Fatalf("%s: want %d, got %d %s", op.Name, op.Success, resp.Status, resp.Code)
	}
	return resp
}
