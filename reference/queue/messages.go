package queue

import (
	"net/http"
	"time"

	"ifmatch/reference/document"
	"ifmatch/reference/etag"
	"ifmatch/reference/frontend"
	"ifmatch/reference/store/messages"
)

// putMessage is Put Message. The answer holds a receipt, so that the sender can change and delete the message.
// // QUEUE-RCPT-16
func putMessage(c *call, w http.ResponseWriter) error {
	window, err := c.window()
	if err != nil {
		return err
	}
	life, err := c.timeToLive()
	if err != nil {
		return err
	}
	if life > 0 && window >= life { // QUEUE-TIME-10
		return badQuery(windowParameter, c.Query.Get(windowParameter), "messagettl must be greater than visibilitytimeout")
	}
	text, err := c.text()
	if err != nil {
		return err
	}
	m, err := c.store().Put(c.queue, func(now time.Time) messages.Message {
		m := messages.Message{ID: c.IDs.Next(), Text: text, Inserted: now, NextVisible: now}
		if life > 0 {
			m.Expires = now.Add(life)
		}
		c.hand(&m, now, window)
		return m
	})
	if err != nil {
		return err
	}
	if c.Version < c.Rules.Queue.ReceiptSince {
		return frontend.Answer(w, http.StatusCreated)
	}
	var x document.Writer
	x.Open("QueueMessagesList")
	x.Open("QueueMessage")
	identity(&x, &m)
	receipt(&x, &m)
	x.Close("QueueMessage")
	x.Close("QueueMessagesList")
	return frontend.SendXML(w, http.StatusCreated, x.Bytes())
}

// hand applies the operation's rule to a message that it returns. It is called once for each message of a request, at
// one instant, so that their visibility timeouts begin together. // QUEUE-DEQ-04
func (c *call) hand(m *messages.Message, now time.Time, window time.Duration) {
	if c.rule.Counts {
		m.Dequeues++ // QUEUE-DEQ-01
	}
	if c.rule.Hides {
		m.NextVisible = now.Add(window) // QUEUE-POP-04 QUEUE-POP-07 QUEUE-TIME-05 QUEUE-TIME-09
	}
	if c.rule.Renews {
		m.Receipt = messages.NewReceipt(m.NextVisible, c.IDs.Next()) // QUEUE-RCPT-01
	}
}

// getMessages is Get Messages. It deletes nothing. // QUEUE-POP-01 QUEUE-POP-03
func getMessages(c *call, w http.ResponseWriter) error {
	window, err := c.window()
	if err != nil {
		return err
	}
	return c.show(w, window, true)
}

// peekMessages is Peek Messages: it returns visible messages, without receipts. // QUEUE-PEEK-02 QUEUE-PEEK-03
func peekMessages(c *call, w http.ResponseWriter) error { return c.show(w, 0, false) }

// show sends the first visible messages. The list is empty if there are none. // QUEUE-DEQ-02 QUEUE-DEQ-03 QUEUE-DEQ-05
func (c *call) show(w http.ResponseWriter, window time.Duration, receipts bool) error {
	n, err := c.howMany()
	if err != nil {
		return err
	}
	shown, err := c.store().Take(c.queue, n, func(m *messages.Message, now time.Time) { c.hand(m, now, window) })
	if err != nil {
		return err
	}
	var x document.Writer
	x.Open("QueueMessagesList")
	for i := range shown {
		m := &shown[i]
		x.Open("QueueMessage")
		identity(&x, m)
		if receipts {
			receipt(&x, m)
		}
		x.Number("DequeueCount", m.Dequeues)
		x.Element("MessageText", m.Text)
		x.Close("QueueMessage")
	}
	x.Close("QueueMessagesList")
	return frontend.SendXML(w, http.StatusOK, x.Bytes())
}

// clearMessages is Clear Messages. It needs no receipt, and also removes invisible messages.
// // QUEUE-CLR-01 QUEUE-CLR-03
func clearMessages(c *call, w http.ResponseWriter) error {
	if err := c.store().Clear(c.queue); err != nil {
		return err
	}
	return frontend.Answer(w, http.StatusNoContent)
}

// never is the expiration time shown for messages that never expire.
const never = "Fri, 31 Dec 9999 23:59:59 GMT"

// identity writes the parts of a message that never change. Its times are cut to whole seconds. // QUEUE-TIME-06
func identity(x *document.Writer, m *messages.Message) {
	x.Element("MessageId", m.ID.String())
	x.Element("InsertionTime", etag.HTTPDate(m.Inserted))
	expires := never
	if !m.Expires.IsZero() {
		expires = etag.HTTPDate(m.Expires)
	}
	x.Element("ExpirationTime", expires)
}

// receipt writes the parts that only the holder of a message learns.
func receipt(x *document.Writer, m *messages.Message) {
	x.Element("PopReceipt", m.Receipt.String())
	x.Element("TimeNextVisible", etag.HTTPDate(m.NextVisible))
}
