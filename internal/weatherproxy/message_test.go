package weatherproxy

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
)

// TestNoByteIsAltered compares what the two sides read and wrote, with every
// framing of HTTP/1.1.
func TestNoByteIsAltered(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("0123456789abcdef", 20_000)
	for _, tc := range []struct{ name, request, answer string }{
		{"no bodies", "GET /a%2Fb?x;y HTTP/1.1\r\nHost: h\r\nX-odd-CASE:  two  spaces \r\n\r\n", "HTTP/1.1 204 Nothing Here\r\netag: \"0x1\"\r\n\r\n"},
		{"lengths", "PUT / HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\nabc", "HTTP/1.1 201 Created\r\ncontent-length: 5\r\n\r\nhello"},
		{"long bodies", "PUT / HTTP/1.1\r\nHost: h\r\nContent-Length: 320000\r\n\r\n" + long, "HTTP/1.1 200 OK\r\nContent-Length: 320000\r\n\r\n" + long},
		{"chunks", "PUT / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n3;note=1\r\nabc\r\n0\r\n\r\n", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n01\r\nx\r\n0\r\nChecksum: 1\r\n\r\n"},
		{"an answer without a body", "HEAD / HTTP/1.1\r\nHost: h\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n"},
		{"an interim answer", "GET / HTTP/1.1\r\nHost: h\r\n\r\n", "HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 304 Not Modified\r\n\r\n"},
		{"until the end", "GET / HTTP/1.1\r\nHost: h\r\n\r\n", "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n" + long},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			server, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			defer server.Close()
			received := make(chan string, 1)
			go func() {
				c, err := server.Accept()
				if err != nil {
					return
				}
				defer c.Close()
				request := make([]byte, len(tc.request))
				n, _ := io.ReadFull(c, request)
				received <- string(request[:n])
				_, _ = io.WriteString(c, tc.answer)
			}()
			p, err := Listen(t.Context(), server.Addr().String(), Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer p.Close()
			c, err := net.Dial("tcp", p.Address())
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			go func() { _, _ = io.WriteString(c, tc.request) }()
			answer := make([]byte, len(tc.answer))
			n, err := io.ReadFull(c, answer)
			if err != nil || string(answer[:n]) != tc.answer {
				t.Errorf("the client read %d bytes (%v), want the %d that the server wrote", n, err, len(tc.answer))
			}
			if got := <-received; got != tc.request {
				t.Errorf("the server read %d bytes, want the %d that the client wrote", len(got), len(tc.request))
			}
		})
	}
}

// TestPipelinedRequestsAreApart sends two requests at once: each is an exchange of
// its own.
func TestPipelinedRequestsAreApart(t *testing.T) {
	t.Parallel()
	var served atomic.Int64
	p, _ := listen(t, counter(&served), Options{})
	c, err := net.Dial("tcp", p.Address())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	const one = "PUT / HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\nabc"
	if _, err := io.WriteString(c, one+one); err != nil {
		t.Fatal(err)
	}
	answers := bufio.NewReader(c)
	for want := range 2 {
		resp, err := http.ReadResponse(answers, nil)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(resp.Body)
		if err != nil || string(body) != fmt.Sprint(want+1) {
			t.Errorf("answer %d is %q, %v", want+1, body, err)
		}
	}
	if got := p.Counts().Exchanges; got != 2 {
		t.Errorf("counted %d exchanges, want 2", got)
	}
}

// FuzzMessages checks that, for any input, an unchanged prefix of it is passed on.
func FuzzMessages(f *testing.F) {
	f.Add([]byte("PUT / HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\nabcGET / HTTP/1.1\r\n\r\n"))
	f.Add([]byte("PUT / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1;a\r\nx\r\n0\r\nA: b\r\n\r\nGET"))
	f.Add([]byte("GET"))
	f.Fuzz(func(t *testing.T, stream []byte) {
		m := newMessages(bytes.NewReader(stream))
		var passed []byte
		for {
			_, message, err := m.request()
			if err != nil {
				break
			}
			if len(message) == 0 {
				t.Fatal("a request without a byte")
			}
			passed = append(passed, message...)
		}
		if !bytes.HasPrefix(stream, passed) {
			t.Errorf("passed %q of %q", passed, stream)
		}
	})
}
