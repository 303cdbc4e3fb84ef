// Package catalogue says what the suite has, as data: clauses, cases with what they send and expect, the answers 409 and
// 412, and Microsoft's pages. `list` and `explain` show it, and pages of docs are written from it.
package catalogue

import (
	_ "embed" // pages.tsv
	"regexp"
	"slices"
	"strings"
	"sync"

	"ifmatch/steps/plan"
	"ifmatch/steps/plan/register"
)

// fewOperations is how many operations the cases of a clause may try while each still counts as
// its subject.
const fewOperations = 4

// PagesOf lists Microsoft's pages about a clause: the page of its document, those of the operations that it names, and
// that of its error codes. If a clause names no operation, they are those that its cases send, unless the cases try
// the same rule on many operations.
func PagesOf(c register.Clause, cases []plan.Case) []string {
	names := operationsIn(c.Statement)
	if len(names) == 0 {
		for _, cs := range cases {
			for _, step := range cs.Script() {
				if step.Sends {
					names = append(names, step.Operations...)
				}
			}
		}
	}
	var out []string
	for _, n := range names {
		if page := PageOf(n); page != "" && !slices.Contains(out, page) {
			out = append(out, page)
		}
	}
	if len(operationsIn(c.Statement)) == 0 && len(out) > fewOperations {
		out = nil
	}
	if page := PageOf(c.Document); page != "" && !slices.Contains(out, page) {
		out = slices.Insert(out, 0, page)
	}
	if named, _ := codesOf(cases); len(named) > 0 && c.Level <= register.Should {
		if page := PageOf(errorCodes[c.Service]); page != "" && !slices.Contains(out, page) {
			out = append(out, page)
		}
	}
	return out
}

// restReference is the address of Microsoft's REST reference of the storage services. Microsoft
// redirects readers to the page in their own language.
const restReference = "https://learn.microsoft.com/rest/api/storageservices/"

// pages.tsv lists the pages. The five actions of a lease share one, and so do an operation and its variants.
//
//go:embed pages.tsv
var pagesText string

// page is one of the reference.
type page struct {
	operation bool   // else a document of the register that is about no single operation
	slug      string // the end of the address
}

// pages are the pages by Microsoft's names.
var pages = sync.OnceValue(func() map[string]page {
	all := map[string]page{}
	for line := range strings.Lines(pagesText) {
		if fields := strings.Split(strings.TrimSpace(line), "\t"); !strings.HasPrefix(line, "#") {
			slug := strings.ToLower(strings.ReplaceAll(fields[1], " ", "-"))
			if len(fields) > 2 {
				slug = fields[2]
			}
			all[fields[1]] = page{fields[0] == "operation", slug}
		}
	}
	return all
})

// errorCodes is the document that lists the error codes of a service.
var errorCodes = map[string]string{
	"blob": "Blob service error codes", "table": "Table Storage error codes", "queue": "Queue Storage error codes", "file": "Azure Files error codes",
}

// pageName is the name under which an operation's page is listed: without the action or variant,
// which the suite writes in lower case.
func pageName(operation string) string {
	if i := strings.LastIndexByte(operation, ' '); i > 0 && operation[i+1] >= 'a' {
		return operation[:i]
	}
	return operation
}

// PageOf is the address of Microsoft's page about an operation or a document; empty if the
// reference has none.
func PageOf(name string) string {
	for _, n := range []string{name, pageName(name)} {
		if p, ok := pages()[n]; ok {
			return restReference + p.slug
		}
	}
	return ""
}

// OperationName matches operations in running text; the longest name wins.
var OperationName = sync.OnceValue(func() *regexp.Regexp {
	var names []string
	for n, p := range pages() {
		if p.operation {
			names = append(names, regexp.QuoteMeta(n))
		}
	}
	slices.SortFunc(names, func(a, b string) int { return len(b) - len(a) })
	return regexp.MustCompile(`\b(?:` + strings.Join(names, "|") + `)\b`)
})

// operationsIn lists the operations that text names, each once.
func operationsIn(text string) []string {
	var out []string
	for _, n := range OperationName().FindAllString(text, -1) {
		if !slices.Contains(out, n) {
			out = append(out, n)
		}
	}
	return out
}
