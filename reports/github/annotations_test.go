package github_test

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"ifmatch/internal/golden"
	"ifmatch/reports/github"
)

func TestGolden(t *testing.T) {
	t.Parallel()
	golden.Render(t, ".txt", github.Write)
}

func TestNoTextBecomesACommand(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	if err := github.Write(&b, golden.Hostile()); err != nil {
		t.Fatal(err)
	}
	shape := regexp.MustCompile(`^::(error|warning) (file=[^,:]*,line=\d+,)?title=[^,:]*::[^\n\r]*\n$`)
	lines := 0
	for line := range strings.Lines(b.String()) {
		if lines++; !shape.MatchString(line) {
			t.Errorf("%q is not one workflow command", line)
		}
	}
	if lines == 0 {
		t.Error("nothing is said of failures")
	}
}

func TestGitHubShowsTenOfAKind(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	if err := github.Write(&b, golden.Large(500)); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(b.String(), "\n"); n != 10 || !strings.Contains(b.String(), "500 cases failed, in 500 clauses") {
		t.Errorf("%d commands:\n%s", n, b.String())
	}
}
