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
		sdk.Copying[Request]((*blob.Client).StartCopyFromURL))
	abortCopy       = sdk.On("Abort Copy Blob", asBlob, nil, sdk.MethodOf(func(q Request) string { return *q.CopyID }, (*blob.Client).AbortCopyFromURL))
	copyBlobFromURL = sdk.From("Copy Blob From URL", asBlob, tagged, true, readableURL, sdk.Copying[Request]((*blob.Client).CopyFromURL))
	putBlobFromURL  = sdk.From("Put Blob From URL", asBlock, tagged, true, readableURL, sdk.Copying[Request]((*blockblob.Client).UploadBlobFromURL))
	putBlockFromURL = sdk.From("Put Block From URL", asBlock, nil, true, readableURL,
		func(ctx context.Context, b *blockblob.Client, source string, req Request) (any, error) {
			return b.StageBlockFromURL(ctx, req.BlockID, source, sdk.Options[blockblob.StageBlockFromURLOptions](req))
		})
	putPageFromURL = sdk.From("Put Page From URL", asPage, nil, true, readableURL,
		func(ctx context.Context, b *pageblob.Client, source string, req Request) (any, error) {
			return b.UploadPagesFromURL(ctx, source, 0, req.Offset, req.Count, sdk.Options[pageblob.UploadPagesFromURLOptions](req))
		})
	appendBlockFromURL = sdk.From("Append Block From URL", asAppend, nil, true, readableURL, sdk.Copying[Request]((*appendblob.Client).AppendBlockFromURL))
)
