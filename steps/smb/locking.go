package smb

import (
	"context"
	"fmt"
	"regexp"

	"ifmatch/internal/oversmb"
	"ifmatch/internal/target"
	"ifmatch/reports"
	"ifmatch/steps/scenario"
	"ifmatch/steps/scenario/perform"
	"ifmatch/steps/verdict"
)

// What a client can do to a file over SMB while others send requests.
var (
	opening = regexp.MustCompile(`^Open over SMB for ` + some + `, sharing None$`)
	closing = regexp.MustCompile(`^Close over SMB by ([A-Z][a-z]+)$`)
)

// locking is a name for what takes or ends the lock of a file; no page has one.
func locking(name string) scenario.Operation {
	return scenario.Operation{Facts: scenario.Facts{Name: name, Service: target.File, Kinds: []string{"file"}, On: "file", Success: 200}}
}

// Asked is what a client does over SMB among requests that are sent at once, if the text says so. What it opens, it closes
// when all of them are answered.
func Asked(s *scenario.Sentence, text string) (asked perform.Asked, over bool) {
	switch opens, closes := opening.FindStringSubmatch(text), closing.FindStringSubmatch(text); {
	case opens != nil:
		access, err := oversmb.ParseKinds(opens[1])
		if err != nil || access == oversmb.None {
			s.Fail(fmt.Errorf("%q takes no lock", text))
		}
		asked = perform.Asked{Op: locking("SMB open for " + opens[1]), Over: &perform.Over{Lock: scenario.TakesLock, Ready: readyToOpen(access)}}
	case closes != nil:
		asked = perform.Asked{Op: locking("SMB close"), Over: &perform.Over{Lock: scenario.EndsLock, Who: closes[1], Ready: readyToClose}}
	default:
		return asked, false
	}
	s.About("file")
	s.Facts.On = "file"
	return asked, true
}

func readyToOpen(access oversmb.Kinds) func(context.Context, *scenario.World, *scenario.Actor, *scenario.Resource) (func() (scenario.Response, error), func(), error) {
	return func(ctx context.Context, w *scenario.World, a *scenario.Actor, t *scenario.Resource) (func() (scenario.Response, error), func(), error) {
		p, err := personOf(ctx, w, a, t)
		if err != nil {
			return nil, nil, err
		}
		do := func() (scenario.Response, error) {
			err := p.open(t, oversmb.Opening{Access: access})
			return p.response(), err
		}
		return do, func() { _, _ = p.close(t) }, nil // if it could not be closed, the next reading fails
	}
}

func readyToClose(ctx context.Context, w *scenario.World, a *scenario.Actor, t *scenario.Resource) (func() (scenario.Response, error), func(), error) {
	p, err := personOf(ctx, w, a, t)
	if err == nil {
		_, err = p.handleOf(t)
	}
	return func() (scenario.Response, error) { return p.close(t) }, nil, err
}

// close closes what a client has open, if anything.
func (p *person) close(t *scenario.Resource) (scenario.Response, error) {
	h := p.handles[t]
	if h == nil {
		return scenario.Response{}, nil
	}
	delete(p.handles, t)
	err := p.note("close the "+t.Label, h.Close())
	return p.response(), err
}

// response is the last answer, with the status that a request would have got.
func (p *person) response() scenario.Response {
	r := scenario.Response{Status: 200, Code: p.told.String(), SMB: true}
	if p.told != 0 {
		r.Status = 409
	}
	return r
}

// Turn is what an open that shares nothing, or its close, does when its turn comes. An open that meets anything else may be
// refused because of it: a request counts as an open while it is performed. FILE-SMB-03 FILE-SMB-16
func Turn(now scenario.Standing, ac *scenario.Act) (scenario.Standing, bool) {
	takes := ac.Lock == scenario.TakesLock
	if takes == now.Locked || !now.State.Common().Exists {
		return now, false
	}
	now.Locked, now.Either = takes, takes && ac.Met
	return now, true
}

// Beside is what a request does to a file that may be locked. Documents differ on reads of properties.
// FILE-SMB-05 FILE-SMB-16 FILE-D-03
func Beside(now scenario.Standing, ac *scenario.Act) (scenario.Standing, bool) {
	properties := ac.Op.Verb == "HEAD"
	now.Either = now.Either || ac.Met || properties && now.Locked
	return now, !now.Locked || properties
}

// exactly judges how many of those that opened a file at once could.
func exactly(s *scenario.Sentence) scenario.Body {
	n, refusal := s.Count(1), scenario.ReadAs(s, 2, oversmb.ParseStatus)
	return scenario.AfterCrowd("file", func(_ context.Context, _ *scenario.World, _ *scenario.Resource, acts []*scenario.Act) error {
		won := 0
		for _, ac := range acts {
			switch {
			case ac.Lock != scenario.TakesLock:
				return verdict.Miswritten("not all clients opened the file")
			case ac.Resp.OK():
				won++
			case ac.Resp.Code != refusal.String():
				return verdict.In(verdict.Failed("SMB returned the wrong status to one of the clients", "ok or "+refusal.String(), ac.Resp.String()), reports.InStatus, "SMB", string(scenario.FieldStatus))
			}
		}
		if won != n {
			return verdict.In(verdict.Failed("the wrong number of clients opened the file", fmt.Sprint(n), fmt.Sprint(won)), reports.InEffect, "SMB", "one step")
		}
		return nil
	})
}
