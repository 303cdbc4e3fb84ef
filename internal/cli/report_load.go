package cli

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strconv"

	"ifmatch/loadgen/shard"
	"ifmatch/loadgen/stats"
	"ifmatch/reports/figure"
	"ifmatch/reports/load"
)

// folder reports whether an argument names a folder.
func folder(arg string) bool {
	info, err := os.Stat(arg)
	return err == nil && info.IsDir()
}

// reportLoads renders the loads in folders.
func (a *app) reportLoads(f reportFlag[load.Run], folders []string) error {
	wanted, err := f.parse(a)
	if err != nil {
		return err
	}
	if len(wanted) > 0 && len(folders) > 1 {
		return usagef("one after the other", "--report renders one load, and there are %d folders", len(folders))
	}
	for _, path := range folders {
		r, shards, err := storedLoad(path)
		if err != nil {
			return usage(`a load is a folder that "ifmatch load --out" made`, err)
		}
		if len(wanted) == 0 {
			writeShards(a.stdout, shards)
			if err := a.showLoad(r); err != nil {
				return err
			}
		}
		var failed error
		for _, w := range wanted {
			failed = errors.Join(failed, w.write(r))
		}
		if failed != nil {
			return failed
		}
	}
	return nil
}

// shardFigures are what one part of a load measured.
type shardFigures struct {
	part part
	run  load.Run
	why  string // why it has no figures
}

// storedLoad is the load in a folder: of one process, or of several with the figures of each.
func storedLoad(path string) (load.Run, []shardFigures, error) {
	found, err := historiesIn(path)
	if err != nil {
		return load.Run{}, nil, err
	}
	if !slices.ContainsFunc(found, isShard) {
		r, err := readLoad(path)
		return r, nil, err
	}
	n, parts, err := readShards(found)
	if err != nil {
		return load.Run{}, nil, err
	}
	c, err := judgeShards(found, checkFlags{})
	if err != nil {
		return load.Run{}, nil, err
	}
	out := make([]shardFigures, n)
	for i := range out {
		out[i] = shardFigures{part: part{i: i, n: n}, why: "missing"}
	}
	var told []load.Run
	for _, p := range parts {
		f := &out[p.Shard]
		if !p.History.Complete {
			f.why = "not complete: " + p.History.Why
			continue
		}
		if f.run, err = readLoad((part{i: p.Shard, n: n}).folder(path)); err != nil {
			f.why = err.Error()
			continue
		}
		f.why = ""
		told = append(told, f.run)
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
		Book: h.Book, From: h.From, Scheduled: first.Plan.Open, LateAfter: lateAfter, Clients: clients, LeaseRate: rate, Shards: shards,
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

// writeShards prints one line per part.
func writeShards(w io.Writer, shards []shardFigures) {
	for _, s := range shards {
		if s.why != "" {
			fmt.Fprintf(w, "shard %s  %s\n", s.part, s.why)
			continue
		}
		r := s.run
		text := fmt.Sprintf("shard %s  %s sent by %s, %s committed a second", s.part, figure.Count(r.Pace.Sent), figure.Plural(int64(r.Pace.Clients), "client"), figure.Count(int64(r.Contention.Goodput)))
		for _, q := range []struct {
			name string
			of   float64
		}{{"p50", .5}, {"p99", .99}} {
			if x, ok := r.Response.Quantile(q.of); ok {
				text += ", " + q.name + " " + figure.Duration(x)
			}
		}
		fmt.Fprintln(w, text)
	}
}
