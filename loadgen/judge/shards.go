package judge

import (
	"fmt"
	"path/filepath"
	"time"

	"ifmatch/loadgen/check"
	"ifmatch/loadgen/shard"
	"ifmatch/reports/figure"
	"ifmatch/reports/load"
)

// Group judges one run: the history of its process, or those of all its processes together.
func Group(group []string, o Options) (c Judged, err error) {
	run := filepath.Dir(group[0])
	if shard.Is(group[0]) {
		run = filepath.Dir(run)
		c, err = Shards(group, o)
	} else {
		c, err = File(group[0], o)
	}
	c.Run = run
	return c, err
}

// Shards merges the histories of one run, and checks the whole. It also checks each history alone: between its own
// requests it needs no clock bounds, and what its evidence proves holds regardless of other writers.
func Shards(paths []string, o Options) (Judged, error) {
	if o.Stream {
		return Judged{}, fmt.Errorf("merge shards: --stream needs one history")
	}
	n, parts, err := shard.Read(paths)
	if err != nil {
		return Judged{}, err
	}
	m, err := shard.Merge(n, parts)
	if err != nil {
		return Judged{}, err
	}
	v := History(m.History, o.check(m.Header))
	for _, p := range parts {
		alone := *p.History
		alone.Complete, alone.Why = false, "it is only one of several shards"
		own := History(&alone, o.check(alone.Header))
		if own.State == load.Invalid && v.State != load.Invalid {
			v = own
		}
	}
	for i, text := range v.Assumptions {
		if text == check.OneClock {
			v.Assumptions[i] = "no clock of a shard gains or loses more than 1 ms in a second"
		}
	}
	return Judged{Verdict: v, Invariant: invariant(m.Header), Note: describeClocks(n, len(parts), &m)}, nil
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
