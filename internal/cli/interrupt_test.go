package cli_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"sync"
	"syscall"
	"testing"
	"time"

	"ifmatch/internal/target"
	"ifmatch/internal/weatherproxy"
	"ifmatch/reference"
	"ifmatch/reference/weather"
)

// TestSecondInterruptEndsAtOnce presses Ctrl-C repeatedly on a run whose clean-up is slow. In the
// background of a script, a process starts with SIGINT ignored.
func TestSecondInterruptEndsAtOnce(t *testing.T) {
	t.Parallel()
	bySignal := func(s syscall.WaitStatus) bool { return s.Signaled() && s.Signal() == syscall.SIGINT }
	byCode := func(s syscall.WaitStatus) bool { return s.Exited() && s.ExitStatus() == 130 }
	for _, tc := range []struct {
		name    string
		command []string
		want    func(syscall.WaitStatus) bool
	}{
		{"as shells start it", []string{"ifmatch"}, bySignal},
		{"with SIGINT ignored", []string{"sh", "-c", `trap "" INT; exec ifmatch "$@"`, "sh"}, byCode},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			if status := pressTwice(t, tc.command); !tc.want(status) {
				t.Errorf("it ended with %#x, want an end by SIGINT at once", status)
			}
		})
	}
}

// pressTwice starts a run, interrupts it until it ends, and returns how it ended.
func pressTwice(t *testing.T, command []string) syscall.WaitStatus {
	t.Helper()
	server := reference.Start(t)
	endpoint, err := url.Parse(server.Endpoint("blob"))
	if err != nil {
		t.Fatal(err)
	}
	late, err := weatherproxy.Listen(t.Context(), endpoint.Host, weatherproxy.Options{Sky: weather.New(weather.Spec{Rules: []weather.Rule{
		{Kind: weather.StallAnswer, Share: 1, Held: 800 * time.Millisecond},
	}})})
	if err != nil {
		t.Fatal(err)
	}
	slow := httputil.NewSingleHostReverseProxy(&url.URL{Scheme: "http", Host: late.Address()})
	writing := make(chan struct{}) // closed once a blob is written: then its container must be cleaned up
	once := sync.OnceFunc(func() { close(writing) })
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPut && r.URL.Query().Get("restype") == "" {
			once()
		}
		slow.ServeHTTP(w, r)
	}))
	defer proxy.Close()
	cmd := exec.Command(command[0], append(command[1:len(command):len(command)], "run", "--target", "env", "BLOB-TAB-15C")...)
	cmd.Env = append(os.Environ(), target.ConnectionVariable+"=BlobEndpoint="+proxy.URL+"/devstoreaccount1;"+developmentAccount)
	stderr, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = cmd.Process.Kill() }()
	select {
	case <-writing:
	case <-time.After(30 * time.Second):
		t.Fatal("the run does not write anything")
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() {
		_, _ = io.Copy(io.Discard, stderr)
		ended <- cmd.Wait()
	}()
	press := time.NewTicker(50 * time.Millisecond)
	defer press.Stop()
	for {
		select {
		case <-press.C:
			_ = cmd.Process.Signal(os.Interrupt) // the process may have ended
			continue
		case <-time.After(10 * time.Second):
			t.Fatal("the process goes on")
		case <-ended:
		}
		break
	}
	status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus)
	if !ok {
		t.Fatalf("it ended with %v", cmd.ProcessState)
	}
	return status
}
