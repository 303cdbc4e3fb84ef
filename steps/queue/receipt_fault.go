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
	ac, err := w.LastAct()
	if err != nil || ac.Resource.Kind.Word != "message" || ac.Resp.OK() {
		return nil
	}
	req := ac.Req.(*Request)
	if req.PopReceipt == nil || *req.PopReceipt != newest(ac.Resource) {
		return nil
	}
	return suspect(ctx, w, ac.Resource, "use the pop receipt of the "+ac.Resource.Label)
}

// suspect tries a receipt from the operation that gave the newest one of a message, and one from
// another operation. It returns nil unless only the first is refused.
func suspect(ctx context.Context, w *scenario.World, t *scenario.Resource, doing string) error {
	giver, other := t.Own.(*receipts).giver, "Get Messages"
	if giver == other {
		other = "Put Message"
	}
	if giver == "" {
		return nil
	}
	bad, err := refusedReceipt(ctx, w, giver)
	if err != nil || bad == "" {
		return nil
	}
	if good, err := refusedReceipt(ctx, w, other); err != nil || good != "" {
		return nil // deleting is at fault, or the outcome is unknown
	}
	const want = "a receipt that can delete the message"
	f := w.Findings.Add(t, scenario.Finding{Operation: giver, Respect: "pop receipt", Want: want, Got: "one that Delete Message answers with " + bad,
		Reason: giver + " returns an invalid pop receipt", Differs: reports.InResponse})
	return verdict.BlockedBy(fmt.Sprintf("%s: %s: want %s, got %s", doing, f.Reason, f.Want, f.Got), f.Operation, f.Respect)
}

// refusedReceipt puts a message, takes the receipt that an operation gives for it, and deletes
// the message with it. It returns the answer if that is refused, else an empty text.
func refusedReceipt(ctx context.Context, w *scenario.World, giver string) (string, error) {
	at := w.Keeper.Client(target.Queue)
	c := at.(*client)
	queue := Address{Queue: w.Name + "-" + strings.ToLower(strings.Fields(giver)[0])}
	if _, err := success(createQueue(ctx, c, queue, Request{})); err != nil {
		return "", err
	}
	defer func() { _ = remove(ctx, c, queue) }()
	resp, err := success(putMessage(ctx, c, queue, Request{Base: scenario.Base{Body: []byte("a message")}}))
	list, _ := parseMessages(resp.Body)
	if err != nil || len(list) != 1 {
		return "", fmt.Errorf("put one message, but the answer holds %d: %w", len(list), err)
	}
	message := Address{queue.Queue, list[0].ID}
	receipt := list[0].PopReceipt
	switch giver {
	case "Get Messages":
		resp, err = success(getMessages(ctx, c, queue, Request{}))
		if list, _ := parseMessages(resp.Body); len(list) == 1 {
			receipt = list[0].PopReceipt
		}
	case "Update Message":
		resp, err = success(updateMessage(ctx, c, message, Request{PopReceipt: &receipt, Visibility: new("0")}))
		receipt = resp.Header.Get("x-ms-popreceipt")
	}
	if err != nil {
		return "", err
	}
	resp, err = deleteMessage(ctx, c, message, Request{PopReceipt: &receipt})
	if err != nil || resp.OK() {
		return "", err
	}
	return resp.String(), nil
}

// success returns an error for an answer that is not a success.
func success(resp scenario.Response, err error) (scenario.Response, error) {
	if err == nil && !resp.OK() {
		err = fmt.Errorf("it was answered %s", resp)
	}
	return resp, err
}
