package loadgen

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"ifmatch/internal/target"
	"ifmatch/loadgen/backoff"
	"ifmatch/loadgen/check"
	"ifmatch/loadgen/check/certificate"
	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
	"ifmatch/loadgen/transport"
	"ifmatch/reference"
	"ifmatch/reference/clock"
	"ifmatch/reference/fault"
	"ifmatch/reference/operation"
	"ifmatch/reference/weather"
	drawing "ifmatch/reports/load/certificate"
)

// faultRounds are the loads under which a sporadic fault must be found, each with a seed of its own.
// What many find in a moment must not load for seconds; what shows seldom needs a long history in one
// piece.
var faultRounds = []time.Duration{300 * time.Millisecond, time.Second, 2500 * time.Millisecond, 9 * time.Second}

const (
	faultClients   = 32
	faultClockRate = 30 // how many times faster the clock of leases and visibility timeouts runs
)

// alone skips a test that needs the machine for itself, unless it has it. What a test finds
// within a time depends on how much it sends in that time.
func alone(t *testing.T) {
	t.Helper()
	if os.Getenv("IFMATCH_LOAD") == "" {
		t.Skip("it loads servers for minutes and needs the machine for itself: make load-faults runs it")
	}
}

// TestEverySporadicFaultIsFound serves each fault to the workloads that must find it, and
// demands a certificate that a person can follow. The runs do not overlap: a second of
// load means a second of the whole machine.
func TestEverySporadicFaultIsFound(t *testing.T) {
	alone(t)
	for _, f := range fault.Sporadic() {
		if len(f.Workloads) == 0 {
			t.Errorf("no workload must find %s", f.Name)
			continue
		}
		workloads := f.Workloads
		if os.Getenv("IFMATCH_LOAD") == "first" {
			workloads = workloads[:1] // the one that finds it soonest
		}
		for _, name := range workloads {
			t.Run(f.Name+"/"+name, func(t *testing.T) {
				for round, d := range faultRounds {
					if found := faultyRound(t, f, name, round, d, ""); found != nil {
						t.Logf("found in round %d:\n%s", round+1, draw(t, found))
						return
					}
				}
				t.Errorf("not found in loads of %s", faultRounds)
			})
		}
	}
}

// found is a verdict with violations, and what is needed to draw them.
type found struct {
	verdict check.Verdict
	origin  certificate.Origin
}

// faultyRound loads a faulty server once, behind a network with weather if there is a spec.
// It returns nil if nothing was noticed.
func faultyRound(t *testing.T, f fault.Fault, name string, round int, d time.Duration, spec string) *found {
	t.Helper()
	server := reference.New(reference.Options{Faults: []fault.Fault{f}, Seed: uint64(round + 1), Clock: clock.NewFast(clock.Real{}, faultClockRate)})
	defer func() { _ = server.Close() }()
	c := config(t, name)
	c.Endpoint = Endpoint{Name: f.Name, Services: map[target.Service]string{}, Credential: target.Credential{Account: server.Account(), Key: target.Secret(server.Key())}}
	for _, s := range c.Workload.Services {
		if _, err := server.Listen(t.Context(), operation.Service(s), "127.0.0.1:0"); err != nil {
			t.Fatal(err)
		}
		c.Endpoint.Services[s] = server.Endpoint(operation.Service(s))
	}
	c.Endpoint.DialSMB = overSMB(t, server)
	c.Run, c.Seed = fmt.Sprintf("%08x", round+1), uint64(round+1)
	c.Clients, c.Operations, c.Duration = faultClients, 0, d
	var err error
	if c.Backoff, err = backoff.Parse("exponential:1ms:100ms"); err != nil {
		t.Fatal(err)
	}
	c.History = filepath.Join(t.TempDir(), "history.ifm")
	c.Transport = transport.NewLean(transport.Options{Timeout: 10 * time.Second})
	if spec != "" {
		sky := weathered(t, spec)
		met := sky.Spec()
		sky.Set(weather.Spec{})
		behind(t, &c, sky)
		c.Measuring = func(int64, *history.Dictionary, func() (int64, int64)) { sky.Set(met) }
		c.Sent = func() { sky.Set(weather.Spec{}) }
	}
	if _, err := Run(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	h := recorded(t, c)
	v := check.History(h, check.Options{Rate: faultClockRate})
	if v.State != finding.Invalid {
		shown, _ := server.Shown()
		t.Logf("round %d: %s: %s in %d operations, in which the fault showed %d times", round+1, v.State, v.Why, v.Operations, shown[f.Name])
		return nil
	}
	return &found{v, certificate.Origin{Run: h.Run, Endpoints: h.Endpoints, Book: h.Book}}
}

// draw demands that every violation has a rule, a sentence and one to eight operations of
// evidence, and draws the first certificate.
func draw(t *testing.T, f *found) string {
	t.Helper()
	for _, r := range f.verdict.Results {
		for _, v := range r.Violations {
			if n := len(v.Evidence); v.Rule == "" || v.Sentence == "" || n < 1 || n > 8 {
				t.Errorf("%s: %q of %d operations: %s", r.Key, v.Rule, n, v.Sentence)
			}
		}
	}
	shown := f.origin.Verdict(f.verdict, 1)
	if len(shown.Certificates) == 0 {
		t.Fatal("an invalid history without a certificate")
	}
	var text bytes.Buffer
	if err := drawing.Text(&text, shown.Certificates[0], drawing.Options{Width: 100}); err != nil {
		t.Fatal(err)
	}
	return text.String()
}

// TestCorrectServersAreNotAccused makes the same runs without a fault: short ones, if each fault is shown to one workload.
func TestCorrectServersAreNotAccused(t *testing.T) {
	alone(t)
	d := time.Second
	if os.Getenv("IFMATCH_LOAD") == "first" {
		d = faultRounds[0]
	}
	for _, name := range everyWorkload() {
		t.Run(name, func(t *testing.T) {
			if found := faultyRound(t, fault.Fault{Name: "none"}, name, 0, d, ""); found != nil {
				t.Errorf("accused:\n%s", draw(t, found))
			}
		})
	}
}
