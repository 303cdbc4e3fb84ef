package check

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
)

// LostOverRestart is the rule of a violation with a restart of the target in between: a state acknowledged before the
// restart is not there after it. A service that keeps everything in memory breaks it at once.
const LostOverRestart = "lost over a restart"

// restarts are the restarts of the target, and what is known of the resources before and after them.
type restarts struct {
	book    *history.Dictionary
	kills   []history.Event
	keys    []survivor      // by key
	waiting []history.Event // restarts, and answers that say that a container, table or queue is not there, which no check has yet
}

// survivor is a resource that lives in a container, a table or a queue.
type survivor struct {
	first history.Event   // the event that was answered with success first
	last  history.Event   // the last event that was answered with success
	known []history.Event // in pairs: the last event before each restart, and the restart
	loss  []history.Event // an event answered with success, a restart, and the first answer after it that says that its container, table or queue is not there
}

// take notes events, and returns those that the checks get at once: all but restarts and what release returns later.
func (r *restarts) take(events []history.Event) []history.Event {
	waited := len(r.waiting)
	for i := range events {
		switch e := &events[i]; {
		case r.waits(e):
			r.waiting = append(r.waiting, *e)
		case e.Outcome == history.Won:
			s := r.survivor(e.Key)
			if e.Invoke >= s.last.Invoke {
				s.last = *e
			}
			if s.first.Outcome != history.Won || e.Return < s.first.Return {
				s.first = *e
			}
		}
	}
	if waited == len(r.waiting) {
		return events
	}
	return slices.DeleteFunc(slices.Clone(events), func(e history.Event) bool { return r.waits(&e) })
}

// restart notes a restart, after the events that were answered before it.
func (r *restarts) restart(e history.Event) {
	r.kills = append(r.kills, e)
	for key := range r.keys {
		if s := &r.keys[key]; s.last.Outcome == history.Won && s.last.Invoke < dead(e) {
			s.known = append(s.known, s.last, e)
		}
	}
}

func (r *restarts) survivor(key uint32) *survivor {
	if n := int(key) + 1 - len(r.keys); n > 0 {
		r.keys = append(r.keys, make([]survivor, n)...)
	}
	return &r.keys[key]
}

// dead is when a restart had ended the old process. The new one answers requests that are sent later. It may also answer one
// that a client had only begun to send, and connected for, later than its interval begins.
func dead(restart history.Event) int64 { return restart.Invoke + restart.Arg }

// waits reports whether an event is a restart, or an answer that a restart may explain, which may be noted after it.
func (r *restarts) waits(e *history.Event) bool {
	return e.Op == history.Restart || e.Outcome == history.Absent && homeless(r.book.CodeText(e.Code)) && !(&subject{name: r.book.KeyText(e.Key)}).container()
}

// homeless reports whether an answer says that the container, table, queue or share is not there. The clients of a run
// delete none of these, except containers that they contend for.
func homeless(code string) bool {
	return code == "ContainerNotFound" || code == "TableNotFound" || code == "QueueNotFound" || code == "ShareNotFound"
}

// release returns the events that waited and were answered before the watermark, for the checks: every restart before their
// answers is known. It also returns the watermark up to which the checks have all events then. Events that a restart explains
// are left out: all of them have one cause, and a check of the resource would look for others.
func (r *restarts) release(watermark int64) (events []history.Event, until int64) {
	r.waiting = slices.DeleteFunc(r.waiting, func(e history.Event) bool {
		if e.Op == history.Restart {
			r.restart(e)
		}
		return e.Op == history.Restart
	})
	slices.SortFunc(r.waiting, func(a, b history.Event) int { return cmp.Compare(a.Invoke, b.Invoke) })
	still := r.waiting[:0]
	for until = watermark; len(r.waiting) > 0; r.waiting = r.waiting[1:] {
		e := r.waiting[0]
		if e.Return >= watermark && watermark != history.Open {
			still, until = append(still, e), min(until, e.Invoke)
		} else if !r.survivor(e.Key).explains(e) {
			events = append(events, e)
		}
	}
	r.waiting = still
	return events, until
}

// explains reports whether a restart explains that an event found no container, table or queue: it was answered after the
// restart, and something in it had been answered with success before. That was before the event was sent, or it was the
// killed process that answered, and not the one that answered the event.
func (s *survivor) explains(e history.Event) bool {
	for known := range slices.Chunk(s.known, 2) {
		there, after := known[0], dead(known[1])
		if e.Invoke < after {
			there = s.first
		}
		if s.loss == nil && e.Return > after && (e.Invoke >= after || there.Return < e.Invoke) {
			s.loss = []history.Event{there, known[1], e}
		}
	}
	return s.loss != nil
}

// vanished adds violations for resources whose container, table or queue is gone after a restart, though nobody deleted
// it.
func (r *restarts) vanished(add func(key string, k *kind, result finding.Result)) {
	for key, s := range r.keys {
		if s.loss == nil {
			continue
		}
		gone := &s.loss[2]
		v := finding.Broken(LostOverRestart, fmt.Sprintf("%s%s was told %s, though nobody has deleted it", lost, gone.Who(), r.book.CodeText(gone.Code)), nil,
			finding.Did(&s.loss[0], "it was there"), killed(&s.loss[1]), finding.Did(gone, "was told that its container, table or queue does not exist")).Closed()
		add(r.book.KeyText(uint32(key)), restarted, finding.Result{State: finding.Invalid, Violations: []finding.Violation{v}, Operations: 1})
	}
}

// restarted is the check that restarts performs.
var restarted = &kind{name: "restart"}

// lost begins a sentence.
const lost = "the target was killed and started again, and something it had acknowledged is gone: "

func killed(e *history.Event) finding.Evidence {
	return finding.Did(e, "the target was killed, and answered again at the end of this")
}

// over gives the rule LostOverRestart to violations whose evidence lies on both sides of a restart: a request sent before
// the target was dead succeeded, and an answer came after that.
func (r *restarts) over(result finding.Result) finding.Result {
	if len(r.kills) == 0 || result.State != finding.Invalid {
		return result
	}
	result.Violations = slices.Clone(result.Violations)
	for i, v := range result.Violations {
		if strings.HasPrefix(v.Rule, LostOverRestart) {
			continue
		}
		at := slices.IndexFunc(r.kills, func(kill history.Event) bool {
			before := slices.ContainsFunc(v.Evidence, func(e finding.Evidence) bool {
				return e.Event.Outcome == history.Won && e.Event.Invoke < dead(kill)
			})
			after := slices.ContainsFunc(v.Evidence, func(e finding.Evidence) bool { return e.Event.Return != history.Open && e.Event.Return > dead(kill) })
			return before && after
		})
		if at < 0 {
			continue
		}
		v.Sentence = lost + v.Sentence
		v.Rule = LostOverRestart
		v.Evidence = append(slices.Clone(v.Evidence), killed(&r.kills[at]))
		result.Violations[i] = v.InOrder()
	}
	return result
}
