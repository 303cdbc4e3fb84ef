package exporter

import "github.com/prometheus/client_golang/prometheus"

// cold ends every help line.
const cold = " The warm-up is not counted."

var (
	requestedTotal = prometheus.NewDesc("ifmatch_requested_total", "Requests that the schedule of --rate asked for so far."+cold, []string{"workload"}, nil)
	droppedTotal   = prometheus.NewDesc("ifmatch_dropped_total", "Requests of the schedule that were not sent, because no client was free."+cold, []string{"workload"}, nil)
)

// schedule collects what no event tells: what was due, and what was not sent. A
// closed loop has neither.
type schedule struct {
	// soFar is how it stands with the run of a workload; false: it has no schedule.
	soFar func() (workload string, requested, dropped int64, ok bool)
}

// Describe tells the names.
func (schedule) Describe(to chan<- *prometheus.Desc) {
	to <- requestedTotal
	to <- droppedTotal
}

// Collect asks the run.
func (s schedule) Collect(to chan<- prometheus.Metric) {
	workload, requested, dropped, ok := s.soFar()
	if !ok {
		return
	}
	to <- prometheus.MustNewConstMetric(requestedTotal, prometheus.CounterValue, float64(requested), workload)
	to <- prometheus.MustNewConstMetric(droppedTotal, prometheus.CounterValue, float64(dropped), workload)
}
