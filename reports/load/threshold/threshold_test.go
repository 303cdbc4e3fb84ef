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
			AttemptsPer: load.Spread{Mean: 1.5}, TimeTo: load.Distribution{Count: 400, P99: time.Second}},
	}
}

func TestCheck(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		text   string
		failed bool
		value  string
	}{
		{"p99>20ms", true, "40 ms"},
		{"p99 > 41ms", false, "40 ms"},
		{"p99(Get Blob)>20ms", false, "3 ms"},
		{"service.p99(put blob)>2ms", true, "3 ms"},
		{"lag.max>=1h", false, "40 ms"},
		{"goodput<500", false, "500"},
		{"goodput<=500", true, "500"},
		{"conflicts>49%", true, "50 %"},
		{"conflicts>0.51", false, "0.5"},
		{"jain<0.8", true, "0.75"},
		{"attempts>2", true, "2.5"},
		{"starvation>1s", true, "2 s"},
		{"success.p99>=1s", true, "1 s"},
		{"lost>0", true, "1"},
		{"lost>25%", false, "25 %"},
		{"lost(Get Blob)>0", false, "0"},
		{"unknown>0", false, "0"},
		{"dropped>=50%", true, "50 %"},
		{"late>2", false, "2"},
		{"rate<1", false, "1,000"},
		{"starvation>1999ms", true, "a little more than 2 s"},
		{"goodput<500.1", true, "a little less than 500"},
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

func TestAFigureThatDoesNotExistPassesNoGate(t *testing.T) {
	t.Parallel()
	exchange := []load.Operation{{Name: "Put Blob", Outcomes: []load.Outcome{{Outcome: "lost", Count: 9}}}}
	runs := map[string]load.Run{
		"nothing":   {},
		"readers":   {Operations: exchange},
		"hung":      {Operations: exchange, Contention: load.Contention{Attempts: 9, Starvation: 3 * time.Second}},
		"committed": {Operations: exchange, Contention: load.Contention{Attempts: 1000, ConflictRate: 1, Starvation: 3 * time.Second}},
	}
	for _, tc := range []struct {
		text string
		want map[string]string // text in the error, by run; no error for other runs
	}{
		{"conflicts>50%", map[string]string{"nothing": "no attempt", "readers": "no attempt", "hung": "none of 9 attempts was won, lost or refused"}},
		{"attempts>5", map[string]string{"nothing": "no attempt", "readers": "no attempt", "hung": "attempts was committed", "committed": "none of 1,000 attempts was committed"}},
		{"jain<0.5", map[string]string{"nothing": "no attempt", "readers": "no attempt", "hung": "attempts was committed", "committed": "attempts was committed"}},
		{"starvation>1m", map[string]string{"nothing": "no attempt", "readers": "no attempt", "hung": "attempts was committed", "committed": "attempts was committed"}},
		{"success.p99>1s", map[string]string{"nothing": "no attempt", "readers": "no attempt", "hung": "attempts was committed", "committed": "attempts was committed"}},
		{"starved>0", map[string]string{"nothing": "no attempt", "readers": "no attempt"}},
		{"unknown>0", map[string]string{"nothing": "measured no exchange"}},
		{"unknown>1%", map[string]string{"nothing": "measured no exchange"}},
		{"goodput<1", nil},
		{"commits<1", nil},
	} {
		e, err := Parse(tc.text)
		if err != nil {
			t.Fatal(err)
		}
		for name, r := range runs {
			_, err := e.Check(r)
			want := tc.want[name]
			if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
				t.Errorf("%s of %s: %v, want %q", tc.text, name, err, want)
			}
		}
	}
}

func TestParseRefuses(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"": "cannot be read", "p99": "cannot be read", "p99=1ms": "cannot be read", "p99>20": "not a duration", "p99>-1ms": "not a duration",
		"p98>1ms": "no metric", "goodput>1ms": "not a number", "goodput(Put Blob)>1": "for the whole run", "service.goodput>1": "measured only once",
		"conflicts>x%": "not a number", "lost>NaN": "not a number", "p99()>1ms": "cannot be read", "p99>1ms and p50>1ms": "cannot be read",
		"conflicts>50":   "a share is from 0 to 1, or has a % sign",
		"conflicts>101%": "a share is from 0 to 1, or has a % sign",
		"jain<2":         "a share is from 0 to 1, or has a % sign",
		"unknown>200%":   "a share is from 0 to 1, or has a % sign",
		"dropped>100.1%": "a share is from 0 to 1, or has a % sign",
	} {
		if e, err := Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Parse(%q) = %v, %v, want an error with %q", text, e, err, want)
		}
	}
	for _, text := range []string{"conflicts>1", "conflicts>=100%", "unknown>200", "lost<100%", "attempts>50"} {
		if _, err := Parse(text); err != nil {
			t.Errorf("Parse(%q): %v", text, err)
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
		want     string // text in the error, "" for none
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
