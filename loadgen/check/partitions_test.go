package check

import (
	"fmt"

	"ifmatch/loadgen/history"
)

// entity is one entity of a partition.
type entity struct {
	key   uint32
	tag   history.Token
	value uint64
	told  past
}

// simulatePartitions makes a history of partitions in which entity group transactions replace
// several entities, and pages show all of them. Operations counts events: a transaction of
// four entities counts as four.
func simulatePartitions(o simulated) *history.History {
	o.Batch = max(o.Batch, 2)
	g := newGame(o)
	partitions := make([][]entity, g.o.Keys)
	for i := range partitions {
		for k := range 2 * o.Batch {
			partitions[i] = append(partitions[i], g.insert(fmt.Sprintf("table /t5f3a1b2c(PartitionKey='p%d',RowKey='r%d')", i, k)))
		}
	}
	for len(g.out) < o.Operations {
		p := partitions[g.rng.IntN(len(partitions))]
		if g.rng.Float64() < o.Reads {
			g.page(p)
		} else {
			g.transaction(p)
		}
	}
	return g.history("table-batch")
}

func (g *game) insert(name string) entity {
	c, e := g.turn()
	g.made++
	n := entity{key: g.book.Key(name), tag: tag(g.book, g.made), value: history.ValueOf(c.id, c.seq)}
	e.Key, e.Op, e.Name, e.Outcome, e.Status, e.Tag, e.Value = n.key, history.Create, g.names.insert, history.Won, 201, n.tag, n.value
	e.Flags = history.Outside
	n.told.tell(n.tag, e.Return)
	g.out = append(g.out, e)
	return n
}

func (g *game) page(p []entity) {
	c, e := g.turn()
	e.Op, e.Name, e.Outcome, e.Status, e.Group = history.Read, g.names.query, history.Won, 200, history.ValueOf(c.id, c.seq)
	for i := range p {
		e.Key, e.Tag, e.Value = p[i].key, p[i].tag, p[i].value
		p[i].told.tell(p[i].tag, e.Return)
		g.out = append(g.out, e)
		e.Flags = history.Follow
	}
}

func (g *game) transaction(p []entity) {
	c, e := g.turn()
	value := history.ValueOf(c.id, c.seq)
	e.Op, e.Name, e.Group, e.Value, e.Flags = history.Swap, g.names.batch, value, value, history.Attempt
	first := g.rng.IntN(len(p))
	unknown := g.o.Unknown > 0 && g.rng.Float64() < g.o.Unknown
	begin, blamed := len(g.out), -1
	for i := range g.o.Batch {
		n := &p[(first+i)%len(p)]
		e.Key, e.If = n.key, n.told.pick(g.rng, e.Invoke, g.o.Stale)
		if e.If == history.None {
			g.out = g.out[:begin]
			return
		}
		if e.If != n.tag && blamed < 0 {
			blamed = i
		}
		g.out = append(g.out, e)
		e.Flags |= history.Follow
	}
	applied := blamed < 0 && !(unknown && g.rng.IntN(2) == 0)
	for i := range g.o.Batch {
		e, n := &g.out[begin+i], &p[(first+i)%len(p)]
		switch {
		case applied:
			g.made++
			e.Outcome, e.Status, e.Tag = history.Won, 202, tag(g.book, g.made)
			n.tag, n.value = e.Tag, e.Value
			if !unknown {
				n.told.tell(n.tag, e.Return)
			}
		case i == blamed:
			e.Outcome, e.Status = history.Lost, 412
		default:
			e.Outcome, e.Status = history.Refused, 412
		}
		if unknown {
			e.Outcome, e.Return, e.Status, e.Tag = history.Unknown, history.Open, 0, history.None
		}
	}
	if unknown {
		c.id += 1 << history.SlotBits
		c.seq = 0
	}
}
