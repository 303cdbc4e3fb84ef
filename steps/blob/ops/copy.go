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

// Operations that read another blob.

func copyBlob(ctx context.Context, c *Client, r Resource, req Request) (scenario.Response, error) {
	// Copy Blob reads a source of the same account with the request's own
	// credential, so that a Shared Key client needs no SAS.
	src := c.url(*req.Source, c.SAS)
	return c.perform(ctx, "Copy Blob", r, req, tagged(req), func(ctx context.Context) error {
		_, err := c.blob(r).any.StartCopyFromURL(ctx, src, &blob.StartCopyFromURLOptions{
			Metadata: sdk.Pointers(req.Metadata), BlobTags: req.Tags,
			SourceModifiedAccessConditions: req.source(), AccessConditions: req.access(),
		})
		return err
	})
}

func abortCopy(ctx context.Context, c *Client, r Resource, req Request) (scenario.Response, error) {
	return c.perform(ctx, "Abort Copy Blob", r, req, nil, func(ctx context.Context) error {
		_, err := c.blob(r).any.AbortCopyFromURL(ctx, *req.CopyID, &blob.AbortCopyFromURLOptions{LeaseAccessConditions: req.lease()})
		return err
	})
}

// fromURL performs an operation whose source must be readable by its URL alone, or by
// a token for it.
func (c *Client) fromURL(ctx context.Context, name string, r Resource, req Request, x *sdk.Exchange, call func(ctx context.Context, src string) error) (scenario.Response, error) {
	src, err := c.readableURL(*req.Source)
	if err != nil {
		return scenario.Response{}, err
	}
	if c.Bearing() {
		x = x.AuthorizeSource()
	}
	return c.perform(ctx, name, r, req, x, func(ctx context.Context) error { return call(ctx, src) })
}

func copyBlobFromURL(ctx context.Context, c *Client, r Resource, req Request) (scenario.Response, error) {
	return c.fromURL(ctx, "Copy Blob From URL", r, req, tagged(req), func(ctx context.Context, src string) error {
		_, err := c.blob(r).any.CopyFromURL(ctx, src, &blob.CopyFromURLOptions{
			Metadata: sdk.Pointers(req.Metadata), BlobTags: req.Tags,
			SourceModifiedAccessConditions: req.source(), BlobAccessConditions: req.access(),
		})
		return err
	})
}

func putBlobFromURL(ctx context.Context, c *Client, r Resource, req Request) (scenario.Response, error) {
	return c.fromURL(ctx, "Put Blob From URL", r, req, tagged(req), func(ctx context.Context, src string) error {
		_, err := c.blob(r).block.UploadBlobFromURL(ctx, src, &blockblob.UploadBlobFromURLOptions{
			Metadata: sdk.Pointers(req.Metadata), Tags: req.Tags, HTTPHeaders: req.httpHeaders(),
			SourceModifiedAccessConditions: req.source(), AccessConditions: req.access(),
		})
		return err
	})
}

func putBlockFromURL(ctx context.Context, c *Client, r Resource, req Request) (scenario.Response, error) {
	return c.fromURL(ctx, "Put Block From URL", r, req, nil, func(ctx context.Context, src string) error {
		_, err := c.blob(r).block.StageBlockFromURL(ctx, req.BlockID, src, &blockblob.StageBlockFromURLOptions{
			SourceModifiedAccessConditions: req.source(), LeaseAccessConditions: req.lease(),
		})
		return err
	})
}

func putPageFromURL(ctx context.Context, c *Client, r Resource, req Request) (scenario.Response, error) {
	return c.fromURL(ctx, "Put Page From URL", r, req, nil, func(ctx context.Context, src string) error {
		_, err := c.blob(r).page.UploadPagesFromURL(ctx, src, 0, req.Offset, req.Count, &pageblob.UploadPagesFromURLOptions{
			SequenceNumberAccessConditions: req.sequence(),
			SourceModifiedAccessConditions: req.source(), AccessConditions: req.access(),
		})
		return err
	})
}

func appendBlockFromURL(ctx context.Context, c *Client, r Resource, req Request) (scenario.Response, error) {
	return c.fromURL(ctx, "Append Block From URL", r, req, nil, func(ctx context.Context, src string) error {
		_, err := c.blob(r).append.AppendBlockFromURL(ctx, src, &appendblob.AppendBlockFromURLOptions{
			AppendPositionAccessConditions: req.position(),
			SourceModifiedAccessConditions: req.source(), AccessConditions: req.access(),
		})
		return err
	})
}
