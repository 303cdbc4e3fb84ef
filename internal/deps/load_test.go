package deps

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
)

// source is a package with its syntax and types, without tests.
type source struct {
	PkgPath, Dir string
	Fset         *token.FileSet
	Syntax       []*ast.File
	Types        *types.Package
	TypesInfo    *types.Info
}

// loaded are the packages of every module of go.work, and what imports any package that they use.
type loaded struct {
	packages []source
	importer types.Importer
}

// compiled is the output of `go list -export -json` for one package.
type compiled struct {
	ImportPath, Dir, Export string
	GoFiles                 []string
	DepOnly                 bool // it is not in go.work, but used there
}

// load reads and type-checks the packages of go.work. What they import, it takes from the compiler's cache.
// That is all that these tests need of golang.org/x/tools, which the main module does not require.
var load = sync.OnceValues(func() (loaded, error) {
	var stderr bytes.Buffer
	cmd := exec.Command("go", "list", "-export", "-deps", "-json=ImportPath,Dir,Export,GoFiles,DepOnly", "work")
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return loaded{}, fmt.Errorf("go list: %w\n%s", err, stderr.Bytes())
	}
	var ours []compiled
	exports := map[string]string{}
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p compiled
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return loaded{}, fmt.Errorf("read the answer of go list: %w", err)
		}
		exports[p.ImportPath] = p.Export
		if !p.DepOnly {
			ours = append(ours, p)
		}
	}
	set := token.NewFileSet()
	l := loaded{importer: importer.ForCompiler(set, "gc", func(path string) (io.ReadCloser, error) {
		if exports[path] == "" {
			return nil, fmt.Errorf("%s is not used in go.work", path)
		}
		return os.Open(exports[path])
	})}
	for _, p := range ours {
		s, err := l.check(set, p)
		if err != nil {
			return loaded{}, err
		}
		l.packages = append(l.packages, s)
	}
	return l, nil
})

// check parses and type-checks a package.
func (l loaded) check(set *token.FileSet, p compiled) (source, error) {
	s := source{PkgPath: p.ImportPath, Dir: p.Dir, Fset: set, TypesInfo: &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
	}}
	for _, name := range p.GoFiles {
		file, err := parser.ParseFile(set, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return s, err
		}
		s.Syntax = append(s.Syntax, file)
	}
	config := types.Config{Importer: l.importer}
	var err error
	s.Types, err = config.Check(p.ImportPath, set, s.Syntax, s.TypesInfo)
	return s, err
}

// sources returns the packages of go.work.
func sources(t *testing.T) []source {
	t.Helper()
	all, err := load()
	if err != nil {
		t.Fatalf("load the packages of go.work: %v", err)
	}
	for _, p := range all.packages {
		// The go command runs in its own process. Reading each folder here tells the test cache
		// if a file is added or removed. It heeds only folders below this package's own module,
		// which is why this is the main one.
		if _, err := os.ReadDir(p.Dir); err != nil {
			t.Fatal(err)
		}
	}
	if len(all.packages) < 10 {
		t.Fatalf("go.work has only %d packages", len(all.packages))
	}
	return all.packages
}
