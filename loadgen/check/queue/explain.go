package queue

import (
	"fmt"
	"time"

	"ifmatch/loadgen/check/bounds"
	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
)

// failed takes an operation that nothing explains.
func (c *checker) failed(f bounds.Failure[message], m *life, streamed bool) {
	if f.Doubt || streamed && m.rules.cut {
		c.doubts++
		return
	}
	was := f.Before[0]
	for _, t := range f.Before {
		if t.State.place == visible && t.State.count+1 == f.Op.Event.Got || t.State.place == hidden {
			was = t
			break
		}
	}
	rule, sentence, clauses := tell(f.Op.Event, was, m)
	c.res.Report(finding.Violation{Rule: rule, Sentence: sentence, Clauses: clauses, Evidence: evidence(f.Op.Event, was, m)}.Closed(), c.o.Limit)
}

// torn reports a body that nobody put.
func (c *checker) torn(e *history.Event) {
	c.res.Report(finding.Violation{
		Rule:     "torn message",
		Sentence: e.Who() + " was given a message whose body nobody put: it is cut, mixed or damaged",
		Clauses:  []string{"QUEUE-POP-01"},
		Evidence: []finding.Evidence{{Event: *e, Role: "was given a damaged body"}},
	}, c.o.Limit)
}

// repeated reports a receipt that had been given before.
func repeated(a, b *history.Event) finding.Violation {
	if b.Return < a.Return {
		a, b = b, a
	}
	clauses := []string{"QUEUE-RCPT-01"}
	if b.Op == history.Update {
		clauses = []string{"QUEUE-RCPT-05"}
	}
	return finding.Violation{
		Rule:     "receipt repeated",
		Sentence: fmt.Sprintf("%s was given a receipt that %s had been given for the same message before: who holds the old one can use it again", b.Who(), a.Who()),
		Clauses:  clauses,
		Evidence: []finding.Evidence{{Event: *a, Role: before(a)}, {Event: *b, Role: "was given the same receipt"}},
	}
}

// tell words the contradiction between an operation and the state of the message
// that it must have found.
func tell(e *history.Event, was bounds.Trace[message], m *life) (rule, sentence string, clauses []string) {
	who, t := e.Who(), was.State
	if refused(e) {
		clauses = []string{"QUEUE-RCPT-02", "QUEUE-RCPT-03"}
		if e.Op == history.Update {
			clauses = []string{"QUEUE-RCPT-05", "QUEUE-RCPT-04"}
		}
		return "current receipt refused", fmt.Sprintf("%s was refused %s a message under its newest receipt", who, gerund(e.Op)), clauses
	}
	switch e.Op {
	case history.Put:
		return "message put twice", fmt.Sprintf("%s put a message that was there already", who), []string{"QUEUE-CONS-01"}
	case history.Get:
		if e.Value == 0 {
			return "message lost", fmt.Sprintf("a message%s was never removed and is not in the queue: the last answer was empty although nobody had hidden it", putBy(m)),
				[]string{"QUEUE-POP-03", "QUEUE-POP-05", "QUEUE-DEQ-06"}
		}
		return given(e, was, m)
	case history.Peek:
		return peeked(e, was, m)
	}
	switch {
	case t.place == gone:
		return "removed message accepted", fmt.Sprintf("%s could %s a message that was removed before", who, verb(e.Op)), []string{"QUEUE-RCPT-10"}
	case t.place == absent:
		return "unknown message accepted", fmt.Sprintf("%s could %s a message that nobody had put", who, verb(e.Op)), []string{"QUEUE-RCPT-11"}
	}
	clauses = []string{"QUEUE-RCPT-07"}
	if e.Op == history.Update {
		clauses[0] = "QUEUE-RCPT-08"
	}
	if was.By != nil && was.By.Event.Op == history.Update {
		clauses[0] = "QUEUE-RCPT-06"
	}
	return "old receipt accepted", fmt.Sprintf("%s could %s a message under a receipt that was not the newest%s", who, verb(e.Op), newest(was)), clauses
}

// given words a retrieval that should not have been.
func given(e *history.Event, was bounds.Trace[message], m *life) (rule, sentence string, clauses []string) {
	who, t := e.Who(), was.State
	switch {
	case t.place == absent:
		return "phantom message", fmt.Sprintf("%s was given a message that nobody had put, or that was removed long before", who), []string{"QUEUE-CONS-01"}
	case t.place == gone:
		return "removed message returned", fmt.Sprintf("%s was given a message%s that was removed before", who, putBy(m)), []string{"QUEUE-RCPT-02", "QUEUE-CONS-01"}
	case t.place == hidden:
		by, rule := was.Clock, "message given to two consumers"
		if by == nil {
			break
		}
		rest := ""
		if left := was.Until[0] - e.Return; left > 0 {
			rest = fmt.Sprintf(", which could not end for another %s", time.Duration(left).Round(time.Millisecond))
		}
		rest += finding.Allowed("a hidden message may reappear early because of clock skew", "QUEUE-TIME-15")
		switch by.Event.Op {
		case history.Put:
			rule = "message given out too early"
			return rule, fmt.Sprintf("%s was given a message that %s had put to be hidden for %s%s", who, by.Event.Who(), time.Duration(by.Event.Arg), rest), []string{"QUEUE-TIME-04"}
		case history.Update:
			return rule, fmt.Sprintf("%s was given a message that %s had hidden again for %s%s", who, by.Event.Who(), time.Duration(by.Event.Arg), rest), []string{"QUEUE-POP-04", "QUEUE-TIME-05"}
		}
		return rule, fmt.Sprintf("%s was given a message that %s had been given for %s%s", who, by.Event.Who(), time.Duration(by.Event.Arg), rest), []string{"QUEUE-POP-04", "QUEUE-POP-08"}
	}
	return "wrong dequeue count", fmt.Sprintf("%s was given a message with dequeue count %d when it was given out %d times before", who, e.Got, t.count), []string{"QUEUE-DEQ-01"}
}

// peeked words a peek that should not have shown the message.
func peeked(e *history.Event, was bounds.Trace[message], m *life) (rule, sentence string, clauses []string) {
	who, t := e.Who(), was.State
	switch {
	case t.place == absent:
		return "phantom message", fmt.Sprintf("%s saw a message that nobody had put, or that was removed long before", who), []string{"QUEUE-CONS-01"}
	case t.place == gone:
		return "removed message returned", fmt.Sprintf("%s saw a message%s that was removed before", who, putBy(m)), []string{"QUEUE-PEEK-04"}
	case t.place == hidden:
		return "hidden message shown", fmt.Sprintf("%s saw a message in its window%s", who, newest(was)), []string{"QUEUE-PEEK-03"}
	}
	return "wrong dequeue count", fmt.Sprintf("%s saw a message with dequeue count %d that was given out %d times", who, e.Got, t.count), []string{"QUEUE-PEEK-01", "QUEUE-PEEK-02"}
}

func putBy(m *life) string {
	if m.put == nil {
		return ""
	}
	return " that " + m.put.Who() + " had put"
}

// newest says who has the newest receipt.
func newest(was bounds.Trace[message]) string {
	if was.By == nil && was.Clock == nil {
		return ""
	}
	by := was.By
	if by == nil {
		by = was.Clock
	}
	switch by.Event.Op {
	case history.Get:
		return ": " + by.Event.Who() + " had been given it since"
	case history.Update:
		return ": " + by.Event.Who() + " had updated it since"
	}
	return ""
}

func verb(op history.Op) string {
	if op == history.Update {
		return "update"
	}
	return "remove"
}

func gerund(op history.Op) string {
	if op == history.Update {
		return "updating"
	}
	return "removing"
}

// evidence is the operation with those that prove the state before it.
func evidence(e *history.Event, was bounds.Trace[message], m *life) []finding.Evidence {
	role := "was accepted all the same"
	switch {
	case refused(e):
		role = "was refused all the same"
	case e.Op == history.Get && e.Value == 0:
		role = "found the queue empty"
	case e.Op == history.Get:
		role = "was given it all the same"
	case e.Op == history.Peek:
		role = "saw it all the same"
	}
	out := []finding.Evidence{{Event: *e, Role: role}}
	seen := map[*history.Event]bool{e: true}
	add := func(e *history.Event) {
		if e != nil && !seen[e] && len(out) < 4 {
			seen[e] = true
			out = append(out, finding.Evidence{Event: *e, Role: before(e)})
		}
	}
	for _, op := range []*bounds.Op{was.By, was.Clock} {
		if op != nil {
			add(op.Event)
		}
	}
	add(m.put)
	return out
}

// before is what an earlier operation proves.
func before(e *history.Event) string {
	hidden := ""
	if e.Arg > 0 {
		hidden = fmt.Sprintf(", to be hidden for %s", time.Duration(e.Arg))
	}
	switch e.Op {
	case history.Put:
		return "put the message" + hidden
	case history.Get:
		return fmt.Sprintf("was given the message for the %s time%s", ordinal(e.Got), hidden)
	case history.Update:
		return "updated the message, which replaced its receipt" + hidden
	}
	return "removed the message"
}

func ordinal(n int64) string {
	switch {
	case n%100/10 == 1:
	case n%10 == 1:
		return fmt.Sprintf("%dst", n)
	case n%10 == 2:
		return fmt.Sprintf("%dnd", n)
	case n%10 == 3:
		return fmt.Sprintf("%drd", n)
	}
	return fmt.Sprintf("%dth", n)
}
