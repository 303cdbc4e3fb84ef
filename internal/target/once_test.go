package target

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
)

// TestARequestIsSentOnce keeps a connection, reads a second request from it, and breaks
// it. The sender must get an error, and nothing may be sent again.
func TestARequestIsSentOnce(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	var served atomic.Int32
	heads := make(chan string, 10)
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer c.Close()
				r := bufio.NewReader(c)
				for n := 1; ; n++ {
					head := ""
					for !strings.HasSuffix(head, "\r\n\r\n") {
						line, err := r.ReadString('\n')
						if err != nil {
							return
						}
						head += line
					}
					heads <- head
					if served.Add(1); n == 2 {
						return
					}
					fmt.Fprint(c, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
				}
			}()
		}
	}()
	for _, method := range []string{http.MethodGet, http.MethodHead} {
		served.Store(0)
		e, err := NewEndpoint(Connection{Endpoints: map[Service]string{Queue: "http://" + l.Addr().String() + "/a"}}, EndpointOptions{})
		if err != nil {
			t.Fatal(err)
		}
		s, err := e.Session(t.Context(), "")
		if err != nil {
			t.Fatal(err)
		}
		for n := range 2 {
			req, err := http.NewRequestWithContext(t.Context(), method, s.Endpoints[Queue]+"/q/messages", nil)
			if err != nil {
				t.Fatal(err)
			}
			resp, err := s.Transport.RoundTrip(req)
			if (err == nil) != (n == 0) {
				t.Fatalf("%s %d: %v, %v", method, n+1, resp, err)
			}
			if err == nil {
				_ = resp.Body.Close()
			}
			if head := <-heads; strings.Contains(head, "Transfer-Encoding") || strings.Contains(head, "Content-Length") || strings.Contains(head, "Connection: close") {
				t.Errorf("%s was sent as\n%s", method, head)
			}
		}
		if n := served.Load(); n != 2 {
			t.Errorf("%s: %d requests arrived, want 2", method, n)
		}
	}
}
