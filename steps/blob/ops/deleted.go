package ops

import (
	"context"

	"ifmatch/steps/lease"
	"ifmatch/steps/scenario"
)

// afterUndelete brings back what the blob was, without a lease, or else only its snapshots. Cases of their own judge its
// stamp and its snapshots: overwriting has made some, too. BLOB-SOFT-01, BLOB-SOFT-06
func afterUndelete(s *State, req Request, _ scenario.Response) {
	if !s.Exists {
		s.resurrected(req.Deleted)
	}
	s.Relax(FieldSnapshots)
}

// afterRestore brings a container back. CONT-SOFT-01
func afterRestore(s *State, req Request, _ scenario.Response) { s.resurrected(req.Deleted) }

func (s *State) resurrected(was *State) {
	if was == nil {
		was = &State{Snapshot: s.Snapshot}
	}
	seen := s.Seen
	*s = *was.clone()
	s.Exists, s.Seen, s.Lease, s.Uncommitted = true, seen, lease.Available, nil
	s.Relax(scenario.FieldETag, scenario.FieldLastModified, FieldUncommitted)
}

// neverDeleted is a version that no deletion has.
const neverDeleted = "01D6255E4418FAAD"

// DeletedVersion is the version of the last deletion of a container, as List Containers shows it.
func DeletedVersion(ctx context.Context, c *Client, r Address) (string, error) {
	all, err := Listing(ctx, c, r, "deleted")
	last := neverDeleted
	for _, l := range all {
		last = max(last, l.Version)
	}
	return last, err
}
