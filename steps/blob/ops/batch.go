package ops

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"strconv"

	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/container"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/service"

	"ifmatch/steps/scenario"
	"ifmatch/steps/sdk"
)

// Batches: operations on one blob that travel inside of Blob Batch or Container
// Batch. The answer is that to the request inside; where the batch was refused as a
// whole, it is that refusal.

// batch is a builder of the SDK, of either service or container.
type batch struct {
	delete  func(r Resource, req Request) error
	setTier func(r Resource, req Request) error
	submit  func(context.Context) error
}

// accountBatch is sent to the service.
func (c *Client) accountBatch(Resource) (batch, error) {
	as, err := c.signing()
	if err != nil {
		return batch{}, err
	}
	b, err := as.NewBatchBuilder()
	return batch{
		delete: func(r Resource, req Request) error {
			return b.Delete(r.Container, r.Blob, &service.BatchDeleteOptions{DeleteOptions: req.deletion(), Snapshot: sdk.Optional(r.Snapshot)})
		},
		setTier: func(r Resource, req Request) error {
			return b.SetTier(r.Container, r.Blob, blob.AccessTier(req.Tier), &service.BatchSetTierOptions{SetTierOptions: req.tiering(), Snapshot: sdk.Optional(r.Snapshot)})
		},
		submit: func(ctx context.Context) error {
			_, err := c.service.SubmitBatch(ctx, b, nil)
			return err
		},
	}, err
}

// containerBatch is sent to the container of the blob.
func (c *Client) containerBatch(r Resource) (batch, error) {
	in := c.container(r)
	as, err := c.signing()
	if err != nil {
		return batch{}, err
	}
	b, err := as.NewContainerClient(r.Container).NewBatchBuilder()
	return batch{
		delete: func(r Resource, req Request) error {
			return b.Delete(r.Blob, &container.BatchDeleteOptions{DeleteOptions: req.deletion(), Snapshot: sdk.Optional(r.Snapshot)})
		},
		setTier: func(r Resource, req Request) error {
			return b.SetTier(r.Blob, blob.AccessTier(req.Tier), &container.BatchSetTierOptions{SetTierOptions: req.tiering(), Snapshot: sdk.Optional(r.Snapshot)})
		},
		submit: func(ctx context.Context) error {
			_, err := in.SubmitBatch(ctx, b, nil)
			return err
		},
	}, err
}

func (q Request) deletion() blob.DeleteOptions {
	o := blob.DeleteOptions{AccessConditions: q.access()}
	if q.DeleteSnapshots != "" {
		which := blob.DeleteSnapshotsOptionType(q.DeleteSnapshots)
		o.DeleteSnapshots = &which
	}
	return o
}

func (q Request) tiering() blob.SetTierOptions {
	return blob.SetTierOptions{AccessConditions: q.access()}
}

// doBatch makes the function of an operation that travels in a batch.
func doBatch(name string, open func(*Client, Resource) (batch, error), add func(batch) func(Resource, Request) error) func(context.Context, *Client, Resource, Request) (scenario.Response, error) {
	return func(ctx context.Context, c *Client, r Resource, req Request) (scenario.Response, error) {
		b, err := open(c, r)
		if err == nil {
			err = req.inBatch()
		}
		if err != nil {
			return scenario.Response{}, fmt.Errorf("%s on %s: %w", name, r, err)
		}
		plain := Request{Tier: req.Tier}
		err = add(b)(r, req)
		for n := 1; n < req.Requests && err == nil; n++ {
			other := r
			other.Blob += "-" + strconv.Itoa(n)
			err = add(b)(other, plain)
		}
		if req.Beside != nil && err == nil {
			err = add(b)(req.Beside.Resource, plain)
		}
		if err != nil {
			return scenario.Response{}, fmt.Errorf("%s on %s: %w", name, r, err)
		}
		return c.submit(ctx, name, r, req, b)
	}
}

// inBatch refuses a condition that the SDK cannot write into a batch: what a request
// inside carries is not made exact afterwards.
func (q Request) inBatch() error {
	for _, date := range []*string{q.IfModifiedSince, q.IfUnmodifiedSince} {
		if date != nil && sdk.Date(date) == nil {
			return fmt.Errorf("the SDK cannot write the date %q into a batch", *date)
		}
	}
	return nil
}

// submit sends the batch and finds the answers in its answer.
func (c *Client) submit(ctx context.Context, name string, r Resource, req Request, b batch) (scenario.Response, error) {
	x := &sdk.Exchange{Buffered: true}
	outer, err := c.Perform(ctx, name, r, &Request{Base: scenario.Base{Headers: req.Headers}}, x, func(ctx context.Context) error {
		err := b.submit(ctx)
		if x.Answered() == http.StatusAccepted {
			return nil // the SDK has no status for what went well, and takes one refusal of all for an error of its own
		}
		return err
	})
	if err != nil || outer.Status != http.StatusAccepted {
		return outer, err
	}
	sent := max(req.Requests, 1)
	if req.Beside != nil {
		sent++
	}
	answers, err := partsOf(outer)
	switch {
	case err != nil:
		return outer, c.Unreadable(name, r, outer, err)
	case answers.whole != nil:
		return *answers.whole, nil
	case len(answers.byID) != sent:
		return outer, c.Unreadable(name, r, outer, fmt.Errorf("%d requests were sent, and %d are answered", sent, len(answers.byID)))
	}
	if req.Beside != nil {
		req.Beside.Answer = answers.byID[sent-1]
	}
	return answers.byID[0], nil
}

// parts are those of the answer to a batch.
type parts struct {
	byID  map[int]scenario.Response
	whole *scenario.Response // the only part, which answers no request: the batch was refused
}

// partsOf reads the answer to a batch.
func partsOf(outer scenario.Response) (parts, error) {
	all := parts{byID: map[int]scenario.Response{}}
	kind, parameters, err := mime.ParseMediaType(outer.Header.Get("Content-Type"))
	if err != nil || kind != "multipart/mixed" {
		return all, fmt.Errorf("the content type %q is not multipart/mixed", outer.Header.Get("Content-Type"))
	}
	parts := multipart.NewReader(bytes.NewReader(outer.Body), parameters["boundary"])
	for {
		p, err := parts.NextRawPart()
		switch {
		case errors.Is(err, io.EOF):
			return all, nil
		case err != nil:
			return all, err
		}
		answer, err := readPart(p)
		if err != nil {
			return all, err
		}
		id := p.Header.Get("Content-ID")
		if id == "" && len(all.byID) == 0 && answer.Status >= http.StatusBadRequest {
			all.whole = &answer
			return all, nil
		}
		n, err := strconv.Atoi(id)
		if err != nil {
			return all, fmt.Errorf("no request with the Content-ID %q was sent", id)
		}
		all.byID[n] = answer
	}
}

// readPart reads the answer to one request.
func readPart(p io.Reader) (scenario.Response, error) {
	text, err := io.ReadAll(p)
	if err != nil {
		return scenario.Response{}, err
	}
	resp, err := http.ReadResponse(bufio.NewReader(bytes.NewReader(append(text, "\r\n"...))), nil)
	if err != nil {
		return scenario.Response{}, fmt.Errorf("reading the answer to one request: %w", err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		return scenario.Response{}, fmt.Errorf("reading the answer to one request: %w", err)
	}
	return sdk.Part(resp.StatusCode, resp.Header, bytes.TrimRight(body, "\r\n")), nil
}
