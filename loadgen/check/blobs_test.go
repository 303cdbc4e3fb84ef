// The simulations make histories that a correct service could have produced, as fast as they
// are checked. They play operations in the order of the instants at which these take effect,
// so they need no service and no clock. The same options make the same history.

package check

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"ifmatch/loadgen/history"
)

// simulated says what history to make.
type simulated struct {
	Operations int     // events in all, about
	Keys       int     // resources, or partitions
	Clients    int     // operations under way at once
	Reads      float64 // share of reads
	Stale      float64 // share of conditional writes that name an old version
	Unknown    float64 // share of writes without an answer; half of them take effect, and half of these long after the client gave up
	Overwrites float64 // share of writes that name no version
	Batch      int     // entities of a transaction; partitions have twice as many
	Seed       uint64
}

// tag is the token of the version with some contents, in the packed form.
func tag(book *history.Dictionary, version uint64) history.Token {
	return book.Token(fmt.Sprintf("\"0x%X\"", 0x8DC000000000000+version))
}

// game is a simulation under way.
type game struct {
	o       simulated
	rng     *rand.Rand
	book    *history.Dictionary
	out     []history.Event
	clients []client
	now     int64
	made    uint64 // versions so far
	names   names
	late    []belated
}

// belated is the effect of an exchange without an answer, long after its client gave up.
type belated struct {
	at int64
	do func()
}

type names struct{ get, put, query, batch, insert uint16 }

// client does one operation after another. Like a client of the engine, it takes a new
// identity after an operation without an answer.
type client struct {
	id, seq uint32
	free    int64 // when its last operation was answered
}

func newGame(o simulated) *game {
	o.Clients, o.Keys = max(o.Clients, 1), max(o.Keys, 1)
	book := history.NewDictionary("5f3a1b2c")
	g := &game{o: o, rng: rand.New(rand.NewPCG(o.Seed, 7)), book: book, out: make([]history.Event, 0, o.Operations+o.Operations/8)}
	g.names = names{book.Name("Get Blob"), book.Name("Put Blob"), book.Name("Query Entities"), book.Name("Entity Group Transaction"), book.Name("Insert Entity")}
	for i := range o.Clients {
		g.clients = append(g.clients, client{id: uint32(i)})
	}
	return g
}

// turn is the next exchange: its client, and when it runs. Its effect is at g.now.
func (g *game) turn() (c *client, e history.Event) {
	c = &g.clients[g.rng.IntN(len(g.clients))]
	// Exchanges last a while around the instant of their effect, but do not begin
	// before the client's last one ended.
	g.now += 1 + int64(g.rng.ExpFloat64()*300)
	g.now = max(g.now, c.free+2)
	reach := float64(150 * g.o.Clients)
	inv := max(c.free+1, g.now-int64(g.rng.ExpFloat64()*reach))
	ret := g.now + int64(g.rng.ExpFloat64()*reach)
	g.late = slices.DeleteFunc(g.late, func(x belated) bool {
		if x.at <= g.now {
			x.do()
		}
		return x.at <= g.now
	})
	c.free = ret
	c.seq++
	return c, history.Event{Client: c.id, Seq: c.seq, Intended: inv, Invoke: inv, Return: ret}
}

// delay lets a function take effect some time from now.
func (g *game) delay(do func()) {
	g.late = append(g.late, belated{g.now + int64(g.rng.ExpFloat64()*float64(3000*g.o.Clients)), do})
}

// vanish takes the answer of an exchange away.
func (g *game) vanish(c *client, e *history.Event) {
	e.Outcome, e.Return, e.Status, e.Tag = history.Unknown, history.Open, 0, history.None
	c.id += 1 << history.SlotBits
	c.seq = 0
}

// past is the versions of a resource that answers showed, and when.
type past struct {
	tags [8]history.Token
	at   [8]int64
	n    int
}

func (p *past) tell(t history.Token, at int64) {
	p.tags[p.n%8], p.at[p.n%8] = t, at
	p.n++
}

// pick is a version that an answer showed before an instant: the newest, or an older one.
func (p *past) pick(rng *rand.Rand, before int64, stale float64) history.Token {
	found, old := history.None, stale > 0 && rng.Float64() < stale
	for i := p.n - 1; i >= 0 && i > p.n-8; i-- {
		if p.at[i%8] < before {
			if found != history.None {
				return p.tags[i%8]
			}
			if found = p.tags[i%8]; !old {
				break
			}
		}
	}
	return found
}

// simulateBlobs makes a history of blobs that clients read and replace with If-Match.
func simulateBlobs(o simulated) *history.History {
	g := newGame(o)
	type blob struct {
		key   uint32
		tag   history.Token
		value uint64
		told  past
	}
	blobs := make([]blob, g.o.Keys)
	for i := range blobs {
		c, e := g.turn()
		b := &blobs[i]
		b.key = g.book.Key(fmt.Sprintf("blob /ifm-5f3a1b2c/b%d", i))
		g.made++
		b.tag, b.value = tag(g.book, g.made), history.ValueOf(c.id, c.seq)
		e.Key, e.Op, e.Name, e.Outcome, e.Status = b.key, history.Create, g.names.put, history.Won, 201
		e.Tag, e.Value, e.Flags = b.tag, b.value, history.Outside
		b.told.tell(b.tag, e.Return)
		g.out = append(g.out, e)
	}
	for len(g.out) < o.Operations-len(blobs) {
		c, e := g.turn()
		b := &blobs[g.rng.IntN(len(blobs))]
		e.Key = b.key
		named := b.told.pick(g.rng, e.Invoke, o.Stale)
		if named == history.None || g.rng.Float64() < o.Reads {
			e.Op, e.Name, e.Outcome, e.Status, e.Tag, e.Value = history.Read, g.names.get, history.Won, 200, b.tag, b.value
			b.told.tell(b.tag, e.Return)
			g.out = append(g.out, e)
			continue
		}
		e.Op, e.Name, e.If, e.Value, e.Flags = history.Swap, g.names.put, named, history.ValueOf(c.id, c.seq), history.Attempt
		if g.rng.Float64() < o.Overwrites {
			e.Op, e.If = history.Write, history.None
		}
		unknown := o.Unknown > 0 && g.rng.Float64() < o.Unknown
		if unknown && g.rng.IntN(4) == 0 {
			w := e
			g.delay(func() {
				if w.Op == history.Write || w.If == b.tag {
					g.made++
					b.tag, b.value = tag(g.book, g.made), w.Value
				}
			})
			g.vanish(c, &e)
			g.out = append(g.out, e)
			continue
		}
		fits := (e.Op == history.Write || e.If == b.tag) && !(unknown && g.rng.IntN(2) == 0)
		switch {
		case fits:
			g.made++
			e.Outcome, e.Status, e.Tag = history.Won, 201, tag(g.book, g.made)
			b.tag, b.value = e.Tag, e.Value
			if !unknown {
				b.told.tell(b.tag, e.Return)
			}
		default:
			e.Outcome, e.Status = history.Lost, 412
		}
		if unknown {
			g.vanish(c, &e)
		}
		g.out = append(g.out, e)
	}
	for i := range blobs { // the final reads
		g.now += int64(5000 * g.o.Clients)
		_, e := g.turn()
		e.Invoke = g.now
		e.Return = max(e.Return, g.now+1)
		b := &blobs[i]
		e.Key, e.Op, e.Name, e.Outcome, e.Status, e.Tag, e.Value = b.key, history.Read, g.names.get, history.Won, 200, b.tag, b.value
		e.Flags = history.Outside
		g.out = append(g.out, e)
	}
	return g.history("blob-cas")
}

func (g *game) history(workload string) *history.History {
	h := &history.History{Book: g.book, Events: g.out, To: math.MaxInt64 / 2, Complete: true}
	h.Run, h.Workload = "5f3a1b2c", workload
	return h
}
