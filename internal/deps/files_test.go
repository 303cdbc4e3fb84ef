package deps

import (
	"go/ast"
	"go/types"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"testing"

	"ifmatch/internal/thorough"
)

// most is the share of arrows that may point back, in percent; others are rooms with a share of their own.
const most = 4

var others = map[string]float64{"internal/cli": 3.01}

// fileArrows draws an arrow from a file to each file of the same package that it uses: through a type,
// function, constant or variable of the package, or through a method. Fields do not count: they add nothing
// to their type.
func fileArrows(p source) []arrow {
	names := make(map[arrowEnds]map[string]bool)
	for _, file := range p.Syntax {
		from := path.Base(filepath.ToSlash(p.Fset.Position(file.FileStart).Filename))
		ast.Inspect(file, func(n ast.Node) bool {
			ident, ok := n.(*ast.Ident)
			if !ok {
				return true
			}
			obj := origin(p.TypesInfo.Uses[ident])
			if obj == nil || obj.Pkg() != p.Types {
				return true
			}
			to := path.Base(filepath.ToSlash(p.Fset.Position(obj.Pos()).Filename))
			if from == to {
				return true
			}
			at := arrowEnds{from, to}
			if names[at] == nil {
				names[at] = make(map[string]bool)
			}
			names[at][label(obj)] = true
			return true
		})
	}
	var arrows []arrow
	for at, set := range names {
		arrows = append(arrows, arrow{at.from, at.to, slices.Sorted(maps.Keys(set))})
	}
	slices.SortFunc(arrows, compareArrows)
	return arrows
}

// origin returns the package-level object or the method that a use refers to, not instantiated, or nil for
// anything else.
func origin(obj types.Object) types.Object {
	switch obj := obj.(type) {
	case *types.Func:
		return obj.Origin()
	case *types.TypeName, *types.Const, *types.Var:
		if obj.Pkg() != nil && obj.Parent() == obj.Pkg().Scope() {
			return obj
		}
	}
	return nil
}

// label is a method's name with its type, or the name of anything else.
func label(obj types.Object) string {
	f, ok := obj.(*types.Func)
	if !ok || f.Signature().Recv() == nil {
		return obj.Name()
	}
	recv := f.Signature().Recv().Type()
	if p, ok := recv.(*types.Pointer); ok {
		recv = p.Elem()
	}
	if named, ok := recv.(*types.Named); ok {
		return named.Obj().Name() + "." + f.Name()
	}
	return f.Name()
}

func TestFilesPointOneWay(t *testing.T) {
	thorough.Only(t) // it loads every package; make lint runs it, too
	t.Parallel()
	found := make(map[string]drawing)
	for _, p := range sources(t) {
		found[relative(p.PkgPath)] = draw(fileArrows(p))
	}
	judge(t, found)
}

// judge requires that few arrows point back in each drawing.
func judge(t *testing.T, found map[string]drawing) {
	t.Helper()
	for _, name := range slices.Sorted(maps.Keys(found)) {
		limit := float64(most)
		if of, own := others[name]; own {
			limit = of
		}
		switch d := found[name]; {
		case d.share() >= limit:
			t.Errorf("%s: %v; less than %g %% may", name, d, limit)
		case len(d.back) > 0:
			t.Logf("%s: %v", name, d)
		}
	}
}
