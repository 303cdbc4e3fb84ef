package cli

import (
	"errors"
	"fmt"
	"io"
	"os"

	"ifmatch/loadgen/total"
	"ifmatch/reports/figure"
	"ifmatch/reports/load"
)

// isFolder reports whether an argument names a folder.
func isFolder(arg string) bool {
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
		r, shards, err := total.Read(path)
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

// writeShards prints one line per part.
func writeShards(w io.Writer, shards []total.Figures) {
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
