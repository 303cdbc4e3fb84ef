package register

import (
	"strings"
	"testing"
)

func TestLevelsAreOrderedFromTheStrongest(t *testing.T) {
	t.Parallel()
	if !(Must < Should && Should < Observed) {
		t.Errorf("Must, Should, Observed = %d, %d, %d, want them ascending", Must, Should, Observed)
	}
	var zero Level
	if zero >= Must {
		t.Errorf("the zero Level is %d, want it to be no level", zero)
	}
}

func TestParseLevelReadsWhatStringWrites(t *testing.T) {
	t.Parallel()
	for level, name := range map[Level]string{Must: "must", Should: "should", Observed: "observed"} {
		if got := level.String(); got != name {
			t.Errorf("Level(%d).String() = %q, want %q", level, got, name)
		}
		if got, err := ParseLevel(name); got != level || err != nil {
			t.Errorf("ParseLevel(%q) = %v, %v, want %v", name, got, err, level)
		}
	}
	for _, l := range []Level{0, Observed + 1} {
		if _, err := ParseLevel(l.String()); err == nil {
			t.Errorf("ParseLevel(%q) = nil, want an error", l)
		}
	}
}

func TestParseLevelNamesTheLevels(t *testing.T) {
	t.Parallel()
	for _, s := range []string{"", "MUST", "musst", "must "} {
		_, err := ParseLevel(s)
		if err == nil || !strings.Contains(err.Error(), "must, should or observed") {
			t.Errorf("ParseLevel(%q) = %v, want an error that names the levels", s, err)
		}
	}
}
