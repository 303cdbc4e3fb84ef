package loading

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"ifmatch/internal/exit"
	"ifmatch/loadgen/history"
	"ifmatch/loadgen/shard"
	"ifmatch/loadgen/total"
	"ifmatch/reports/figure"
)

// WriteShards prints one line per part.
func WriteShards(w io.Writer, shards []total.Figures) {
	for _, s := range shards {
		if s.Why != "" {
			fmt.Fprintf(w, "shard %s  %s\n", s.Process, s.Why)
			continue
		}
		r := s.Run
		text := fmt.Sprintf("shard %s  %s sent by %s, %s committed a second", s.Process, figure.Count(r.Pace.Sent), figure.Plural(int64(r.Pace.Clients), "client"), figure.Count(int64(r.Contention.Goodput)))
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

// MaxLoadDuration bounds a run: a longer one is more likely a typing mistake than intended.
const MaxLoadDuration = 24 * time.Hour

// IndexVariables hold the number of a process among those that an engine starts together. For a job array, Slurm also
// sets the last two, to 0.
var IndexVariables = []string{"JOB_COMPLETION_INDEX", "SLURM_ARRAY_TASK_ID", "SLURM_PROCID", "OMPI_COMM_WORLD_RANK"}

// Part reads which part of a load this process sends: I/N, or /N if its number is in the environment.
func Part(spec string, getenv func(string) string) (*shard.Process, error) {
	index, count, ok := strings.Cut(spec, "/")
	if index == "" {
		for _, name := range IndexVariables {
			if index = getenv(name); index != "" {
				break
			}
		}
		if index == "" {
			return nil, exit.Wrongf("for instance 0"+spec, "%s takes its number from the environment, and none of %s is set", spec, strings.Join(IndexVariables, ", "))
		}
	}
	i, wrong := strconv.Atoi(index)
	n, wrong2 := strconv.Atoi(count)
	if !ok || wrong != nil || wrong2 != nil || n < 1 || n > history.Shards || i < 0 || i >= n {
		return nil, exit.Wrongf(fmt.Sprintf("I/N, from 0/N to N-1/N, of at most %d", history.Shards), "%s/%s is not valid", index, count)
	}
	return &shard.Process{I: i, N: n}, nil
}

// Begin reads when the parts of a load begin: a time, the seconds since 1970, or +DURATION after the first of them is ready.
func Begin(p *shard.Process, start string) (err error) {
	if within, is := strings.CutPrefix(start, "+"); is {
		if p.Within, err = time.ParseDuration(within); err != nil || p.Within <= 0 || p.Within > MaxLoadDuration {
			return exit.Wrongf("for instance +20s", "%q is not a time", start)
		}
		return nil
	}
	if seconds, err := strconv.ParseInt(start, 10, 64); err == nil {
		p.Start = time.Unix(seconds, 0)
		return nil
	}
	if p.Start, err = time.Parse(time.RFC3339, start); err != nil {
		return exit.Wrongf("all shards take the same, for instance $(($(date +%s) + 10))", "%q is not a time", start)
	}
	return nil
}
