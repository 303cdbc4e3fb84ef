package ops

import (
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/appendblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/container"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/pageblob"

	"ifmatch/steps/sdk"
)

// Parts are what the SDK's typed options can express: conditions go through them, as a user of
// the SDK would send them. Package sdk then makes sure that the exact text arrives: an invalid
// date, a container's If-Match.
func (q Request) Parts() []any {
	return []any{
		&blob.LeaseAccessConditions{LeaseID: q.LeaseID},
		&blob.ModifiedAccessConditions{
			IfMatch: sdk.ETag(q.IfMatch), IfNoneMatch: sdk.ETag(q.IfNoneMatch),
			IfModifiedSince: sdk.Date(q.IfModifiedSince), IfUnmodifiedSince: sdk.Date(q.IfUnmodifiedSince),
			IfTags: q.IfTags,
		},
		&blob.SourceModifiedAccessConditions{
			SourceIfMatch: sdk.ETag(q.SourceIfMatch), SourceIfNoneMatch: sdk.ETag(q.SourceIfNoneMatch),
			SourceIfModifiedSince: sdk.Date(q.SourceIfModifiedSince), SourceIfUnmodifiedSince: sdk.Date(q.SourceIfUnmodifiedSince),
			SourceIfTags: q.SourceIfTags,
		},
		&pageblob.SequenceNumberAccessConditions{
			IfSequenceNumberLessThanOrEqualTo: sdk.Number(q.IfSequenceLE),
			IfSequenceNumberLessThan:          sdk.Number(q.IfSequenceLT),
			IfSequenceNumberEqualTo:           sdk.Number(q.IfSequenceEQ),
		},
		&appendblob.AppendPositionAccessConditions{AppendPosition: sdk.Number(q.AppendPos), MaxSize: sdk.Number(q.MaxSize)},
		sdk.Pointers(q.Metadata), q.Tags, new(q.httpHeaders()), q.span(), sdk.Datasets(q.Include),
		sdk.Named{"Prefix": sdk.Optional(q.Prefix), "Marker": sdk.Optional(q.Marker), "MaxResults": q.PageSize, "PrevSnapshot": q.PrevSnapshot,
			"SequenceNumber": q.SequenceNumber, "BreakPeriod": q.period()},
		sdk.Optional(pageblob.SequenceNumberActionType(q.SequenceAction)),
		sdk.Optional(blob.DeleteSnapshotsOptionType(q.DeleteSnapshots)), sdk.Optional(container.PublicAccessType(q.Access)),
		sdk.Policies(q.Policies, func(id string, p sdk.Policy) *container.SignedIdentifier {
			return &container.SignedIdentifier{ID: &id, AccessPolicy: &container.AccessPolicy{Permission: p.Permission, Start: p.Start, Expiry: p.Expiry}}
		}),
	}
}
