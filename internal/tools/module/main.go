// Command module gives the repository a home: it renames its modules, wherever their paths stand, in the packages, in
// go.mod files, in tests and in the docs. It changes files of the folder in which it runs, the main module's.
//
//	make module PATH=example.org/you/ifmatch
//
// Afterwards `make test lint` hold as before, and who has the repository at that address can `go install` it.
package main

import (
	"fmt"
	"os"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "module: name the path: make module PATH=example.org/you/ifmatch")
		os.Exit(2)
	}
	changed, err := Rename(".", os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, "module:", err)
		os.Exit(2)
	}
	fmt.Printf("the module is %s now: %d files changed\n", os.Args[1], changed)
}
