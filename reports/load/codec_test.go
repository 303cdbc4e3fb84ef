package load_test

import (
	"bytes"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/google/go-cmp/cmp"

	"ifmatch/reports"
	"ifmatch/reports/load"
)

func fixture(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile("testdata/" + name + ".json")
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestEncodeOfDecodeIsTheSameFile(t *testing.T) {
	t.Parallel()
	for name := range fixtures() {
		want := fixture(t, name)
		r, err := load.Decode(bytes.NewReader(want))
		if err != nil {
			t.Fatal(err)
		}
		var got bytes.Buffer
		if err := load.Encode(&got, r); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(string(want), got.String()); d != "" {
			t.Errorf("%s: Encode(Decode(file)) -want +got:\n%s", name, d)
		}
	}
}

// TestOlderResultsAreRead decodes a field that this version does not write.
func TestOlderResultsAreRead(t *testing.T) {
	t.Parallel()
	old := bytes.Replace(fixture(t, "summary"), []byte(`"verdict": {`), []byte(`"verdict": {"selfTest": {"flipped": 50, "found": 50, "seed": 7},`), 1)
	if r, err := load.Decode(bytes.NewReader(old)); err != nil || r.Verdict.SelfTest == nil {
		t.Errorf("a result with a self-test: %v, and the self-test is %s", err, r.Verdict.SelfTest)
	}
}

func TestEncodeWritesEmptyListsNotNull(t *testing.T) {
	t.Parallel()
	var got bytes.Buffer
	if err := load.Encode(&got, load.Run{Plan: load.Plan{Workload: "blob-cas"}, Verdict: load.Verdict{State: load.Valid}}); err != nil {
		t.Fatal(err)
	}
	for _, list := range []string{`"operations": []`, `"series": []`, `"codes": []`} {
		if !strings.Contains(got.String(), list) {
			t.Errorf("no %s in\n%s", list, got.String())
		}
	}
	if _, err := load.Decode(&got); err != nil {
		t.Errorf("Decode of an empty run: %v", err)
	}
}

func TestDecodeSaysWhatIsWrong(t *testing.T) {
	t.Parallel()
	file := string(fixture(t, "invalid"))
	replace := func(old, new string) string {
		if !strings.Contains(file, old) {
			t.Fatalf("the fixture has no %s", old)
		}
		return strings.Replace(file, old, new, 1)
	}
	for _, tc := range []struct{ name, in, want string }{
		{"empty", "", "the file ends in the middle"},
		{"cut off", file[:len(file)/2], "the file ends in the middle"},
		{"not JSON", "<html>", "line 1, column 1: invalid character '<'"},
		{"another document", `{"name":"x"}`, `no "schema" field`},
		{"a conformance result", `{"schema":1,"scenarios":[]}`, "a result of ifmatch run"},
		{"another kind", replace(`"kind": "load"`, `"kind": "lode"`), `kind is "lode", want "load"`},
		{"newer schema", replace(`"schema": 1`, `"schema": 2`), "schema 2, but this ifmatch reads schema 1"},
		{"unknown field", replace(`"seed"`, `"sead"`), `unknown field "sead"`},
		{"second document", file + file, "line "},
		{"no workload", replace(`"workload": "blob-cas"`, `"workload": ""`), "plan: no workload"},
		{"unknown state", replace(`"state": "invalid"`, `"state": "fine"`), `verdict: state is "fine"`},
		{"invalid without a violation", replace(`"violations": 3`, `"violations": 0`), "invalid with 0 violations"},
		{"valid with violations", replace(`"state": "invalid"`, `"state": "valid"`), "valid with 3 violations"},
		{"too many certificates", replace(`"violations": 3`, `"violations": 1`), "2 certificates of 1 violations"},
		{"a step back in time", replace(`"returnNs": 1205300000`, `"returnNs": 1`), "certificate 1: step 1 returned before"},
		{"unknown outcome", replace(`"outcome": "won"`, `"outcome": "winner"`), `outcome is "winner"`},
		{"outcome twice", replace(`"outcome": "lost"`, `"outcome": "won"`), "outcome won occurs twice"},
		{"rate of conflicts", replace(`"conflictRate": 0.3333333333333333`, `"conflictRate": 33`), "conflict rate is 33"},
		{"seconds out of order", replace(`"at": 4`, `"at": 1`), "second 5: it is at 1 s"},
		{"negative pace", replace(`"dropped": 120`, `"dropped": -1`), "dropped -1"},
		{"status", replace(`"status": 201`, `"status": 2010`), "status 2010"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			_, err := load.Decode(strings.NewReader(tc.in))
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("Decode: error %v, want one that says %q", err, tc.want)
			}
		})
	}
}

func TestEncodeRefusesWhatCannotBe(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name   string
		change func(*load.Run)
		want   string
	}{
		{"not a number", func(r *load.Run) { r.Contention.Jain = math.NaN() }, "Jain's index is NaN"},
		{"percentiles that fall", func(r *load.Run) { r.Response.P50 = time.Hour }, "response: minimum, percentiles and maximum are not in order"},
		{"a histogram of nothing", func(r *load.Run) { r.Contention.Lease.AfterBreak.Histogram = "x" }, "after break: figures without a single value"},
		{"unknown state of a point", func(r *load.Run) { r.Points = []load.Point{{Param: "clients"}} }, "point 1"},
		{"operation twice", func(r *load.Run) { r.Operations[1].Name = r.Operations[0].Name }, "occurs twice"},
		{"negative time", func(r *load.Run) { r.Seconds = -1 }, "-1 seconds"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			r := lease()
			tc.change(&r)
			err := load.Encode(io.Discard, r)
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("Encode: error %v, want one that says %q", err, tc.want)
			}
		})
	}
}

func TestDecodePassesOnReadErrors(t *testing.T) {
	t.Parallel()
	broken := errors.New("disk on fire")
	if _, err := load.Decode(io.MultiReader(strings.NewReader("{"), iotest.ErrReader(broken))); !errors.Is(err, broken) {
		t.Errorf("Decode: %v, want %v", err, broken)
	}
}

func TestASummaryIsWrittenWhole(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "summary.json")
	if err := reports.WriteFile(path, blobCAS(), load.Encode); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(fixture(t, "summary")), string(got)); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
}

// FuzzDecode checks that every accepted input survives a round trip unchanged.
func FuzzDecode(f *testing.F) {
	// Without histograms: the fuzzer would spend its time on their base64.
	for _, name := range []string{"invalid", "lease", "queue", "sweep"} {
		f.Add(regexp.MustCompile(`"hdr": "[^"]*"`).ReplaceAll(fixture(f, name), []byte(`"hdr": ""`)))
	}
	f.Add([]byte(`{"schema":1,"kind":"load","plan":{"workload":"x"},"operations":[],"series":[],"codes":[],"verdict":{"state":"valid"}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := load.Decode(bytes.NewReader(data))
		if err != nil {
			return
		}
		var first, second bytes.Buffer
		if err := load.Encode(&first, r); err != nil {
			t.Fatalf("Encode refuses what Decode accepted: %v", err)
		}
		again, err := load.Decode(bytes.NewReader(first.Bytes()))
		if err != nil {
			t.Fatalf("Decode refuses what Encode wrote: %v\n%s", err, first.Bytes())
		}
		if err := load.Encode(&second, again); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(first.Bytes(), second.Bytes()) {
			t.Errorf("two rounds differ:\n%s", cmp.Diff(first.String(), second.String()))
		}
	})
}
