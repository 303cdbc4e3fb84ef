package file

import (
	"context"
	"slices"

	"github.com/Azure/azure-sdk-for-go/sdk/storage/azfile/share"

	"ifmatch/steps/lease"
	"ifmatch/steps/scenario"
	"ifmatch/steps/sdk"
)

var restoreShare = sdk.On("Restore Share", shareOf, nil, func(ctx context.Context, c *share.Client, req Request) (any, error) {
	return c.Restore(ctx, req.Version, nil)
})

// restoration brings a share back, on an account with soft delete.
func restoration() operation {
	return operation{Facts: facts{Name: "Restore Share", Writes: fields{scenario.FieldExistence, scenario.FieldMetadata, scenario.FieldPolicies, scenario.FieldProperties},
		NoPair: "it needs a share that was deleted softly: see features/file/soft_delete", Fresh: true, Since: "2019-12-12", Verb: "PUT", SAS: "c:w", Success: 201, ReturnsETag: true},
		Do: restoreShare, Effect: afterRestoreShare, Sign: signNothing}
}

// afterRestoreShare brings back what the share was, without a lease. FILE-SOFT-01
func afterRestoreShare(s *State, req Request, resp scenario.Response) {
	seen := s.Seen
	if req.Deleted != nil {
		*s = *req.Deleted.Clone().(*State)
	}
	s.Exists, s.Seen, s.Lease = true, seen, lease.Available
	s.restamp(resp)
}

// neverDeleted is a version that no deletion has.
const neverDeleted = "01D6255E4418FAAD"

// deletedVersion is the version of the last deletion of a share, as List Shares shows it.
func deletedVersion(ctx context.Context, c *client, a Address) (string, error) {
	all, err := shares(ctx, c, a.Share, "deleted")
	last := neverDeleted
	for _, l := range slices.DeleteFunc(all, func(l listedShare) bool { return l.Name != a.Share || !l.Deleted }) {
		last = max(last, l.Version)
	}
	return last, err
}
