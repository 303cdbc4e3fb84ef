package workload

import "ifmatch/loadgen/history"

// mostJoined is how many entities a transaction of a mix changes at most: few, so that many are refused for one of them.
const mostJoined = 3

// join begins a transaction on the chosen entity and others, of all of which a version is known.
func (a *mixActor) join() Step {
	a.joined = append(a.joined[:0], a.thing)
	all, n := a.run.things, 1+a.rng.IntN(mostJoined)
	for i, first := 0, a.rng.IntN(len(all)); i < len(all) && len(a.joined) < n; i++ {
		if other := all[(first+i)%len(all)]; other != a.thing && other.last.Load() != nil {
			a.joined = append(a.joined, other)
		}
	}
	return a.batch.step()
}

// fillJoint completes the transaction. It names a version of each entity.
func (a *mixActor) fillJoint(r *Request, id Identity) {
	a.batch.changes = a.batch.changes[:0]
	for _, t := range a.joined {
		on := t.last.Load()
		if own := a.own[t]; own != nil && a.rng.Float64() < behind {
			on = own
		}
		a.batch.changes = append(a.batch.changes, change{entity: &t.entity, merge: a.rng.Float64() < entityMerges, named: &on.version})
	}
	a.batch.fill(r, id)
}

// doneJoint turns the answer into a change of each entity. Each entity has a history of its own, as in the whole mix, so
// the changes are not joined: single updates, which no transaction explains, are judged with them.
func (a *mixActor) doneJoint(x *Exchange, events []history.Event) ([]history.Event, After) {
	first := len(events)
	events = a.batch.judge(x, events)
	for i := range events[first:] {
		e := &events[first+i]
		e.Group = 0
		if e.Outcome == history.Won {
			a.run.makers.note(e.Key, e.Tag, e.Value)
			v := &dated{version: version{text: a.env.Book.Text(e.Tag), token: e.Tag}, numbers: [2]int64{-1, -1}}
			a.joined[i].see(v)
			a.remember(a.joined[i], v)
		}
	}
	return events, next(events[first])
}

// remember notes a version that the actor saw.
func (a *mixActor) remember(t *mixThing, v *dated) {
	if len(a.own) == maxCache {
		clear(a.own)
	}
	a.own[t] = v
}
