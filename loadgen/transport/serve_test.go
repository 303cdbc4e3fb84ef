package transport_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"

	"ifmatch/loadgen/transport"
)

// blob is the body that the servers of benchmarks answer with.
var blob = bytes.Repeat([]byte("x"), 64)

// contended answers like a blob under contention: reads with a body, writes
// without.
func contended(w http.ResponseWriter, r *http.Request) {
	_, _ = io.Copy(io.Discard, r.Body)
	h := w.Header()
	h.Set("ETag", `"0x8DC000000001234"`)
	h.Set("x-ms-request-id", "5f3a1b2c-0000-0000-0000-000000000000")
	h.Set("x-ms-version", "2021-12-02")
	if r.Method == "GET" {
		h.Set("Content-Type", "application/octet-stream")
		_, _ = w.Write(blob)
		return
	}
	w.WriteHeader(http.StatusCreated)
}

// serveUntilParentEnds is a helper process: a server of net/http that prints its
// address and runs until its standard input ends.
func serveUntilParentEnds() {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(l.Addr())
	go func() { _ = http.Serve(l, http.HandlerFunc(contended)) }()
	_, _ = io.Copy(io.Discard, os.Stdin)
}

// helper starts this test binary as a helper process, and returns the first line
// it prints. It ends with the test.
func helper(t testing.TB, name string, environment ...string) string {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(append(os.Environ(), helperVariable+"="+name), environment...)
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		in.Close()
		_ = cmd.Wait()
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatalf("the helper process %s said nothing: %v", name, err)
	}
	return strings.TrimSpace(line)
}

// TestProxy lets a child process send to a name that only the proxy knows, and to
// this machine. It needs a process because net/http reads the environment only once.
func TestProxy(t *testing.T) {
	t.Parallel()
	said := make(chan string, 2)
	serve := func(name string) *wire {
		return listen(t, nil, func(_ int, p *peer) {
			for r := p.request(); r != nil; r = p.request() {
				said <- name + " got " + r.RequestURI
				p.say("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
			}
		})
	}
	proxy, direct := serve("the proxy"), serve("the server")
	got := helper(t, "client", "HTTP_PROXY=http://"+proxy.host, "NO_PROXY=", "no_proxy=", "IFMATCH_HOSTS=storage.test,"+direct.host)
	if got != "200 200" {
		t.Errorf("the statuses are %q, want 200 twice", got)
	}
	for _, want := range []string{"the proxy got http://storage.test/a%20b?c", "the server got /a%20b?c"} {
		if got := <-said; got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// sendToHosts is a helper process: a client over net/http that sends to the hosts
// named in its environment and prints the statuses.
func sendToHosts() {
	s := transport.NewNetHTTP(transport.Options{}).Session()
	var statuses []string
	for host := range strings.SplitSeq(os.Getenv("IFMATCH_HOSTS"), ",") {
		var reply transport.Reply
		if err := s.Do(context.Background(), &transport.Request{Method: http.MethodGet, Host: host, Target: "/a%20b?c"}, &reply); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
		statuses = append(statuses, fmt.Sprint(reply.Status))
	}
	fmt.Println(strings.Join(statuses, " "))
	_, _ = io.Copy(io.Discard, os.Stdin)
}
