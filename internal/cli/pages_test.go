package cli

import (
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"ifmatch/features"
	"ifmatch/internal/catalogue"
	"ifmatch/internal/exit"
	"ifmatch/internal/golden"
	"ifmatch/reports"
	"ifmatch/reports/console"
	"ifmatch/reports/load/metric"
	"ifmatch/steps/plan"
	"ifmatch/steps/plan/register"
)

// generated begins every generated page, so that no one edits it by hand.
const generated = "<!-- Written by `make docs`; do not edit. -->\n\n"

// TestGeneratedPages compares the pages under docs/ with the program, so that their statements
// about commands, exit codes, phrases and clauses are never out of date.
func TestGeneratedPages(t *testing.T) {
	t.Parallel()
	a := newApp(strings.NewReader(""), io.Discard, io.Discard, features.FS)
	for _, page := range []struct {
		name  string
		write func(*app, io.Writer) error
	}{
		{"cli.md", cliPage},
		{"words.md", func(_ *app, w io.Writer) error { return writeWords(w, wordsByRoom()) }},
		{"clauses.md", clausesPage},
		{"profiles.md", profilesPage},
		{"409-or-412.md", refusalsPage},
	} {
		t.Run(page.name, func(t *testing.T) {
			var b strings.Builder
			b.WriteString(generated)
			if err := page.write(a, &b); err != nil {
				t.Fatal(err)
			}
			golden.Same(t, filepath.Join("..", "..", "docs", page.name), b.String())
		})
	}
}

func cliPage(a *app, w io.Writer) error {
	fmt.Fprint(w, "# Command line\n\n")
	exitCodesPart(w)
	root := a.root()
	root.InitDefaultCompletionCmd()
	return commandSection(w, root)
}

// commandSection writes the help of cmd and of everything below it.
func commandSection(w io.Writer, cmd *cobra.Command) error {
	// The help of the completion scripts comes from the library and is about shells.
	if cmd.Name() == "help" || cmd.Parent() != nil && cmd.Parent().Name() == "completion" {
		return nil
	}
	fmt.Fprintf(w, "## %s\n\n```text\n", cmd.CommandPath())
	if err := writeHelp(w, cmd); err != nil {
		return err
	}
	fmt.Fprint(w, "```\n\n")
	for _, c := range cmd.Commands() {
		if err := commandSection(w, c); err != nil {
			return err
		}
	}
	return nil
}

// TestGeneratedPagesShowTheFigures compares the figures on the page for benchmarks with those that a load has.
func TestGeneratedPagesShowTheFigures(t *testing.T) {
	var b strings.Builder
	writeFigures(&b)
	replaceBlock(t, "docs/benchmarking.md", "<!-- figures: written by `make docs` -->\n", "<!-- end of figures -->", b.String())
}

func writeFigures(w io.Writer) {
	fmt.Fprint(w, "\nEach figure has one name, unit and formula. The names are those of the summary, the page, CSV, `--fail-if` and `ifmatch diff`; "+
		"lines of the Go benchmark format use the unit in the column bench instead, because benchstat tells figures apart by their units. `--prometheus` serves the figures that are known during the run, with times in seconds.\n\n"+
		"A figure that is a distribution has a count, a minimum, a mean, percentiles and a maximum: `response_p99`, `time_to_success_mean`. A percentile of too few durations is left out. "+
		"A run has figures of updates if it attempted some, and those of leases and queues if its workload uses them.\n\n| name | unit | formula | bench | Prometheus |\n|---|---|---|---|---|\n")
	for _, f := range append(metric.All(), metric.Service) {
		name, bench, live := "`"+f.Name+"`", "", ""
		if f.Spread != nil || f.Name == metric.Service.Name {
			name = "`" + f.Name + "_…`"
		}
		if f.Bench != "" {
			bench = "`" + f.Bench + "`"
		}
		if f.Prometheus != "" {
			live = "`" + f.Prometheus + "`"
		}
		fmt.Fprintf(w, "| %s | %s | %s | %s | %s |\n", name, f.Unit, cell(f.Formula), bench, live)
	}
	fmt.Fprint(w, "\n`service` is there for each operation and outcome only, as `response` and `lag` also are. Prometheus counts answers by status and error code, too: `ifmatch_answers_total`.\n")
	fmt.Fprint(w, "\nConditions still take these older names:\n\n")
	for _, old := range slices.Sorted(maps.Keys(metric.Aliases)) {
		fmt.Fprintf(w, "- `%s` is `%s`\n", old, metric.Aliases[old])
	}
}

func profilesPage(a *app, w io.Writer) error {
	all, err := a.profiles([]string{allProfiles})
	if err != nil {
		return err
	}
	fmt.Fprint(w, "# Profiles\n\nThe clients that people use with Azure Storage depend on parts of what it promises. `ifmatch run --profile NAME` judges a target for one such client, for several, or for `all`:\n\n"+
		"```sh\nbin/ifmatch run --target azurite --profile terraform-state-lock,durable-functions\n```\n\n"+
		"The answer is **yes** if every case that the client depends on passed and its short loads broke no promise, **no** if one did not, and **could not tell** if one was not judged; the answer is never yes then. "+
		"If a client looks at the status alone, a different error code does not make the answer no. Cases that need a movable clock are left out, because no endpoint has one. "+
		"[`ifmatch probe`](probe.md) answers within seconds, and `conform.Check` from inside a Go test, by the same cases without those that wait long. "+
		"If a client takes several refusals for the same, each of them passes, and the answer of a probe names the one that came. "+
		"The same verdicts from stored results are the first rows of [the matrix](results.md#side-by-side), where no load was run.\n\n"+
		"Each line says what the client does, and which public source shows it; the words and the choice of clauses are ours. The table is `features/profiles.tsv`.\n")
	for _, r := range catalogue.Profiles(all) {
		fmt.Fprintf(w, "\n## %s\n\n`--profile %s`: %s of %s.\n\n| the client | relies on | looks at | source |\n|---|---|---|---|\n", r.Title, r.Name, console.Plural(r.Cases, "case"), strings.Join(r.Needs, ", "))
		for _, l := range r.Lines {
			looks := "the status"
			if l.Code {
				looks = "the error code"
			}
			if l.Takes != "" {
				looks = "the status; takes " + l.Takes + " for the same"
			}
			repository, path, _ := strings.Cut(l.Source, ": ")
			fmt.Fprintf(w, "| %s | `%s` | %s | [%s](https://github.com/%s): %s |\n", cell(l.Does), strings.Join(l.Clauses, "` `"), looks, repository, repository, path)
		}
		fmt.Fprintln(w)
		for i, l := range r.Loads {
			fmt.Fprintf(w, "- `ifmatch load %s`: %s\n", l, profileLoadSays(all, r.Name, i))
		}
	}
	return nil
}

// profileLoadSays is what a load of a profile does.
func profileLoadSays(all []plan.Profile, name string, i int) string {
	return all[slices.IndexFunc(all, func(p plan.Profile) bool { return p.Name == name })].Loads[i].Does
}

func exitCodesPart(w io.Writer) {
	fmt.Fprintf(w, "## Exit codes\n\nWhen several apply, the first of these wins: %s.\n"+
		"`go run` turns every code but 0 into 1: a script that looks at codes needs the built binary.\n\n"+
		"| code | name | meaning |\n|---:|---|---|\n", exit.Precedence())
	for _, c := range exit.Meanings {
		fmt.Fprintf(w, "| %d | %s | %s |\n", c.Code, c.Name, c.Meaning)
	}
	fmt.Fprintln(w)
}

func clausesPage(a *app, w io.Writer) error {
	suite, err := a.suite()
	if err != nil {
		return err
	}
	rows, err := catalogue.Clauses(suite, suite.Register.Clauses, nil, nil)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "# Clauses\n\nEvery statement that the source documents make, in our words: %s.\nThe level is that of the status and the effect; \"ifmatch explain CLAUSE\" also shows at which level each error code is judged.\n", catalogue.Count(rows))
	seen, err := a.sightings()
	if err != nil {
		return err
	}
	chapter := ""
	pages := map[string]string{}
	for _, r := range rows {
		// BLOB-LM of BLOB-LM-ACQ-B-Le, and SDK of SDK-01.
		parts := strings.Split(r.ID, "-")
		if c := strings.Join(parts[:min(2, len(parts)-1)], "-"); c != chapter {
			chapter = c
			fmt.Fprintf(w, "\n## %s\n\n| clause | level | statement | source | cases | on Azure |\n|---|---|---|---|---|---|\n", chapter)
		}
		fmt.Fprintf(w, "| %s | %s | %s | %s, “%s” | %s | %s |\n", r.ID, r.Level, linked(cell(r.Statement), pages)+remark(r), linkedDocument(cell(r.Document), pages), cell(r.Heading), casesCell(suite.CasesOf(r.ID), r.State), azureCell(seen[r.ID], r))
	}
	fmt.Fprintln(w)
	for _, name := range slices.Sorted(maps.Keys(pages)) {
		fmt.Fprintf(w, "[%s]: %s\n", name, pages[name])
	}
	return nil
}

// azureCell says how often a clause with cases was seen.
func azureCell(s reports.Sighting, r catalogue.Clause) string {
	if len(r.Cases) == 0 {
		return ""
	}
	return reports.Promise{Level: r.Level, Seen: &s}.OnAzure()
}

// linked turns the first mention of each operation in text into a link to Microsoft's page, and
// notes the addresses.
func linked(text string, pages map[string]string) string {
	seen := map[string]bool{}
	return catalogue.OperationName().ReplaceAllStringFunc(text, func(name string) string {
		if seen[name] {
			return name
		}
		seen[name], pages[name] = true, catalogue.PageOf(name)
		return "[" + name + "]"
	})
}

// linkedDocument is a document's name, as a link if it is a page of the REST reference.
func linkedDocument(name string, pages map[string]string) string {
	page := catalogue.PageOf(name)
	if page == "" {
		return name
	}
	pages[name] = page
	return "[" + name + "]"
}

// remark says why a clause is not judged normally.
func remark(r catalogue.Clause) string {
	if r.Reason == "" && r.State == string(register.Active) {
		return ""
	}
	text := cell(r.Reason)
	if r.State != string(register.Active) {
		text = strings.TrimSuffix(r.State+": "+text, ": ")
	}
	return fmt.Sprintf(" *(%s)*", text)
}

// casesCell counts a clause's cases and links the features that hold them.
func casesCell(cases []plan.Case, state string) string {
	if len(cases) == 0 {
		if state == string(register.Note) || state == string(register.Untestable) {
			return ""
		}
		return "none yet"
	}
	var links []string
	for _, c := range cases {
		link := fmt.Sprintf("[%s](../features/%s.feature)", c.Feature, c.Feature)
		if !slices.Contains(links, link) {
			links = append(links, link)
		}
	}
	return fmt.Sprintf("%d in %s", len(cases), strings.Join(links, ", "))
}

// cell escapes text for one cell of a table.
func cell(text string) string {
	return strings.NewReplacer("|", `\|`, "*", `\*`, "<", "&lt;").Replace(text)
}

// TestEveryCommandExplainsItself keeps help useful: every command has a sentence, and every flag a
// usage.
func TestEveryCommandExplainsItself(t *testing.T) {
	t.Parallel()
	a := newApp(strings.NewReader(""), io.Discard, io.Discard, features.FS)
	var walk func(*cobra.Command)
	walk = func(cmd *cobra.Command) {
		if cmd.Short == "" || strings.HasSuffix(cmd.Short, ".") {
			t.Errorf("%s: Short is %q, want a phrase without a full stop", cmd.CommandPath(), cmd.Short)
		}
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if f.Usage == "" {
				t.Errorf("%s --%s has no usage", cmd.CommandPath(), f.Name)
			}
		})
		for _, c := range cmd.Commands() {
			walk(c)
		}
	}
	walk(a.root())
}
