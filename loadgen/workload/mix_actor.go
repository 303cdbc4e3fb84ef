package workload

import (
	"encoding/base64"
	"fmt"
	"math/rand/v2"

	"ifmatch/loadgen/history"
	"ifmatch/loadgen/payload"
)

// mixActor is a client of a mix.
type mixActor struct {
	mixExchange
	keys    chooser
	rng     *rand.Rand
	slot    int
	uploads int
	own     map[*mixThing]*dated // the version that the actor itself saw last
	state   mixState
	read    *dated // the version of which it reads the next part
	from2   *dated // the version of the source that a copy names; nil: none
	batch   batchExchange
	joined  []*mixThing // that a transaction changes
	over    *deleter    // nil: the actor uses no SMB
	overSMB bool        // the exchange is one of over
}

// mixState is what a mixActor does in its exchange.
type mixState uint8

const (
	anything mixState = iota
	stages            // sends a block ahead
	readsOn           // reads the next part of a body, of the version that it read before
)

// Next chooses an operation and a resource, or goes on with those chosen before.
func (a *mixActor) Next() Step {
	switch {
	case a.state == readsOn, a.block != "":
		return a.step()
	case a.overSMB:
		return a.over.call(nil)
	}
	dice, o := a.rng.IntN(a.run.total), 0
	for ; dice >= a.run.operations[o].weight; o++ {
		dice -= a.run.operations[o].weight
	}
	a.choose(a.run.things[a.keys.next()], &a.run.operations[o])
	switch {
	case a.doing.doomed && !a.thing.aged(), a.doing.joint && a.thing.last.Load() == nil, a.doing.overSMB && a.over == nil:
		a.choose(a.thing, &a.run.outside[len(a.run.kind.first)]) // a read
	case a.doing.ahead:
		a.state = stages
		a.uploads++
		a.block = base64.StdEncoding.EncodeToString(fmt.Appendf(nil, "%09x%09x", uint32(a.slot), uint32(a.uploads))) // needs no padding, which the query would have to escape
		return a.exchange.step("PUT", "?comp=block&blockid="+a.block)
	case a.doing.joint:
		return a.join()
	case a.doing.overSMB:
		a.overSMB = true
		return a.over.call(a.thing)
	case a.doing.copies:
		a.source = a.run.things[a.keys.next()]
	case a.doing.ranges && (a.op != history.Read || a.rng.IntN(2) == 0):
		a.part(a.rng)
	}
	return a.step()
}

// Fill completes the request. Half of those that can depend on something do.
func (a *mixActor) Fill(r *Request, id Identity) {
	switch a.from2 = nil; {
	case a.state == stages:
		a.named, a.flags, a.value = nil, 0, id.Value()
		r.Body = payload.FillAtoms(r.Body[:0], a.run.size, a.env.Run, a.value)
		return
	case a.state == readsOn:
		a.fill(r, id, matches, a.read)
		return
	case a.doing.joint:
		a.fillJoint(r, id)
		return
	}
	c, on := unconditional, a.thing.last.Load()
	if n := len(a.doing.can); n > 0 && (a.doing.names || a.rng.IntN(2) == 0) {
		c = a.doing.can[a.rng.IntN(n)]
	}
	if own := a.own[a.thing]; c == differs || own != nil && a.rng.Float64() < behind {
		on = own
	}
	if a.doing.doomed {
		c, on = unmodified, a.thing.first.Load()
	}
	if on == nil && a.doing.names {
		on = &dated{version: version{text: noVersion, token: a.env.Book.Token(noVersion)}}
	}
	a.fill(r, id, c, on)
	if a.doing.copies && c == unconditional && a.rng.IntN(2) == 0 {
		if a.from2 = a.source.last.Load(); a.from2 != nil {
			r.set("x-ms-source-if-match", a.from2.text)
		}
	}
}

// Done goes on with an upload, or with a body of which it read a part.
func (a *mixActor) Done(x *Exchange, events []history.Event) ([]history.Event, After) {
	if a.state == stages {
		a.state = anything
		e := a.told(x, history.Stage, a.run.putBlock)
		if e.Value, e.Arg = a.value, int64(len(x.Request.Body)); e.Outcome == history.Won && e.Status != 201 {
			irregular(a.env.Book, &e, unexpectedStatus)
		}
		if e.Outcome != history.Won {
			a.block = ""
		}
		return append(events, e), next(e)
	}
	switch {
	case a.overSMB:
		return a.doneOverSMB(x, events)
	case a.doing.joint:
		return a.doneJoint(x, events)
	}
	e := a.judge(x)
	a.state, a.block = anything, ""
	if a.saw != nil {
		a.remember(a.thing, a.saw)
		if end := a.from + a.length; e.Op == history.Read && end < a.run.size && a.doing.Reads {
			a.state, a.read, a.from, a.length = readsOn, a.saw, end, min(a.length, a.run.size-end)
		}
	}
	if a.from2 == nil {
		return append(events, e), next(e)
	}
	of := history.Event{Key: a.source.key, Op: history.Read, Name: e.Name, Outcome: e.Outcome, Status: e.Status, Code: e.Code, If: a.from2.token, Flags: history.Follow}
	switch e.Outcome {
	case history.Won:
		of.Tag = of.If
	case history.Lost:
		e.Outcome = history.Refused // for its source
	}
	return append(events, e, of), next(e)
}
