// Package oracle is the published definition of what a certificate proves: the few
// operations that it shows cannot all have been answered so by a correct service,
// whoever else may have written to the resource meanwhile.
//
// It tries every order, and shares nothing with the checks of a history. These are
// the rules:
//
//   - An operation takes effect at one moment between its first byte sent and its last
//     byte read. What was answered before something else was sent comes before it.
//   - A resource is there, as one version with one ETag and one content, or is not.
//     Every write makes a new version. No ETag comes back, and nobody but the write
//     that was told an ETag made its version.
//   - A write that names an ETag takes effect only while the version with that ETag is
//     current; a create only while nothing is there; a delete that names nothing only
//     while something is. Each is refused only where it could not take effect.
//   - A read shows the version that is current, whole, and one that names an ETag shows
//     that version or is refused.
//   - What was refused changed nothing. What was not answered took effect once, at any
//     time after it was sent, or never.
//   - The operations of one transaction, and the rows of one page, share one moment.
//   - Contents say who wrote them: only the version of that write ever shows them.
//   - Others may write, create and delete at any moment, with contents of their own.
//   - An append blob lives once and is its length: an append lands at the end, and
//     others may append before it.
package oracle

import (
	"fmt"
	"maps"
	"slices"

	"ifmatch/loadgen/history"
)

// Most is how many events Possible takes: it tries every order.
const Most = 16

// Possible tells whether a correct service can have given the answers of all these
// events, be there others or not. Operations on leases and queues say nothing, but that
// no body is torn.
func Possible(events []history.Event) bool {
	for _, e := range events {
		if e.Outcome == history.Won && e.Flags&history.Torn != 0 {
			return false
		}
	}
	w := newWorld(events)
	return placed(events) && w.agrees() && w.explains(0, map[uint32]version{})
}

// version is what is current of a resource. The zero value is something that others
// made, or nothing: whatever is asked for next.
type version struct {
	certain bool          // a recorded operation made it so
	gone    bool          // nothing is there
	tag     history.Token // None: nobody told it yet
	value   uint64        // 0: nobody told it yet
	foreign bool          // others made it
}

// world is what holds for the events in every order.
type world struct {
	moves  [][]history.Event        // events that share a moment
	told   map[name]bool            // ETags that a write was told: nobody else made the version
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

// agrees tells whether the answers fit each other whatever the order was: no contents
// were seen under two ETags, nobody was given what he had excluded, and no transaction
// was granted in one part and refused in another.
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

// explains tells whether the moves that are not done can follow, in some order, where
// now is what is current.
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
		rest = rest || !move[0].Outcome.Uncertain() // what was not answered may never happen
		if w.free(done, move[0].Invoke) {
			if next, ok := w.play(move, now, w.over(done)); ok && w.explains(done|1<<i, next) {
				return true
			}
		}
	}
	w.dead[situation] = rest
	return !rest
}

// free tells whether all that was answered before a moment is done.
func (w *world) free(done uint64, invoke int64) bool {
	for i, move := range w.moves {
		if done>>i&1 == 0 && !move[0].Outcome.Uncertain() && move[0].Return < invoke {
			return false
		}
	}
	return true
}

// over are the ETags that were current before or are now.
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

// play does a move, and returns what is current then. Where a recorded operation left
// something else than the move needs, others may have come between.
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

// answer tells whether a correct service can answer e so where v is current, and what
// is current afterwards.
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

// conditional tells by the status whether an operation was lost to its own condition.
func conditional(e *history.Event) bool {
	return slices.Contains([]uint16{0, 404, 409, 412}, e.Status)
}

// show tells whether v can be the version with an ETag and contents, and what is known
// of it then.
func (w *world) show(v version, n name, value uint64, over map[name]bool) (version, bool) {
	if !v.certain {
		v = version{certain: true, foreign: true}
	}
	if v.gone || n.tag != history.None && v.tag != history.None && v.tag != n.tag || value != 0 && v.value != 0 && v.value != value {
		return v, false
	}
	if n.tag != history.None && v.tag == history.None { // others' ETag, or one that its write was not told
		if over[n] || w.told[n] {
			return v, false
		}
		v.tag = n.tag
	}
	for _, e := range w.shown[n] { // the version's contents, whoever tells them
		if v.value == 0 {
			v.value = e.Value
		}
	}
	if value != 0 {
		v.value = value
	}
	return v, !v.foreign || !w.writes[v.value]
}
