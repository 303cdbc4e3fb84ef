package stats

import (
	"fmt"
	"time"

	"ifmatch/reports/load"
)

// The bounds beyond which the generator, and not the service, decided what was
// measured.
const (
	ownShare     = 0.10             // of response p99: what the generator itself may send late by
	ownFloor     = time.Millisecond // below it lateness is the kernel's timer, not load
	waitShare    = 0.50             // of response p50: what half of the exchanges may have waited for a free client
	droppedShare = 0.001            // of the requested exchanges
	cpuShare     = 0.95             // of all CPUs
)

// Bottleneck says in a sentence why the generator was the bottleneck of a run, or
// returns "". It looks at Plan.Open, Host.CPUs, Seconds, Response and Pace.
//
// An open run, which sends by a schedule, is decided by its generator if
//
//   - more than 0.1 % of the exchanges that the schedule asked for were never sent;
//   - the median lag of all is above 1 ms and above half of the median response time:
//     most exchanges waited for a free client, so that the run was in truth a closed
//     loop. A stall shorter than half of the run does not do that;
//   - the 99th percentile of its own lag is above 1 ms and above 10 % of that of
//     the response time. Its own lag is from the intended start, or from the time
//     when the client that sent it had become free if that was later: what a stalled
//     server makes others wait is the server's doing, and belongs to the response.
//
// Any run is if its process used more than 95 % of all CPUs. Where the target ran
// in the same process nobody knows which of the two was busy: leave CPUSeconds
// zero then.
func Bottleneck(r load.Run) string {
	p := r.Pace
	if r.Plan.Open {
		switch {
		case float64(p.Dropped) > droppedShare*float64(p.Requested):
			return fmt.Sprintf("%d of %d requests were never sent: ask for a lower rate or for more clients", p.Dropped, p.Requested)
		case p.Lag.P50 > ownFloor && float64(p.Lag.P50) > waitShare*float64(r.Response.P50):
			return fmt.Sprintf("most requests waited for a free client, %v of a response time of %v in the median: %d clients do not reach this rate; one that backs off or thinks is not free",
				brief(p.Lag.P50), brief(r.Response.P50), p.Clients)
		case p.Own.P99 > ownFloor && float64(p.Own.P99) > ownShare*float64(r.Response.P99):
			return fmt.Sprintf("the generator itself sent late: p99 of %v in a response time of %v: ask for a lower rate or use a machine with more CPU",
				brief(p.Own.P99), brief(r.Response.P99))
		}
	}
	if used := p.CPUSeconds / (r.Seconds * float64(r.Host.CPUs)); r.Seconds > 0 && r.Host.CPUs > 0 && used > cpuShare {
		return fmt.Sprintf("the generator used %.0f %% of the CPU of its machine: use fewer clients or a larger machine", 100*used)
	}
	return ""
}

// brief rounds a duration to three digits.
func brief(d time.Duration) time.Duration {
	for unit := time.Nanosecond; ; unit *= 10 {
		if d < 1000*unit {
			return d.Round(unit)
		}
	}
}
