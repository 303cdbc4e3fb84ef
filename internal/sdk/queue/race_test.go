package queue_test

import (
	"context"
	"fmt"
	"sync"
	"testing"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore/to"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azqueue/v2"
)

// TestConsumersShareNoWindow lets many consumers get and delete messages: each message is processed once.
// // QUEUE-POP-08 QUEUE-DEQ-06
func TestConsumersShareNoWindow(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	s := newScene(t)
	const n = 200
	for i := range n {
		s.put(t, fmt.Sprint(i), nil)
	}
	var mu sync.Mutex
	processed := map[string]int{}
	var wg sync.WaitGroup
	for i := range 8 {
		q := s.another(t)
		wg.Go(func() {
			for {
				r, err := q.DequeueMessages(ctx, &azqueue.DequeueMessagesOptions{NumberOfMessages: to.Ptr(int32(1 + i)), VisibilityTimeout: to.Ptr[int32](60)})
				if err != nil {
					t.Error(err)
					return
				}
				if len(r.Messages) == 0 {
					return
				}
				for _, m := range r.Messages {
					mu.Lock()
					processed[*m.MessageText]++
					mu.Unlock()
					if _, err := q.DeleteMessage(ctx, *m.MessageID, *m.PopReceipt, nil); err != nil {
						t.Error(err)
					}
				}
			}
		})
	}
	wg.Wait()
	for text, times := range processed {
		if times != 1 {
			t.Errorf("message %s was processed %d times", text, times)
		}
	}
	if len(processed) != n || s.count(t) != 0 {
		t.Errorf("%d messages were processed and %d are left, want %d and none", len(processed), s.count(t), n)
	}
}

// TestOneReceiptWinsOnce lets clients race with one receipt: exactly one succeeds. // QUEUE-RCPT-20 QUEUE-RCPT-21
func TestOneReceiptWinsOnce(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	s := newScene(t)
	clients := []*azqueue.QueueClient{s.another(t), s.another(t), s.another(t), s.another(t)}
	for round := range 30 {
		h := s.put(t, "one", nil)
		results := make([]error, len(clients))
		start := make(chan struct{})
		var wg sync.WaitGroup
		for i, q := range clients {
			wg.Go(func() {
				<-start
				if i%2 == round%2 {
					_, results[i] = q.DeleteMessage(ctx, h.id, h.receipt, nil)
				} else {
					_, results[i] = q.UpdateMessage(ctx, h.id, h.receipt, "two", &azqueue.UpdateMessageOptions{VisibilityTimeout: to.Ptr[int32](0)})
				}
			})
		}
		close(start)
		wg.Wait()
		winner, deleted := -1, false
		for i, err := range results {
			switch refused(err) {
			case "":
				if winner >= 0 {
					t.Errorf("round %d: %d and %d have both won", round, winner, i)
				}
				winner, deleted = i, i%2 == round%2
			case gone:
			default:
				t.Errorf("round %d: %v", round, err)
			}
		}
		want := "two 0"
		if deleted {
			want = ""
		}
		if got := s.peek(t); winner < 0 || got != want {
			t.Errorf("round %d: %d has won, visible is %q, want %q", round, winner, got, want)
		}
		if _, err := s.queue.ClearMessages(ctx, nil); err != nil {
			t.Fatal(err)
		}
	}
}

// TestCreatorsRace lets clients create one queue with different metadata: one creates it, and the others are refused.
// // QUEUE-LWW-14 QUEUE-LWW-15
func TestCreatorsRace(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	s := newScene(t)
	if _, err := s.queue.Delete(ctx, nil); err != nil {
		t.Fatal(err)
	}
	s.server.Advance(30_000_000_000)
	results := make([]error, 6)
	var wg sync.WaitGroup
	for i := range results {
		q := s.another(t)
		wg.Go(func() {
			_, results[i] = q.Create(ctx, &azqueue.CreateOptions{Metadata: meta("creator", fmt.Sprint(i%3))})
		})
	}
	wg.Wait()
	p, err := s.queue.GetProperties(ctx, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, err := range results {
		want := "409 QueueAlreadyExists"
		if *p.Metadata["Creator"] == fmt.Sprint(i%3) {
			want = ""
		}
		if refused(err) != want {
			t.Errorf("creator %d: %v, want %q; the queue belongs to %s", i%3, err, want, *p.Metadata["Creator"])
		}
	}
}
