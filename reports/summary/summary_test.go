package summary_test

import (
	"errors"
	"strings"
	"testing"

	"ifmatch/internal/golden"
	"ifmatch/reports"
	"ifmatch/reports/console"
	"ifmatch/reports/summary"
)

func load(t testing.TB) reports.Run { return golden.Load(t, "run") }

// conforming removes everything that speaks against the target.
func conforming(r reports.Run) reports.Run {
	out := r
	out.Scenarios, out.Summary = nil, reports.Summary{}
	for _, s := range r.Scenarios {
		switch s.Status {
		case reports.Passed, reports.Skipped, reports.Recorded:
			out.Scenarios = append(out.Scenarios, s)
			out.Summary.Add(s.Status)
			out.Summary.Planned++
		}
	}
	return out
}

func clauses(id string) summary.Clause {
	return map[string]summary.Clause{
		"BLOB-COND-20":   {Level: "must", Statement: "A write that asks for absence by If-None-Match: * is refused while the blob exists: creation answers 409 BlobAlreadyExists, any other write 412 ConditionNotMet."},
		"BLOB-TAB-01C":   {Level: "must", Statement: "Put Blob honours all four conditional headers."},
		"BLOB-TAB-15E":   {Level: "must", Statement: "Put Page is answered 201 with a new ETag"},
		"BLOB-ETAG-01":   {Level: "must", Statement: "every write gives the blob a new ETag"},
		"BLOB-UM-W-A-Ex": {Level: "must", Statement: "a write or delete with lease id A on a blob that has expired lease A is answered 412 LeaseLost and the blob stays expired"},
		"CONT-TAB-09E":   {Level: "must", Statement: "List Blobs shows the ETag of each blob"},
	}[id]
}

func page(s reports.Scenario) string {
	return map[string]string{"Put Page": "https://learn.microsoft.com/rest/api/storageservices/put-page"}[s.Operation]
}

func rerun(s reports.Scenario) string { return "ifmatch run --seed 7 '" + s.ID + "'" }

func TestGolden(t *testing.T) {
	t.Parallel()
	r := load(t)
	interrupted := r
	interrupted.Incomplete = true
	interrupted.Summary.Planned += 40
	many := r
	many.Scenarios = nil
	many.Summary = reports.Summary{}
	for i := range 8 {
		s := r.Scenarios[0]
		s.ID = "BLOB-COND-2" + string(rune('0'+i)) + "/row"
		s.Exchanges = nil
		many.Scenarios = append(many.Scenarios, s)
		many.Summary.Add(s.Status)
		many.Summary.Planned++
	}
	known := golden.Load(t, "gate")
	outdated := conforming(known)
	outdated.Baseline = &reports.Baseline{File: "known.tsv", Lines: 3, Stale: known.Baseline.Stale}
	seenOnce := conforming(golden.Load(t, "found"))
	silent := codes()
	silent.Stopped, silent.Incomplete = "the target stopped answering", true
	silent.Summary.Planned++
	for _, tc := range []struct {
		name string
		run  reports.Run
		opts summary.Options
	}{
		{"plain", r, summary.Options{Width: 100, Clause: clauses, Rerun: rerun}},
		{"narrow", r, summary.Options{Width: 60, Clause: clauses, Rerun: rerun}},
		{"colour", r, summary.Options{Style: console.Coloured(true), Clause: clauses}},
		{"verbose", r, summary.Options{Verbose: true}},
		{"conforms", conforming(r), summary.Options{}},
		{"interrupted", interrupted, summary.Options{Width: 100}},
		{"many", many, summary.Options{Width: 100}},
		{"accused", accused(), summary.Options{Width: 100, Clause: clauses, Page: page, Rerun: rerun}},
		{"codes", codes(), summary.Options{Width: 100, Clause: clauses}},
		{"transaction", transaction(), summary.Options{Width: 120}},
		{"partial", partial(), summary.Options{Width: 100, Clause: clauses}},
		{"credentials", run(passed("BLOB-COND-20/a", "must"), lacks("CONT-TAB-09E/list", "must", reports.LacksPermission, "l on containers")), summary.Options{}},
		{"account", run(passed("BLOB-COND-20/a", "must"), lacks("BLOB-TAB-15E/put-page", "must", reports.LacksFeature, "page blobs"), lacks("BLOB-TAGS-01/get-blob", "should", reports.LacksFeature, "blob index tags")), summary.Options{}},
		{"capability", run(passed("BLOB-COND-20/a", "must"), lacks("BLOB-COPY-01/pending", "should", reports.LacksCapability, "pending-copy"), lacks("BLOB-COND-20/b", "should", reports.LacksCapability, "movable-clock")), summary.Options{}},
		{"stopped", stopped(), summary.Options{Width: 100}},
		{"silent", silent, summary.Options{}},
		{"known", known, summary.Options{Width: 100}},
		{"known_verbose", known, summary.Options{Width: 100, Verbose: true}},
		{"seen_once", seenOnce, summary.Options{Width: 100}},
		{"found", golden.Load(t, "found"), summary.Options{Width: 100}},
		{"outdated", outdated, summary.Options{Width: 100}},
		{"beneath", run(passed("BLOB-COND-42/a", "observed"), passed("BLOB-COND-42/b", "observed")), summary.Options{}},
		{"unproven", run(unjudged("BLOB-TAGS-02/recorded", reports.Recorded, reports.Scenario{Level: "observed", Got: "412"})), summary.Options{}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			var b strings.Builder
			if err := summary.Write(&b, tc.run, tc.opts); err != nil {
				t.Fatal(err)
			}
			golden.Same(t, "testdata/"+tc.name+".txt", b.String())
		})
	}
}

func TestShowPrintsAnyCard(t *testing.T) {
	t.Parallel()
	r := golden.Load(t, "gate")
	var b strings.Builder
	if err := summary.Show(&b, r, r.Scenarios, summary.Options{Width: 100}); err != nil {
		t.Fatal(err)
	}
	golden.Same(t, "testdata/show.txt", b.String())
}

func TestAnswersCannotRepaintTheTerminal(t *testing.T) {
	t.Parallel()
	r := load(t)
	r.Scenarios[0].Got = "201 \x1b[2J"
	r.Scenarios[0].Exchanges[1].ResponseBody = "\x1b]0;title\x07"
	r.Scenarios[0].Exchanges[1].ResponseHeader[0].Value = "\x1b[31m"
	var b strings.Builder
	if err := summary.Write(&b, r, summary.Options{Verbose: true}); err != nil {
		t.Fatal(err)
	}
	if strings.ContainsAny(b.String(), "\x1b\x07") {
		t.Errorf("escape sequences of the answer reach the terminal:\n%q", b.String())
	}
}

func TestWriteErrorIsReported(t *testing.T) {
	t.Parallel()
	if err := summary.Write(closed{}, load(t), summary.Options{}); !errors.Is(err, errClosed) {
		t.Errorf("Write to a closed pipe: %v, want %v", err, errClosed)
	}
}

var errClosed = errors.New("closed pipe")

type closed struct{}

func (closed) Write([]byte) (int, error) { return 0, errClosed }

func BenchmarkWrite(b *testing.B) {
	r := load(b)
	for b.Loop() {
		var out strings.Builder
		if err := summary.Write(&out, r, summary.Options{Width: 100, Clause: clauses}); err != nil {
			b.Fatal(err)
		}
	}
}

// TestACardNamesItsClauses compares a card's list of clauses with its text.
func TestACardNamesItsClauses(t *testing.T) {
	t.Parallel()
	more := 0
	for _, r := range []reports.Run{load(t), accused(), codes(), transaction()} {
		for _, c := range summary.Cards(r) {
			for _, id := range c.Clauses {
				if !strings.Contains(c.Text, id) {
					t.Errorf("the card of %s does not name %s:\n%s", c.Lead.ID, id, c.Text)
				}
			}
			if len(c.Clauses) > len(c.Lead.Clauses) {
				more++
			}
		}
	}
	if more == 0 {
		t.Error("no card names the clause of a case beside its own")
	}
}

// TestACauseNamesWhatIsStronger: the card of a cause comes first, and says which stronger promise is broken behind it.
func TestACauseNamesWhatIsStronger(t *testing.T) {
	t.Parallel()
	cards := summary.Cards(raced())
	const want = "1 case that may follow from it, at level must: BLOB-PAIR-01\n"
	if first := cards[0]; first.Lead.ID != "BLOB-TAB-19/put-page" || !strings.Contains(first.Text, want) {
		t.Errorf("the first card is\n%s, want that of the cause, with %q", first.Text, want)
	}
	for _, c := range cards[1:] {
		if strings.Contains(c.Text, "may follow") {
			t.Errorf("the card of %s has nothing behind it:\n%s", c.Lead.ID, c.Text)
		}
	}
}
