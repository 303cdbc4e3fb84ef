package interop

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/format"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ifmatch/reference"
	"ifmatch/reference/operation"
)

// client is one of Microsoft's Go clients, and how the reference is prepared for its examples.
type client struct {
	module, name string // the module's path, and its package's name
	withKey      string // suffix of the names of constructors that take a key
	service      operation.Service
	endpoint     string // the service's field in a connection string
	examples     []example
	provide      func(ctx context.Context, connection, kind, name string) error   // creates what an example needs
	environment  func(connection, account, key string) (map[string]string, error) // the variables that the examples read
}

// runExamples rewrites the client's examples, compares them with our list, and runs all that can run, each against its
// own server.
func runExamples(t *testing.T, c client) {
	t.Helper()
	repo := repository(t)
	source := goOutput(t, repo, "list", "-m", "-f", "{{.Dir}}", c.module)
	if source == "" {
		t.Fatalf("the module cache doesn't hold %s: run go mod download", c.module)
	}

	gomod, err := os.ReadFile(filepath.Join(repo, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	dir := newModule(t, string(gomod))
	goOutput(t, dir, "mod", "edit", "-module=examples")
	copyFile(t, filepath.Join("testdata", "examples", "run_test.go"), filepath.Join(dir, "run_test.go"))
	checkList(t, c, rewriteModule(t, c, source, dir))

	var plan []plannedExample
	for _, e := range c.examples {
		if e.cannot == "" {
			plan = append(plan, prepare(t, c, e))
		}
	}
	text, err := json.Marshal(plan)
	if err != nil {
		t.Fatal(err)
	}
	planFile := filepath.Join(dir, "plan.json")
	writeFile(t, planFile, text)

	out, err := goTest(t, dir, "RUNNER_PLAN="+planFile)
	if err != nil {
		t.Errorf("go test of the examples: %v\n%s", err, out)
	}
	for _, p := range plan {
		if !strings.Contains(out, "--- PASS: TestExamples/"+p.Name+" ") && !strings.Contains(out, "--- FAIL: TestExamples/"+p.Name+" ") {
			t.Errorf("%s didn't run", p.Name)
		}
	}
}

// plannedExample is planned from testdata/examples/run_test.go.
type plannedExample struct {
	Name                 string
	Env                  map[string]string
	Files, Prints, Fails []string
}

// foundExamples are the examples of the module by name, each with its folder, and with the reason if it was left out.
type foundExamples map[string]struct{ folder, leftOut string }

// credentialSource is the beginning of a file: the key that replaces a credential of Azure's directory.
const credentialSource = `package examples

import (
	"os"

	%[2]s %[1]q
)

func runnerCredential() (*%[2]s.SharedKeyCredential, error) {
	return %[2]s.NewSharedKeyCredential(os.Getenv("RUNNER_ACCOUNT"), os.Getenv("RUNNER_KEY"))
}

`

// rewriteModule writes the example files of the module at source to dir, as one package, with a list of their functions
// and with the credential that replaces those of Azure's directory.
func rewriteModule(t *testing.T, c client, source, dir string) foundExamples {
	t.Helper()
	found := foundExamples{}
	add := func(name, folder, leftOut string) {
		if _, twice := found[name]; twice {
			t.Errorf("two examples are called %s", name)
		}
		found[name] = struct{ folder, leftOut string }{folder, leftOut}
	}
	var list bytes.Buffer
	fmt.Fprintf(&list, credentialSource, c.module, c.name)
	list.WriteString("var examples = map[string]func(){\n")
	err := filepath.WalkDir(source, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil || !bytes.Contains(text, []byte("\nfunc Example")) {
			return err
		}
		file, err := rewriteExamples(text, c.withKey)
		if err != nil {
			return fmt.Errorf("rewriting %s: %w", path, err)
		}
		folder := filepath.Base(filepath.Dir(path))
		if filepath.Dir(path) == source {
			folder = c.name
		}
		writeFile(t, filepath.Join(dir, folder+"_test.go"), file.source)
		for _, name := range file.names {
			add(name, folder, "")
			fmt.Fprintf(&list, "%q: %s,\n", name, name)
		}
		for name, why := range file.leftOut {
			add(name, folder, why)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	list.WriteString("}\n")
	formatted, err := format.Source(list.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(dir, "list_test.go"), formatted)
	return found
}

// checkList compares the list of this repository with the examples in the module, in both directions.
func checkList(t *testing.T, c client, found foundExamples) {
	t.Helper()
	var listed []string
	for _, e := range c.examples {
		listed = append(listed, e.name)
		f, exists := found[e.name]
		if exists && f.folder != e.folder {
			t.Errorf("%s is listed in %s and stands in %s", e.name, e.folder, f.folder)
		}
		if exists && (f.leftOut != "") != (e.cannot != "") {
			t.Errorf("%s: listed as not runnable because %q, left out because of %q", e.name, e.cannot, f.leftOut)
		}
	}
	slices.Sort(listed)
	if diff := cmp.Diff(slices.Sorted(maps.Keys(found)), listed); diff != "" {
		t.Errorf("examples of the module and of our list (-module +list):\n%s", diff)
	}
}

// prepare starts a server for the example and creates what the example expects.
func prepare(t *testing.T, c client, e example) plannedExample {
	t.Helper()
	p := plannedExample{Name: e.name, Prints: e.prints, Fails: e.fails}
	connection := serve(t, c.service)
	p.Env = environment(t, c, connection)
	for _, need := range e.needs {
		kind, name, _ := strings.Cut(need, " ")
		if kind == "file" {
			p.Files = append(p.Files, name)
			continue
		}
		if err := c.provide(t.Context(), connection, kind, name); err != nil {
			t.Fatalf("preparing %q for %s: %v", need, e.name, err)
		}
	}
	return p
}

// serve starts a server for this service. Its clock runs, because the clients use the present time for signatures that
// are valid at once. It returns the connection string.
func serve(t *testing.T, service operation.Service) string {
	t.Helper()
	return serveWith(t, reference.Options{}, service)
}

// serveWith is serve with these options.
func serveWith(t *testing.T, options reference.Options, service operation.Service) string {
	t.Helper()
	server := reference.New(options)
	if _, err := server.Listen(t.Context(), service, "127.0.0.1:0"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.Close(); err != nil {
			t.Error(err)
		}
	})
	return server.ConnectionString()
}

// environment returns what the examples need to know about the server: the variables that they read, the service's
// address, and the key.
func environment(t *testing.T, c client, connection string) map[string]string {
	t.Helper()
	fields := map[string]string{}
	for field := range strings.SplitSeq(connection, ";") {
		name, value, _ := strings.Cut(field, "=")
		fields[name] = value
	}
	account, key := fields["AccountName"], fields["AccountKey"]
	endpoint, pathStyle := strings.CutSuffix(strings.TrimSuffix(fields[c.endpoint], "/"), "/"+account)
	if !pathStyle || account == "" || key == "" {
		t.Fatalf("the reference's connection string lacks an account, a key or a path-style %s", c.endpoint)
	}
	env, err := c.environment(connection, account, key)
	if err != nil {
		t.Fatalf("the environment of %s: %v", c.name, err)
	}
	env["RUNNER_ENDPOINT"], env["RUNNER_ACCOUNT"], env["RUNNER_KEY"] = endpoint, account, key
	return env
}

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
