package plan

import (
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"ifmatch/reports"
)

// small is a suite of six cases in three features of two services.
func small(t testing.TB) *Suite {
	t.Helper()
	s, err := Load(suiteFS(map[string]string{
		"blob/lease_basic.feature": "Feature: A\n" + scenarioOf("@BLOB-M", "Put Blob", "a") + scenarioOf("@BLOB-S", "Put Blob with If-None-Match *", "b"),
		"blob/lease_use.feature":   "Feature: B\n" + scenarioOf("@BLOB-M", "Get Blob", "c") + scenarioOf("@BLOB-O @BLOB-M", "Get it/all", "d"),
		"queue/receipts.feature":   "Feature: C\n" + scenarioOf("@QUEUE-M", "Put", "e") + scenarioOf("@QUEUE-M @BLOB-S", "Get", "f"),
		"renamed.tsv":              "old id\tnew id\nQUEUE-M/fetch\t" + qGet + "\nQUEUE-M/take\t" + qGet + "\n",
	}), plain)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// The cases of small, in its order.
const (
	put    = "BLOB-M/put-blob"
	putINM = "BLOB-S/put-blob-with-if-none-match-*"
	get    = "BLOB-M/get-blob"
	open   = "BLOB-O/get-it-all"
	qPut   = "QUEUE-M/put"
	qGet   = "QUEUE-M/get"
)

// FuzzGlob compares patterns of stars alone, which have a way of their own, with path.Match.
func FuzzGlob(f *testing.F) {
	for _, seed := range [][2]string{{"*", ""}, {"a*", "ABBA"}, {"*a*b*", "xaybz"}, {"ab*ba", "aba"}, {"*-11?", "x-111"}, {"a**b", "a/b"}} {
		f.Add(seed[0], seed[1])
	}
	f.Fuzz(func(t *testing.T, pattern, text string) {
		for _, s := range []string{pattern, text} {
			if strings.ContainsFunc(s, func(r rune) bool { return r > unicode.MaxASCII || r < ' ' }) {
				return // letters whose other case has another length, and what stands for the slash
			}
		}
		flat := func(s string) string { return strings.ReplaceAll(strings.ToLower(s), "/", "x") }
		want, err := path.Match(flat(pattern), flat(text))
		if got := glob(strings.ReplaceAll(pattern, "/", "x"))(strings.ReplaceAll(text, "/", "x")); err == nil && got != want {
			t.Errorf("%q matches %q: %v, want %v", pattern, text, got, want)
		}
	})
}

// TestGlobOfOtherLetters: the two cases of a letter may begin with different bytes, as р and Р do.
func TestGlobOfOtherLetters(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		pattern, text string
		want          bool
	}{
		{"*пример*", "Это ПРИМЕР.", true}, {"*р*", "Р", true}, {"это*р", "ЭТО ПРИМЕР", true}, {"*é", "CAFÉ", true},
		{"*é*", "か", false}, {"*a×*", "A×4", true}, {"*р*", "", false}, {"**", "É", true},
	} {
		if got := glob(tc.pattern)(tc.text); got != tc.want {
			t.Errorf("%q matches %q: %v", tc.pattern, tc.text, got)
		}
	}
}

func selected(p *Plan) (out []string) {
	for _, c := range p.Cases {
		out = append(out, c.ID)
	}
	return out
}

// stored is a result in which put failed, get was blocked and the rest passed.
func stored(name string) (reports.Run, error) {
	if name != "old[1].json" {
		return reports.Run{}, fmt.Errorf("open %s: no such file", name)
	}
	return reports.Run{Scenarios: []reports.Scenario{{ID: put, Status: reports.Failed}, {ID: get, Status: reports.Blocked},
		{ID: qPut, Status: reports.Passed}, {ID: "BLOB-OLD/gone", Status: reports.Failed}, {ID: "QUEUE-M/fetch", Status: reports.Skipped}}}, nil
}

func TestSelect(t *testing.T) {
	t.Parallel()
	s := small(t)
	tests := []struct {
		sel  Selection
		want []string
	}{
		{Selection{}, []string{put, putINM, get, open, qPut, qGet}},
		{Selection{Select: []string{"*"}}, []string{put, putINM, get, open, qPut, qGet}},
		{Selection{Services: []string{"queue"}}, []string{qPut, qGet}},
		{Selection{Services: []string{"table", "blob"}}, []string{put, putINM, get, open}},

		// A bare glob: clause ids, case ids, features.
		{Selection{Select: []string{"BLOB-M"}}, []string{put, get, open}},
		{Selection{Select: []string{"BLOB-?"}}, []string{put, putINM, get, open, qGet}},
		{Selection{Select: []string{"BLOB-[MO]"}}, []string{put, get, open}},
		{Selection{Select: []string{"BLOB-M/put-blob"}}, []string{put}},
		{Selection{Select: []string{"*/put*"}}, []string{put, putINM, qPut}},
		{Selection{Select: []string{"*put"}}, []string{qPut}},
		{Selection{Select: []string{"blob/lease_*"}}, []string{put, putINM, get, open}},
		{Selection{Select: []string{"lease_use"}}, []string{get, open}},
		{Selection{Select: []string{"blob/*"}}, []string{put, putINM, get, open}},

		// Letter case does not matter.
		{Selection{Select: []string{"blob-m"}}, []string{put, get, open}},
		{Selection{Select: []string{"Blob-M/PUT-*"}}, []string{put}},
		{Selection{Select: []string{"BLOB-[m-o]"}}, []string{put, get, open}},
		{Selection{Select: []string{"Queue/Receipts"}}, []string{qPut, qGet}},

		// Fields.
		{Selection{Select: []string{"clause:BLOB-S"}}, []string{putINM, qGet}},
		{Selection{Select: []string{"case:BLOB-S*"}}, []string{putINM}},
		{Selection{Select: []string{`case:*\*`}}, []string{putINM}},
		{Selection{Select: []string{"case:queue-m/*"}}, []string{qPut, qGet}},
		{Selection{Select: []string{"feature:receipts"}}, []string{qPut, qGet}},
		{Selection{Select: []string{"step:C"}}, []string{get}},
		{Selection{Select: []string{"step:[d-f],service:queue"}}, []string{qPut, qGet}},
		{Selection{Select: []string{"level:must"}}, []string{put, get, qPut, qGet}},
		{Selection{Select: []string{"level:observed"}}, []string{open}},
		{Selection{Select: []string{"service:queue"}}, []string{qPut, qGet}},

		// A case answers to its earlier ids, and a stored result may contain one.
		{Selection{Select: []string{"QUEUE-M/fetch"}}, []string{qGet}},
		{Selection{Select: []string{"case:queue-m/T*"}}, []string{qGet}},
		{Selection{Skip: []string{"QUEUE-M/take"}}, []string{put, putINM, get, open, qPut}},
		{Selection{Select: []string{"status:skipped@old[1].json"}}, []string{qGet}},

		// Several selectors are alternatives, kept in the suite's order; terms within one all hold.
		{Selection{Select: []string{"QUEUE-M", "BLOB-O"}}, []string{open, qPut, qGet}},
		{Selection{Select: []string{"BLOB-M", "level:must,service:blob", "BLOB-M"}}, []string{put, get, open}},
		{Selection{Select: []string{"level:must,service:blob"}}, []string{put, get}},
		{Selection{Select: []string{" BLOB-M , *get* "}}, []string{get, open}},

		// Skip removes cases, even those that Select names.
		{Selection{Skip: []string{"level:must"}}, []string{putINM, open}},
		{Selection{Select: []string{"BLOB-M"}, Skip: []string{"*put*", "level:observed"}}, []string{get}},
		{Selection{Skip: []string{"level:must,service:queue"}}, []string{put, putINM, get, open}},

		// A stored result; its name may contain characters that globs may not.
		{Selection{Select: []string{"status:failed@old[1].json"}}, []string{put}},
		{Selection{Select: []string{"status:failed|blocked@old[1].json"}}, []string{put, get}},
		{Selection{Select: []string{"status:failed|blocked@old[1].json,*get*"}}, []string{get}},
		{Selection{Skip: []string{"status:passed@old[1].json"}}, []string{put, putINM, get, open, qGet}},
		{Selection{Skip: []string{"status:error@old[1].json"}}, []string{put, putINM, get, open, qPut, qGet}},
	}
	for _, tt := range tests {
		tt.sel.ReadResult = stored
		p, err := s.Select(tt.sel)
		if err != nil {
			t.Errorf("Select(%q, skip %q): %v", tt.sel.Select, tt.sel.Skip, err)
			continue
		}
		if d := cmp.Diff(tt.want, selected(p)); d != "" {
			t.Errorf("Select(%q, skip %q) -want +got:\n%s", tt.sel.Select, tt.sel.Skip, d)
		}
	}
}

func TestSelectRefuses(t *testing.T) {
	t.Parallel()
	s := small(t)
	tests := map[string]string{
		"BLOB-X":                   `"BLOB-X" matches no case; ` + "`ifmatch list cases`",
		"BLOB":                     `"BLOB" matches no case; 'BLOB*' matches `,
		"clause:BLOB":              `"clause:BLOB" matches no case`,
		"level:must,BLOB-O/*":      `"level:must,BLOB-O/*" matches no case`,
		"":                         `select cases by "": it has an empty term`,
		"BLOB-M,":                  `select cases by "BLOB-M,": it has an empty term`,
		"clause:":                  "it has an empty term",
		"BLOB-[M":                  `"BLOB-[M" is not a valid glob`,
		"feature:[]":               `"[]" is not a valid glob`,
		`BLOB\`:                    "is not a valid glob",
		"level:may":                `level "may" is not must, should or observed`,
		"level:MUST":               `level "MUST" is not must`,
		"service:disk":             `"disk" is not a service`,
		"lvl:must":                 `"lvl" is not a field; use clause, case`,
		"status:failed":            "status:failed lacks the result to look in",
		"status:failed@":           "lacks the result to look in",
		"status:bad@old[1].json":   `"bad" is not a verdict`,
		"status:@old[1].json":      `"" is not a verdict`,
		"status:failed@other.json": "open other.json: no such file",
	}
	for expr, want := range tests {
		for _, sel := range []Selection{{Select: []string{"BLOB-M", expr}}, {Skip: []string{expr}}} {
			sel.ReadResult = stored
			p, err := s.Select(sel)
			if err == nil || errors.Is(err, ErrNothingSelected) || !strings.Contains(err.Error(), want) {
				t.Errorf("Select(%q, skip %q) = %v, %v, want an error with %q", sel.Select, sel.Skip, p, err, want)
			}
		}
	}
}

func TestNothingSelected(t *testing.T) {
	t.Parallel()
	s := small(t)
	for _, sel := range []Selection{
		{Services: []string{"table"}},
		{Select: []string{"BLOB-O"}, Skip: []string{"level:observed"}},
		{Select: []string{"service:queue"}, Services: []string{"blob"}},
		{Select: []string{"status:error@old[1].json"}, ReadResult: stored},
		{Skip: []string{"*"}},
	} {
		if p, err := s.Select(sel); !errors.Is(err, ErrNothingSelected) {
			t.Errorf("Select(%+v) = %v, %v, want ErrNothingSelected", sel, p, err)
		}
	}
}

func TestStatusReadsTheDiskUnlessTold(t *testing.T) {
	t.Parallel()
	s := small(t)
	name := filepath.Join(t.TempDir(), "r.json")
	if _, err := s.Select(Selection{Select: []string{"status:failed@" + name}}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a result that is not there: %v", err)
	}
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	run := reports.Run{Schema: reports.Schema, Plan: reports.Plan{Level: "should"}, Summary: reports.Summary{Planned: 1, Failed: 1},
		Scenarios: []reports.Scenario{{ID: qGet, Name: "Get", Feature: "queue/receipts", Line: 1, Clauses: []string{"QUEUE-M"}, Level: "must", Service: "queue", Status: reports.Failed, Reason: "it did not"}}}
	if err := reports.Encode(f, run); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	p, err := s.Select(Selection{Select: []string{"status:failed@" + name}})
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]string{qGet}, selected(p)); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
}

func TestHashIdentifiesTheChoice(t *testing.T) {
	t.Parallel()
	hashOf := func(s *Suite, sel Selection) string {
		p, err := s.Select(sel)
		if err != nil {
			t.Fatal(err)
		}
		return p.Hash
	}
	all := hashOf(small(t), Selection{})
	// Stored results contain the hash: it may change only when the cases do.
	if want := "42618d0cbd274a75"; all != want {
		t.Errorf("Hash = %s, want %s", all, want)
	}
	if again := hashOf(small(t), Selection{Select: []string{"*"}}); again != all {
		t.Errorf("the same choice made in other words has the hash %s, before it had %s", again, all)
	}
	part := hashOf(small(t), Selection{Skip: []string{"BLOB-O"}})
	step, err := Load(suiteFS(map[string]string{"a.feature": "Feature: A\n" + scenarioOf("@BLOB-M", "S", "x")}), plain)
	if err != nil {
		t.Fatal(err)
	}
	moved, err := Load(suiteFS(map[string]string{"b.feature": "# moved\nFeature: B\n" + scenarioOf("@must @BLOB-M", "S", "x")}), plain)
	if err != nil {
		t.Fatal(err)
	}
	other, err := Load(suiteFS(map[string]string{"a.feature": "Feature: A\n" + scenarioOf("@BLOB-M", "S", "y")}), plain)
	if err != nil {
		t.Fatal(err)
	}
	if a, b := hashOf(step, Selection{}), hashOf(moved, Selection{}); a != b {
		t.Errorf("a case that only moved changed the hash from %s to %s", a, b)
	}
	hashes := map[string]string{}
	for name, h := range map[string]string{"all": all, "part": part, "one": hashOf(step, Selection{}), "one with another step": hashOf(other, Selection{})} {
		if hashes[h] != "" {
			t.Errorf("%s and %s have the same hash %s", name, hashes[h], h)
		}
		hashes[h] = name
	}
}

func FuzzSelector(f *testing.F) {
	for _, e := range []string{"BLOB-M", "*", "level:must,service:blob", "status:failed|blocked@old[1].json", "case:*/a,feature:b*", "BLOB-[M", `\`, ",", ":", "status:@"} {
		f.Add(e)
	}
	s := small(f)
	f.Fuzz(func(t *testing.T, expr string) {
		p, err := s.Select(Selection{Select: []string{expr}, ReadResult: stored})
		if err != nil {
			if p != nil {
				t.Errorf("Select(%q) gives a plan and the error %v", expr, err)
			}
			return
		}
		if len(p.Cases) == 0 {
			t.Errorf("Select(%q) chooses nothing without an error", expr)
		}
		// The selected cases and the cases left when they are skipped make up the whole.
		rest, err := s.Select(Selection{Skip: []string{expr}, ReadResult: stored})
		switch {
		case errors.Is(err, ErrNothingSelected):
			rest = &Plan{}
		case err != nil:
			t.Fatalf("Select takes %q, Skip refuses it: %v", expr, err)
		}
		if len(p.Cases)+len(rest.Cases) != len(s.Cases) {
			t.Errorf("%q selects %q and skips to %q", expr, selected(p), selected(rest))
		}
	})
}
