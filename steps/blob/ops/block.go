package ops

import (
	"context"

	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/appendblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blockblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/pageblob"

	"ifmatch/steps/sdk"
)

// Operations on one kind of blob: blocks, pages, appended blocks.
var (
	putBlock = sdk.On("Put Block", asBlock, nil, func(ctx context.Context, b *blockblob.Client, req Request) (any, error) {
		return b.StageBlock(ctx, req.BlockID, req.body(), sdk.Options[blockblob.StageBlockOptions](req))
	})
	putBlockList = sdk.On("Put Block List", asBlock, tagged, sdk.MethodOf(func(q Request) []string { return q.BlockList }, (*blockblob.Client).CommitBlockList))
	getBlockList = sdk.On("Get Block List", asBlock, nil, sdk.MethodOf(func(Request) blockblob.BlockListType { return blockblob.BlockListTypeAll }, (*blockblob.Client).GetBlockList))
	putPage      = sdk.On("Put Page", asPage, nil, func(ctx context.Context, b *pageblob.Client, req Request) (any, error) {
		return b.UploadPages(ctx, req.body(), req.span(), sdk.Options[pageblob.UploadPagesOptions](req))
	})
	clearPages    = sdk.On("Put Page clear", asPage, nil, sdk.MethodOf(Request.span, (*pageblob.Client).ClearPages))
	getPageRanges = sdk.On("Get Page Ranges", asPage, nil, sdk.Pager[Request]((*pageblob.Client).NewGetPageRangesPager))
	// It always sends a previous snapshot: without one, it would be Get Page Ranges.
	getPageRangesDiff = sdk.On("Get Page Ranges Diff", asPage, nil, sdk.Pager[Request]((*pageblob.Client).NewGetPageRangesDiffPager))
	sealBlob          = sdk.Bare[Request]("Append Blob Seal", asAppend, nil, (*appendblob.Client).Seal)
	appendBlock       = sdk.On("Append Block", asAppend, nil, sdk.MethodOf(Request.body, (*appendblob.Client).AppendBlock))
)
