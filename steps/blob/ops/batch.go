package ops

import (
	"context"
	"fmt"
	"net/http"
	"strconv"

	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/container"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/service"

	"ifmatch/steps/scenario"
	"ifmatch/steps/sdk"
)

// Batches: operations on one blob that travel inside a Blob Batch or a Container Batch. The
// answer is the one to the request inside. If the batch was refused as a whole, the answer is
// that refusal.

// batch is a batch builder of the SDK, of either the service or a container. It adds requests by the name of their operation.
type batch struct {
	add    map[string]func(r Address, req Request) error
	submit func(context.Context) error
}

// accountBatch is sent to the service. Another client authorises the requests that it holds.
func accountBatch(s, as *service.Client, _ Address) (batch, error) {
	b, err := as.NewBatchBuilder()
	return batch{map[string]func(Address, Request) error{
		"Delete Blob": func(r Address, req Request) error {
			return b.Delete(r.Container, r.Blob, &service.BatchDeleteOptions{DeleteOptions: *sdk.Options[blob.DeleteOptions](req), Snapshot: sdk.Optional(r.Snapshot)})
		},
		"Set Blob Tier": func(r Address, req Request) error {
			return b.SetTier(r.Container, r.Blob, tier(req), &service.BatchSetTierOptions{SetTierOptions: *sdk.Options[blob.SetTierOptions](req), Snapshot: sdk.Optional(r.Snapshot)})
		},
	}, func(ctx context.Context) error {
		_, err := s.SubmitBatch(ctx, b, nil)
		return err
	}}, err
}

// containerBatch is sent to the container of the blob.
func containerBatch(s, as *service.Client, r Address) (batch, error) {
	b, err := within(as, r).NewBatchBuilder()
	return batch{map[string]func(Address, Request) error{
		"Delete Blob": func(r Address, req Request) error {
			return b.Delete(r.Blob, &container.BatchDeleteOptions{DeleteOptions: *sdk.Options[blob.DeleteOptions](req), Snapshot: sdk.Optional(r.Snapshot)})
		},
		"Set Blob Tier": func(r Address, req Request) error {
			return b.SetTier(r.Blob, tier(req), &container.BatchSetTierOptions{SetTierOptions: *sdk.Options[blob.SetTierOptions](req), Snapshot: sdk.Optional(r.Snapshot)})
		},
	}, func(ctx context.Context) error {
		_, err := within(s, r).SubmitBatch(ctx, b, nil)
		return err
	}}, err
}

// opening begins a batch that client s sends and whose requests client as authorises.
type opening func(s, as *service.Client, r Address) (batch, error)

// batchOf is an operation that travels in a batch.
func batchOf(kind, inner string, open opening) performer {
	name := kind + " of " + inner
	return func(ctx context.Context, c *Client, r Address, req Request) (scenario.Response, error) {
		b, err := filled(c, r, req, open, inner)
		if err != nil {
			return scenario.Response{}, fmt.Errorf("%s on %s: %w", name, r, err)
		}
		return submit(ctx, c, name, r, req, b)
	}
}

// filled is a batch that contains its requests.
func filled(c *Client, r Address, req Request, open opening, inner string) (b batch, err error) {
	s, err := c.SDK()
	if err != nil {
		return b, err
	}
	as, err := signing(c)
	if err != nil {
		return b, err
	}
	if b, err = open(s, as, r); err != nil {
		return b, err
	}
	for _, date := range []*string{req.IfModifiedSince, req.IfUnmodifiedSince} {
		if date != nil && sdk.Date(date) == nil { // the headers of a request inside are not made exact afterwards
			return b, fmt.Errorf("the SDK cannot write the date %q into a batch", *date)
		}
	}
	plain := Request{Tier: req.Tier}
	err = b.add[inner](r, req)
	for n := 1; n < req.Requests && err == nil; n++ {
		other := r
		other.Blob += "-" + strconv.Itoa(n)
		err = b.add[inner](other, plain)
	}
	if req.Beside != nil && err == nil {
		err = b.add[inner](req.Beside.Resource, plain)
	}
	return b, err
}

// submit sends the batch and extracts the answers to its requests.
func submit(ctx context.Context, c *Client, name string, r Address, req Request, b batch) (scenario.Response, error) {
	x := &sdk.Exchange{Buffered: true}
	beside := struct{ fmt.Stringer }{r} // the address of the batch itself, which is not that of the requests inside
	outer, err := c.Perform(ctx, name, beside, &Request{Base: scenario.Base{Headers: req.Headers}}, x, func(ctx context.Context) error {
		err := b.submit(ctx)
		if x.Answered() == http.StatusAccepted {
			return nil // the SDK reports no status for a success, and treats one refusal of the whole batch as its own error
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
	answers, whole, err := partsOf(outer)
	switch {
	case err != nil:
		return outer, c.Unreadable(name, r, outer, err)
	case len(answers) != sent && !whole:
		return outer, c.Unreadable(name, r, outer, fmt.Errorf("%d requests were sent, but %d were answered", sent, len(answers)))
	}
	if req.Beside != nil && !whole {
		req.Beside.Answer = answers[sent-1]
	}
	return answers[0], nil
}

// partsOf reads the answers to the requests of a batch. If whole is set, the batch was refused: the only answer is to none
// of its requests.
func partsOf(outer scenario.Response) (answers map[int]scenario.Response, whole bool, err error) {
	answers = map[int]scenario.Response{}
	list, err := sdk.Parts(outer.Header.Get("Content-Type"), outer.Body)
	if err != nil {
		return nil, false, err
	}
	for _, p := range list {
		answer, err := p.Answer()
		if err != nil {
			return nil, false, err
		}
		id := p.Header.Get("Content-ID")
		if id == "" && len(answers) == 0 && answer.Status >= http.StatusBadRequest {
			return map[int]scenario.Response{0: answer}, true, nil
		}
		n, err := strconv.Atoi(id)
		if err != nil {
			return nil, false, fmt.Errorf("no request with the Content-ID %q was sent", id)
		}
		answers[n] = answer
	}
	return answers, false, nil
}
