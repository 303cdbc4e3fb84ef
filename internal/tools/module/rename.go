package main

import (
	"bytes"
	"fmt"
	"go/format"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
)

// rooms are the folders of the top level that hold packages: a path into one of them is one of ours.
const rooms = "features|internal|loadgen|reference|reports|steps"

// foreign are folders that hold nothing of the repository.
var foreign = []string{".git", "bin", "dist", "node_modules"}

// Rename gives the main module in dir, and the modules below it, another path. It returns how many files it changed.
// It refuses a path that the go command would not download, and then has changed nothing.
func Rename(dir, path string) (changed int, err error) {
	if err := module.CheckPath(path); err != nil {
		return 0, fmt.Errorf("rename the module: %w; name a host and a path, such as github.com/you/ifmatch", err)
	}
	gomod, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err != nil {
		return 0, fmt.Errorf("rename the module: %w; run it in the folder of the main module", err)
	}
	rules := replacements(modfile.ModulePath(gomod), path)
	err = filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (slices.Contains(foreign, d.Name()) || strings.HasSuffix(filepath.ToSlash(name), "internal/tools/module")):
			return filepath.SkipDir // this command and its tests say what to replace
		case !d.Type().IsRegular():
			return nil
		}
		did, err := rewrite(name, rules)
		if did {
			changed++
		}
		return err
	})
	return changed, err
}

// replacements are the places where a module's path stands, from the specific to the general.
func replacements(from, to string) []replacement {
	old := regexp.QuoteMeta(from)
	all := slices.Clone(home(from, to))
	for _, r := range [][2]string{
		{`((?:^|[^\w./-]))` + old + `(/(?:` + rooms + `)\b)`, `${1}` + to + `${2}`},
		{`(?m)^(module )` + old + `$`, `${1}` + to},
		{`(require )` + old + `( v\d)`, `${1}` + to + `${2}`},
		{`(replace )` + old + `( =>)`, `${1}` + to + `${2}`},
		{`(const module = ")` + old + `"`, `${1}` + to + `"`},
		{`\b(go (?:get|install) )` + old + `@`, `${1}` + to + `@`},
	} {
		all = append(all, replacement{regexp.MustCompile(r[0]), r[1]})
	}
	return all
}

// rewrite applies the rules to a file, and reports whether that changed it.
func rewrite(name string, rules []replacement) (bool, error) {
	old, err := os.ReadFile(name)
	if err != nil || bytes.IndexByte(old, 0) >= 0 {
		return false, err
	}
	text := old
	for _, r := range rules {
		text = r.pattern.ReplaceAll(text, []byte(r.with))
	}
	if bytes.Equal(text, old) {
		return false, nil
	}
	if strings.HasSuffix(name, ".go") { // imports stand in another order
		if text, err = format.Source(text); err != nil {
			return false, fmt.Errorf("rename the module in %s: %w", name, err)
		}
	}
	info, err := os.Stat(name)
	if err != nil {
		return false, err
	}
	return true, os.WriteFile(name, text, info.Mode().Perm())
}
