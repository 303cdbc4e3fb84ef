package deps

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"testing"

	"ifmatch/internal/thorough"
)

// sender is the only package that may use a transport of net/http directly.
const sender = module + "/internal/sendonce"

// ready are the names of net/http whose use sends requests over its default transport.
var ready = []string{"DefaultClient", "DefaultTransport", "Get", "Head", "Post", "PostForm"}

// elsewhere are the packages that let Microsoft's library send by itself, and why they may.
var elsewhere = map[string]string{
	module + "/internal/target/entra": "it asks for tokens, not for storage, and may ask twice",
}

// TestEveryRequestIsSentOnce: net/http repeats some requests whose connection breaks, so all of
// ours go through internal/sendonce. Nothing else may make a transport, or use a ready one.
func TestEveryRequestIsSentOnce(t *testing.T) {
	thorough.Only(t)
	t.Parallel()
	found := 0
	for _, p := range sources(t) {
		if p.PkgPath == sender {
			continue
		}
		for _, file := range p.Syntax {
			wrong, right := senders(file, p.TypesInfo, elsewhere[p.PkgPath] != "")
			found += right
			for _, use := range wrong {
				t.Errorf("%s: %s: send it by %s", p.Fset.Position(use.node.Pos()), use.text, sender)
			}
		}
	}
	if found < 4 {
		t.Errorf("found %d transports: this test does not see the others", found)
	}
}

// use is a place that sends requests.
type use struct {
	node ast.Node
	text string
}

// senders finds what would send requests over net/http by itself, and counts the transports that
// are handed over to the sender. excused lets Microsoft's library send by itself.
func senders(file *ast.File, info *types.Info, excused bool) (wrong []use, right int) {
	allowed := map[ast.Node]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if called := selected(info, n.Fun); called != nil && called.Pkg() != nil && called.Pkg().Path() == sender && called.Name() == "Over" {
				if made, ok := n.Args[0].(*ast.UnaryExpr); ok && made.Op == token.AND {
					if made, ok := made.X.(*ast.CompositeLit); ok {
						allowed[made.Type] = true
						right++
					}
				}
			}
		case *ast.CompositeLit:
			if has(n, "Transport") && is(info, n.Type, "net/http", "Client") {
				allowed[n.Type] = true
			}
			if !excused && !has(n, "Transport") && is(info, n.Type, "github.com/Azure/azure-sdk-for-go/sdk/azcore", "ClientOptions") {
				wrong = append(wrong, use{n, "azcore.ClientOptions without a Transport"})
			}
		case *ast.StarExpr:
			if is(info, n.X, "net/http", "Client") { // a client that somebody else made
				allowed[n.X] = true
			}
		case *ast.SelectorExpr:
			for _, name := range append([]string{"Transport", "Client"}, ready...) {
				if !allowed[n] && is(info, n, "net/http", name) {
					wrong = append(wrong, use{n, "http." + name})
				}
			}
		}
		return true
	})
	return wrong, right
}

// selected is the object that a qualified name refers to.
func selected(info *types.Info, e ast.Expr) types.Object {
	if s, ok := e.(*ast.SelectorExpr); ok {
		return info.Uses[s.Sel]
	}
	return nil
}

// is reports whether an expression is the name of an object at the top of a package.
func is(info *types.Info, e ast.Expr, path, name string) bool {
	o := selected(info, e)
	return o != nil && o.Pkg() != nil && o.Pkg().Path() == path && o.Name() == name && o.Parent() == o.Pkg().Scope()
}

// has reports whether a literal sets a field.
func has(literal *ast.CompositeLit, field string) bool {
	return slices.ContainsFunc(literal.Elts, func(e ast.Expr) bool {
		pair, ok := e.(*ast.KeyValueExpr)
		if !ok {
			return false
		}
		key, ok := pair.Key.(*ast.Ident)
		return ok && key.Name == field
	})
}

// TestSendersAreFound: each way to send by net/http itself is seen.
func TestSendersAreFound(t *testing.T) {
	thorough.Only(t)
	t.Parallel()
	real, err := load()
	if err != nil {
		t.Fatal(err)
	}
	for body, want := range map[string]int{
		`_ = sendonce.Over(&http.Transport{})`:                             0,
		`_ = &http.Client{Transport: sendonce.Over(&http.Transport{})}`:    0,
		`var c *http.Client; _ = c`:                                        0,
		`r, err := http.NewRequest("GET", "", nil); _, _ = r, err`:         0,
		`_ = azcore.ClientOptions{Transport: nil}; _ = sendonce.Over(nil)`: 0,
		`_ = &http.Transport{}`:                                            1,
		`_ = new(http.Transport)`:                                          1,
		`var t http.Transport; _ = sendonce.Over(&t)`:                      1,
		`_ = http.Client{}`:                                                1,
		`_ = http.Client{Timeout: 1}`:                                      1,
		`var c http.Client; _ = c.Do`:                                      1,
		`_ = http.DefaultClient`:                                           1,
		`_ = http.DefaultTransport.(*http.Transport).Clone()`:              2,
		`_, _ = http.Get("http://127.0.0.1/")`:                             1,
		`_ = azcore.ClientOptions{}`:                                       1,
	} {
		text := fmt.Sprintf("package p\nimport (\n\"net/http\"\n%q\n\"github.com/Azure/azure-sdk-for-go/sdk/azcore\"\n)\nvar _ http.Header\nvar _ sendonce.Transport\nvar _ azcore.TokenCredential\nfunc f() { %s }\n", sender, body)
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, "p.go", text, 0)
		if err != nil {
			t.Fatalf("%s: %v", body, err)
		}
		info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
		config := types.Config{Importer: real.importer}
		if _, err := config.Check("p", set, []*ast.File{file}, info); err != nil {
			t.Fatalf("%s: %v", body, err)
		}
		if wrong, _ := senders(file, info, false); len(wrong) != want {
			t.Errorf("%s: %d findings, want %d: %v", body, len(wrong), want, wrong)
		}
	}
}
