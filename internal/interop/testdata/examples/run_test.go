// Package examples is put next to the examples of one of Microsoft's Go clients, rewritten into this package, and runs
// them one by one according to the plan. It defines the examples' handleError, and the replacement of log.Fatal.
package examples

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
)

// ctx is a variable that some of the examples take from another file of their package.
var ctx = context.Background()

// planned says how one example is run and what its result must be.
type planned struct {
	Name   string
	Env    map[string]string // the server's address, and the credential
	Files  []string          // local files that the example reads
	Prints []string          // text that its output must contain
	Fails  []string          // text that its failure must contain; if empty, it must not fail
}

// failure is the failure of the running example, empty so far.
var failure string

// ended is the panic value of an example that would have ended the program.
type ended struct{}

func handleError(err error) {
	if err != nil {
		runnerFail(err)
	}
}

func runnerFail(args ...any) {
	failure = fmt.Sprint(args...)
	panic(ended{})
}

func runnerFailf(format string, args ...any) { runnerFail(fmt.Sprintf(format, args...)) }

func runnerEndpoint() string { return os.Getenv("RUNNER_ENDPOINT") }

func TestExamples(t *testing.T) {
	text, err := os.ReadFile(os.Getenv("RUNNER_PLAN"))
	if err != nil {
		t.Fatal(err)
	}
	var plan []planned
	if err := json.Unmarshal(text, &plan); err != nil {
		t.Fatal(err)
	}
	for _, p := range plan {
		t.Run(p.Name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			for name, value := range p.Env {
				t.Setenv(name, value)
			}
			for _, name := range p.Files {
				if err := os.WriteFile(name, []byte(strings.Repeat("a line of a big file\n", 1000)), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			failure = ""
			output := capture(t, examples[p.Name])
			if (failure != "") != (len(p.Fails) > 0) {
				t.Errorf("failure %q, want one that holds %q\noutput:\n%s", failure, p.Fails, output)
			}
			for _, want := range p.Fails {
				if !strings.Contains(failure, want) {
					t.Errorf("failure %q lacks %q", failure, want)
				}
			}
			for _, want := range p.Prints {
				if !strings.Contains(output, want) {
					t.Errorf("output lacks %q:\n%s", want, output)
				}
			}
		})
	}
}

// capture runs an example and returns what it printed.
func capture(t *testing.T, example func()) string {
	t.Helper()
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout := os.Stdout
	os.Stdout = write
	all := make(chan string)
	go func() {
		text, _ := io.ReadAll(read)
		all <- string(text)
	}()
	func() {
		defer func() {
			if r := recover(); r != nil && r != (ended{}) {
				failure = fmt.Sprint("panic: ", r)
			}
		}()
		example()
	}()
	os.Stdout = stdout
	write.Close()
	return <-all
}
