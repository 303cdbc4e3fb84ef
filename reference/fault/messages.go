package fault

import (
	"bytes"
	"errors"
	"io"
	"math"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"

	"ifmatch/reference/guid"
	"ifmatch/reference/held"
	op "ifmatch/reference/operation"
	"ifmatch/reference/store/messages"
)

// queueEmulators returns bugs that an emulator of the Queue service might well have.
func queueEmulators(arrival *group) {
	emulator := arrival.as("emulator")
	arrival.messages("get-messages-duplicate", "Get Messages looks for messages, and hides them a moment later.", "QUEUE-POP-08 QUEUE-DEQ-06", checkThenActMessages, op.GetMessages)
	arrival.messages("parallel-updates-both-win", "Update Message compares the receipt, and stores the message a moment later.", "QUEUE-RCPT-21", checkThenActMessages, op.UpdateMessage)
	arrival.messages("parallel-deletes-both-win", "Delete Message compares the receipt, and removes the message a moment later, if it is still there.", "QUEUE-RCPT-10 QUEUE-RCPT-20", checkThenActMessages, op.DeleteMessage)
	arrival.messages("queue-create-race-different-metadata", "Create Queue looks for the queue, and creates it a moment later.", "QUEUE-LWW-14 QUEUE-LWW-13", checkThenActMessages, op.CreateQueue)
	emulator.messages("get-messages-same-receipt-parallel", "Receipts are made from the time alone, so two messages of one call have the same receipt.", "QUEUE-RCPT-11", alteringMessages(func(m, _ *messages.Message, _ time.Time) { m.Receipt = messages.NewReceipt(m.NextVisible, guid.GUID{}) }), op.GetMessages)
	emulator.messages("old-receipt-deletes-after-redequeue", "Delete Message accepts every receipt that was ever issued for the message.", "QUEUE-RCPT-07 QUEUE-RCPT-21a", func(s messages.Store) messages.Store { return &givenReceipts{Store: s} }, op.GetMessages, op.DeleteMessage)
	emulator.messages("receipt-dies-with-visibility", "A receipt is refused once the message is visible again.", "QUEUE-RCPT-03 QUEUE-RCPT-04", receiptsDying(func(*messages.Message) bool { return true }), op.UpdateMessage, op.DeleteMessage)
	emulator.messages("receipt-of-put-message-invalid-after-visible", "The receipt of Put Message is refused once the message is visible.", "QUEUE-RCPT-16", receiptsDying(func(m *messages.Message) bool { return m.Dequeues == 0 }), op.UpdateMessage, op.DeleteMessage)
	emulator.messages("peek-shows-invisible", "Peek Messages also returns hidden messages.", "QUEUE-PEEK-03", func(s messages.Store) messages.Store { return peekingHidden{&rememberedMessages{Store: s}} }, op.PutMessage, op.PeekMessages)
	emulator.messages("queue-recreate-keeps-messages", "A queue that is created again still has its old messages.", "QUEUE-LIFE-01 QUEUE-LIFE-02", keepingMessages, op.PutMessage, op.DeleteQueue, op.CreateQueue)

	emulator.requests("update-empty-body-clears-text", "Update Message without a body clears the text.", "QUEUE-LWW-04 QUEUE-TIME-07", func(r *http.Request) {
		if r.ContentLength <= 0 {
			replaceBody(r, "<QueueMessage><MessageText></MessageText></QueueMessage>")
		}
	}, op.UpdateMessage)
}

// replaceBody gives a request another body.
func replaceBody(r *http.Request, body string) {
	r.Body = http.NoBody
	if r.ContentLength = int64(len(body)); body != "" {
		r.Body = io.NopCloser(strings.NewReader(body))
	}
}

// alteringMessages alters the messages that operations make.
func alteringMessages(alter func(m, was *messages.Message, now time.Time)) func(messages.Store) messages.Store {
	return posts{
		message: replacing(func(old, next *messages.Message, now time.Time) { alter(next, old, now) }),
		take: func(s messages.Store, queue string, n int, change messages.Change) ([]messages.Message, error) {
			return s.Take(queue, n, func(m *messages.Message, now time.Time) {
				was := *m
				change(m, now)
				alter(m, &was, now)
			})
		},
	}.before
}

// firstAsAsked hides only the first message of an answer as requested, and the others for 30 s.
func firstAsAsked(s messages.Store, queue string, n int, change messages.Change) ([]messages.Message, error) {
	first := true
	return s.Take(queue, n, func(m *messages.Message, now time.Time) {
		change(m, now)
		if !first {
			m.NextVisible = now.Add(30 * time.Second)
		}
		first = false
	})
}

// checkThenActMessages holds no lock between the check and the write.
func checkThenActMessages(s messages.Store) messages.Store {
	return uncheckedDeletes{posts{
		queue:   looking[messages.Queue, time.Time](early[messages.Queue]{}),
		message: looking[messages.Message, time.Time](early[messages.Message]{}),
		take:    lookingFirst,
	}.before(s)}
}

// lookingFirst looks for messages, and changes them later.
func lookingFirst(s messages.Store, queue string, n int, change messages.Change) ([]messages.Message, error) {
	seen, err := s.Take(queue, n, func(*messages.Message, time.Time) {})
	if err != nil {
		return nil, err
	}
	waiting()
	var taken []messages.Message
	for _, m := range seen {
		m, err := s.Update(queue, m.ID, func(m *messages.Message, now time.Time) error {
			change(m, now)
			return nil
		})
		if err == nil {
			taken = append(taken, m)
		}
	}
	return taken, nil
}

// uncheckedDeletes is a store that permits a deletion, and deletes later what is there.
type uncheckedDeletes struct{ messages.Store }

func (s uncheckedDeletes) Delete(queue string, id guid.GUID, permit func(m messages.Message) error) error {
	err := s.Store.Delete(queue, id, func(m messages.Message) error {
		if err := permit(m); err != nil {
			return err
		}
		return errOnlyLooked
	})
	if !errors.Is(err, errOnlyLooked) {
		return err
	}
	waiting()
	_ = s.Store.Delete(queue, id, anyMessage)
	return nil
}

// anyMessage permits every deletion.
func anyMessage(messages.Message) error { return nil }

// givenReceipts is a store that remembers every receipt.
type givenReceipts struct {
	messages.Store
	of history[guid.GUID, messages.Receipt]
}

func (s *givenReceipts) Take(queue string, n int, change messages.Change) ([]messages.Message, error) {
	taken, err := s.Store.Take(queue, n, change)
	for _, m := range taken {
		s.of.add(m.ID, m.Receipt, math.MaxInt)
	}
	return taken, err
}

func (s *givenReceipts) Delete(queue string, id guid.GUID, permit func(m messages.Message) error) error {
	return s.Store.Delete(queue, id, func(m messages.Message) error {
		err := permit(m)
		for _, m.Receipt = range s.of.all(id) {
			if err == nil {
				return nil
			}
			err = permit(m)
		}
		return err
	})
}

// dyingReceipts is a store that judges deletions as it judges updates: by the receipts that updates see.
type dyingReceipts struct{ messages.Store }

// receiptsDying makes the receipts of some visible messages worthless.
func receiptsDying(dies func(m *messages.Message) bool) func(messages.Store) messages.Store {
	return func(s messages.Store) messages.Store {
		return dyingReceipts{posts{message: remaking(func(_ string, by messageChange, old *messages.Message, now time.Time) (*messages.Message, error) {
			if !old.NextVisible.After(now) && dies(old) {
				old = changed(old, func(m *messages.Message) { m.Receipt = messages.Receipt{} })
			}
			return by(old, now)
		})}.before(s)}
	}
}

func (s dyingReceipts) Delete(queue string, id guid.GUID, permit func(m messages.Message) error) error {
	_, err := s.Update(queue, id, func(m *messages.Message, _ time.Time) error {
		if m.Receipt == (messages.Receipt{}) {
			return permit(*m)
		}
		return nil
	})
	if err != nil {
		return err
	}
	return s.Store.Delete(queue, id, permit)
}

// rememberedMessages is a store that remembers all messages that were ever put.
type rememberedMessages struct {
	messages.Store
	of history[string, guid.GUID] // by queue
}

func (s *rememberedMessages) Put(queue string, draft func(now time.Time) messages.Message) (messages.Message, error) {
	m, err := s.Store.Put(queue, draft)
	if err == nil {
		s.of.add(queue, m.ID, math.MaxInt)
	}
	return m, err
}

// all returns the remembered messages that still exist.
func (s *rememberedMessages) all(queue string) (there []messages.Message) {
	for _, id := range s.of.all(queue) {
		if m, err := s.Store.Update(queue, id, func(*messages.Message, time.Time) error { return nil }); err == nil {
			there = append(there, m)
		}
	}
	return there
}

// peekingHidden is a store that also returns hidden messages.
type peekingHidden struct{ *rememberedMessages }

func (s peekingHidden) Take(queue string, n int, change messages.Change) ([]messages.Message, error) {
	taken, err := s.Store.Take(queue, n, change)
	if err != nil {
		return taken, err
	}
	for _, m := range s.all(queue) {
		if len(taken) < n && !slices.ContainsFunc(taken, func(t messages.Message) bool { return t.ID == m.ID }) {
			taken = append(taken, m)
		}
	}
	return taken, nil
}

// keepingMessages makes recreated queues come back with their messages.
func keepingMessages(s messages.Store) messages.Store {
	all := &rememberedMessages{Store: s}
	return posts{queue: inheriting[messages.Queue, time.Time](all.all, (*messages.Queue).Deleted, func(name string, m messages.Message) {
		_, _ = s.Put(name, func(time.Time) messages.Message { return m })
	})}.before(all)
}

// articleOfQueues contradicts what the article says of queues and messages.
func articleOfQueues(g *group) {
	g.serving("queue-operations-conditional", "All operations of the Queue service evaluate conditional headers.", "QUEUE-NOCC-01", conditionsRefused(op.Of(op.QueueService), everyCondition...))
	g.serving("queue-lease-demanded", "Set Queue Metadata with a lease id is refused: the queue has no lease.", "QUEUE-NOCC-02", conditionsRefused([]op.Operation{op.SetQueueMetadata}, "x-ms-lease-id"))
	receipt := regexp.MustCompile(`<PopReceipt>[^<]*</PopReceipt>`)
	g.serving("get-messages-gives-no-receipt", "Get Messages returns messages without a pop receipt.", "QUEUE-POP-01", answering([]op.Operation{op.GetMessages}, func(a *held.Answer, _ *http.Request) {
		a.Body = *bytes.NewBuffer(receipt.ReplaceAll(a.Body.Bytes(), nil))
	}))
	g.serving("delete-message-without-receipt", "Delete Message without a pop receipt succeeds.", "QUEUE-POP-02", wrapping([]op.Operation{op.DeleteMessage}, func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		if r.URL.Query().Get("popreceipt") == "" {
			w.WriteHeader(http.StatusNoContent)
			return
		}
		next.ServeHTTP(w, r)
	}))
	g.serving("delete-message-not-performed", "Delete Message returns success but deletes nothing.", "QUEUE-POP-02 QUEUE-POP-06", unperformed(op.DeleteMessage, http.StatusNoContent))
	g.messages("get-messages-deletes", "Get Messages deletes what it returns.", "QUEUE-POP-03 QUEUE-POP-05 QUEUE-IDEM-01 QUEUE-IDEM-02", posts{take: deletingTaken}.before, op.GetMessages)
	g.messages("retrieved-message-never-returns", "A message that was retrieved stays hidden for a week, whatever its visibility timeout.", "QUEUE-POP-03 QUEUE-POP-05 QUEUE-IDEM-01 QUEUE-IDEM-02", promisingFalsely(func(_ string, m *messages.Message, _ time.Time) {
		m.NextVisible = m.NextVisible.Add(7 * 24 * time.Hour)
	}), op.GetMessages)
	g.messages("long-visibility-ends-in-an-hour", "A message that is retrieved for longer than an hour is visible again an hour after it was put.", "QUEUE-POP-04a QUEUE-TIME-02", promisingFalsely(func(_ string, m *messages.Message, was time.Time) {
		if longest := was.Add(time.Hour); m.NextVisible.After(longest) {
			m.NextVisible = longest
		}
	}), op.GetMessages)
	g.messages("message-marked-when-retrieved-again", "A message that is retrieved again has another text.", "QUEUE-IDEM-01 QUEUE-IDEM-02 QUEUE-POP-05", alteringMessages(func(m, was *messages.Message, _ time.Time) {
		if was.Dequeues > 0 {
			m.Text += " (again)"
		}
	}), op.GetMessages)
	for of, at := range map[op.Operation]string{op.SetQueueMetadata: "QUEUE-LWW-02 QUEUE-LWW-05 QUEUE-CONS-01", op.SetQueueACL: "QUEUE-LWW-03", op.SetQueueServiceProperties: "QUEUE-LWW-01 QUEUE-RACE-02"} {
		status := map[bool]int{true: http.StatusAccepted, false: http.StatusNoContent}[of == op.SetQueueServiceProperties]
		g.serving(slug(of)+"-first-wins", "Only the first "+of.String()+" of a resource is performed; the later ones are answered with success.", at,
			onlyFirst([]op.Operation{of}, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(status) }))
	}
}

// deletingTaken deletes the messages that it returns.
func deletingTaken(s messages.Store, queue string, n int, change messages.Change) ([]messages.Message, error) {
	taken, err := s.Take(queue, n, change)
	for _, m := range taken {
		_ = s.Delete(queue, m.ID, anyMessage) // another client may have been first
	}
	return taken, err
}
