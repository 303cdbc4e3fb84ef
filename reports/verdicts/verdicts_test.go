package verdicts_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ifmatch/internal/golden"
	"ifmatch/reports"
	"ifmatch/reports/verdicts"
)

func TestGolden(t *testing.T) {
	t.Parallel()
	golden.Render(t, ".json", verdicts.Write)
}

func render(t *testing.T, r reports.Run) string {
	t.Helper()
	var b bytes.Buffer
	if err := verdicts.Write(&b, r); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestVerdictsAreAResult(t *testing.T) {
	t.Parallel()
	r := golden.Load(t, "tables")
	text := render(t, r)
	got, err := reports.Decode(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(r.Summary, got.Summary); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
	if got.Outcome() != r.Outcome() {
		t.Errorf("the outcome is %v, and was %v", got.Outcome(), r.Outcome())
	}
	if n := strings.Count(text, "\n    {"); n != len(r.Scenarios) {
		t.Errorf("%d lines of cases, want %d", n, len(r.Scenarios))
	}
	if again := render(t, got); again != text {
		t.Error("verdicts of verdicts are not the same")
	}
}

func TestEqualRunsHaveEqualVerdicts(t *testing.T) {
	t.Parallel()
	one, other := golden.Load(t, "run"), golden.Load(t, "run")
	for i, words := range [][2]string{
		{`201 Created; ETag "0x8DF48F62FBB541B"`, `201 Created; ETag "0x8DF48F62FBB9999"`},
		{`W/"datetime'2026-11-22T18%3A12%3A11.9650000Z'"`, `W/"datetime'2026-11-23T01%3A02%3A03.0000000Z'"`},
		{"lease 6f1c3f0e-8a57-4d5c-9f07-3f6f6a7b8c9d", "lease 00000000-8a57-4d5c-9f07-3f6f6a7b8c9d"},
		{"Last-Modified Sun, 22 Nov 2026 18:12:11 GMT", "Last-Modified Mon, 23 Nov 2026 00:00:00 GMT"},
		{"at http://127.0.0.1:4711/a", "at http://127.0.0.1:5822/a"},
		{"ifmatch-8a63fd26-8464d0c824db is there", "ifmatch-99999999-000000000000 is there"},
		{"reading the state of ifmatchX4d274fc192X9c51", "reading the state of ifmatchX00000fc192X9999"},
	} {
		one.Scenarios[i].Got, other.Scenarios[i].Got = words[0], words[1]
	}
	other.Plan.RunID, other.Seconds, other.Target.Endpoints = "other", 1, nil
	if d := cmp.Diff(render(t, one), render(t, other)); d != "" {
		t.Errorf("-one +other:\n%s", d)
	}
}
