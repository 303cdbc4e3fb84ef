package cli

import (
	"strings"

	"github.com/spf13/pflag"

	"ifmatch/internal/loading"
	"ifmatch/loadgen/shard"
)

// shardFlags say which part of a load this process sends.
type shardFlags struct {
	spec  string
	start string
}

func (f *shardFlags) add(flags *pflag.FlagSet) {
	flags.StringVar(&f.spec, "shard", "", "send part `I/N` of a load that N processes send together, counting from 0/N; /N takes I from "+strings.Join(loading.IndexVariables, ", ")+", whichever is set first")
	flags.StringVar(&f.start, "start-at", "", "with --shard, the `time` at which all shards begin, such as 2026-11-22T13:00:00Z, in seconds since 1970, or +DURATION after the first shard looked at --out")
}

// parse reads the flags; nil: one process sends the whole load.
func (f shardFlags) parse(getenv func(string) string) (*shard.Process, error) {
	if f.spec == "" {
		if f.start != "" {
			return nil, usagef("give --shard as well", "--start-at sets when the shards of a load begin, and there is no --shard")
		}
		return nil, nil
	}
	p, err := loading.Part(f.spec, getenv)
	if err != nil {
		return nil, flagged("--shard", err)
	}
	return p, flagged("--start-at", loading.Begin(p, f.start))
}
