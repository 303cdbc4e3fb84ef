package stats

import (
	"math"
	"time"

	"ifmatch/loadgen/history"
	"ifmatch/reports/load"
	"ifmatch/reports/load/hdr"
)

// updates follows what every actor tries to commit. An update begins with an attempt
// and ends with the actor's next won attempt. It may move from one key to another on
// the way, for example when any free lease will do. This abandons the key, and the
// time until success continues.
type updates struct {
	from                         int64
	slots                        []slot
	attempts, commits, conflicts int64
	abandoned                    int64
	per                          []int64 // updates by their number of attempts; the last element counts all larger numbers
	sum, most                    int64   // attempts of the committed updates: total, and most for one update
	time                         *hdr.Histogram
}

// attemptsExact is the largest number of attempts per update that is counted
// exactly.
const attemptsExact = 4096

// slot is one actor.
type slot struct {
	free     int64 // when its last exchange ended; Open if unknown
	key      uint32
	attempts int64 // of the update under way
	began    int64 // intended start of that update's first attempt
	commits  int64
	last     int64 // its last commit, or the start of the measured part
	gap      int64 // its longest time without a commit so far
}

func newUpdates(from int64) updates {
	return updates{from: from, per: make([]int64, attemptsExact+1), time: hdr.New()}
}

// slot returns the state of an actor. The pointer is valid until the next call.
func (u *updates) slot(n uint32) *slot {
	for int(n) >= len(u.slots) {
		u.slots = append(u.slots, slot{last: u.from})
	}
	return &u.slots[n]
}

func (u *updates) attempt(s *slot, e *history.Event, counted bool) {
	if s.attempts == 0 {
		s.began = e.Intended
	} else if s.key != e.Key && e.Group == 0 && counted { // for a transaction, the first entity means nothing
		u.abandoned++
	}
	s.key = e.Key
	s.attempts++
	if counted {
		u.attempts++
	}
	switch e.Outcome {
	case history.Lost, history.Refused:
		if counted {
			u.conflicts++
		}
	case history.Won:
		if counted {
			u.commit(s, e)
		}
		s.attempts = 0
	}
}

func (u *updates) commit(s *slot, e *history.Event) {
	u.commits++
	u.per[min(s.attempts, attemptsExact)]++
	u.sum += s.attempts
	u.most = max(u.most, s.attempts)
	u.time.Record(e.Return - s.began)
	s.commits++
	s.gap = max(s.gap, e.Return-s.last)
	s.last = max(s.last, e.Return)
}

// report returns the figures of the updates. Updates under way at the end were not
// committed. They count as abandoned and as unfinished, because the attempts they
// would have needed are unknown.
func (u *updates) report(to int64, clients int) load.Contention {
	c := load.Contention{
		Commits: u.commits, Attempts: u.attempts, Abandoned: u.abandoned,
		AttemptsPer: u.spread(), TimeTo: u.time.Distribution(),
	}
	if u.attempts > 0 {
		c.ConflictRate = float64(u.conflicts) / float64(u.attempts)
	}
	n := max(clients, len(u.slots))
	commits := make([]float64, n)
	var starvation int64
	for i := range n {
		s := slot{last: u.from}
		if i < len(u.slots) {
			s = u.slots[i]
		}
		if s.attempts > 0 {
			c.Abandoned++
			c.Unfinished++
		}
		if s.commits == 0 {
			c.Starved++
		}
		commits[i] = float64(s.commits)
		starvation = max(starvation, s.gap, to-s.last)
	}
	if u.attempts == 0 { // a pattern without updates starves nobody
		c.Starved, starvation = 0, 0
	}
	c.Starvation = time.Duration(starvation)
	c.Jain = jain(commits)
	return c
}

func (u *updates) spread() load.Spread {
	if u.commits == 0 {
		return load.Spread{}
	}
	return load.Spread{
		Mean: float64(u.sum) / float64(u.commits),
		P50:  u.quantile(.50), P99: u.quantile(.99), Max: float64(u.most),
	}
}

func (u *updates) quantile(q float64) float64 {
	want, seen := int64(math.Ceil(q*float64(u.commits))), int64(0)
	for n, count := range u.per[:attemptsExact] {
		if seen += count; seen >= want {
			return float64(n)
		}
	}
	return float64(u.most)
}

// jain returns Jain's index of fairness: 1 if all shares are equal, 1/n if one
// client has everything, 0 if there is nothing to share.
func jain(shares []float64) float64 {
	var sum, squares float64
	for _, x := range shares {
		sum += x
		squares += x * x
	}
	if squares == 0 {
		return 0
	}
	return min(sum*sum/(float64(len(shares))*squares), 1)
}
