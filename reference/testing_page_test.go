package reference_test

import (
	"bytes"
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestThePageShowsWhatRuns checks that docs/testing.md shows functions that run, among the tests with the SDKs.
func TestThePageShowsWhatRuns(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../docs/testing.md")
	if err != nil {
		t.Fatal(err)
	}
	page, _, _ = bytes.Cut(page, []byte("\n## In any other language")) // what follows is about others, and about weather
	file, err := os.ReadFile("../internal/sdk/testing_page_test.go")
	if err != nil {
		t.Fatal(err)
	}
	blocks := regexp.MustCompile("(?s)```go\n(.*?)```").FindAllSubmatch(page, -1)
	if len(blocks) != 4 {
		t.Errorf("docs/testing.md has %d blocks of Go, want 4", len(blocks))
	}
	for _, b := range blocks {
		if !bytes.Contains(file, b[1]) {
			t.Errorf("docs/testing.md shows what is not in testing_page_test.go:\n%s", strings.TrimSpace(string(b[1])))
		}
	}
}
