package ops_test

import (
	"testing"

	"ifmatch/steps/ops"
)

func TestFrozenIsWhatReadsOfASnapshotShow(t *testing.T) {
	t.Parallel()
	for _, kind := range ops.Blobs {
		base := someState(kind)
		base.Properties["x-ms-access-tier"] = "Hot" // which List Blobs alone shows
		base.Lease = ops.Lease{State: "leased", Status: "locked", Duration: "fixed"}
		r := base.Resource
		r.Snapshot = "2031-05-06T07:08:09.1234567Z"

		shown := someState(kind)
		shown.Resource, shown.Snapshots, shown.Lease = r, nil, ops.Lease{}
		if d := ops.Compare(base.Frozen(r), shown, ops.CompareOptions{}); len(d) > 0 {
			t.Errorf("a snapshot of a %s: %v", kind, d)
		}
		if len(base.Snapshots) == 0 || base.Properties["x-ms-access-tier"] == "" {
			t.Errorf("freezing a %s changed it", kind)
		}
		for field, change := range map[ops.Field]func(*ops.State){
			ops.FieldContent:  func(s *ops.State) { s.Content = []byte("later") },
			ops.FieldMetadata: func(s *ops.State) { s.Metadata = map[string]string{"first": "2"} },
			ops.FieldETag:     func(s *ops.State) { s.ETag = `"0x9"` },
		} {
			other := someState(kind)
			other.Resource, other.Snapshots = r, nil
			change(&other)
			if d := ops.Compare(base.Frozen(r), other, ops.CompareOptions{}); len(d) != 1 || d[0].Field != field {
				t.Errorf("a snapshot of a %s with another %s: %v", kind, field, d)
			}
		}
	}
}
