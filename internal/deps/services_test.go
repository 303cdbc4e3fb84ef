package deps

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ifmatch/internal/thorough"
)

// namingLimit is the upper limit, exclusive, for the number of files outside the rooms that name a service.
const namingLimit = 11

// judgeFolders hold what a further service might have to touch in addition to its room and its feature
// files: the judge, the packages that it uses, and its reports. The reference has its own services. Load has
// workloads, each of which names its service, and so do the figures of their runs.
var judgeFolders, loadFolders = []string{"steps", "internal", "reports"}, []string{"reports/load"}

// serviceRooms are the folders in which a service may be named.
var serviceRooms = []string{"steps/blob", "steps/queue", "steps/table"}

// besidesServices are tools that compare the project with what Microsoft publishes about its services, the release, whose
// image has the names of Microsoft's emulators, the verifier of a load's witnesses, and a package whose constants repeat the
// names of profiles, which are data; the judge does not use them.
var besidesServices = []string{"internal/tools/recordings", "internal/tools/release", "internal/tools/spec-diff", "internal/tools/witness", "steps/conform"}

// serviceWords are the words that name a service, in identifiers and texts that are split into words.
var serviceWords = regexp.MustCompile(`^(blobs?|containers?|queues?|tables?|entity|entities|azblob|azqueue|aztables|popreceipt)$`)

// otherFields are packages whose words look the same: a table of text or of a feature file is not the Table
// service, a container of Linux is not one of blobs, and an entity of HTTP is a body.
var otherFields = []string{module + "/reports/console", "github.com/cucumber/messages/go/v21", "net/http", "text/tabwriter", "syscall"}

// naming is a file outside the rooms that names a service, and the words that do so.
type naming struct {
	file string
	by   []string
}

// namings finds the files that name a service outside its room. A file does so
// when it
//
//   - imports a room, or a client library of a service,
//   - uses or declares a type, function, constant, variable, method or field
//     whose name has the word in it (BlobEndpoint, readQueue), or
//   - has the word in a text without white space: a name, a header, a key
//     ("queue", "x-ms-blob-type", `json:"queue"`).
//
// Sentences for people, comments and local variables do not count: they need not change for a further service.
func namings(all []source) []naming {
	var found []naming
	for _, p := range all {
		rel := relative(p.PkgPath)
		if !inOneOf(p.PkgPath, judgeFolders) || inOneOf(p.PkgPath, slices.Concat(serviceRooms, loadFolders, besidesServices)) {
			continue
		}
		for _, file := range p.Syntax {
			by := make(map[string]bool)
			for _, spec := range file.Imports {
				to, _ := strconv.Unquote(spec.Path.Value)
				if inOneOf(to, serviceRooms) || !ours(to) && external(to) && namesService(to) {
					by["import "+to] = true
				}
			}
			for _, decl := range file.Decls {
				if gen, ok := decl.(*ast.GenDecl); ok && gen.Tok == token.IMPORT {
					continue
				}
				ast.Inspect(decl, func(n ast.Node) bool {
					switch n := n.(type) {
					case *ast.Ident:
						if obj := p.TypesInfo.ObjectOf(n); obj != nil && lasting(obj) && namesService(n.Name) {
							by[n.Name] = true
						}
					case *ast.BasicLit:
						text, err := strconv.Unquote(n.Value)
						if n.Kind == token.STRING && err == nil && !strings.ContainsAny(text, " \t\n") && namesService(text) {
							by[n.Value] = true
						}
					}
					return true
				})
			}
			if len(by) > 0 {
				name := filepath.ToSlash(p.Fset.Position(file.FileStart).Filename)
				found = append(found, naming{path.Join(rel, path.Base(name)), slices.Sorted(maps.Keys(by))})
			}
		}
	}
	return found
}

// lasting reports whether obj is declared by a package, by a type or in one. It is false for local variables
// and for the words of other fields.
func lasting(obj types.Object) bool {
	if obj.Pkg() == nil || slices.Contains(otherFields, obj.Pkg().Path()) {
		return false
	}
	switch obj := obj.(type) {
	case *types.Func:
		return true
	case *types.Var:
		return obj.IsField() || obj.Parent() == obj.Pkg().Scope()
	default:
		return obj.Parent() == obj.Pkg().Scope()
	}
}

// wordPattern splits camelCase, and at everything that is neither letter nor digit.
var wordPattern = regexp.MustCompile(`[A-Z]*[a-z0-9]+|[A-Z]+`)

func namesService(text string) bool {
	return slices.ContainsFunc(wordPattern.FindAllString(text, -1), func(word string) bool {
		return serviceWords.MatchString(strings.ToLower(word))
	})
}

func inOneOf(path string, folders []string) bool {
	return slices.ContainsFunc(folders, func(folder string) bool { return under(path, folder) })
}

func TestServicesAreNamedInTheirRooms(t *testing.T) {
	if !thorough.All() {
		t.Skip("it reads every package and its types: see make test-full")
	}
	t.Parallel()
	found := namings(sources(t))
	for _, n := range found {
		t.Logf("%s: %s", n.file, strings.Join(n.by, ", "))
	}
	if len(found) >= namingLimit {
		t.Errorf("%d files outside the rooms name a service; there should be fewer than %d", len(found), namingLimit)
	}
}

func TestNamesService(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"BlobEndpoint": true, "readQueue": true, "x-ms-blob-type": true, "tables": true, "TABLE-LOCK-01": true, "putEntity": true,
		"mutable": false, "enqueue": false, "Message": false, "": false,
	} {
		if namesService(text) != want {
			t.Errorf("namesService(%q) = %t, want %t", text, !want, want)
		}
	}
}
