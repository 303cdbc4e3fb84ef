package smb

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"ifmatch/internal/oversmb"
	"ifmatch/reports"
	"ifmatch/steps/scenario"
	"ifmatch/steps/verdict"
)

// keep notes that a client caches what it has open, and starts answering breaks for it.
func (p *person) keep(w *scenario.World, t *scenario.Resource, wish oversmb.Caching) error {
	h := p.handles[t]
	if got := h.Caches(); got == 0 {
		return lacking("oplocks")
	} else if got != wish {
		return lacking(fmt.Sprintf("%s oplocks (it grants %s)", wish, got))
	}
	c := &caching{handle: h, now: w.Now}
	c.answers(acknowledges)
	w.Deadlines = append(w.Deadlines, c.late)
	p.caches[t] = c
	ended := make(chan struct{})
	w.Cleanups.HangUp(func() { close(ended) })
	go c.follow(ended)
	return nil
}

// cached is the client's cache of a resource.
func (p *person) cached(t *scenario.Resource) (*caching, error) {
	c := p.caches[t]
	if c == nil {
		return nil, verdict.Miswritten("the client caches nothing of the %s", t.Label)
	}
	return c, nil
}

func caches(s *scenario.Sentence) scenario.Body {
	o := oversmb.Opening{Access: scenario.ReadAs(s, 4, oversmb.ParseKinds), Share: scenario.ReadAs(s, 5, oversmb.ParseKinds), Caching: scenario.ReadAs(s, 6, oversmb.ParseCaching)}
	return acting(s, 1, 2, 3, func(_ context.Context, w *scenario.World, p *person, t *scenario.Resource) error {
		if err := p.open(t, o); err != nil || p.told != 0 {
			return err
		}
		return p.keep(w, t, o.Caching)
	})
}

// answers chooses what a client does when its cache breaks.
func answers(s *scenario.Sentence) scenario.Body {
	what, text := s.Text(2), s.Text(3)
	return acting(s, 1, 4, 5, func(_ context.Context, _ *scenario.World, p *person, t *scenario.Resource) error {
		c, err := p.cached(t)
		if err != nil {
			return err
		}
		switch {
		case what == "closes":
			delete(p.handles, t)
			c.answers(closes)
		case strings.HasPrefix(what, "writes"):
			c.answers(flushes(text))
		default:
			c.answers(nil)
		}
		return nil
	})
}

func show(list []oversmb.Break) string {
	if len(list) == 0 {
		return "no break"
	}
	text := list[0].From.String()
	for _, b := range list {
		text += " to " + b.To.String()
	}
	return "a break from " + text
}

func differs(what, want string, list []oversmb.Break) error {
	return verdict.In(verdict.Failed(what, want, show(list)), reports.InEffect, "SMB", "oplock")
}

// breaksTo judges how a cache breaks, in one step or in several.
func breaksTo(s *scenario.Sentence) scenario.Body {
	from, to, waited := scenario.ReadAs(s, 4, oversmb.ParseCaching), scenario.ReadAs(s, 5, oversmb.ParseCaching), s.Text(6) != ""
	want := fmt.Sprintf("a break from %s to %s", from, to)
	return judging(s, func(ctx context.Context, c *caching) error {
		list, err := c.await(ctx, waited, func(last oversmb.Break) bool { return last.To&^to == 0 })
		if err == nil && (len(list) == 0 || list[0].From != from || list[len(list)-1].To != to) {
			return differs("the cache breaks differently", want, list)
		}
		return cmp.Or(err, c.waited(waited, want+", and ", list))
	})
}

// losesHandles judges that a client is told to close what it keeps open only in its cache.
func losesHandles(s *scenario.Sentence) scenario.Body {
	lost := func(last oversmb.Break) bool { return last.To&oversmb.CachesHandles == 0 }
	return judging(s, func(ctx context.Context, c *caching) error {
		list, err := c.await(ctx, true, lost)
		if err == nil && (len(list) == 0 || !lost(list[len(list)-1])) {
			return differs("the client may keep its handle", "a break that takes H away", list)
		}
		return cmp.Or(err, c.waited(true, "", list))
	})
}

// waited judges that the service answered a request later than the client the breaks that it caused.
func (c *caching) waited(had bool, also string, list []oversmb.Break) error {
	if had && c.before <= c.judged {
		return differs("the service did not wait until the break was answered", also+"an answer after the client's", list)
	}
	return nil
}

// unbroken judges that no break was sent to a client. Anything that the server sent before its
// answer to an echo has arrived with that answer.
func unbroken(s *scenario.Sentence) scenario.Body {
	return judging(s, func(_ context.Context, c *caching) error {
		if list := c.told(); len(list) > 0 {
			return differs("the cache breaks", "no break", list)
		}
		return nil
	})
}

// judging finds the cache that a sentence names. It notes how many breaks had been answered when the sentence
// began: the service's own answer came before that.
func judging(s *scenario.Sentence, judge func(ctx context.Context, c *caching) error) scenario.Body {
	return acting(s, 1, 2, 3, func(ctx context.Context, _ *scenario.World, p *person, t *scenario.Resource) error {
		c, err := p.cached(t)
		if err != nil {
			return err
		}
		c.before = int(c.answered.Load())
		if err := p.echo(); err != nil {
			return err
		}
		if err := judge(ctx, c); err != nil {
			return err
		}
		c.judged = len(c.handle.Broken())
		if failed := c.failed.Load(); failed != nil {
			return verdict.Unknown("answer the break of a cache over SMB", *failed)
		}
		return nil
	})
}
