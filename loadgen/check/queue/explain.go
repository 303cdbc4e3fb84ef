package queue

import (
	"cmp"
	"fmt"
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
	doubts  int
	windows int
}

// failed handles an operation that nothing explains. put may be nil. cut says that the
// message may have been given out more often than was tried.
func (c *checker) failed(f bounds.Failure[message], put *history.Event, cut bool) {
	if f.Doubt || cut {
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
	e := f.Op.Event
	rule, sentence, clauses := tell(e, was, put)
	c.res.Report(finding.Broken(rule, sentence, clauses, finding.Did(e, role(e)), did(was.By), did(was.Clock), did(put)).Beside(f.Against).Closed())
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
	clauses := []string{"QUEUE-RCPT-01"}
	if b.Op == history.Update {
		clauses = []string{"QUEUE-RCPT-05"}
	}
	sentence := fmt.Sprintf("%s was given a receipt that %s had been given for the same message before: who holds the old one can use it again", b.Who(), a.Who())
	c.res.Report(finding.Broken("receipt repeated", sentence, clauses, did(a), finding.Did(b, "was given the same receipt")))
}

// tell words the contradiction between an operation and the state of the message that it
// must have found.
func tell(e *history.Event, was bounds.Trace[message], put *history.Event) (rule, sentence string, clauses []string) {
	update, t := e.Op == history.Update, was.State
	could := e.Who() + " could remove a message "
	if update {
		could = e.Who() + " could update a message "
	}
	clauses = []string{"QUEUE-RCPT-07"}
	switch {
	case refused(e) && update:
		return "current receipt refused", e.Who() + " was refused updating a message under its newest receipt", []string{"QUEUE-RCPT-05", "QUEUE-RCPT-04"}
	case refused(e):
		return "current receipt refused", e.Who() + " was refused removing a message under its newest receipt", []string{"QUEUE-RCPT-02", "QUEUE-RCPT-03"}
	case e.Op == history.Put:
		return "message put twice", e.Who() + " put a message that was there already", []string{"QUEUE-CONS-01"}
	case e.Op == history.Get && e.Value == 0:
		return "message lost", fmt.Sprintf("a message%s was never removed and is not in the queue: the last answer was empty although nobody had hidden it", putBy(put)),
			[]string{"QUEUE-POP-03", "QUEUE-POP-05", "QUEUE-DEQ-06"}
	case e.Op == history.Get, e.Op == history.Peek:
		return shown(e, was, put)
	case t.place == gone:
		return "removed message accepted", could + "that was removed before", []string{"QUEUE-RCPT-10"}
	case t.place == absent:
		return "unknown message accepted", could + "that nobody had put", []string{"QUEUE-RCPT-11"}
	case was.By != nil && was.By.Op == history.Update:
		clauses = []string{"QUEUE-RCPT-06"}
	case update:
		clauses = []string{"QUEUE-RCPT-08"}
	}
	return "old receipt accepted", could + "under a receipt that was not the newest" + newest(was), clauses
}

// shown words a retrieval or a peek that should not have shown the message.
func shown(e *history.Event, was bounds.Trace[message], put *history.Event) (rule, sentence string, clauses []string) {
	peek := e.Op == history.Peek
	who, removed := e.Who()+" was given a message", []string{"QUEUE-RCPT-02", "QUEUE-CONS-01"}
	if peek {
		who, removed = e.Who()+" saw a message", []string{"QUEUE-PEEK-04"}
	}
	switch t := was.State; {
	case t.place == absent:
		return "phantom message", who + " that nobody had put, or that was removed long before", []string{"QUEUE-CONS-01"}
	case t.place == gone:
		return "removed message returned", who + putBy(put) + " that was removed before", removed
	case t.place == hidden && peek:
		return "hidden message shown", who + " in its window" + newest(was), []string{"QUEUE-PEEK-03"}
	case t.place == hidden && was.Clock != nil:
		return early(who, e, was)
	case peek:
		return "wrong dequeue count", fmt.Sprintf("%s with dequeue count %d that was given out %d times", who, e.Got, t.count), []string{"QUEUE-PEEK-01", "QUEUE-PEEK-02"}
	default:
		return "wrong dequeue count", fmt.Sprintf("%s with dequeue count %d when it was given out %d times before", who, e.Got, t.count), []string{"QUEUE-DEQ-01"}
	}
}

// early words a retrieval of a message that was hidden.
func early(who string, e *history.Event, was bounds.Trace[message]) (rule, sentence string, clauses []string) {
	by := was.Clock
	rule, how, clauses := "message given to two consumers", "had been given", []string{"QUEUE-POP-04", "QUEUE-POP-08"}
	switch by.Op {
	case history.Put:
		rule, how, clauses = "message given out too early", "had put to be hidden", []string{"QUEUE-TIME-04"}
	case history.Update:
		how, clauses = "had hidden again", []string{"QUEUE-POP-04", "QUEUE-TIME-05"}
	}
	rest := ""
	if left := was.Until[0] - e.Return; left > 0 {
		rest = ", which could not end for another " + figure.Duration(time.Duration(left))
	}
	rest += finding.Allowed("a hidden message may reappear early because of clock skew", "QUEUE-TIME-15")
	return rule, fmt.Sprintf("%s that %s %s for %s%s", who, by.Who(), how, figure.Duration(time.Duration(by.Arg)), rest), clauses
}

func putBy(put *history.Event) string {
	if put == nil {
		return ""
	}
	return " that " + put.Who() + " had put"
}

// newest says who received the newest receipt.
func newest(was bounds.Trace[message]) string {
	switch by := cmp.Or(was.By, was.Clock); {
	case by == nil:
	case by.Op == history.Get:
		return ": " + by.Who() + " had been given it since"
	case by.Op == history.Update:
		return ": " + by.Who() + " had updated it since"
	}
	return ""
}

// role says what an operation that nothing explains proves.
func role(e *history.Event) string {
	switch {
	case refused(e):
		return "was refused all the same"
	case e.Op == history.Get && e.Value == 0:
		return "found the queue empty"
	case e.Op == history.Get:
		return "was given it all the same"
	case e.Op == history.Peek:
		return "saw it all the same"
	}
	return "was accepted all the same"
}

// did says what an earlier operation proves; e may be nil.
func did(e *history.Event) finding.Evidence {
	if e == nil {
		return finding.Evidence{}
	}
	role := map[history.Op]string{
		history.Put: "put the message", history.Get: "was given the message for the " + ordinal(e.Got) + " time",
		history.Update: "updated the message, which replaced its receipt", history.Remove: "removed the message",
	}[e.Op]
	if e.Arg > 0 && e.Op != history.Remove {
		role += ", to be hidden for " + figure.Duration(time.Duration(e.Arg))
	}
	return finding.Did(e, role)
}

func ordinal(n int64) string {
	suffix, ok := map[int64]string{1: "st", 2: "nd", 3: "rd"}[n%10]
	if !ok || n%100/10 == 1 {
		suffix = "th"
	}
	return fmt.Sprint(n, suffix)
}
