package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"ifmatch/internal/target"
	"ifmatch/reports"
)

// mostUnjudged is the share of cases, in percent, that may remain without a verdict, apart from those of
// absent operations. Beyond it, a release cannot be called judged.
const mostUnjudged = 5.0

// cardsShown is how many of a release's accusations the table shows: those with which a person who fixes
// emulators would begin.
const cardsShown = 3

// marker marks where a table stands in the page.
type marker struct{ begin, end string }

// The places of the two tables.
var (
	releasesPlace = marker{"<!-- releases: written by `make conform-azurites` -->", "<!-- end of releases -->"}
	chaptersPlace = marker{"<!-- chapters: written by `make conform-azurites` -->", "<!-- end of chapters -->"}
)

// survey judges releases with their default settings, in the newest api-version that each knows. It
// writes two tables into the page o.survey: the outcome of each release, and where each failed.
func (t tool) survey(ctx context.Context, o options, releases []string) (int, error) {
	page, err := os.ReadFile(o.survey)
	if err != nil {
		return codeUsage, fmt.Errorf("read the page of the table: %w", err)
	}
	if _, err := put(string(page), nil, nil); err != nil {
		return codeUsage, fmt.Errorf("find the tables in %s: %w", o.survey, err)
	}
	o.defaults = true
	rows := []string{
		"| release | api-version | cases | failed | not judged | of absent operations | seconds | the first three cards |",
		"|---|---|---|---|---|---|---|---|",
	}
	var tooFew []string
	var runs []reports.Run
	flags := o.extra
	for _, release := range releases {
		o.release = release
		if o.keep != "" {
			o.extra = append([]string{"--report", "verdicts=" + filepath.Join(o.keep, "azurite-"+release+".json")}, flags...)
		}
		fmt.Fprintf(t.stderr, "conform-azurite: Azurite %s\n", release)
		var said bytes.Buffer
		one := t
		one.stdout = io.MultiWriter(t.stdout, &said)
		r, _, err := one.conform(ctx, o)
		if err == nil && (r == nil || r.Incomplete) {
			err = errors.New("the run did not finish")
		}
		if err != nil {
			return codeUnknown, fmt.Errorf("judge Azurite %s: %w", release, err)
		}
		runs = append(runs, *r)
		rows = append(rows, row(release, *r, cards(said.String())))
		if share := percent(unjudged(*r), r.Summary.Planned); share > mostUnjudged {
			tooFew = append(tooFew, fmt.Sprintf("%s (%.1f %%)", release, share))
		}
	}
	text, err := put(string(page), rows, byChapter(releases, runs))
	if err == nil {
		err = os.WriteFile(o.survey, []byte(text), 0o644)
	}
	if err != nil {
		return codeUnknown, fmt.Errorf("write the table: %w", err)
	}
	if len(tooFew) > 0 {
		return codeUnknown, fmt.Errorf("more than %.0f %% of the cases remain without a verdict on Azurite %s", mostUnjudged, strings.Join(tooFew, ", "))
	}
	return codeOK, nil
}

// put writes both tables into a page.
func put(page string, releases, chapters []string) (string, error) {
	page, err := releasesPlace.put(page, releases)
	if err != nil {
		return "", err
	}
	return chaptersPlace.put(page, chapters)
}

// put writes a table into a page, between the lines that mark its place.
func (p marker) put(page string, table []string) (string, error) {
	before, rest, begins := strings.Cut(page, p.begin+"\n")
	_, after, ends := strings.Cut(rest, p.end)
	if !begins || !ends {
		return "", fmt.Errorf("there are no lines %q and %q", p.begin, p.end)
	}
	return before + p.begin + "\n\n" + strings.Join(table, "\n") + "\n\n" + p.end + after, nil
}

// card is the first line of a card that ifmatch prints.
var card = regexp.MustCompile(`(?m)^✗ (\S+)`)

// cards are the cases that head the first cards in ifmatch's output.
func cards(printed string) []string {
	var ids []string
	for _, m := range card.FindAllStringSubmatch(printed, cardsShown) {
		ids = append(ids, m[1])
	}
	return ids
}

// row is the outcome of one release.
func row(release string, r reports.Run, first []string) string {
	var versions []string
	for _, s := range target.Services {
		if v := r.Target.Versions[string(s)]; v != "" {
			versions = append(versions, string(s)+" "+v)
		}
	}
	gating := 0
	for _, s := range r.Scenarios {
		if s.Status == reports.Failed && reports.Gates(s.GatingLevel(), r.Plan.Level) {
			gating++
		}
	}
	cells := []string{release, strings.Join(versions, ", "), fmt.Sprint(r.Summary.Planned),
		fmt.Sprintf("%d, and %d below %s", gating, r.Summary.Failed-gating, r.Plan.Level),
		fmt.Sprintf("%d (%.1f %%)", unjudged(r), percent(unjudged(r), r.Summary.Planned)), fmt.Sprint(absent(r)),
		fmt.Sprintf("%.0f", r.Seconds), strings.Join(first, "<br>")}
	return "| " + strings.Join(cells, " | ") + " |"
}

// unjudged counts the cases without a verdict, except those of missing operations.
func unjudged(r reports.Run) int {
	return r.Summary.Blocked + r.Summary.Error + r.Summary.Skipped - absent(r)
}

// absent counts the cases that were skipped because the release lacks the operation, or the whole service.
func absent(r reports.Run) int {
	n := 0
	for _, s := range r.Scenarios {
		if s.Status == reports.Skipped && s.Lacks != nil && (s.Lacks.Kind == reports.LacksOperation || strings.HasSuffix(s.Lacks.Name, " service") || s.Lacks.Name == string(target.SMB)) {
			n++
		}
	}
	return n
}

func percent(n, of int) float64 { return 100 * float64(n) / float64(max(of, 1)) }
