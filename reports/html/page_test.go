package html_test

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"ifmatch/internal/golden"
	"ifmatch/reports"
	"ifmatch/reports/html"
)

func TestGolden(t *testing.T) {
	t.Parallel()
	golden.Render(t, ".html", html.Write)
	golden.Check(t, "tables.html", golden.Load(t, "tables"), html.Write)
}

func render(t *testing.T, r reports.Run) string {
	t.Helper()
	var b bytes.Buffer
	if err := html.Write(&b, r); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestACellIsAsBadAsItsWorstCase(t *testing.T) {
	t.Parallel()
	page := render(t, golden.Load(t, "tables"))
	for _, want := range []string{
		`<a class="v v-failed" href="#cell/article-blob-operations/1/3">✗ Yes <small>14/15</small></a>`,
		`<a class="v v-passed" href="#cell/article-blob-operations/1/2">✓ Yes <small>6/6</small></a>`,
		`<a class="v v-skipped" href="#cell/article-blob-operations/10/2">– No <small>0/1</small></a>`,
		`<a class="v v-weak" href="#cell/lease-blob-outcomes/14/3">✗ 409 LeaseIdMismatchWithLeaseOperation <small>0/1</small></a>`,
		`<a class="v v-blocked" href="#cell/article-container-lease-operations/6/1">? Set Container ACL <small>0/2</small></a>`,
		`<a class="v v-recorded" href="#cell/table-verbs/4/4">– 400 unchanged <small>0/1</small></a>`,
		`9 of 10 cells hold`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not have %q", want)
		}
	}
	if strings.Contains(page, `href="#cell/article-blob-operations/3/`) {
		t.Error("a cell is coloured that no case of the run judges")
	}
}

func TestHostileTextStaysText(t *testing.T) {
	t.Parallel()
	const bad = `</script><script>alert(1)</script><img src=x onerror=alert(1)>"'`
	r := golden.Load(t, "tables")
	plain := strings.Count(render(t, r), "<script")
	r.Target.Name, r.Tool.Version, r.Stopped = bad, bad, bad
	r.Target.Endpoints = map[string]string{bad: bad}
	for i := range r.Scenarios {
		s := &r.Scenarios[i]
		s.Name, s.Reason, s.Want, s.Got, s.Service, s.Feature = bad, bad, bad, bad, bad, bad
		for k := range s.Exchanges {
			s.Exchanges[k].ResponseBody, s.Exchanges[k].Step = bad, bad
		}
	}
	for i := range r.Promises {
		r.Promises[i].Statement, r.Promises[i].Heading = bad, bad
	}
	page := render(t, r)
	if got := strings.Count(page, "<script"); got != plain || strings.Contains(page, "<img") {
		t.Errorf("%d scripts, want %d, and no picture", got, plain)
	}
}

func TestAResultThatIsNoTextHasAPage(t *testing.T) {
	t.Parallel()
	page := render(t, golden.Hostile())
	if n := strings.Count(page, "<script"); n != 2 {
		t.Errorf("%d scripts, want 2", n)
	}
}

func TestNothingComesFromElsewhere(t *testing.T) {
	t.Parallel()
	page := render(t, golden.Load(t, "tables"))
	for _, loads := range []string{" src=", "@import", "url(", "<link", "http-equiv=\"refresh\""} {
		if strings.Contains(page, loads) {
			t.Errorf("the page holds %q", loads)
		}
	}
}

func TestExchangesOfALargeRunAreLimited(t *testing.T) {
	t.Parallel()
	r := golden.Load(t, "tables")
	r.Scenarios = nil
	body := strings.Repeat("x", 190)
	for i := range 5200 {
		s := reports.Scenario{ID: "BLOB-TAB-01C/" + strings.Repeat("y", 40) + string(rune('a'+i%26)), Name: strings.Repeat("a name of a case ", 6), Clauses: []string{"BLOB-TAB-01C"}, Service: "blob", Level: "must", Status: reports.Passed}
		x := reports.Exchange{Step: "When a client sends", Method: "PUT", URL: "http://127.0.0.1:10000/" + body, ResponseBody: body}
		s.Exchanges = []reports.Exchange{x, x, x, x}
		if i == 5199 {
			s.Status, s.Exchanges[3].URL = reports.Failed, "http://127.0.0.1/the-failure"
		}
		r.Scenarios = append(r.Scenarios, s)
	}
	page := render(t, r)
	if len(page) > 2_500_000 {
		t.Errorf("the page has %d bytes", len(page))
	}
	if !strings.Contains(page, "the-failure") {
		t.Error("what explains a failure was left out, and what passed was not")
	}
}

func TestWriteErrorsArePassedOn(t *testing.T) {
	t.Parallel()
	broken := errors.New("disk on fire")
	if err := html.Write(failing{broken}, golden.Load(t, "run")); !errors.Is(err, broken) {
		t.Errorf("Write: %v, want %v", err, broken)
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

func BenchmarkWrite(b *testing.B) {
	r := golden.Load(b, "tables")
	for b.Loop() {
		if err := html.Write(io.Discard, r); err != nil {
			b.Fatal(err)
		}
	}
}
