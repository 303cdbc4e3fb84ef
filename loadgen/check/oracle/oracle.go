// Package oracle is the published definition of what a certificate proves: a correct
// service cannot have given all of its few answers, regardless of who else wrote to the
// resource meanwhile.
//
// It tries every order, and shares nothing with the checks of a history. These are
// the rules:
//
//   - An operation takes effect at one moment between its first byte sent and its last
//     byte read. If it was answered before another was sent, it comes before that one.
//   - A resource is there, as one version with one ETag and one content, or is not.
//     Every write makes a new version. No ETag comes back, and only the write that
//     received an ETag made its version.
//   - A write that names an ETag takes effect only while the version with that ETag is
//     current; a create only while nothing is there; a delete that names nothing only
//     while something is. Each is refused only if it could not take effect.
//   - A read shows the current version, whole. A read that names an ETag shows that
//     version or is refused.
//   - A refused operation changed nothing. An operation without an answer took effect
//     once, at any time after it was sent, or never.
//   - The operations of one transaction, and the rows of one page, share one moment.
//   - Contents name their writer: only the version of that write ever shows them.
//   - Others may write, create and delete at any moment, with contents of their own.
//   - An append blob lives once and is its length: an append lands at the end, and
//     others may append before it.
package oracle

import (
	"fmt"
	"maps"
	"slices"

	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
)

// Most is how many events Possible takes, because it tries every order.
const Most = 16

// Possible reports whether a correct service can have given all these answers, regardless
// of other clients. It ignores operations on leases and queues, except that no body may be
// torn.
func Possible(events []history.Event) bool {
	torn := func(e history.Event) bool { return e.Outcome == history.Won && e.Flags&history.Torn != 0 }
	w := newWorld(events)
	return !slices.ContainsFunc(events, torn) && placed(events) && w.agrees() && w.explains(0, map[uint32]version{})
}

// version is the current version of a resource. The zero value is nothing, or a version
// made by others: whatever the next event needs.
type version struct {
	certain bool          // a recorded operation made it, or showed it
	gone    bool          // nothing is there
	tag     history.Token // None: not known yet
	value   uint64        // 0: not known yet
	foreign bool          // others made it
}

// world is what holds for the events in every order.
type world struct {
	moves  [][]history.Event        // events that share a moment
	told   map[name]bool            // ETags that a write received, so that nobody else made the version
	writes map[uint64]bool          // contents that recorded writes carried
	shown  map[name][]history.Event // answers that carried an ETag
	dead   map[string]bool          // situations that lead nowhere
}

func newWorld(events []history.Event) *world {
	w := &world{told: map[name]bool{}, writes: map[uint64]bool{}, shown: map[name][]history.Event{}, dead: map[string]bool{}}
	at := map[uint64]int{}
	for _, e := range lengths(events) {
		if e.Op < history.Read || e.Op > history.Delete {
			continue
		}
		i, ok := at[e.Group]
		if !ok || e.Group == 0 {
			i = len(w.moves)
			at[e.Group], w.moves = i, append(w.moves, nil)
		}
		w.moves[i] = append(w.moves[i], e)
		if e.Op != history.Read {
			w.writes[e.Value] = w.writes[e.Value] || e.Value != 0
		}
		if e.Outcome == history.Won && e.Tag != history.None {
			if n := (name{e.Key, e.Tag}); e.Op == history.Read {
				w.shown[n] = append(w.shown[n], e)
			} else {
				w.told[n] = true
			}
		}
	}
	return w
}

// agrees reports whether the answers fit each other in any order: no contents were seen
// under two ETags, no read with If-Match showed another version, and no transaction was
// granted in one part and refused in another.
func (w *world) agrees() bool {
	under := map[uint64]name{}
	for _, move := range w.moves {
		won, refused := false, false
		for _, e := range move {
			won, refused = won || e.Outcome == history.Won, refused || e.Outcome == history.Lost || e.Outcome == history.Refused
			switch seen := (name{e.Key, e.Tag}); {
			case e.Outcome != history.Won:
			case e.Op == history.Read && e.If != history.None && e.Flags&history.IfNoneMatch == 0 && e.If != e.Tag:
				return false
			case e.Value != 0 && e.Tag != history.None:
				if old, ok := under[e.Value]; ok && old != seen {
					return false
				}
				under[e.Value] = seen
			}
		}
		if won && refused && move[0].Op != history.Read {
			return false
		}
	}
	return true
}

// explains reports whether the moves that are not done can follow in some order. now is
// the current version of each resource.
func (w *world) explains(done uint64, now map[uint32]version) bool {
	situation := fmt.Sprint(done, now)
	if w.dead[situation] {
		return false
	}
	rest := false
	for i, move := range w.moves {
		if done>>i&1 == 1 {
			continue
		}
		rest = rest || !move[0].Outcome.Uncertain() // a move without an answer may never happen
		if w.free(done, move[0].Invoke) {
			if next, ok := w.play(move, now, w.over(done)); ok && w.explains(done|1<<i, next) {
				return true
			}
		}
	}
	w.dead[situation] = rest
	return !rest
}

// free reports whether every move that was answered before a moment is done.
func (w *world) free(done uint64, invoke int64) bool {
	for i, move := range w.moves {
		if done>>i&1 == 0 && !move[0].Outcome.Uncertain() && move[0].Return < invoke {
			return false
		}
	}
	return true
}

// over are the ETags that were current before, or are now.
func (w *world) over(done uint64) map[name]bool {
	out := map[name]bool{}
	for i, move := range w.moves {
		for _, e := range move {
			if done>>i&1 == 1 && (e.Outcome == history.Won || e.Outcome.Uncertain()) {
				out[name{e.Key, e.Tag}] = true
				if e.Op == history.Swap || e.Op == history.Delete {
					out[name{e.Key, e.If}] = true
				}
			}
		}
	}
	return out
}

// play does a move, and returns the current versions after it. If the version left by a
// recorded operation does not allow the move, others may have written in between.
func (w *world) play(move []history.Event, now map[uint32]version, over map[name]bool) (next map[uint32]version, ok bool) {
	next = maps.Clone(now)
	causes, met := 0, false
	for _, e := range move {
		cause := len(move) > 1 && e.Op != history.Read && e.Outcome != history.Won && !e.Outcome.Uncertain()
		v, ok := w.answer(&e, now[e.Key], over)
		if !ok {
			v, ok = w.answer(&e, version{}, over)
		}
		switch {
		case cause && (e.Outcome == history.Lost || e.Outcome == history.Absent): // one reason is enough to refuse a transaction
			causes, met = causes+1, met || ok
		case cause:
		case !ok:
			return nil, false
		default:
			next[e.Key] = v
		}
	}
	return next, causes == 0 || met
}

// answer reports whether a correct service can give the answer of e while v is current,
// and returns the current version afterwards.
func (w *world) answer(e *history.Event, v version, over map[name]bool) (version, bool) {
	named := e.If != history.None && e.Flags&history.IfNoneMatch == 0
	switch {
	case e.Outcome == history.Absent && e.Op != history.Create:
		return version{certain: true, gone: true}, !v.certain || v.gone
	case e.Outcome == history.Lost && conditional(e) && e.Op == history.Create:
		return v, !v.certain || !v.gone
	case e.Outcome == history.Lost && conditional(e) && named:
		return v, !v.certain || v.gone || v.tag != e.If
	case e.Outcome != history.Won && !(e.Outcome.Uncertain() && e.Op != history.Read):
		return v, true
	case e.Op == history.Read:
		return w.show(v, name{e.Key, e.Tag}, e.Value, over)
	case e.Op == history.Create && v.certain && !v.gone,
		e.Op == history.Delete && !named && v.certain && v.gone:
		return v, false
	case named && (e.Op == history.Swap || e.Op == history.Delete):
		if _, ok := w.show(v, name{e.Key, e.If}, 0, over); !ok || e.If == e.Tag {
			return v, false
		}
	}
	if e.Op == history.Delete {
		return version{certain: true, gone: true}, true
	}
	return version{certain: true, tag: e.Tag, value: e.Value}, e.Tag == history.None || !over[name{e.Key, e.Tag}]
}

// conditional reports, by the status, whether an operation was lost to its own condition.
func conditional(e *history.Event) bool {
	return slices.Contains([]uint16{0, 404, 409, 412}, e.Status)
}

// show reports whether v can be the version with an ETag and contents. It returns v with
// what is then known of it.
func (w *world) show(v version, n name, value uint64, over map[name]bool) (version, bool) {
	if !v.certain {
		v = version{certain: true, foreign: true}
	}
	if v.gone || n.tag != history.None && v.tag != history.None && v.tag != n.tag || value != 0 && v.value != 0 && v.value != value {
		return v, false
	}
	if n.tag != history.None && v.tag == history.None { // the version is others', or its write received no ETag
		if over[n] || w.told[n] {
			return v, false
		}
		v.tag = n.tag
	}
	for _, e := range w.shown[n] { // the version's contents, whichever event shows them
		if v.value == 0 {
			v.value = e.Value
		}
	}
	if value != 0 {
		v.value = value
	}
	return v, !v.foreign || !w.writes[v.value]
}

// Prove marks a violation as proved by the whole history only, unless its evidence
// proves it alone.
func Prove(v finding.Violation) finding.Violation {
	var events []history.Event
	for _, e := range v.Evidence {
		events = append(events, e.Event)
	}
	if len(events) > Most || Possible(events) {
		return v.Closed()
	}
	return v
}
