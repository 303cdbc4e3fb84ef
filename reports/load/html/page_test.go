package html_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"strings"
	"testing"
	"time"

	"ifmatch/internal/golden"
	"ifmatch/reports/load"
	"ifmatch/reports/load/html"
)

func fixture(t testing.TB, name string) load.Run {
	t.Helper()
	return golden.Decode(t, "../testdata/"+name+".json", load.Decode)
}

var names = []string{"summary", "invalid", "lease", "queue", "sweep"}

func render(t testing.TB, r load.Run) string {
	t.Helper()
	var b bytes.Buffer
	if err := html.Write(&b, r); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestGolden(t *testing.T) {
	t.Parallel()
	for _, name := range names {
		got := render(t, fixture(t, name))
		golden.Same(t, "testdata/"+name+".html", got)
	}
}

func TestThePageNeedsNothingElse(t *testing.T) {
	t.Parallel()
	outside := regexp.MustCompile(`(?i)<script|<link|<img|<iframe|@import|url\(|\ssrc=|\son[a-z]+=|javascript:|href="[^#]`)
	for _, name := range names {
		if found := outside.FindString(render(t, fixture(t, name))); found != "" {
			t.Errorf("%s: the page has %q", name, found)
		}
	}
}

func TestEveryDrawingIsWellFormed(t *testing.T) {
	t.Parallel()
	svg := regexp.MustCompile(`(?s)<svg.*?</svg>`)
	for _, name := range names {
		drawings := svg.FindAllString(render(t, fixture(t, name)), -1)
		if len(drawings) == 0 {
			t.Errorf("%s: nothing is drawn", name)
		}
		for _, d := range drawings {
			dec := xml.NewDecoder(strings.NewReader(d))
			for {
				if _, err := dec.Token(); errors.Is(err, io.EOF) {
					break
				} else if err != nil {
					t.Fatalf("%s: %v in\n%s", name, err, d)
				}
			}
			if strings.Contains(d, "NaN") || strings.Contains(d, "Inf") {
				t.Errorf("%s: a coordinate that is no number in\n%s", name, d)
			}
		}
	}
}

func TestHostileTextStaysText(t *testing.T) {
	t.Parallel()
	const bad = `"><script>alert(1)</script><style>*{display:none}</style>'`
	r := fixture(t, "invalid")
	r.Points = fixture(t, "sweep").Points
	r.Target = load.Target{Name: bad, Server: bad, Endpoints: map[string]string{bad: bad}, Versions: map[string]string{bad: bad}}
	r.Tool, r.Host = load.Tool{Name: bad, Version: bad, Go: bad}, load.Host{OS: bad, Arch: bad}
	r.Plan.Workload, r.Plan.Sentence, r.Plan.Invariant, r.Plan.Shape = bad, bad, bad, bad
	r.Plan.Params = map[string]string{bad: bad}
	r.Pace.Bottleneck, r.Found, r.Verdict.Why = bad, bad, bad
	r.Verdict.Assumptions, r.Verdict.NotObserved, r.Verdict.Observed = []string{bad}, []string{bad}, map[string]int{bad: 1}
	r.Thresholds = []load.Threshold{{Expression: bad, Value: bad}}
	r.Codes[0].Code = bad
	r.Operations[0].Name = bad
	r.Points[0].Param, r.Points[0].Bottleneck = bad, bad
	for i := range r.Verdict.Certificates {
		c := &r.Verdict.Certificates[i]
		c.Rule, c.Sentence, c.Key, c.Clauses = bad, bad, bad, []string{bad}
		for j := range c.Steps {
			s := &c.Steps[j]
			s.Operation, s.Code, s.Named, s.Answered, s.Lease, s.Value, s.Role, s.RequestID, s.Curl = bad, bad, bad, bad, bad, bad, bad, bad, bad
		}
	}
	page := render(t, r)
	if strings.Contains(page, "<script") {
		t.Error("a script got into the page")
	}
	want := strings.Count(render(t, fixture(t, "invalid")), "<style")
	if got := strings.Count(page, "<style"); got != want {
		t.Errorf("%d style sheets, want %d", got, want)
	}
}

func TestARunWithoutAnythingHasAPage(t *testing.T) {
	t.Parallel()
	page := render(t, load.Run{Plan: load.Plan{Workload: "blob-cas"}, Verdict: load.Verdict{State: load.Incomplete, Why: "it was stopped"}})
	for _, want := range []string{"incomplete", "it was stopped", "nothing was measured"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
}

func TestViolationsMayBeMoreThanWereCounted(t *testing.T) {
	t.Parallel()
	r := fixture(t, "invalid")
	r.Verdict.More = true
	if page := render(t, r); !strings.Contains(page, "at least 3 violations in") || !strings.Contains(page, "And at least 1 violation more.") {
		t.Error("the count is not said to be a least one")
	}
	r.Verdict.Violations = len(r.Verdict.Certificates)
	if page := render(t, r); !strings.Contains(page, "There may be more") {
		t.Error("that there may be more is not said where all known ones are shown")
	}
}

func TestConditionsOfASweepNameTheirPointOnce(t *testing.T) {
	t.Parallel()
	r := fixture(t, "sweep")
	r.Thresholds = []load.Threshold{{Expression: "conflicts>30%", Value: "66.4 %", Failed: true, Point: "clients=9999"}}
	if n := strings.Count(render(t, r), "clients=9999"); n != 1 {
		t.Errorf("the point of a condition is named %d times, want once", n)
	}
}

func TestALongRunIsDrawnInFewPoints(t *testing.T) {
	t.Parallel()
	r := fixture(t, "summary")
	r.Series, r.Seconds = nil, 10_000
	for i := range 10_000 {
		s := load.Second{At: float64(i), Sent: 100, Commits: 10, Outcomes: map[string]int64{"won": 100}, P50: time.Millisecond, P99: 2 * time.Millisecond, Max: 3 * time.Millisecond}
		if i == 5_000 {
			s.P99, s.Max = 7*time.Second, 8*time.Second
		}
		r.Series = append(r.Series, s)
	}
	page := render(t, r)
	if n := strings.Count(page, `class="hit"`); n > 2*2*600 {
		t.Errorf("%d places in the charts", n)
	}
	if !strings.Contains(page, "p99 7 s, max 8 s") {
		t.Error("the stall is smoothed away")
	}
}

func BenchmarkWrite(b *testing.B) {
	r := fixture(b, "invalid")
	for b.Loop() {
		if err := html.Write(io.Discard, r); err != nil {
			b.Fatal(err)
		}
	}
}
