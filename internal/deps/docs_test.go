package deps

import (
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const (
	// mostPages is how many pages docs has at most: more, and nobody finds the one they need.
	mostPages = 20
	// mostWords is how many words people read: without what programs write, code, and the proofs.
	mostWords = 20_000
)

var (
	link    = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	heading = regexp.MustCompile("(?m)^#+ (.*)$")
	written = regexp.MustCompile(`(?s)<!-- [^>]*written by [^>]*-->.*?<!-- end[^>]*-->|<!-- (?:run|full run|releases|profiles) -->.*?<!-- end[^>]*-->`)
	fenced  = regexp.MustCompile("(?s)```.*?\n *```")
)

// pages returns the pages for people by their paths from the root, with slashes.
func pages(t *testing.T) map[string]string {
	t.Helper()
	root := filepath.Join("..", "..")
	found, err := filepath.Glob(filepath.Join(root, "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	err = filepath.WalkDir(filepath.Join(root, "docs"), func(file string, _ fs.DirEntry, err error) error {
		if strings.HasSuffix(file, ".md") {
			found = append(found, file)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for _, file := range found {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name, err := filepath.Rel(root, file)
		if err != nil {
			t.Fatal(err)
		}
		out[filepath.ToSlash(name)] = string(text)
	}
	return out
}

// anchors returns the anchors of a page's headings, as GitHub makes them.
func anchors(text string) map[string]bool {
	out := map[string]bool{}
	for _, m := range heading.FindAllStringSubmatch(fenced.ReplaceAllString(text, ""), -1) {
		words := regexp.MustCompile(`[^\p{L}\p{N}\s_-]`).ReplaceAllString(strings.ToLower(m[1]), "")
		out[strings.ReplaceAll(words, " ", "-")] = true
	}
	return out
}

// TestLinksOfThePages follows every link of a page to a file of the repository, and to a heading of a page.
func TestLinksOfThePages(t *testing.T) {
	t.Parallel()
	all := pages(t)
	for name, text := range all {
		for _, m := range link.FindAllStringSubmatch(fenced.ReplaceAllString(text, ""), -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			file, anchor, _ := strings.Cut(m[1], "#")
			to := name
			if file != "" {
				to = path.Join(path.Dir(name), file)
			}
			if _, err := os.Stat(filepath.Join("..", "..", filepath.FromSlash(to))); err != nil {
				t.Errorf("%s: there is no %s", name, m[1])
			} else if text, page := all[to]; anchor != "" && page && !anchors(text)[anchor] {
				t.Errorf("%s: %s has no heading #%s", name, to, anchor)
			}
		}
	}
}

// TestPagesAreFound starts at the README, from which two clicks must lead to every page.
func TestPagesAreFound(t *testing.T) {
	t.Parallel()
	all, reached := pages(t), map[string]bool{"README.md": true}
	for range 2 {
		for name := range maps.Clone(reached) {
			for _, m := range link.FindAllStringSubmatch(all[name], -1) {
				file, _, _ := strings.Cut(m[1], "#")
				reached[path.Join(path.Dir(name), file)] = true
			}
		}
	}
	for name := range all {
		if !reached[name] {
			t.Errorf("no two clicks lead from README.md to %s", name)
		}
	}
}

// TestPagesAreFewAndShort counts pages, and what people read on them.
func TestPagesAreFewAndShort(t *testing.T) {
	t.Parallel()
	inDocs, words := 0, 0
	for name, text := range pages(t) {
		if strings.HasPrefix(name, "docs/") {
			inDocs++
		}
		if strings.HasPrefix(text, "<!-- Written by") || name == "docs/proofs.md" {
			continue
		}
		n := len(strings.Fields(fenced.ReplaceAllString(written.ReplaceAllString(text, ""), "")))
		t.Logf("%6d words: %s", n, name)
		words += n
	}
	if inDocs > mostPages {
		t.Errorf("docs has %d pages, %d at most", inDocs, mostPages)
	}
	if words > mostWords {
		t.Errorf("people have %d words to read, %d at most", words, mostWords)
	}
}
