package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ifmatch/loadgen/folder"
	"ifmatch/loadgen/shard"
	"ifmatch/loadgen/total"
	"ifmatch/reports/figure"
	"ifmatch/reports/load"
	"ifmatch/reports/load/html"
)

// isFolder reports whether an argument names a folder.
func isFolder(arg string) bool {
	info, err := os.Stat(arg)
	return err == nil && info.IsDir()
}

// shelfRenderers are the kinds of --report for several loads.
var shelfRenderers = []renderer[[]html.Kept]{{"html", html.WriteShelf}}

// isLoad reports whether a folder is that of one load, or of its parts.
func isLoad(path string) bool {
	if _, err := os.Stat(filepath.Join(path, folder.SummaryFile)); err == nil {
		return true
	}
	found, err := folder.Histories(path)
	return err == nil && slices.ContainsFunc(found, shard.Is)
}

// reportShelf renders an index of every finished load in folders and below them.
func (a *app) reportShelf(f reportFlag[[]html.Kept], folders []string) error {
	wanted, err := f.parse(a)
	if err != nil {
		return err
	}
	var all []html.Kept
	for _, below := range folders {
		err := filepath.WalkDir(below, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || d.Name() != folder.SummaryFile {
				return err
			}
			r, err := folder.ReadSummary(path)
			if err != nil {
				fmt.Fprintf(a.stderr, "ifmatch: left out: %s: %v\n", path, err)
				return nil
			}
			if len(r.Points) == 0 { // the points of a sweep have folders of their own
				all = append(all, html.Kept{Folder: filepath.Dir(path), Run: r})
			}
			return nil
		})
		if err != nil {
			return usage("", fmt.Errorf("look for loads: %w", err))
		}
	}
	if len(all) == 0 {
		return usagef(`"ifmatch load --out" makes such folders`, "there is no finished load below %s", strings.Join(folders, ", "))
	}
	var failed error
	for _, w := range wanted {
		failed = errors.Join(failed, w.write(all))
	}
	return failed
}

// reportLoads renders the loads in folders.
func (a *app) reportLoads(f reportFlag[load.Run], folders []string) error {
	if len(f.specs) > 0 && (len(folders) > 1 || !isLoad(folders[0])) {
		return a.reportShelf(reportFlag[[]html.Kept]{renderers: shelfRenderers, specs: f.specs}, folders)
	}
	wanted, err := f.parse(a)
	if err != nil {
		return err
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
