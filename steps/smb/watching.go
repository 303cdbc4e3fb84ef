package smb

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"ifmatch/internal/oversmb"
	"ifmatch/reports"
	"ifmatch/reports/figure"
	"ifmatch/steps/scenario"
	"ifmatch/steps/verdict"
)

// settles is how long a server may take to begin a watch that it has been asked for; it does not confirm that.
const settles = 100 * time.Millisecond

// watches lets a client watch a directory that it has open for changes.
func watches(s *scenario.Sentence) scenario.Body { return holding(s, 2, 3, (*person).watches) }

// watches returns when the server has the request: it answers the echo later than it took the request.
func (p *person) watches(_ *scenario.Resource, h oversmb.Handle) error {
	p.watch = make(chan seen, 1)
	sent := make(chan struct{})
	go func() {
		names, err := h.Watch(func() { close(sent) })
		p.watch <- seen{names, err}
	}()
	select {
	case <-sent:
	case got := <-p.watch:
		return p.unwatched(got)
	}
	if err := p.echo(); err != nil {
		return err
	}
	select {
	case got := <-p.watch:
		return p.unwatched(got)
	case <-time.After(settles):
	}
	return nil
}

// unwatched is the verdict if a watch ended before anything had changed.
func (p *person) unwatched(got seen) error {
	if got.err == nil {
		return verdict.Blocked("watch a directory over SMB", fmt.Errorf("%s changed before any client did anything", strings.Join(got.names, ", ")))
	}
	if err := p.note("watch a directory", got.err); err != nil {
		return err
	}
	if err := p.lacks("change notifications"); err != nil {
		return err
	}
	return p.needs()
}

// isShown judges which change a client is notified of first: it must be that of the file that the sentence names.
func isShown(s *scenario.Sentence) scenario.Body {
	return acting(s, 1, 2, 3, func(ctx context.Context, _ *scenario.World, p *person, t *scenario.Resource) error {
		if p.watch == nil {
			return verdict.Miswritten("nothing is watched over SMB")
		}
		_, path, _ := t.Address.(Located).OnSMB()
		return p.isShown(ctx, path[strings.LastIndex(path, `\`)+1:])
	})
}

// isShown: a server that accepted the watch may only be slow, so its silence does not say that it has no notifications.
func (p *person) isShown(ctx context.Context, want string) error {
	select {
	case got := <-p.watch:
		switch {
		case got.err != nil:
			return p.unwatched(got)
		case len(got.names) == 0:
			return verdict.Unknown("watch a directory over SMB", errors.New("the server does not say what has changed"))
		case slices.ContainsFunc(got.names, func(name string) bool { return !strings.EqualFold(name, want) }):
			return verdict.In(verdict.Failed("a change over REST is notified over SMB", "a change of "+want, "changes of "+strings.Join(got.names, ", ")), reports.InEffect, "SMB", "notification")
		}
	case <-time.After(hears):
		return verdict.TooLate("a client that watches a directory over SMB was notified of nothing within " + figure.Duration(hears))
	case <-ctx.Done():
		return verdict.Unknown("wait for a change over SMB", ctx.Err())
	}
	return nil
}
