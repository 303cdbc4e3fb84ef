package queue

import (
	"net/http"
	"time"

	"ifmatch/reference/errcode"
	"ifmatch/reference/etag"
	"ifmatch/reference/frontend"
	"ifmatch/reference/guid"
	"ifmatch/reference/header"
	"ifmatch/reference/store/messages"
)

// holder is the message and the pop receipt that a request names.
type holder struct {
	id      guid.GUID
	receipt messages.Receipt
}

const receiptParameter = "popreceipt"

// holder reads the message and the pop receipt from a request. It checks first that the queue exists, then the form of
// the id, then the form of the receipt. // QUEUE-POP-02
func (c *call) holder() (h holder, err error) {
	v := c.Query.Get(receiptParameter)
	if v == "" {
		return h, errcode.MissingQuery(receiptParameter) // QUEUE-RCPT-14
	}
	if c.store().Queue(c.queue) == nil {
		return h, messages.ErrNoQueue
	}
	var ok bool
	if h.id, ok = guid.Parse(c.id); !ok {
		return h, messages.ErrNoMessage // QUEUE-RCPT-13
	}
	if h.receipt, ok = messages.ParseReceipt(v); !ok {
		return h, badQuery(receiptParameter, v, "Invalid pop receipt format") // QUEUE-RCPT-12
	}
	return h, nil
}

// holds returns an error unless the receipt is the message's current one: no client has got or changed the message
// since. The end of the visibility timeout does not invalidate the receipt. A receipt of another message is treated
// like any wrong one.
// // QUEUE-RCPT-03 QUEUE-RCPT-04 QUEUE-RCPT-06 QUEUE-RCPT-07 QUEUE-RCPT-08 QUEUE-RCPT-11 QUEUE-RCPT-15 QUEUE-RCPT-17
func (h *holder) holds(m *messages.Message) error {
	if m.Receipt != h.receipt {
		return messages.ErrNoMessage
	}
	return nil
}

// updateMessage is Update Message: a new visibility timeout from now on and, with a body, a new text. If two requests
// have the same receipt, the second is refused. // QUEUE-RCPT-05 QUEUE-RCPT-20 QUEUE-RCPT-21 QUEUE-LWW-04 QUEUE-TIME-16
func updateMessage(c *call, w http.ResponseWriter) error {
	window, err := c.window()
	if err != nil {
		return err
	}
	h, err := c.holder()
	if err != nil {
		return err
	}
	text, err := c.newText()
	if err != nil {
		return err
	}
	m, err := c.store().Update(c.queue, h.id, func(m *messages.Message, now time.Time) error {
		if err := h.holds(m); err != nil {
			return err
		}
		if !m.Expires.IsZero() && now.Add(window).After(m.Expires) { // QUEUE-TIME-08
			return badQuery(windowParameter, c.Query.Get(windowParameter), "visibilitytimeout must not pass the expiration of the message")
		}
		if text != nil {
			m.Text = *text
		}
		c.hand(m, now, window) // QUEUE-TIME-07 QUEUE-TIME-17 QUEUE-TIME-18
		return nil
	})
	if err != nil {
		return err
	}
	header.Set(w.Header(), "X-Ms-Popreceipt", m.Receipt.String())
	header.Set(w.Header(), "X-Ms-Time-Next-Visible", etag.HTTPDate(m.NextVisible))
	return frontend.Answer(w, http.StatusNoContent)
}

// deleteMessage is Delete Message. // QUEUE-RCPT-02 QUEUE-RCPT-09 QUEUE-RCPT-10 QUEUE-PEEK-04
func deleteMessage(c *call, w http.ResponseWriter) error {
	h, err := c.holder()
	if err != nil {
		return err
	}
	if err := c.store().Delete(c.queue, h.id, func(m messages.Message) error { return h.holds(&m) }); err != nil {
		return err
	}
	return frontend.Answer(w, http.StatusNoContent)
}
