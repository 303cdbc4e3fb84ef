package cli_test

import (
	"bufio"
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"ifmatch/internal/cli"
	"ifmatch/internal/target"
	"ifmatch/internal/thorough"
	"ifmatch/reference"
)

// TestMain lets scripts call this test binary as ifmatch.
func TestMain(m *testing.M) {
	if os.Getenv("IFMATCH_FULL") == "" { // otherwise tests build the command
		if err := os.Setenv("PATH", withoutGo(os.Getenv("PATH"))); err != nil {
			panic(err)
		}
	}
	testscript.Main(m, map[string]func(){
		"ifmatch": func() {
			os.Exit(cli.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
		},
		"ifmatch-session": serveSession,
		"count-together":  countTogether,
	})
}

// TestScripts runs every testdata/*.txtar: each command, exit code and hint as a user sees it. Who names scripts by -run gets
// those; otherwise `make test` draws some.
func TestScripts(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	if flag.Lookup("test.run").Value.String() == "" {
		files = thorough.Some(t, 5, files)
	}
	testscript.Run(t, testscript.Params{
		Files:               files,
		RequireExplicitExec: true,
		Setup:               setup,
		Condition: func(name string) (bool, error) {
			switch name {
			case "full":
				return os.Getenv("IFMATCH_FULL") != "", nil
			case "hangup": // nohup(1) makes these tests and their children ignore it
				return !signal.Ignored(syscall.SIGHUP), nil
			}
			return false, fmt.Errorf("no condition is called %q", name)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits":     exits,
			"within":    within,
			"start":     start,
			"interrupt": interrupt,
			"lacks":     lacks,
		},
	})
}

// jobs is the key of a script's background commands.
type jobs struct{}

// withoutGo is a search path without the folders of the go command: godog runs it in every process
// that starts, to ask for a folder that is never used.
func withoutGo(path string) string {
	kept := slices.DeleteFunc(filepath.SplitList(path), func(folder string) bool {
		_, err := os.Stat(filepath.Join(folder, "go"))
		_, shell := os.Stat(filepath.Join(folder, "sh"))
		return err == nil && shell != nil
	})
	return strings.Join(kept, string(filepath.ListSeparator))
}

// setup gives each script three connection strings: of a port where nothing listens, of a server
// that answers 200 to everything, and of one that works except that it always refuses to write
// blobs for now.
func setup(env *testscript.Env) error {
	env.Values[jobs{}] = map[string]*job{}
	env.Setenv("PATH", withoutGo(env.Getenv("PATH")))
	env.Setenv("GOGC", os.Getenv("GOGC"))
	const dead = "127.0.0.1:1" // a free port might be taken by then
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	env.Defer(server.Close)
	sound := reference.New(reference.Options{}).Handler("blob")
	unwritable := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPut && r.URL.RawQuery == "" {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		sound.ServeHTTP(w, r)
	}))
	env.Defer(unwritable.Close)
	secure := httptest.NewTLSServer(sound)
	env.Defer(secure.Close)
	env.Setenv("ANSWERS", secure.URL)
	sick := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusServiceUnavailable) }))
	env.Defer(sick.Close)
	env.Setenv("SICK", sick.URL)
	env.Setenv("UNWRITABLE", "BlobEndpoint="+unwritable.URL+"/devstoreaccount1;"+developmentAccount)
	env.Setenv("DEADHOST", dead)
	env.Setenv("DEAD", "BlobEndpoint=http://"+dead+"/devstoreaccount1;"+developmentAccount)
	env.Setenv("YES", "BlobEndpoint="+server.URL+"/devstoreaccount1;"+developmentAccount)
	return nil
}

// developmentAccount is the part of a connection string that every emulator
// shares.
const developmentAccount = "AccountName=" + target.DevelopmentAccount + ";AccountKey=" + target.DevelopmentKey

// exits runs a program as exec does and checks its exit code: exits 2 ifmatch list.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE PROGRAM [ARGUMENT...]")
	}
	code, err := exitCode(ts.Exec(args[1], args[2:]...))
	ts.Check(err)
	if strconv.Itoa(code) != args[0] {
		ts.Fatalf("exit code %d, want %s", code, args[0])
	}
}

func exitCode(err error) (int, error) {
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		return exit.ExitCode(), nil
	}
	return 0, err
}

// job is a command in the background.
type job struct {
	cmd            *exec.Cmd
	stdout, stderr bytes.Buffer
	read           chan error // of the rest of stdout
}

// start runs ifmatch in the background and waits for its first line on stdout,
// which becomes the variable: start CONNECTION serve --blob-addr 127.0.0.1:0.
func start(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: start VARIABLE ARGUMENT...")
	}
	j := &job{cmd: exec.Command("ifmatch", args[1:]...), read: make(chan error, 1)}
	j.cmd.Dir, j.cmd.Stderr = ts.MkAbs("."), &j.stderr
	j.cmd.Env = append(os.Environ(), "PATH="+ts.Getenv("PATH"), target.ConnectionVariable+"="+ts.Getenv(target.ConnectionVariable))
	pipe, err := j.cmd.StdoutPipe()
	ts.Check(err)
	ts.Check(j.cmd.Start())
	ts.Defer(func() { _ = j.cmd.Process.Kill() }) // long gone unless the script failed
	r := bufio.NewReader(pipe)
	line, err := r.ReadString('\n')
	if err != nil {
		_ = j.cmd.Wait()
		ts.Fatalf("ifmatch %s ended before its first line: %v\n%s", strings.Join(args[1:], " "), err, j.stderr.String())
	}
	j.stdout.WriteString(line)
	go func() {
		_, err := io.Copy(&j.stdout, r)
		j.read <- err
	}()
	ts.Setenv(args[0], strings.TrimSuffix(line, "\n"))
	ts.Value(jobs{}).(map[string]*job)[args[0]] = j
}

// interrupt presses Ctrl-C on a started command, or sends SIGTERM or SIGHUP, waits for its end and
// checks the exit code. Its output is in VARIABLE.stdout and VARIABLE.stderr.
func interrupt(ts *testscript.TestScript, neg bool, args []string) {
	signals := map[string]os.Signal{"SIGTERM": syscall.SIGTERM, "SIGHUP": syscall.SIGHUP}
	var sent os.Signal = os.Interrupt
	if len(args) == 3 {
		sent = signals[args[2]]
	}
	if neg || len(args) < 2 || sent == nil {
		ts.Fatalf("usage: interrupt VARIABLE CODE [SIGTERM|SIGHUP]")
	}
	j := ts.Value(jobs{}).(map[string]*job)[args[0]]
	if j == nil {
		ts.Fatalf("nothing was started as %s", args[0])
	}
	ts.Check(j.cmd.Process.Signal(sent))
	ts.Check(<-j.read)
	code, err := exitCode(j.cmd.Wait())
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]+".stdout"), j.stdout.Bytes(), 0o600))
	ts.Check(os.WriteFile(ts.MkAbs(args[0]+".stderr"), j.stderr.Bytes(), 0o600))
	if strconv.Itoa(code) != args[1] {
		ts.Fatalf("exit code %d, want %s\n%s", code, args[1], j.stderr.String())
	}
}

// lacks checks that neither the last command's output nor the named files contain the contents of a
// secret file: lacks key.txt result.json.
func lacks(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 1 {
		ts.Fatalf("usage: lacks SECRET-FILE [FILE...]")
	}
	secret := strings.TrimSpace(ts.ReadFile(args[0]))
	for _, name := range append([]string{"stdout", "stderr"}, args[1:]...) {
		if strings.Contains(ts.ReadFile(name), secret) {
			ts.Fatalf("%s holds the secret", name)
		}
	}
}
