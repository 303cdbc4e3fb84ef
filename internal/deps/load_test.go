package deps

import (
	"os"
	"sync"
	"testing"

	"golang.org/x/tools/go/packages"
)

// load reads and type-checks the packages of every module of go.work, without tests.
var load = sync.OnceValues(func() ([]*packages.Package, error) {
	return packages.Load(&packages.Config{
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports |
			packages.NeedTypes | packages.NeedSyntax | packages.NeedTypesInfo,
	}, "work")
})

// sources returns those packages with their syntax and types.
func sources(t *testing.T) []*packages.Package {
	t.Helper()
	all, err := load()
	if err != nil {
		t.Fatalf("load the packages of go.work: %v", err)
	}
	for _, p := range all {
		// The go command runs in its own process. Reading each folder here tells the test cache
		// if a file is added or removed.
		if _, err := os.ReadDir(p.Dir); err != nil {
			t.Fatal(err)
		}
		for _, e := range p.Errors {
			t.Fatalf("%s: %v", p.PkgPath, e)
		}
	}
	if len(all) < 10 {
		t.Fatalf("go.work has only %d packages", len(all))
	}
	return all
}
