package markdown_test

import (
	"bytes"
	"strings"
	"testing"

	"ifmatch/internal/golden"
	"ifmatch/reports/markdown"
)

func TestGolden(t *testing.T) {
	t.Parallel()
	golden.Render(t, ".md", markdown.Write)
}

func TestItFitsTheLimit(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		cases, limit int
		left         string
	}{
		{2000, markdown.StepSummary, " more would not fit here"},
		{400, 20000, " more would not fit here"},
		{400, 400, "400 failures more would not fit here"},
		{3, markdown.StepSummary, ""},
	} {
		var b bytes.Buffer
		if err := markdown.WriteWithin(&b, golden.Large(c.cases), c.limit); err != nil {
			t.Fatal(err)
		}
		switch {
		case b.Len() > c.limit:
			t.Errorf("%d cases: %d bytes, and %d fit", c.cases, b.Len(), c.limit)
		case c.left != "" && !strings.Contains(b.String(), c.left), c.left == "" && strings.Contains(b.String(), "would not fit"):
			t.Errorf("%d cases in %d bytes: want %q at the end of\n%s", c.cases, c.limit, c.left, b.String()[max(0, b.Len()-400):])
		case strings.Count(b.String(), "<details>") != strings.Count(b.String(), "</details>"):
			t.Errorf("%d cases in %d bytes: a card was cut", c.cases, c.limit)
		}
	}
}

func TestTextStaysText(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	if err := markdown.Write(&b, golden.Hostile()); err != nil {
		t.Fatal(err)
	}
	fence, fences := "", 0
	for line := range strings.Lines(b.String()) {
		if mark := strings.TrimRight(strings.TrimSuffix(strings.TrimSpace(line), "text"), "\n"); len(mark) > 2 && strings.Trim(mark, "`") == "" {
			if fence == "" {
				fence = mark
			} else if mark == fence {
				fence = ""
			}
			fences++
			continue
		}
		if fence == "" && strings.ContainsAny(line, "\x1b\x00") {
			t.Errorf("a control character is left in %q", line)
		}
		if fence == "" && strings.Contains(line, "<script") {
			t.Errorf("HTML is left in %q", line)
		}
	}
	if fence != "" || fences == 0 {
		t.Errorf("a fence is left open: %q", fence)
	}
	for _, service := range strings.Split(b.String(), "\n") {
		if strings.HasPrefix(service, "| ") && strings.Count(strings.ReplaceAll(service, `\|`, ""), "|") < 4 {
			t.Errorf("a row fell apart: %q", service)
		}
	}
}

func BenchmarkWrite(b *testing.B) {
	r := golden.Large(3000)
	for b.Loop() {
		if err := markdown.Write(&bytes.Buffer{}, r); err != nil {
			b.Fatal(err)
		}
	}
}
