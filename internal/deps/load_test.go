package deps

import (
	"os"
	"sync"
	"testing"

	"golang.org/x/tools/go/packages"
)

// load reads and type-checks the packages of the module, tests not counted.
var load = sync.OnceValues(func() ([]*packages.Package, error) {
	return packages.Load(&packages.Config{
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports |
			packages.NeedTypes | packages.NeedSyntax | packages.NeedTypesInfo,
	}, module+"/...")
})

// sources returns the packages of the module with their syntax and types.
func sources(t *testing.T) []*packages.Package {
	t.Helper()
	all, err := load()
	if err != nil {
		t.Fatalf("load the packages of the module: %v", err)
	}
	for _, p := range all {
		// The go command is asked in a process of its own. A look at each folder
		// tells the test cache when a file comes or goes.
		if _, err := os.ReadDir(p.Dir); err != nil {
			t.Fatal(err)
		}
		for _, e := range p.Errors {
			t.Fatalf("%s: %v", p.PkgPath, e)
		}
	}
	if len(all) < 10 {
		t.Fatalf("the module has only %d packages", len(all))
	}
	return all
}
