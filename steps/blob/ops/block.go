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
		return b.StageBlock(ctx, req.BlockID, req.body(), &blockblob.StageBlockOptions{LeaseAccessConditions: req.lease()})
	})
	putBlockList = sdk.On("Put Block List", asBlock, tagged, func(ctx context.Context, b *blockblob.Client, req Request) (any, error) {
		return b.CommitBlockList(ctx, req.BlockList, &blockblob.CommitBlockListOptions{
			Metadata: sdk.Pointers(req.Metadata), Tags: req.Tags, HTTPHeaders: req.httpHeaders(), AccessConditions: req.access()})
	})
	getBlockList = sdk.On("Get Block List", asBlock, nil, func(ctx context.Context, b *blockblob.Client, req Request) (any, error) {
		return b.GetBlockList(ctx, blockblob.BlockListTypeAll, &blockblob.GetBlockListOptions{AccessConditions: req.access()})
	})
	putPage = sdk.On("Put Page", asPage, nil, func(ctx context.Context, b *pageblob.Client, req Request) (any, error) {
		return b.UploadPages(ctx, req.body(), req.span(), &pageblob.UploadPagesOptions{
			SequenceNumberAccessConditions: req.sequence(), AccessConditions: req.access()})
	})
	clearPages = sdk.On("Put Page clear", asPage, nil, func(ctx context.Context, b *pageblob.Client, req Request) (any, error) {
		return b.ClearPages(ctx, req.span(), &pageblob.ClearPagesOptions{
			SequenceNumberAccessConditions: req.sequence(), AccessConditions: req.access()})
	})
	getPageRanges = sdk.On("Get Page Ranges", asPage, nil, func(ctx context.Context, b *pageblob.Client, req Request) (any, error) {
		return b.NewGetPageRangesPager(&pageblob.GetPageRangesOptions{
			Range: req.span(), AccessConditions: req.access(), Marker: sdk.Optional(req.Marker)}).NextPage(ctx)
	})
	// It always sends a previous snapshot: without one, it would be Get Page Ranges.
	getPageRangesDiff = sdk.On("Get Page Ranges Diff", asPage, nil, func(ctx context.Context, b *pageblob.Client, req Request) (any, error) {
		return b.NewGetPageRangesDiffPager(&pageblob.GetPageRangesDiffOptions{PrevSnapshot: req.PrevSnapshot,
			Range: req.span(), AccessConditions: req.access(), Marker: sdk.Optional(req.Marker)}).NextPage(ctx)
	})
	sealBlob = sdk.On("Append Blob Seal", asAppend, nil, func(ctx context.Context, b *appendblob.Client, req Request) (any, error) {
		return b.Seal(ctx, &appendblob.SealOptions{AppendPositionAccessConditions: req.position(), AccessConditions: req.access()})
	})
	appendBlock = sdk.On("Append Block", asAppend, nil, func(ctx context.Context, b *appendblob.Client, req Request) (any, error) {
		return b.AppendBlock(ctx, req.body(), &appendblob.AppendBlockOptions{
			AppendPositionAccessConditions: req.position(), AccessConditions: req.access()})
	})
)
