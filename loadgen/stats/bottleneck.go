package stats

import (
	"fmt"
	"time"

	"ifmatch/reports/figure"
	"ifmatch/reports/load"
)

// Bounds beyond which the generator, and not the service, determined the figures.
const (
	ownShare     = 0.50                 // of response p99: the generator's own lag
	ownFloor     = 5 * time.Millisecond // less is due to the kernel's timer and a busy machine, not to load
	ownCount     = 1000                 // fewer requests have no meaningful p99
	waitShare    = 0.50                 // of response p50: the wait of half of the exchanges for a free client
	waitFloor    = time.Millisecond     // less is due to the kernel's timer
	droppedShare = 0.001                // of the requested exchanges
	droppedCount = 10                   // fewer belong to the end of the run
	cpuShare     = 0.95                 // of all CPUs
)

// Bottleneck returns a sentence that says why the generator was the bottleneck of a
// run, or "". It looks at Plan.Open, Host.CPUs, Seconds, Response and Pace.
//
// The generator is the bottleneck of an open run, which sends by a schedule, if
//
//   - more than 0.1 % of the exchanges in the schedule, and at least ten, were never sent;
//   - the median lag of all exchanges is above 1 ms and above half of the median response time. Then most exchanges
//     waited for a free client, so the run was really a closed loop. A stall shorter than half of the run does not have
//     this effect;
//   - the 99th percentile of its own lag, of at least 1,000 exchanges, is above 5 ms and above half of that of the response
//     time: lag dominates. Its own lag counts from the intended start, or from the time when the sending client became
//     free if that was later. The delay that a stalled server causes belongs to the server, and to the response time. A
//     smaller lag is shown with the figures, and affects only the response times.
//
// The generator is the bottleneck of any run if its process used more than 95 % of
// all CPUs. If the target ran in the same process, it is unknown which of the two was
// busy: leave CPUSeconds zero then.
func Bottleneck(r load.Run) string {
	p := r.Pace
	if r.Plan.Open {
		switch {
		case p.Dropped >= droppedCount && float64(p.Dropped) > droppedShare*float64(p.Requested):
			return fmt.Sprintf("%s of %s requests were never sent: ask for a lower rate or for more clients", figure.Count(p.Dropped), figure.Count(p.Requested))
		case p.Lag.P50 > waitFloor && float64(p.Lag.P50) > waitShare*float64(r.Response.P50):
			return fmt.Sprintf("most requests waited for a free client, in the median %s of a response time of %s: %s cannot keep this rate; a client that backs off or thinks is not free",
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

// unclearShare is the share of unclear answers above which a run says little: a
// service that is busy half of the time was not measured, but turned requests away.
const unclearShare = 0.5

// Doubts returns sentences that say why a run proves less than its verdict and its
// figures suggest. For example, a history in which nothing was ever committed is
// valid, and proves nothing. It looks at Operations and Contention.
func Doubts(r load.Run) []string {
	var out []string
	var all, wrong, unclear int64
	for _, op := range r.Operations {
		for _, o := range op.Outcomes {
			all += o.Count
			switch o.Outcome {
			case "wrong":
				wrong += o.Count
			case "throttled", "unknown":
				unclear += o.Count
			}
		}
	}
	switch {
	case all == 0:
		return []string{"nothing was measured: the run was over before its measured part began"}
	case r.Contention.Attempts == 0 && r.Plan.Params["reads"] == "1": // as requested
	case r.Contention.Attempts == 0:
		out = append(out, "no client attempted an update, so the history proves little")
	case r.Contention.Commits == 0:
		out = append(out, fmt.Sprintf("none of %s was committed, so the history proves little", figure.Plural(r.Contention.Attempts, "attempt")))
	}
	if wrong > 0 {
		out = append(out, fmt.Sprintf("the protocol does not allow %s of %s answers: the list of answers shows them", figure.Count(wrong), figure.Count(all)))
	}
	if float64(unclear) > unclearShare*float64(all) {
		out = append(out, fmt.Sprintf("%s of %s requests were throttled or had no clear answer", figure.Count(unclear), figure.Count(all)))
	}
	return out
}
