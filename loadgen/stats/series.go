package stats

import (
	"math"
	"time"

	"ifmatch/loadgen/history"
	"ifmatch/reports/load"
	"ifmatch/reports/load/hdr"
)

// window is how many of the newest seconds keep their histograms. Events that
// come later for an older second still count, but not in its percentiles; no
// batch is that late.
const window = 64

// longest is the longest series, in seconds: a run of a week. A later time is a
// sign of damage, and must not cost memory.
const longest = 7 * 24 * 3600

// series is the measured part second by second. An exchange counts as sent in the
// second of its Invoke; its outcome counts in that of its Return, or of its
// Invoke if it has none.
type series struct {
	from    int64
	seconds []second
	closed  int              // seconds before it no longer have a histogram
	spare   []*hdr.Histogram // for later seconds
}

type second struct {
	sent, commits, attempts, conflicts int64
	outcomes                           [outcomes]int64
	responses                          *hdr.Histogram
	p50, p99, max                      time.Duration
}

func (s *series) add(e *history.Event, end int64) {
	s.at(e.Invoke).sent++
	in := s.at(end)
	in.outcomes[e.Outcome]++
	if e.Flags&history.Attempt != 0 {
		in.attempts++
		switch e.Outcome {
		case history.Won:
			in.commits++
		case history.Lost, history.Refused:
			in.conflicts++
		}
	}
	if e.Return == history.Open {
		return
	}
	response := time.Duration(e.Return - e.Intended)
	in.max = max(in.max, response)
	if in.responses != nil {
		in.responses.Record(int64(response))
	}
}

// at returns the second of a time. The pointer is valid until the next call.
func (s *series) at(t int64) *second {
	i := int(min(max(t-s.from, 0)/int64(time.Second), longest-1))
	for i >= len(s.seconds) {
		s.seconds = append(s.seconds, second{responses: s.histogram()})
		if len(s.seconds)-s.closed > window {
			s.close(s.closed)
			s.closed++
		}
	}
	return &s.seconds[i]
}

func (s *series) histogram() *hdr.Histogram {
	if n := len(s.spare); n > 0 {
		h := s.spare[n-1]
		s.spare = s.spare[:n-1]
		return h
	}
	return hdr.NewCoarse()
}

// close keeps the percentiles of a second and frees its histogram.
func (s *series) close(i int) {
	in := &s.seconds[i]
	in.p50, in.p99 = in.responses.Quantile(.50), in.responses.Quantile(.99)
	in.responses.Reset()
	s.spare = append(s.spare, in.responses)
	in.responses = nil
}

// report returns the series up to the time to. The last second may be a fraction;
// answers after the end count in it.
func (s *series) report(to int64) []load.Second {
	for ; s.closed < len(s.seconds); s.closed++ {
		s.close(s.closed)
	}
	// A run that exceeded whole seconds by a millisecond has no second of a
	// millisecond: its rate would be noise.
	n := int(math.Ceil(float64(to-s.from)/1e9 - 0.001))
	n = min(max(n, 1), longest)
	if len(s.seconds) == 0 {
		return nil
	}
	out := make([]load.Second, n)
	for i := range out {
		out[i] = load.Second{At: float64(i), Outcomes: map[string]int64{}}
	}
	for i, in := range s.seconds {
		sum := &out[min(i, n-1)]
		sum.Sent += in.sent
		sum.Commits += in.commits
		for o, count := range in.outcomes {
			if count > 0 {
				sum.Outcomes[OutcomeNames[o]] += count
			}
		}
		if i < n {
			sum.P50, sum.P99 = in.p50, in.p99
		}
		sum.Max = max(sum.Max, in.max)
	}
	return out
}
