package rules

import (
	"time"

	op "ifmatch/reference/operation"
)

// Queue holds the rules for queues and messages. It has no entity tags and no leases, because the Queue service has
// neither. // QUEUE-NOCC-01 QUEUE-NOCC-02
type Queue struct {
	// Messages holds the rule of each operation on messages.
	Messages [op.Count]Message

	// ErrorCodeSince is the first version of the protocol in which an error's code is in a header too. // QUEUE-ERR-01
	ErrorCodeSince string
	// ReceiptSince is the first version in which Put Message answers with a receipt. // QUEUE-RCPT-16
	ReceiptSince string
	// EndlessSince is the first version in which a message may live longer than a week, or forever. // QUEUE-TIME-13
	EndlessSince string

	Limits QueueLimits
}

// Message is the documented rule of an operation on messages.
type Message struct {
	// Window is the visibility timeout of the message.
	Window Window
	// Hides makes the message invisible for the visibility timeout.
	Hides bool
	// Renews gives the message a new receipt and invalidates the old one.
	Renews bool
	// Counts adds one to the message's dequeue count.
	Counts bool
	// Number is how many messages one request may ask for; 0 if the operation has no such parameter.
	Number int
}

// Window is the range of the parameter visibilitytimeout.
type Window struct {
	Min, Max time.Duration
	Default  time.Duration
	Demanded bool // must be given, otherwise 400
}

// QueueLimits are the limits of requests to the Queue service.
type QueueLimits struct {
	Body        int64 // bytes of a message's XML form, in which one byte of text can take many
	Text        int   // bytes of a message's text
	ListPage    int   // queues per page of a list
	TimeToLive  time.Duration
	LongestLife time.Duration // longest finite time to live
	QueuePurges time.Duration // how long the name of a deleted queue cannot be used
}

const week = 7 * 24 * time.Hour

func queue() Queue {
	q := Queue{
		ErrorCodeSince: "2017-07-29",
		ReceiptSince:   "2016-05-31",
		EndlessSince:   "2017-07-29",
		Limits: QueueLimits{
			Body:        1 << 20,
			Text:        64 << 10,
			ListPage:    5000,
			TimeToLive:  week,                      // QUEUE-TIME-13
			LongestLife: (1<<31 - 1) * time.Second, // the largest value of the clients' type
			QueuePurges: 30 * time.Second,          // QUEUE-LIFE-02
		},
	}
	window := Window{Max: week}                                                    // QUEUE-TIME-11
	q.Messages[op.PutMessage] = Message{Window: window, Hides: true, Renews: true} // QUEUE-TIME-04

	window.Demanded = true                                                            // QUEUE-TIME-05
	q.Messages[op.UpdateMessage] = Message{Window: window, Hides: true, Renews: true} // QUEUE-RCPT-05 QUEUE-TIME-17

	q.Messages[op.GetMessages] = Message{
		Window: Window{Min: time.Second, Max: week, Default: 30 * time.Second}, // QUEUE-TIME-01 QUEUE-TIME-02 QUEUE-TIME-03
		Hides:  true,                                                           // QUEUE-POP-04
		Renews: true,                                                           // QUEUE-RCPT-01
		Counts: true,                                                           // QUEUE-DEQ-01
		Number: 32,                                                             // QUEUE-TIME-12
	}
	q.Messages[op.PeekMessages] = Message{Number: 32} // QUEUE-PEEK-01 QUEUE-TIME-12
	return q
}
