package threshold

import (
	"strings"
	"testing"
	"time"

	"ifmatch/reports/load"
	"ifmatch/reports/load/hdr"
)

func distribution(all ...time.Duration) load.Distribution {
	h := hdr.New()
	for _, d := range all {
		h.Record(int64(d))
	}
	return h.Distribution()
}

// measured is a run with known figures.
func measured() load.Run {
	one := distribution(time.Millisecond, 2*time.Millisecond, 3*time.Millisecond)
	slow := distribution(40 * time.Millisecond)
	return load.Run{
		Pace: load.Pace{Requested: 8, Sent: 4, Dropped: 4, Late: 2},
		Operations: []load.Operation{
			{Name: "Get Blob", Outcomes: []load.Outcome{{Outcome: "won", Count: 3, Service: one, Response: one, Lag: one}}},
			{Name: "Put Blob", Outcomes: []load.Outcome{{Outcome: "lost", Count: 1, Service: one, Response: slow, Lag: slow}}},
		},
		Contention: load.Contention{Goodput: 500, Rate: 1000, Attempts: 1000, Commits: 400, ConflictRate: 0.5, Jain: 0.75, Starvation: 2 * time.Second,
			AttemptsPer: load.Spread{Mean: 1.5}, TimeTo: load.Distribution{P99: time.Second}},
	}
}

func TestCheck(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		text   string
		failed bool
		value  string
	}{
		{"p99>20ms", true, "40ms"},
		{"p99 > 41ms", false, "40ms"},
		{"p99(Get Blob)>20ms", false, "3ms"},
		{"service.p99(put blob)>2ms", true, "3ms"},
		{"lag.max>=1h", false, "40ms"},
		{"goodput<500", false, "500"},
		{"goodput<=500", true, "500"},
		{"conflicts>49%", true, "50%"},
		{"conflicts>0.51", false, "0.5"},
		{"jain<0.8", true, "0.75"},
		{"attempts>2", true, "2.5"},
		{"starvation>1s", true, "2s"},
		{"success.p99>=1s", true, "1s"},
		{"lost>0", true, "1"},
		{"lost>25%", false, "25%"},
		{"lost(Get Blob)>0", false, "0"},
		{"unknown>0", false, "0"},
		{"dropped>=50%", true, "50%"},
		{"late>2", false, "2"},
		{"rate<1", false, "1000"},
	} {
		e, err := Parse(tc.text)
		if err != nil {
			t.Errorf("Parse(%q): %v", tc.text, err)
			continue
		}
		got, err := e.Check(measured())
		if err != nil {
			t.Errorf("%s: %v", tc.text, err)
			continue
		}
		if got.Failed != tc.failed || got.Value != tc.value {
			t.Errorf("%s: failed %v at %s, want %v at %s", tc.text, got.Failed, got.Value, tc.failed, tc.value)
		}
	}
}

func TestCheckSaysWhatIsMissing(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"p99(Delete Blob)>1s": "it sent Get Blob, Put Blob",
		"won(Delete Blob)>1":  "it sent Get Blob, Put Blob",
	} {
		e, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := e.Check(measured()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want an error with %q", text, err, want)
		}
	}
	e, err := Parse("p99>1s")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.Check(load.Run{}); err == nil {
		t.Error("a run without an exchange has a p99")
	}
	if e, err = Parse("lag.p99>1s"); err != nil {
		t.Fatal(err)
	}
	closed := load.Run{Operations: []load.Operation{{Name: "Get Blob", Outcomes: []load.Outcome{{Outcome: "won", Count: 1}}}}}
	if _, err := e.Check(closed); err == nil || !strings.Contains(err.Error(), "a closed loop has no lag") {
		t.Errorf("the lag of a closed loop: %v", err)
	}
}

func TestParseRefuses(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "p99", "p99=1ms", "p99>20", "p99>-1ms", "p98>1ms", "goodput>1ms", "goodput(Put Blob)>1", "service.goodput>1", "conflicts>x%", "lost>NaN", "p99()>1ms", "p99>1ms and p50>1ms"} {
		if e, err := Parse(text); err == nil {
			t.Errorf("Parse(%q) = %v, want an error", text, e)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"p99>20ms", "service.p99.9(Put Blob)>1s", "goodput<500", "conflicts>50%", "unknown>0", "dropped>=0.1%"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		e, err := Parse(text)
		if err != nil {
			return
		}
		again, err := Parse(e.String())
		if err != nil || again.bound != e.bound || again.compare != e.compare {
			t.Errorf("Parse(%q) reads back as %+v, %v", text, again, err)
		}
	})
}

func TestFits(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		text     string
		schedule bool
		want     string // in the error, "" for none
	}{
		{"p99>1ms", false, ""},
		{"p99(put blob)>1ms", false, ""},
		{"won(Get Blob)>1", false, ""},
		{"p99(Put Page)>1ms", false, "the run sends no Put Page; it sends Get Blob, Put Blob"},
		{"lag.p99>1ms", true, ""},
		{"lag.p99>1ms", false, "a closed loop has no lag"},
	} {
		e, err := Parse(tc.text)
		if err != nil {
			t.Fatal(err)
		}
		err = e.Fits([]string{"Get Blob", "Put Blob"}, tc.schedule)
		if (err == nil) != (tc.want == "") || err != nil && !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s, schedule %t: %v, want %q", tc.text, tc.schedule, err, tc.want)
		}
	}
}
