package trial

import (
	"crypto/rand"
	"encoding/hex"
	"maps"
	"strconv"
	"time"

	"ifmatch/loadgen"
	"ifmatch/loadgen/backoff"
	"ifmatch/loadgen/check"
	"ifmatch/loadgen/pace"
	"ifmatch/loadgen/shard"
	"ifmatch/loadgen/transport"
	"ifmatch/loadgen/workload"
	"ifmatch/reports/figure"
)

// Plan is what one run sends, and how it is judged.
type Plan struct {
	Workload   workload.Workload
	Options    workload.Options
	Clients    int           // in a closed loop: all of them; on a schedule: those it begins with
	MaxClients int           // bound of the clients of a schedule
	Shape      pace.Shape    // nil: a closed loop
	Rate       string        // the shape as it was given, for the record
	Warmup     time.Duration // sent and checked, but not measured
	Duration   time.Duration // of the measured part; 0: until Operations are sent
	Operations int64         // most requests of the measured part; 0: no bound
	Backoff    backoff.Policy
	Transport  string        // lean, net/http, or auto: the one that suits the addresses
	Timeout    time.Duration // of a request
	Seed       int64         // decides what the clients choose and write
	Prefix     string        // begins the name of everything created
	Keep       bool          // do not delete what was created

	Check      string        // when the history is checked: end, live or off
	ClockRate  float64       // how many times faster than ours the target's clock runs; 0: as fast
	CheckLimit time.Duration // longest search for an order; 0: the default of package check

	Process *shard.Process // nil: this process sends the whole load
	Weather string         // what disturbs requests, for the record; Bench.Weather disturbs them
	Restart time.Duration  // how often the target is killed, for the record; 0: never
}

// NewID is part of every name and body of one run. It never repeats, whatever the seed: two runs may share an account.
func NewID() string {
	var b [4]byte
	_, _ = rand.Read(b[:]) // never fails
	return hex.EncodeToString(b[:])
}

// params is the plan as flags of ifmatch load, for the record: what a repetition needs.
func (p Plan) params() map[string]string {
	out := map[string]string{
		"clients": strconv.Itoa(p.Clients), "duration": p.Duration.String(), "warmup": p.Warmup.String(),
		"backoff": p.Backoff.String(), "transport": p.Transport, "seed": strconv.FormatInt(p.Seed, 10),
	}
	maps.Copy(out, p.Workload.Params)
	p.Options.Record(out)
	optional := func(name, value string, given bool) {
		if given {
			out[name] = value
		}
	}
	if p.Process != nil {
		out["shard"] = p.Process.String()
	}
	optional("weather", p.Weather, p.Weather != "")
	optional("restart-every", p.Restart.String(), p.Restart > 0)
	optional("rate", p.Rate, p.Rate != "")
	optional("max-clients", strconv.Itoa(p.MaxClients), p.Rate != "")
	optional("ops", strconv.FormatInt(p.Operations, 10), p.Operations > 0)
	optional("clock-rate", strconv.FormatFloat(p.ClockRate, 'g', -1, 64), p.ClockRate != 1)
	return out
}

// String describes how the run sends.
func (p Plan) String() string {
	text := figure.Plural(int64(p.Clients), "client") + " in a closed loop"
	if p.Shape != nil {
		text = p.Shape.String()
	}
	return text + p.Length()
}

// Length describes how long the run sends.
func (p Plan) Length() string {
	text := ""
	if p.Duration > 0 {
		text += " for " + figure.Duration(p.Duration)
	}
	if p.Operations > 0 {
		text += ", at most " + figure.Plural(p.Operations, "request")
	}
	return text
}

func (p Plan) judging() check.Options {
	return check.Options{Rate: p.ClockRate, Needs: p.Workload.Needs, Limit: p.CheckLimit}
}

// transport is the HTTP transport of the run.
func (p Plan) transport(e loadgen.Endpoint) transport.Transport {
	o := transport.Options{Timeout: p.Timeout}
	switch p.Transport {
	case "lean":
		return transport.NewLean(o)
	case "net/http":
		return transport.NewNetHTTP(o)
	}
	return e.TransportTo(p.Workload.Services, o)
}
