package interop

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// exampleFile is a file of examples, changed so that they use the server under test.
type exampleFile struct {
	source   []byte            // Go source of package examples, without the omitted examples
	names    []string          // the examples that source holds, in order
	leftOut  map[string]string // the omitted examples, with what they need that only Azure has
	rewrites int               // how many places were changed
}

// substitutions are whole strings to replace in examples.
var substitutions = map[string]string{
	"testContainer": "testcontainer", // no container can have this name: Azure requires lower case
	"myAccountName": "devstoreaccount1",
	// A copy needs a source that is reachable from this machine.
	"https://cdn2.auth0.com/docs/media/addons/azure_blob.svg": "https://myaccount.blob.core.windows.net/public/source.svg",
}

// accountHost finds the address of an account, literal or in a format string; hostSuffix matches the text after the
// account's name.
var (
	accountHost = regexp.MustCompile(`^(?:https://)?(%s|[a-z]+|<[A-Za-z]+>)\.(?:blob|queue|table)\.core\.windows\.net`)
	hostSuffix  = regexp.MustCompile(`^\.(?:blob|queue|table)\.core\.windows\.net`)
)

// rewriteExamples changes a file of examples. Addresses lead to the server under test, credentials of Azure's directory
// become the account's key, and calls that would end the program report to the runner (testdata/examples/run_test.go).
// Everything else stays unchanged, except that comments are dropped. The client's constructors that take a key end in
// withKey.
func rewriteExamples(source []byte, withKey string) (exampleFile, error) {
	var out exampleFile
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "examples_test.go", source, parser.SkipObjectResolution)
	if err != nil {
		return out, err
	}
	file.Name = ast.NewIdent("examples")
	out.leftOut = map[string]string{}

	var kept []ast.Decl
	for _, decl := range file.Decls {
		function, ok := decl.(*ast.FuncDecl)
		if !ok {
			kept = append(kept, decl)
			continue
		}
		if function.Name.Name == "handleError" { // the runner has its own
			continue
		}
		if strings.HasPrefix(function.Name.Name, "Example") {
			if sign := signsInWith(function); sign != "" {
				out.leftOut[function.Name.Name] = sign
				continue
			}
			out.names = append(out.names, function.Name.Name)
		}
		r := &rewriter{withKey: withKey}
		r.function(function)
		out.rewrites += r.count
		kept = append(kept, function)
	}
	file.Decls = kept
	pruneImports(file)

	var b bytes.Buffer
	if err := format.Node(&b, fset, file); err != nil {
		return out, err
	}
	out.source = b.Bytes()
	return out, nil
}

// signsInWith returns the kind of credential that only Azure's directory can issue and that no key can replace, or "".
func signsInWith(function *ast.FuncDecl) string {
	kind := ""
	ast.Inspect(function, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok && isPackage(s.X, "azidentity") && s.Sel.Name != "NewDefaultAzureCredential" && strings.HasPrefix(s.Sel.Name, "New") {
			kind = s.Sel.Name
		}
		return true
	})
	return kind
}

func isPackage(x ast.Expr, name string) bool {
	id, ok := x.(*ast.Ident)
	return ok && id.Name == name
}

type rewriter struct {
	withKey string
	keyed   bool // a directory credential of the function was replaced by a key
	count   int
}

func (r *rewriter) function(f *ast.FuncDecl) {
	ast.Inspect(f, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok && isPackage(s.X, "azidentity") {
			r.keyed = true
		}
		return true
	})
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			r.call(n)
			for i := range n.Args {
				n.Args[i] = r.expression(n.Args[i])
			}
		case *ast.AssignStmt:
			for i := range n.Rhs {
				n.Rhs[i] = r.expression(n.Rhs[i])
			}
		case *ast.ValueSpec:
			for i := range n.Values {
				n.Values[i] = r.expression(n.Values[i])
			}
		case *ast.BinaryExpr:
			n.X, n.Y = r.expression(n.X), r.expression(n.Y)
		case *ast.KeyValueExpr:
			n.Value = r.expression(n.Value)
		}
		return true
	})
}

// call changes the called function.
func (r *rewriter) call(c *ast.CallExpr) {
	s, ok := c.Fun.(*ast.SelectorExpr)
	if !ok {
		return
	}
	switch {
	case isPackage(s.X, "azidentity"):
		c.Fun, c.Args = ast.NewIdent("runnerCredential"), nil
	case isPackage(s.X, "log"):
		name := "runnerFail"
		if strings.HasSuffix(s.Sel.Name, "f") {
			name = "runnerFailf"
		}
		c.Fun = ast.NewIdent(name)
	case r.keyed && (s.Sel.Name == "NewClient" || s.Sel.Name == "NewServiceClient") && len(c.Args) == 3:
		s.Sel = ast.NewIdent(s.Sel.Name + r.withKey)
	default:
		return
	}
	r.count++
}

// expression changes addresses, and signatures that are valid only for https, which the server under test doesn't
// speak.
func (r *rewriter) expression(x ast.Expr) ast.Expr {
	switch x := x.(type) {
	case *ast.KeyValueExpr:
		x.Value = r.expression(x.Value)
	case *ast.BinaryExpr:
		if y, ok := x.Y.(*ast.BasicLit); ok && x.Op == token.ADD {
			text, _ := strconv.Unquote(y.Value)
			if suffix := hostSuffix.FindString(text); suffix != "" {
				r.count++
				y.Value = strconv.Quote(strings.TrimPrefix(text, suffix))
				return &ast.BinaryExpr{X: &ast.BinaryExpr{X: endpointAnd("/"), Op: token.ADD, Y: x.X}, Op: token.ADD, Y: y}
			}
		}
	case *ast.SelectorExpr:
		if isPackage(x.X, "sas") && x.Sel.Name == "ProtocolHTTPS" {
			r.count++
			return &ast.SelectorExpr{X: x.X, Sel: ast.NewIdent("ProtocolHTTPSandHTTP")}
		}
	case *ast.BasicLit:
		text, err := strconv.Unquote(x.Value)
		if x.Kind != token.STRING || err != nil {
			return x
		}
		changed := text
		if whole, found := substitutions[text]; found {
			changed = whole
		}
		if m := accountHost.FindStringSubmatch(changed); m != nil {
			account := m[1]
			if account != "%s" {
				account = "devstoreaccount1"
			}
			r.count++
			return endpointAnd("/" + account + strings.TrimPrefix(changed, m[0]))
		}
		if changed != text {
			r.count++
			x.Value = strconv.Quote(changed)
		}
	}
	return x
}

// endpointAnd returns an expression for the server's address followed by this text.
func endpointAnd(text string) ast.Expr {
	return &ast.BinaryExpr{
		X:  &ast.CallExpr{Fun: ast.NewIdent("runnerEndpoint")},
		Op: token.ADD,
		Y:  &ast.BasicLit{Kind: token.STRING, Value: strconv.Quote(text)},
	}
}

func TestRewriteExamples(t *testing.T) {
	t.Parallel()
	const source = `package thing_test

import (
	"fmt"
	"log"
	"os"

	"example.test/azidentity"
	renamed "example.test/container"
	"example.test/sas"
	"example.test/thing/v2"
)

func handleError(err error) { log.Fatal(err) }

func Example_keyed() {
	u := fmt.Sprintf("https://%s.blob.core.windows.net/c", "n")
	cred, err := azidentity.NewDefaultAzureCredential(nil)
	handleError(err)
	c, err := renamed.NewClient(u, cred, nil)
	if err != nil {
		log.Fatalf("no %v", err)
	}
	_ = c
}

func Example_signs() {
	c, err := renamed.NewClientWithNoCredential("https://myaccount.blob.core.windows.net/c?x=1", nil)
	if err != nil {
		log.Panic(err)
	}
	_, _ = c, sas.Values{Protocol: sas.ProtocolHTTPS, Container: "testContainer"}
}

func Example_bare() {
	name := os.Args[0]
	cred, err := azidentity.NewDefaultAzureCredential(nil)
	_, _ = thing.NewServiceClient(name+".queue.core.windows.net", cred, nil)
	u := name + ".table.core.windows.net/t"
	u = fmt.Sprintf("%s.table.core.windows.net/?%s", "myAccountName", "https://<thisAccount>.table.core.windows.net/?x")
	return
}

func Example_secret() {
	_, _ = azidentity.NewClientSecretCredential(os.Getenv("x"), nil)
}
`
	const want = `package examples

import (
	"fmt"
	"os"

	renamed "example.test/container"
	"example.test/sas"
	"example.test/thing/v2"
)

func Example_keyed() {
	u := fmt.Sprintf(runnerEndpoint()+"/%s/c", "n")
	cred, err := runnerCredential()
	handleError(err)
	c, err := renamed.NewClientWithSharedKeyCredential(u, cred, nil)
	if err != nil {
		runnerFailf("no %v", err)
	}
	_ = c
}

func Example_signs() {
	c, err := renamed.NewClientWithNoCredential(runnerEndpoint()+"/devstoreaccount1/c?x=1", nil)
	if err != nil {
		runnerFail(err)
	}
	_, _ = c, sas.Values{Protocol: sas.ProtocolHTTPSandHTTP, Container: "testcontainer"}
}

func Example_bare() {
	name := os.Args[0]
	cred, err := runnerCredential()
	_, _ = thing.NewServiceClientWithSharedKeyCredential(runnerEndpoint()+"/"+name+"", cred, nil)
	u := runnerEndpoint() + "/" + name + "/t"
	u = fmt.Sprintf(runnerEndpoint()+"/%s/?%s", "devstoreaccount1", runnerEndpoint()+"/devstoreaccount1/?x")
	return
}
`
	got, err := rewriteExamples([]byte(source), "WithSharedKeyCredential")
	if err != nil {
		t.Fatal(err)
	}
	if strip(string(got.source)) != strip(want) {
		t.Errorf("rewritten source, want:\n%s\ngot:\n%s", want, got.source)
	}
	if names := fmt.Sprint(got.names, got.leftOut); names != "[Example_keyed Example_signs Example_bare] map[Example_secret:NewClientSecretCredential]" {
		t.Errorf("examples kept and left out: %s", names)
	}
	if _, err := rewriteExamples([]byte("package"), ""); err == nil {
		t.Error("rewriteExamples took a file that isn't Go")
	}
}

// strip removes empty lines: their position is up to the formatter.
func strip(source string) string {
	return strings.Join(strings.FieldsFunc(source, func(c rune) bool { return c == '\n' }), "\n")
}
