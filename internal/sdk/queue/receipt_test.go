package queue_test

import (
	"context"
	"testing"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/to"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azqueue/v2"

	"ifmatch/reference"
	"ifmatch/reference/store/messages"
)

const gone = "404 MessageNotFound"

func TestReceiptOutlivesItsWindow(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	s.put(t, "one", nil)
	s.put(t, "two", nil)
	one, two := s.get(t, 1), s.get(t, 1)
	s.server.Advance(2 * time.Second)
	if got := s.peek(t); got != "one 1, two 1" {
		t.Errorf("visible are %q", got)
	}
	if err := s.delete(one); err != nil { // QUEUE-RCPT-03
		t.Errorf("deleting after the window: %v", err)
	}
	again, err := s.update(two, "two", 10) // QUEUE-RCPT-04
	if err != nil || !again.visible.Equal(s.server.Now().Add(10*time.Second)) {
		t.Errorf("updating after the window: %v, until %v", err, again.visible)
	}
	if got := s.peek(t); got != "" {
		t.Errorf("the window is not established again: visible is %q", got)
	}
}

func TestReceiptDiesWithUpdate(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	r0 := s.put(t, "one", nil) // QUEUE-RCPT-16
	r1, err := s.update(r0, "two", 0)
	if err != nil || r1.receipt == r0.receipt {
		t.Fatalf("update: %v, the receipt was %s and is %s", err, r0.receipt, r1.receipt)
	}
	if err := s.delete(r0); refused(err) != gone { // QUEUE-RCPT-06
		t.Errorf("deleting with the receipt before: %v", err)
	}
	if _, err := s.update(r0, "three", 0); refused(err) != gone {
		t.Errorf("updating with the receipt before: %v", err)
	}
	if got := s.peek(t); got != "two 0" { // QUEUE-TIME-07 QUEUE-TIME-17
		t.Errorf("visible is %q, want the message as the first update left it", got)
	}
	if err := s.delete(r1); err != nil { // QUEUE-RCPT-02
		t.Errorf("deleting with the new receipt: %v", err)
	}
	if err := s.delete(r1); refused(err) != gone { // QUEUE-RCPT-10
		t.Errorf("deleting twice: %v", err)
	}
}

func TestReceiptDiesWhenAnotherGets(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	r0 := s.put(t, "one", nil)
	a := s.get(t, 1)
	s.server.Advance(time.Second)
	b := s.get(t, 60)
	if b.id != a.id || b.receipt == a.receipt || b.dequeues != 2 { // QUEUE-RCPT-01 QUEUE-DEQ-01 QUEUE-POP-05
		t.Fatalf("the second to get it has %+v, the first had %+v", b, a)
	}
	for name, h := range map[string]received{"put": r0, "first get": a} { // QUEUE-RCPT-07 QUEUE-RCPT-17
		if err := s.delete(h); refused(err) != gone {
			t.Errorf("deleting with the receipt of the %s: %v", name, err)
		}
		if _, err := s.update(h, "stolen", 0); refused(err) != gone { // QUEUE-RCPT-08
			t.Errorf("updating with the receipt of the %s: %v", name, err)
		}
	}
	if got := s.peek(t); got != "" {
		t.Errorf("the second window is broken: visible is %q", got)
	}
	s.server.Advance(60 * time.Second)
	if got := s.peek(t); got != "one 2" {
		t.Errorf("visible is %q, want the message unchanged", got)
	}
	if err := s.delete(b); err != nil { // QUEUE-RCPT-09
		t.Error(err)
	}
}

func TestReceiptOfAnotherMessage(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	one, two := s.put(t, "one", nil), s.put(t, "two", nil)
	never := messages.NewReceipt(s.server.Now(), [16]byte{1}).String()
	for _, c := range []struct{ name, id, receipt, want string }{
		{"of another message", one.id, two.receipt, gone},                  // QUEUE-RCPT-11
		{"that never was", one.id, never, gone},                            // QUEUE-RCPT-15
		{"malformed", one.id, "invalid", "400 InvalidQueryParameterValue"}, // QUEUE-RCPT-12
		{"malformed base64", one.id, "AAAA", "400 InvalidQueryParameterValue"},
		{"malformed, id too", "x", "y", gone}, // QUEUE-RCPT-13
		{"for an unknown id", "00000000-0000-4000-8000-000000000000", never, gone},
		{"missing", one.id, "", "400 MissingRequiredQueryParameter"}, // QUEUE-RCPT-14
	} {
		if err := s.delete(received{id: c.id, receipt: c.receipt}); refused(err) != c.want {
			t.Errorf("deleting with a receipt %s: %v, want %s", c.name, err, c.want)
		}
		if _, err := s.update(received{id: c.id, receipt: c.receipt}, "stolen", 5); refused(err) != c.want {
			t.Errorf("updating with a receipt %s: %v, want %s", c.name, err, c.want)
		}
	}
	if got := s.peek(t); got != "one 0, two 0" {
		t.Errorf("visible is %q, want both messages unchanged", got)
	}
}

// TestOverASocket uses a client that knows only the connection string.
func TestOverASocket(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	server := reference.Start(t)
	q, err := azqueue.NewQueueClientFromConnectionString(server.ConnectionString(), "orders",
		&azqueue.ClientOptions{ClientOptions: azcore.ClientOptions{Retry: policy.RetryOptions{MaxRetries: -1}}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := q.Create(ctx, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := q.EnqueueMessage(ctx, "one <&> two", nil); err != nil {
		t.Fatal(err)
	}
	one := &azqueue.DequeueMessageOptions{VisibilityTimeout: to.Ptr[int32](60)}
	first, err := q.DequeueMessage(ctx, one)
	if err != nil || len(first.Messages) != 1 || *first.Messages[0].MessageText != "one <&> two" {
		t.Fatalf("got %v, %v", first.Messages, err)
	}
	m := first.Messages[0]
	updated, err := q.UpdateMessage(ctx, *m.MessageID, *m.PopReceipt, "three", &azqueue.UpdateMessageOptions{VisibilityTimeout: to.Ptr[int32](30)})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := q.DeleteMessage(ctx, *m.MessageID, *m.PopReceipt, nil); refused(err) != gone {
		t.Errorf("deleting with the receipt before: %v", err)
	}
	server.Advance(30 * time.Second)
	second, err := q.DequeueMessage(ctx, one)
	if err != nil || len(second.Messages) != 1 || *second.Messages[0].MessageText != "three" || *second.Messages[0].DequeueCount != 2 {
		t.Fatalf("got %v, %v", second.Messages, err)
	}
	if _, err := q.DeleteMessage(ctx, *m.MessageID, *updated.PopReceipt, nil); refused(err) != gone {
		t.Errorf("deleting with the receipt of the update: %v", err)
	}
	if _, err := q.DeleteMessage(ctx, *m.MessageID, *second.Messages[0].PopReceipt, nil); err != nil {
		t.Error(err)
	}
}
