package workload

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"ifmatch/internal/thorough"
	"ifmatch/loadgen/check"
	"ifmatch/loadgen/check/lease"
	"ifmatch/loadgen/check/opening"
	messages "ifmatch/loadgen/check/queue"
	"ifmatch/loadgen/check/transaction"
	"ifmatch/loadgen/history"
	"ifmatch/loadgen/transport"
	"ifmatch/reference"
)

// pattern is a workload of this package that does not contend only for blobs.
type pattern struct {
	Workload
	seen []string // what the checks must observe in a default run
	rare []string // what they must observe if the service's clock is fast
}

// Counts of the check of versions.
const (
	updates        = "conditional updates"
	refusedUpdates = "updates refused with 412"
	overwrites     = "overwrites"
	creates        = "creates"
	refusedCreates = "creates refused"
	deletes        = "deletes"
	reads          = "reads"
	absences       = "answers that nothing is there"
)

var leaseSeen = []string{
	lease.SeenAcquires, lease.SeenRenewals, lease.SeenChanges, lease.SeenReleases, lease.SeenBreaks, lease.SeenHandoffs,
	lease.SeenRefusals,
}

var patterns = []pattern{
	{blobLog, []string{creates, refusedCreates, reads, absences}, nil},
	{blobOwnership, []string{updates, refusedUpdates, reads}, nil},
	{leaseMutex, append([]string{lease.SeenLockedWrites, lease.SeenRefusedWrites, updates, overwrites, reads}, leaseSeen...), []string{lease.SeenExpiries}},
	{containerLease, append([]string{lease.SeenLockedWrites, lease.SeenRefusedWrites, overwrites, reads, deletes}, leaseSeen...), []string{lease.SeenExpiries}},
	{fileLease, []string{
		lease.SeenLockedWrites, lease.SeenRefusedWrites, lease.SeenAcquires, lease.SeenChanges, lease.SeenReleases, lease.SeenBreaks, lease.SeenHandoffs, lease.SeenRefusals, "ranges read",
	}, nil},
	{fileLWW, []string{"ranges written", "ranges read", "ranges written beside others"}, nil},
	{fileShareMode, []string{opening.SeenOpenings, opening.SeenRefused, opening.SeenDenied, opening.SeenHidden, opening.SeenBeside, "ranges written", "ranges read"}, nil},
	{tableCAS, []string{updates, refusedUpdates, creates, refusedCreates, deletes, reads, absences}, nil},
	{tableBatch, []string{transaction.SeenTransactions, transaction.SeenPages, transaction.SeenOverlaps, transaction.SeenRefused}, nil},
	{tableLock, append([]string{transaction.SeenPages}, leaseSeen...), []string{lease.SeenExpiries}},
	{idempotentConsumer, []string{messages.SeenPuts, messages.SeenRedeliveries, messages.SeenRemovals, creates, refusedCreates, reads, "effects found done"}, nil},
	{queueConsume, []string{messages.SeenPuts, messages.SeenGets, messages.SeenRedeliveries, messages.SeenWindows, messages.SeenUpdates, messages.SeenRemovals, messages.SeenPeeks, messages.SeenRefusals, messages.SeenDrained}, nil},
}

// patternVariants are the options for driving each of them.
var patternVariants = map[string]func(*Options){
	"defaults":   nil,
	"one key":    func(o *Options) { o.Keys = 1 },
	"skewed":     func(o *Options) { o.Keys, o.Zipf = 12, 1.4 },
	"thinking":   func(o *Options) { o.Think = 20 * time.Millisecond },
	"writers":    func(o *Options) { o.Reads = 0 },
	"readers":    func(o *Options) { o.Reads = 1 },
	"small":      func(o *Options) { o.Size, o.Batch = 32, 1 },
	"large":      func(o *Options) { o.Size, o.Batch = 7<<10, 20 },
	"for ever":   func(o *Options) { o.Lease = -1 },
	"a minute":   func(o *Options) { o.Lease, o.Visibility = time.Minute, time.Minute },
	"in a hurry": func(o *Options) { o.Visibility = time.Second },
}

// mustBeInOrder fails the test if an answer was not as documented.
func mustBeInOrder(t *testing.T, d *driver) {
	t.Helper()
	for _, e := range d.events {
		if e.Outcome == history.Wrong || e.Outcome.Uncertain() || e.Flags&history.Torn != 0 {
			t.Fatalf("%s on %s: outcome %d, %d %s", d.env.Book.NameText(e.Name), d.env.Book.KeyText(e.Key), e.Outcome, e.Status, d.env.Book.CodeText(e.Code))
		}
	}
}

func TestPatternsOnTheReferenceAreValid(t *testing.T) {
	thorough.Only(t)
	t.Parallel()
	for _, w := range patterns {
		for _, variant := range slices.Sorted(maps.Keys(patternVariants)) {
			t.Run(w.Name+"/"+variant, func(t *testing.T) {
				t.Parallel()
				exchanges := 600
				if variant == "large" {
					exchanges = 150
				}
				d := drive(t, w.Workload, patternVariants[variant])
				d.prepare()
				d.simulate(6, exchanges)
				d.finish()
				mustBeInOrder(t, d)
				mustBeValid(t, judge(d))
			})
		}
	}
}

// TestDefaultsShowWhatTheyAreFor checks that the check of a default run observes
// what the workload is about.
func TestDefaultsShowWhatTheyAreFor(t *testing.T) {
	t.Parallel()
	for _, w := range patterns {
		t.Run(w.Name, func(t *testing.T) {
			t.Parallel()
			untilSeen(t, w.Workload, reference.Options{}, 6000, func(d *driver, exchanges int) []string {
				d.prepare()
				d.simulate(6, exchanges)
				d.finish()
				mustBeInOrder(t, d)
				r := judge(d)
				mustBeValid(t, r)
				return unseen(r, slices.Concat(w.seen, w.Needs))
			})
		})
	}
}

// unseen returns the wanted counts that a check did not observe.
func unseen(r check.Verdict, wanted []string) (missing []string) {
	for _, what := range wanted {
		if r.Observed[what] == 0 {
			missing = append(missing, what)
		}
	}
	return missing
}

// sometimes lets about every n-th exchange meet trouble.
func sometimes(rng *rand.Rand, n int) meddler {
	make := trouble(rng)
	return func(x *Exchange, send func() (*transport.Reply, error)) (*transport.Reply, error) {
		if rng.IntN(n) > 0 {
			return send()
		}
		return make(x, send)
	}
}

func TestPatternsInTroubleAreValid(t *testing.T) {
	t.Parallel()
	for _, w := range patterns {
		t.Run(w.Name, func(t *testing.T) {
			t.Parallel()
			d := drive(t, w.Workload, nil)
			d.meddle = sometimes(d.rng, 20)
			d.prepare()
			d.simulate(6, max(600, thorough.Of(4000)))
			d.finish()
			mustBeValid(t, judge(d))
		})
	}
}

// hurried plays a workload against a service whose clock runs thirty times faster
// than the run's. An exchange takes a millisecond on the run's clock, and a pause
// of up to ten follows a refused attempt.
func hurried(w Workload, d **driver, rng *rand.Rand) Workload {
	const rate = 30
	make := w.New
	w.New = func(env Env) (Instance, error) {
		env.Now = func() int64 { return (*d).now() / rate }
		in, err := make(env)
		return hurriedRun{in, rate, rng}, err
	}
	return w
}

type hurriedRun struct {
	Instance
	rate time.Duration
	rng  *rand.Rand
}

func (r hurriedRun) Actor(slot int, rng *rand.Rand) Actor {
	return hurriedActor{r.Instance.Actor(slot, rng), r}
}

type hurriedActor struct {
	Actor
	run hurriedRun
}

func (a hurriedActor) Done(x *Exchange, events []history.Event) ([]history.Event, After) {
	events, after := a.Actor.Done(x, events)
	after.Pause += time.Millisecond
	if after.Retry {
		after.Pause += time.Duration(a.run.rng.Int64N(int64(10 * time.Millisecond)))
	}
	after.Pause *= a.run.rate
	return events, after
}

// TestLeasesRunOutWithinSeconds plays 32 clients for five seconds while the
// service's clock is fast. Leases must expire, but not only that.
func TestLeasesRunOutWithinSeconds(t *testing.T) {
	t.Parallel()
	hasty := slices.DeleteFunc(slices.Clone(patterns), func(w pattern) bool { return w.rare == nil })
	for _, w := range thorough.Some(t, 1, hasty) {
		t.Run(w.Name, func(t *testing.T) {
			t.Parallel()
			var current *driver
			fast := hurried(w.Workload, &current, rand.New(rand.NewPCG(thorough.Seed(t), 9)))
			untilSeen(t, fast, reference.Options{}, 20000, func(d *driver, exchanges int) []string {
				current = d
				d.prepare()
				d.simulate(32, exchanges)
				if span := time.Duration(d.now() / 30); span > 5*time.Second {
					t.Errorf("the run took %s", span)
				}
				d.finish()
				mustBeInOrder(t, d)
				r := judge(d)
				mustBeValid(t, r)
				missing := unseen(r, append(w.rare, w.seen...))
				if n := r.Observed[lease.SeenHandoffs]; n < 100 {
					missing = append(missing, fmt.Sprintf("handoffs: %d, the locks stood still", n))
				}
				return missing
			})
		})
	}
}

// TestPatternsOnGoroutines lets actors run concurrently: their shared state must be
// safe.
func TestPatternsOnGoroutines(t *testing.T) {
	thorough.Only(t)
	t.Parallel()
	for _, w := range patterns {
		t.Run(w.Name, func(t *testing.T) {
			t.Parallel()
			d := drive(t, w.Workload, func(o *Options) { o.Think = 100 * time.Microsecond })
			d.prepare()
			d.race(8, 300)
			d.finish()
			mustBeInOrder(t, d)
			if got := len(d.events); got < 8*300 {
				t.Errorf("%d events of %d exchanges", got, 8*300)
			}
		})
	}
}
