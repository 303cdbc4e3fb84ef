package cli

import (
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"ifmatch/internal/loading"
	"ifmatch/loadgen/folder"
	"ifmatch/loadgen/total"
	"ifmatch/reports/load"
	"ifmatch/reports/load/bench"
	"ifmatch/reports/load/csv"
	"ifmatch/reports/load/html"
	"ifmatch/reports/load/text"
)

// loadRenderers are the kinds of --report for load runs.
var loadRenderers = []renderer[load.Run]{{"json", load.Encode}, {"bench", bench.Write}, {"csv", csv.Write}, {"html", html.Write}}

// folderReports are the reports in every run's folder.
func folderReports(dir string) []report[load.Run] {
	return []report[load.Run]{
		{path: filepath.Join(dir, folder.SummaryFile), render: load.Encode},
		{path: filepath.Join(dir, folder.PageFile), render: html.Write},
	}
}

// showLoad prints the summary.
func (a *app) showLoad(r load.Run) error {
	width, _ := terminal(a.stdout)
	fmt.Fprintln(a.stdout)
	return text.Write(a.stdout, r, text.Options{Style: a.style(a.stdout), Width: width})
}

// shelfRenderers are the kinds of --report for several loads.
var shelfRenderers = []renderer[[]html.Kept]{{"html", html.WriteShelf}}

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
	return writeAll(wanted, all)
}

// reportLoads renders the loads in folders.
func (a *app) reportLoads(f reportFlag[load.Run], folders []string) error {
	if len(f.specs) > 0 && (len(folders) > 1 || !loading.IsLoad(folders[0])) {
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
			loading.WriteShards(a.stdout, shards)
			if err := a.showLoad(r); err != nil {
				return err
			}
		}
		if err := writeAll(wanted, r); err != nil {
			return err
		}
	}
	return nil
}
