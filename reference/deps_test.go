package reference_test

import (
	"bufio"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestReferenceStandsAlone allows the server's packages to import only the standard library and each other. The suite
// that judges the server must share nothing with it, and a program that imports it must not have to download anything.
// The SMB server is a separate package because it cannot meet this rule.
func TestReferenceStandsAlone(t *testing.T) {
	t.Parallel()
	out, err := exec.Command("go", "list", "-deps", "-f", "{{if not .Standard}}{{.ImportPath}}{{end}}").CombinedOutput()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, out)
	}
	packages := strings.Fields(string(out))
	if len(packages) < 10 {
		t.Fatalf("go list found only %v", packages)
	}
	for _, p := range packages {
		if p != "ifmatch/reference" && !strings.HasPrefix(p, "ifmatch/reference/") || p == "ifmatch/reference/smb" {
			t.Errorf("the reference depends on %s", p)
		}
	}
}

// TestLeavesAreLeaves keeps net/http, the store and the rules out of the packages that only compute.
func TestLeavesAreLeaves(t *testing.T) {
	t.Parallel()
	for _, leaf := range []string{"clock", "condition", "document", "errcode", "etag", "guid", "handles", "lease", "tags"} {
		out, err := exec.Command("go", "list", "-deps", "ifmatch/reference/"+leaf).CombinedOutput()
		if err != nil {
			t.Fatalf("go list: %v\n%s", err, out)
		}
		for _, p := range strings.Fields(string(out)) {
			switch {
			case p == "net/http", p == "ifmatch/reference/store", p == "ifmatch/reference/rules":
				t.Errorf("the leaf %s depends on %s", leaf, p)
			}
		}
	}
}

var clauseID = regexp.MustCompile(`\b(?:BLOB|CONT|TABLE|QUEUE|FILE)-[A-Z]+-[0-9A-Za-z][0-9A-Za-z-]*`)

// TestClausesNamedInCommentsExist checks that every clause named in the source is in the register.
func TestClausesNamedInCommentsExist(t *testing.T) {
	t.Parallel()
	known := register(t)
	named := map[string]bool{}
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for i, line := range strings.Split(string(text), "\n") {
			for _, id := range clauseID.FindAllString(line, -1) {
				named[id] = true
				service, _, _ := strings.Cut(id, "-")
				if known[service] && !known[id] { // the register may not cover this service yet
					t.Errorf("%s:%d: no such clause: %s", path, i+1, id)
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(named) < 100 {
		t.Errorf("only %d clauses are named in the source", len(named))
	}
}

// register reads the ids of features/clauses.tsv. If a clause has several parts, the id of the whole is known too. So
// is the name of each service that has clauses.
func register(t *testing.T) map[string]bool {
	t.Helper()
	f, err := os.Open("../features/clauses.tsv")
	if errors.Is(err, fs.ErrNotExist) {
		t.Fatal("the register features/clauses.tsv is missing")
	}
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	known := map[string]bool{}
	for s := bufio.NewScanner(f); s.Scan(); {
		id, _, _ := strings.Cut(s.Text(), "\t")
		known[id] = true
		service, _, _ := strings.Cut(id, "-")
		known[service] = true
		if i := strings.LastIndexByte(id, '-'); i > 0 && strings.ToLower(id[i:]) == id[i:] {
			known[id[:i]] = true
		}
	}
	return known
}
