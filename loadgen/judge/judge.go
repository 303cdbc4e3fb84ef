// Package judge gives verdicts on recorded histories, in the form that reports show.
//
// File judges one history, Group those that several processes recorded of one run, and History what is in memory
// already. Package check decides; here its findings become words, certificates, and a witness for those who trust no
// checker.
package judge

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"ifmatch/loadgen/check"
	"ifmatch/loadgen/check/certificate"
	"ifmatch/loadgen/history"
	"ifmatch/loadgen/workload"
	"ifmatch/reports"
	"ifmatch/reports/load"
)

// certificates is how many violations are shown in full: a few are enough.
const certificates = 8

// Of is a verdict as reports show it.
func Of(v check.Verdict, h history.Header, book *history.Dictionary) load.Verdict {
	return certificate.Origin{Run: h.Run, Endpoints: h.Endpoints, Book: book}.Verdict(v, certificates)
}

// History checks a history.
func History(h *history.History, o check.Options) load.Verdict {
	return Of(check.History(h, o), h.Header, h.Book)
}

// batch is what is read of a history at once.
type batch struct {
	events    []history.Event
	watermark int64
	err       error
}

// reader checks a history while it is read, or once it is.
func reader(r *history.Reader, s *check.Stream, whole bool) (load.Verdict, error) {
	batches, done := make(chan batch, 1), make(chan []history.Event, 3)
	go func() {
		for range cap(done) {
			done <- nil
		}
		for b := (batch{}); b.err == nil; batches <- b {
			b.events, b.watermark, b.err = r.Next((<-done)[:0])
		}
		close(batches)
	}()
	for b := range batches {
		if b.err != nil && !errors.Is(b.err, io.EOF) {
			return load.Verdict{}, fmt.Errorf("read the history: %w", b.err)
		}
		if s.Add(b.events); !whole && b.err == nil {
			s.Mark(b.watermark)
		}
		done <- b.events
	}
	complete, why := r.Complete()
	return Of(s.Close(complete, why), r.Header(), r.Book()), nil
}

// Options say how histories are judged. The zero value judges them as they were recorded.
type Options struct {
	ClockRate float64       // how many times faster the target's clock ran; 0: as recorded
	Limit     time.Duration // longest search for an order; 0: the default of package check
	Stream    bool          // read and check in bounded memory
	Witness   string        // file for the order that was found; "": none
	Porcupine string        // file for the operations as another checker takes them; "": none
}

// Judged is one judged history.
type Judged struct {
	Run     string       `json:"run"`
	Verdict load.Verdict `json:"verdict"`

	Note      string `json:"-"` // what else to report, in words
	Invariant string `json:"-"` // what a valid verdict proves, in words
}

// File reads and checks one history.
func File(path string, o Options) (Judged, error) {
	if o.Witness == "" && o.Porcupine == "" {
		r, err := history.OpenFile(path)
		if err != nil {
			return Judged{}, err
		}
		defer r.Close()
		s := check.NewWhole(r.Book(), o.check(r.Header()), r.Expected())
		if o.Stream {
			s = check.NewStream(r.Book(), o.check(r.Header()))
		}
		v, err := reader(r, s, !o.Stream)
		return Judged{Verdict: v, Invariant: invariant(r.Header())}, err
	}
	h, err := history.ReadFile(path)
	if err != nil {
		return Judged{}, err
	}
	if o.Porcupine != "" {
		if err := reports.WriteFile(o.Porcupine, h, ExportPorcupine); err != nil {
			return Judged{}, err
		}
	}
	if o.Witness != "" {
		v, text := Witnessed(h, o.check(h.Header))
		if err := reports.WriteFile(o.Witness, text, func(out io.Writer, text []byte) error { _, err := out.Write(text); return err }); err != nil {
			return Judged{}, fmt.Errorf("write the witness: %w", err)
		}
		return Judged{Verdict: Of(v, h.Header, h.Book), Invariant: invariant(h.Header)}, nil
	}
	return Judged{Verdict: History(h, o.check(h.Header)), Invariant: invariant(h.Header)}, nil
}

// invariant is the invariant that a history's workload guards.
func invariant(h history.Header) string {
	if w, ok := workload.Lookup(h.Workload); ok {
		return w.Invariant
	}
	return "every answer can be explained"
}

// check are the options of the check of a history, which needs to know about its run.
func (o Options) check(h history.Header) check.Options {
	w, _ := workload.Lookup(h.Workload) // for an unknown workload nothing is needed
	return check.Options{Rate: o.rate(h), Needs: w.Needs, Limit: o.Limit}
}

// rate is how many times faster than real time the target's clock ran.
func (o Options) rate(h history.Header) float64 {
	if o.ClockRate != 0 {
		return o.ClockRate
	}
	var rate float64
	if _, err := fmt.Sscanf(strings.TrimSpace(h.Params["clock-rate"]), "%g", &rate); err != nil || rate < 1 {
		return 1
	}
	return rate
}
