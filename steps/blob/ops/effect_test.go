package ops_test

import (
	"bytes"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"ifmatch/steps/blob/ops"
	"ifmatch/steps/lease"
	"ifmatch/steps/scenario"
)

// done is the answer to a successful write.
func done(status int, headers ...string) scenario.Response {
	r := scenario.Response{Status: status, Header: http.Header{}}
	for _, line := range append([]string{`ETag: "0x7"`, "Last-Modified: Tue, 06 May 2031 08:00:00 GMT"}, headers...) {
		name, value, _ := strings.Cut(line, ": ")
		r.Header.Set(name, value)
	}
	return r
}

func TestEffects(t *testing.T) {
	t.Parallel()
	stamped := func(s *ops.State) {
		s.Seen = append(s.Seen, s.ETag)
		s.NotBefore = s.LastModified
		s.ETag, s.LastModified = `"0x7"`, time.Date(2031, 5, 6, 8, 0, 0, 0, time.UTC)
	}
	pages := func(b byte) []byte { return bytes.Repeat([]byte{b}, 512) }
	for _, c := range []struct {
		name   string
		kind   string
		req    *ops.Request
		resp   scenario.Response
		change func(*ops.State) // the changes that the documents promise
	}{
		{"Put Blob", ops.BlockBlob, &ops.Request{Base: scenario.Base{Body: []byte("new"), Metadata: map[string]string{"Other": "2"}}}, done(201), func(s *ops.State) {
			stamped(s)
			s.Content, s.Metadata = []byte("new"), map[string]string{"other": "2"}
			s.Properties = map[string]string{"content-type": "application/octet-stream", "x-ms-blob-type": "BlockBlob", "x-ms-access-tier": "<any>"}
			s.Committed, s.Uncommitted, s.Tags = nil, nil, map[string]string{}
		}},
		{"Put Blob", ops.PageBlob, &ops.Request{Size: new(int64(512)), SequenceNumber: new(int64(3))}, done(201), func(s *ops.State) {
			stamped(s)
			s.Content, s.Metadata, s.Pages = make([]byte, 512), map[string]string{}, nil
			s.Properties = map[string]string{"content-type": "application/octet-stream", "x-ms-blob-type": "PageBlob", "x-ms-access-tier": "<any>", "x-ms-blob-sequence-number": "3"}
		}},
		{"Set Blob Metadata", ops.BlockBlob, &ops.Request{Base: scenario.Base{Metadata: map[string]string{}}}, done(200), func(s *ops.State) {
			stamped(s)
			s.Metadata = map[string]string{}
		}},
		{"Set Blob Properties", ops.BlockBlob, &ops.Request{ContentType: "text/html"}, done(200), func(s *ops.State) {
			stamped(s)
			s.Properties["content-type"] = "text/html"
		}},
		{"Set Blob Properties", ops.PageBlob, &ops.Request{Size: new(int64(512))}, done(200), func(s *ops.State) {
			stamped(s)
			s.Content, s.Pages = s.Content[:512], []ops.Range{{Start: 0, End: 511}}
		}},
		{"Set Blob Properties", ops.PageBlob, &ops.Request{SequenceAction: "max", SequenceNumber: new(int64(5))}, done(200), func(s *ops.State) {
			stamped(s) // 8 is more than 5
		}},
		{"Set Blob Properties", ops.PageBlob, &ops.Request{SequenceAction: "update", SequenceNumber: new(int64(5))}, done(200), func(s *ops.State) {
			stamped(s)
			s.Properties["x-ms-blob-sequence-number"] = "5"
		}},
		{"Set Blob Properties", ops.PageBlob, &ops.Request{SequenceAction: "increment"}, done(200), func(s *ops.State) {
			stamped(s)
			s.Properties["x-ms-blob-sequence-number"] = "9"
		}},
		{"Lease Blob acquire", ops.BlockBlob, &ops.Request{}, done(201), func(*ops.State) {}},
		{"Snapshot Blob", ops.BlockBlob, &ops.Request{}, done(201, "x-ms-snapshot: 2031-05-06T08:00:00.0000000Z"), func(s *ops.State) {
			s.Snapshots = append(s.Snapshots, ops.Shot{ID: "2031-05-06T08:00:00.0000000Z", ETag: s.ETag, LastModified: s.LastModified, Size: 1024})
		}},
		{"Snapshot Blob", ops.BlockBlob, &ops.Request{Base: scenario.Base{Metadata: map[string]string{"a": "b"}}}, done(201, "x-ms-snapshot: 2031-05-06T08:00:00.0000000Z"), func(s *ops.State) {
			s.Snapshots = append(s.Snapshots, ops.Shot{ID: "2031-05-06T08:00:00.0000000Z", ETag: `"0x7"`, LastModified: time.Date(2031, 5, 6, 8, 0, 0, 0, time.UTC), Size: 1024})
		}},
		{"Delete Blob", ops.BlockBlob, &ops.Request{DeleteSnapshots: "include"}, done(202), func(s *ops.State) {
			*s = ops.State{Snapshot: scenario.Snapshot{Address: s.Address, Seen: []string{`"0x1"`}}}
		}},
		{"Delete Blob", ops.BlockBlob, &ops.Request{DeleteSnapshots: "only"}, done(202), func(s *ops.State) { s.Snapshots = nil }},
		{"Put Block", ops.BlockBlob, &ops.Request{Base: scenario.Base{Body: []byte("12345")}, BlockID: "Yg=="}, done(201), func(s *ops.State) {
			s.Uncommitted = []ops.Block{{ID: "Yg==", Size: 5}}
		}},
		{"Put Block List", ops.BlockBlob, &ops.Request{Base: scenario.Base{Body: []byte("1234567")}, BlockList: []string{"Yg=="}}, done(201), func(s *ops.State) {
			stamped(s)
			s.Content, s.Metadata = []byte("1234567"), map[string]string{}
			s.Properties = map[string]string{"content-type": "application/octet-stream", "x-ms-blob-type": "BlockBlob", "x-ms-access-tier": "<any>"}
			s.Committed, s.Uncommitted, s.Tags = []ops.Block{{ID: "Yg==", Size: 7}}, nil, map[string]string{}
		}},
		{"Put Page", ops.PageBlob, &ops.Request{Base: scenario.Base{Body: pages('p')}, Offset: 512}, done(201), func(s *ops.State) {
			stamped(s)
			copy(s.Content[512:], pages('p'))
		}},
		{"Put Page clear", ops.PageBlob, &ops.Request{Offset: 512, Count: 512}, done(201), func(s *ops.State) {
			stamped(s)
			copy(s.Content[512:], make([]byte, 512))
			s.Pages = []ops.Range{{Start: 0, End: 511}}
		}},
		{"Append Block", ops.AppendBlob, &ops.Request{Base: scenario.Base{Body: []byte("more")}}, done(201, "x-ms-blob-committed-block-count: 3"), func(s *ops.State) {
			stamped(s)
			s.Content = append(s.Content, "more"...)
			s.Properties["x-ms-blob-committed-block-count"] = "3"
		}},
		{"Set Blob Tier", ops.BlockBlob, &ops.Request{Tier: "Archive"}, done(200), func(s *ops.State) { s.Properties["x-ms-access-tier"] = "Archive" }},
		{"Set Blob Tags", ops.BlockBlob, &ops.Request{Tags: map[string]string{"n": "1"}}, done(204), func(s *ops.State) { s.Tags = map[string]string{"n": "1"} }},
		{"Set Container Metadata", ops.Container, &ops.Request{Base: scenario.Base{Metadata: map[string]string{"A": "b"}}}, done(200), func(s *ops.State) {
			stamped(s)
			s.Metadata = map[string]string{"a": "b"}
		}},
		{"Set Container ACL", ops.Container, &ops.Request{Base: scenario.Base{Policies: []scenario.Policy{}}, Access: "blob"}, done(200), func(s *ops.State) {
			stamped(s)
			s.Policies, s.Access = nil, "blob"
		}},
		{"Delete Container", ops.Container, &ops.Request{}, done(202), func(s *ops.State) {
			*s = ops.State{Snapshot: scenario.Snapshot{Address: s.Address, Seen: []string{`"0x1"`}}}
		}},
	} {
		before := someState(c.kind)
		got := after(lookup(t, c.name), before, c.req, c.resp)
		if diff := cmp.Diff(someState(c.kind), before); diff != "" {
			t.Errorf("%s changed the state before:\n%s", c.name, diff)
		}
		want := someState(c.kind)
		c.change(want)
		if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("after %s on a %s (-want +got):\n%s", c.name, c.kind, diff)
		}
	}
}

func TestReadsPromiseNoChange(t *testing.T) {
	t.Parallel()
	for _, op := range ops.Operations() {
		if !op.Reads || op.Kinds[0] == ops.Account {
			continue
		}
		before := someState(op.Kinds[0])
		if diff := cmp.Diff(before, after(op, before, &ops.Request{}, done(200))); diff != "" {
			t.Errorf("after %s (-want +got):\n%s", op.Name, diff)
		}
	}
}

func TestWritesEndALeaseThatIsNotActive(t *testing.T) {
	t.Parallel()
	available := lease.Shown{State: "available", Status: "unlocked"}
	for state, want := range map[lease.Shown]lease.Shown{
		{State: "expired", Status: "unlocked"}:                 available,
		{State: "broken", Status: "unlocked"}:                  available,
		{State: "leased", Status: "locked", Duration: "fixed"}: {State: "leased", Status: "locked", Duration: "fixed"},
		{State: "breaking", Status: "locked"}:                  {State: "breaking", Status: "locked"},
	} {
		before := someState(ops.BlockBlob)
		before.Lease = state
		for _, name := range []string{"Put Blob", "Set Blob Metadata", "Put Block List", "Set Blob Properties"} {
			if got := after(lookup(t, name), before, &ops.Request{}, done(201)).Lease; got != want {
				t.Errorf("%s on %s leaves %s, want %s", name, state, got, want)
			}
		}
		for _, name := range []string{"Put Block", "Set Blob Tier", "Set Blob Tags"} {
			got := after(lookup(t, name), before, &ops.Request{}, done(200))
			if loose := slices.Contains(got.Loose, scenario.FieldLease); got.Lease != state || loose != (want != state) {
				t.Errorf("%s on %s leaves %s, open %v; want it open exactly where other writes end the lease", name, state, got.Lease, loose)
			}
		}
		for _, name := range []string{"Snapshot Blob", "Lease Blob renew"} {
			if got := after(lookup(t, name), before, &ops.Request{}, done(201)).Lease; got != state {
				t.Errorf("%s on %s leaves %s, want it as it was", name, state, got)
			}
		}
		box := someState(ops.Container)
		box.Lease = state
		if got := after(lookup(t, "Set Container Metadata"), box, &ops.Request{}, done(200)).Lease; got != state {
			t.Errorf("Set Container Metadata on %s leaves %s, want it as it was", state, got)
		}
	}
}

func TestCopiesTakeWhatTheirSourceHeld(t *testing.T) {
	t.Parallel()
	src := someState(ops.BlockBlob)
	src.Content, src.Metadata = []byte("from afar"), map[string]string{"origin": "there"}
	src.Properties["content-type"] = "text/css"
	from := &ops.Request{Source: &ops.Address{Kind: ops.BlockBlob, Container: "box", Blob: "other"}, SourceState: src}

	for _, name := range []string{"Copy Blob", "Copy Blob From URL", "Put Blob From URL"} {
		op := lookup(t, name)
		resp := done(202, "x-ms-copy-id: c1", "x-ms-copy-status: success")
		got := after(op, someState(ops.BlockBlob), from, resp)
		if string(got.Content) != "from afar" || got.Metadata["origin"] != "there" || got.Properties["content-type"] != "text/css" {
			t.Errorf("%s: expects %q, %v, %v", name, got.Content, got.Metadata, got.Properties)
		}
		if len(got.Snapshots) != 1 {
			t.Errorf("%s: forgets the destination's snapshots", name)
		}

		named := *from
		named.Metadata = map[string]string{"own": "1"}
		if got := after(op, someState(ops.BlockBlob), &named, resp); !cmp.Equal(got.Metadata, named.Metadata) {
			t.Errorf("%s with metadata: expects %v", name, got.Metadata)
		}

		unknown := *from
		unknown.SourceState = nil
		if got := after(op, someState(ops.BlockBlob), &unknown, resp); !contains(got.Loose, scenario.FieldContent) || contains(got.Loose, scenario.FieldETag) {
			t.Errorf("%s from an unknown source: loose are %v", name, got.Loose)
		}
	}

	pending := after(lookup(t, "Copy Blob"), someState(ops.BlockBlob), from, done(202, "x-ms-copy-id: c1", "x-ms-copy-status: pending"))
	if pending.ETag != scenario.NewETag || !contains(pending.Loose, scenario.FieldContent) {
		t.Errorf("a pending copy: expects ETag %s, loose %v", pending.ETag, pending.Loose)
	}
}

func TestBlockListsOfOtherBlocksLeaveTheContentOpen(t *testing.T) {
	t.Parallel()
	got := after(lookup(t, "Put Block List"), someState(ops.BlockBlob), &ops.Request{BlockList: []string{"YQ==", "Yg=="}}, done(201))
	if diff := cmp.Diff([]ops.Block{{ID: "YQ==", Size: 1024}, {ID: "Yg==", Size: 7}}, got.Committed); diff != "" {
		t.Errorf("committed blocks (-want +got):\n%s", diff)
	}
	if !contains(got.Loose, scenario.FieldContent) {
		t.Error("the content of blocks that the case staged is judged without being known")
	}
}

func contains(list []scenario.Field, f scenario.Field) bool {
	for _, e := range list {
		if e == f {
			return true
		}
	}
	return false
}
