package junit_test

import (
	"bytes"
	"encoding/xml"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"ifmatch/internal/golden"
	"ifmatch/reports"
	"ifmatch/reports/junit"
)

func TestGolden(t *testing.T) {
	t.Parallel()
	golden.Render(t, ".xml", junit.Write)
}

// TestJenkinsTakesIt validates the document by the schema of Jenkins' xunit plugin,
// copied to testdata.
func TestJenkinsTakesIt(t *testing.T) {
	t.Parallel()
	lint, err := exec.LookPath("xmllint")
	if err != nil && os.Getenv("IFMATCH_XMLLINT") == "required" {
		t.Fatal("there is no xmllint: install libxml2-utils")
	}
	if err != nil {
		t.Skip("there is no xmllint here: Debian's libxml2-utils has it")
	}
	interrupted := golden.Load(t, "run")
	interrupted.Incomplete = true
	interrupted.Summary.Planned += 40
	for name, r := range map[string]reports.Run{
		"run": golden.Load(t, "run"), "gate": golden.Load(t, "gate"), "interrupted": interrupted, "hostile": golden.Hostile(),
		"large": golden.Large(300), "empty": {Plan: reports.Plan{Level: "must"}},
	} {
		path := filepath.Join(t.TempDir(), name+".xml")
		if err := reports.WriteFile(path, r, junit.Write); err != nil {
			t.Fatal(err)
		}
		if out, err := exec.Command(lint, "--noout", "--nonet", "--schema", "testdata/junit-10.xsd", path).CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
	}
}

// TestRedIsWhatTheExitCodeSays compares the failures and errors of the document with
// the run's outcome.
func TestRedIsWhatTheExitCodeSays(t *testing.T) {
	t.Parallel()
	for _, name := range golden.Results {
		r := golden.Load(t, name)
		var b bytes.Buffer
		if err := junit.Write(&b, r); err != nil {
			t.Fatal(err)
		}
		var got struct {
			Tests    int `xml:"tests,attr"`
			Failures int `xml:"failures,attr"`
			Errors   int `xml:"errors,attr"`
		}
		if err := xml.Unmarshal(b.Bytes(), &got); err != nil {
			t.Fatal(err)
		}
		gating := 0
		for _, s := range r.Scenarios {
			if s.Status == reports.Failed && reports.Gates(s.GatingLevel(), r.Plan.Level) && (s.Known == nil || s.Known.Change != reports.Less) {
				gating++
			}
		}
		misfits := 0
		if r.Baseline != nil {
			misfits = len(r.Baseline.Stale) + r.Baseline.Misfits + r.Summary.Fixed
		}
		doubts := 0
		for _, f := range r.Found {
			if r.Doubts(f) {
				doubts++
			}
		}
		if got.Failures != gating+misfits || got.Errors != r.Summary.Blocked+r.Summary.Error+doubts || got.Tests != len(r.Scenarios)+len(r.Found)+misfits {
			t.Errorf("%s: %+v, want %d failures that gate, %d misfits and %d doubts", name, got, gating, misfits, doubts)
		}
	}
}

func TestNoTextEscapes(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	if err := junit.Write(&b, golden.Hostile()); err != nil {
		t.Fatal(err)
	}
	if strings.ContainsAny(b.String(), "\x1b\x00") {
		t.Error("control characters reach the document")
	}
	var got struct {
		Cases []struct {
			Failure *struct{} `xml:"failure"`
		} `xml:"testsuite>testcase"`
	}
	if err := xml.Unmarshal(b.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	failed := 0
	for _, c := range got.Cases {
		if c.Failure != nil {
			failed++
		}
	}
	if len(got.Cases) != 10 || failed != 3 {
		t.Errorf("%d tests of which %d failed, want 10 and 3: text became elements", len(got.Cases), failed)
	}
}

func BenchmarkWrite(b *testing.B) {
	r := golden.Large(300)
	for b.Loop() {
		if err := junit.Write(&bytes.Buffer{}, r); err != nil {
			b.Fatal(err)
		}
	}
}
