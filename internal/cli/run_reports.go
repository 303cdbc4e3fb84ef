package cli

import (
	"errors"
	"fmt"

	"ifmatch/internal/catalogue"
	"ifmatch/internal/judging"
	"ifmatch/internal/namedfile"
	"ifmatch/reports"
	"ifmatch/reports/evidence"
	"ifmatch/reports/github"
	"ifmatch/reports/html"
	"ifmatch/reports/junit"
	"ifmatch/reports/markdown"
	"ifmatch/reports/summary"
	"ifmatch/reports/tap"
	"ifmatch/reports/verdicts"
)

// runRenderers are the kinds of --report for conformance results.
var runRenderers = []renderer[reports.Run]{{"json", reports.Encode}, {"html", html.Write}, {"junit", junit.Write}, {"markdown", markdown.Write}, {"tap", tap.Write}, {evidence.Kind, evidence.Write}, {verdicts.Kind, verdicts.Write}}

// runLines are the kinds that write one session a line into a file that ends in .jsonl.
var runLines = []renderer[reports.Run]{{evidence.Kind, evidence.WriteSessions}}

const (
	// resultHint says what a stored result is.
	resultHint = `a result is a file that "ifmatch run --report json=FILE" wrote; of a load, name the folder of --out`
	// resultMaker says how to get one.
	resultMaker = `"ifmatch run --report json=result.json" makes one`
)

// readRun reads a stored conformance result. It has today's case ids, whichever version wrote it.
func (a *app) readRun(path string) (reports.Run, error) {
	f, err := namedfile.Open(path)
	if err != nil {
		return reports.Run{}, fmt.Errorf("open result: %w", err)
	}
	defer f.Close()
	r, err := reports.Decode(f)
	if err != nil {
		return reports.Run{}, fmt.Errorf("%s: %w", path, err)
	}
	renamed, err := a.renamed()
	if err != nil {
		return reports.Run{}, err
	}
	return renamed.Update(r), nil
}

// results reads the stored conformance results that arguments name.
func (a *app) results(paths []string) ([]reports.Run, error) {
	var runs []reports.Run
	for _, path := range paths {
		r, err := a.readRun(path)
		if err != nil {
			return nil, usage(resultHint, err)
		}
		runs = append(runs, r)
	}
	return runs, nil
}

// shown says how a result is shown on stdout. A result states itself what its clauses promise; for
// a result of an older version, today's register does.
func (a *app) shown(r reports.Run, verbose bool) (summary.Options, error) {
	width, _ := terminal(a.stdout)
	o := summary.Options{Style: a.style(a.stdout), Width: width, Verbose: verbose,
		Page: func(s reports.Scenario) string { return catalogue.PageOf(s.Operation) }}
	if len(r.Promises) > 0 {
		return o, nil
	}
	suite, err := a.suite()
	if err != nil {
		return o, err
	}
	o.Clause = func(id string) summary.Clause {
		c, ok := suite.Register.Clause(id)
		if !ok {
			return summary.Clause{}
		}
		return summary.Clause{Statement: c.Statement, Level: c.Level.String()}
	}
	return o, nil
}

// tellGitHub reports the outcome of a run to GitHub Actions: as annotations in the output, and on
// the page of the step.
func (a *app) tellGitHub(r reports.Run) error {
	if a.getenv("GITHUB_ACTIONS") != "true" {
		return nil
	}
	err := github.Write(a.stdout, r)
	path := a.getenv("GITHUB_STEP_SUMMARY")
	if path == "" {
		return err
	}
	return errors.Join(err, judging.AppendSummary(path, r))
}

// described returns a result that states what its clauses promise. For a result of an older
// version, today's register supplies the statements.
func (a *app) described(r reports.Run) (reports.Run, error) {
	if len(r.Promises) > 0 && len(r.Grids) > 0 && r.Promises[0].Seen != nil {
		return r, nil
	}
	suite, err := a.suite()
	if err != nil {
		return r, err
	}
	return r, errors.Join(suite.Describe(&r), a.seen(&r))
}

// seen adds to a result how often Azure was recorded to keep the clauses, and what it answered to
// the cases.
func (a *app) seen(r *reports.Run) error {
	all, err := a.sightings()
	r.See(all)
	return err
}
