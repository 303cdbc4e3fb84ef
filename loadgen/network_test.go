package loadgen

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"ifmatch/internal/sharedkey"
	"ifmatch/internal/target"
	"ifmatch/internal/thorough"
	"ifmatch/internal/weatherproxy"
	"ifmatch/loadgen/check"
	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
	"ifmatch/loadgen/pace"
	"ifmatch/loadgen/stats"
	"ifmatch/loadgen/transport"
	"ifmatch/reference"
	"ifmatch/reference/clock"
	"ifmatch/reference/operation"
	"ifmatch/reference/weather"
	"ifmatch/reports/load"
)

// seed returns the seed of a test with random parts.
func seed(t *testing.T) uint64 {
	t.Helper()
	text := os.Getenv("IFMATCH_SEED")
	if text == "" {
		return 1
	}
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		t.Fatalf("IFMATCH_SEED: %v", err)
	}
	return n
}

// weathered returns the weather of a spec.
func weathered(t *testing.T, spec string) *weather.Sky {
	t.Helper()
	s, err := weather.Parse(spec)
	if err != nil {
		t.Fatal(err)
	}
	return weather.New(s)
}

// behind puts a proxy with weather in front of the endpoint of a run.
func behind(t *testing.T, c *Config, sky *weather.Sky) *weatherproxy.Front {
	t.Helper()
	e := &c.Endpoint
	key, err := sharedkey.New(e.Credential.Account, e.Credential.Key.Reveal())
	if err != nil {
		t.Fatal(err)
	}
	a := weatherproxy.Account{Name: e.Credential.Account, Key: key, Endpoints: map[operation.Service]string{}}
	for _, s := range c.Workload.Services {
		a.Endpoints[operation.Service(s)] = e.Services[s]
	}
	var third atomic.Pointer[func(context.Context, string)]
	front, err := weatherproxy.Before(t.Context(), a, sky, func(ctx context.Context, path string) {
		if interfere := third.Load(); interfere != nil {
			(*interfere)(ctx, path)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(front.Close)
	e.Through = map[target.Service]string{}
	for s, address := range front.Endpoints {
		e.Through[target.Service(s)] = address
	}
	c.ThirdParty = func(interfere func(context.Context, string)) { third.Store(&interfere) }
	return front
}

// stall stops a front once: after a time, for a span.
func stall(front *weatherproxy.Front, after, span time.Duration) {
	time.AfterFunc(after, func() { front.Stall(span) })
}

// networkRuns are the workloads that run behind a bad network, and how many times faster the service's clock runs,
// because leases last at least 15 s.
var networkRuns = []struct {
	workload string
	rate     float64
}{
	{"blob-cas", 1},
	{"blob-create", 1},
	{"blob-overwrite", 1},
	{"blob-blocks", 1},
	{"blob-mixed", 1},
	{"blob-append", 1},
	{"lease-mutex", 30},
	{"container-lease", 30},
	{"table-cas", 1},
	{"table-batch", 1},
	{"table-lock", 30},
	{"queue-consume", 1},
	{"queue-consume", 30},
	{"blob-log", 1},
	{"blob-ownership", 30},
	{"container-create", 1},
	{"file-lease", 1},
	{"file-lww", 1},
	{"file-share-mode", 1},
	{"idempotent-consumer", 30},
}

// TestWeatherIsNoViolation runs the reference, which is correct, behind a bad network: every kind of fault hits some
// requests, and once everything stands still for longer than any client waits. No verdict may be invalid, and there
// must have been disturbances that could mislead it.
func TestWeatherIsNoViolation(t *testing.T) {
	thorough.Only(t)
	t.Parallel()
	first := seed(t) * 100
	var mu sync.Mutex
	all, stalled := map[weather.Kind]int64{}, int64(0)
	t.Run("runs", func(t *testing.T) {
		for i, tc := range networkRuns {
			t.Run(fmt.Sprintf("%s at rate %g", tc.workload, tc.rate), func(t *testing.T) {
				t.Parallel()
				sky := weathered(t, fmt.Sprintf("seed=%d,10%%,silence=1%%,stall=1%%:300ms,break-lease=1%%,discard-block=5%%", first+uint64(i)))
				front := weatherRun(t, tc.workload, tc.rate, sky, 1200*time.Millisecond, 300*time.Millisecond)
				mu.Lock()
				defer mu.Unlock()
				stalled += front.Counts().Stalled
				for k, n := range sky.Met() {
					all[k] += n
				}
			})
		}
	})
	t.Logf("seed %d: %v, %d stalled", first/100, all, stalled)
	if stalled < 50 {
		t.Errorf("the checks were not put to the test by %d stalled messages", stalled)
	}
	for _, k := range weather.Kinds() {
		if all[k] == 0 {
			t.Errorf("the checks were not put to the test by any %s", k)
		}
	}
}

// weatherRun is one run behind a bad network. In the middle, nothing passes for the time of standstill, if that is not
// zero. The history is checked during the run and again afterwards.
func weatherRun(t *testing.T, name string, rate float64, sky *weather.Sky, duration, standstill time.Duration) *weatherproxy.Front {
	t.Helper()
	spec := sky.Spec()
	sky.Set(weather.Spec{}) // until the sending begins
	c := config(t, name)
	c.Endpoint = serveAt(t, rate)
	front := behind(t, &c, sky)
	c.Transport = transport.NewLean(transport.Options{Timeout: 200 * time.Millisecond})
	c.Seed, c.Clients, c.Operations, c.Duration = spec.Seed, 16, 0, duration
	if c.Options.Visibility > 0 {
		c.Options.Visibility = time.Second // emptying the queue waits for it, several times
	}
	c.History = filepath.Join(t.ArtifactDir(), "history.ifm")

	options := check.Options{Rate: rate}
	var live *check.Stream
	c.Recording = func(book *history.Dictionary) { live = check.NewStream(book, options) }
	c.Measuring = func(int64, *history.Dictionary, func() (int64, int64)) {
		sky.Set(spec)
		if standstill > 0 {
			stall(front, 500*time.Millisecond, standstill)
		}
	}
	c.Sent = func() { sky.Set(weather.Spec{}) }
	c.Tap = func(batch []history.Event, watermark int64) {
		live.Add(batch)
		live.Mark(watermark)
	}
	if _, err := Run(t.Context(), c); err != nil {
		t.Fatalf("under %s: %v", spec, err)
	}
	h := recorded(t, c)
	notAccused(t, "afterwards", check.History(h, options))
	notAccused(t, "live", live.Close(h.Complete, h.Why))

	uncertain := 0
	for _, e := range h.Events {
		if e.Outcome == history.Wrong {
			t.Errorf("%d %s was no answer to %s", e.Status, h.Book.CodeText(e.Code), h.Book.NameText(e.Name))
		}
		if e.Outcome.Uncertain() {
			uncertain++
		}
	}
	t.Logf("under %s: %d of %d events are uncertain after %v", spec, uncertain, len(h.Events), sky.Met())
	return front
}

// notAccused demands that a correct server is not found invalid. A verdict may be withheld, with a reason.
func notAccused(t *testing.T, when string, v check.Verdict) {
	t.Helper()
	switch {
	case v.State == finding.Undecided && v.Why != "":
		t.Logf("checked %s: undecided: %s", when, v.Why)
	case v.State != finding.Valid:
		t.Errorf("checked %s: a correct server is %s: %s", when, v.State, v.Why)
	}
	for _, r := range v.Results {
		for _, x := range r.Violations {
			t.Errorf("%s (%s): %s: %s", r.Key, r.Check, x.Rule, x.Sentence)
		}
	}
}

// serveAt starts the reference with a clock that runs rate times as fast as ours.
func serveAt(t *testing.T, rate float64) Endpoint {
	t.Helper()
	server := reference.New(reference.Options{Clock: clock.NewFast(clock.Real{}, rate)})
	t.Cleanup(func() { _ = server.Close() })
	e := Endpoint{Name: "reference", Services: map[target.Service]string{}, Credential: target.Credential{Account: server.Account(), Key: target.Secret(server.Key())}}
	for _, s := range reference.Services() {
		if _, err := server.Listen(t.Context(), s, "127.0.0.1:0"); err != nil {
			t.Fatal(err)
		}
		e.Services[target.Service(s)] = server.Endpoint(operation.Service(s))
	}
	e.DialSMB = overSMB(t, server)
	return e
}

// measured returns the figures of a run, put together as for its result, and the service times of its exchanges, in
// ascending order.
func measured(t *testing.T, c Config) (r load.Run, wire []time.Duration) {
	t.Helper()
	o, err := Run(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	h := recorded(t, c)
	acc := stats.New(stats.Options{Book: h.Book, From: h.From, Scheduled: true, LateAfter: time.Millisecond, Clients: c.Clients})
	acc.Add(h.Events)
	r = acc.Finish(o.To)
	r.Plan.Open = true
	r.Pace.Clients, r.Pace.Requested = o.Clients, o.Requested
	r.Pace.Dropped = max(0, r.Pace.Requested-r.Pace.Sent)
	r.Pace.Bottleneck = stats.Bottleneck(r)
	for _, e := range h.Events {
		if e.Flags&(history.Outside|history.Follow) == 0 && !e.Outcome.Uncertain() {
			wire = append(wire, time.Duration(e.Return-e.Invoke))
		}
	}
	slices.Sort(wire)
	t.Logf("requested %d, sent %d, late %d, dropped %d, %d clients; response %s in the median, p99 %s; on the wire %s, p99 %s; lag %s, p99 %s, own p99 %s; bottleneck: %q",
		r.Pace.Requested, r.Pace.Sent, r.Pace.Late, r.Pace.Dropped, r.Pace.Clients, r.Response.P50, r.Response.P99,
		wire[len(wire)/2], wire[len(wire)*99/100], r.Pace.Lag.P50, r.Pace.Lag.P99, r.Pace.Own.P99, r.Pace.Bottleneck)
	return r, wire
}

// scheduled returns the configuration of a run on a schedule, behind a network without faults.
func scheduled(t *testing.T, rate float64, d time.Duration, maxClients int) (Config, *weatherproxy.Front) {
	t.Helper()
	c := config(t, "blob-cas")
	front := behind(t, &c, nil)
	c.Options.Think = 0
	c.Clients, c.MaxClients, c.Shape = 4, maxClients, pace.Constant(rate)
	c.Operations, c.Duration = 0, d
	return c, front
}

// undisturbed skips a test that measures time, unless all tests are to run. Such a test fails on a machine that does
// something else meanwhile.
func undisturbed(t *testing.T) {
	t.Helper()
	if !thorough.All() {
		t.Skip("it measures time and needs the machine for itself: make test-full runs it")
	}
}

// TestNetworkStallIsMeasured stops the network for 0.8 s of 2.5 s. Exchanges that were due meanwhile had to wait, and
// the response time must show it, although most exchanges were as quick on the wire as ever. With only four clients the
// wire alone would show nothing: four exchanges were slow, and dozens waited to begin.
//
// This test and those below do not run in parallel: another run in the process would make this one late.
func TestNetworkStallIsMeasured(t *testing.T) {
	undisturbed(t)
	for _, tc := range []struct {
		name string
		most int // clients
	}{
		{"with enough clients", 1000},
		{"with four clients", 4},
	} {
		t.Run(tc.name, func(t *testing.T) {
			const stalls, slow = 800 * time.Millisecond, 500 * time.Millisecond
			// A low rate, for a machine that is busy with other tests.
			c, front := scheduled(t, 100, 2500*time.Millisecond, tc.most)
			c.Measuring = func(int64, *history.Dictionary, func() (int64, int64)) { stall(front, time.Second, stalls) }
			r, wire := measured(t, c)
			if r.Response.P99 < slow {
				t.Errorf("a stall of %s left a response time of %s in the 99th percentile, want at least %s", stalls, r.Response.P99, slow)
			}
			if median := wire[len(wire)/2]; median > slow/5 {
				t.Errorf("half of the exchanges took %s on the wire: the stall was everywhere", median)
			}
			stuck := 0
			for _, d := range wire {
				if d >= slow {
					stuck++
				}
			}
			if tc.most > 4 {
				if stuck < 10 || r.Pace.Clients < 25 {
					t.Errorf("%d exchanges by %d clients met the stall, want those of 0.3 s at 100/s", stuck, r.Pace.Clients)
				}
				if blamed := r.Pace.Bottleneck; blamed != "" && r.Pace.Dropped == 0 && r.Pace.Own.P99 < 50*time.Millisecond {
					t.Errorf("the network stalled, and blamed is the generator: %s", blamed)
				}
				return
			}
			if stuck > 2*tc.most || r.Pace.Clients != tc.most {
				t.Errorf("%d exchanges by %d clients met the stall, want one of each of %d", stuck, r.Pace.Clients, tc.most)
			}
			if r.Pace.Late < 40 || r.Pace.Lag.P99 < slow {
				t.Errorf("%d exchanges were late, by %s in the 99th percentile: want those of 0.8 s at 100/s", r.Pace.Late, r.Pace.Lag.P99)
			}
		})
	}
}

// TestNetworkRateBeyondReach asks eight clients for a rate that nothing can reach: the result must not pass for the
// service's.
func TestNetworkRateBeyondReach(t *testing.T) {
	undisturbed(t)
	c, _ := scheduled(t, 200_000, 300*time.Millisecond, 8)
	if r, _ := measured(t, c); r.Pace.Bottleneck == "" || r.Pace.Dropped+r.Pace.Late < r.Pace.Requested/2 {
		t.Errorf("the rate was not reached, and the result does not say so: %+v", r.Pace)
	}
}

// TestNetworkWithTooFewClients asks four clients, on a network that takes 20 ms, for five times their capacity: the
// median shows that they were too few.
func TestNetworkWithTooFewClients(t *testing.T) {
	undisturbed(t)
	c := config(t, "blob-cas")
	behind(t, &c, weathered(t, "stall-answer=100%:20ms"))
	c.Clients, c.MaxClients, c.Shape = 4, 4, pace.Constant(1000)
	c.Operations, c.Duration = 0, 500*time.Millisecond
	if r, _ := measured(t, c); r.Pace.Bottleneck == "" {
		t.Errorf("four clients reached 1000/s at 20 ms each: %+v", r.Pace)
	}
}
