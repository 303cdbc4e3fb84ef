package ops

import (
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/appendblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/pageblob"

	"ifmatch/steps/sdk"
)

// Conditions go through the SDK's typed options where those can express them, as a user of
// the SDK would send them. Package sdk then makes sure that the exact text arrives: an invalid
// date, a container's If-Match.

func (q Request) modified() *blob.ModifiedAccessConditions {
	return &blob.ModifiedAccessConditions{
		IfMatch: sdk.ETag(q.IfMatch), IfNoneMatch: sdk.ETag(q.IfNoneMatch),
		IfModifiedSince: sdk.Date(q.IfModifiedSince), IfUnmodifiedSince: sdk.Date(q.IfUnmodifiedSince),
		IfTags: q.IfTags,
	}
}

func (q Request) lease() *blob.LeaseAccessConditions {
	return &blob.LeaseAccessConditions{LeaseID: q.LeaseID}
}

// access combines both, in the type that blobs and containers share.
func (q Request) access() *blob.AccessConditions {
	return &blob.AccessConditions{LeaseAccessConditions: q.lease(), ModifiedAccessConditions: q.modified()}
}

// tagAccess is what the operations on tags accept. Their SDK methods would turn an If-Match into
// x-ms-blob-if-match, which is a different header.
func (q Request) tagAccess() *blob.AccessConditions {
	return &blob.AccessConditions{
		LeaseAccessConditions:    q.lease(),
		ModifiedAccessConditions: &blob.ModifiedAccessConditions{IfTags: q.IfTags},
	}
}

func (q Request) source() *blob.SourceModifiedAccessConditions {
	return &blob.SourceModifiedAccessConditions{
		SourceIfMatch: sdk.ETag(q.SourceIfMatch), SourceIfNoneMatch: sdk.ETag(q.SourceIfNoneMatch),
		SourceIfModifiedSince: sdk.Date(q.SourceIfModifiedSince), SourceIfUnmodifiedSince: sdk.Date(q.SourceIfUnmodifiedSince),
		SourceIfTags: q.SourceIfTags,
	}
}

func (q Request) sequence() *pageblob.SequenceNumberAccessConditions {
	return &pageblob.SequenceNumberAccessConditions{
		IfSequenceNumberLessThanOrEqualTo: sdk.Number(q.IfSequenceLE),
		IfSequenceNumberLessThan:          sdk.Number(q.IfSequenceLT),
		IfSequenceNumberEqualTo:           sdk.Number(q.IfSequenceEQ),
	}
}

func (q Request) position() *appendblob.AppendPositionAccessConditions {
	return &appendblob.AppendPositionAccessConditions{AppendPosition: sdk.Number(q.AppendPos), MaxSize: sdk.Number(q.MaxSize)}
}
