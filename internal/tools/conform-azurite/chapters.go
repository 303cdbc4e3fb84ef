package main

import (
	"fmt"
	"slices"
	"strings"

	"ifmatch/reports"
)

// chapter is a part of the suite under a name that says what it is about.
type chapter struct {
	name     string
	families []string // what the ids of its clauses begin with, without the last hyphen
}

// chapters are the rows of the table by chapter. What none names counts in the sum only.
var chapters = []chapter{
	{"Blobs: ETags and conditional headers", []string{"BLOB-TAB", "BLOB-ETAG", "BLOB-COND", "BLOB-TAGS", "BLOB-CONS"}},
	{"Blobs: leases", []string{"BLOB-LEASE", "BLOB-LM", "BLOB-UM", "BLOB-USE"}},
	{"Blobs: copies, blocks, pages, appends, batches", []string{"BLOB"}},
	{"Containers", []string{"CONT"}},
	{"Tables: ETags and conditional headers", []string{"TABLE-OCC", "TABLE-OPS", "TABLE-COND", "TABLE-VERB", "TABLE-ETAG", "TABLE-QRY"}},
	{"Tables: transactions", []string{"TABLE-BATCH"}},
	{"Tables: the rest", []string{"TABLE"}},
	{"Queues: receipts and visibility", []string{"QUEUE-POP", "QUEUE-TIME", "QUEUE-RCPT", "QUEUE-DEQ"}},
	{"Queues: the rest", []string{"QUEUE"}},
	{"Many clients at once", []string{"BLOB-RACE", "BLOB-HAND", "BLOB-LIFE", "TABLE-RACE", "TABLE-LIFE", "TABLE-LOCK", "QUEUE-RACE", "QUEUE-LWW", "CONT-LIFE"}},
}

// chapterOf is the index of the chapter of a case, the one with the longest family; -1
// if there is none.
func chapterOf(id string) int {
	best, length := -1, 0
	for i, c := range chapters {
		for _, f := range c.families {
			if strings.HasPrefix(id, f+"-") && len(f) > length {
				best, length = i, len(f)
			}
		}
	}
	return best
}

// byChapter is a table of the cases that failed at the level of the run or above it: a row a
// chapter, a column a release.
func byChapter(releases []string, runs []reports.Run) []string {
	lines := []string{"| | cases | " + strings.Join(releases, " | ") + " |", "|---|" + strings.Repeat("---:|", len(releases)+1)}
	rows := make([][]string, len(chapters)+1)
	for i, c := range chapters {
		rows[i] = []string{c.name}
	}
	rows[len(chapters)] = []string{"All"}
	for n, r := range runs {
		failed, all := make([]int, len(rows)), make([]int, len(rows))
		for _, s := range r.Scenarios {
			for _, i := range []int{chapterOf(s.ID), len(chapters)} {
				if i < 0 {
					continue
				}
				if all[i]++; s.Status == reports.Failed && reports.Gates(s.GatingLevel(), r.Plan.Level) {
					failed[i]++
				}
			}
		}
		for i := range rows {
			if n == 0 {
				rows[i] = append(rows[i], fmt.Sprint(all[i]))
			}
			rows[i] = append(rows[i], cell(failed[i], offered(r, i)))
		}
	}
	for _, row := range rows {
		lines = append(lines, "| "+strings.Join(row, " | ")+" |")
	}
	return lines
}

// cell is a number of failures; what a release does not offer cannot fail.
func cell(failed int, offered bool) string {
	if !offered {
		return "–"
	}
	return fmt.Sprint(failed)
}

// offered tells whether any case of a chapter was judged; the last row is all of them.
func offered(r reports.Run, i int) bool {
	return i == len(chapters) || slices.ContainsFunc(r.Scenarios, func(s reports.Scenario) bool {
		return chapterOf(s.ID) == i && (s.Status == reports.Passed || s.Status == reports.Failed)
	})
}
