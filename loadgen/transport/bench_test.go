//go:build unix

package transport_test

import (
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"sync"
	"syscall"
	"testing"
	"time"

	"ifmatch/internal/sharedkey"
	"ifmatch/loadgen/transport"
)

// swap is the header of a typical request.
var swap = sharedkey.Header{
	{Name: "x-ms-blob-type", Value: "BlockBlob"}, {Name: "If-Match", Value: `"0x8DC000000001234"`}, {Name: "x-ms-version", Value: "2021-12-02"},
	{Name: "x-ms-date", Value: "Sat, 21 Nov 2026 08:00:00 GMT"}, {Name: "x-ms-client-request-id", Value: "5f3a1b2c-17-20331"},
	{Name: "Authorization", Value: "SharedKey devstoreaccount1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="},
}

// sender makes the exchanges of one actor: reads and writes in turn.
type sender func(i int) error

// senders are the clients compared. static is a load tool that sends the same
// request over and over through http.Client.
var senders = map[string]func(host string) (next func() sender, stop func()){
	"lean":     func(host string) (func() sender, func()) { return overTransport(host, transport.NewLean) },
	"net/http": func(host string) (func() sender, func()) { return overTransport(host, transport.NewNetHTTP) },
	"static":   static,
}

func overTransport(host string, open func(transport.Options) transport.Transport) (func() sender, func()) {
	tr := open(transport.Options{})
	ctx, cancel := context.WithCancel(context.Background())
	return func() sender {
			s := tr.Session()
			context.AfterFunc(ctx, s.Close)
			requests := [2]transport.Request{{Method: "GET", Header: swap[2:]}, {Method: "PUT", Header: swap, Body: blob}}
			var reply transport.Reply
			return func(i int) error {
				req := &requests[i%2]
				req.Host, req.Target = host, "/devstoreaccount1/ifm-5f3a1b2c/b0"
				return s.Do(ctx, req, &reply)
			}
		}, func() {
			cancel()
			tr.Close()
		}
}

func static(host string) (func() sender, func()) {
	c := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 1 << 20, DisableCompression: true}, Timeout: 30 * time.Second}
	header := http.Header{}
	for _, f := range swap {
		header.Add(f.Name, f.Value)
	}
	return func() sender {
		return func(i int) error {
			method, body := "GET", io.Reader(nil)
			if i%2 == 1 {
				method, body = "PUT", bytes.NewReader(blob)
			}
			r, err := http.NewRequest(method, "http://"+host+"/devstoreaccount1/ifm-5f3a1b2c/b0", body)
			if err != nil {
				return err
			}
			r.Header = header.Clone()
			answer, err := c.Do(r)
			if err != nil {
				return err
			}
			defer answer.Body.Close()
			_, err = io.ReadAll(answer.Body)
			return err
		}
	}, c.CloseIdleConnections
}

// BenchmarkExchange measures one actor's exchanges with a server in this process:
// both ends count.
func BenchmarkExchange(b *testing.B) {
	server := httptest.NewServer(http.HandlerFunc(contended))
	defer server.Close()
	for _, name := range []string{"lean", "net/http", "static"} {
		b.Run(name, func(b *testing.B) {
			next, stop := senders[name](server.Listener.Addr().String())
			defer stop()
			send := next()
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				if err := send(i); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkClientCPU compares the CPU time of the clients per request, with 32
// actors at once and the server in another process. The clients take short turns,
// so that other load on the machine affects all alike. The ratios are those of the
// sums.
func BenchmarkClientCPU(b *testing.B) {
	const actors, turn = 32, 64
	host := helper(b, "server")
	type contender struct {
		name string
		all  []sender
		cpu  time.Duration
	}
	var contenders []*contender
	for _, name := range []string{"lean", "net/http", "static"} {
		next, stop := senders[name](host)
		defer stop()
		c := &contender{name: name}
		for range actors {
			c.all = append(c.all, next())
		}
		contenders = append(contenders, c)
	}
	run := func(c *contender) {
		var busy sync.WaitGroup
		for _, send := range c.all {
			busy.Go(func() {
				for i := range turn {
					if err := send(i); err != nil {
						b.Error(err)
						return
					}
				}
			})
		}
		busy.Wait()
	}
	for _, c := range contenders {
		run(c) // connects
	}
	requests := 0
	for b.Loop() {
		for _, c := range contenders {
			before := cpuTime(b)
			run(c)
			c.cpu += cpuTime(b) - before
		}
		requests += actors * turn
	}
	per := func(c *contender) float64 { return float64(c.cpu.Nanoseconds()) / float64(requests) }
	for _, c := range contenders {
		b.ReportMetric(per(c), c.name+"-cpu-ns/req")
	}
	b.ReportMetric(per(contenders[0])/per(contenders[1]), "lean:net/http")
	b.ReportMetric(per(contenders[0])/per(contenders[2]), "lean:static")
	b.ReportMetric(per(contenders[1])/per(contenders[2]), "net/http:static")
}

// cpuTime returns the user and system time of this process.
func cpuTime(b *testing.B) time.Duration {
	b.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// TestLeanAllocations: the lean client allocates only for the header's text.
func TestLeanAllocations(t *testing.T) {
	answers := map[string]string{
		"GET":  "HTTP/1.1 200 OK\r\nETag: \"0x8DC000000001234\"\r\nContent-Length: 64\r\n\r\n" + string(blob),
		"PUT":  "HTTP/1.1 201 Created\r\nETag: \"0x8DC000000001234\"\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
		"POST": "HTTP/1.1 201 Created\r\nContent-Length: 65536\r\n\r\n" + string(make([]byte, 65536)),
	}
	for method, limit := range map[string]float64{"GET": 1, "PUT": 1, "POST": 1} {
		answer := []byte(answers[method])
		server := listen(t, nil, func(_ int, p *peer) {
			request := make([]byte, 4096)
			for {
				if _, err := p.Conn.(*net.TCPConn).Read(request); err != nil { // one write is one read
					return
				}
				_, _ = p.Conn.Write(answer)
			}
		})
		s := transport.NewLean(transport.Options{}).Session()
		defer s.Close()
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		var reply transport.Reply
		req := transport.Request{Method: method, Host: server.host, Target: "/c/b", Header: swap, Body: blob}
		if n := testing.AllocsPerRun(200, func() {
			if err := s.Do(ctx, &req, &reply); err != nil {
				t.Fatal(err)
			}
		}); n > limit {
			t.Errorf("an exchange by %s allocates %v times, want %v", method, n, limit)
		}
	}
}
