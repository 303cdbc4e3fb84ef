package fault

import (
	"bytes"
	"io"
	"net/http"
	"regexp"
	"time"

	"ifmatch/reference/guid"
	"ifmatch/reference/held"
	op "ifmatch/reference/operation"
	"ifmatch/reference/store/messages"
)

// furtherMessages returns bugs that an emulator of the Queue service might well have, under their names in
// testdata/further.tsv.
func furtherMessages(g *group) {
	g.messages("hidden-message-outlives-ttl", "A message that expires while it is hidden comes back.", "QUEUE-TIME-14 QUEUE-TIME-09", posts{take: neverExpiringHidden}.before, op.GetMessages)
	g.messages("clear-leaves-hidden-messages", "Clear Messages leaves hidden messages in the queue.", "QUEUE-CLR-01 QUEUE-CLR-02", func(s messages.Store) messages.Store { return clearingVisible{s} }, op.ClearMessages)
	g.messages("receipts-of-one-second", "A receipt is made from the message and the second at which it is next visible.", "QUEUE-RCPT-01 QUEUE-RCPT-07", alteringMessages(func(m, _ *messages.Message, _ time.Time) {
		m.Receipt = messages.NewReceipt(m.NextVisible.Truncate(time.Second), m.ID)
	}), op.GetMessages)
	g.messages("get-messages-hides-all", "Get Messages hides every visible message, not only those that it returns.", "QUEUE-POP-08 QUEUE-DEQ-06 QUEUE-DEQ-04 QUEUE-CONS-01", posts{take: hidingAll}.before, op.GetMessages)
	g.add("refused-update-keeps-text", "An Update Message that is refused because of its receipt still replaces the text.", "QUEUE-RCPT-06 QUEUE-RCPT-08 QUEUE-RCPT-17", Fault{WithStores: knowing([]op.Operation{op.UpdateMessage}, keepingRefusedText)})
}

// neverExpiringHidden keeps messages from expiring while they are hidden: those that would are put again.
func neverExpiringHidden(s messages.Store, queue string, n int, change messages.Change) ([]messages.Message, error) {
	taken, err := s.Take(queue, n, change)
	for _, m := range taken {
		if m.Expires.IsZero() || m.Expires.After(m.NextVisible) {
			continue
		}
		if s.Delete(queue, m.ID, anyMessage) == nil {
			m.Expires = m.NextVisible.Add(time.Hour)
			_, _ = s.Put(queue, func(time.Time) messages.Message { return m })
		}
	}
	return taken, err
}

// clearingVisible is a store whose Clear removes only the messages that it can take.
type clearingVisible struct{ messages.Store }

func (s clearingVisible) Clear(queue string) error {
	for {
		taken, err := s.Take(queue, 32, func(*messages.Message, time.Time) {})
		if err != nil || len(taken) == 0 {
			return err
		}
		for _, m := range taken {
			_ = s.Delete(queue, m.ID, anyMessage) // it may fail if another client was first
		}
	}
}

// hidingAll also hides the messages that it does not return.
func hidingAll(s messages.Store, queue string, n int, change messages.Change) ([]messages.Message, error) {
	returned := 0
	taken, err := s.Take(queue, 1000, func(m *messages.Message, now time.Time) {
		was := *m
		change(m, now)
		if returned++; returned > n {
			was.NextVisible = m.NextVisible
			*m = was
		}
	})
	return taken[:min(n, len(taken))], err
}

// ofMessage matches the address of a message, and newText the text in the body of an update.
var (
	ofMessage = regexp.MustCompile(`/([^/]+)/messages/([^/]+)$`)
	newText   = regexp.MustCompile(`<MessageText>([^<]*)</MessageText>`)
)

// keepingRefusedText stores the text of an update even if the update is refused.
func keepingRefusedText(behind Stores, w http.ResponseWriter, r *http.Request, next http.Handler) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	r = r.Clone(r.Context())
	r.Body = io.NopCloser(bytes.NewReader(body))
	a := held.By(w, r, next)
	at, text := ofMessage.FindStringSubmatch(r.URL.Path), newText.FindSubmatch(body)
	if a.Status >= 400 && at != nil && text != nil {
		if id, ok := guid.Parse(at[2]); ok {
			_, _ = behind.Messages.Update(at[1], id, func(m *messages.Message, _ time.Time) error {
				m.Text = string(text[1])
				return nil
			})
		}
	}
	a.Send(w)
}
