// Package exporter shows a load run to Prometheus while it runs: exchanges by
// operation and outcome, their latencies as native histograms, and commits. Names and
// help texts come from the list of figures in reports/load/metric. Its input is what
// the history records, so it costs the sender nothing.
package exporter

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"ifmatch/loadgen/history"
	"ifmatch/reports/load/metric"
)

// Names returns the texts of a history, as its Dictionary does.
type Names interface {
	NameText(name uint16) string
	CodeText(code uint16) string
}

// Exporter serves a page of metrics on an address.
type Exporter struct {
	server   *http.Server
	address  string
	service  *prometheus.HistogramVec
	response *prometheus.HistogramVec
	codes    *prometheus.CounterVec
	attempts *prometheus.CounterVec
	commits  *prometheus.CounterVec
	late     *prometheus.CounterVec

	mu   sync.Mutex
	run  Run // without a Book: none has begun
	past struct{ requested, dropped int64 }
}

// Run is the run being measured.
type Run struct {
	Workload  string
	Book      Names
	From      int64         // events invoked before it belong to the warm-up
	LateAfter time.Duration // an exchange that starts later than this after its intended start is late
	// Schedule returns how many exchanges were due, and how many of them were not
	// sent. It is nil in a closed loop.
	Schedule func() (requested, dropped int64)
}

// Listen serves metrics on an address, HOST:PORT, until Close.
func Listen(ctx context.Context, address string) (*Exporter, error) {
	var config net.ListenConfig
	listener, err := config.Listen(ctx, "tcp", address)
	if err != nil {
		return nil, fmt.Errorf("serve metrics: %w", err)
	}
	registry := prometheus.NewRegistry()
	e := &Exporter{address: listener.Addr().String()}
	histogram := func(f metric.Figure) *prometheus.HistogramVec {
		v := prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: f.Prometheus, Help: help(f),
			NativeHistogramBucketFactor: 1.05, NativeHistogramMaxBucketNumber: 200,
			// For readers without native histograms: 100 us to 13 s.
			Buckets: prometheus.ExponentialBuckets(0.0001, 2, 18),
		}, []string{"workload", "operation", "outcome"})
		registry.MustRegister(v)
		return v
	}
	counter := func(name, help string, labels ...string) *prometheus.CounterVec {
		v := prometheus.NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, append([]string{"workload"}, labels...))
		registry.MustRegister(v)
		return v
	}
	e.service = histogram(metric.Service)
	e.response = histogram(metric.Must(metric.Response))
	e.codes = counter("ifmatch_answers_total", "answers by status and x-ms-error-code; status 0 means no answer."+afterWarmUp, "operation", "status", "code")
	figure := func(name string) *prometheus.CounterVec {
		f := metric.Must(name)
		return counter(f.Prometheus, help(f))
	}
	e.attempts, e.commits, e.late = figure(metric.Attempts), figure(metric.Commits), figure(metric.Late)
	registry.MustRegister(schedule{e.soFar})

	mux := http.NewServeMux()
	mux.Handle("/metrics", promhttp.HandlerFor(registry, promhttp.HandlerOpts{EnableOpenMetrics: true}))
	e.server = &http.Server{Handler: mux, ReadHeaderTimeout: 5 * time.Second}
	go func() { _ = e.server.Serve(listener) }() // ends with Close
	return e, nil
}

// Address returns the URL of the metrics, with the port in use.
func (e *Exporter) Address() string { return "http://" + e.address + "/metrics" }

// Measuring begins a run. Its warm-up is not counted. The counters continue from one
// run to the next.
func (e *Exporter) Measuring(r Run) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.run.Schedule != nil {
		requested, dropped := e.run.Schedule()
		e.past.requested += requested
		e.past.dropped += dropped
	}
	e.run = r
}

// soFar returns how many exchanges were due and not sent in all runs, if this one has
// a schedule.
func (e *Exporter) soFar() (workload string, requested, dropped int64, ok bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.run.Schedule == nil {
		return "", 0, 0, false
	}
	requested, dropped = e.run.Schedule()
	return e.run.Workload, e.past.requested + requested, e.past.dropped + dropped, true
}

// Add counts a batch of events.
func (e *Exporter) Add(batch []history.Event) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.run.Book == nil {
		return
	}
	for i := range batch {
		e.add(&batch[i])
	}
}

func (e *Exporter) add(v *history.Event) {
	if v.Flags&(history.Follow|history.Outside) != 0 || v.Invoke < e.run.From {
		return
	}
	workload, operation := e.run.Workload, e.run.Book.NameText(v.Name)
	e.codes.WithLabelValues(workload, operation, fmt.Sprint(v.Status), e.run.Book.CodeText(v.Code)).Inc()
	if e.run.Schedule != nil && v.Invoke-v.Intended > int64(e.run.LateAfter) {
		e.late.WithLabelValues(workload).Inc()
	}
	if v.Return != history.Open {
		labels := prometheus.Labels{"workload": workload, "operation": operation, "outcome": v.Outcome.String()}
		e.service.With(labels).Observe(float64(v.Return-v.Invoke) / 1e9)
		e.response.With(labels).Observe(float64(v.Return-v.Intended) / 1e9)
	}
	if v.Flags&history.Attempt != 0 {
		e.attempts.WithLabelValues(workload).Inc()
		if v.Outcome == history.Won {
			e.commits.WithLabelValues(workload).Inc()
		}
	}
}

// closeTime is how long a scrape under way may take.
const closeTime = time.Second

// Close ends the page.
func (e *Exporter) Close() error {
	ctx, cancel := context.WithTimeout(context.Background(), closeTime)
	defer cancel()
	if err := e.server.Shutdown(ctx); err != nil {
		return errors.Join(err, e.server.Close())
	}
	return nil
}

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
