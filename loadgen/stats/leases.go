package stats

import (
	"math"

	"ifmatch/loadgen/history"
	"ifmatch/reports/load"
	"ifmatch/reports/load/hdr"
)

// leases follows the lease of every resource from holder to holder. Both ends of
// every interval are the moments when an answer arrived, so that the travel times
// of the answers cancel out. An interval that comes out negative counts as zero.
// The intervals are
//
//   - handoff: Release Lease answered, to the next Acquire Lease answered;
//   - after break: the end of the remaining time that Break Lease answered, to the
//     next Acquire Lease answered;
//   - overshoot: the answer of the last Acquire or Renew plus the duration it
//     granted, to the next Acquire Lease answered.
//
// Each includes the time that the next holder waited before it asked, which is the
// run's back-off and not the service's doing. Intervals made unclear by a lost
// answer are left out.
type leases struct {
	shards                         int
	from                           int64   // start of the measured part
	rate                           float64 // of the service's clock
	keys                           map[uint32]*tenure
	held                           []int64 // time as a holder, by slot
	out                            load.Lease
	handoff, afterBreak, overshoot *hdr.Histogram
}

// tenure is the latest lease of one resource.
type tenure struct {
	lease    history.Token
	slot     uint32
	actor    bool  // held by one of the run's actors, not in preparation
	begin    int64 // when its acquire was answered
	earliest int64 // when it may have expired
	until    int64 // when its promised time ends; never for an infinite one
	end      end
	ended    int64
}

// end is how a tenure ended, as far as known.
type end uint8

const (
	notEnded end = iota // or ended by expiry
	released
	broken
	unclear
)

const never = math.MaxInt64

func newLeases(from int64, rate float64, shards int) *leases {
	return &leases{
		from: from, rate: rate, shards: shards, keys: map[uint32]*tenure{},
		handoff: hdr.New(), afterBreak: hdr.New(), overshoot: hdr.New(),
	}
}

func (l *leases) add(e *history.Event, counted bool) {
	t := l.keys[e.Key]
	if e.Outcome.Uncertain() {
		if t == nil {
			t = &tenure{}
			l.keys[e.Key] = t
		}
		t.end = unclear
		return
	}
	switch e.Op {
	case history.Acquire:
		if t != nil && t.end == notEnded && t.lease == e.Lease { // acquired again by its holder: a renewal
			l.extend(t, e)
			count(&l.out.Renewed, counted)
			return
		}
		if t != nil {
			l.follow(t, e, counted)
		}
		slot := slotOf(e.Client, l.shards)
		next := &tenure{lease: e.Lease, slot: slot, actor: e.Flags&history.Outside == 0, begin: e.Return}
		l.extend(next, e)
		l.keys[e.Key] = next
		count(&l.out.Acquired, counted)
	case history.Renew:
		count(&l.out.Renewed, counted)
		if t != nil && t.lease == e.Lease && t.end == notEnded {
			l.extend(t, e)
		}
	case history.Change:
		if t != nil && t.lease == e.Lease {
			t.lease = e.Next
			if slot := slotOf(e.Client, l.shards); slot != t.slot { // handed over
				l.hold(t, e.Return)
				t.slot, t.begin = slot, e.Return
			}
		}
	case history.Release:
		count(&l.out.Released, counted)
		if t != nil && t.lease == e.Lease && t.end != unclear {
			t.end, t.ended = released, e.Return
		}
	case history.Break:
		count(&l.out.Broken, counted)
		if t != nil && t.end != unclear {
			ended := e.Return + l.scaled(e.Got)
			if t.end == broken {
				ended = min(ended, t.ended)
			}
			t.end, t.ended = broken, ended
		}
	}
}

func (l *leases) extend(t *tenure, e *history.Event) {
	if e.Arg == history.Infinite {
		t.earliest, t.until = never, never
		return
	}
	t.earliest, t.until = e.Invoke+l.scaled(e.Arg), e.Return+l.scaled(e.Arg)
}

// follow closes the tenure t, which the acquire e follows.
func (l *leases) follow(t *tenure, e *history.Event, counted bool) {
	switch {
	case t.end == released:
		if counted {
			l.handoff.Record(e.Return - t.ended)
		}
	case t.end == broken:
		if counted {
			l.afterBreak.Record(e.Return - t.ended)
		}
	case t.end == notEnded && e.Return >= t.earliest:
		t.ended = min(t.until, e.Return)
		if counted {
			l.out.Expired++
			l.overshoot.Record(e.Return - t.until)
		}
	default: // unclear, or a second holder: a matter for the checker
		t.ended = min(t.until, e.Return)
	}
	l.hold(t, t.ended)
}

// hold credits the holder of a tenure with the time that it held the lease in the
// measured part.
func (l *leases) hold(t *tenure, ended int64) {
	if !t.actor {
		return
	}
	for int(t.slot) >= len(l.held) {
		l.held = append(l.held, 0)
	}
	l.held[t.slot] += max(ended-max(t.begin, l.from), 0)
}

// scaled converts a duration of the service's clock to ours.
func (l *leases) scaled(d int64) int64 { return int64(float64(d) / l.rate) }

// report closes the tenures that are held at the time to.
func (l *leases) report(to int64, clients int) *load.Lease {
	for _, t := range l.keys {
		ended := min(t.until, to)
		if t.end == released || t.end == broken {
			ended = min(t.ended, to)
		}
		l.hold(t, ended)
	}
	shares := make([]float64, max(clients, len(l.held)))
	for i, ns := range l.held {
		shares[i] = float64(ns)
	}
	out := l.out
	out.Handoff, out.AfterBreak, out.Overshoot = l.handoff.Distribution(), l.afterBreak.Distribution(), l.overshoot.Distribution()
	out.Jain = jain(shares)
	return &out
}

// count adds one to n if it belongs to the measured part.
func count(n *int64, counted bool) {
	if counted {
		*n++
	}
}

// slotOf numbers a client among the actors of all shards, or among those of its own shard if
// there is only one.
func slotOf(client uint32, shards int) uint32 {
	shard, at := history.ShardOf(client)
	if shards > 1 {
		return at*uint32(shards) + uint32(shard)
	}
	return at
}
