package bounds

import "slices"

// Operations of unknown outcome are seldom needed to explain what was seen, but
// all that they may have done multiplies. So the search goes on without them as
// long as it can, with whatever worlds that leaves, and uses one only where
// nothing else helps. Worlds found that way explain the history as well as any
// others. Only when an operation fits into none of them, the way is gone over
// again from where nothing had been left out, now with all possibilities: what is
// told to be impossible then is.

// The log of what was explained since is cut if it gets long, at an operation
// that tells the state by itself.
const (
	longLog  = 4096
	shortLog = 1024
	lostLog  = 1 << 16
)

// trail is the way since nothing had been left out.
type trail[S comparable] struct {
	base []*world[S] // all worlds at its beginning; none: nothing has been left out yet
	log  []*Op       // explained since, in order
	// certain is false if base is the state that one operation told, with no regard
	// to what came before it: then it allows too much, never too little.
	certain  bool
	doubtful bool      // of the search at the beginning
	blurred  int64     // the same
	maybes   []*Op     // operations about the beginning, of which it is not known on which side of it they fell
	retired  []retired // Maybes that were pruned since
}

type retired struct {
	op *Op
	at int64
}

// begin notes the worlds as they are, if the way begins here.
func (s *Search[S]) begin() {
	if s.trail.base != nil {
		return
	}
	s.trail = trail[S]{certain: true, doubtful: s.doubtful, blurred: s.blurred}
	for _, w := range s.worlds {
		v := *w
		s.trail.base = append(s.trail.base, &v)
	}
}

// retrace goes over the way again, up to o. It is false if that shows o to be
// impossible, or comes to no end.
func (s *Search[S]) retrace(o *Op) bool {
	if len(s.trail.log) > lostLog {
		s.doubtful = true
		s.failed(o)
		return false
	}
	way := append(slices.Clip(s.trail.log), o)
	flight := slices.DeleteFunc(slices.Clone(s.feed.open(o.Event.Return)), func(p *Op) bool { return p == o || p.closed })
	low := s.feed.oldest(s.watermark)
	var failure *Failure[S]
	for effort := s.effort; effort <= 16*s.effort; effort *= 4 {
		failure = nil
		sub := s.again(effort, way, flight, func(f Failure[S]) { failure = &f })
		for _, p := range way {
			sub.close(p)
			if failure != nil {
				break
			}
			sub.feed.close(p)
			before := sub.feed.oldest(low)
			for _, w := range sub.worlds {
				w.forget(before)
			}
		}
		for _, p := range s.trail.log {
			p.closed = true
		}
		o.closed = false
		if failure == nil {
			s.adopt(sub)
			return true
		}
		if !failure.Doubt {
			break
		}
	}
	s.fail(*failure)
	s.force(o)
	return false
}

// again is a search over the way that leaves nothing out.
func (s *Search[S]) again(effort int, way, flight []*Op, fail func(Failure[S])) *Search[S] {
	sub := &Search[S]{machine: s.machine, fail: fail, shared: s.shared, blurred: s.trail.blurred, effort: effort, full: true, bug: s.bug, doubtful: s.trail.doubtful}
	for o := range s.own.all {
		sub.own.Add(o)
	}
	for _, r := range s.trail.retired {
		sub.own.Add(r.op)
	}
	for _, o := range s.trail.maybes {
		sub.own.Add(o)
	}
	for _, w := range s.trail.base {
		v := *w
		sub.worlds = append(sub.worlds, &v)
	}
	for _, o := range way {
		o.closed = false
		sub.feed.add(o)
	}
	for _, o := range flight {
		sub.feed.add(o)
	}
	sub.feed.sort()
	return sub
}

// adopt goes on with the worlds of a search that left nothing out.
func (s *Search[S]) adopt(sub *Search[S]) {
	s.worlds = sub.worlds
	s.blurred = sub.blurred
	s.doubtful = sub.doubtful
	if s.trail.certain {
		s.trail = trail[S]{}
		return
	}
	s.guesses++
	s.trail = trail[S]{}
	s.begin()
	s.trail.certain = false
}

// went notes that o has been explained.
func (s *Search[S]) went(o *Op) {
	t := &s.trail
	t.log = append(t.log, o)
	if len(t.log)%shortLog == 0 && len(t.log) >= longLog {
		s.cut()
	}
}

// cut lets the way begin at the last operation, but for the newest, that tells
// the state by itself and returned before everything in flight was invoked.
func (s *Search[S]) cut() {
	t := &s.trail
	low := s.feed.oldest(s.watermark)
	for k := len(t.log) - shortLog; k > 0; k-- {
		a := t.log[k]
		step, ok := s.machine.Force(a)
		if !ok || a.Event.Return >= low {
			continue
		}
		base := (&world[S]{now: s.worlds[0].now, zone: nowhere(), floor: -far}).stepped(a, step, nil)
		if len(base) == 0 {
			continue
		}
		var log []*Op
		var about []*Op
		for j, o := range t.log {
			switch {
			case j == k || o.Event.Return < a.Event.Invoke:
			case o.Event.Invoke > a.Event.Return:
				log = append(log, o)
			case o.Changes:
				about = append(about, &Op{Event: o.Event, Maybe: true, Changes: true})
			}
		}
		t.retired = slices.DeleteFunc(t.retired, func(r retired) bool { return r.at < a.Event.Invoke })
		t.base, t.log, t.maybes, t.certain = base, log, about, false
		t.doubtful, t.blurred = false, -far
		return
	}
}
