package exporter

import (
	"github.com/prometheus/client_golang/prometheus"

	"ifmatch/reports/load/metric"
)

// afterWarmUp ends every help line.
const afterWarmUp = " The warm-up is not counted."

// help is the help text of a figure.
func help(f metric.Figure) string { return f.Formula + "." + afterWarmUp }

var requestedTotal, droppedTotal = described(metric.Requested), described(metric.Dropped)

func described(name string) *prometheus.Desc {
	f := metric.Must(name)
	return prometheus.NewDesc(f.Prometheus, help(f), []string{"workload"}, nil)
}

// schedule collects what no event contains: how many exchanges were due and not
// sent. A closed loop has neither.
type schedule struct {
	// soFar returns the counts of the current run; false if it has no schedule.
	soFar func() (workload string, requested, dropped int64, ok bool)
}

// Describe sends the descriptions of the figures.
func (schedule) Describe(to chan<- *prometheus.Desc) {
	to <- requestedTotal
	to <- droppedTotal
}

// Collect sends the current counts of the run.
func (s schedule) Collect(to chan<- prometheus.Metric) {
	workload, requested, dropped, ok := s.soFar()
	if !ok {
		return
	}
	to <- prometheus.MustNewConstMetric(requestedTotal, prometheus.CounterValue, float64(requested), workload)
	to <- prometheus.MustNewConstMetric(droppedTotal, prometheus.CounterValue, float64(dropped), workload)
}
