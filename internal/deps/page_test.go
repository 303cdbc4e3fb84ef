package deps

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the generated parts of docs/architecture.md again")

// architecture is the page whose arrows and rules are generated, each between a comment that names the block
// and one that ends it.
var architecture = filepath.Join("..", "..", "docs", "architecture.md")

// TestArchitecturePage compares the arrows in docs/architecture.md with the imports of the packages, and its
// rules with those of this package.
func TestArchitecturePage(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(architecture)
	if err != nil {
		t.Fatal(err)
	}
	page := string(text)
	for name, generated := range map[string]string{"arrows": arrowsBlock(t), "rules": rulesBlock()} {
		begin, end := "<!-- "+name+": written by `make docs` -->\n", "<!-- end of "+name+" -->"
		before, rest, ok := strings.Cut(page, begin)
		_, after, ended := strings.Cut(rest, end)
		if !ok || !ended {
			t.Fatalf("docs/architecture.md has no part %s", name)
		}
		page = before + begin + generated + end + after
	}
	if *update {
		if err := os.WriteFile(architecture, []byte(page), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if d := cmp.Diff(string(text), page); d != "" {
		t.Errorf("docs/architecture.md is out of date: run `make docs`; -want +got:\n%s", d)
	}
}

// arrowsBlock lists every package, or folder of packages, with its imports in the same folder. Importing
// packages come before what they import.
func arrowsBlock(t *testing.T) string {
	var graph []Package
	for _, p := range list(t) {
		graph = append(graph, p.Package)
	}
	all := folderArrows(graph)
	var b strings.Builder
	for _, folder := range slices.Sorted(maps.Keys(all)) {
		to := make(map[string][]string)
		for _, a := range all[folder] {
			to[a.from] = append(to[a.from], shown(a.to))
		}
		name := "The module"
		if folder != "" {
			name = "`" + shown(folder) + "`"
		}
		fmt.Fprintf(&b, "\n%s:\n\n```text\n", name)
		d := draw(all[folder])
		width := 0
		for _, node := range d.order {
			if len(to[node]) > 0 {
				width = max(width, len(shown(node)))
			}
		}
		for _, node := range d.order {
			if len(to[node]) > 0 {
				fmt.Fprintf(&b, "%-*s → %s\n", width, shown(node), strings.Join(to[node], " "))
			}
		}
		b.WriteString("```\n")
	}
	return b.String() + "\n"
}

// shown is the text for a node.
func shown(node string) string {
	if node == "." {
		return "(itself)"
	}
	return strings.ReplaceAll(node, "internal:", "internal/")
}

// rulesBlock is the table of forbidden dependencies.
func rulesBlock() string {
	var b strings.Builder
	b.WriteString("\n| nothing in | depends on | because |\n|---|---|---|\n")
	for _, r := range barriers {
		fmt.Fprintf(&b, "| `%s` | `%s` | %s |\n", r.from, r.to, r.why)
	}
	b.WriteString("\n| this module | is imported by |\n|---|---|\n")
	for _, m := range slices.Sorted(maps.Keys(thirdParty)) {
		fmt.Fprintf(&b, "| %s | `%s` |\n", m, strings.Join(thirdParty[m], "`, `"))
	}
	return b.String() + "\n"
}
