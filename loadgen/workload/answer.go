package workload

import (
	"strings"

	"ifmatch/internal/sharedkey"
	"ifmatch/loadgen/history"
	"ifmatch/loadgen/outcome"
)

// field is the value of a header field of an answer, "" if it has none.
func field(h sharedkey.Header, name string) string {
	for i := range h {
		if len(h[i].Name) == len(name) && strings.EqualFold(h[i].Name, name) {
			return h[i].Value
		}
	}
	return ""
}

// Codes of our own stand where the service sent no error code although its answer
// was not as documented, so that reports can say what was wrong. Their parentheses
// keep them apart from the service's.
const (
	noETag           = "(no ETag)"
	unexpectedStatus = "(unexpected success)"
	not304           = "(200 instead of 304)"
)

// told begins the event of an exchange: what was done to which key, and how the
// service answered. The code is the answer's error code.
func told(book *history.Dictionary, x *Exchange, key uint32, op history.Op, name uint16, code string) history.Event {
	e := history.Event{Key: key, Op: op, Name: name}
	if x.Err != nil {
		e.Outcome = history.Unknown
		return e
	}
	e.Status = uint16(x.Reply.Status)
	if e.Status >= 300 && code != "" {
		e.Code = book.Code(code)
	}
	e.Outcome = outcome.Classify(x.Reply.Status, code)
	return e
}

// irregular turns an answer that says success, but not as documented, into what
// can still be concluded from it. Of a read nothing. A write may well have taken
// effect, so that it is treated as unanswered: to take it at its word would need
// what the answer lacks, and to ignore it would accuse the reader that sees it.
func irregular(book *history.Dictionary, e *history.Event, what string) {
	e.Outcome, e.Code, e.Tag, e.Got = history.Wrong, book.Code(what), history.None, 0
	if e.Op != history.Read && e.Status < 300 {
		e.Outcome = history.Unknown
	}
}

// next says how an actor goes on after an event: an attempt that did not come
// through, and a service that is overloaded or broken, are a reason to back off.
func next(e history.Event) After {
	attempt := e.Flags&history.Attempt != 0
	return After{Retry: e.Outcome.Uncertain() || attempt && e.Outcome != history.Won}
}
