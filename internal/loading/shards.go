package loading

import (
	"context"
	"errors"
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

// Agreed is how the agreement on a start ended, with an exit code.
func Agreed(ctx context.Context, err error) error {
	var refused *shard.FolderError
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return exit.With(exit.Interrupted)
	case errors.As(err, &refused):
		return exit.Wrong("", fmt.Errorf("--out: %w", err))
	case errors.Is(err, shard.ErrStart):
		return exit.Unclear("each run takes a new --out", err)
	}
	return exit.Unclear("", err)
}

// Shard reads which part of a load this process sends, I/N or /N, and when the parts begin. Nil: one process sends the whole
// load.
func Shard(spec, start string, getenv func(string) string) (*shard.Process, error) {
	if spec == "" {
		if start != "" {
			return nil, exit.Wrongf("give --shard as well", "--start-at sets when the shards of a load begin, and there is no --shard")
		}
		return nil, nil
	}
	index, count, ok := strings.Cut(spec, "/")
	if index == "" {
		for _, name := range IndexVariables {
			if index = getenv(name); index != "" {
				break
			}
		}
		if index == "" {
			return nil, exit.Wrongf("for instance --shard 0"+spec, "--shard %s takes its number from the environment, and none of %s is set", spec, strings.Join(IndexVariables, ", "))
		}
	}
	i, wrong := strconv.Atoi(index)
	n, wrong2 := strconv.Atoi(count)
	if !ok || wrong != nil || wrong2 != nil || n < 1 || n > history.Shards || i < 0 || i >= n {
		return nil, exit.Wrongf(fmt.Sprintf("I/N, from 0/N to N-1/N, of at most %d", history.Shards), "--shard %s/%s is not valid", index, count)
	}
	p := &shard.Process{I: i, N: n}
	if within, is := strings.CutPrefix(start, "+"); is {
		var err error
		if p.Within, err = time.ParseDuration(within); err != nil || p.Within <= 0 || p.Within > MaxLoadDuration {
			return nil, exit.Wrongf("for instance --start-at +20s", "--start-at %q is not a time", start)
		}
		return p, nil
	}
	if seconds, err := strconv.ParseInt(start, 10, 64); err == nil {
		p.Start = time.Unix(seconds, 0)
	} else if p.Start, err = time.Parse(time.RFC3339, start); err != nil {
		return nil, exit.Wrongf("all shards take the same, for instance --start-at $(($(date +%s) + 10))", "--start-at %q is not a time", start)
	}
	return p, nil
}
