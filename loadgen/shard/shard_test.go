package shard_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"ifmatch/internal/target"
	"ifmatch/internal/thorough"
	"ifmatch/loadgen"
	"ifmatch/loadgen/backoff"
	"ifmatch/loadgen/check"
	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
	"ifmatch/loadgen/shard"
	"ifmatch/loadgen/transport"
	"ifmatch/loadgen/workload"
	"ifmatch/reference"
	"ifmatch/reference/clock"
	"ifmatch/reference/fault"
	"ifmatch/reference/operation"
	"ifmatch/reference/smb"
)

const shards = 3

// rate is how many times faster the service's clock runs, so that leases and visibility timeouts end within a run.
const rate = 30

// recorded sends a run with three shards at once, each a number of operations, and reads what each recorded. It grants
// a busy machine more time until the start. Runs are bounded by operations, not by time, because the time to judge one
// depends on its size.
func recorded(t *testing.T, name string, operations int64, faults ...fault.Fault) []shard.Part {
	t.Helper()
	for lead := 300 * time.Millisecond; ; lead *= 4 {
		parts, err := send(t, name, lead, operations, faults...)
		if err == nil {
			return parts
		}
		if !errors.Is(err, loadgen.ErrLate) || lead > time.Minute {
			t.Fatal(err)
		}
	}
}

func send(t *testing.T, name string, lead time.Duration, operations int64, faults ...fault.Fault) ([]shard.Part, error) {
	t.Helper()
	w, ok := workload.Lookup(name)
	if !ok {
		t.Fatalf("there is no workload %s", name)
	}
	server := reference.New(reference.Options{Faults: faults, Clock: clock.NewFast(clock.Real{}, rate)})
	defer func() { _ = server.Close() }()
	e := loadgen.Endpoint{Name: "reference", Services: map[target.Service]string{}, Credential: target.Credential{Account: server.Account(), Key: target.Secret(server.Key())}}
	for _, s := range w.Services {
		if _, err := server.Listen(t.Context(), operation.Service(s), "127.0.0.1:0"); err != nil {
			t.Fatal(err)
		}
		e.Services[s] = server.Endpoint(operation.Service(s))
	}
	shown := smb.New(smb.Options{Files: server.Files(), Account: server.Account(), Key: server.Key()})
	defer shown.Close()
	e.DialSMB = func(context.Context) (net.Conn, error) {
		near, far := net.Pipe()
		shown.ServeConn(far)
		return near, nil
	}
	parts := make([]shard.Part, shards)
	folder := t.TempDir()
	start := time.Now().Add(lead)
	failed := make([]error, shards)
	var running sync.WaitGroup
	for i := range shards {
		running.Go(func() {
			c := loadgen.Config{
				Endpoint: e, Workload: w, Options: w.Defaults, Run: "0123abcd", Prefix: "ifmatch-load-", Seed: 1, Shard: i, Shards: shards, StartAt: start, Keep: true,
				Clients: 4, Operations: operations, Backoff: backoff.Policy{}, Transport: transport.NewLean(transport.Options{Timeout: 10 * time.Second}),
				History: filepath.Join(folder, fmt.Sprint(i)),
			}
			if c.Options.Visibility > 0 {
				c.Options.Visibility = time.Second
			}
			if _, failed[i] = loadgen.Run(t.Context(), c); failed[i] != nil {
				return
			}
			var h *history.History
			h, failed[i] = history.ReadFile(c.History)
			parts[i] = shard.Part{Shard: i, History: h}
		})
	}
	running.Wait()
	return parts, errors.Join(failed...)
}

// distorted returns a part as a wrong clock would have recorded it, with an offset and a drift.
func distorted(p shard.Part, offset time.Duration, drift float64) shard.Part {
	h := *p.History
	h.Events = slices.Clone(h.Events)
	h.Started = h.Started.Round(0).Add(offset)
	turn := func(t int64) int64 { return t + int64(drift*float64(t)) }
	for i := range h.Events {
		e := &h.Events[i]
		e.Invoke, e.Intended = turn(e.Invoke), turn(e.Intended)
		if e.Return != history.Open {
			e.Return = turn(e.Return)
		}
	}
	return shard.Part{Shard: p.Shard, History: &h}
}

func merged(t *testing.T, parts []shard.Part) (shard.Merged, check.Verdict) {
	t.Helper()
	m, err := shard.Merge(shards, parts)
	if err != nil {
		t.Fatal(err)
	}
	return m, check.History(m.History, check.Options{Rate: rate, Budget: 20_000, Limit: soon})
}

// soon is how long a history may be judged. Orders of leases that the clocks leave open take long, and another run costs less.
const soon = 3 * time.Second

// wrongClocks returns how many times the clocks of a run are set wrong, and how many operations each shard sends.
// Judging leases takes long then, so their runs are shorter and fewer.
func wrongClocks(w workload.Workload) (times int, operations int64) {
	leases := slices.Contains(w.Needs, "lease acquires")
	switch {
	case thorough.All() && leases:
		return 5, 100
	case thorough.All():
		return 20, 200
	case leases:
		return 2, 100
	}
	return 3, 200
}

// TestWhateverTheClocksShow merges correct runs whose shards' clocks were set wrong by up to five seconds and drift by
// up to 1,000 ppm: none is invalid, and most can still be shown to be valid.
func TestWhateverTheClocksShow(t *testing.T) {
	t.Parallel()
	seed := uint64(time.Now().UnixNano())
	t.Logf("the clocks are set by seed %d", seed)
	var valid, all atomic.Int64
	t.Cleanup(func() {
		t.Logf("%d of %d are valid, the rest undecided", valid.Load(), all.Load())
		if valid.Load() < all.Load()/2 {
			t.Error("of correct runs fewer than half could be shown to be valid")
		}
	})
	for i, w := range thorough.Some(t, 3, workload.All()) {
		t.Run(w.Name, func(t *testing.T) {
			t.Parallel()
			times, operations := wrongClocks(w)
			parts := recorded(t, w.Name, operations)
			dice := rand.New(rand.NewPCG(seed, uint64(i)))
			for run := range times {
				var told []shard.Part
				said := ""
				for _, p := range parts {
					offset, drift := time.Duration(0), 0.0
					if run > 0 {
						offset, drift = time.Duration(dice.Int64N(int64(10*time.Second)))-5*time.Second, (dice.Float64()*2-1)*0.001
					}
					told = append(told, distorted(p, offset, drift))
					said += fmt.Sprintf(" %s %.0f ppm", offset.Round(time.Millisecond), drift*1e6)
				}
				m, v := merged(t, told)
				if run == 0 || run == 1 || v.State != finding.Valid {
					t.Logf("clocks off by%s: %s %s, known within %s and %s", said, v.State, v.Why, m.Clocks.Width(1), m.Clocks.Width(2))
				}
				if v.State == finding.Valid {
					valid.Add(1)
				}
				if all.Add(1); v.State == finding.Invalid {
					t.Errorf("clocks off by%s: %s", said, v.State)
					for _, r := range v.Results {
						for _, x := range r.Violations {
							t.Errorf("%s: %s: %s", r.Key, x.Rule, x.Sentence)
						}
					}
					plain, _ := merged(t, parts)
					for _, e := range fewest(m.History, plain.History) {
						t.Logf("%#v,", e)
					}
					return
				}
			}
		})
	}
}

// fewest drops as many exchanges as possible from an invalid history, while it stays invalid and the true history of
// the same exchanges stays valid. It returns the remaining events.
func fewest(wrong, right *history.History) []history.Event {
	type exchange struct {
		client, seq uint32
		op          history.Op
	}
	dropped := map[exchange]bool{}
	state := func(h *history.History) (*history.History, finding.State) {
		left := *h
		left.Events = slices.DeleteFunc(slices.Clone(h.Events), func(e history.Event) bool { return dropped[exchange{e.Client, e.Seq, e.Op}] })
		return &left, check.History(&left, check.Options{Rate: rate, Budget: 20_000}).State
	}
	for size := len(wrong.Events) / 2; size > 0; size /= 2 {
		for part := range slices.Chunk(wrong.Events, size) {
			for _, e := range part {
				dropped[exchange{e.Client, e.Seq, e.Op}] = true
			}
			_, said := state(wrong)
			_, truth := state(right)
			if said == finding.Invalid && truth == finding.Valid {
				wrong, _ = state(wrong)
				continue
			}
			for _, e := range part {
				delete(dropped, exchange{e.Client, e.Seq, e.Op})
			}
		}
	}
	return wrong.Events
}

// TestWhatIsMissingIsNamed omits a part, and truncates one.
func TestWhatIsMissingIsNamed(t *testing.T) {
	t.Parallel()
	parts := recorded(t, "blob-cas", 200)
	cut := *parts[1].History
	cut.Complete, cut.Why, cut.Events = false, "its end is missing", cut.Events[:len(cut.Events)/2]
	for name, tc := range map[string]struct {
		parts []shard.Part
		want  string
	}{
		"missing": {[]shard.Part{parts[0], parts[2]}, "shard 1/3 is missing"},
		"damaged": {[]shard.Part{parts[0], {Shard: 1, History: &cut}, parts[2]}, "shard 1/3 is not complete: its end is missing"},
		"first":   {[]shard.Part{parts[1], parts[2]}, "shard 0/3 is missing"},
	} {
		if _, v := merged(t, tc.parts); v.State != finding.Incomplete || !strings.Contains(v.Why, tc.want) {
			t.Errorf("%s: %s: %s, want incomplete: %s", name, v.State, v.Why, tc.want)
		}
	}
	for name, tc := range map[string][]shard.Part{
		"none": {}, "twice": {parts[0], parts[0]}, "of four": {parts[0], {Shard: 3, History: parts[1].History}},
		"another run": {parts[0], {Shard: 1, History: &history.History{Header: history.Header{Run: "89abcdef"}, Book: parts[0].History.Book}}},
	} {
		if _, err := shard.Merge(shards, tc); err == nil {
			t.Errorf("%s: merged without an error", name)
		}
	}
}

// TestASteppedClockIsReported steps a clock by seconds, before the last value that another shard read. A later step
// leaves no trace in any history.
func TestASteppedClockIsReported(t *testing.T) {
	t.Parallel()
	parts := recorded(t, "blob-cas", 200)
	read := map[uint64]bool{}
	for _, e := range slices.Concat(parts[0].History.Events, parts[2].History.Events) {
		read[e.Value] = true
	}
	h := *parts[1].History
	h.Events = slices.Clone(h.Events)
	step := int64(0)
	for _, e := range h.Events {
		if client, seq := history.WriterOf(e.Value); read[e.Value] && client == e.Client && seq == e.Seq {
			step = max(step, e.Invoke)
		}
	}
	for i := range h.Events {
		if e := &h.Events[i]; e.Invoke >= step {
			e.Invoke += int64(3 * time.Second)
			e.Intended += int64(3 * time.Second)
			if e.Return != history.Open {
				e.Return += int64(3 * time.Second)
			}
		}
	}
	if _, v := merged(t, []shard.Part{parts[0], {Shard: 1, History: &h}, parts[2]}); v.State != finding.Incomplete || !strings.Contains(v.Why, "a clock stepped") {
		t.Errorf("it is %s: %s", v.State, v.Why)
	}
}

// TestBeaconsCompareClocks keeps only the beacons of runs, at each service that has them. The bounds must contain the
// offsets by which the clocks were set wrong, and must be no wider than some requests take.
func TestBeaconsCompareClocks(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"blob-cas", "table-cas", "queue-consume", "file-lww"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var told []shard.Part
			for i, p := range recorded(t, name, 200) {
				h := *p.History
				h.Events = slices.DeleteFunc(slices.Clone(h.Events), func(e history.Event) bool { return e.Op != history.Tell && e.Op != history.Hear })
				told = append(told, distorted(shard.Part{Shard: i, History: &h}, time.Duration(i)*3*time.Second, float64(i)*0.0005))
			}
			m, err := shard.Merge(shards, told)
			if err != nil {
				t.Fatal(err)
			}
			if why := m.Clocks.Unknown(); why != "" || !m.Complete {
				t.Fatalf("the clocks are not known: %s %s", why, m.Why)
			}
			if len(m.Events) != 0 {
				t.Errorf("%d events are left to be judged", len(m.Events))
			}
			for i := 1; i < shards; i++ {
				width := m.Clocks.Width(i)
				t.Logf("shard %d is known within %s", i, width)
				if width > 2*time.Second {
					t.Errorf("shard %d is known within %s only", i, width)
				}
				if lo, hi := m.Clocks.Offset(i); lo > -time.Duration(i)*3*time.Second+time.Millisecond*10 || hi < -time.Duration(i)*3*time.Second-time.Millisecond*10 {
					t.Errorf("shard %d, whose clock is %s ahead, is put off by %s to %s", i, time.Duration(i)*3*time.Second, lo, hi)
				}
			}
		})
	}
}

// TestFaultsAcrossShards: some faults need no clocks: two writers replaced one version, an ETag occurs twice, two
// clients created one container. Two holders of one lease show only if the clocks are known more precisely than the
// lease is long.
func TestFaultsAcrossShards(t *testing.T) {
	t.Parallel()
	for name, of := range map[string]string{
		"sporadic-stale-if-match": "blob-cas", "sporadic-table-stale-if-match": "table-cas",
		"sporadic-etag-reused": "blob-overwrite", "sporadic-refused-but-applied": "blob-cas",
		"sporadic-metadata-stale-if-match": "blob-ownership", "sporadic-two-containers": "container-create",
		"sporadic-lease-granted-twice": "container-lease", "sporadic-file-lease-granted-twice": "file-lease",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f, ok := fault.Lookup(name)
			if !ok {
				t.Fatalf("there is no fault %s", name)
			}
			operations := int64(150)
			if strings.Contains(of, "lease") {
				operations = 50
			}
			for range 30 { // chance decides how often the fault shows, and to whom
				parts := recorded(t, of, operations, f.At(5))
				told := []shard.Part{parts[0], distorted(parts[1], 5*time.Second, 0.001), distorted(parts[2], -5*time.Second, -0.001)}
				if _, v := merged(t, told); v.State == finding.Invalid && acrossShards(v) {
					return
				}
			}
			t.Error("in thirty runs nobody was accused of what requests of two shards prove")
		})
	}
}

// acrossShards reports whether a certificate names requests of two shards.
func acrossShards(v check.Verdict) bool {
	for _, r := range v.Results {
		for _, x := range r.Violations {
			who := map[int]bool{}
			for _, e := range x.Evidence {
				s, _ := history.ShardOf(e.Event.Client)
				who[s] = true
			}
			if len(who) > 1 {
				return true
			}
		}
	}
	return false
}
