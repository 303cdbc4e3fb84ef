package ops

import (
	"bytes"
	"cmp"
	"context"
	"encoding/base64"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"ifmatch/steps/scenario"
)

// What an operation sends where the request leaves it open. The values are fixed, so that
// runs repeat; each differs from what the set-up is likely to have written.

// BlockID encodes a block's name as the service requires: all uncommitted ids of a blob must
// have the same length, so short names are padded.
func BlockID(name string) string {
	return base64.StdEncoding.EncodeToString(fmt.Appendf(nil, "%-12s", name))
}

const pageSize = 512

func withBlob(r Address, req *Request) {
	if r.Kind != BlockBlob {
		req.Body = nil
	}
	switch r.Kind {
	case PageBlob:
		req.Size = cmp.Or(req.Size, new(int64(2*pageSize)))
	case BlockBlob:
		req.Content("replacement content")
	}
}

// body is a request that writes a text.
func body(text string) scenario.Base { return scenario.Base{Body: []byte(text)} }

var withMetadata, withPolicies = scenario.WithMetadata[Address, Request], scenario.WithPolicies[Address, Request]

func withProperties(_ Address, req *Request) {
	if req.Size == nil && req.SequenceAction == "" {
		req.ContentType = cmp.Or(req.ContentType, "text/changed")
	}
}

var defaultBlockList = []string{BlockID("block-listed")}

func withBlockList(_ Address, req *Request) {
	if req.BlockList == nil {
		req.BlockList = slices.Clone(defaultBlockList)
	}
	if slices.Equal(req.BlockList, defaultBlockList) {
		req.Content("committed content")
	}
}

func withPages(_ Address, req *Request) {
	req.Content(strings.Repeat("p", pageSize))
	req.Count = cmp.Or(req.Count, int64(len(req.Body)))
}

// withSource copies from a sibling blob that Prepare makes, of a kind that the operation can
// read.
func withSource(r Address, req *Request) { req.Source = cmp.Or(req.Source, new(sibling(r))) }

// withSourceAnd also completes the request with what another has.
func withSourceAnd(otherwise Request) func(Address, *Request) {
	return func(r Address, req *Request) {
		or(otherwise)(r, req)
		withSource(r, req)
	}
}

// sourceState is what prepareSource writes.
func sourceState(src Address) State {
	s := State{
		Snapshot: scenario.Snapshot{Address: src, Exists: true}, Content: []byte("source content"),
		Metadata:   map[string]string{"origin": "source"},
		Properties: map[string]string{propType: "text/source"},
	}
	if src.Kind == PageBlob {
		s.Content = bytes.Repeat([]byte("s"), pageSize)
		s.Pages = []Range{{Start: 0, End: pageSize - 1}}
		s.Properties[propSequence] = "0"
	}
	return s
}

// prepareSource notes what the copy's source holds, and creates the source that withSource chose. A source that the case
// named is not created here: the case makes it or leaves it missing.
func prepareSource(ctx context.Context, c *Client, r Address, req *Request) error {
	src := *req.Source
	there, err := Read(ctx, c, src, false)
	if err != nil {
		return fmt.Errorf("preparing the copy source: reading the state of %s: %w", src, err)
	}
	if there.Exists {
		req.SourceState = there
		return nil
	}
	if src != sibling(r) {
		return nil
	}
	s := new(sourceState(src))
	req.SourceState = s
	return Make(ctx, c, src, Request{Base: scenario.Base{Body: s.Content, Metadata: s.Metadata}, ContentType: s.Properties[propType]})
}

// sibling is the copy source of a request that does not name one.
func sibling(r Address) Address {
	return Address{Kind: r.Kind, Container: r.Container, Blob: r.Blob + "-source"}
}

// stageBlocks stages the blocks that a block list names. Their content is the request's body,
// cut into as many pieces of nearly the same length. A case that names blocks without a body has staged them itself.
func stageBlocks(ctx context.Context, c *Client, r Address, req *Request) error {
	if req.Body == nil {
		return nil
	}
	size, n := len(req.Body), len(req.BlockList)
	for i, id := range req.BlockList {
		block := Request{Base: scenario.Base{Body: req.Body[size*i/n : size*(i+1)/n]}, BlockID: id}
		resp, err := putBlock(ctx, c, r, block)
		if err == nil && resp.Status == http.StatusPreconditionFailed { // the blob is leased by now
			block.LeaseID = req.LeaseID
			resp, err = putBlock(ctx, c, r, block)
		}
		if err := expect("preparing a block list", resp, err, 201); err != nil {
			return err
		}
	}
	return nil
}

// Make creates a blob for a set-up: a block blob with the request's body, a page blob whose pages hold it, or an append
// blob with one block of it.
func Make(ctx context.Context, c *Client, r Address, req Request) error {
	content := Request{Base: scenario.Base{Body: req.Body}, Count: int64(len(req.Body))}
	req.Size = cmp.Or(req.Size, &content.Count)
	withBlob(r, &req)
	doing := "creating " + r.String()
	resp, err := putBlob(ctx, c, r, req)
	if err := expect(doing, resp, err, 201); err != nil || r.Kind == BlockBlob {
		return err
	}
	resp, err = map[string]performer{PageBlob: putPage, AppendBlob: appendBlock}[r.Kind](ctx, c, r, content)
	return expect(doing, resp, err, 201)
}

// expect returns an error for an answer with which a set-up cannot go on.
func expect(doing string, resp scenario.Response, err error, status int) error {
	if err != nil {
		return fmt.Errorf("%s: %w", doing, err)
	}
	if resp.Status != status {
		return fmt.Errorf("%s: want %d, the service answered %d %s", doing, status, resp.Status, resp.Code)
	}
	return nil
}
