package interop

import (
	"go/ast"
	"go/token"
	"path"
	"regexp"
	"strconv"
)

// majorVersion matches a last element of a module's path that is not the name of its package.
var majorVersion = regexp.MustCompile(`^v[0-9]+$`)

// pruneImports removes the imports that the file no longer uses.
func pruneImports(file *ast.File) {
	used := map[string]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if id, ok := s.X.(*ast.Ident); ok {
				used[id.Name] = true
			}
		}
		return true
	})
	for _, decl := range file.Decls {
		imports, ok := decl.(*ast.GenDecl)
		if !ok || imports.Tok != token.IMPORT {
			continue
		}
		var specs []ast.Spec
		for _, spec := range imports.Specs {
			s := spec.(*ast.ImportSpec)
			name, _ := strconv.Unquote(s.Path.Value)
			if majorVersion.MatchString(path.Base(name)) {
				name = path.Dir(name)
			}
			name = path.Base(name)
			if s.Name != nil {
				name = s.Name.Name
			}
			if used[name] {
				specs = append(specs, spec)
			}
		}
		imports.Specs = specs
	}
}
