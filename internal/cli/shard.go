package cli

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"ifmatch/loadgen/check"
	"ifmatch/loadgen/history"
	"ifmatch/loadgen/shard"
	"ifmatch/reports/figure"
	"ifmatch/reports/load"
)

// shardFlags say which part of a load this process sends.
type shardFlags struct {
	spec  string
	start string
}

// part is one of n processes that send a load together, counted from 0.
type part struct {
	i, n   int
	start  time.Time     // zero until the processes have agreed on it
	within time.Duration // they begin this long after the first one is there; 0: start was given
	name   string        // of the folder of the whole, wherever that is
}

func (f *shardFlags) add(flags *pflag.FlagSet) {
	flags.StringVar(&f.spec, "shard", "", "send part `I/N` of a load that N processes send together, counting from 0/N; /N takes I from "+strings.Join(indexVariables, ", ")+", whichever is set first")
	flags.StringVar(&f.start, "start-at", "", "with --shard, the `time` at which all shards begin, such as 2026-11-22T13:00:00Z, in seconds since 1970, or +DURATION after the first shard looked at --out")
}

// indexVariables hold the number of a process among those that an engine starts together. For a job array, Slurm also
// sets the last two, to 0.
var indexVariables = []string{"JOB_COMPLETION_INDEX", "SLURM_ARRAY_TASK_ID", "SLURM_PROCID", "OMPI_COMM_WORLD_RANK"}

// parse reads the flags; nil: one process sends the whole load.
func (f shardFlags) parse(getenv func(string) string) (*part, error) {
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
	p := &part{i: i, n: n}
	if within, is := strings.CutPrefix(f.start, "+"); is {
		var err error
		if p.within, err = time.ParseDuration(within); err != nil || p.within <= 0 || p.within > maxLoadDuration {
			return nil, usagef("for instance --start-at +20s", "--start-at %q is not a time", f.start)
		}
		return p, nil
	}
	if seconds, err := strconv.ParseInt(f.start, 10, 64); err == nil {
		p.start = time.Unix(seconds, 0)
	} else if p.start, err = time.Parse(time.RFC3339, f.start); err != nil {
		return nil, usagef("all shards take the same, for instance --start-at $(($(date +%s) + 10))", "--start-at %q is not a time", f.start)
	}
	return p, nil
}

// String is the part in the record of its run.
func (p part) String() string { return fmt.Sprintf("%d/%d", p.i, p.n) }

// folder is where the part is written within the folder of the whole.
func (p part) folder(out string) string { return filepath.Join(out, "shard-"+strconv.Itoa(p.i)) }

// runID is the same for all parts, which contend for the same names, and different for every other load. Two loads that
// begin in the same second also differ, if their parts agreed on the start or if their folders have different names. If
// all that is the same, loadgen.ErrTaken ends one of two processes that are the same part.
func (p part) runID(l loadPlan) string {
	h := fnv.New32a()
	fmt.Fprintf(h, "%s %s %d %d %d %s", l.workload.Name, l.flags.prefix, l.flags.seed, p.n, p.start.UnixNano(), p.name) // writing to a hash never fails
	return fmt.Sprintf("%08x", h.Sum32())
}

// check refuses flags that cannot be combined with a part.
func (p *part) check(f loadFlags) error {
	switch {
	case p == nil:
		return nil
	case f.out == "":
		return usagef("for instance --out run1, the same for all shards, on a volume they share", "--shard needs an --out folder for its part of the history, for ifmatch check to merge")
	case f.sweep != "" || f.search != "" || f.restart != "":
		return usagef("a shard sends with its own --clients, or its part of --rate", "--shard cannot be combined with --sweep, --search or --restart")
	case f.target.spec == referenceTarget:
		return usagef("for instance --target env, with ifmatch serve running somewhere", "each shard would load its own built-in reference")
	case f.check != "end":
		return usagef("leave out --check "+f.check, "the history of one shard alone proves nothing; ifmatch check judges all shards together")
	}
	return nil
}

// partOf is the part that a history is; nil if it is the whole load.
func partOf(h history.Header) *part {
	text, found := h.Params["shard"]
	if !found {
		return nil
	}
	index, count, _ := strings.Cut(text, "/")
	i, wrong := strconv.Atoi(index)
	n, wrong2 := strconv.Atoi(count)
	if wrong != nil || wrong2 != nil {
		return nil
	}
	return &part{i: i, n: n}
}

// judgeShards merges the histories of one run, and checks the whole. It also checks each history alone: between its own
// requests it needs no clock bounds, and what its evidence proves holds regardless of other writers.
func judgeShards(paths []string, f checkFlags) (checked, error) {
	if f.stream || f.selfTest > 0 {
		return checked{}, fmt.Errorf("merge shards: --stream and --self-test need one history")
	}
	n, parts, err := readShards(paths)
	if err != nil {
		return checked{}, err
	}
	m, err := shard.Merge(n, parts)
	if err != nil {
		return checked{}, err
	}
	v := judgeHistory(m.History, f.options(m.Header), 0, 0)
	for _, p := range parts {
		alone := *p.History
		alone.Complete, alone.Why = false, "it is only one of several shards"
		own := judgeHistory(&alone, f.options(alone.Header), 0, 0)
		if own.State == load.Invalid && v.State != load.Invalid {
			v = own
		}
	}
	for i, text := range v.Assumptions {
		if text == check.OneClock {
			v.Assumptions[i] = "no clock of a shard gains or loses more than 1 ms in a second"
		}
	}
	return checked{Verdict: v, invariant: invariant(m.Header), note: describeClocks(n, len(parts), &m)}, nil
}

// readShards reads the histories of one run that n processes sent. An unreadable one counts as missing; the error is
// that of the first if no history can be read.
func readShards(paths []string) (n int, parts []shard.Part, err error) {
	var unread error
	for _, path := range paths {
		h, err := history.ReadFile(path)
		if err == nil && partOf(h.Header) == nil {
			err = fmt.Errorf("merge shards: %s is not a shard of a run", path)
		}
		if err != nil {
			unread = cmp.Or(unread, err)
			continue
		}
		p := partOf(h.Header)
		if n != 0 && n != p.n {
			return 0, nil, fmt.Errorf("merge shards: one is a shard of %d, another of %d", n, p.n)
		}
		n = p.n
		parts = append(parts, shard.Part{Shard: p.i, History: h})
	}
	if len(parts) == 0 {
		return 0, nil, unread
	}
	return n, parts, nil
}

// describeClocks says how precisely the clocks of the shards are known.
func describeClocks(n, there int, m *shard.Merged) string {
	if m.Clocks.Unknown() != "" {
		return ""
	}
	widest := time.Duration(0)
	for i := range n {
		if w := m.Clocks.Width(i); w < time.Hour {
			widest = max(widest, w)
		}
	}
	return fmt.Sprintf("%d of %d shards; their clocks are known within %s, from shards that read what others wrote", there, n, figure.Duration(widest))
}

// isShard reports whether a file is the history of a part.
func isShard(path string) bool {
	r, err := history.OpenFile(path)
	if err != nil { // by where it lies
		return strings.HasPrefix(filepath.Base(filepath.Dir(path)), "shard-")
	}
	defer r.Close()
	return partOf(r.Header()) != nil
}

// grouped groups the histories of the parts of a run; every other history is a group of its own.
func grouped(paths []string) (out [][]string) {
	at := map[string]int{}
	for _, path := range paths {
		if !isShard(path) {
			out = append(out, []string{path})
			continue
		}
		whole := filepath.Dir(filepath.Dir(path))
		if i, known := at[whole]; known {
			out[i] = append(out[i], path)
			continue
		}
		at[whole] = len(out)
		out = append(out, []string{path})
	}
	return out
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
