// Package smb holds the sentences about SMB, and the SMB clients of a story. The rooms of services
// whose resources can be opened over SMB add these sentences to theirs.
package smb

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"ifmatch/internal/oversmb"
	"ifmatch/internal/target"
	"ifmatch/reports"
	"ifmatch/steps/scenario"
	"ifmatch/steps/verdict"
)

// some matches the kinds of access in a sentence.
const some = `(None|(?:Read|Write|Delete)(?:/(?:Read|Write|Delete))*)`

// Located is a resource that can be opened over SMB.
type Located interface {
	OnSMB() (share, path string, directory bool)
}

// person is a client of the story with its SMB connection.
type person struct {
	client  oversmb.Client
	handles map[*scenario.Resource]oversmb.Handle
	asked   string         // its last request
	told    oversmb.Status // the refusal of that request; 0: it succeeded
	caches  map[*scenario.Resource]*caching
	watch   chan seen // receives how its watch ends; nil: it watches nothing
}

// seen is the result of a watch over a directory.
type seen struct {
	names []string
	err   error
}

// personOf connects a client of the story at its first act over SMB.
func personOf(ctx context.Context, w *scenario.World, a *scenario.Actor, t *scenario.Resource) (*person, error) {
	if p, connected := a.Own.(*person); connected {
		return p, nil
	}
	at, can := t.Address.(Located)
	if !can {
		return nil, verdict.Miswritten("a %s cannot be opened over SMB", t.Kind.Word)
	}
	switch {
	case w.Session.DialSMB == nil:
		return nil, verdict.Miswritten("the case does not say that it needs SMB")
	case w.Session.Credential.Key == "":
		return nil, verdict.Skipped("SMB takes the account key, and this credential is not one", reports.Lack{Kind: reports.LacksCapability, Name: string(target.AccountKey)})
	}
	conn, err := w.Session.DialSMB(ctx)
	if err != nil {
		return nil, verdict.Unknown("connect over SMB", err)
	}
	share, _, _ := at.OnSMB()
	c, err := oversmb.Dial(conn, oversmb.Login{Account: w.Session.Credential.Account, Key: w.Session.Credential.Key.Reveal()}, share)
	if err != nil {
		return nil, verdict.Unknown("open a session of SMB", err)
	}
	c.Clock(w.Now)
	p := &person{client: c, handles: map[*scenario.Resource]oversmb.Handle{}, caches: map[*scenario.Resource]*caching{}}
	a.Own = p
	w.Cleanups.HangUp(c.Break)
	return p, nil
}

// open opens a resource that the client does not have open yet.
func (p *person) open(t *scenario.Resource, o oversmb.Opening) error {
	if p.handles[t] != nil {
		return verdict.Miswritten("the client has the %s open already", t.Label)
	}
	var path string
	_, path, o.Directory = t.Address.(Located).OnSMB()
	h, err := p.client.Open(path, o)
	if err == nil {
		p.handles[t] = h
	}
	return p.note(fmt.Sprintf("open the %s for %s and share %s", t.Label, o.Access, o.Share), err)
}

// handleOf is the client's handle of a resource. It has none if the server has just refused to open one.
func (p *person) handleOf(t *scenario.Resource) (oversmb.Handle, error) {
	h := p.handles[t]
	switch {
	case h == nil && p.told != 0:
		return nil, p.needs()
	case h == nil:
		return nil, verdict.Miswritten("the client has no %s open over SMB", t.Label)
	}
	return h, nil
}

// note records how a request was answered. A missing answer is no one's fault.
func (p *person) note(what string, err error) error {
	p.asked, p.told = what, 0
	if err != nil && !errors.As(err, &p.told) {
		return verdict.Unknown(what+" over SMB", err)
	}
	return nil
}

// needs is the verdict if the server refused a request that the set-up needs.
func (p *person) needs() error {
	if p.told == 0 {
		return nil
	}
	return verdict.Blocked(p.asked+" over SMB", p.told)
}

// lacks skips the case if the server does not offer what was requested.
func (p *person) lacks(what string) error {
	if !slices.Contains(unknown, p.told) {
		return nil
	}
	return lacking(what)
}

// unknown are the statuses with which servers say that they lack something.
var unknown = []oversmb.Status{oversmb.NotSupported, oversmb.InvalidRequest, oversmb.NotImplemented}

// lacking skips a case because the target does not offer what it needs.
func lacking(what string) error {
	return verdict.Skipped("the target has no "+what+" over SMB", reports.Lack{Kind: reports.LacksCapability, Name: what})
}

// judge compares the last answer with the expected one.
func (p *person) judge(want oversmb.Status) error {
	if p.told == want {
		return nil
	}
	return verdict.In(verdict.Failed("SMB returned the wrong status when a client wanted to "+p.asked, want.String(), p.told.String()), reports.InStatus, "SMB", string(scenario.FieldStatus))
}

// echo makes sure that everything the server has sent so far has arrived.
func (p *person) echo() error {
	if err := p.client.Echo(); err != nil {
		return verdict.Unknown("ask the server for an echo over SMB", err)
	}
	return nil
}

// acting finds a client on SMB and the resource it acts on.
func acting(s *scenario.Sentence, who, kind, name int, act func(ctx context.Context, w *scenario.World, p *person, t *scenario.Resource) error) scenario.Body {
	actor, label, setUp := s.Text(who), s.Label(kind, name), s.SetUp
	return scenario.With(label, func(ctx context.Context, w *scenario.World, t *scenario.Resource) error {
		p, err := personOf(ctx, w, w.Cast.Actor(actor), t)
		if err == nil {
			err = act(ctx, w, p, t)
		}
		if err == nil && setUp {
			err = p.needs()
		}
		return err
	})
}

// connected finds a client that has acted on SMB.
func connected(s *scenario.Sentence, act func(a *scenario.Actor, p *person) error) scenario.Body {
	who := s.Text(1)
	return func(_ context.Context, w *scenario.World) error {
		a := w.Cast.Actor(who)
		p, is := a.Own.(*person)
		if !is {
			return verdict.Miswritten("%s is not connected over SMB", a.Name)
		}
		return act(a, p)
	}
}

// holding finds a client on SMB and what it has open.
func holding(s *scenario.Sentence, kind, name int, act func(p *person, t *scenario.Resource, h oversmb.Handle) error) scenario.Body {
	return acting(s, 1, kind, name, func(_ context.Context, _ *scenario.World, p *person, t *scenario.Resource) error {
		h, err := p.handleOf(t)
		if err != nil {
			return err
		}
		return act(p, t, h)
	})
}
