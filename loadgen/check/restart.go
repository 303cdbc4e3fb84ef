package check

import (
	"fmt"
	"slices"
	"strings"

	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
)

// LostOverRestart is the rule of a violation that a restart of the target lies within: what it acknowledged before is not
// there after. A service that keeps everything in memory breaks it at once.
const LostOverRestart = "lost over a restart"

// restarts are those of the target, and what is known of the resources before and after.
type restarts struct {
	book  *history.Dictionary
	kills []history.Event
	keys  map[uint32]*survivor
}

// survivor is a resource that lives in a container, a table or a queue.
type survivor struct {
	last  history.Event   // that was answered with success
	known []history.Event // the last before each restart, and the restart
	gone  history.Event   // the first answer that says that what it lives in is not there
}

// take notes events, and returns those that are no restarts: most histories have none.
func (r *restarts) take(events []history.Event) []history.Event {
	rest := events
	if slices.ContainsFunc(events, isRestart) {
		rest = slices.DeleteFunc(slices.Clone(events), isRestart)
	}
	for i := range rest {
		r.note(&rest[i])
	}
	// Of a batch the restarts come last: what was answered before one may stand behind it.
	for _, e := range events {
		if isRestart(e) {
			r.kills = append(r.kills, e)
			for _, s := range r.keys {
				if s.last.Outcome == history.Won && s.last.Invoke < dead(e) {
					s.known = append(s.known, s.last, e)
				}
			}
		}
	}
	return rest
}

// dead is when a restart had ended the target: what was answered to a request of before, that process answered.
func dead(restart history.Event) int64 { return restart.Invoke + restart.Arg }

func isRestart(e history.Event) bool { return e.Op == history.Restart }

// note keeps what a later restart may show to be lost.
func (r *restarts) note(e *history.Event) {
	if e.Outcome != history.Won && e.Outcome != history.Absent {
		return
	}
	s := r.keys[e.Key]
	if s == nil {
		s = &survivor{}
		r.keys[e.Key] = s
	}
	switch {
	case e.Outcome == history.Won && e.Invoke >= s.last.Invoke:
		s.last = *e
	case e.Outcome == history.Absent && homeless(r.book.CodeText(e.Code)) && (s.gone.Outcome == 0 || e.Invoke < s.gone.Invoke):
		s.gone = *e
	}
}

// homeless tells whether an answer says that the container, table, queue or share is not there. The clients of a run delete
// none but containers that they contend for.
func homeless(code string) bool {
	return code == "ContainerNotFound" || code == "TableNotFound" || code == "QueueNotFound" || code == "ShareNotFound"
}

// vanished are the violations of resources whose container, table or queue is gone after a restart, though nobody has
// deleted it. No check of a resource sees that: it may have been deleted by a request that was never answered.
func (r *restarts) vanished(add func(key string, k *kind, result finding.Result)) {
	for key, s := range r.keys {
		name := r.book.KeyText(key)
		if s.gone.Outcome == 0 || (&subject{name: name}).container() {
			continue
		}
		for known := range slices.Chunk(s.known, 2) {
			if s.gone.Invoke < dead(known[1]) {
				continue
			}
			v := finding.Broken(LostOverRestart, fmt.Sprintf("%s%s was told %s, though nobody has deleted it", lost, s.gone.Who(), r.book.CodeText(s.gone.Code)), nil,
				finding.Did(&known[0], "it was there"), killed(&known[1]), finding.Did(&s.gone, "was told that what it is in is not there")).Closed()
			add(name, restarted, finding.Result{State: finding.Invalid, Violations: []finding.Violation{v}, Operations: 1})
			break
		}
	}
}

// restarted is the check that restarts is.
var restarted = &kind{name: "restart"}

// lost begins a sentence.
const lost = "the target was killed and started again, and what it had acknowledged is not there any more: "

func killed(e *history.Event) finding.Evidence {
	return finding.Did(e, "the target was killed, and answered again at the end of this")
}

// over gives the violations of a result the rule LostOverRestart whose evidence lies on both sides of a restart: something
// was acknowledged before the target was killed, and denied by an answer to what was asked after.
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
