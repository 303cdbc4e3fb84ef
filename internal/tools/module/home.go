package main

import (
	"regexp"
	"strings"
)

// replacement is a pattern and what to write for it.
type replacement struct {
	pattern *regexp.Regexp
	with    string
}

// homeless are the sentences of a repository without an address, and what to say once it has one: %s is the address.
var homeless = [][2]string{
	{
		"It has no public home yet, so everything begins with a clone.",
		"`go install %s@latest` builds it; what follows begins with a clone.",
	},
	{
		"The module has no public address yet: clone it next to your project and point to it.",
		"Add the module to yours.",
	},
	{
		"go mod edit -require=ifmatch@v0.0.0 -replace=ifmatch=../ifmatch && go mod tidy",
		"go get %s@latest",
	},
}

// checkedOut are the lines in which a workflow uses the action, before GitHub has it.
var checkedOut = [][2]string{
	{"- uses: ./ifmatch                  # a checkout of this repository", "- uses: %s@main"},
	{"- uses: actions/checkout@v4        # yours, with ifmatch in the folder ifmatch", "- uses: actions/checkout@v4        # yours"},
	{"- uses: ./ifmatch", "- uses: %s@main"},
}

// home replaces what is true only of a module without an address, which one without a dot in its path is.
func home(from, to string) (all []replacement) {
	if host, _, _ := strings.Cut(from, "/"); strings.Contains(host, ".") {
		return nil
	}
	literally := func(pairs [][2]string, address string) {
		for _, p := range pairs {
			all = append(all, replacement{regexp.MustCompile(regexp.QuoteMeta(p[0])), strings.ReplaceAll(p[1], "%s", address)})
		}
	}
	literally(homeless, to)
	if repository, on := strings.CutPrefix(to, "github.com/"); on {
		literally(checkedOut, repository)
	}
	return all
}
