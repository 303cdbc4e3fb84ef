package check

import (
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
	book  *history.Dictionary
	kills []history.Event
	keys  map[uint32]*survivor
}

// survivor is a resource that lives in a container, a table or a queue.
type survivor struct {
	last  history.Event   // the last event that was answered with success
	known []history.Event // in pairs: the last event before each restart, and the restart
	gone  history.Event   // the first answer that says that its container, table or queue is not there
}

// take notes events, and returns those that are not restarts. Most histories have no restart.
func (r *restarts) take(events []history.Event) []history.Event {
	rest := events
	if slices.ContainsFunc(events, isRestart) {
		rest = slices.DeleteFunc(slices.Clone(events), isRestart)
	}
	for i := range rest {
		r.note(&rest[i])
	}
	// Restarts are noted last, because an event answered before a restart may follow it in the batch.
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

// dead is when a restart had ended the old process. If a request sent before then was answered, that process answered it.
func dead(restart history.Event) int64 { return restart.Invoke + restart.Arg }

func isRestart(e history.Event) bool { return e.Op == history.Restart }

// note keeps what a later restart may show as lost.
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

// homeless reports whether an answer says that the container, table, queue or share is not there. The clients of a run
// delete none of these, except containers that they contend for.
func homeless(code string) bool {
	return code == "ContainerNotFound" || code == "TableNotFound" || code == "QueueNotFound" || code == "ShareNotFound"
}

// vanished adds violations for resources whose container, table or queue is gone after a restart, though nobody deleted
// it. No check of the resource sees that, because a request without an answer may have deleted the resource.
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
				finding.Did(&known[0], "it was there"), killed(&known[1]), finding.Did(&s.gone, "was told that its container, table or queue does not exist")).Closed()
			add(name, restarted, finding.Result{State: finding.Invalid, Violations: []finding.Violation{v}, Operations: 1})
			break
		}
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
