package cli

import (
	"fmt"
	"path/filepath"

	"ifmatch/loadgen/folder"
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
