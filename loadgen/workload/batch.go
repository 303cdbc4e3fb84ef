package workload

import (
	"bytes"
	"strconv"
	"strings"

	"ifmatch/internal/target"
	"ifmatch/loadgen/history"
	"ifmatch/loadgen/outcome"
	"ifmatch/loadgen/payload"
)

// change is one operation of a transaction.
type change struct {
	entity *entity
	merge  bool
	named  *version // the version that the change replaces
}

// batchExchange is one entity group transaction, from the choice to the answer.
type batchExchange struct {
	set     *tableSet
	changes []change
	text    []byte // the contents for every entity
	parts   []part
}

// maxBatch is the largest number of operations in a transaction.
const maxBatch = 100

// maxBatchBody is the largest body of a transaction.
const maxBatchBody = 4 << 20

// The boundaries look like those of Microsoft's clients, because Azurite accepts
// no others.
const (
	batchBoundary   = "batch_a1e9d677-2f4b-4d5c-9b0e-6d0f9a3c5e21"
	changesBoundary = "changeset_8a28b620-b4bb-458c-a177-0959fb14c977"
)

// partOverhead is an upper bound for what surrounds the contents of an entity in a
// body.
const partOverhead = 1 << 10

func (t *batchExchange) step() Step {
	return Step{Service: target.Table, Method: "POST", Path: "/$batch"}
}

// fill completes the transaction: a batch of one change set, with one embedded
// request for each change.
func (t *batchExchange) fill(r *Request, id Identity) {
	tableHeader(r, "nometadata")
	r.set("Content-Type", "multipart/mixed; boundary="+batchBoundary)
	t.text = payload.FillText(t.text[:0], t.set.env.Options.Size, t.set.env.Run, id.Value())
	base := strings.TrimRight(t.set.env.Endpoints[target.Table], "/")
	b := append(r.Body[:0], "--"+batchBoundary+"\r\nContent-Type: multipart/mixed; boundary="+changesBoundary+"\r\n\r\n"...)
	for i, c := range t.changes {
		b = append(b, "--"+changesBoundary+"\r\nContent-Type: application/http\r\nContent-Transfer-Encoding: binary\r\nContent-ID: "...)
		b = append(strconv.AppendInt(b, int64(i), 10), "\r\n\r\n"...)
		if c.merge {
			b = append(b, "MERGE "...)
		} else {
			b = append(b, "PUT "...)
		}
		b = append(append(append(b, base...), c.entity.path...), " HTTP/1.1\r\n"...)
		b = append(b, "Content-Type: application/json\r\nAccept: application/json;odata=nometadata\r\nDataServiceVersion: 3.0\r\nIf-Match: "...)
		b = append(append(b, c.named.text...), "\r\n\r\n"...)
		b = append(c.entity.appendDocument(b, t.text), "\r\n"...)
	}
	r.Body = append(b, "--"+changesBoundary+"--\r\n--"+batchBoundary+"--\r\n"...)
}

// Codes of our own for transactions; see noETag.
const (
	noAnswers   = "(wrong number of answers)"
	mixedAnswer = "(partly granted, partly refused)"
)

// judge turns the answer into one event for each change. If the service refuses
// the transaction, it blames one change. Only that event says something about its
// entity, and it comes first; the other changes were refused along with it. If the
// service blames none, all are Refused.
func (t *batchExchange) judge(x *Exchange, events []history.Event) []history.Event {
	book := t.set.env.Book
	whole := told(book, x, 0, history.Swap, t.set.batch, answeredCode(x))
	blamed := -1
	switch {
	case whole.Outcome == history.Lost, whole.Outcome == history.Absent, whole.Outcome == history.Refused:
		whole.Outcome = history.Wrong // the service may refuse a change, not the batch
	case whole.Outcome != history.Won:
	case whole.Status != 202:
		irregular(book, &whole, unexpectedStatus)
	default:
		blamed = t.judgeParts(x, &whole)
	}
	first := len(events)
	for i := range t.changes {
		events = append(events, t.event(x, i, blamed, whole))
		if i == blamed {
			events[first], events[len(events)-1] = events[len(events)-1], events[first]
		}
	}
	for i := range events[first+1:] {
		events[first+1+i].Flags |= history.Follow
	}
	return events
}

// judgeParts reads the answers within the answer. It returns the index of the
// refused change, or -1 if none was refused or none is named.
func (t *batchExchange) judgeParts(x *Exchange, whole *history.Event) (blamed int) {
	book := t.set.env.Book
	t.parts = parts(t.parts[:0], x.Reply.Body)
	failed := -1
	for i := range t.parts {
		if t.parts[i].status >= 300 {
			failed = i
		}
	}
	switch {
	case failed >= 0 && len(t.parts) > 1:
		irregular(book, whole, mixedAnswer)
	case failed >= 0:
		p := &t.parts[0]
		code := tableCode("", p.body)
		whole.Status, whole.Code, whole.Outcome = uint16(p.status), book.Code(code), outcome.Classify(p.status, code)
		if whole.Outcome == history.Lost || whole.Outcome == history.Absent {
			return t.blame(p, whole)
		}
	case len(t.parts) != len(t.changes):
		irregular(book, whole, noAnswers)
	default:
		for i := range t.parts {
			if len(t.parts[i].tag) == 0 {
				irregular(book, whole, noETag)
				break
			}
		}
	}
	return -1
}

// blame finds the change that a refusal is about. If the answer does not say, the
// transaction as a whole was Refused.
func (t *batchExchange) blame(p *part, whole *history.Event) int {
	i, ok := messageIndex(p.body)
	switch {
	case ok && i < len(t.changes):
		return i
	case !ok && len(t.changes) == 1:
		return 0
	}
	whole.Outcome = history.Refused
	return -1
}

// event returns the meaning of the answer for one change.
func (t *batchExchange) event(x *Exchange, i, blamed int, whole history.Event) history.Event {
	c := &t.changes[i]
	e := whole
	e.Key, e.If, e.Value, e.Group = c.entity.key, c.named.token, x.ID.Value(), x.ID.Value()
	e.Flags = history.Attempt
	switch {
	case e.Outcome == history.Won:
		tag := string(t.parts[i].tag)
		e.Tag = t.set.env.Book.Token(tag)
		c.entity.newest.see(x, tag, e.Tag, e.Value, e.If)
	case blamed >= 0 && i != blamed:
		e.Outcome = history.Refused
	}
	return e
}

// part is one answer within the answer to a batch.
type part struct {
	status    int
	tag, body []byte
}

// parts finds the answers within a body by their status lines. Of the lines
// between them, it uses only header fields and bodies of one line.
func parts(list []part, body []byte) []part {
	const inBoundary, inHeader, inBody = 0, 1, 2
	state := inBoundary
	for len(body) > 0 {
		line, rest, whole := bytes.Cut(body, []byte("\n"))
		if !whole {
			break // truncated: half an ETag is none
		}
		line, body = bytes.TrimSuffix(line, []byte("\r")), rest
		last := len(list) - 1
		switch {
		case bytes.HasPrefix(line, []byte("HTTP/1.")):
			p := part{}
			if f := bytes.Fields(line); len(f) > 1 {
				p.status, _ = strconv.Atoi(string(f[1]))
			}
			list, state = append(list, p), inHeader
		case bytes.HasPrefix(line, []byte("--")):
			state = inBoundary
		case state == inHeader && len(line) == 0:
			state = inBody
		case state == inHeader:
			if name, value, _ := bytes.Cut(line, []byte(":")); bytes.EqualFold(name, []byte("ETag")) {
				list[last].tag = bytes.TrimSpace(value)
			}
		case state == inBody && len(list[last].body) == 0:
			list[last].body = line
		}
	}
	return list
}

// messageIndex returns the number at the start of a message about a change, as in
// "2:The update condition specified in the request was not satisfied."
func messageIndex(body []byte) (int, bool) {
	j := jsonScanner{text: body}
	if !j.member("odata.error") || !j.member("message") || !j.member("value") {
		return 0, false
	}
	digits, _, _ := bytes.Cut(j.raw(), []byte(":"))
	n, err := strconv.ParseUint(string(digits), 10, 31)
	return int(n), err == nil
}
