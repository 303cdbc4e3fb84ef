package ops

import (
	"context"

	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/appendblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blockblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/pageblob"

	"ifmatch/steps/sdk"
)

var (
	// Copy Blob reads a source in the same account with the request's own credential, so a
	// Shared Key client needs no SAS.
	copyBlob = sdk.From("Copy Blob", asBlob, tagged, false, func(c *Client, req Request) (string, error) { return addressOf(c, *req.Source, c.SAS), nil },
		func(ctx context.Context, b *blob.Client, source string, req Request) (any, error) {
			return b.StartCopyFromURL(ctx, source, &blob.StartCopyFromURLOptions{Metadata: sdk.Pointers(req.Metadata), BlobTags: req.Tags,
				SourceModifiedAccessConditions: req.source(), AccessConditions: req.access()})
		})
	abortCopy = sdk.On("Abort Copy Blob", asBlob, nil, func(ctx context.Context, b *blob.Client, req Request) (any, error) {
		return b.AbortCopyFromURL(ctx, *req.CopyID, &blob.AbortCopyFromURLOptions{LeaseAccessConditions: req.lease()})
	})
	copyBlobFromURL = sdk.From("Copy Blob From URL", asBlob, tagged, true, readableURL,
		func(ctx context.Context, b *blob.Client, source string, req Request) (any, error) {
			return b.CopyFromURL(ctx, source, &blob.CopyFromURLOptions{Metadata: sdk.Pointers(req.Metadata), BlobTags: req.Tags,
				SourceModifiedAccessConditions: req.source(), BlobAccessConditions: req.access()})
		})
	putBlobFromURL = sdk.From("Put Blob From URL", asBlock, tagged, true, readableURL,
		func(ctx context.Context, b *blockblob.Client, source string, req Request) (any, error) {
			return b.UploadBlobFromURL(ctx, source, &blockblob.UploadBlobFromURLOptions{Metadata: sdk.Pointers(req.Metadata), Tags: req.Tags,
				HTTPHeaders: req.httpHeaders(), SourceModifiedAccessConditions: req.source(), AccessConditions: req.access()})
		})
	putBlockFromURL = sdk.From("Put Block From URL", asBlock, nil, true, readableURL,
		func(ctx context.Context, b *blockblob.Client, source string, req Request) (any, error) {
			return b.StageBlockFromURL(ctx, req.BlockID, source, &blockblob.StageBlockFromURLOptions{
				SourceModifiedAccessConditions: req.source(), LeaseAccessConditions: req.lease()})
		})
	putPageFromURL = sdk.From("Put Page From URL", asPage, nil, true, readableURL,
		func(ctx context.Context, b *pageblob.Client, source string, req Request) (any, error) {
			return b.UploadPagesFromURL(ctx, source, 0, req.Offset, req.Count, &pageblob.UploadPagesFromURLOptions{
				SequenceNumberAccessConditions: req.sequence(), SourceModifiedAccessConditions: req.source(), AccessConditions: req.access()})
		})
	appendBlockFromURL = sdk.From("Append Block From URL", asAppend, nil, true, readableURL,
		func(ctx context.Context, b *appendblob.Client, source string, req Request) (any, error) {
			return b.AppendBlockFromURL(ctx, source, &appendblob.AppendBlockFromURLOptions{
				AppendPositionAccessConditions: req.position(), SourceModifiedAccessConditions: req.source(), AccessConditions: req.access()})
		})
)
