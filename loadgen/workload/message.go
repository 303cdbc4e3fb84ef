package workload

import (
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"ifmatch/internal/target"
	"ifmatch/loadgen/history"
	"ifmatch/loadgen/payload"
)

// queue is one contended queue.
type queue struct {
	path  string // "/name"
	key   uint32
	fresh atomic.Int64 // messages put that no consumer has got yet, as far as known
	lost  atomic.Int64 // messages whose consumers crashed and that no consumer has got since
}

// message is a message in the hands of a consumer.
type message struct {
	id      string
	receipt string
	token   history.Token // of the receipt
	value   uint64
	former  string // the pop receipt before the last update; "" if there is none
	old     history.Token
}

// messageActions are the operations on messages.
var messageActions = actions{
	{history.Put, "Put Message", 201}, {history.Get, "Get Messages", 200}, {history.Peek, "Peek Messages", 200},
	{history.Update, "Update Message", 204}, {history.Remove, "Delete Message", 204},
}

// maxMessage is the longest text of a message.
const maxMessage = 64 << 10

// maxGet is how many messages one Get Messages may ask for.
const maxGet = 32

// messageExchange is one exchange about one queue, from the choice to the answer.
type messageExchange struct {
	env    *Env
	names  map[history.Op]uint16 // of the operations in the history
	queue  *queue
	op     history.Op
	window time.Duration // visibility timeout of the request
	number int           // how many messages to ask for
	// message is the message of an Update or Remove, with the pop receipt to name.
	message message
	former  bool // name the pop receipt from before the last update
	// got are the messages of the last answer to a Get.
	got  []message
	path []byte
	text []byte
}

// step returns the request of the operation. Everything but the contents is in its
// address.
func (t *messageExchange) step() Step {
	b := append(append(t.path[:0], t.queue.path...), "/messages"...)
	s := Step{Service: target.Queue}
	switch t.op {
	case history.Put:
		s.Method = "POST"
		b = t.appendWindow(b, '?')
	case history.Get:
		s.Method = "GET"
		b = strconv.AppendInt(append(b, "?numofmessages="...), int64(t.number), 10)
		b = t.appendWindow(b, '&')
	case history.Peek:
		s.Method = "GET"
		b = strconv.AppendInt(append(b, "?peekonly=true&numofmessages="...), int64(t.number), 10)
	case history.Update:
		s.Method = "PUT"
		b = t.appendWindow(t.appendReceipt(b), '&')
	case history.Remove:
		s.Method = "DELETE"
		b = t.appendReceipt(b)
	}
	t.path, s.Path = b, string(b)
	return s
}

func (t *messageExchange) appendWindow(b []byte, separator byte) []byte {
	b = append(append(b, separator), "visibilitytimeout="...)
	return strconv.AppendInt(b, int64(t.window/time.Second), 10)
}

func (t *messageExchange) appendReceipt(b []byte) []byte {
	receipt := t.message.receipt
	if t.former {
		receipt = t.message.former
	}
	b = append(append(b, '/'), t.message.id...)
	return appendEscaped(append(b, "?popreceipt="...), receipt)
}

// appendEscaped appends the value of a query parameter: a pop receipt is Base64.
func appendEscaped(b []byte, value string) []byte {
	const hex = "0123456789ABCDEF"
	for i := range len(value) {
		c := value[i]
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '_' || c == '.' || c == '~' {
			b = append(b, c)
		} else {
			b = append(b, '%', hex[c>>4], hex[c&15])
		}
	}
	return b
}

// fill adds the contents of a Put. An Update sends the message's contents again,
// because some services would otherwise make it empty.
func (t *messageExchange) fill(r *Request, id Identity) {
	value := id.Value()
	switch t.op {
	case history.Put:
	case history.Update:
		value = t.message.value
	default:
		return
	}
	r.set("Content-Type", "application/xml")
	r.Body = append(r.Body[:0], "<QueueMessage><MessageText>"...)
	r.Body = payload.FillText(r.Body, t.env.Options.Size, t.env.Run, value)
	r.Body = append(r.Body, "</MessageText></QueueMessage>"...)
}

// Codes of our own for messages; see noETag.
const (
	noReceipt   = "(no pop receipt)"
	notMessages = "(unreadable messages)"
	notSoMany   = "(more messages than asked for)"
)

// judge turns the answer into one event; a Get or Peek that found messages has one
// for each.
func (t *messageExchange) judge(x *Exchange, events []history.Event) []history.Event {
	e := told(t.env.Book, x, t.queue.key, t.op, t.names[t.op], field(x.Reply.Header, "x-ms-error-code"))
	if e.Outcome == history.Won && e.Status != messageActions.of(t.op).success {
		irregular(t.env.Book, &e, unexpectedStatus)
	}
	switch t.op {
	case history.Put:
		e.Value, e.Arg = x.ID.Value(), int64(t.window)
	case history.Update:
		e.Value, e.Arg, e.If = t.message.value, int64(t.window), t.message.token
		t.renew(x, &e)
	case history.Remove:
		e.Value, e.If = t.message.value, t.message.token
		if t.former {
			e.If = t.message.old
		} else {
			e.Flags = history.Attempt
		}
	default:
		return t.judgeList(x, e, events)
	}
	return append(events, e)
}

// renew takes the new pop receipt from the answer to an Update.
func (t *messageExchange) renew(x *Exchange, e *history.Event) {
	if e.Outcome != history.Won {
		return
	}
	receipt := field(x.Reply.Header, "x-ms-popreceipt")
	if receipt == "" {
		irregular(t.env.Book, e, noReceipt)
		return
	}
	m := &t.message
	e.Tag = t.env.Book.Token(receipt)
	m.former, m.old = m.receipt, m.token
	m.receipt, m.token = strings.Clone(receipt), e.Tag
}

// judgeList interprets the answer to Get Messages and Peek Messages.
func (t *messageExchange) judgeList(x *Exchange, whole history.Event, events []history.Event) []history.Event {
	t.got = t.got[:0]
	if t.op == history.Get {
		whole.Arg = int64(t.window)
	}
	first := len(events)
	if whole.Outcome == history.Won {
		var wrong string
		if events, wrong = t.list(x, whole, events); wrong != "" {
			irregular(t.env.Book, &whole, wrong)
			t.got, events = t.got[:0], events[:first]
		}
	}
	if len(events) == first { // the queue is empty, or nothing is known
		return append(events, whole)
	}
	for i := range events[first:] {
		if len(events)-first > 1 {
			events[first+i].Group = x.ID.Value()
		}
		if i > 0 {
			events[first+i].Flags |= history.Follow
		}
	}
	return events
}

// list reads the messages of an answer. wrong names a defect of the answer, "" if
// there is none.
func (t *messageExchange) list(x *Exchange, whole history.Event, events []history.Event) (_ []history.Event, wrong string) {
	list, ok := element(x.Reply.Body, "QueueMessagesList")
	if !ok {
		return events, notMessages
	}
	for n := 0; ; n++ {
		one, rest, ok := cutElement(list, "QueueMessage")
		if !ok {
			return events, ""
		}
		list = rest
		if n == t.number {
			return events, notSoMany
		}
		id, found := element(one, "MessageId")
		count, counted := element(one, "DequeueCount")
		text, hasText := element(one, "MessageText")
		got, err := strconv.ParseUint(string(count), 10, 32)
		if !found || !counted || !hasText || err != nil {
			return events, notMessages
		}
		e := whole
		e.Got = int64(got)
		t.text = appendUnescaped(t.text[:0], text)
		value, err := payload.VerifyText(t.text, t.env.Run)
		verified(&e, value, err)
		if t.op == history.Get {
			receipt, ok := element(one, "PopReceipt")
			if !ok || len(receipt) == 0 {
				return events, noReceipt
			}
			m := message{id: string(id), receipt: string(receipt), value: e.Value}
			m.token = t.env.Book.Token(m.receipt)
			e.Tag = m.token
			t.got = append(t.got, m)
		}
		events = append(events, e)
	}
}

// action is one operation with an Op of its own in histories.
type action struct {
	op      history.Op
	name    string
	success uint16 // status of a documented success
}

// actions are the operations on one kind of thing.
type actions []action

// of returns the action of an Op, which must be in the list.
func (l actions) of(op history.Op) action {
	return l[slices.IndexFunc(l, func(a action) bool { return a.op == op })]
}

// names returns the names of the actions in a history, each after a prefix.
func (l actions) names(book *history.Dictionary, prefix string) map[history.Op]uint16 {
	out := map[history.Op]uint16{}
	for _, a := range l {
		out[a.op] = book.Name(prefix + a.name)
	}
	return out
}
