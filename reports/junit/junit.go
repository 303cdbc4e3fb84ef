// Package junit renders a run as JUnit XML, valid by the schema of Jenkins' xunit plugin. Test
// tools show in red what decides the exit code. A failure that is known, or does not gate, is a
// skipped test with its reason.
package junit

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"ifmatch/reports"
	"ifmatch/reports/console"
	"ifmatch/reports/summary"
)

type suites struct {
	XMLName  xml.Name `xml:"testsuites"`
	Name     string   `xml:"name,attr"`
	Time     string   `xml:"time,attr"`
	Tests    int      `xml:"tests,attr"`
	Failures int      `xml:"failures,attr"`
	Errors   int      `xml:"errors,attr"`
	Suites   []*suite `xml:"testsuite"`
}

type suite struct {
	Name       string     `xml:"name,attr"`
	Tests      int        `xml:"tests,attr"`
	Failures   int        `xml:"failures,attr"`
	Errors     int        `xml:"errors,attr"`
	Skipped    int        `xml:"skipped,attr"`
	Time       string     `xml:"time,attr"`
	Timestamp  string     `xml:"timestamp,attr,omitempty"`
	Properties []property `xml:"properties>property,omitempty"`
	Cases      []testcase `xml:"testcase"`

	seconds float64
}

type property struct {
	Name  string `xml:"name,attr"`
	Value string `xml:"value,attr"`
}

type testcase struct {
	Name    string `xml:"name,attr"`
	Class   string `xml:"classname,attr"`
	Time    string `xml:"time,attr"`
	Skipped *note  `xml:"skipped"`
	Error   *note  `xml:"error"`
	Failure *note  `xml:"failure"`
	Out     string `xml:"system-out,omitempty"`
}

type note struct {
	Type    string `xml:"type,attr"`
	Message string `xml:"message,attr"`
	Text    string `xml:",cdata"`
}

// Write renders r: a test suite for each service, with a test for each case, failures first and the
// worst before others, because tools show only the first few; one suite for what was seen once and
// not again; one for the clients that the run judged; and one for the lines of the
// baseline that no longer fit.
func Write(w io.Writer, r reports.Run) error {
	card, share := summary.Teller(r), shares(r)
	bySuite := map[string]*suite{}
	for _, s := range failuresFirst(r) {
		u := bySuite[s.Service]
		if u == nil {
			u = &suite{Name: "ifmatch." + console.Clean(s.Service), Timestamp: r.Started.UTC().Format("2006-01-02T15:04:05")}
			bySuite[s.Service] = u
		}
		c := test(r, s, card)
		took := share(s)
		c.Time = seconds(took)
		u.add(c, took)
	}
	all := suites{Name: "ifmatch", Time: seconds(r.Seconds)}
	for _, name := range slices.Sorted(maps.Keys(bySuite)) {
		all.Suites = append(all.Suites, bySuite[name])
	}
	if len(all.Suites) > 0 {
		all.Suites[0].Properties = properties(r)
	}
	for _, u := range []*suite{once(r), profiles(r), misfits(r)} {
		if len(u.Cases) > 0 {
			all.Suites = append(all.Suites, u)
		}
	}
	if u := unreached(r); u != nil {
		all.Suites = append(all.Suites, u)
	}
	for _, u := range all.Suites {
		u.Time = seconds(u.seconds)
		all.Tests, all.Failures, all.Errors = all.Tests+u.Tests, all.Failures+u.Failures, all.Errors+u.Errors
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return fmt.Errorf("write junit: %w", err)
	}
	enc := xml.NewEncoder(w)
	enc.Indent("", "  ")
	if err := enc.Encode(all); err != nil {
		return fmt.Errorf("write junit: %w", err)
	}
	_, err := io.WriteString(w, "\n")
	return err
}

func (u *suite) add(c testcase, took float64) {
	u.Cases = append(u.Cases, c)
	u.Tests++
	u.seconds += took
	switch {
	case c.Failure != nil:
		u.Failures++
	case c.Error != nil:
		u.Errors++
	case c.Skipped != nil:
		u.Skipped++
	}
}

// test is one case.
func test(r reports.Run, s reports.Scenario, card func(reports.Scenario) string) testcase {
	c := testcase{Name: s.ID, Class: class(s)}
	about := func(kind, message string) *note { return &note{Type: kind, Message: console.Clean(message)} }
	switch s.Status {
	case reports.Failed:
		text := fmt.Sprintf("want %s, got %s", s.Want, s.Got)
		if s.Want == "" {
			text = s.Reason
		}
		switch {
		case r.Decides(s):
			c.Failure = about(cmp.Or(s.Operation, "failed"), text)
			c.Failure.Type = console.Clean(c.Failure.Type)
			c.Failure.Text = plain(card(s))
		case !reports.Gates(s.GatingLevel(), r.Plan.Level):
			c.Skipped = about("fails below level "+r.Plan.Level, text)
		default:
			c.Skipped = about("fails in fewer ways than known", text)
		}
	case reports.KnownFailure:
		c.Skipped = about("known failure", strings.TrimSpace(s.Known.How+": "+s.Known.Reason+" "+s.Known.Link))
	case reports.Skipped, reports.Recorded:
		c.Skipped = about(string(s.Status), cmp.Or(s.Reason, "undocumented"))
	case reports.Blocked, reports.Error:
		c.Error = about(string(s.Status), cmp.Or(s.Reason, "blocked by "+s.BlockedBy))
		c.Error.Text = plain(card(s))
	case reports.Fixed:
		c.Out = "fixed: its line of the baseline can be removed"
	}
	return c
}

// shares returns the part of the wall time that a case gets. Cases wait at the same time, or on a
// clock that is moved: their own seconds add up to hours, and tools show the sum.
func shares(r reports.Run) func(reports.Scenario) float64 {
	sum := 0.0
	for _, s := range r.Scenarios {
		sum += s.Seconds
	}
	return func(s reports.Scenario) float64 {
		if sum == 0 {
			return r.Seconds / float64(len(r.Scenarios))
		}
		return r.Seconds * s.Seconds / sum
	}
}

// failuresFirst returns what r judged: what is red, the worst first, then the rest as in the
// features.
func failuresFirst(r reports.Run) []reports.Scenario {
	rest := slices.DeleteFunc(slices.Clone(r.Scenarios), r.Decides)
	return append(r.Accused(), rest...)
}

// once returns the suite of the findings that no probe showed again. Like a case that could not be
// judged, each is an error if it makes the run inconclusive.
func once(r reports.Run) *suite {
	u := &suite{Name: "ifmatch.found"}
	for _, f := range r.Found {
		c := testcase{Name: summary.Of(f), Class: "ifmatch.found", Time: seconds(0)}
		about := &note{Type: "seen once", Message: summary.Once(f)}
		switch {
		case r.Doubts(f):
			c.Error = about
		case f.Known != nil:
			about.Type, about.Message = "known failure", console.Clean(strings.TrimSpace(f.Known.How+": "+f.Known.Reason+" "+f.Known.Link))
			c.Skipped = about
		default:
			about.Type = "below level " + r.Plan.Level
			c.Skipped = about
		}
		u.add(c, 0)
	}
	return u
}

// class groups tests like the feature files: ifmatch.blob.conditions_write.
func class(s reports.Scenario) string {
	return "ifmatch." + strings.ReplaceAll(console.Clean(cmp.Or(s.Feature, s.Service)), "/", ".")
}

// misfits returns the suite of the lines of the baseline that make a run end with exit code 4.
func misfits(r reports.Run) *suite {
	u := &suite{Name: "ifmatch.baseline"}
	add := func(line int, id, why string) {
		u.add(testcase{Name: console.Clean(id), Class: "ifmatch.baseline", Time: seconds(0),
			Failure: &note{Type: "baseline", Message: fmt.Sprintf("line %d: %s", line, console.Clean(why))}}, 0)
	}
	for _, m := range summary.Misfits(r) {
		add(m.Line, m.Case, m.Why)
	}
	return u
}

// profiles returns the suite of the clients that the run judged.
func profiles(r reports.Run) *suite {
	u := &suite{Name: "ifmatch.profiles"}
	for _, p := range r.Profiles {
		c := testcase{Name: console.Clean(p.Name), Class: "ifmatch.profiles", Time: seconds(0)}
		about := &note{Message: console.Clean(p.Title + ": " + p.Answer()), Type: string(p.Fit)}
		for _, m := range slices.Concat(p.Broken, p.Unjudged) {
			about.Text += console.Clean(fmt.Sprintf("%s: it %s (%s): %s", m.Clause, m.Does, m.Source, m.Why)) + "\n"
		}
		switch p.Fit {
		case reports.Misfits:
			c.Failure = about
		case reports.FitUnknown:
			c.Error = about
		default:
			c.Out = console.Clean(p.Title + ": " + p.Answer() + "; " + p.LoadText())
		}
		u.add(c, 0)
	}
	return u
}

// unreached returns a suite for the cases without a verdict, because a report without them
// would look complete.
func unreached(r reports.Run) *suite {
	n := r.Summary.Planned - r.Summary.Total()
	if n <= 0 {
		return nil
	}
	u := &suite{Name: "ifmatch.run"}
	u.add(testcase{Name: "every case is reached", Class: "ifmatch.run", Time: seconds(0),
		Error: &note{Type: "incomplete", Message: fmt.Sprintf("%s not reached: %s", console.Plural(n, "case"), cmp.Or(console.Clean(r.Stopped), "interrupted"))}}, 0)
	return u
}

func properties(r reports.Run) []property {
	return []property{
		{"target", console.Clean(r.Target.Name)}, {"level", r.Plan.Level}, {"seed", strconv.FormatInt(r.Plan.Seed, 10)},
		{"ifmatch", console.Clean(r.Tool.Version)}, {"verdict", summary.Verdict(r)},
	}
}

// plain formats a card as the text of an element.
func plain(card string) string { return "\n" + card }

// seconds formats a time for the schema: at most three decimals.
func seconds(s float64) string { return strconv.FormatFloat(s, 'f', 3, 64) }
