package sendonce_test

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"

	"ifmatch/internal/sendonce"
)

// serve answers the first request on a connection, reads the second one, and breaks off. It hands
// over what it reads of each.
func serve(t *testing.T) (address string, heads <-chan string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	read := make(chan string, 10)
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer c.Close()
				var text bytes.Buffer
				from := bufio.NewReader(io.TeeReader(c, &text))
				for n := range 2 {
					r, err := http.ReadRequest(from)
					if err != nil {
						return
					}
					_, _ = io.Copy(io.Discard, r.Body)
					read <- text.String()
					text.Reset()
					if n == 0 {
						fmt.Fprint(c, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
					}
				}
			}()
		}
	}()
	return "http://" + l.Addr().String(), read
}

// TestARequestIsSentOnce keeps a connection, on which the server reads a second request and breaks
// off. The sender must get an error, and nothing may be sent again.
func TestARequestIsSentOnce(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		method, body string
		length       string // the Content-Length on the wire, if there is one
	}{
		{"GET", "", ""}, {"", "", ""}, {"HEAD", "", ""}, {"OPTIONS", "", ""}, {"TRACE", "", ""}, {"DELETE", "", ""},
		{"PUT", "", "0"}, {"POST", "", "0"}, {"PUT", "body", "4"}, {"POST", "body", "4"}, {"GET", "body", "4"},
	} {
		t.Run(tc.method+tc.body, func(t *testing.T) {
			t.Parallel()
			address, heads := serve(t)
			once := sendonce.Over(&http.Transport{ForceAttemptHTTP2: true})
			t.Cleanup(once.CloseIdleConnections)
			for n := range 2 {
				var body io.Reader
				if tc.body != "" {
					body = strings.NewReader(tc.body) // GetBody returns it again
				}
				req, err := http.NewRequestWithContext(t.Context(), tc.method, address+"/q/messages", body)
				if err != nil {
					t.Fatal(err)
				}
				req.Method = tc.method
				resp, err := once.RoundTrip(req)
				if (err == nil) != (n == 0) {
					t.Fatalf("request %d: %v, %v", n+1, resp, err)
				}
				if err == nil {
					_ = resp.Body.Close()
				}
				if (req.Body == nil) != (tc.body == "") || req.TransferEncoding != nil {
					t.Error("the caller's request is changed")
				}
				head := <-heads
				if strings.Contains(head, "Transfer-Encoding") || strings.Contains(head, "Connection: close") ||
					strings.Contains(head, "Content-Length: "+tc.length+"\r\n") != (tc.length != "") || tc.length == "" && strings.Contains(head, "Content-Length") {
					t.Errorf("it was sent as\n%s", head)
				}
			}
			select {
			case head := <-heads:
				t.Errorf("it was sent again:\n%s", head)
			default: // the second exchange failed at once, and nothing is sent after it
			}
		})
	}
}
