package html

import (
	"fmt"
	"math"
	"time"

	"ifmatch/reports/figure"
	"ifmatch/reports/load"
)

// widest is the largest number of points of a line over time: more could not be
// distinguished.
const widest = 600

func duration(v float64) string { return figure.Duration(time.Duration(v)) }
func perSecond(v float64) string {
	return figure.Number(v) + "/s"
}

// timePoint is one position in the charts over time: a second, or several seconds of
// a long run.
type timePoint struct {
	at, length                         float64 // seconds
	sent, commits, conflicts, failures float64 // a second
	p50, p99, max                      time.Duration
}

// timePoints joins the seconds of a run. It averages rates, but keeps the worst of
// the percentiles, because averaging would hide a stall.
func timePoints(r load.Run) []timePoint {
	every := (len(r.Series) + widest - 1) / widest
	var out []timePoint
	for i, s := range r.Series {
		length := 1.0
		if i == len(r.Series)-1 && r.Seconds > s.At {
			length = min(r.Seconds-s.At, 1)
			if length < .25 && i > 0 { // its rate would be noise
				break
			}
		}
		if i%every == 0 {
			out = append(out, timePoint{at: s.At})
		}
		m := &out[len(out)-1]
		m.length += length
		m.sent += float64(s.Sent)
		m.commits += float64(s.Commits)
		m.conflicts += float64(s.Outcomes["lost"] + s.Outcomes["refused"])
		m.failures += float64(s.Outcomes["throttled"] + s.Outcomes["unknown"] + s.Outcomes["wrong"])
		m.p50, m.p99, m.max = max(m.p50, s.P50), max(m.p99, s.P99), max(m.max, s.Max)
	}
	for i := range out {
		m := &out[i]
		m.sent, m.commits, m.conflicts, m.failures = m.sent/m.length, m.commits/m.length, m.conflicts/m.length, m.failures/m.length
	}
	return out
}

// overTime returns the charts of a run of two seconds or more.
func overTime(r load.Run) []chart {
	ms := timePoints(r)
	if len(ms) < 2 {
		return nil
	}
	latency := chart{title: "Response time over time", xName: "seconds since the measurement began", yName: "response time", format: duration, lines: []line{{name: "p50"}, {name: "p99"}, {name: "max"}}}
	rates := chart{title: "Goodput against conflicts over time", xName: "seconds since the measurement began", yName: "requests per second", format: perSecond, lines: []line{{name: "committed"}, {name: "lost or refused"}, {name: "sent"}, {name: "throttled, unknown or wrong"}}}
	failed := false
	for _, m := range ms {
		for _, c := range []*chart{&latency, &rates} {
			c.x = append(c.x, m.at)
		}
		latency.add(float64(m.p50), float64(m.p99), float64(m.max))
		latency.marks = append(latency.marks, fmt.Sprintf("second %g: p50 %s, p99 %s, max %s", m.at, figure.Duration(m.p50), figure.Duration(m.p99), figure.Duration(m.max)))
		rates.add(m.commits, m.conflicts, m.sent, m.failures)
		rates.marks = append(rates.marks, fmt.Sprintf("second %g: %s committed, %s lost or refused, %s sent, %s throttled, unknown or wrong",
			m.at, perSecond(m.commits), perSecond(m.conflicts), perSecond(m.sent), perSecond(m.failures)))
		failed = failed || m.failures > 0
	}
	if !failed {
		rates.lines = rates.lines[:3]
	}
	if r.Contention.Attempts == 0 {
		rates.title = "Exchanges over time"
		rates.lines[0].values = fill(len(ms)) // the others keep their colours
		rates.lines[0].name = "committed (none in this pattern)"
	}
	return []chart{latency, rates}
}

func fill(n int) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = math.NaN()
	}
	return out
}

// add appends one value to each line.
func (c *chart) add(values ...float64) {
	for i, v := range values {
		c.lines[i].values = append(c.lines[i].values, v)
	}
}
