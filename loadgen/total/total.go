// Package total reads what was measured and recorded in the folder of a load: by one process, or by several, whose
// figures it adds up exactly, from their histories.
package total

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"ifmatch/loadgen/folder"
	"ifmatch/loadgen/judge"
	"ifmatch/loadgen/shard"
	"ifmatch/loadgen/stats"
	"ifmatch/reports/figure"
	"ifmatch/reports/load"
)

// Figures are what one part of a load measured.
type Figures struct {
	Process shard.Process
	Run     load.Run
	Why     string // why it has no figures
}

// Read returns the load in a folder: of one process, or of several with the figures of each.
func Read(path string) (load.Run, []Figures, error) {
	found, err := folder.Histories(path)
	if err != nil {
		return load.Run{}, nil, err
	}
	if !slices.ContainsFunc(found, shard.Is) {
		r, err := folder.ReadSummary(path)
		return r, nil, err
	}
	n, parts, err := shard.Read(found)
	if err != nil {
		return load.Run{}, nil, err
	}
	c, err := judge.Shards(found, judge.Options{})
	if err != nil {
		return load.Run{}, nil, err
	}
	out := make([]Figures, n)
	for i := range out {
		out[i] = Figures{Process: shard.Process{I: i, N: n}, Why: "missing"}
	}
	var told []load.Run
	for _, p := range parts {
		f := &out[p.Shard]
		if !p.History.Complete {
			f.Why = "not complete: " + p.History.Why
			continue
		}
		if f.Run, err = folder.ReadSummary(f.Process.Folder(path)); err != nil {
			f.Why = err.Error()
			continue
		}
		f.Why = ""
		told = append(told, f.Run)
	}
	if len(told) == 0 {
		return load.Run{}, nil, fmt.Errorf("merge shards: no shard in %s was finished", path)
	}
	r := summed(parts, told)
	r.Verdict = c.Verdict
	return r, out, nil
}

// summed is what all parts measured together. It is computed from their histories, so that histograms add up exactly
// and fairness covers the clients of all parts. Figures that no history contains are added up.
func summed(parts []shard.Part, told []load.Run) load.Run {
	first := told[0]
	clients, rate := 0, 1.0
	for _, r := range told {
		clients += r.Pace.Clients
	}
	if text, given := first.Plan.Params["clock-rate"]; given {
		if x, err := strconv.ParseFloat(text, 64); err == nil {
			rate = x
		}
	}
	whole := slices.DeleteFunc(slices.Clone(parts), func(p shard.Part) bool { return !p.History.Complete })
	h := shard.Beside(whole)
	shards := 0
	for _, p := range whole {
		shards = max(shards, p.Shard+1)
	}
	acc := stats.New(stats.Options{
		Book: h.Book, From: h.From, Scheduled: first.Plan.Open, LateAfter: stats.LateAfter, Clients: clients, LeaseRate: rate, Shards: shards,
	})
	acc.Add(h.Events)
	out := acc.Finish(h.To)
	out.Schema, out.Kind, out.Tool, out.Host, out.Target, out.Plan, out.Started = first.Schema, first.Kind, first.Tool, first.Host, first.Target, first.Plan, first.Started
	out.Plan.Params = map[string]string{}
	for name, value := range first.Plan.Params {
		if name != "shard" {
			out.Plan.Params[name] = value
		}
	}
	out.Plan.Shape = figure.Plural(int64(len(told)), "shard") + ", of which the first sends " + first.Plan.Shape
	out.Pace.Requested = 0
	for i, r := range told {
		out.Pace.Requested += r.Pace.Requested
		out.Pace.Dropped += r.Pace.Dropped
		out.Pace.CPUSeconds += r.Pace.CPUSeconds
		out.Contention.BytesOut += r.Contention.BytesOut
		out.Interrupted = out.Interrupted || r.Interrupted
		if r.Pace.Bottleneck != "" && out.Pace.Bottleneck == "" {
			out.Pace.Bottleneck = r.Pace.Bottleneck
		}
		for _, d := range r.Doubts {
			out.Doubts = append(out.Doubts, "shard "+r.Plan.Params["shard"]+": "+d)
		}
		if i > 0 && math.Abs(r.Started.Sub(first.Started).Seconds()) > first.Seconds+1 {
			out.Doubts = append(out.Doubts, "shard "+r.Plan.Params["shard"]+" began at a different time, by the clock of its machine")
		}
	}
	return out
}
