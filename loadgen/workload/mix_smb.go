package workload

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"ifmatch/internal/smbclient"
	"ifmatch/internal/target"
	"ifmatch/loadgen/history"
)

// A deletion over SMB takes two exchanges. The first opens the file, which no other SMB client may delete meanwhile, and
// marks it for deletion: nobody sees the file from now on, because every request over REST is refused (FILE-DEL-02). The
// second closes it, which removes the file. To the check, the deletion is the first: a file that is created between the
// two is one that stays.

// Names of the two exchanges. The first is also that of the operation in a mix.
const (
	smbDelete = history.OverSMB + "DELETE"
	smbClose  = history.OverSMB + "CLOSE"
)

// meanHeld is how long a file stays marked: some requests over REST have to fit in.
const meanHeld = 5 * time.Millisecond

// deleter deletes files over SMB.
type deleter struct {
	run      *mixRun
	session  *smbclient.Client
	held     *smbclient.Handle // of the marked file
	of       *mixThing
	closes   bool
	answered bool
	told     smbclient.Status // 0: success
}

// call returns the step of the next exchange: it closes the file that is held, or marks one.
func (d *deleter) call(thing *mixThing) Step {
	d.answered, d.told = false, 0
	if d.closes = d.held != nil; !d.closes {
		d.of = thing
	}
	return Step{Service: target.File, Method: strings.TrimPrefix(d.String(), history.OverSMB), Path: d.of.path, Call: d}
}

// String returns the operation.
func (d *deleter) String() string {
	if d.closes {
		return smbClose
	}
	return smbDelete
}

// Call performs the exchange.
func (d *deleter) Call(ctx context.Context, _ Identity) (err error) {
	share, file, _ := strings.Cut(d.of.path[1:], "/")
	if d.session == nil {
		if d.session, err = d.run.env.SMB(ctx, share); err != nil {
			d.session = nil
			return err
		}
	}
	if d.closes {
		err = d.held.Close()
	} else if d.held, err = d.session.Open(file, smbclient.Opening{Access: smbclient.Delete, Share: smbclient.Read | smbclient.Write}); err == nil {
		err = d.held.SetDeletePending(true)
	}
	if err != nil && !errors.As(err, &d.told) {
		return err
	}
	d.answered = true
	return nil
}

// judge interprets the answer.
func (d *deleter) judge(x *Exchange) history.Event {
	e := toldOverSMB(d.run.env.Book, x, d.answered, d.told)
	e.Key, e.Name, e.Op = d.of.key, d.run.names[d.String()], history.Delete
	if d.closes {
		d.held, e.Op = nil, history.Closing
	}
	if e.Outcome.Uncertain() || d.told != 0 && (d.closes || d.held != nil) {
		d.drop()
	}
	return e
}

// drop ends the session abruptly, and with it the handle.
func (d *deleter) drop() {
	if d.session != nil {
		d.session.Break()
	}
	d.session, d.held = nil, nil
}

// closeAll closes the files that are still held.
func (r *mixRun) closeAll(ctx context.Context, c Conn) error {
	for _, d := range r.deleters {
		if d.held != nil {
			x, err := c.Send(ctx, d.call(nil), nil)
			if err != nil {
				return fmt.Errorf("close the files that are open over SMB: %w", err)
			}
			c.Record(d.judge(x))
		}
		d.drop()
	}
	return nil
}

// doneOverSMB holds a file that was marked for a moment.
func (a *mixActor) doneOverSMB(x *Exchange, events []history.Event) ([]history.Event, After) {
	e := a.over.judge(x)
	after := next(e)
	if a.over.held != nil {
		after.Pause = exponential(a.rng, meanHeld)
	}
	a.overSMB = a.over.held != nil
	return append(events, e), after
}
