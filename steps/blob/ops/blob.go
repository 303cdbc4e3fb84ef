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
	putBlockBlob      = sdk.On("Put Blob", asBlock, tagged, sdk.MethodOf(Request.body, (*blockblob.Client).Upload))
	putPageBlob       = sdk.On("Put Blob", asPage, tagged, sdk.MethodOf(size, (*pageblob.Client).Create))
	putAppendBlob     = sdk.Bare("Put Blob", asAppend, tagged, (*appendblob.Client).Create)
	getBlob           = sdk.Bare[Request]("Get Blob", asBlob, nil, (*blob.Client).DownloadStream) // a 304 without an error: the raw answer shows it
	getBlobProperties = sdk.Bare[Request]("Get Blob Properties", asBlob, nil, (*blob.Client).GetProperties)
	// Get Blob Metadata has no SDK method: it is Get Blob Properties with another verb
	// and one query parameter, sent through the same pipeline.
	getBlobMetadata = sdk.Bare("Get Blob Metadata", asBlob, func(Request) *sdk.Exchange {
		return &sdk.Exchange{Verb: http.MethodGet, Query: url.Values{"comp": {"metadata"}}}
	}, (*blob.Client).GetProperties)
	setBlobMetadata = sdk.On("Set Blob Metadata", asBlob, nil, sdk.MethodOf(func(q Request) map[string]*string { return sdk.Pointers(q.Metadata) }, (*blob.Client).SetMetadata))
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
	resize            = sdk.On("Set Blob Properties", asPage, nil, sdk.MethodOf(size, (*pageblob.Client).Resize))
	setSequenceNumber = sdk.Bare("Set Blob Properties", asPage, func(req Request) *sdk.Exchange {
		x := &sdk.Exchange{}
		if req.SequenceNumber != nil {
			// The SDK does not send the number of an increment.
			x.Set("x-ms-blob-sequence-number", strconv.FormatInt(*req.SequenceNumber, 10))
		}
		return x
	}, (*pageblob.Client).UpdateSequenceNumber)
	setHTTPHeaders = sdk.On("Set Blob Properties", asBlob, nil, sdk.MethodOf(Request.httpHeaders, (*blob.Client).SetHTTPHeaders))
	snapshotBlob   = sdk.Bare[Request]("Snapshot Blob", asBlob, nil, (*blob.Client).CreateSnapshot)
	deleteBlob     = sdk.Bare[Request]("Delete Blob", asBlob, nil, (*blob.Client).Delete)
	undeleteBlob   = sdk.Bare[Request]("Undelete Blob", asBlob, nil, (*blob.Client).Undelete)
	setBlobTier    = sdk.On("Set Blob Tier", asBlob, nil, sdk.MethodOf(tier, (*blob.Client).SetTier))
	getBlobTags    = sdk.On("Get Blob Tags", asBlob, nil, func(ctx context.Context, b *blob.Client, req Request) (any, error) {
		return b.GetTags(ctx, sdk.Options[blob.GetTagsOptions](req.unconditional()))
	})
	setBlobTags = sdk.On("Set Blob Tags", asBlob, nil, func(ctx context.Context, b *blob.Client, req Request) (any, error) {
		return b.SetTags(ctx, req.Tags, sdk.Options[blob.SetTagsOptions](req.unconditional()))
	})
)

func tier(q Request) blob.AccessTier { return blob.AccessTier(q.Tier) }

func size(q Request) int64 { return *q.Size }

// unconditional is the request without conditions on the blob. The SDK's methods for tags would turn an If-Match into
// x-ms-blob-if-match, which is a different header.
func (q Request) unconditional() Request {
	q.IfMatch, q.IfNoneMatch, q.IfModifiedSince, q.IfUnmodifiedSince = nil, nil, nil, nil
	return q
}

func (q Request) body() io.ReadSeekCloser {
	return streaming.NopCloser(strings.NewReader(string(q.Body)))
}

func (q Request) span() blob.HTTPRange { return blob.HTTPRange{Offset: q.Offset, Count: q.Count} }

func (q Request) httpHeaders() blob.HTTPHeaders {
	return blob.HTTPHeaders{BlobContentType: sdk.Optional(q.ContentType)}
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
