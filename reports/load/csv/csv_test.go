package csv_test

import (
	"bytes"
	stdcsv "encoding/csv"
	"errors"
	"strconv"
	"strings"
	"testing"

	"ifmatch/internal/golden"
	"ifmatch/reports/load"
	"ifmatch/reports/load/csv"
)

func fixture(t testing.TB, name string) load.Run {
	t.Helper()
	return golden.Decode(t, "../testdata/"+name+".json", load.Decode)
}

func render(t *testing.T, r load.Run) string {
	t.Helper()
	var b bytes.Buffer
	if err := csv.Write(&b, r); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestGolden(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"lease", "queue", "sweep"} {
		got := render(t, fixture(t, name))
		golden.Same(t, "testdata/"+name+".csv", got)
	}
}

func TestEveryRowHasTheSameColumnsAndEveryFigureStandsOnce(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"summary", "invalid", "lease", "queue", "sweep"} {
		rows, err := stdcsv.NewReader(strings.NewReader(render(t, fixture(t, name)))).ReadAll()
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		seen := map[string]bool{}
		for _, row := range rows {
			key := strings.Join(row[:5], "|")
			if seen[key] {
				t.Errorf("%s: %s stands twice", name, key)
			}
			seen[key] = true
			if row[6] != "" && row[6] != "unit" {
				if _, err := strconv.ParseFloat(row[5], 64); err != nil {
					t.Errorf("%s: %s: %v", name, key, err)
				}
			}
		}
	}
}

func TestHostileTextIsNoFormula(t *testing.T) {
	t.Parallel()
	r := fixture(t, "queue")
	r.Target.Server = "=HYPERLINK(\"x\")\r\nrun,,,,x,1,"
	r.Operations[0].Name = "@SUM(1)"
	rows, err := stdcsv.NewReader(strings.NewReader(render(t, r))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows {
		for _, cell := range row {
			if cell != "" && strings.ContainsRune("=+@", rune(cell[0])) {
				t.Errorf("a formula: %q", cell)
			}
		}
	}
}

func TestWriteErrorsArePassedOn(t *testing.T) {
	t.Parallel()
	broken := errors.New("disk on fire")
	if err := csv.Write(failing{broken}, fixture(t, "queue")); !errors.Is(err, broken) {
		t.Errorf("Write: %v, want %v", err, broken)
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }
