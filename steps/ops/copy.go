package ops

import (
	"context"
	"fmt"
	"net/url"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/appendblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blockblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/pageblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/sas"

	"ifmatch/internal/target"
)

// Operations that read another blob.

func copyBlob(ctx context.Context, c *Client, r Resource, req Request) (Response, error) {
	// Copy Blob reads a source of the same account with the request's own
	// credential, so that a Shared Key client needs no SAS.
	src := c.url(*req.Source, c.sas)
	return c.perform(ctx, "Copy Blob", r, req, tagged(req), func(ctx context.Context) error {
		_, err := c.blob(r).any.StartCopyFromURL(ctx, src, &blob.StartCopyFromURLOptions{
			Metadata: pointers(req.Metadata), BlobTags: req.Tags,
			SourceModifiedAccessConditions: req.source(), AccessConditions: req.access(),
		})
		return err
	})
}

func abortCopy(ctx context.Context, c *Client, r Resource, req Request) (Response, error) {
	return c.perform(ctx, "Abort Copy Blob", r, req, &exchange{}, func(ctx context.Context) error {
		_, err := c.blob(r).any.AbortCopyFromURL(ctx, *req.CopyID, &blob.AbortCopyFromURLOptions{LeaseAccessConditions: req.lease()})
		return err
	})
}

// fromURL performs an operation whose source must be readable by its URL alone.
func (c *Client) fromURL(ctx context.Context, name string, r Resource, req Request, x *exchange, call func(ctx context.Context, src string) error) (Response, error) {
	src, err := c.readableURL(*req.Source)
	if err != nil {
		return Response{}, err
	}
	return c.perform(ctx, name, r, req, x, func(ctx context.Context) error { return call(ctx, src) })
}

func copyBlobFromURL(ctx context.Context, c *Client, r Resource, req Request) (Response, error) {
	return c.fromURL(ctx, "Copy Blob From URL", r, req, tagged(req), func(ctx context.Context, src string) error {
		_, err := c.blob(r).any.CopyFromURL(ctx, src, &blob.CopyFromURLOptions{
			Metadata: pointers(req.Metadata), BlobTags: req.Tags,
			SourceModifiedAccessConditions: req.source(), BlobAccessConditions: req.access(),
		})
		return err
	})
}

func putBlobFromURL(ctx context.Context, c *Client, r Resource, req Request) (Response, error) {
	return c.fromURL(ctx, "Put Blob From URL", r, req, tagged(req), func(ctx context.Context, src string) error {
		_, err := c.blob(r).block.UploadBlobFromURL(ctx, src, &blockblob.UploadBlobFromURLOptions{
			Metadata: pointers(req.Metadata), Tags: req.Tags, HTTPHeaders: req.httpHeaders(),
			SourceModifiedAccessConditions: req.source(), AccessConditions: req.access(),
		})
		return err
	})
}

func putBlockFromURL(ctx context.Context, c *Client, r Resource, req Request) (Response, error) {
	return c.fromURL(ctx, "Put Block From URL", r, req, &exchange{}, func(ctx context.Context, src string) error {
		_, err := c.blob(r).block.StageBlockFromURL(ctx, req.BlockID, src, &blockblob.StageBlockFromURLOptions{
			SourceModifiedAccessConditions: req.source(), LeaseAccessConditions: req.lease(),
		})
		return err
	})
}

func putPageFromURL(ctx context.Context, c *Client, r Resource, req Request) (Response, error) {
	return c.fromURL(ctx, "Put Page From URL", r, req, &exchange{}, func(ctx context.Context, src string) error {
		_, err := c.blob(r).page.UploadPagesFromURL(ctx, src, 0, req.Offset, req.Count, &pageblob.UploadPagesFromURLOptions{
			SequenceNumberAccessConditions: req.sequence(),
			SourceModifiedAccessConditions: req.source(), AccessConditions: req.access(),
		})
		return err
	})
}

func appendBlockFromURL(ctx context.Context, c *Client, r Resource, req Request) (Response, error) {
	return c.fromURL(ctx, "Append Block From URL", r, req, &exchange{}, func(ctx context.Context, src string) error {
		_, err := c.blob(r).append.AppendBlockFromURL(ctx, src, &appendblob.AppendBlockFromURLOptions{
			AppendPositionAccessConditions: req.position(),
			SourceModifiedAccessConditions: req.source(), AccessConditions: req.access(),
		})
		return err
	})
}

// url is the address of a blob or snapshot with a SAS, if there is one.
func (c *Client) url(r Resource, sas string) string {
	u := c.endpoint + "/" + r.Container + "/" + url.PathEscape(r.Blob)
	sep := "?"
	if r.Snapshot != "" {
		u += sep + "snapshot=" + url.QueryEscape(r.Snapshot)
		sep = "&"
	}
	if sas != "" {
		u += sep + sas
	}
	return u
}

// oldestSAS is the first version whose string-to-sign is the one that the SDK
// writes, whatever version it is told.
const oldestSAS = "2020-12-06"

// readableURL is a URL that whoever holds it may read for an hour of the
// target's time.
func (c *Client) readableURL(r Resource) (string, error) {
	if c.key == nil {
		return c.url(r, c.sas), nil
	}
	v := sas.BlobSignatureValues{
		Version:     c.session.Versions[target.Blob],
		Permissions: (&sas.BlobPermissions{Read: true}).String(),
		ExpiryTime:  c.session.Clock.Now().UTC().Add(time.Hour),
		// A SAS without start time is valid at once, whatever the clocks' skew.
		ContainerName: r.Container, BlobName: r.Blob,
	}
	if v.Version != "" && v.Version < oldestSAS {
		v.Version = oldestSAS
	}
	if r.Snapshot != "" {
		t, err := time.Parse(blob.SnapshotTimeFormat, r.Snapshot)
		if err != nil {
			return "", fmt.Errorf("signing the copy source %s: the snapshot is no time: %w", r, err)
		}
		v.SnapshotTime = t
	}
	token, err := v.SignWithSharedKey(c.key)
	if err != nil {
		return "", fmt.Errorf("signing the copy source %s: %s", r, c.scrub(err.Error()))
	}
	return c.url(r, token.Encode()), nil
}
