package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"ifmatch/loadgen/history"
	"ifmatch/loadgen/shard"
)

// shardFlags say which part of a load this process sends.
type shardFlags struct {
	spec  string
	start string
}

func (f *shardFlags) add(flags *pflag.FlagSet) {
	flags.StringVar(&f.spec, "shard", "", "send part `I/N` of a load that N processes send together, counting from 0/N; /N takes I from "+strings.Join(indexVariables, ", ")+", whichever is set first")
	flags.StringVar(&f.start, "start-at", "", "with --shard, the `time` at which all shards begin, such as 2026-11-22T13:00:00Z, in seconds since 1970, or +DURATION after the first shard looked at --out")
}

// maxLoadDuration bounds a run: a longer one is more likely a typing mistake than intended.
const maxLoadDuration = 24 * time.Hour

// indexVariables hold the number of a process among those that an engine starts together. For a job array, Slurm also
// sets the last two, to 0.
var indexVariables = []string{"JOB_COMPLETION_INDEX", "SLURM_ARRAY_TASK_ID", "SLURM_PROCID", "OMPI_COMM_WORLD_RANK"}

// parse reads the flags; nil: one process sends the whole load.
func (f shardFlags) parse(getenv func(string) string) (*shard.Process, error) {
	if f.spec == "" {
		if f.start != "" {
			return nil, usagef("give --shard as well", "--start-at sets when the shards of a load begin, and there is no --shard")
		}
		return nil, nil
	}
	index, count, ok := strings.Cut(f.spec, "/")
	if index == "" {
		for _, name := range indexVariables {
			if index = getenv(name); index != "" {
				break
			}
		}
		if index == "" {
			return nil, usagef("for instance --shard 0"+f.spec, "--shard %s takes its number from the environment, and none of %s is set", f.spec, strings.Join(indexVariables, ", "))
		}
	}
	i, wrong := strconv.Atoi(index)
	n, wrong2 := strconv.Atoi(count)
	if !ok || wrong != nil || wrong2 != nil || n < 1 || n > history.Shards || i < 0 || i >= n {
		return nil, usagef(fmt.Sprintf("I/N, from 0/N to N-1/N, of at most %d", history.Shards), "--shard %s/%s is not valid", index, count)
	}
	p := &shard.Process{I: i, N: n}
	if within, is := strings.CutPrefix(f.start, "+"); is {
		var err error
		if p.Within, err = time.ParseDuration(within); err != nil || p.Within <= 0 || p.Within > maxLoadDuration {
			return nil, usagef("for instance --start-at +20s", "--start-at %q is not a time", f.start)
		}
		return p, nil
	}
	if seconds, err := strconv.ParseInt(f.start, 10, 64); err == nil {
		p.Start = time.Unix(seconds, 0)
	} else if p.Start, err = time.Parse(time.RFC3339, f.start); err != nil {
		return nil, usagef("all shards take the same, for instance --start-at $(($(date +%s) + 10))", "--start-at %q is not a time", f.start)
	}
	return p, nil
}

// checkShardFolder refuses a folder that is not empty. The folder of the whole may exist or not.
func checkShardFolder(path string) error {
	entries, err := os.ReadDir(path)
	switch {
	case os.IsNotExist(err):
		return nil
	case err != nil:
		return usage("", fmt.Errorf("--out: %w", err))
	case len(entries) > 0:
		return usagef("name a new one: a run is never mixed with another", "--out: %s is not empty", path)
	}
	return nil
}

// agreed is how the agreement on a start ended, with an exit code.
func agreed(ctx context.Context, err error) error {
	var refused *shard.FolderError
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return exitWith(Interrupted)
	case errors.As(err, &refused):
		return usage("", fmt.Errorf("--out: %w", err))
	case errors.Is(err, shard.ErrStart):
		return unknown("each run takes a new --out", err)
	}
	return unknown("", err)
}
