package queue

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"ifmatch/loadgen/check/bounds"
	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
	"ifmatch/reports/figure"
)

// checker is one check under way.
type checker struct {
	timing  bounds.Timing // of the end of a window
	unknown bounds.Pool   // retrievals without an answer
	drain   drain
	order   order
	res     finding.Result
	gaveUp  int
	windows int
	witness func(message uint64, order []finding.Placed) // nil: nobody asks for the order
}

// failed handles an operation on m that nothing explains. cut says that the message may have
// been given out more often than was tried.
func (c *checker) failed(f bounds.Failure[message], m *life, cut bool) {
	if f.Unproved || cut {
		c.gaveUp++
		return
	}
	e, was, slight := f.Op.Event, f.Before[0], f.Slight
	for _, t := range f.Before {
		if t.State.where == hidden && (was.State.where != hidden || bounds.Unsure(was.Clock)) {
			was = t
		}
	}
	switch first, second := m.rivals(e); {
	case was.State.where == gone && was.By.Return < e.Invoke, e.If != history.None && was.By != nil && was.By.Op == history.Update:
	case slices.Contains(m.told, second):
		return // it is why e is impossible
	case second != nil:
		m.told = append(m.told, second)
		e, was, slight = second, m.hid(first), false
	case was.State.where == absent && m.put != nil && m.put.Invoke <= e.Return: // it was not answered yet
		was = m.hid(m.put)
	}
	of := []finding.Evidence{finding.Did(e, role(e)), did(was.By), did(was.Clock), did(m.put),
		did(m.find(func(g *history.Event) bool {
			return g.Tag == e.If || slight && g.Op == history.Get && g.Got == was.State.count
		}))}
	rule, sentence, clauses := tell(e, was, slight)
	v := finding.Broken(rule, sentence, clauses, of...).Beside(f.Against).Closed()
	switch {
	case was.State.where != hidden || was.Clock == nil || e.Op != history.Get && e.Op != history.Peek:
		c.res.Report(v)
	case slices.Contains(m.bared, was.Clock): // it is known not to have hidden the message
	case e.Op == history.Peek:
		if !slices.ContainsFunc(m.glimpses, func(g glimpse) bool { return g.by == was.Clock }) {
			m.glimpses = append(m.glimpses, glimpse{was.Clock, v})
		}
	default:
		m.bared = append(m.bared, was.Clock)
		c.res.Report(v)
	}
}

// torn reports a body that nobody put.
func (c *checker) torn(e *history.Event) {
	c.res.Report(finding.Broken("torn message", e.Who()+" was given a message whose body nobody put: it is cut, mixed or damaged",
		[]string{"QUEUE-POP-01"}, finding.Did(e, "was given a damaged body")))
}

// repeated reports a receipt that had been given before.
func (c *checker) repeated(a, b *history.Event) {
	if b.Return < a.Return {
		a, b = b, a
	}
	clauses := map[history.Op][]string{history.Get: {"QUEUE-RCPT-01"}, history.Update: {"QUEUE-RCPT-05"}}[b.Op]
	sentence := fmt.Sprintf("%s was given a receipt that %s had been given for the same message before: who holds the old one can use it again", b.Who(), a.Who())
	c.res.Report(finding.Broken("receipt repeated", sentence, clauses, did(a), finding.Did(b, "was given the same receipt")))
}

// tell words the contradiction between an operation and the state of the message that it
// must have found. slight says that it is only about the dequeue count.
func tell(e *history.Event, was bounds.Trace[message], slight bool) (rule, sentence string, clauses []string) {
	what, now, old := " remove a message", []string{"QUEUE-RCPT-02", "QUEUE-RCPT-03"}, []string{"QUEUE-RCPT-07"}
	if e.Op == history.Update {
		what, now, old = " update a message", []string{"QUEUE-RCPT-05", "QUEUE-RCPT-04"}, []string{"QUEUE-RCPT-08"}
	}
	could := e.Who() + " could" + what
	switch {
	case refused(e):
		return "current receipt refused", e.Who() + " could not" + what + " under its newest receipt", now
	case e.Op == history.Put:
		return "message put twice", e.Who() + " put a message that was there already", []string{"QUEUE-CONS-01"}
	case e.Op == history.Get && e.Value == 0:
		return "message lost", "a message was never removed, and the last answer was empty although nobody hid it any more: it was lost, or hidden for longer than asked", []string{"QUEUE-POP-03", "QUEUE-POP-05", "QUEUE-DEQ-06"}
	case e.Op == history.Get, e.Op == history.Peek:
		return shown(e, was, slight)
	case was.State.where == gone:
		return "removed message accepted", could + " that was gone" + earlier(e, was.By), []string{"QUEUE-RCPT-10"}
	case was.State.where == absent:
		return "unknown message accepted", could + " that nobody had put", []string{"QUEUE-RCPT-11"}
	case was.By != nil && was.By.Op == history.Update:
		old = []string{"QUEUE-RCPT-05", "QUEUE-RCPT-06"}
	}
	return "old receipt accepted", could + " under a receipt that was not the newest" + earlier(e, cmp.Or(was.By, was.Clock)), old
}

// shown words a retrieval or a peek that should not have shown the message, or not so.
func shown(e *history.Event, was bounds.Trace[message], slight bool) (rule, sentence string, clauses []string) {
	who, again, counted := e.Who()+" was given a message", []string{"QUEUE-RCPT-02", "QUEUE-CONS-01"}, []string{"QUEUE-DEQ-01"}
	if e.Op == history.Peek {
		who, again, counted = e.Who()+" saw a message", []string{"QUEUE-PEEK-04"}, []string{"QUEUE-PEEK-01", "QUEUE-PEEK-02"}
	}
	switch t := was.State; {
	case slight || t.where == visible:
		if was.By != nil && was.By.Op == history.Update {
			counted = append(counted, "QUEUE-TIME-17")
		}
		return "wrong dequeue count", fmt.Sprintf("%s with dequeue count %d, while the answers show that it was given out %s before", who, e.Got, figure.Plural(t.count, "time")), counted
	case t.where == absent:
		return "phantom message", who + " that nobody had put, or that was removed long before", []string{"QUEUE-CONS-01"}
	case t.where == gone:
		return "removed message returned", who + " that was gone" + earlier(e, was.By), again
	}
	return early(who, e, was)
}

// early words a retrieval or a peek of a message that was hidden.
func early(who string, e *history.Event, was bounds.Trace[message]) (rule, sentence string, clauses []string) {
	by := was.Clock
	rule, how, clauses := "message given to two consumers", "had been given", []string{"QUEUE-POP-04", "QUEUE-POP-08"}
	switch {
	case by.Op == history.Put:
		rule, how, clauses = "message given out too early", "had put to be hidden", []string{"QUEUE-TIME-04"}
	case by.Op == history.Update:
		how, clauses = "hid again", []string{"QUEUE-POP-04", "QUEUE-TIME-05"}
	case bounds.Unsure(by):
		how = "must have been given, without an answer,"
	}
	switch {
	case e.Op == history.Peek:
		rule, clauses = "hidden message shown", []string{"QUEUE-PEEK-03"}
	case by.Client == e.Client:
		rule = "message given out too early"
	}
	rest := finding.Allowed("a hidden message may reappear early because of clock skew", "QUEUE-TIME-15")
	if left := was.Until[0] - e.Return; left > 0 {
		rest = ", which could not end for another " + figure.Duration(time.Duration(left)) + rest
	}
	return rule, fmt.Sprintf("%s that %s %s for %s%s", who, by.Who(), how, figure.Duration(time.Duration(by.Arg)), rest), clauses
}

// earlier says what by did to the message before e, or at the same time.
func earlier(e, by *history.Event) string {
	what := map[history.Op]string{history.Put: "put", history.Get: "was given", history.Update: "updated", history.Remove: "removed"}[by.Op]
	if by.Return < e.Invoke {
		return ": " + by.Who() + " " + what + " it before"
	}
	return ": " + by.Who() + " " + what + " it at the same time"
}

// role says what an operation that nothing explains proves.
func role(e *history.Event) string {
	switch {
	case refused(e):
		return "was refused all the same"
	case e.Op == history.Get && e.Value == 0:
		return "found the queue empty"
	case e.Op == history.Get:
		return fmt.Sprintf("was given it all the same with dequeue count %d", e.Got)
	case e.Op == history.Peek:
		return fmt.Sprintf("saw it all the same with dequeue count %d", e.Got)
	}
	return "was accepted all the same"
}

// did says what an earlier operation proves; e may be nil.
func did(e *history.Event) finding.Evidence {
	if e == nil || bounds.Unsure(e) {
		return finding.Did(e, "was not answered, and must have been done")
	}
	role := map[history.Op]string{
		history.Put: "put the message", history.Get: fmt.Sprintf("was given the message with dequeue count %d", e.Got),
		history.Update: "updated the message, which replaced its receipt", history.Remove: "removed the message",
	}[e.Op]
	switch {
	case e.Arg > 0 && e.Op != history.Remove:
		role += ", to be hidden for " + figure.Duration(time.Duration(e.Arg))
	case e.Op == history.Update:
		role += ", to be visible at once"
	}
	return finding.Did(e, role)
}
