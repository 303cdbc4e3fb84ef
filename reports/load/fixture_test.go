package load_test

import (
	"bytes"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"ifmatch/internal/golden"
	"ifmatch/reports/load"
	"ifmatch/reports/load/hdr"
)

// fixtures are made-up runs: one of every kind that a renderer treats differently.
func fixtures() map[string]load.Run {
	return map[string]load.Run{
		"summary": blobCAS(), "invalid": invalid(), "lease": lease(), "queue": queue(), "sweep": sweep(),
	}
}

func TestFixturesAreWhatTheirMakersSay(t *testing.T) {
	t.Parallel()
	for name, r := range fixtures() {
		var b bytes.Buffer
		if err := load.Encode(&b, r); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		golden.Same(t, "testdata/"+name+".json", b.String())
	}
}

// spread is a distribution of n durations around a median, with a tail.
func spread(seed uint64, n int, median time.Duration) load.Distribution {
	rng := rand.New(rand.NewPCG(seed, 1))
	h := hdr.New()
	for range n {
		// A sum of uniform numbers: NormFloat64 may change between versions of Go,
		// but Uint64 does not.
		z := 0.0
		for range 12 {
			z += float64(rng.Uint64()>>11) / (1 << 53)
		}
		v := float64(median) * math.Exp2((z-6)*.6)
		if rng.Uint64()%200 == 0 {
			v *= 12
		}
		h.Record(int64(v))
	}
	return h.Distribution()
}

func base() load.Run {
	return load.Run{
		Tool: load.Tool{Name: "ifmatch", Version: "v0.3.0", Go: "go1.26.0"},
		Host: load.Host{OS: "linux", Arch: "amd64", CPUs: 2},
		Target: load.Target{
			Name:      "reference",
			Endpoints: map[string]string{"blob": "http://127.0.0.1:10000/devstoreaccount1"},
			Versions:  map[string]string{"blob": "2021-12-02"},
			Server:    "ifmatch/v0.3.0",
		},
		Started: time.Date(2026, 3, 14, 9, 26, 53, 0, time.UTC),
		Plan:    load.Plan{Seed: 42},
	}
}

func outcome(name string, seed uint64, n int, median time.Duration) load.Outcome {
	service := spread(seed, n, median)
	return load.Outcome{Outcome: name, Count: int64(n), Service: service, Response: service}
}

// blobCAS is a valid closed loop with everything that a plain run has.
func blobCAS() load.Run {
	r := base()
	r.Plan.Workload = "blob-cas"
	r.Plan.Sentence = "read a blob, then replace it with If-Match"
	r.Plan.Invariant = "no update is lost"
	r.Plan.Shape = "closed loop of 32 clients"
	r.Plan.Params = map[string]string{"clients": "32", "duration": "5s", "warmup": "1s", "keys": "1", "size": "64", "backoff": "none", "reads": "0.1"}
	r.Seconds = 5
	r.Operations = []load.Operation{
		{Name: "Get Blob", Outcomes: []load.Outcome{outcome("won", 1, 15_020, 240*time.Microsecond)}},
		{Name: "Put Blob", Outcomes: []load.Outcome{
			outcome("won", 2, 7_950, 310*time.Microsecond),
			outcome("lost", 3, 129_355, 260*time.Microsecond),
			{Outcome: "unknown", Count: 2},
			{Outcome: "wrong", Count: 1, Service: spread(4, 1, time.Millisecond), Response: spread(4, 1, time.Millisecond)},
		}},
	}
	r.Response = sumOf(r.Operations)
	r.Contention = load.Contention{
		Commits: 7_950, Attempts: 137_308, Goodput: 1_590, Rate: 30_465.6, ConflictRate: 0.9421,
		AttemptsPer: load.Spread{Mean: 17.3, P50: 12, P99: 88, Max: 201}, TimeTo: spread(5, 7_950, 5*time.Millisecond),
		Abandoned: 31, Unfinished: 31, Jain: .972, Starvation: 412 * time.Millisecond, BytesOut: 9_331_264,
	}
	for i := range 5 {
		n := int64(1_590 + 40*(i%3) - 40)
		r.Series = append(r.Series, load.Second{
			At: float64(i), Sent: 30_465 + int64(i), Commits: n,
			Outcomes: map[string]int64{"won": 3_000 + n, "lost": 25_871 - n},
			P50:      260 * time.Microsecond, P99: time.Duration(1_900+100*i) * time.Microsecond, Max: time.Duration(4+i) * time.Millisecond,
		})
	}
	r.Series[3].Outcomes["unknown"] = 2
	r.Codes = []load.Code{
		{Status: 412, Code: "ConditionNotMet", Count: 129_355}, {Status: 200, Count: 15_020}, {Status: 201, Count: 7_950},
		{Status: 0, Count: 2}, {Status: 418, Code: "Teapot", Count: 1},
	}
	r.Pace = load.Pace{Requested: 152_328, Sent: 152_328, Clients: 32, CPUSeconds: 4.71}
	r.Verdict = load.Verdict{
		State: load.Valid, Operations: 152_331, Keys: 1, Seconds: .0812,
		Observed:    map[string]int{"versions": 7_951, "refused by a newer version": 129_355},
		NotObserved: []string{"304 of a read with If-None-Match"},
		Assumptions: []string{"one monotonic clock", "2 writes of unknown outcome may take effect at any later time"},
	}
	r.Thresholds = []load.Threshold{
		{Expression: "p99>20ms", Value: "3.1 ms"}, {Expression: "goodput<2000", Value: "1,590", Failed: true},
	}
	return r
}

func sumOf(ops []load.Operation) load.Distribution {
	var parts []load.Distribution
	for _, op := range ops {
		for _, o := range op.Outcomes {
			parts = append(parts, o.Response)
		}
	}
	d, err := hdr.Sum(parts...)
	if err != nil {
		panic(err)
	}
	return d
}

func at(d time.Duration) *time.Duration { return &d }

// invalid is an interrupted open run against a server that loses updates. The
// generator was too slow.
func invalid() load.Run {
	r := blobCAS()
	r.Target.Name, r.Target.Server = "connection string", "Emulator/1.0"
	r.Plan.Shape, r.Plan.Open = "2,000/s for 30 s", true
	r.Plan.Params = map[string]string{"clients": "256", "rate": "2000", "duration": "30s", "keys": "4", "size": "64"}
	r.Interrupted = true
	r.Operations = []load.Operation{{Name: "Put Blob", Outcomes: []load.Outcome{outcome("won", 6, 6_000, time.Millisecond), outcome("lost", 7, 3_000, time.Millisecond)}}}
	for i := range r.Operations[0].Outcomes {
		o := &r.Operations[0].Outcomes[i]
		o.Response, o.Lag = spread(uint64(8+i), int(o.Count), 4*time.Millisecond), spread(uint64(10+i), int(o.Count), 3*time.Millisecond)
	}
	r.Response = sumOf(r.Operations)
	r.Series = nil
	for i := range 5 {
		s := load.Second{At: float64(i), Sent: 1_800, Commits: 1_200, Outcomes: map[string]int64{"won": 1_200, "lost": 600}, P50: 4 * time.Millisecond, P99: 60 * time.Millisecond, Max: 90 * time.Millisecond}
		if i == 2 {
			s = load.Second{At: 2, Sent: 300, Outcomes: map[string]int64{"lost": 300}, P50: 300 * time.Millisecond, P99: 800 * time.Millisecond, Max: 812 * time.Millisecond}
		}
		r.Series = append(r.Series, s)
	}
	r.Seconds = 4.5
	r.Series[4].Sent, r.Series[4].Commits, r.Series[4].Outcomes = 900, 600, map[string]int64{"won": 600, "lost": 300}
	r.Codes = []load.Code{{Status: 201, Count: 6_000}, {Status: 412, Code: "ConditionNotMet", Count: 3_000}}
	r.Contention = load.Contention{
		Commits: 6_000, Attempts: 9_000, Goodput: 1_333.3, Rate: 2_000, ConflictRate: 1. / 3,
		AttemptsPer: load.Spread{Mean: 1.5, P50: 1, P99: 6, Max: 14}, TimeTo: spread(12, 6_000, 6*time.Millisecond),
		Abandoned: 3, Unfinished: 2, Jain: .91, Starvation: 1200 * time.Millisecond, Starved: 4,
	}
	r.Pace = load.Pace{
		Requested: 9_120, Sent: 9_000, Late: 4_300, Dropped: 120, LateAfter: 10 * time.Millisecond, Clients: 256, CPUSeconds: 8.8,
		Lag: spread(13, 9_000, 3*time.Millisecond), Own: spread(14, 9_000, 2*time.Millisecond),
		Bottleneck: "120 of 9,120 requests were never sent: ask for a lower rate or for more clients",
	}
	r.Thresholds = nil
	r.Verdict = load.Verdict{
		State: load.Invalid, Operations: 9_009, Keys: 4, Seconds: .0041, Violations: 3,
		Assumptions: []string{"one monotonic clock"},
		Certificates: []load.Certificate{
			{
				Rule: "lost update", Key: "blob /ifm-5f3a1b2c/b0", Clauses: []string{"BLOB-COND-20"},
				Sentence: `clients 3 and 7 both replaced version "0x8DC1A2B3C4D5E6F" and both were told 201: one update is lost`,
				Steps: []load.Step{
					{
						Client: 3, Seq: 17, Operation: "Put Blob", Invoke: 1_204_100 * time.Microsecond, Return: at(1_205_300 * time.Microsecond),
						Outcome: "won", Status: 201, Named: `"0x8DC1A2B3C4D5E6F"`, Answered: `"0x8DC1A2B3C4D5F00"`, Value: "written by client 3, exchange 17",
						Role: "replaced the version", RequestID: "5f3a1b2c-3-17", Curl: "curl -X PUT -H 'If-Match: \"0x8DC1A2B3C4D5E6F\"' http://127.0.0.1:10000/devstoreaccount1/ifm-5f3a1b2c/b0",
					},
					{
						Client: 7, Seq: 22, Operation: "Put Blob", Invoke: 1_204_700 * time.Microsecond, Return: at(1_206_000 * time.Microsecond),
						Outcome: "won", Status: 201, Named: `"0x8DC1A2B3C4D5E6F"`, Answered: `"0x8DC1A2B3C4D5F01"`, Value: "written by client 7, exchange 22",
						Role: "replaced the same version again", RequestID: "5f3a1b2c-7-22",
					},
				},
			},
			{
				Rule: "stale read", Key: "blob /ifm-5f3a1b2c/b2", Clauses: []string{"BLOB-READ-03", "BLOB-ETAG-07"},
				Sentence: "client 1 read a version that client 0 had replaced before the read began",
				Steps: []load.Step{
					{
						Client: 0, Seq: 4, Operation: "Put Blob", Invoke: 2_000 * time.Millisecond, Return: at(2_001 * time.Millisecond), Outcome: "won", Status: 201,
						Named: `"0x1"`, Answered: `"0x2"`, Role: "replaced the version that was read", RequestID: "5f3a1b2c-0-4",
					},
					{
						Client: 1, Seq: 9, Operation: "Get Blob", Invoke: 2_010 * time.Millisecond, Return: at(2_011 * time.Millisecond), Outcome: "won", Status: 200,
						Answered: `"0x1"`, Role: "saw the replaced version", RequestID: "5f3a1b2c-1-9",
					},
					{
						Client: 2, Seq: 5, Operation: "Put Blob", Invoke: 2_012 * time.Millisecond, Outcome: "unknown", Role: "may have written", RequestID: "5f3a1b2c-2-5",
					},
				},
			},
		},
	}
	return r
}

// lease is a run with few handoffs, in which no lease was broken.
func lease() load.Run {
	r := base()
	r.Plan.Workload, r.Plan.Sentence, r.Plan.Invariant = "lease-mutex", "take a lease, write under it, give it back or let it expire", "a lease has one holder"
	r.Plan.Shape, r.Plan.Params = "closed loop of 8 clients", map[string]string{"clients": "8", "duration": "5s", "lease": "15s"}
	r.Seconds = 5
	r.Operations = []load.Operation{
		{Name: "Acquire Lease", Outcomes: []load.Outcome{outcome("won", 20, 640, 300*time.Microsecond), outcome("refused", 21, 4_000, 250*time.Microsecond)}},
		{Name: "Release Lease", Outcomes: []load.Outcome{outcome("won", 22, 600, 280*time.Microsecond)}},
	}
	r.Response = sumOf(r.Operations)
	for i := range 5 {
		r.Series = append(r.Series, load.Second{At: float64(i), Sent: 1_048, Commits: 128, Outcomes: map[string]int64{"won": 248, "refused": 800}, P50: 260 * time.Microsecond, P99: 900 * time.Microsecond, Max: 2 * time.Millisecond})
	}
	r.Codes = []load.Code{{Status: 409, Code: "LeaseAlreadyPresent", Count: 4_000}, {Status: 201, Count: 640}, {Status: 200, Count: 600}}
	r.Contention = load.Contention{
		Commits: 640, Attempts: 4_640, Goodput: 128, Rate: 1_048, ConflictRate: 4_000. / 4_640,
		AttemptsPer: load.Spread{Mean: 7.25, P50: 6, P99: 30, Max: 41}, TimeTo: spread(23, 640, 40*time.Millisecond), Jain: .998, Starvation: 310 * time.Millisecond,
		Lease: &load.Lease{Acquired: 640, Renewed: 120, Released: 600, Expired: 38, Handoff: spread(24, 598, 2*time.Millisecond), Overshoot: spread(25, 38, 9*time.Millisecond), Jain: .991},
	}
	r.Pace = load.Pace{Requested: 5_240, Sent: 5_240, Clients: 8, CPUSeconds: .9}
	r.Verdict = load.Verdict{State: load.Valid, Operations: 5_260, Keys: 1, Seconds: .012, NotObserved: []string{"a break"}, Observed: map[string]int{"expiries": 38}}
	return r
}

// queue is a run whose history is incomplete.
func queue() load.Run {
	r := base()
	r.Plan.Workload, r.Plan.Sentence, r.Plan.Invariant = "queue-consume", "put messages, get and delete them, or let them come again", "no message is lost, and none has two consumers at once"
	r.Plan.Shape, r.Plan.Params = "closed loop of 4 clients", map[string]string{"clients": "4", "duration": "3s"}
	r.Target.Endpoints, r.Target.Versions = map[string]string{"queue": "http://127.0.0.1:10001/devstoreaccount1"}, map[string]string{"queue": "2021-12-02"}
	r.Seconds = 3
	r.Operations = []load.Operation{
		{Name: "Put Message", Outcomes: []load.Outcome{outcome("won", 30, 900, 300*time.Microsecond)}},
		{Name: "Get Messages", Outcomes: []load.Outcome{outcome("won", 31, 1_400, 350*time.Microsecond)}},
		{Name: "Delete Message", Outcomes: []load.Outcome{outcome("won", 32, 880, 280*time.Microsecond), outcome("lost", 33, 12, 280*time.Microsecond)}},
	}
	r.Response = sumOf(r.Operations)
	for i := range 3 {
		r.Series = append(r.Series, load.Second{At: float64(i), Sent: 1_064, Outcomes: map[string]int64{"won": 1_060, "lost": 4}, P50: 310 * time.Microsecond, P99: 1200 * time.Microsecond, Max: 5 * time.Millisecond})
	}
	r.Codes = []load.Code{{Status: 204, Count: 880}, {Status: 200, Count: 1_400}, {Status: 201, Count: 900}, {Status: 404, Code: "MessageNotFound", Count: 12}}
	r.Contention = load.Contention{
		Rate:  1_064,
		Queue: &load.Queue{Delivered: 900, Redelivered: 21, Deleted: 880, Empty: 479, Late: spread(34, 21, 12*time.Millisecond), OutOfOrder: 2},
	}
	r.Pace = load.Pace{Requested: 3_192, Sent: 3_192, Clients: 4, CPUSeconds: .5}
	r.Verdict = load.Verdict{State: load.Incomplete, Why: "the history of client 2 ends without its footer", Operations: 2_400, Keys: 1, Seconds: .003}
	return r
}

// sweep is a curve over the number of clients: the more clients, the fewer
// commits.
func sweep() load.Run {
	r := blobCAS()
	r.Plan.Params["sweep"] = "clients=2,4,8,16,32,64,128"
	delete(r.Plan.Params, "clients")
	r.Thresholds = nil
	r.Found = "goodput is highest with 2 clients and has fallen to a half with 8"
	for i, p := range []struct{ goodput, rate, per, jain float64 }{
		{10_020, 16_400, 1.6, .999}, {5_850, 18_300, 3.1, .999}, {5_830, 31_500, 5.4, .997}, {2_930, 29_900, 10.2, .996},
		{1_590, 31_800, 20.1, .972}, {1_020, 31_600, 31, .95}, {529, 26_200, 49.5, .752},
	} {
		r.Points = append(r.Points, load.Point{
			Param: "clients", Value: math.Exp2(float64(i + 1)), Rate: p.rate, Goodput: p.goodput, ConflictRate: 1 - 1/p.per, AttemptsPer: p.per, Jain: p.jain,
			P50: time.Duration(110<<i) * time.Microsecond, P99: time.Duration(400<<i) * time.Microsecond, Verdict: load.Valid,
		})
	}
	r.Points[4] = load.PointOf("clients", 32, r) // the point shown in detail
	r.Points[6].Bottleneck = "the generator used 97 % of the CPU of its machine: use fewer clients or a larger machine"
	return r
}
