package ops

import (
	"context"
	"slices"

	"ifmatch/steps/lease"
	"ifmatch/steps/scenario"
)

// RestoringOperations bring back what was deleted, on an account with soft delete.
func RestoringOperations() []scenario.Operation {
	const noPair = "it needs something that was deleted softly: see features/blob/soft_delete"
	undelete := operation{Facts: facts{Name: "Undelete Blob", Writes: everything, NoPair: noPair, Since: "2017-07-29", Verb: "PUT", SAS: "o:w", Kinds: Blobs, Success: 200},
		Do: undeleteBlob, Effect: afterUndelete, Sign: signNothing}
	restore := operation{Facts: facts{Name: "Restore Container", Writes: fields{scenario.FieldExistence, scenario.FieldMetadata, scenario.FieldPolicies, scenario.FieldETag}, NoPair: noPair,
		Fresh: true, Since: "2019-12-12", Verb: "PUT", SAS: "c:w", Kinds: []string{Container}, Success: 201}, Do: restoreContainer, Effect: afterRestore, Sign: signNothing}
	return []scenario.Operation{undelete.Operation(), restore.Operation()}
}

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
	*s = was.clone()
	s.Exists, s.Seen, s.Lease, s.Uncommitted = true, seen, lease.Available, nil
	s.Relax(scenario.FieldETag, scenario.FieldLastModified, FieldUncommitted)
}

// neverDeleted is a version that no deletion has.
const neverDeleted = "01D6255E4418FAAD"

// DeletedVersion is the version of the last deletion of a container, as List Containers shows it.
func DeletedVersion(ctx context.Context, c *Client, r Address) (string, error) {
	all, err := containers(ctx, c, r.Container, "deleted")
	last := neverDeleted
	for _, l := range slices.DeleteFunc(all, func(l Listed) bool { return l.Name != r.Container || !l.Deleted }) {
		last = max(last, l.Version)
	}
	return last, err
}
