package ops_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ifmatch/steps/blob/ops"
	"ifmatch/steps/lease"
	"ifmatch/steps/scenario"
)

const lastModified = "Tue, 06 May 2031 07:08:09 GMT"

func someState(kind string) *ops.State {
	lm := stopped{}.Now()
	s := &ops.State{
		Snapshot: scenario.Snapshot{Address: some(kind), Exists: true, ETag: `"0x1"`, LastModified: lm},
		Metadata: map[string]string{"first": "1"},
		Held:     lease.Held{Lease: lease.Shown{State: "available", Status: "unlocked"}},
	}
	if kind == ops.Container {
		s.Policies = []scenario.Policy{{ID: "readers", Permission: "r", Expiry: lm}}
		s.Blobs = []ops.Entry{{Name: "a", ETag: `"0x2"`}}
		return s
	}
	s.Content = []byte(strings.Repeat("x", 1024))
	s.Properties = map[string]string{"content-type": "text/plain", "x-ms-blob-type": "BlockBlob"}
	s.Snapshots = []ops.Shot{{ID: "2031-01-01T00:00:00.0000000Z", ETag: `"0x0"`, LastModified: lm, Size: 3}}
	switch kind {
	case ops.BlockBlob:
		s.Committed = []ops.Block{{ID: "YQ==", Size: 1024}}
		s.Uncommitted = []ops.Block{{ID: "Yg==", Size: 7}}
		s.Tags = map[string]string{"k": "v"}
	case ops.PageBlob:
		s.Pages = []ops.Range{{Start: 0, End: 1023}}
		s.Properties["x-ms-blob-type"], s.Properties["x-ms-blob-sequence-number"] = "PageBlob", "8"
	case ops.AppendBlob:
		s.Properties["x-ms-blob-type"], s.Properties["x-ms-blob-committed-block-count"] = "AppendBlob", "2"
	}
	return s
}

func TestCompareFindsEveryDifference(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		kind   string
		field  scenario.Field
		change func(*ops.State)
		text   string
	}{
		{ops.BlockBlob, scenario.FieldExistence, func(s *ops.State) { s.Exists = false }, "want the resource, got no resource"},
		{ops.BlockBlob, scenario.FieldETag, func(s *ops.State) { s.ETag = `"0x9"` }, `want "0x1", got "0x9"`},
		{ops.BlockBlob, scenario.FieldETag, func(s *ops.State) { s.ETag = "" }, `want "0x1", got none`},
		{ops.BlockBlob, scenario.FieldLastModified, func(s *ops.State) { s.LastModified = s.LastModified.Add(1e9) }, "want " + lastModified + ", got Tue, 06 May 2031 07:08:10 GMT"},
		{ops.BlockBlob, scenario.FieldContent, func(s *ops.State) { s.Content = []byte("y") }, `want 1024 bytes "xxxxxxxxxxxxxxxxxxxxxxxx"…"xxxxxxxxxxxxxxxxxxxxxxxx", got 1 bytes "y"`},
		{ops.BlockBlob, scenario.FieldMetadata, func(s *ops.State) { s.Metadata = nil }, "want first=1, got none"},
		{ops.BlockBlob, scenario.FieldProperties, func(s *ops.State) { s.Properties["content-type"] = "text/html" }, "want content-type text/plain, got text/html"},
		{ops.BlockBlob, scenario.FieldProperties, func(s *ops.State) { s.Properties["cache-control"] = "no-store" }, "want cache-control none, got no-store"},
		{ops.BlockBlob, scenario.FieldLease, func(s *ops.State) { s.Lease = lease.Shown{State: "leased", Status: "locked", Duration: "fixed"} }, "want available, unlocked, got leased, locked, fixed"},
		{ops.BlockBlob, ops.FieldCommitted, func(s *ops.State) { s.Committed[0].Size = 1 }, "want YQ== (1024 bytes), got YQ== (1 bytes)"},
		{ops.BlockBlob, ops.FieldUncommitted, func(s *ops.State) { s.Uncommitted = nil }, "want Yg== (7 bytes), got none"},
		{ops.BlockBlob, ops.FieldSnapshots, func(s *ops.State) { s.Snapshots = nil }, "got none"},
		{ops.BlockBlob, ops.FieldSnapshots, func(s *ops.State) { s.Snapshots[0].ETag = `"0x5"` }, `ETag "0x5"`},
		{ops.BlockBlob, ops.FieldTags, func(s *ops.State) { s.Tags = map[string]string{} }, "want k=v, got none"},
		{ops.BlockBlob, scenario.FieldConsistency, func(s *ops.State) { s.Contradict("List Blobs", "ETag", "two ETags") }, "got two ETags"},
		{ops.PageBlob, ops.FieldPages, func(s *ops.State) { s.Pages[0].End = 511 }, "want 0-1023, got 0-511"},
		{ops.Container, ops.FieldAccess, func(s *ops.State) { s.Access = "blob" }, "want none, got blob"},
		{ops.Container, scenario.FieldPolicies, func(s *ops.State) { s.Policies[0].Permission = "rw" }, "want readers:r until 2031-05-06T07:08:09Z, got readers:rw until 2031-05-06T07:08:09Z"},
		{ops.Container, ops.FieldBlobs, func(s *ops.State) { s.Blobs = nil }, `want a "0x2", got none`},
	} {
		want, got := someState(c.kind), someState(c.kind)
		if diffs := scenario.Compare(want, got); len(diffs) != 0 {
			t.Fatalf("a state differs from itself: %v", diffs)
		}
		c.change(got)
		diffs := scenario.Compare(want, got)
		if len(diffs) != 1 || diffs[0].Field != c.field || !strings.Contains(diffs[0].String(), c.text) {
			t.Errorf("%s: got %v, want one difference %q", c.field, diffs, c.text)
		}
		if diffs := scenario.Compare(want, got, c.field); len(diffs) != 0 {
			t.Errorf("%s is ignored and found all the same: %v", c.field, diffs)
		}
		want.Loose = append(want.Loose, c.field)
		if diffs := scenario.Compare(want, got); len(diffs) != 0 {
			t.Errorf("%s is loose and found all the same: %v", c.field, diffs)
		}
	}
}

func TestCompareKnowsNewETags(t *testing.T) {
	t.Parallel()
	want, got := someState(ops.BlockBlob), someState(ops.BlockBlob)
	want.ETag, want.Seen = scenario.NewETag, []string{`"0x1"`}
	diffs := scenario.Compare(want, got)
	if diff := cmp.Diff([]scenario.Difference{{Field: scenario.FieldETag, Want: "one that the resource never had", Got: `"0x1"`}}, diffs); diff != "" {
		t.Errorf("an ETag that came back (-want +got):\n%s", diff)
	}
	got.ETag = `"0x2"`
	if diffs := scenario.Compare(want, got); len(diffs) != 0 {
		t.Errorf("a new ETag: %v", diffs)
	}
	want.ETag = `"0x1"`
	got.ETag = `"0x1"`
	if diffs := scenario.Compare(want, got); len(diffs) != 1 {
		t.Errorf("an answer that promised an old ETag, and kept the promise: %v", diffs)
	}
}

func TestCompareLetsTimeGoForwardOnly(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		later time.Duration
		fits  bool
	}{{-time.Second, false}, {0, true}, {time.Hour, true}} {
		want, got := someState(ops.BlockBlob), someState(ops.BlockBlob)
		want.NotBefore, want.LastModified = want.LastModified, time.Time{}
		got.LastModified = want.NotBefore.Add(c.later)
		if diffs := scenario.Compare(want, got); (len(diffs) == 0) != c.fits {
			t.Errorf("Last-Modified %s after the one before: %v", c.later, diffs)
		}
	}
}

func TestCompareOrdersWhatNobodyOrders(t *testing.T) {
	t.Parallel()
	want, got := someState(ops.BlockBlob), someState(ops.BlockBlob)
	want.Uncommitted = []ops.Block{{ID: "YQ==", Size: 1}, {ID: "Yg==", Size: 2}}
	got.Uncommitted = []ops.Block{{ID: "Yg==", Size: 2}, {ID: "YQ==", Size: 1}}
	if diffs := scenario.Compare(want, got); len(diffs) != 0 {
		t.Errorf("the order of uncommitted blocks: %v", diffs)
	}
}
