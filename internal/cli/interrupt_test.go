package cli_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"ifmatch/internal/target"
	"ifmatch/internal/thorough"
	"ifmatch/reference"
)

// stuck is a target that never answers a request to delete something.
type stuck struct {
	url      string
	written  chan struct{} // closed when so many blobs were written
	deleting chan struct{} // closed when something is to be deleted
}

// neverDeletes starts such a target. If it holds writes, the last of them is not answered either.
func neverDeletes(t *testing.T, writes int64, holds bool) stuck {
	t.Helper()
	endpoint, err := url.Parse(reference.Start(t).Endpoint("blob"))
	if err != nil {
		t.Fatal(err)
	}
	s := stuck{written: make(chan struct{}), deleting: make(chan struct{})}
	wrote := sync.OnceFunc(func() { close(s.written) })
	deletes := sync.OnceFunc(func() { close(s.deleting) })
	answer := httputil.NewSingleHostReverseProxy(&url.URL{Scheme: "http", Host: endpoint.Host})
	answer.ErrorLog = log.New(io.Discard, "", 0) // clients that break off are no news
	var n atomic.Int64
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.Method == http.MethodDelete:
			deletes()
			<-r.Context().Done() // until the client gives up
			return
		case r.Method == http.MethodPut && r.URL.Query().Get("restype") == "":
			if n.Add(1) >= writes {
				wrote()
				if holds {
					<-r.Context().Done()
					return
				}
			}
		}
		answer.ServeHTTP(w, r)
	}))
	t.Cleanup(front.Close)
	s.url = front.URL
	return s
}

// begin starts a command on the target.
func (s stuck) begin(t *testing.T, shell []string, args ...string) *pressed {
	t.Helper()
	return launch(t, slices.Concat(shell, args), target.ConnectionVariable+"=BlobEndpoint="+s.url+"/devstoreaccount1;"+developmentAccount)
}

// patience is how long anything may take.
const patience = 30 * time.Second

// pressed is a process that is interrupted.
type pressed struct {
	cmd    *exec.Cmd
	stdout io.Reader
	ended  chan struct{}
	again  chan struct{} // closed when it says that it was interrupted again
	stderr bytes.Buffer  // read it after the end
}

// launch starts a process whose stdout nobody reads.
func launch(t *testing.T, command []string, environment ...string) *pressed {
	t.Helper()
	p := &pressed{cmd: exec.Command(command[0], command[1:]...), ended: make(chan struct{}), again: make(chan struct{})}
	p.cmd.Env = append(os.Environ(), environment...)
	stdout, err := p.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	p.stdout = stdout
	stderr, err := p.cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.cmd.Process.Kill() })
	go func() {
		defer close(p.ended)
		for lines := bufio.NewScanner(stderr); lines.Scan(); {
			p.stderr.WriteString(lines.Text() + "\n")
			if strings.Contains(lines.Text(), "interrupted again: ") {
				close(p.again)
			}
		}
		_ = p.cmd.Wait()
	}()
	return p
}

// wait waits until something has happened.
func (p *pressed) wait(t *testing.T, what string, happened <-chan struct{}) {
	t.Helper()
	select {
	case <-happened:
	case <-time.After(patience):
		t.Fatalf("%s: it did not come to that", what)
	}
}

// press presses, again and again, until something has happened, or the process has ended.
func (p *pressed) press(t *testing.T, s os.Signal, every time.Duration, happened <-chan struct{}) {
	t.Helper()
	tick := time.NewTicker(every)
	defer tick.Stop()
	end := time.After(patience)
	for {
		_ = p.cmd.Process.Signal(s) // the process may have ended
		select {
		case <-tick.C:
		case <-happened:
			return
		case <-p.ended:
			return
		case <-end:
			t.Fatal("the process goes on")
		}
	}
}

// wantCode demands an end with an exit code.
func (p *pressed) wantCode(t *testing.T, code int) {
	t.Helper()
	p.wait(t, "the end", p.ended)
	if got := p.cmd.ProcessState.ExitCode(); got != code {
		t.Errorf("it ended with %v, want exit code %d; stderr:\n%s", p.cmd.ProcessState, code, &p.stderr)
	}
}

// ignoring starts a command as the background of a script does: with SIGINT ignored.
var ignoring = []string{"sh", "-c", `trap "" INT; exec ifmatch "$@"`, "sh"}

// TestSecondInterruptLeavesOutTheCleanUp interrupts a run and a load twice, at a target that never
// answers what the clean-up asks. They end, and what is known is reported and marked.
func TestSecondInterruptLeavesOutTheCleanUp(t *testing.T) {
	t.Parallel()
	for _, tc := range thorough.Some(t, 3, []struct {
		name   string
		shell  []string
		signal os.Signal
		writes int64
		args   []string
		marked string // field of the report
	}{
		{"run", []string{"ifmatch"}, os.Interrupt, 1, []string{"run", "--target", "env", "BLOB-TAB-15C"}, "incomplete"},
		{"run by SIGTERM", []string{"ifmatch"}, syscall.SIGTERM, 1, []string{"run", "--target", "env", "BLOB-TAB-15C"}, "incomplete"},
		{"run in the background", ignoring, os.Interrupt, 1, []string{"run", "--target", "env", "BLOB-TAB-15C"}, "incomplete"},
		{"load", []string{"ifmatch"}, os.Interrupt, 300, []string{"load", "blob-cas", "--target", "env", "--clients", "4", "--warmup", "0s", "--duration", "1m"}, "interrupted"},
		{"load by SIGTERM", []string{"ifmatch"}, syscall.SIGTERM, 300, []string{"load", "blob-cas", "--target", "env", "--clients", "4", "--warmup", "0s", "--duration", "1m"}, "interrupted"},
	}) {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			s := neverDeletes(t, tc.writes, tc.args[0] == "run")
			file := filepath.Join(t.TempDir(), "result.json")
			p := s.begin(t, tc.shell, append(tc.args, "--report", "json="+file)...)
			go func() { _, _ = io.Copy(io.Discard, p.stdout) }()
			p.wait(t, "write", s.written)
			p.press(t, tc.signal, patience, s.deleting)   // once: on a slow machine, another one might be the second
			p.press(t, tc.signal, 2*time.Second, p.again) // the first counts as the one before if that was just now
			select {
			case <-p.ended:
			case <-time.After(8 * time.Second): // it would wait 10 s for the deletion
				t.Fatal("it does not leave out the clean-up")
			}
			p.wantCode(t, 130)
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatalf("%v; stderr:\n%s", err, &p.stderr)
			}
			var report map[string]any
			if err := json.Unmarshal(text, &report); err != nil {
				t.Fatal(err)
			}
			if report[tc.marked] != true {
				t.Errorf("the report does not say %q", tc.marked)
			}
			if !strings.Contains(p.stderr.String(), "ifmatch sweep --target env --prefix ") {
				t.Errorf("it does not say how to delete what is left:\n%s", &p.stderr)
			}
		})
	}
}

// TestThirdInterruptEndsTheProcess interrupts a run whose report has no reader.
func TestThirdInterruptEndsTheProcess(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		shell []string
		want  func(syscall.WaitStatus) bool
	}{
		"as shells start it":  {[]string{"ifmatch"}, func(s syscall.WaitStatus) bool { return s.Signaled() && s.Signal() == syscall.SIGINT }},
		"with SIGINT ignored": {ignoring, func(s syscall.WaitStatus) bool { return s.Exited() && s.ExitStatus() == 130 }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := neverDeletes(t, 1, true)
			pipe := fifo(t)
			p := s.begin(t, tc.shell, "run", "--target", "env", "BLOB-TAB-15C", "--report", "json="+pipe)
			go func() { _, _ = io.Copy(io.Discard, p.stdout) }()
			p.wait(t, "write", s.written)
			p.press(t, os.Interrupt, 50*time.Millisecond, p.ended)
			if status, ok := p.cmd.ProcessState.Sys().(syscall.WaitStatus); !ok || !tc.want(status) {
				t.Errorf("it ended with %v, want an end by SIGINT", p.cmd.ProcessState)
			}
		})
	}
}

// fifo makes a FIFO.
func fifo(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestOfflineCommandsEndAtOnce interrupts check, report and diff while they write what nobody reads:
// one signal ends them.
func TestOfflineCommandsEndAtOnce(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	run, result := filepath.Join(folder, "run"), filepath.Join(folder, "result.json")
	for _, args := range [][]string{
		{"load", "blob-create", "--ops", "50", "--warmup", "0s", "--duration", "0s", "--out", run},
		{"run", "BLOB-TAB-0*", "--trace", "all", "--report", "json=" + result},
	} {
		if out, err := exec.Command("ifmatch", args...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", args, err, out)
		}
	}
	for name, args := range thorough.SomeNamed(t, 1, map[string][]string{
		"check":         append([]string{"check", "--json"}, slices.Repeat([]string{run}, 400)...),
		"report":        {"report", result, "--report", "html=-"},
		"report show":   {"report", "show", result, "status:passed"},
		"report matrix": {"report", "matrix", result, "again=" + result, "--report", "html=-"},
		"diff":          {"diff", run, run, "--report", "html=" + fifo(t)}, // prints first
	}) {
		for _, s := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
			t.Run(name+" by "+s.String(), func(t *testing.T) {
				t.Parallel()
				p := launch(t, append([]string{"ifmatch"}, args...))
				if _, err := io.ReadFull(p.stdout, make([]byte, 1)); err != nil { // now it is writing
					t.Fatal(err)
				}
				if err := p.cmd.Process.Signal(s); err != nil {
					t.Fatal(err)
				}
				p.wantCode(t, 130)
			})
		}
	}
}
