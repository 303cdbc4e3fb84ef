package ops_test

import (
	"testing"

	"ifmatch/steps/blob/ops"
	"ifmatch/steps/lease"
	"ifmatch/steps/scenario"
)

func TestFrozenIsWhatReadsOfASnapshotShow(t *testing.T) {
	t.Parallel()
	for _, kind := range ops.Blobs {
		base := someState(kind)
		base.Properties["x-ms-access-tier"] = "Hot" // which only List Blobs shows
		base.Lease = lease.Shown{State: "leased", Status: "locked", Duration: "fixed"}
		r := base.Address.(ops.Address)
		r.Snapshot = "2031-05-06T07:08:09.1234567Z"

		shown := someState(kind)
		shown.Address, shown.Snapshots, shown.Lease = r, nil, lease.Shown{}
		if d := scenario.Compare(base.Frozen(r), shown); len(d) > 0 {
			t.Errorf("a snapshot of a %s: %v", kind, d)
		}
		if len(base.Snapshots) == 0 || base.Properties["x-ms-access-tier"] == "" {
			t.Errorf("freezing a %s changed it", kind)
		}
		for field, change := range map[scenario.Field]func(*ops.State){
			scenario.FieldContent:  func(s *ops.State) { s.Content = []byte("later") },
			scenario.FieldMetadata: func(s *ops.State) { s.Metadata = map[string]string{"first": "2"} },
			scenario.FieldETag:     func(s *ops.State) { s.ETag = `"0x9"` },
		} {
			other := someState(kind)
			other.Address, other.Snapshots = r, nil
			change(other)
			if d := scenario.Compare(base.Frozen(r), other); len(d) != 1 || d[0].Field != field {
				t.Errorf("a snapshot of a %s with another %s: %v", kind, field, d)
			}
		}
	}
}
