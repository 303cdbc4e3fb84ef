// Command spec-diff lists the condition headers that Microsoft's clients for Go can send and that no clause names, with
// the version of the service that brought them. It reads the generated code and the change logs of the pinned modules.
//
//	go run ./internal/tools/spec-diff
//
// It exits 1 if there are any, and 2 if it could not find out.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"text/tabwriter"
)

// modules are the clients, by service.
var modules = []struct{ service, path string }{
	{"blob", "github.com/Azure/azure-sdk-for-go/sdk/storage/azblob"},
	{"file", "github.com/Azure/azure-sdk-for-go/sdk/storage/azfile"},
	{"queue", "github.com/Azure/azure-sdk-for-go/sdk/storage/azqueue/v2"},
	{"table", "github.com/Azure/azure-sdk-for-go/sdk/data/aztables"},
}

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// run is the command.
func run(args []string, stdout, stderr io.Writer) int {
	f := flag.NewFlagSet("spec-diff", flag.ContinueOnError)
	f.SetOutput(stderr)
	register := f.String("clauses", "features/clauses.tsv", "the register of clauses, a `file`")
	all := f.Bool("all", false, "list all condition headers, with the clauses that name them")
	if err := f.Parse(args); errors.Is(err, flag.ErrHelp) {
		return 0
	} else if err != nil || f.NArg() > 0 {
		fmt.Fprintln(stderr, "spec-diff: takes only flags")
		return 2
	}
	text, err := os.ReadFile(*register)
	if err != nil {
		fmt.Fprintln(stderr, "spec-diff: reading the clauses:", err)
		return 2
	}
	var found []Condition
	for _, m := range modules {
		some, err := inModule(m.service, m.path)
		if err != nil {
			fmt.Fprintln(stderr, "spec-diff:", err)
			return 2
		}
		found = append(found, some...)
	}
	unnamed, err := write(stdout, found, ParseClauses(string(text)), *all)
	switch {
	case err != nil:
		fmt.Fprintln(stderr, "spec-diff:", err)
		return 2
	case unnamed > 0:
		fmt.Fprintf(stderr, "spec-diff: no clause names %d of %d condition headers\n", unnamed, len(found))
		return 1
	}
	return 0
}

// inModule reads the conditions of a module in the cache of modules.
func inModule(service, path string) ([]Condition, error) {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", path).Output()
	if err != nil {
		return nil, fmt.Errorf("finding %s: %w", path, err)
	}
	dir := strings.TrimSpace(string(out))
	log, err := os.ReadFile(filepath.Join(dir, "CHANGELOG.md"))
	if err != nil {
		return nil, fmt.Errorf("reading the changes of %s: %w", path, err)
	}
	files, err := filepath.Glob(filepath.Join(dir, "internal", "*", "zz_*_client.go"))
	if tables, _ := filepath.Glob(filepath.Join(dir, "internal", "zz_*_client.go")); err == nil {
		files = append(files, tables...)
	}
	if err != nil || len(files) == 0 {
		return nil, fmt.Errorf("reading %s: it has no generated clients where they used to be", path)
	}
	var list []Condition
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			return nil, fmt.Errorf("reading %s: %w", path, err)
		}
		list = append(list, Conditions(service, string(source))...)
	}
	return Dated(Merged(list), ParseChanges(string(log))), nil
}

// write lists conditions, and returns how many no clause names.
func write(w io.Writer, list []Condition, clauses []Clause, all bool) (unnamed int, err error) {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, c := range list {
		ids := Naming(clauses, c)
		if len(ids) == 0 {
			unnamed++
		}
		if all || len(ids) == 0 {
			fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\n", c.Service, c.Since, c.Header, strings.Join(c.Operations, ", "), summary(ids))
		}
	}
	return unnamed, t.Flush()
}

// summary names the first clauses of a list.
func summary(ids []string) string {
	const shown = 3
	switch {
	case len(ids) == 0:
		return "no clause"
	case len(ids) > shown:
		return fmt.Sprintf("%s and %d more", strings.Join(ids[:shown], " "), len(ids)-shown)
	}
	return strings.Join(ids, " ")
}

// Clause is a line of the register.
type Clause struct{ ID, Service, Statement string }

// ParseClauses reads the register: a header, then one clause a line.
func ParseClauses(text string) (list []Clause) {
	for _, line := range strings.Split(strings.TrimSpace(text), "\n")[1:] {
		if f := strings.Split(line, "\t"); len(f) > 4 {
			list = append(list, Clause{f[0], f[2], f[4]})
		}
	}
	return list
}

// Naming lists the clauses of a service that name a header: in full, or its family as in x-ms-blob-if-*.
func Naming(list []Clause, c Condition) (ids []string) {
	whole := regexp.MustCompile(`(?i)(^|[^\w-])` + regexp.QuoteMeta(c.Header) + `($|[^\w-])`)
	for _, clause := range list {
		if clause.Service == c.Service && (whole.MatchString(clause.Statement) || namesFamily(clause.Statement, c.Header)) {
			ids = append(ids, clause.ID)
		}
	}
	return ids
}

var family = regexp.MustCompile(`(?i)[\w-]+-\*`)

// namesFamily reports whether a statement names condition headers by their beginning, this one among them.
func namesFamily(statement, header string) bool {
	for _, name := range family.FindAllString(statement, -1) {
		if beginning := strings.TrimSuffix(name, "*"); condition.MatchString(beginning) && len(header) > len(beginning) && strings.EqualFold(header[:len(beginning)], beginning) {
			return true
		}
	}
	return false
}
