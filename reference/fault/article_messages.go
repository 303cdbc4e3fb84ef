package fault

import (
	"net/http"
	"regexp"
	"time"

	"ifmatch/reference/held"
	op "ifmatch/reference/operation"
	"ifmatch/reference/store/messages"
)

// articleOfQueues contradicts what the article says of queues and messages.
func articleOfQueues() []Fault {
	g := group{family: "article"}
	g.serving("queue-operations-conditional", "All operations of the Queue service evaluate conditional headers.", "QUEUE-NOCC-01", conditionsRefused(op.Of(op.QueueService), everyCondition...))
	g.serving("queue-lease-demanded", "Set Queue Metadata with a lease id is refused: the queue has no lease.", "QUEUE-NOCC-02", conditionsRefused([]op.Operation{op.SetQueueMetadata}, "x-ms-lease-id"))
	g.serving("get-messages-gives-no-receipt", "Get Messages returns messages without a pop receipt.", "QUEUE-POP-01", answering([]op.Operation{op.GetMessages}, func(a *held.Answer, _ *http.Request) {
		body := regexp.MustCompile(`<PopReceipt>[^<]*</PopReceipt>`).ReplaceAll(a.Body.Bytes(), nil)
		a.Body.Reset()
		a.Body.Write(body)
	}))
	g.serving("delete-message-without-receipt", "Delete Message without a pop receipt succeeds.", "QUEUE-POP-02", wrapping([]op.Operation{op.DeleteMessage}, func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		if r.URL.Query().Get("popreceipt") == "" {
			w.WriteHeader(http.StatusNoContent)
			return
		}
		next.ServeHTTP(w, r)
	}))
	g.serving("delete-message-not-performed", "Delete Message returns success but deletes nothing.", "QUEUE-POP-02 QUEUE-POP-06", unperformed(op.DeleteMessage, http.StatusNoContent))
	g.messages("get-messages-deletes", "Get Messages deletes what it returns.", "QUEUE-POP-03 QUEUE-POP-05 QUEUE-IDEM-01 QUEUE-IDEM-02", func(s messages.Store) messages.Store { return deletingTaken{s} }, op.GetMessages)
	g.messages("retrieved-message-never-returns", "A message that was retrieved stays hidden for a week, whatever its visibility timeout.", "QUEUE-POP-03 QUEUE-POP-05 QUEUE-IDEM-01 QUEUE-IDEM-02", func(s messages.Store) messages.Store {
		return &falsePromises{s, func(_ string, m *messages.Message, _ time.Time) {
			m.NextVisible = m.NextVisible.Add(7 * 24 * time.Hour)
		}}
	}, op.GetMessages)
	g.messages("message-marked-when-retrieved-again", "A message that is retrieved again has another text.", "QUEUE-IDEM-01 QUEUE-IDEM-02 QUEUE-POP-05", alteringMessages(func(m, was *messages.Message, _ time.Time) {
		if was.Dequeues > 0 {
			m.Text += " (again)"
		}
	}), op.GetMessages)
	for of, at := range map[op.Operation]string{op.SetQueueMetadata: "QUEUE-LWW-02 QUEUE-CONS-01", op.SetQueueACL: "QUEUE-LWW-03", op.SetQueueServiceProperties: "QUEUE-LWW-01 QUEUE-RACE-02"} {
		status := map[bool]int{true: http.StatusAccepted, false: http.StatusNoContent}[of == op.SetQueueServiceProperties]
		g.serving(slug(of)+"-first-wins", "Only the first "+of.String()+" of a resource is performed; the later ones are answered with success.", at,
			onlyFirst([]op.Operation{of}, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(status) }))
	}
	return g.faults
}

// deletingTaken is a store that deletes the messages that it returns.
type deletingTaken struct{ messages.Store }

func (s deletingTaken) Take(queue string, n int, change messages.Change) ([]messages.Message, error) {
	taken, err := s.Store.Take(queue, n, change)
	for _, m := range taken {
		_ = s.Delete(queue, m.ID, func(messages.Message) error { return nil }) // another client may have been first
	}
	return taken, err
}
