package deps

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// listed is the output of `go list -json` for one package.
type listed struct {
	Package
	ImportPath string
	Name       string
	Dir        string
	GoFiles    []string
}

// list returns the packages of every module of go.work, without tests.
func list(t *testing.T) []listed {
	t.Helper()
	all, err := listOnce()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// listOnce asks the go command, which takes half a second.
var listOnce = sync.OnceValues(func() ([]listed, error) {
	cmd := exec.Command("go", "list", "-json=ImportPath,Name,Dir,GoFiles,Imports,Deps", "work")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w\n%s", err, stderr.Bytes())
	}
	var all []listed
	dec := json.NewDecoder(bytes.NewReader(out))
	for {
		var p listed
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, fmt.Errorf("read the answer of go list: %w", err)
		}
		p.Path = p.ImportPath
		all = append(all, p)
	}
	if len(all) < 10 {
		return nil, fmt.Errorf("go list knows only %d packages", len(all))
	}
	return all, nil
})

func TestArrowsPointOneWay(t *testing.T) {
	t.Parallel()
	var graph []Package
	for _, p := range list(t) {
		graph = append(graph, p.Package)
	}
	for _, v := range Violations(graph) {
		t.Error(v)
	}
}

// TestRulesNameRealFolders makes sure that every rule guards an existing folder.
func TestRulesNameRealFolders(t *testing.T) {
	t.Parallel()
	packages := list(t)
	exists := func(folder string) bool {
		return slices.ContainsFunc(packages, func(p listed) bool { return under(p.Path, folder) })
	}
	var named []string
	for _, b := range barriers {
		named = append(named, b.from, b.to)
	}
	for folder, allowed := range onlyWithin {
		named = append(append(named, folder), allowed...)
	}
	for folder, who := range importers {
		named = append(append(named, folder), who...)
	}
	for _, who := range thirdParty {
		named = append(named, who...)
	}
	for _, folder := range named {
		if folder != "" && !exists(folder) {
			t.Errorf("a rule names %s, but there is no such package", folder)
		}
	}
}

func TestViolationsAreFound(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name string
		p    Package
		want string // part of the one violation, or nothing
	}{
		{"the suite reaches the reference through others", Package{Path: "ifmatch/steps/queue", Deps: []string{"fmt", "ifmatch/reference/etag"}}, "does not share code"},
		{"the suite reaches the reference's root", Package{Path: "ifmatch/steps", Deps: []string{"ifmatch/reference"}}, "does not share code"},
		{"a folder whose name begins alike is another", Package{Path: module + "/stepsister", Deps: []string{"ifmatch/reference"}}, ""},
		{"the reference uses internals", Package{Path: "ifmatch/reference/blob", Deps: []string{"ifmatch/internal/wire"}}, "used alone"},
		{"reports know the suite", Package{Path: "ifmatch/reports/summary", Deps: []string{"ifmatch/reports", "ifmatch/steps/plan"}}, "nothing else of ours"},
		{"a leaf knows the store", Package{Path: "ifmatch/reference/etag", Deps: []string{"time", "ifmatch/reference/store"}}, "nothing else of ours"},
		{"a leaf knows what it may", Package{Path: "ifmatch/reference/condition", Deps: []string{"ifmatch/reference/etag"}}, ""},
		{"main starts the command line", Package{Path: module, Imports: []string{"os", "ifmatch/internal/cli"}}, ""},
		{"another starts the command line", Package{Path: "ifmatch/internal/tools/x", Imports: []string{"ifmatch/internal/cli"}}, "may import it"},
		{"the SDK where it belongs", Package{Path: "ifmatch/steps/queue", Imports: []string{"github.com/Azure/azure-sdk-for-go/sdk/azcore"}}, ""},
		{"the SDK elsewhere", Package{Path: "ifmatch/steps", Imports: []string{"github.com/Azure/azure-sdk-for-go/sdk/azcore"}}, "behind one package"},
		{"a module nobody allowed", Package{Path: "ifmatch/steps", Imports: []string{"github.com/pkg/errors"}}, "behind one package"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			got := Violations([]Package{tc.p})
			if tc.want == "" && len(got) > 0 {
				t.Errorf("Violations(%+v) = %q, want none", tc.p, got)
			}
			if tc.want != "" && (len(got) != 1 || !strings.Contains(got[0], tc.want)) {
				t.Errorf("Violations(%+v) = %q, want one with %q", tc.p, got, tc.want)
			}
		})
	}
}

// TestOnlyMainEndsTheProcess keeps every command callable from a test: only a main package may call os.Exit,
// log.Fatal and the like.
func TestOnlyMainEndsTheProcess(t *testing.T) {
	t.Parallel()
	for _, p := range list(t) {
		if p.Name == "main" {
			continue
		}
		for _, name := range p.GoFiles {
			files := token.NewFileSet()
			file, err := parser.ParseFile(files, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			for _, at := range endings(file) {
				t.Errorf("%s ends the process; return an error instead", files.Position(at))
			}
		}
	}
}

// endings finds calls that end the process.
func endings(file *ast.File) []token.Pos {
	var found []token.Pos
	ast.Inspect(file, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		if pkg, ok := sel.X.(*ast.Ident); ok && (pkg.Name == "os" && sel.Sel.Name == "Exit" || pkg.Name == "log" && strings.HasPrefix(sel.Sel.Name, "Fatal")) {
			found = append(found, sel.Pos())
		}
		return true
	})
	return found
}

func TestEndingsAreFound(t *testing.T) {
	t.Parallel()
	file, err := parser.ParseFile(token.NewFileSet(), "x.go", `package x
		func f() { os.Exit(1); log.Fatalf("x"); log.Print("y"); os.Getenv("z") }`, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	if got := len(endings(file)); got != 2 {
		t.Errorf("found %d endings, want 2", got)
	}
}
