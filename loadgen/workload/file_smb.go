package workload

import (
	"cmp"
	"context"
	"errors"
	"strings"

	"ifmatch/internal/smbclient"
	"ifmatch/loadgen/history"
	"ifmatch/loadgen/payload"
)

// fileVerb is what an opener does.
type fileVerb uint8

const (
	overREST fileVerb = iota
	opens
	closes
	readsBy // reads through the handle
	writesBy
)

// String returns the SMB command.
func (v fileVerb) String() string {
	return [...]string{"REST", "CREATE", "CLOSE", "READ", "WRITE"}[v]
}

// call returns the step of the opener's next operation over SMB.
func (a *opener) call() Step {
	a.answered, a.told, a.about = false, 0, a.file
	a.all()
	s := a.step(a.do.String(), "")
	s.Call = a
	return s
}

// String returns the SMB command and, for an opening, its access and share mode.
func (a *opener) String() string {
	text := "SMB " + a.do.String()
	if a.do == opens {
		text += " for " + a.opening.Access.String() + " sharing " + a.opening.Share.String()
	}
	return text
}

// Call performs the operation over SMB.
func (a *opener) Call(ctx context.Context, id Identity) (err error) {
	if a.session == nil {
		if a.session, err = a.run.env.SMB(ctx, a.run.share[1:]); err != nil {
			a.session = nil
			return err
		}
	}
	switch a.do {
	case opens:
		var h *smbclient.Handle
		a.group = id.Value()
		if h, err = a.session.Open(strings.TrimPrefix(a.file.path, a.run.share+"/"), a.opening); err == nil {
			a.held, a.uses = h, a.rng.IntN(mostUses+1)
		}
	case closes:
		err = a.held.Close()
	case readsBy:
		a.seen, err = a.held.Read(a.length)
	case writesBy:
		a.set.written.add(id.Value())
		err = a.held.Write(payload.FillAtoms(nil, a.length, a.env.Run, id.Value()))
	}
	if err != nil && !errors.As(err, &a.told) {
		return err
	}
	a.answered = true
	return nil
}

// judgeCall interprets the answer: the event of the exchange and, if the session was lost with an open handle, one that
// says that the handle may end at any time.
func (a *opener) judgeCall(x *Exchange, events []history.Event) []history.Event {
	e := toldOverSMB(a.env.Book, x, a.answered, a.told)
	e.Key, e.Name, e.Group = a.file.key, a.run.names[a.do], a.group
	lost := e.Outcome.Uncertain() || a.told != 0 && a.do != opens
	switch a.do {
	case opens:
		e.Op, e.Arg = history.Opening, history.OpeningAs(uint8(a.opening.Access), uint8(a.opening.Share))
		events = append(events, e)
	case closes:
		e.Op, lost = history.Closing, lost || a.told != 0
		a.held = nil
		events = append(events, e)
	case writesBy:
		e.Op, e.If, e.Arg, e.Value = history.PutRange, a.env.Book.Position(0), int64(a.length), x.ID.Value()
		events = append(events, e)
	default:
		events = a.judgeSeen(e, events)
	}
	if lost {
		if a.held != nil {
			ended := history.Event{Key: e.Key, Op: history.Closing, Name: a.run.names[closes], Group: a.group, Outcome: history.Unknown, Flags: history.Follow}
			events = append(events, ended)
		}
		a.drop()
	}
	return events
}

// judgeSeen interprets what was read through a handle, like an answer to Get File.
func (a *opener) judgeSeen(e history.Event, events []history.Event) []history.Event {
	e.Op, e.If, e.Arg = history.GetRange, a.env.Book.Position(0), int64(a.length)
	if e.Outcome != history.Won {
		return append(events, e)
	}
	if len(a.seen) != a.length {
		e.Flags |= history.Torn
		return append(events, e)
	}
	return a.parts(e, a.seen, events)
}

// toldOverSMB begins the event of an exchange over SMB. told is the status of a refusal, 0 of a success.
func toldOverSMB(book *history.Dictionary, x *Exchange, answered bool, told smbclient.Status) history.Event {
	if x.Err != nil || x.Reply.Status != 0 || !answered {
		return history.Event{Outcome: history.Unknown}
	}
	code := "STATUS_SUCCESS"
	if told != 0 {
		code = told.String()
	}
	return history.Event{Outcome: cmp.Or(overSMB[told], history.Wrong), Code: book.Code(code)}
}

// overSMB maps SMB statuses to outcomes.
var overSMB = map[smbclient.Status]history.Outcome{
	0:                          history.Won,
	smbclient.SharingViolation: history.Refused,
	smbclient.DeletePending:    history.Refused,
	smbclient.NotFound:         history.Absent,
	smbclient.Closed:           history.Absent,
}

// drop ends the session abruptly, as a machine that loses power does. All its handles are lost.
func (a *opener) drop() {
	if a.session != nil {
		a.session.Break()
	}
	a.session, a.held = nil, nil
}
