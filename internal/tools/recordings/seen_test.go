package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ifmatch/reports"
	"ifmatch/steps"
	"ifmatch/steps/plan"
	"ifmatch/steps/words"
)

const features = "../../../features"

var loadSuite = sync.OnceValues(func() (*plan.Suite, error) { return steps.Load(os.DirFS(features)) })

// some chooses the cases that a selector names.
func some(t *testing.T, selectors ...string) (*plan.Suite, *plan.Plan) {
	t.Helper()
	suite, err := loadSuite()
	if err != nil {
		t.Fatal(err)
	}
	chosen, err := suite.Select(plan.Selection{Select: selectors})
	if err != nil {
		t.Fatal(err)
	}
	return suite, chosen
}

// ofItself plays cases twice: as questions, and as a corpus that somebody sent in. Spoil may change what was recorded.
func ofItself(t *testing.T, spoil func(*Exchange), selectors ...string) ([]*Question, []Join) {
	t.Helper()
	suite, chosen := some(t, selectors...)
	list, err := questions(chosen, nil, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	sessions, err := evidenceOf(chosen)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range sessions {
		for i := range s.Exchanges {
			spoil(&s.Exchanges[i])
		}
	}
	played, err := options{}.all(Corpus{Sessions: sessions}, nil)
	if err != nil {
		t.Fatal(err)
	}
	joins, unlike := joined(list, played, suite)
	if len(unlike) > 0 {
		t.Errorf("told apart by the answer alone: %v", unlike)
	}
	return list, joins
}

func asSent(*Exchange) {}

// TestEvidenceShowsItsCases: what a run writes as evidence shows each of its cases that one answer can show.
func TestEvidenceShowsItsCases(t *testing.T) {
	t.Parallel()
	list, joins := ofItself(t, asSent, "BLOB-COND-2*", "BLOB-LM-ACQ-*", "CONT-TAB-07C-*", "TABLE-VERB-0*", "QUEUE-RCPT-*", "FILE-LEASE-0*", "FILE-SLEASE-0*")
	lines, cases := sightings(list, joins)
	for _, q := range list {
		if !cases[q.Case.ID] {
			t.Errorf("%s is not seen: %s", q.Case.ID, q)
		}
	}
	if len(list) < 150 || len(lines) <= len(cases) {
		t.Errorf("%d questions, %d cases and %d lines, want 150 questions or more, and lines for clauses too", len(list), len(cases), len(lines))
	}
	if short := contradictions(joins); short != nil {
		t.Error(short)
	}
}

// TestAnotherAnswerContradicts: an answer of Azure's that a case does not allow is an accusation.
func TestAnotherAnswerContradicts(t *testing.T) {
	t.Parallel()
	const id = "CONT-TAB-07C-m/delete-container/exists/if-unmodified-since-earlier"
	_, joins := ofItself(t, func(e *Exchange) {
		if e.Status == 412 {
			e.Status, e.AnswerHeader = 202, header("x-ms-version: 2020-10-02")
		}
	}, id)
	short := contradictions(joins)
	if len(short) != 1 || !strings.Contains(short[0], id+", at must, wants") || !strings.Contains(short[0], "Azure answered 202") {
		t.Errorf("contradictions = %v, want one of %s", short, id)
	}
}

func TestCasesThatOneAnswerCannotShow(t *testing.T) {
	t.Parallel()
	suite, err := loadSuite()
	if err != nil {
		t.Fatal(err)
	}
	for id, want := range map[string]int{
		"BLOB-COND-02/get-blob/block-blob/if-none-match":                       2, // unmet, and then met
		"BLOB-TAB-03E/get-blob-properties/block-blob/exists":                   1, // an ETag
		"CONT-TAB-13/delete-container/nothing":                                 1, // a refusal
		"FILE-LWW-04/0-511":                                                    0, // two writes without a condition
		"BLOB-COPY-07/lease-blob-acquire":                                      0, // a copy stays pending
		"TABLE-TBL-06/0-seconds":                                               0, // time passes
		"FILE-LEASE-16/the-list-shows-a-leased-file":                           0, // what a list shows
		"BLOB-RACE-10/delete-container-with-nothing":                           0, // clients act at once
		"BLOB-ETAG-15/create-container":                                        0, // the form of an ETag
		"TABLE-LOCK-01/the-clients-that-follow-the-pattern-exclude-each-other": 0,
	} {
		found := false
		for _, c := range suite.Cases {
			if c.ID != id {
				continue
			}
			found = true
			if got, at := asked(&c); len(got) != want || len(at) != want {
				t.Errorf("%s has %d questions, want %d", id, len(got), want)
			}
		}
		if !found && want > 0 {
			t.Errorf("there is no case %s", id)
		}
	}
}

// TestTheFileContradictsNoCase holds where there are no recordings, too.
func TestTheFileContradictsNoCase(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join(features, seenFile))
	if err != nil {
		t.Fatal(err)
	}
	seen, err := reports.ParseSightings(string(text))
	if err != nil {
		t.Fatal(err)
	}
	suite, err := loadSuite()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range suite.Cases {
		s, ok := seen[c.ID]
		if !ok {
			continue
		}
		delete(seen, c.ID)
		list, _ := asked(&c)
		answers := strings.Split(s.Answer, ", ")
		if len(answers) != len(list) {
			t.Errorf("%s asks %d times, and %d answers were seen", c.ID, len(list), len(answers))
			continue
		}
		for i, q := range list {
			answered, err := words.ParseAnswer(answers[i])
			if err != nil {
				t.Errorf("%s: %v", c.ID, err)
			}
			for _, one := range answered.Allowed {
				if !q.Accepts(one.Status, one.Code) && c.Level != "observed" && !c.Open {
					t.Errorf("%s wants %v, and Azure answered %s", c.ID, q.Want, answers[i])
				}
			}
		}
	}
	for id := range seen {
		if _, ok := suite.Register.Clause(id); !ok {
			t.Errorf("%s is neither a case nor a clause: write the file again with -update", id)
		}
	}
}

func TestCompareSeen(t *testing.T) {
	t.Parallel()
	const head = "seen in recordings 0123456789abcdef"
	right := []string{"A-1\t1", "A-1/x\t1"}
	for name, c := range map[string]struct {
		file string
		want string
	}{
		"the same":         {head + "\nA-1\t1\nA-1/x\t1\n", ""},
		"a wrong line":     {head + "\nA-1\t2\nA-1/x\t1\n", `line 2 is "A-1\t2", and the recordings show "A-1\t1"`},
		"a line less":      {head + "\nA-1\t1\n", `line 3 is "nothing", and the recordings show "A-1/x\t1"`},
		"a line more":      {head + "\nA-1\t1\nA-1/x\t1\nA-2\t1\n", `line 4 is "A-2\t1", and the recordings show "nothing"`},
		"other recordings": {"seen in recordings fedcba9876543210\nA-2\t1\n", ""},
	} {
		o := options{features: t.TempDir()}
		if err := os.WriteFile(filepath.Join(o.features, seenFile), []byte(c.file), 0o600); err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		short, err := o.compareSeen(head, right, &out)
		if err != nil || c.want == "" && short != nil || c.want != "" && (len(short) != 1 || !strings.Contains(short[0], c.want)) {
			t.Errorf("%s: compareSeen = %v, %v, want %q", name, short, err, c.want)
		}
		if says := strings.Contains(out.String(), "not compared"); says != (name == "other recordings") {
			t.Errorf("%s: wrote %q", name, &out)
		}
	}
	o := options{features: t.TempDir(), update: true}
	if _, err := o.compareSeen(head, right, io.Discard); err != nil {
		t.Fatal(err)
	}
	o.update = false
	if short, err := o.compareSeen(head, right, io.Discard); short != nil || err != nil {
		t.Errorf("what was written is %v, %v", short, err)
	}
}

func TestCovers(t *testing.T) {
	t.Parallel()
	seen := Coordinates{map[string]string{"operation": "Put Blob", "if-match": "former"}, map[string]string{"if-match": "unmet"}}
	for name, c := range map[string]struct {
		asked map[string]string
		want  bool
	}{
		"the same words":   {map[string]string{"operation": "Put Blob", "if-match": "former"}, true},
		"the outcome":      {map[string]string{"operation": "Put Blob", "if-match": "unmet"}, true},
		"another outcome":  {map[string]string{"operation": "Put Blob", "if-match": "met"}, false},
		"another word":     {map[string]string{"operation": "Put Blob", "if-match": "other"}, false},
		"whatever it is":   {map[string]string{"operation": "Put Blob", "if-match": anything}, true},
		"one word less":    {map[string]string{"operation": "Put Blob"}, false},
		"one word more":    {map[string]string{"operation": "Put Blob", "if-match": "former", "exists": "yes"}, false},
		"another in place": {map[string]string{"operation": "Put Blob", "exists": "yes"}, false},
	} {
		if got := (Coordinates{Exact: c.asked}).Covers(seen); got != c.want {
			t.Errorf("%s: Covers = %v", name, got)
		}
	}
}

func TestDrawnJoinsAreOfSeenCases(t *testing.T) {
	t.Parallel()
	a, b := &Question{Case: &plan.Case{ID: "A-1/x"}}, &Question{Case: &plan.Case{ID: "A-1/y"}}
	list := []Join{{Asked: a}, {Asked: b}, {Asked: a}, {Asked: a}}
	got := drawn(list, map[string]bool{"A-1/x": true}, 3, 1)
	if len(got) != 1 || got[0].Asked != a {
		t.Errorf("drawn = %v, want one join of A-1/x", got)
	}
	if diff := cmp.Diff(drawn(list, map[string]bool{"A-1/x": true, "A-1/y": true}, 9, 7), drawn(list, map[string]bool{"A-1/x": true, "A-1/y": true}, 9, 7), cmp.Comparer(func(x, y *Question) bool { return x == y })); diff != "" {
		t.Errorf("another draw by the same seed: %s", diff)
	}
}
