package queue

import (
	"context"
	"fmt"
	"strings"

	"ifmatch/internal/target"
	"ifmatch/reports"
	"ifmatch/steps/scenario"
	"ifmatch/steps/verdict"
)

// receiptAtFault checks, if the holder of the newest pop receipt was refused, whether the operation that
// gave the receipt is at fault. No read shows whether a receipt is good, and trying it would
// change the message. So it tries receipts on a queue of its own.
func receiptAtFault(ctx context.Context, w *scenario.World) error {
	ac, err := w.LastAct("")
	if err != nil || ac.Resource.Kind.Word != "message" || ac.Resp.OK() {
		return nil
	}
	if receipt := ac.Req.(*Request).PopReceipt; receipt == nil || *receipt != newest(ac.Resource) {
		return nil
	}
	return suspect(ctx, w, ac.Resource, "use the pop receipt of the "+ac.Resource.Label)
}

// suspect tries a receipt from the operation that gave the newest one of a message, and one from
// another operation. It returns nil unless only the first is refused: else deleting is at fault, or the
// outcome is unknown.
func suspect(ctx context.Context, w *scenario.World, t *scenario.Resource, doing string) error {
	giver, other := t.Own.(*receipts).giver, "Get Messages"
	if giver == other {
		other = "Put Message"
	}
	if giver == "" {
		return nil
	}
	bad, err := tried(ctx, w, giver)
	if err != nil || bad.OK() {
		return nil
	}
	if good, err := tried(ctx, w, other); err != nil || !good.OK() {
		return nil
	}
	const want = "a receipt that can delete the message"
	f := w.Findings.Add(t, verdict.Finding{Operation: giver, Respect: "pop receipt", Want: want, Got: "one that Delete Message answers with " + bad.String(),
		Reason: giver + " returns an invalid pop receipt", Differs: reports.InResponse})
	return verdict.BlockedBy(fmt.Sprintf("%s: %s: want %s, got %s", doing, f.Reason, f.Want, f.Got), f.Operation, f.Respect)
}

// tried puts a message, takes the receipt that an operation gives for it, and returns the answer to the
// deletion of the message with it.
func tried(ctx context.Context, w *scenario.World, giver string) (resp scenario.Response, err error) {
	at := w.Keeper.Client(target.Queue)
	c := at.(*client)
	on := Address{Queue: w.Name + "-" + strings.ToLower(strings.Fields(giver)[0])}
	var got message
	send := func(do func(context.Context, *client, Address, Request) (scenario.Response, error), req Request) {
		if err == nil {
			resp, err = do(ctx, c, on, req)
		}
		if err == nil && !resp.OK() {
			err = fmt.Errorf("it was answered %s", resp)
		}
		if m := firstOf(resp); m.PopReceipt != "" {
			got = m
		}
	}
	send(createQueue, Request{})
	defer func() { _ = remove(ctx, c, Address{Queue: on.Queue}) }()
	send(putMessage, Request{Base: scenario.Base{Body: []byte("a message")}})
	on.Message = got.ID
	switch giver {
	case "Get Messages":
		send(getMessages, Request{})
	case "Update Message":
		send(updateMessage, Request{PopReceipt: &got.PopReceipt, Visibility: new("0")})
		got.PopReceipt = resp.Header.Get("x-ms-popreceipt")
	}
	if err != nil || got.ID == "" {
		return resp, fmt.Errorf("get a receipt of message %q: %w", got.ID, err)
	}
	return deleteMessage(ctx, c, on, Request{PopReceipt: &got.PopReceipt})
}
