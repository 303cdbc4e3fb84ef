package ops

import (
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"slices"
	"time"

	"ifmatch/steps/scenario"
)

// What an operation sends where the request leaves it open. The values are
// fixed, so that runs repeat; each differs from what set-up is likely to have
// written.

// BlockID encodes a block's name as the service wants it: all uncommitted ids of a blob
// must have the same length, so short names are filled up.
func BlockID(name string) string {
	return base64.StdEncoding.EncodeToString(fmt.Appendf(nil, "%-12s", name))
}

const pageSize = 512

func ptr[T any](v T) *T { return &v }

func withBlob(r Resource, req Request) Request {
	switch r.Kind {
	case AppendBlob:
		req.Body = nil
	case PageBlob:
		req.Body = nil
		if req.Size == nil {
			req.Size = ptr(int64(2 * pageSize))
		}
	case BlockBlob:
		if req.Body == nil {
			req.Body = []byte("replacement content")
		}
	}
	return req
}

func withMetadata(_ Resource, req Request) Request {
	if req.Metadata == nil {
		req.Metadata = map[string]string{"changed": "yes"}
	}
	return req
}

func withPolicies(_ Resource, req Request) Request {
	if req.Policies == nil {
		req.Policies = []scenario.Policy{{ID: "readers", Permission: "r", Expiry: time.Date(2100, 1, 1, 0, 0, 0, 0, time.UTC)}}
	}
	return req
}

func withProperties(_ Resource, req Request) Request {
	if req.ContentType == "" && req.Size == nil && req.SequenceAction == "" {
		req.ContentType = "text/changed"
	}
	return req
}

// withDuration takes the longest finite lease, which no case outlives by chance.
func withDuration(_ Resource, req Request) Request {
	if req.Duration == nil {
		req.Duration = ptr("60")
	}
	return req
}

func withBlock(_ Resource, req Request) Request {
	if req.BlockID == "" {
		req.BlockID = BlockID("block-staged")
	}
	if req.Body == nil {
		req.Body = []byte("staged content")
	}
	return req
}

var defaultBlockList = []string{BlockID("block-listed")}

func withBlockList(_ Resource, req Request) Request {
	if req.BlockList == nil {
		req.BlockList = slices.Clone(defaultBlockList)
	}
	if req.Body == nil && slices.Equal(req.BlockList, defaultBlockList) {
		req.Body = []byte("committed content")
	}
	return req
}

func withPages(_ Resource, req Request) Request {
	if req.Body == nil {
		req.Body = bytes.Repeat([]byte("p"), pageSize)
	}
	if req.Count == 0 {
		req.Count = int64(len(req.Body))
	}
	return req
}

func withPageRange(_ Resource, req Request) Request {
	if req.Count == 0 {
		req.Count = pageSize
	}
	return req
}

func withAppended(_ Resource, req Request) Request {
	if req.Body == nil {
		req.Body = []byte("appended content")
	}
	return req
}

// withPrevSnapshot names a snapshot that no blob has.
func withPrevSnapshot(_ Resource, req Request) Request {
	if req.PrevSnapshot == nil {
		req.PrevSnapshot = ptr("2015-07-08T00:00:00.0000000Z")
	}
	return req
}

func withWhere(_ Resource, req Request) Request {
	if req.Where == "" {
		req.Where = `"colour" = 'blue'`
	}
	return req
}

func withTier(_ Resource, req Request) Request {
	if req.Tier == "" {
		req.Tier = "Cool"
	}
	return req
}

func withTags(_ Resource, req Request) Request {
	if req.Tags == nil {
		req.Tags = map[string]string{"colour": "blue"}
	}
	return req
}

func withCopyID(_ Resource, req Request) Request {
	if req.CopyID == nil {
		req.CopyID = ptr("11111111-2222-3333-4444-555555555555")
	}
	return req
}

// withSource copies from a sibling that Prepare makes, of a kind that the
// operation can read.
func withSource(r Resource, req Request) Request {
	own := sibling(r)
	if req.Source == nil {
		req.Source = &own
	}
	if req.SourceState == nil && *req.Source == own {
		req.SourceState = ptr(sourceState(own))
	}
	return req
}

func withSourceBlock(r Resource, req Request) Request {
	if req.BlockID == "" {
		req.BlockID = BlockID("block-copied")
	}
	return withSource(r, req)
}

func withSourcePages(r Resource, req Request) Request {
	return withSource(r, withPageRange(r, req))
}

// sourceState is what prepareSource writes.
func sourceState(src Resource) State {
	s := State{
		Snapshot: scenario.Snapshot{Resource: src, Exists: true}, Content: []byte("source content"),
		Metadata:   map[string]string{"origin": "source"},
		Properties: map[string]string{propType: "text/source"},
	}
	if src.Kind == PageBlob {
		s.Content = bytes.Repeat([]byte("s"), pageSize)
		s.Pages = []Range{{0, pageSize - 1}}
		s.Properties[propSequence] = "0"
	}
	return s
}

// prepareSource notes what the copy's source holds. It creates the source that
// withSource chose; one that the case named is the case's to make, or to miss.
func prepareSource(ctx context.Context, c *Client, r Resource, req *Request) error {
	src := *req.Source
	s, err := Read(ctx, c, src, false)
	if err != nil {
		return fmt.Errorf("preparing the copy source: reading the state of %s: %w", src, err)
	}
	if own := sibling(r); !s.Exists && src == own {
		s = ptr(sourceState(own))
		err = Make(ctx, c, own, Request{Base: scenario.Base{Body: s.Content, Metadata: s.Metadata}, ContentType: s.Properties[propType]})
	}
	if s.Exists {
		req.SourceState = s
	}
	return err
}

// sibling is the copy source of a request that names none.
func sibling(r Resource) Resource {
	return Resource{Kind: r.Kind, Container: r.Container, Blob: r.Blob + "-source"}
}

// stageBlocks puts the blocks that a block list names, the content being the
// request's body cut into as many pieces. A case that names blocks without a
// body has staged them itself.
func stageBlocks(ctx context.Context, c *Client, r Resource, req *Request) error {
	if req.Body == nil {
		return nil
	}
	for i, piece := range pieces(req.Body, len(req.BlockList)) {
		resp, err := putBlock(ctx, c, r, Request{Base: scenario.Base{Body: piece}, BlockID: req.BlockList[i]})
		if err := expect("preparing a block list", resp, err, 201); err != nil {
			return err
		}
	}
	return nil
}

// pieces cuts b into n parts of nearly the same length.
func pieces(b []byte, n int) [][]byte {
	out := make([][]byte, n)
	for i := range out {
		out[i] = b[len(b)*i/n : len(b)*(i+1)/n]
	}
	return out
}

// Make brings a resource into being for a set-up: a container, a block blob
// with the request's body, a page blob whose first pages hold it, an append blob
// with one block of it. A nil body leaves page and append blobs empty.
func Make(ctx context.Context, c *Client, r Resource, req Request) error {
	doing := "creating " + r.String()
	if r.Kind == Container {
		resp, err := createContainer(ctx, c, r, req)
		return expect(doing, resp, err, 201)
	}
	content := req.Body
	if r.Kind == PageBlob && req.Size == nil && content != nil {
		req.Size = ptr(int64((len(content) + pageSize - 1) / pageSize * pageSize))
	}
	resp, err := putBlob(ctx, c, r, withBlob(r, req))
	if err := expect(doing, resp, err, 201); err != nil || len(content) == 0 {
		return err
	}
	switch r.Kind {
	case PageBlob:
		padded := make([]byte, (len(content)+pageSize-1)/pageSize*pageSize)
		copy(padded, content)
		resp, err = putPage(ctx, c, r, withPages(r, Request{Base: scenario.Base{Body: padded}}))
		return expect(doing, resp, err, 201)
	case AppendBlob:
		resp, err = appendBlock(ctx, c, r, Request{Base: scenario.Base{Body: content}})
		return expect(doing, resp, err, 201)
	}
	return nil
}

// expect turns an answer that set-up cannot go on with into an error.
func expect(doing string, resp scenario.Response, err error, status int) error {
	if err != nil {
		return fmt.Errorf("%s: %w", doing, err)
	}
	if resp.Status != status {
		return fmt.Errorf("%s: want %d, the service answered %d %s", doing, status, resp.Status, resp.Code)
	}
	return nil
}
