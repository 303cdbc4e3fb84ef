package workload

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"ifmatch/internal/target"
	"ifmatch/loadgen/history"
	"ifmatch/loadgen/payload"
)

// mixExchange is one exchange of a mix, from the choice to the answer.
type mixExchange struct {
	exchange
	run          *mixRun
	thing        *mixThing
	doing        *mixedOp
	op           history.Op
	from, length int    // of the body, in bytes
	value        uint64 // that it writes
	block        string // id of the block that was sent ahead
	source       *mixThing
	on           *dated // the version whose ETag, date or number the request names; nil: none
	by           history.Guard
	over         bool   // before the request was sent, an answer had shown a version with a larger number
	saw          *dated // what the answer showed; nil: nothing
	shown        []uint64
	text         []byte
	runs         []payload.Run
}

func (r *mixRun) exchange() *mixExchange {
	return &mixExchange{exchange: exchange{env: &r.env, service: r.kind.service}, run: r}
}

// choose turns to an operation on a resource.
func (t *mixExchange) choose(thing *mixThing, o *mixedOp) {
	t.thing, t.about, t.doing, t.op = thing, &thing.resource, o, o.op()
	t.from, t.length, t.value = 0, t.run.size, 0
}

// part makes the exchange cover a part of the body: any of those that a write can cover, or the first half.
func (t *mixExchange) part(rng *rand.Rand) {
	unit := t.run.kind.unit
	n := t.run.size / unit
	if t.length = max(n/2, 1) * unit; t.op != history.Read {
		first := rng.IntN(n)
		t.from, t.length = first*unit, (1+rng.IntN(n-first))*unit
	}
}

// step returns the request of the operation.
func (t *mixExchange) step() Step {
	if t.doing.Name == "Insert Entity" {
		return Step{Service: t.service, Method: t.doing.Verb, Path: "/" + tableName(t.env.Prefix+t.env.Run)}
	}
	return t.exchange.step(t.doing.Verb, t.doing.query)
}

// fill completes the request, which depends on a version if the condition says so.
func (t *mixExchange) fill(r *Request, id Identity, c condition, on *dated) {
	t.named, t.on, t.by, t.flags, t.over = nil, nil, history.ByTag, 0, false
	if t.block == "" {
		t.value = id.Value()
	}
	if t.service == target.Table {
		tableHeader(r, "nometadata")
	}
	t.depend(r, c, on)
	for i := 0; i < len(t.doing.fields); i += 2 {
		r.set(t.doing.fields[i], t.doing.fields[i+1])
	}
	for _, p := range t.doing.puts {
		t.put(p, r, t.value)
	}
	switch name, size := t.doing.Name, strconv.Itoa(t.run.size); {
	case name == "Create File":
		r.set("x-ms-content-length", size)
	case name == "Put Blob" && t.run.kind.unit == pageSize:
		r.set("x-ms-blob-content-length", size)
	case slices.Contains(t.doing.puts, inPages), t.length < t.run.size:
		r.set("x-ms-range", t.span())
	case t.doing.copies:
		r.set("x-ms-copy-source", strings.TrimRight(t.env.Endpoints[t.service], "/")+t.source.path)
	}
}

// judge interprets the answer.
func (t *mixExchange) judge(x *Exchange) history.Event {
	t.saw = nil
	e := t.told(x, t.op, t.run.names[t.doing.Name])
	for _, p := range slices.Concat(t.doing.puts, t.doing.shows) {
		if key, separate := t.thing.parts[p]; separate {
			e.Key = key
		}
	}
	if e.Op != history.Read {
		e.Flags |= history.Attempt
	}
	if len(t.doing.puts) > 0 {
		e.Value = t.value
	}
	switch {
	case t.doing.copies && e.Outcome == history.Absent:
		e.Outcome = history.Refused // it may be the source that is not there
	case e.Outcome != history.Won:
	case e.Status == 304 && t.flags&history.IfNoneMatch != 0:
		e.Tag = e.If
	case int(e.Status) != t.doing.Success && e.Status != t.doing.also && (e.Status != 206 || t.length == t.run.size):
		irregular(t.env.Book, &e, unexpectedStatus)
	default:
		t.won(x, &e)
	}
	t.guard(&e)
	return e
}

// won takes the version from a success.
func (t *mixExchange) won(x *Exchange, e *history.Event) {
	t.shown = t.shown[:0]
	for _, p := range t.doing.shows {
		t.shown = t.get(p, x, e, t.shown)
	}
	switch {
	case e.Op == history.Delete:
	case t.thing.parts != nil: // the value is the version
		if e.Op == history.Read && len(t.shown) > 0 {
			e.Value = t.shown[0]
		}
		if e.Value != 0 {
			client, seq := history.WriterOf(e.Value)
			e.Tag = t.env.Book.Token(fmt.Sprintf("%d-%d", client, seq))
		}
	case t.doing.copies && field(x.Reply.Header, "x-ms-copy-status") != "success":
		// It goes on and will make another version: without an ETag, the history proves nothing.
	default:
		t.version(x, e)
	}
}

// version takes the version from a success that has an ETag.
func (t *mixExchange) version(x *Exchange, e *history.Event) {
	tag := t.tag(x, e, e.Status)
	switch {
	case tag == "":
		return
	case t.flags&history.IfNoneMatch != 0 && e.Tag == e.If:
		irregular(t.env.Book, e, not304)
		return
	case e.Op == history.Read:
		e.Value = t.run.makers.maker(e.Key, e.Tag, t.shown, t.complete())
	default:
		t.run.makers.note(e.Key, e.Tag, e.Value)
	}
	v := &dated{version: version{text: strings.Clone(tag), token: e.Tag}, numbers: [2]int64{-1, -1}}
	if at, err := time.Parse(history.HeaderDate, field(x.Reply.Header, "Last-Modified")); err == nil {
		v.numbers[byDate] = at.Unix()
	}
	if n, err := strconv.ParseInt(field(x.Reply.Header, "x-ms-blob-sequence-number"), 10, 64); err == nil {
		v.numbers[bySequence] = n
	}
	t.saw = v
	t.thing.see(v)
}

// complete reports whether a read showed every part in which the run writes.
func (t *mixExchange) complete() bool {
	for p := range t.run.written {
		if !slices.Contains(t.doing.shows, p) {
			return false
		}
	}
	return t.length == t.run.size
}
