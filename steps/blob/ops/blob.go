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

	"ifmatch/steps/sdk"
)

// Operations on any kind of blob.
var (
	putBlob = either(func(r Address, _ Request) (performer, error) {
		put, ok := map[string]performer{BlockBlob: putBlockBlob, PageBlob: putPageBlob, AppendBlob: putAppendBlob}[r.Kind]
		if !ok {
			return nil, fmt.Errorf("putting %s: a %q is not a blob", r, r.Kind)
		}
		return put, nil
	})
	putBlockBlob = sdk.On("Put Blob", asBlock, tagged, func(ctx context.Context, b *blockblob.Client, req Request) (any, error) {
		return b.Upload(ctx, req.body(), &blockblob.UploadOptions{
			Metadata: sdk.Pointers(req.Metadata), Tags: req.Tags, HTTPHeaders: req.httpHeaders(), AccessConditions: req.access()})
	})
	putPageBlob = sdk.On("Put Blob", asPage, tagged, func(ctx context.Context, b *pageblob.Client, req Request) (any, error) {
		return b.Create(ctx, *req.Size, &pageblob.CreateOptions{SequenceNumber: req.SequenceNumber,
			Metadata: sdk.Pointers(req.Metadata), Tags: req.Tags, HTTPHeaders: req.httpHeaders(), AccessConditions: req.access()})
	})
	putAppendBlob = sdk.On("Put Blob", asAppend, tagged, func(ctx context.Context, b *appendblob.Client, req Request) (any, error) {
		return b.Create(ctx, &appendblob.CreateOptions{
			Metadata: sdk.Pointers(req.Metadata), Tags: req.Tags, HTTPHeaders: req.httpHeaders(), AccessConditions: req.access()})
	})
	getBlob = sdk.On("Get Blob", asBlob, nil, func(ctx context.Context, b *blob.Client, req Request) (any, error) {
		// A 304 comes back without an error here; the raw answer shows it.
		return b.DownloadStream(ctx, &blob.DownloadStreamOptions{Range: req.span(), AccessConditions: req.access()})
	})
	getBlobProperties = sdk.On("Get Blob Properties", asBlob, nil, showProperties)
	// Get Blob Metadata has no SDK method: it is Get Blob Properties with another verb
	// and one query parameter, sent through the same pipeline.
	getBlobMetadata = sdk.On("Get Blob Metadata", asBlob, func(Request) *sdk.Exchange {
		return &sdk.Exchange{Verb: http.MethodGet, Query: url.Values{"comp": {"metadata"}}}
	}, showProperties)
	setBlobMetadata = sdk.On("Set Blob Metadata", asBlob, nil, func(ctx context.Context, b *blob.Client, req Request) (any, error) {
		return b.SetMetadata(ctx, sdk.Pointers(req.Metadata), &blob.SetMetadataOptions{AccessConditions: req.access()})
	})
	// Set Blob Properties is three methods of the SDK. One request sets one of them.
	setBlobProperties = either(func(_ Address, req Request) (performer, error) {
		switch {
		case req.Size != nil && req.SequenceAction != "":
			return nil, errors.New("setting blob properties: the SDK sends a size or a sequence number, not both")
		case req.Size != nil:
			return resize, nil
		case req.SequenceAction != "":
			return setSequenceNumber, nil
		}
		return setHTTPHeaders, nil
	})
	resize = sdk.On("Set Blob Properties", asPage, nil, func(ctx context.Context, b *pageblob.Client, req Request) (any, error) {
		return b.Resize(ctx, *req.Size, &pageblob.ResizeOptions{AccessConditions: req.access()})
	})
	setSequenceNumber = sdk.On("Set Blob Properties", asPage, func(req Request) *sdk.Exchange {
		x := &sdk.Exchange{}
		if req.SequenceNumber != nil {
			// The SDK does not send the number of an increment.
			x.Set("x-ms-blob-sequence-number", strconv.FormatInt(*req.SequenceNumber, 10))
		}
		return x
	}, func(ctx context.Context, b *pageblob.Client, req Request) (any, error) {
		action := pageblob.SequenceNumberActionType(req.SequenceAction)
		return b.UpdateSequenceNumber(ctx, &pageblob.UpdateSequenceNumberOptions{
			ActionType: &action, SequenceNumber: req.SequenceNumber, AccessConditions: req.access()})
	})
	setHTTPHeaders = sdk.On("Set Blob Properties", asBlob, nil, func(ctx context.Context, b *blob.Client, req Request) (any, error) {
		return b.SetHTTPHeaders(ctx, *req.httpHeaders(), &blob.SetHTTPHeadersOptions{AccessConditions: req.access()})
	})
	snapshotBlob = sdk.On("Snapshot Blob", asBlob, nil, func(ctx context.Context, b *blob.Client, req Request) (any, error) {
		return b.CreateSnapshot(ctx, &blob.CreateSnapshotOptions{Metadata: sdk.Pointers(req.Metadata), AccessConditions: req.access()})
	})
	deleteBlob = sdk.On("Delete Blob", asBlob, nil, func(ctx context.Context, b *blob.Client, req Request) (any, error) {
		o := req.deletion()
		return b.Delete(ctx, &o)
	})
	setBlobTier = sdk.On("Set Blob Tier", asBlob, nil, func(ctx context.Context, b *blob.Client, req Request) (any, error) {
		o := req.tiering()
		return b.SetTier(ctx, blob.AccessTier(req.Tier), &o)
	})
	getBlobTags = sdk.On("Get Blob Tags", asBlob, nil, func(ctx context.Context, b *blob.Client, req Request) (any, error) {
		return b.GetTags(ctx, &blob.GetTagsOptions{BlobAccessConditions: req.tagAccess()})
	})
	setBlobTags = sdk.On("Set Blob Tags", asBlob, nil, func(ctx context.Context, b *blob.Client, req Request) (any, error) {
		return b.SetTags(ctx, req.Tags, &blob.SetTagsOptions{AccessConditions: req.tagAccess()})
	})
)

func showProperties(ctx context.Context, b *blob.Client, req Request) (any, error) {
	return b.GetProperties(ctx, &blob.GetPropertiesOptions{AccessConditions: req.access()})
}

func (q Request) body() io.ReadSeekCloser {
	return streaming.NopCloser(strings.NewReader(string(q.Body)))
}

func (q Request) span() blob.HTTPRange { return blob.HTTPRange{Offset: q.Offset, Count: q.Count} }

func (q Request) httpHeaders() *blob.HTTPHeaders {
	return &blob.HTTPHeaders{BlobContentType: sdk.Optional(q.ContentType)}
}

// tagged sends x-ms-tags in the order of the keys: the SDK iterates over a map, and runs must
// repeat byte for byte.
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
