package deps

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

// mostLines is how long a function of the runner may be, with its first and last line; mostMethods and
// mostFields are how wide its central types may be.
const mostLines, mostMethods, mostFields = 40, 39, 11

// TestRoomsOfTheRunner: in the runner, the court and the stories no function is long, and no type is the room
// of everything. The World of a story has the methods of the Stage that it embeds, too.
func TestRoomsOfTheRunner(t *testing.T) {
	t.Parallel()
	functions, methods, run := 0, map[string]int{}, 0
	for _, folder := range []string{"steps", "steps/court", "steps/scenario"} {
		files, err := filepath.Glob("../../" + folder + "/*.go")
		if err != nil || len(files) == 0 {
			t.Fatal(folder, err)
		}
		set := token.NewFileSet()
		for _, path := range files {
			if strings.HasSuffix(path, "_test.go") {
				continue
			}
			file, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(file, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.FuncDecl:
					functions++
					methods[folder+"."+receiver(n)]++
					if lines := set.Position(n.End()).Line - set.Position(n.Pos()).Line + 1; lines > mostLines {
						t.Errorf("%s has %d lines, more than %d", set.Position(n.Pos()), lines, mostLines)
					}
				case *ast.TypeSpec:
					if of, ok := n.Type.(*ast.StructType); ok && folder == "steps" && n.Name.Name == "run" {
						run = fields(of)
					}
				}
				return true
			})
		}
	}
	if run == 0 || run > mostFields {
		t.Errorf("run has %d fields, want 1 to %d", run, mostFields)
	}
	if n := methods["steps/scenario.World"] + methods["steps/scenario.Stage"]; n == 0 || n > mostMethods {
		t.Errorf("World has %d methods, want 1 to %d", n, mostMethods)
	}
	if functions < 400 {
		t.Errorf("found %d functions: this test does not see the others", functions)
	}
}

// receiver is the name of the type that a method belongs to; empty for a function.
func receiver(d *ast.FuncDecl) string {
	if d.Recv == nil {
		return ""
	}
	of := d.Recv.List[0].Type
	if p, ok := of.(*ast.StarExpr); ok {
		of = p.X
	}
	if name, ok := of.(*ast.Ident); ok {
		return name.Name
	}
	return ""
}

// fields counts those of a struct; a type that is embedded is wider than one may be.
func fields(of *ast.StructType) (n int) {
	for _, f := range of.Fields.List {
		if n += len(f.Names); len(f.Names) == 0 {
			n += mostFields + 1
		}
	}
	return n
}
