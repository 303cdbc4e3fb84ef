package cli_test

import (
	"bytes"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"

	"ifmatch/internal/cli"
	"ifmatch/internal/target"
)

// session is a process that runs command lines for scripts, one after another, each in its script's
// folder: a short command spends most of its time on starting a process and reading the features.
// A script borrows a session for one command. The scripts' exec, exits and start test how a
// process starts, takes signals and ends.
type session struct {
	process *exec.Cmd
	stderr  bytes.Buffer // of the process itself, such as what net/http logs
	stdin   io.Closer
	ask     *gob.Encoder
	answers *gob.Decoder
}

// asked is a command line, and answered is its outcome.
type (
	asked struct {
		Folder    string
		Variables map[string]string
		Arguments []string
	}
	answered struct {
		Code           int
		Stdout, Stderr string
	}
)

// idle holds the unused sessions: as many as there are processors, and nil for each that was not
// started yet. They end with the test binary, which closes its end of their pipes.
var idle = func() chan *session {
	all := make(chan *session, runtime.GOMAXPROCS(0))
	for range cap(all) {
		all <- nil
	}
	return all
}()

// variables are what scripts set between two commands of a session.
var variables = []string{target.ConnectionVariable, "GITHUB_ACTIONS", "GITHUB_STEP_SUMMARY", "JOB_COMPLETION_INDEX", "TMPDIR"}

// serveSession is the session's side: it ends when the tests do.
func serveSession() {
	in, out := gob.NewDecoder(os.Stdin), gob.NewEncoder(os.Stdout)
	for {
		var q asked
		if err := in.Decode(&q); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			fail(err)
		}
		for name, value := range q.Variables {
			if err := os.Setenv(name, value); err != nil {
				fail(err)
			}
		}
		if err := os.Chdir(q.Folder); err != nil {
			fail(err)
		}
		var stdout, stderr strings.Builder
		code := cli.Within(q.Arguments, &stdout, &stderr)
		if err := out.Encode(answered{code, stdout.String(), stderr.String()}); err != nil {
			fail(err)
		}
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "a session of scripts:", err)
	os.Exit(70)
}

// begin starts a session.
func begin(ts *testscript.TestScript) *session {
	s := &session{process: exec.Command("ifmatch-session")}
	s.process.Env = []string{"PATH=" + ts.Getenv("PATH"), "HOME=" + ts.Getenv("HOME")}
	for _, name := range []string{"GOCOVERDIR", "GOGC", "GORACE"} {
		s.process.Env = append(s.process.Env, name+"="+os.Getenv(name))
	}
	s.process.Stderr = &s.stderr
	stdin, err := s.process.StdinPipe()
	ts.Check(err)
	stdout, err := s.process.StdoutPipe()
	ts.Check(err)
	ts.Check(s.process.Start())
	s.stdin, s.ask, s.answers = stdin, gob.NewEncoder(stdin), gob.NewDecoder(stdout)
	return s
}

func (s *session) end() {
	_ = s.stdin.Close()
	_ = s.process.Wait()
}

// within runs ifmatch in a session, and checks its exit code: within 2 ifmatch list.
func within(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 || args[1] != "ifmatch" {
		ts.Fatalf("usage: within CODE ifmatch [ARGUMENT...]")
	}
	s := <-idle
	defer func() { idle <- s }()
	if s == nil {
		s = begin(ts)
	}
	q := asked{Folder: ts.MkAbs("."), Variables: map[string]string{}, Arguments: args[2:]}
	for _, name := range variables {
		q.Variables[name] = ts.Getenv(name)
	}
	ts.Check(s.ask.Encode(q))
	var a answered
	if err := s.answers.Decode(&a); err != nil {
		s.end()
		died := s.stderr.String()
		s = nil
		ts.Fatalf("the session ended: %v\n%s", err, died)
	}
	for out, text := range map[io.Writer]string{ts.Stdout(): a.Stdout, ts.Stderr(): a.Stderr} {
		_, err := io.WriteString(out, text)
		ts.Check(err)
	}
	if strconv.Itoa(a.Code) != args[0] {
		ts.Fatalf("exit code %d, want %s", a.Code, args[0])
	}
}
