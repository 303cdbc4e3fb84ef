package workload

import (
	"strings"

	"ifmatch/internal/sharedkey"
	"ifmatch/loadgen/history"
	"ifmatch/loadgen/outcome"
	"ifmatch/loadgen/transport"
)

// field returns the value of a header field of an answer, "" if it has none.
func field(h sharedkey.Header, name string) string {
	for i := range h {
		if len(h[i].Name) == len(name) && strings.EqualFold(h[i].Name, name) {
			return h[i].Value
		}
	}
	return ""
}

// Codes of our own are used where an answer was not as documented but carries no
// error code, so that reports can say what was wrong. Their parentheses
// distinguish them from the service's codes.
const (
	noETag           = "(no ETag)"
	unexpectedStatus = "(unexpected success)"
	not304           = "(200 instead of 304)"
)

// told begins the event of an exchange: the operation, its key, and how the
// service answered. code is the answer's error code.
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
	e.Outcome = classify(x.Reply, code)
	return e
}

// classify returns the outcome of an answered exchange. A refusal that is an HTML
// page comes from something in front of the service, such as an ingress (404 for a
// service that it cannot reach) or a firewall (403). The services themselves refuse
// in XML or JSON, or with a code in the header.
func classify(r *transport.Reply, code string) history.Outcome {
	o := outcome.Classify(r.Status, code)
	if code == "" && r.Status >= 400 && o != history.Throttled && strings.HasPrefix(field(r.Header, "Content-Type"), "text/html") {
		return history.Unknown
	}
	return o
}

// irregular reduces an undocumented success to what still follows from it. A read
// proves nothing. A write may have taken effect, so it counts as unanswered: a
// success would need what the answer lacks, and ignoring the write would accuse
// the reader that sees it.
func irregular(book *history.Dictionary, e *history.Event, what string) {
	e.Outcome, e.Code, e.Tag, e.Got = history.Wrong, book.Code(what), history.None, 0
	if e.Op != history.Read && e.Status < 300 {
		e.Outcome = history.Unknown
	}
}

// next says how an actor continues after an event. It backs off if its attempt
// failed, or if the outcome is uncertain.
func next(e history.Event) After {
	attempt := e.Flags&history.Attempt != 0
	return After{Retry: e.Outcome.Uncertain() || attempt && e.Outcome != history.Won}
}
