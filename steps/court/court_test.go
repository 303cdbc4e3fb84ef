package court_test

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"ifmatch/reports"
	"ifmatch/steps/court"
	"ifmatch/steps/plan"
	"ifmatch/steps/verdict"
)

var update = flag.Bool("update", false, "write what the stories tell now")

// TestStories plays the stories in testdata: what the court hears, and what it decides. Each line
// that begins with ">" is a command; the lines below it are the answer.
func TestStories(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := tell(t, string(text))
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			if got != string(text) && !*update {
				t.Errorf("want\n%s\ngot\n%s", text, got)
			}
		})
	}
}

// story is one court under test.
type story struct {
	t     *testing.T
	suite *plan.Suite
	court *court.Court
	now   time.Time
}

// tell runs the commands of a story and returns the story with the answers.
func tell(t *testing.T, text string) string {
	t.Helper()
	s := &story{t: t, suite: suiteOf(t), now: time.Unix(0, 0)}
	var out strings.Builder
	for line := range strings.Lines(text) {
		command, ok := strings.CutPrefix(strings.TrimSpace(line), "> ")
		switch {
		case ok:
			fmt.Fprintf(&out, "> %s\n", command)
			for answer := range strings.Lines(s.do(strings.Fields(command))) {
				fmt.Fprintf(&out, "  %s\n", strings.TrimSuffix(answer, "\n"))
			}
		case strings.HasPrefix(line, "#") || strings.TrimSpace(line) == "":
			out.WriteString(line)
		}
	}
	return out.String()
}

func (s *story) do(words []string) string {
	switch words[0] {
	case "open":
		return s.open(words[1:])
	case "hear":
		return string(s.court.Hear(s.play(words[1:])))
	case "next":
		return s.round(s.court.Next(s.now, false))
	case "probe":
		return s.round(s.court.Next(s.now, true))
	case "passes":
		seconds, err := strconv.Atoi(words[1])
		if err != nil {
			s.t.Fatal(err)
		}
		s.now = s.now.Add(time.Duration(seconds) * time.Second)
		return ""
	case "result":
		return s.result()
	}
	s.t.Fatalf("no command %q", words)
	return ""
}

// open begins a run of all cases, or of those named; "shared" and "real-time" say how it is run.
func (s *story) open(words []string) string {
	cfg := court.Config{Run: "0000run"}
	var sel plan.Selection
	for _, w := range words {
		switch name, value, _ := strings.Cut(w, "="); {
		case w == "shared":
			cfg.Shared, cfg.RealTime = true, true
		case w == "real-time":
			cfg.RealTime = true
		case name == "skip":
			sel.Skip = append(sel.Skip, value)
		default:
			sel.Select = append(sel.Select, w)
		}
	}
	p, err := s.suite.Select(sel)
	if err != nil {
		s.t.Fatal(err)
	}
	cfg.Plan = p
	s.court = court.New(cfg)
	return fmt.Sprintf("%d cases", len(p.Cases))
}

// play reads what the court hears of a case: its status, and what it met.
func (s *story) play(words []string) court.Play {
	i := slices.IndexFunc(s.suite.Cases, func(c plan.Case) bool { return c.ID == words[0] })
	if i < 0 {
		s.t.Fatalf("no case %s", words[0])
	}
	v := &verdict.Verdict{Status: reports.Status(words[1])}
	p := court.Play{Case: s.suite.Cases[i], Verdict: v, Clear: true, Met: verdict.Weather{Requests: 3, Judged: 1, Once: 2},
		Exchanges: func(n int) []reports.Exchange { return make([]reports.Exchange, min(n, 3)) }}
	if v.Status == reports.Failed {
		v.Reason, v.Want, v.Got, v.Differs = "it is wrong", "201", "202", []reports.Difference{reports.InStatus}
	}
	for _, w := range words[2:] {
		name, value, _ := strings.Cut(w, "=")
		switch n, _ := strconv.Atoi(value); name {
		case "transient":
			p.Met.Last, p.Met.Transient, p.Clear = &verdict.Hiccup{Status: n, Judged: true}, 1, false
		case "in-set-up":
			p.Met.Last.Judged = false
		case "broken":
			p.Met.Last.Broken = true
		case "once":
			p.Met.Once = n
		case "page":
			p.Met.Page, p.Clear = true, false
		case "clear":
			p.Clear = true
		case "late":
			v.Late, v.Reason = true, "keep the scenario's time"
		case "interrupted":
			p.Interrupted = true
		case "ended":
			p.Credential.Ended = "it was valid until noon"
		case "limited":
			p.Credential.Limited = true
		case "withheld":
			p.Credential.Withheld = value
		case "differs":
			v.Differs = []reports.Difference{reports.Difference(value)}
		case "because":
			v.Reason = strings.ReplaceAll(value, "_", " ")
		case "by", "set-up", "shown", "effect":
			s.found(&p, name, strings.Split(strings.ReplaceAll(value, "_", " "), "/"))
		default:
			s.t.Fatalf("no word %q", w)
		}
	}
	return p
}

// found reads OPERATION/RESPECT/AFTER/AFTER...
func (s *story) found(p *court.Play, how string, parts []string) {
	f := verdict.Finding{Operation: parts[0], Respect: parts[1], After: parts[2:], Reason: parts[0] + " breaks a promise",
		Want: "one " + parts[1], Got: "another", Differs: reports.InResponse, Seen: 2}
	switch how {
	case "by":
		p.Verdict.Operation, p.Verdict.Respect = parts[0], parts[1]
	case "effect":
		f.Differs = reports.InEffect
		p.Setup = append(p.Setup, f)
	case "set-up":
		p.Setup = append(p.Setup, f)
	case "shown":
		p.Shown = append(p.Shown, f)
	}
}

func (s *story) round(r court.Round, more bool) string {
	if !more {
		return "nothing"
	}
	ids := slices.Sorted(slices.Values(r.Cases))
	how := cmp.Or(map[bool]string{true: "each alone"}[r.Alone], map[bool]string{true: "together"}[r.Together], "at once")
	text := fmt.Sprintf("%s: %s", how, strings.Join(ids, " "))
	if len(ids) > 6 {
		text = fmt.Sprintf("%s: %d cases", how, len(ids))
	}
	text += fmt.Sprintf("; %s, %d left", r.Why, r.Left)
	if r.Pause > 0 {
		text += fmt.Sprintf(", after %v", r.Pause)
	}
	if r.Waits > 0 {
		text += fmt.Sprintf(", %v to wait then", r.Waits)
	}
	return text
}

func (s *story) result() string {
	var out strings.Builder
	for _, sc := range s.court.Scenarios() {
		fmt.Fprintf(&out, "%s %s", sc.ID, sc.Status)
		for _, part := range []struct{ name, text string }{{"", sc.Reason}, {"by ", sc.BlockedBy}, {"company: ", sc.Company}, {"probe of ", sc.ProbeOf}, {"follows from ", sc.Cause}} {
			if part.text != "" {
				fmt.Fprintf(&out, "; %s%s", part.name, part.text)
			}
		}
		if sc.Repeated > 0 {
			fmt.Fprintf(&out, "; repeated %d", sc.Repeated)
		}
		if sc.Status == reports.Failed {
			fmt.Fprintf(&out, "; want %s, got %s", sc.Want, sc.Got)
		}
		out.WriteString("\n")
	}
	for _, f := range s.court.Unproven() {
		fmt.Fprintf(&out, "not shown again: %s %s of %s, %s, in %s\n", f.Operation, f.Respect, cmp.Or(f.Case, "no case"), f.Level, f.Scenario)
	}
	if l := s.court.Late(); l != nil {
		fmt.Fprintf(&out, "late %d, %v s\n", l.Cases, l.Seconds)
	}
	if w := s.court.Weather(); w != nil {
		fmt.Fprintf(&out, "weather %+v\n", *w)
	}
	return out.String()
}

// suiteOf is a suite of small cases: BLOB-M/1 … 40 are alike, BLOB-W/1 … 40 let 60 seconds pass,
// the others are called by what they are for.
func suiteOf(t *testing.T) *plan.Suite {
	t.Helper()
	var reg, cases strings.Builder
	reg.WriteString("id\tlevel\tservice\tapi-versions\tstatement\tdocument\theading\tstate\treason\n")
	for _, id := range []string{"BLOB-M must", "BLOB-W must", "BLOB-S should", "BLOB-O observed", "BLOB-PUT must", "BLOB-META should", "BLOB-LIST observed", "BLOB-GONE must", "BLOB-RACE must", "BLOB-PAIR must", "BLOB-BATCH must", "BLOB-COND should", "BLOB-TWICE must", "BLOB-READ must", "BLOB-VIEW must", "BLOB-ALONE must", "BLOB-LATE must", "BLOB-HEAD must", "TABLE-LOCK must"} {
		name, level, _ := strings.Cut(id, " ")
		service, _, _ := strings.Cut(name, "-")
		fmt.Fprintf(&reg, "%s\t%s\t%s\tany\tit holds\ta document\ta heading\tactive\tbecause\n", name, level, strings.ToLower(service))
	}
	for i := range 40 {
		fmt.Fprintf(&cases, "  @BLOB-M\n  Scenario: %d\n    Given nothing\n\n  @BLOB-W\n  Scenario: W%d\n    Given a wait\n\n", i+1, i+1)
	}
	for _, c := range []string{"BLOB-S one", "BLOB-S two", "BLOB-O one", "BLOB-PUT plain", "BLOB-PUT other", "BLOB-META plain", "BLOB-LIST plain", "BLOB-GONE plain", "BLOB-RACE plain", "BLOB-PAIR guarded", "BLOB-PAIR bare", "BLOB-BATCH plain", "BLOB-COND guarded", "BLOB-TWICE plain", "BLOB-READ plain", "BLOB-VIEW plain", "BLOB-ALONE plain", "BLOB-LATE later", "BLOB-HEAD guarded", "TABLE-LOCK elsewhere"} {
		clause, name, _ := strings.Cut(c, " ")
		title := name + " of " + clause
		if name == "later" || name == "elsewhere" {
			title = name // no name is shorter
		}
		fmt.Fprintf(&cases, "  @%s\n  Scenario: %s\n    Given %s\n\n", clause, title, cmp.Or(map[string]string{"BLOB-RACE": "a race", "BLOB-BATCH": "a batch", "BLOB-PAIR": "a " + name + " race", "BLOB-COND": "a guard", "BLOB-HEAD": "a guard", "BLOB-TWICE": "one\n    And another", "BLOB-READ": "one\n    And a read", "BLOB-VIEW": "a race of reads", "BLOB-ALONE": "a race with itself", "BLOB-LATE": "a wait\n    And one"}[clause], "nothing"))
	}
	const probes = "operation\trespect\tafter\tcase\n" +
		"Put Blob\ttags\t*\tBLOB-TWICE/plain-of-blob-twice\n" +
		"Put Blob\t*\t*\tBLOB-PUT/plain-of-blob-put\n" +
		"Set Blob Metadata\t*\t*\tBLOB-META/plain-of-blob-meta\n" +
		"List Blobs\t*\t*\tBLOB-LIST/plain-of-blob-list\n" +
		"List Blobs\tblobs\tDelete Blob\tBLOB-GONE/plain-of-blob-gone\n"
	s, err := plan.Load(fstest.MapFS{"clauses.tsv": {Data: []byte(reg.String())}, "probes.tsv": {Data: []byte(probes)},
		"blob/a.feature": {Data: []byte("Feature: A\n" + cases.String())}}, func(text string) (*plan.Step, error) {
		step := &plan.Step{Text: text}
		switch text {
		case "a wait":
			step.Wait = time.Minute
		case "a race":
			step.Races = true
		case "a batch":
			step.Sends, step.Operations = true, []string{"Blob Batch of Put Blob"}
		case "a guarded race", "a bare race":
			step.Races, step.Operations = true, []string{"Put Blob", "Delete Blob"}
			if text == "a guarded race" {
				step.Terms = []string{"If-Match"}
			}
		case "a race of reads":
			step.Races, step.Operations = true, []string{"Get Blob", "Delete Blob"}
		case "a race with itself":
			step.Races, step.Operations = true, []string{"Put Blob"}
		case "a read":
			step.Sends, step.Operations = true, []string{"Get Blob"}
		default:
			step.Sends, step.Operations = true, []string{"Put Blob"}
			if text == "a guard" {
				step.Terms = []string{"If-Match"}
			}
		}
		return step, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}
