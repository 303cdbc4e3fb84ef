package workload

import (
	"context"
	"fmt"
	"slices"

	"ifmatch/internal/target"
	"ifmatch/loadgen/history"
)

// resource is a versioned thing that actors contend for: a blob, a container, a
// file or an entity.
type resource struct {
	path   string // relative to the account; with its query for a container
	key    uint32
	newest newest
}

// exchange is what an actor knows of one exchange about one resource, from the choice to the answer: it makes the Request,
// and judges the Exchange.
type exchange struct {
	env     *Env
	service target.Service
	about   *resource
	named   *version      // the version whose ETag the request names; nil: none
	under   history.Token // the lease id that the request names
	flags   history.Flags
}

// step returns a request to the resource.
func (t *exchange) step(method, query string) Step {
	return Step{Service: t.service, Method: method, Path: t.about.path + query}
}

// name makes the request carry a lease id.
func (t *exchange) name(r *Request, id string, token history.Token) {
	t.under = token
	r.set("x-ms-lease-id", id)
}

// nameForeign makes the request carry a lease id that nobody acquired.
func (t *exchange) nameForeign(r *Request, id Identity) {
	text, token := t.env.Book.LeaseID(id.Client, id.Seq)
	t.name(r, text, token)
}

// told begins the event of an exchange about the resource.
func (t *exchange) told(x *Exchange, op history.Op, name uint16) history.Event {
	code := field(x.Reply.Header, "x-ms-error-code")
	if t.service == target.Table {
		code = answeredCode(x)
	}
	e := told(t.env.Book, x, t.about.key, op, name, code)
	e.Flags, e.Lease = t.flags, t.under
	if t.named != nil {
		e.If = t.named.token
	}
	return e
}

// judgeRead interprets the answer to a read, except for the contents. The ETag is
// "" unless there are contents to verify.
func (t *exchange) judgeRead(x *Exchange, name uint16) (e history.Event, tag string) {
	e = t.told(x, history.Read, name)
	switch {
	case e.Outcome == history.Absent:
		t.about.newest.absent(x)
	case e.Outcome != history.Won:
	case e.Status == 304 && t.flags&history.IfNoneMatch != 0:
		e.Tag = e.If
	default:
		tag = t.tag(x, &e, 200)
		if tag != "" && t.flags&history.IfNoneMatch != 0 && e.Tag == e.If {
			irregular(t.env.Book, &e, not304)
			return e, ""
		}
	}
	return e, tag
}

// tag takes the ETag from a success, "" if the answer is not as documented.
func (t *exchange) tag(x *Exchange, e *history.Event, success ...uint16) string {
	tag := field(x.Reply.Header, "ETag")
	switch {
	case !slices.Contains(success, e.Status):
		irregular(t.env.Book, e, unexpectedStatus)
		return ""
	case tag == "":
		irregular(t.env.Book, e, noETag)
		return ""
	}
	e.Tag = t.env.Book.Token(tag)
	return tag
}

// settle takes the new version from the answer to a write.
func (t *exchange) settle(x *Exchange, e *history.Event, success ...uint16) {
	if e.Outcome != history.Won {
		return
	}
	if tag := t.tag(x, e, success...); tag != "" {
		t.about.newest.see(x, tag, e.Tag, e.Value, e.If)
	}
}

// judgeWrite interprets the answer to a write whose body carries the value of its
// own exchange. Its success is 201, unless others are given.
func (t *exchange) judgeWrite(x *Exchange, op history.Op, name uint16, success ...uint16) history.Event {
	e := t.told(x, op, name)
	e.Value = x.ID.Value()
	if success == nil {
		success = []uint16{201}
	}
	t.settle(x, &e, success...)
	return e
}

// verified notes the value of a body's contents, or that the body is damaged.
func verified(e *history.Event, value uint64, err error) {
	if err != nil {
		e.Flags |= history.Torn
		return
	}
	e.Value = value
}

// ensure sends a recorded request outside the measured part, and fails unless its
// outcome is one of those allowed.
func (t *exchange) ensure(ctx context.Context, c Conn, s Step, fill func(*Request, Identity), judge func(*Exchange) history.Event, allowed ...history.Outcome) error {
	e, err := retry(ctx, c, s, fill, judge, true)
	if err == nil && !slices.Contains(allowed, e.Outcome) {
		err = fmt.Errorf("the service answered %d %s to %s", e.Status, t.env.Book.CodeText(e.Code), t.env.Book.NameText(e.Name))
	}
	return err
}
