package table

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"

	"github.com/Azure/azure-sdk-for-go/sdk/data/aztables"

	"ifmatch/steps/scenario"
	"ifmatch/steps/sdk"
)

// submitTransaction sends an entity group transaction. The response has the status and code of
// the failed operation, if any, and in Outer the status of the batch as a whole: the SDK
// reports only the outer one (TABLE-GO-03).
func submitTransaction(ctx context.Context, c *client, r Address, req Request) (scenario.Response, error) {
	actions, err := transactionActions(r, req)
	if err != nil {
		return scenario.Response{}, err
	}
	send := onTable("Entity Group Transaction", func(Request) *sdk.Exchange {
		x := &sdk.Exchange{}
		// The SDK can express neither a query nor several change sets. TABLE-BATCH-19, TABLE-BATCH-20
		if req.ByHand || slices.ContainsFunc(req.Actions, func(a Action) bool { return a.Operation == getInBatch || a.OwnChangeSet }) {
			x.ContentType, x.Body = rawBatch(c.Endpoint, r, req.Actions)
		}
		return x
	}, func(ctx context.Context, t *aztables.Client, _ Address, _ Request) (_ any, err error) {
		defer func() {
			if p := recover(); p != nil {
				// This is how the SDK reacts to a body that is no multipart at all.
				err = fmt.Errorf("reading the batch: the SDK gave up: %v", p)
			}
		}()
		return t.SubmitTransaction(ctx, actions, nil)
	})
	resp, err := send(ctx, c, r, req)
	if err != nil {
		return resp, err
	}
	resp.Outer = resp.Status
	if resp.Status != http.StatusAccepted {
		return resp, nil
	}
	if resp.Parts, err = parseBatch(resp.Header.Get("Content-Type"), resp.Body); err != nil {
		return resp, &scenario.UnreadableError{Operation: "Entity Group Transaction", Response: resp, Err: err,
			Text: c.Scrub(fmt.Sprintf("Entity Group Transaction on %s: the answer cannot be read: %v", r, err))}
	}
	for _, p := range resp.Parts {
		if p.Status >= 300 {
			resp.Status, resp.Code = p.Status, p.Code
			break
		}
	}
	return resp, nil
}

// transactionActions converts the actions into the SDK's form.
func transactionActions(r Address, req Request) ([]aztables.TransactionAction, error) {
	var actions []aztables.TransactionAction
	for _, a := range req.Actions {
		as, ok := batched[a.Operation]
		if !ok {
			return nil, fmt.Errorf("preparing a transaction: %q cannot be part of one", a.Operation)
		}
		ifMatch := a.IfMatch
		if ifMatch == nil && (a.Operation == "Update Entity" || a.Operation == "Merge Entity") {
			// Without If-Match the SDK's update is an upsert on the wire (TABLE-GO-02).
			ifMatch = new("*")
		}
		actions = append(actions, aztables.TransactionAction{ActionType: as.kind, Entity: entityJSON(a.on(r), a.Entity), IfMatch: sdk.ETag(ifMatch)})
	}
	return actions, nil
}

// parseBatch reads the multipart answer to a batch: the answers of its change sets, and single
// ones outside them, in their order.
func parseBatch(contentType string, body []byte) ([]scenario.Response, error) {
	outer, err := sdk.Parts(contentType, body)
	if err != nil {
		return nil, fmt.Errorf("reading the batch: %w", err)
	}
	var parts []scenario.Response
	for _, o := range outer {
		inner := []sdk.Part{o}
		if kind := o.Header.Get("Content-Type"); strings.HasPrefix(kind, "multipart/") {
			if inner, err = sdk.Parts(kind, o.Body); err != nil {
				return nil, fmt.Errorf("reading the changeset: %w", err)
			}
		}
		for _, p := range inner {
			r, err := p.Answer()
			if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
				return nil, err
			}
			e := sdk.ODataError(r.Body)
			r.Code, r.Message = e.Code, e.Message.Value
			parts = append(parts, r)
		}
	}
	if len(parts) == 0 {
		return nil, errors.New("reading the batch: it holds no answer")
	}
	return parts, nil
}
