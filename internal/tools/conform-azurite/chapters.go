package main

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"ifmatch/reports"
)

// chapter is a part of the suite, under a name that says what it is about.
type chapter struct {
	name     string
	families []string // the prefixes of its clause ids, without the last hyphen
}

//go:embed chapters.tsv
var chapterLines string

// chapters are the rows of the table by chapter. Cases of no chapter count only in the sum.
var chapters = readChapters(chapterLines)

func readChapters(lines string) []chapter {
	var out []chapter
	for line := range strings.Lines(lines) {
		name, families, _ := strings.Cut(strings.TrimSpace(line), "\t")
		out = append(out, chapter{name, strings.Fields(families)})
	}
	return out
}

// chapterOf is the index of the chapter of a case: the one with the longest family; -1 if there is none.
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

// byChapter is a table of the cases that failed at the level of the run or above: one row per chapter,
// one column per release.
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

// offered reports whether any case of a chapter was judged; the last row is the sum of all.
func offered(r reports.Run, i int) bool {
	return i == len(chapters) || slices.ContainsFunc(r.Scenarios, func(s reports.Scenario) bool {
		return chapterOf(s.ID) == i && (s.Status == reports.Passed || s.Status == reports.Failed)
	})
}
