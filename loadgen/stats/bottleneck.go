package stats

import (
	"fmt"
	"time"

	"ifmatch/reports/load"
	"ifmatch/reports/load/figure"
)

// The bounds beyond which the generator, and not the service, decided what was
// measured.
const (
	ownShare     = 0.50                 // of response p99: what the generator itself may send late by
	ownFloor     = 5 * time.Millisecond // below it lateness is the kernel's timer and a busy machine's, not load
	ownCount     = 1000                 // fewer requests have no p99 to speak of
	waitShare    = 0.50                 // of response p50: what half of the exchanges may have waited for a free client
	waitFloor    = time.Millisecond     // below it waiting is the kernel's timer
	droppedShare = 0.001                // of the requested exchanges
	droppedCount = 10                   // fewer are the end of the run
	cpuShare     = 0.95                 // of all CPUs
)

// Bottleneck says in a sentence why the generator was the bottleneck of a run, or
// returns "". It looks at Plan.Open, Host.CPUs, Seconds, Response and Pace.
//
// An open run, which sends by a schedule, is decided by its generator if
//
//   - more than 0.1 % of the exchanges that the schedule asked for, and ten at least,
//     were never sent;
//   - the median lag of all is above 1 ms and above half of the median response time:
//     most exchanges waited for a free client, so that the run was in truth a closed
//     loop. A stall shorter than half of the run does not do that;
//   - the 99th percentile of its own lag, of 1,000 exchanges at least, is above 5 ms
//     and above half of that of the response time: lag dominates. Its own lag is from
//     the intended start, or from the time when the client that sent it had become
//     free if that was later: what a stalled server makes others wait is the server's
//     doing, and belongs to the response. What is less is shown with the figures, and
//     spoils none but the response times.
//
// Any run is if its process used more than 95 % of all CPUs. Where the target ran
// in the same process nobody knows which of the two was busy: leave CPUSeconds
// zero then.
func Bottleneck(r load.Run) string {
	p := r.Pace
	if r.Plan.Open {
		switch {
		case p.Dropped >= droppedCount && float64(p.Dropped) > droppedShare*float64(p.Requested):
			return fmt.Sprintf("%s of %s requests were never sent: ask for a lower rate or for more clients", figure.Count(p.Dropped), figure.Count(p.Requested))
		case p.Lag.P50 > waitFloor && float64(p.Lag.P50) > waitShare*float64(r.Response.P50):
			return fmt.Sprintf("most requests waited for a free client, %s of a response time of %s in the median: %s cannot keep this rate; one that backs off or thinks is not free",
				figure.Duration(p.Lag.P50), figure.Duration(r.Response.P50), figure.Plural(int64(p.Clients), "client"))
		case p.Own.Count >= ownCount && p.Own.P99 > ownFloor && float64(p.Own.P99) > ownShare*float64(r.Response.P99):
			return fmt.Sprintf("the generator itself sent late: p99 of %s in a response time of %s: ask for a lower rate or use a machine with more CPU",
				figure.Duration(p.Own.P99), figure.Duration(r.Response.P99))
		}
	}
	if used := p.CPUSeconds / (r.Seconds * float64(r.Host.CPUs)); r.Seconds > 0 && r.Host.CPUs > 0 && used > cpuShare {
		return fmt.Sprintf("the generator used %.0f %% of the CPU of its machine: use fewer clients or a larger machine", 100*used)
	}
	return ""
}
