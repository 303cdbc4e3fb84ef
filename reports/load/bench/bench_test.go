package bench_test

import (
	"bytes"
	"strings"
	"testing"

	"golang.org/x/perf/benchfmt"

	"ifmatch/internal/golden"
	"ifmatch/reports/load"
	"ifmatch/reports/load/bench"
)

func fixture(t testing.TB, name string) load.Run {
	t.Helper()
	return golden.Decode(t, "../testdata/"+name+".json", load.Decode)
}

func TestGolden(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"summary", "queue", "sweep"} {
		var b bytes.Buffer
		if err := bench.Write(&b, fixture(t, name)); err != nil {
			t.Fatal(err)
		}
		golden.Same(t, "testdata/"+name+".txt", b.String())
	}
}

// read parses the text as benchstat would.
func read(t *testing.T, text string) (results []benchfmt.Result, units benchfmt.UnitMetadataMap) {
	t.Helper()
	rd := benchfmt.NewReader(strings.NewReader(text), "run")
	for rd.Scan() {
		switch rec := rd.Result().(type) {
		case *benchfmt.Result:
			results = append(results, *rec.Clone())
		case *benchfmt.SyntaxError:
			t.Errorf("%v", rec)
		}
	}
	if err := rd.Err(); err != nil {
		t.Fatal(err)
	}
	return results, rd.Units()
}

func TestBenchstatReadsWhatTheRunSays(t *testing.T) {
	t.Parallel()
	r := fixture(t, "summary")
	var b bytes.Buffer
	if err := bench.Write(&b, r); err != nil {
		t.Fatal(err)
	}
	results, units := read(t, b.String())
	type row struct {
		Name    string
		Iters   int
		P99, Hz float64
		Success float64
	}
	var got []row
	for _, res := range results {
		p99, _ := res.Value("p99-sec")
		hz, _ := res.Value("exchanges/s")
		success, _ := res.Value("success-p99-sec")
		got = append(got, row{string(res.Name), res.Iters, p99 * 1e9, hz, success * 1e9})
	}
	want := []row{{"Load/workload=blob-cas", int(r.Pace.Sent), float64(r.Response.P99), r.Contention.Rate, float64(r.Contention.TimeTo.P99)}}
	for _, op := range r.Operations {
		for _, o := range op.Outcomes {
			p99, _ := o.Response.Quantile(.99) // too few have none
			want = append(want, row{
				"Load/workload=blob-cas/op=" + strings.ReplaceAll(op.Name, " ", "_") + "/outcome=" + o.Outcome,
				int(o.Count), float64(p99), float64(o.Count) / r.Seconds, 0,
			})
		}
	}
	if len(got) != len(want) {
		t.Fatalf("%d lines, want %d", len(got), len(want))
	}
	for i := range got {
		near := func(a, b float64) bool { return a-b <= 1e-6*b && b-a <= 1e-6*b }
		if got[i].Name != want[i].Name || got[i].Iters != want[i].Iters || !near(got[i].P99, want[i].P99) || !near(got[i].Hz, want[i].Hz) || !near(got[i].Success, want[i].Success) {
			t.Errorf("line %d:\n got %+v\nwant %+v", i+1, got[i], want[i])
		}
	}
	for key, want := range map[string]string{"goos": "linux", "workload": "blob-cas", "clients": "32", "verdict": "valid", "seed": ""} {
		if got := results[0].GetConfig(key); got != want {
			t.Errorf("%s: %q, want %q", key, got, want)
		}
	}
	if got := units.GetBetter("commits/s"); got != 1 {
		t.Errorf("commits/s are better by %d, want higher", got)
	}
}

func TestHostileTextMakesNoLinesOfItsOwn(t *testing.T) {
	t.Parallel()
	r := fixture(t, "queue")
	const bad = "x\nBenchmarkEvil 1 1 ns/op\n/y=z"
	r.Operations[0].Name, r.Target.Name, r.Target.Server = bad, bad, bad
	r.Plan.Params = map[string]string{"Ke y\n": bad, "9": "1", "": "2"}
	var b bytes.Buffer
	if err := bench.Write(&b, r); err != nil {
		t.Fatal(err)
	}
	results, _ := read(t, b.String())
	for _, res := range results {
		if strings.HasPrefix(string(res.Name), "Evil") {
			t.Errorf("a benchmark %s", res.Name)
		}
	}
	if got := results[0].GetConfig("ke_y_"); got != "x BenchmarkEvil 1 1 ns/op /y=z" {
		t.Errorf("parameter is %q", got)
	}
}
