package transport_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"testing"

	"ifmatch/loadgen/transport"
)

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
