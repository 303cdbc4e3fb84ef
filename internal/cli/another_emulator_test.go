package cli_test

import (
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"

	"ifmatch/internal/thorough"
	"ifmatch/reference"
	"ifmatch/reference/fault"
)

// faultsOf are what is wrong with the emulator of docs/gate.md in each chapter of its part about another one.
var faultsOf = map[string][]string{
	"The first run": {"if-match-ignored"}, "The list of known failures": {"if-match-ignored"}, "The gate": {"if-match-ignored"},
	"A red build": {"if-match-ignored", "put-blob-if-unmodified-since-ignored"}, "Mended": {"if-match-ignored"},
}

// TestAnotherEmulator runs the commands of a part of docs/gate.md in order, and compares what they
// print and their exit codes with the page. Few cases stand for all of them.
func TestAnotherEmulator(t *testing.T) {
	thorough.Only(t)
	t.Parallel()
	page, err := os.ReadFile("../../docs/gate.md")
	if err != nil {
		t.Fatal(err)
	}
	_, part, _ := strings.Cut(string(page), "<!-- run by TestAnotherEmulator -->")
	part, _, _ = strings.Cut(part, "<!-- end of what a test runs -->")
	self, err := exec.LookPath("ifmatch") // this test binary: see TestMain
	if err != nil {
		t.Fatal(err)
	}
	emulator := newEmulator(t)
	work, commands := t.TempDir(), 0
	if err := os.WriteFile(filepath.Join(work, "emulator.txt"), []byte(emulator.connection), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, chapter := range strings.Split(part, "\n### ")[1:] {
		title, text, _ := strings.Cut(chapter, "\n")
		emulator.become(t, faultsOf[title])
		for _, block := range strings.Split(text, "```console\n")[1:] {
			block, _, _ = strings.Cut(block, "```")
			for _, shown := range strings.Split(block, "$ ")[1:] {
				command, want, _ := strings.Cut(shown, "\n")
				commands++
				words := strings.Fields(strings.Replace(command, "@emulator.txt", "@emulator.txt BLOB-TAB-01C/put-blob/* BLOB-TAB-02E", 1))
				cmd := exec.Command(self, words[1:]...)
				cmd.Dir = work
				out, _ := cmd.CombinedOutput()
				got := fmt.Sprintf("%sexit code %d\n", out, cmd.ProcessState.ExitCode())
				if !strings.Contains(want, "exit code") {
					want += "exit code 0\n"
				}
				if !shows(want).MatchString(got) {
					t.Errorf("%s: the page shows of %s\n%s\nand it prints\n%s", title, command, want, got)
				}
			}
		}
	}
	if commands < 9 {
		t.Errorf("the page has %d commands", commands)
	}
}

// shows makes an expression of what a page shows: … stands for anything.
func shows(text string) *regexp.Regexp {
	parts := strings.Split(text, "…")
	for i := range parts {
		parts[i] = regexp.QuoteMeta(parts[i])
	}
	return regexp.MustCompile(`(?s)^` + strings.Join(parts, ".*") + `$`)
}

// emulator is a blob service behind a reverse proxy, which can be replaced.
type emulator struct {
	connection string
	behind     atomic.Pointer[http.Handler]
}

func newEmulator(t *testing.T) *emulator {
	t.Helper()
	e := &emulator{}
	e.become(t, nil)
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { (*e.behind.Load()).ServeHTTP(w, r) }))
	t.Cleanup(service.Close)
	to, err := url.Parse(service.URL)
	if err != nil {
		t.Fatal(err)
	}
	front := httputil.NewSingleHostReverseProxy(to)
	front.ErrorLog = log.New(io.Discard, "", 0) // clients that break off are no news
	proxy := httptest.NewServer(front)
	t.Cleanup(proxy.Close)
	e.connection = fmt.Sprintf("DefaultEndpointsProtocol=http;AccountName=%s;AccountKey=%s;BlobEndpoint=%s/%[1]s;", reference.DefaultAccount, reference.DefaultKey, proxy.URL)
	return e
}

// become replaces the service by one with these faults.
func (e *emulator) become(t *testing.T, names []string) {
	t.Helper()
	var faults []fault.Fault
	for _, name := range names {
		f, ok := reference.LookupFault(name)
		if !ok {
			t.Fatalf("there is no fault %q", name)
		}
		faults = append(faults, f)
	}
	server := reference.New(reference.Options{Faults: faults})
	t.Cleanup(func() { _ = server.Close() })
	h := server.Handler("blob")
	e.behind.Store(&h)
}
