package exporter

import (
	"io"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ifmatch/loadgen/history"
	"ifmatch/reports/load/metric"
)

func TestMetricsTellWhatWasRecorded(t *testing.T) {
	t.Parallel()
	e, err := Listen(t.Context(), "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	}()
	book := history.NewDictionary("01234567")
	put, lost := book.Name("Put Blob"), book.Code("ConditionNotMet")
	e.Add([]history.Event{{Name: put}}) // before the run began
	e.Measuring(Run{Workload: "blob-cas", Book: book, From: 1000, LateAfter: 1500, Schedule: func() (int64, int64) { return 40, 3 }})
	e.Measuring(Run{Workload: "blob-cas", Book: book, From: 1000, LateAfter: 1500, Schedule: func() (int64, int64) { return 10, 1 }})
	e.Add([]history.Event{
		{Name: put, Invoke: 900, Intended: 900, Return: 950, Status: 201, Outcome: history.Won, Flags: history.Attempt},         // warm-up
		{Name: put, Invoke: 2000, Intended: 2000, Return: 3000, Status: 201, Outcome: history.Won, Flags: history.Outside},      // preparation
		{Name: put, Invoke: 2000, Intended: 2000, Return: 2_002_000, Status: 201, Outcome: history.Won, Flags: history.Attempt}, // 2 ms
		{Name: put, Invoke: 4000, Intended: 2000, Return: 5000, Status: 412, Code: lost, Outcome: history.Lost, Flags: history.Attempt},
		{Name: put, Invoke: 4000, Intended: 2000, Return: history.Open, Outcome: history.Unknown, Flags: history.Attempt},
	})
	resp, err := http.Get(e.Address())
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	page, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`ifmatch_answers_total{code="",operation="Put Blob",status="201",workload="blob-cas"} 1`,
		`ifmatch_answers_total{code="ConditionNotMet",operation="Put Blob",status="412",workload="blob-cas"} 1`,
		`ifmatch_answers_total{code="",operation="Put Blob",status="0",workload="blob-cas"} 1`,
		`ifmatch_attempts_total{workload="blob-cas"} 3`,
		`ifmatch_requested_total{workload="blob-cas"} 50`,
		`ifmatch_dropped_total{workload="blob-cas"} 4`,
		`ifmatch_late_total{workload="blob-cas"} 2`,
		`# HELP ifmatch_commits_total updates that were committed. The warm-up is not counted.`,
		`ifmatch_commits_total{workload="blob-cas"} 1`,
		`ifmatch_service_seconds_count{operation="Put Blob",outcome="won",workload="blob-cas"} 1`,
		`ifmatch_service_seconds_sum{operation="Put Blob",outcome="won",workload="blob-cas"} 0.002`,
		`ifmatch_response_seconds_sum{operation="Put Blob",outcome="lost",workload="blob-cas"} 3e-06`,
	} {
		if !strings.Contains(string(page), want+"\n") {
			t.Errorf("the page lacks %s", want)
		}
	}
	// The page has every figure that the list assigns to it, and none under another
	// name.
	want := map[string]bool{"ifmatch_answers_total": true, metric.Service.Prometheus: true}
	for _, f := range metric.All() {
		if f.Prometheus != "" {
			want[f.Prometheus] = true
		}
	}
	for _, m := range regexp.MustCompile(`(?m)^# TYPE (\S+) `).FindAllStringSubmatch(string(page), -1) {
		if !want[m[1]] {
			t.Errorf("the page has %s, which is not in the list of figures", m[1])
		}
		delete(want, m[1])
	}
	if len(want) > 0 {
		t.Errorf("the page lacks %v", slices.Sorted(maps.Keys(want)))
	}
	if t.Failed() {
		t.Logf("%s", page)
	}
}

func TestListenSaysWhatIsWrong(t *testing.T) {
	t.Parallel()
	for _, address := range []string{"nowhere", "127.0.0.1:99999"} {
		if e, err := Listen(t.Context(), address); err == nil {
			e.Close()
			t.Errorf("Listen(%q) worked", address)
		}
	}
}
