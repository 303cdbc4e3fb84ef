package ops

import (
	"context"

	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/appendblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blockblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/pageblob"

	"ifmatch/steps/scenario"
	"ifmatch/steps/sdk"
)

// Operations that one kind of blob knows: blocks, pages, appended blocks.

func putBlock(ctx context.Context, c *Client, r Resource, req Request) (scenario.Response, error) {
	return c.perform(ctx, "Put Block", r, req, nil, func(ctx context.Context) error {
		_, err := c.blob(r).block.StageBlock(ctx, req.BlockID, req.body(), &blockblob.StageBlockOptions{LeaseAccessConditions: req.lease()})
		return err
	})
}

func putBlockList(ctx context.Context, c *Client, r Resource, req Request) (scenario.Response, error) {
	return c.perform(ctx, "Put Block List", r, req, tagged(req), func(ctx context.Context) error {
		_, err := c.blob(r).block.CommitBlockList(ctx, req.BlockList, &blockblob.CommitBlockListOptions{
			Metadata: sdk.Pointers(req.Metadata), Tags: req.Tags,
			HTTPHeaders: req.httpHeaders(), AccessConditions: req.access(),
		})
		return err
	})
}

func getBlockList(ctx context.Context, c *Client, r Resource, req Request) (scenario.Response, error) {
	return c.perform(ctx, "Get Block List", r, req, nil, func(ctx context.Context) error {
		_, err := c.blob(r).block.GetBlockList(ctx, blockblob.BlockListTypeAll, &blockblob.GetBlockListOptions{AccessConditions: req.access()})
		return err
	})
}

func putPage(ctx context.Context, c *Client, r Resource, req Request) (scenario.Response, error) {
	return c.perform(ctx, "Put Page", r, req, nil, func(ctx context.Context) error {
		_, err := c.blob(r).page.UploadPages(ctx, req.body(), blob.HTTPRange{Offset: req.Offset, Count: req.Count}, &pageblob.UploadPagesOptions{
			SequenceNumberAccessConditions: req.sequence(), AccessConditions: req.access(),
		})
		return err
	})
}

func clearPages(ctx context.Context, c *Client, r Resource, req Request) (scenario.Response, error) {
	return c.perform(ctx, "Put Page clear", r, req, nil, func(ctx context.Context) error {
		_, err := c.blob(r).page.ClearPages(ctx, blob.HTTPRange{Offset: req.Offset, Count: req.Count}, &pageblob.ClearPagesOptions{
			SequenceNumberAccessConditions: req.sequence(), AccessConditions: req.access(),
		})
		return err
	})
}

func getPageRanges(ctx context.Context, c *Client, r Resource, req Request) (scenario.Response, error) {
	return c.perform(ctx, "Get Page Ranges", r, req, nil, func(ctx context.Context) error {
		_, err := c.blob(r).page.NewGetPageRangesPager(&pageblob.GetPageRangesOptions{
			Range: blob.HTTPRange{Offset: req.Offset, Count: req.Count}, AccessConditions: req.access(),
			Marker: sdk.Optional(req.Marker),
		}).NextPage(ctx)
		return err
	})
}

// getPageRangesDiff sends a previous snapshot in any case: without one, this would
// be Get Page Ranges.
func getPageRangesDiff(ctx context.Context, c *Client, r Resource, req Request) (scenario.Response, error) {
	return c.perform(ctx, "Get Page Ranges Diff", r, req, nil, func(ctx context.Context) error {
		_, err := c.blob(r).page.NewGetPageRangesDiffPager(&pageblob.GetPageRangesDiffOptions{
			Range: blob.HTTPRange{Offset: req.Offset, Count: req.Count}, AccessConditions: req.access(),
			PrevSnapshot: req.PrevSnapshot, Marker: sdk.Optional(req.Marker),
		}).NextPage(ctx)
		return err
	})
}

func sealBlob(ctx context.Context, c *Client, r Resource, req Request) (scenario.Response, error) {
	return c.perform(ctx, "Append Blob Seal", r, req, nil, func(ctx context.Context) error {
		_, err := c.blob(r).append.Seal(ctx, &appendblob.SealOptions{
			AppendPositionAccessConditions: req.position(), AccessConditions: req.access(),
		})
		return err
	})
}

func appendBlock(ctx context.Context, c *Client, r Resource, req Request) (scenario.Response, error) {
	return c.perform(ctx, "Append Block", r, req, nil, func(ctx context.Context) error {
		_, err := c.blob(r).append.AppendBlock(ctx, req.body(), &appendblob.AppendBlockOptions{
			AppendPositionAccessConditions: req.position(), AccessConditions: req.access(),
		})
		return err
	})
}
