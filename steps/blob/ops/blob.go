package ops

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore/streaming"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/appendblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blockblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/pageblob"

	"ifmatch/steps/scenario"
	"ifmatch/steps/sdk"
)

// Operations that any kind of blob knows.

func putBlob(ctx context.Context, c *Client, r Resource, req Request) (scenario.Response, error) {
	x := tagged(req)
	var call func(context.Context) error
	switch r.Kind {
	case BlockBlob:
		call = func(ctx context.Context) error {
			_, err := c.blob(r).block.Upload(ctx, req.body(), &blockblob.UploadOptions{
				Metadata: sdk.Pointers(req.Metadata), Tags: req.Tags,
				HTTPHeaders: req.httpHeaders(), AccessConditions: req.access(),
			})
			return err
		}
	case PageBlob:
		call = func(ctx context.Context) error {
			_, err := c.blob(r).page.Create(ctx, *req.Size, &pageblob.CreateOptions{
				Metadata: sdk.Pointers(req.Metadata), Tags: req.Tags, SequenceNumber: req.SequenceNumber,
				HTTPHeaders: req.httpHeaders(), AccessConditions: req.access(),
			})
			return err
		}
	case AppendBlob:
		call = func(ctx context.Context) error {
			_, err := c.blob(r).append.Create(ctx, &appendblob.CreateOptions{
				Metadata: sdk.Pointers(req.Metadata), Tags: req.Tags,
				HTTPHeaders: req.httpHeaders(), AccessConditions: req.access(),
			})
			return err
		}
	default:
		return scenario.Response{}, fmt.Errorf("putting %s: a %q is no blob", r, r.Kind)
	}
	return c.perform(ctx, "Put Blob", r, req, x, call)
}

func getBlob(ctx context.Context, c *Client, r Resource, req Request) (scenario.Response, error) {
	return c.perform(ctx, "Get Blob", r, req, nil, func(ctx context.Context) error {
		// A 304 comes back without error here; the raw answer tells.
		_, err := c.blob(r).any.DownloadStream(ctx, &blob.DownloadStreamOptions{
			Range: blob.HTTPRange{Offset: req.Offset, Count: req.Count}, AccessConditions: req.access(),
		})
		return err
	})
}

func getBlobProperties(ctx context.Context, c *Client, r Resource, req Request) (scenario.Response, error) {
	return c.perform(ctx, "Get Blob Properties", r, req, nil, func(ctx context.Context) error {
		_, err := c.blob(r).any.GetProperties(ctx, &blob.GetPropertiesOptions{AccessConditions: req.access()})
		return err
	})
}

// getBlobMetadata has no SDK method: it is Get Blob Properties with another
// verb and one query parameter, sent through the same pipeline.
func getBlobMetadata(ctx context.Context, c *Client, r Resource, req Request) (scenario.Response, error) {
	x := &sdk.Exchange{Verb: http.MethodGet, Query: url.Values{"comp": {"metadata"}}}
	return c.perform(ctx, "Get Blob Metadata", r, req, x, func(ctx context.Context) error {
		_, err := c.blob(r).any.GetProperties(ctx, &blob.GetPropertiesOptions{AccessConditions: req.access()})
		return err
	})
}

func setBlobMetadata(ctx context.Context, c *Client, r Resource, req Request) (scenario.Response, error) {
	return c.perform(ctx, "Set Blob Metadata", r, req, nil, func(ctx context.Context) error {
		_, err := c.blob(r).any.SetMetadata(ctx, sdk.Pointers(req.Metadata), &blob.SetMetadataOptions{AccessConditions: req.access()})
		return err
	})
}

// setBlobProperties is three methods of the SDK: content headers, the size of a
// page blob, its sequence number. One request sets one of them.
func setBlobProperties(ctx context.Context, c *Client, r Resource, req Request) (scenario.Response, error) {
	var call func(context.Context) error
	x := &sdk.Exchange{}
	switch {
	case req.Size != nil && req.SequenceAction != "":
		return scenario.Response{}, errors.New("setting blob properties: the SDK sends a size or a sequence number, not both")
	case req.Size != nil:
		call = func(ctx context.Context) error {
			_, err := c.blob(r).page.Resize(ctx, *req.Size, &pageblob.ResizeOptions{AccessConditions: req.access()})
			return err
		}
	case req.SequenceAction != "":
		action := pageblob.SequenceNumberActionType(req.SequenceAction)
		if req.SequenceNumber != nil {
			// The SDK keeps the number of an increment to itself.
			x.Set("x-ms-blob-sequence-number", strconv.FormatInt(*req.SequenceNumber, 10))
		}
		call = func(ctx context.Context) error {
			_, err := c.blob(r).page.UpdateSequenceNumber(ctx, &pageblob.UpdateSequenceNumberOptions{
				ActionType: &action, SequenceNumber: req.SequenceNumber, AccessConditions: req.access(),
			})
			return err
		}
	default:
		call = func(ctx context.Context) error {
			_, err := c.blob(r).any.SetHTTPHeaders(ctx, *req.httpHeaders(), &blob.SetHTTPHeadersOptions{AccessConditions: req.access()})
			return err
		}
	}
	return c.perform(ctx, "Set Blob Properties", r, req, x, call)
}

func snapshotBlob(ctx context.Context, c *Client, r Resource, req Request) (scenario.Response, error) {
	return c.perform(ctx, "Snapshot Blob", r, req, nil, func(ctx context.Context) error {
		_, err := c.blob(r).any.CreateSnapshot(ctx, &blob.CreateSnapshotOptions{
			Metadata: sdk.Pointers(req.Metadata), AccessConditions: req.access(),
		})
		return err
	})
}

func deleteBlob(ctx context.Context, c *Client, r Resource, req Request) (scenario.Response, error) {
	o := req.deletion()
	return c.perform(ctx, "Delete Blob", r, req, nil, func(ctx context.Context) error {
		_, err := c.blob(r).any.Delete(ctx, &o)
		return err
	})
}

func setBlobTier(ctx context.Context, c *Client, r Resource, req Request) (scenario.Response, error) {
	return c.perform(ctx, "Set Blob Tier", r, req, nil, func(ctx context.Context) error {
		o := req.tiering()
		_, err := c.blob(r).any.SetTier(ctx, blob.AccessTier(req.Tier), &o)
		return err
	})
}

func getBlobTags(ctx context.Context, c *Client, r Resource, req Request) (scenario.Response, error) {
	return c.perform(ctx, "Get Blob Tags", r, req, nil, func(ctx context.Context) error {
		_, err := c.blob(r).any.GetTags(ctx, &blob.GetTagsOptions{BlobAccessConditions: req.tagAccess()})
		return err
	})
}

func setBlobTags(ctx context.Context, c *Client, r Resource, req Request) (scenario.Response, error) {
	return c.perform(ctx, "Set Blob Tags", r, req, nil, func(ctx context.Context) error {
		_, err := c.blob(r).any.SetTags(ctx, req.Tags, &blob.SetTagsOptions{AccessConditions: req.tagAccess()})
		return err
	})
}

func (q Request) body() io.ReadSeekCloser {
	return streaming.NopCloser(strings.NewReader(string(q.Body)))
}

func (q Request) httpHeaders() *blob.HTTPHeaders {
	return &blob.HTTPHeaders{BlobContentType: sdk.Optional(q.ContentType)}
}

// tagged sends x-ms-tags in the order of the keys: the SDK's order is that of a
// map, and runs are to repeat byte for byte.
func tagged(req Request) *sdk.Exchange {
	x := &sdk.Exchange{}
	if len(req.Tags) > 0 {
		var pairs []string
		for k, v := range req.Tags {
			pairs = append(pairs, url.QueryEscape(k)+"="+url.QueryEscape(v))
		}
		slices.Sort(pairs)
		x.Set("x-ms-tags", strings.Join(pairs, "&"))
	}
	return x
}
