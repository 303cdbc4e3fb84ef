package stats

import "time"

// Live is the current state of a run. Figures per second are those of the
// newest whole second.
type Live struct {
	Seconds      float64       // of the measured part so far; negative in the warm-up
	Rate         float64       // exchanges sent a second
	Goodput      float64       // commits a second
	ConflictRate float64       // share of the attempts that lost, 0 to 1
	P99          time.Duration // of response time
	Sent         int64         // since the start of the measured part
	Late         int64         // since the start of the measured part
	Errors       int64         // since the start of the measured part: throttled, unknown or wrong
}

// Live returns the current state of the run. It costs some microseconds.
func (a *Accumulator) Live() Live {
	a.mu.Lock()
	defer a.mu.Unlock()
	out := Live{Seconds: float64(a.newest-a.o.From) / 1e9, Sent: a.sent, Late: a.late, Errors: a.errors}
	n := len(a.series.seconds)
	if n == 0 {
		return out
	}
	in, length := &a.series.seconds[n-1], 1.0
	if n > 1 {
		in = &a.series.seconds[n-2]
	} else {
		length = min(max(out.Seconds, 0.001), 1)
	}
	out.Rate, out.Goodput = float64(in.sent)/length, float64(in.commits)/length
	if in.attempts > 0 {
		out.ConflictRate = float64(in.conflicts) / float64(in.attempts)
	}
	if in.responses != nil {
		out.P99 = in.responses.Quantile(.99)
	}
	return out
}
