package transport_test

import (
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ifmatch/internal/sharedkey"
	"ifmatch/loadgen/transport"
)

const (
	keep = "HTTP/1.1 200 OK\r\nETag: \"1\"\r\n"
	done = keep + "Content-Length: 0\r\n\r\n"
)

// send makes an exchange with the limits of these tests.
func send(t *testing.T, s transport.Session, host, method, body string) (*transport.Reply, error) {
	t.Helper()
	reply := new(transport.Reply)
	err := s.Do(t.Context(), &transport.Request{Method: method, Host: host, Target: "/c/b?comp=x", Header: sharedkey.Header{{Name: "x-ms-date", Value: "now"}}, Body: []byte(body)}, reply)
	return reply, err
}

// TestAnswers plays one answer to each transport, twice: the second exchange shows
// whether the connection was kept.
func TestAnswers(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("0123456789abcdef", 40_000)
	for name, tc := range map[string]struct {
		method string // PUT if empty
		answer string
		status int // 200 if 0
		body   string
		once   bool // the connection must not be reused
		fails  transport.Failure
		inLine bool // the cut is within a line, which net/http treats as a whole one
		// raced says that net/http may take the following bytes for the next answer: it
		// checks only after it has lent out the connection again.
		raced bool
	}{
		"fixed body":                  {answer: keep + "Content-Length: 5\r\n\r\nhello", body: "hello"},
		"empty body":                  {answer: done},
		"large body":                  {answer: keep + fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(long), long), body: long},
		"the same length twice":       {answer: keep + "Content-Length: 2\r\ncontent-length: 2\r\n\r\nok", body: "ok"},
		"chunks":                      {answer: keep + "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n1; x=\"y\"\r\n \r\n00A \r\n0123456789\r\n0\r\n\r\n", body: "hello 0123456789"},
		"large chunks":                {answer: keep + fmt.Sprintf("Transfer-Encoding: Chunked\r\n\r\n%x\r\n%s\r\n%X\r\n%s\r\n0\r\n\r\n", len(long), long, len(long), long), body: long + long},
		"no chunk":                    {answer: keep + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"},
		"trailers":                    {answer: keep + "Trailer: X-A\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nX-A: 1\r\nX-B: 2\r\n\r\n", body: "ok"},
		"chunks override a length":    {answer: keep + "Content-Length: 99\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n", body: "ok"},
		"100 before":                  {answer: "HTTP/1.1 100 Continue\r\n\r\n" + done},
		"103 and 102 before":          {answer: "HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\nHTTP/1.1 102 Processing\r\n\r\n" + keep + "Content-Length: 2\r\n\r\nok", body: "ok"},
		"304 with a length":           {method: "GET", answer: "HTTP/1.1 304 Not Modified\r\nETag: \"1\"\r\nContent-Length: 64\r\n\r\n", status: 304},
		"304 in chunks":               {method: "GET", answer: "HTTP/1.1 304 Not Modified\r\nETag: \"1\"\r\nTransfer-Encoding: chunked\r\n\r\n", status: 304},
		"204 with a length":           {method: "DELETE", answer: "HTTP/1.1 204 No Content\r\nETag: \"1\"\r\nContent-Length: 7\r\n\r\n", status: 204},
		"204 without":                 {method: "DELETE", answer: "HTTP/1.1 204 No Content\r\nETag: \"1\"\r\n\r\n", status: 204},
		"HEAD with a length":          {method: "HEAD", answer: keep + "Content-Length: 64\r\n\r\n"},
		"HEAD with a huge length":     {method: "HEAD", answer: keep + "Content-Length: 99999999999\r\n\r\n"},
		"HEAD in chunks":              {method: "HEAD", answer: keep + "Transfer-Encoding: chunked\r\n\r\n"},
		"HEAD without":                {method: "HEAD", answer: keep + "\r\n"},
		"a refusal with a body":       {answer: "HTTP/1.1 412 The condition\r\nETag: \"1\"\r\nx-ms-error-code: ConditionNotMet\r\nContent-Length: 3\r\n\r\n<E>", status: 412, body: "<E>"},
		"a redirect is an answer":     {answer: "HTTP/1.1 307 Temporary\r\nETag: \"1\"\r\nLocation: http://127.0.0.1:1/x\r\nContent-Length: 0\r\n\r\n", status: 307},
		"no reason":                   {answer: "HTTP/1.1 200\r\nETag: \"1\"\r\nContent-Length: 0\r\n\r\n"},
		"lines end with LF":           {answer: strings.ReplaceAll(keep+"Content-Length: 2\r\n\r\n", "\r\n", "\n") + "ok", body: "ok"},
		"spaces around a value":       {answer: "HTTP/1.1 200 OK\r\nETag:  \t\"1\" \t\r\nContent-Length:2\r\n\r\nok", body: "ok"},
		"a folded field":              {answer: "HTTP/1.1 200 OK\r\nX-Long: a\r\n\t b\r\nETag:\r\n \"1\"\r\nContent-Length: 0\r\n\r\n"},
		"header of 60 KiB":            {answer: keep + "X-Long: " + long[:60<<10] + "\r\nContent-Length: 0\r\n\r\n"},
		"Connection: close":           {answer: keep + "Connection: close\r\nContent-Length: 2\r\n\r\nok", body: "ok", once: true},
		"Connection: a list":          {answer: keep + "Connection: x, CLOSE\r\nContent-Length: 2\r\n\r\nok", body: "ok", once: true},
		"body to the end":             {answer: keep + "\r\n" + long, body: long, once: true},
		"HTTP/1.0":                    {answer: "HTTP/1.0 200 OK\r\nETag: \"1\"\r\nContent-Length: 2\r\n\r\nok", body: "ok", once: true},
		"HTTP/1.0 kept":               {answer: "HTTP/1.0 200 OK\r\nETag: \"1\"\r\nConnection: keep-alive\r\nContent-Length: 2\r\n\r\nok", body: "ok"},
		"HTTP/1.0 has no chunks":      {answer: "HTTP/1.0 200 OK\r\nETag: \"1\"\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n", body: "2\r\nok\r\n0\r\n\r\n", once: true},
		"more than the answer":        {answer: done + "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", once: true, raced: true},
		"garbage behind the answer":   {answer: keep + "Content-Length: 2\r\n\r\nok?", body: "ok", once: true},
		"nothing":                     {answer: "", fails: transport.Unanswered},
		"cut in the status":           {answer: "HTTP/1.1 2", fails: transport.CutShort, inLine: true},
		"cut in the header":           {answer: keep + "Content-", fails: transport.CutShort, inLine: true},
		"cut before the blank line":   {answer: keep, fails: transport.CutShort},
		"cut after a 100":             {answer: "HTTP/1.1 100 Continue\r\n\r\n", fails: transport.CutShort},
		"cut before the body":         {answer: keep + "Content-Length: 2\r\n\r\n", fails: transport.CutShort},
		"cut in the body":             {answer: keep + "Content-Length: 9\r\n\r\nhello", fails: transport.CutShort},
		"cut in a large body":         {answer: keep + "Content-Length: 640000\r\n\r\n" + long[:600_000], fails: transport.CutShort},
		"cut in a chunk":              {answer: keep + "Transfer-Encoding: chunked\r\n\r\n9\r\nhello", fails: transport.CutShort},
		"cut behind a chunk":          {answer: keep + "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n", fails: transport.CutShort},
		"cut before a chunk's end":    {answer: keep + "Transfer-Encoding: chunked\r\n\r\n5\r\nhello", fails: transport.CutShort},
		"cut before the trailers":     {answer: keep + "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n", fails: transport.CutShort},
		"no HTTP":                     {answer: "SSH-2.0-OpenSSH\r\n", fails: transport.Malformed},
		"HTTP/2":                      {answer: "\x00\x00\x06\x04\x00\x00\x00\x00\x00\x00\x03\x00\x00\x00\x64\n", fails: transport.Malformed},
		"no status":                   {answer: "HTTP/1.1 OK\r\n\r\n", fails: transport.Malformed},
		"status of four digits":       {answer: "HTTP/1.1 2000 OK\r\n\r\n", fails: transport.Malformed},
		"switching protocols":         {answer: "HTTP/1.1 101 Switching\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n", fails: transport.Malformed},
		"a field without a colon":     {answer: keep + "Oops\r\n\r\n", fails: transport.Malformed},
		"a field without a name":      {answer: keep + ": x\r\n\r\n", fails: transport.Malformed},
		"NUL in a value":              {answer: keep + "X: a\x00b\r\n\r\n", fails: transport.Malformed},
		"CR in a value":               {answer: keep + "X: a\rb\r\n\r\n", fails: transport.Malformed},
		"begins with a continuation":  {answer: "HTTP/1.1 200 OK\r\n X: a\r\n\r\n", fails: transport.Malformed},
		"two lengths":                 {answer: keep + "Content-Length: 2\r\nContent-Length: 3\r\n\r\nok!", fails: transport.Malformed},
		"negative length":             {answer: keep + "Content-Length: -1\r\n\r\n", fails: transport.Malformed},
		"signed length":               {answer: keep + "Content-Length: +2\r\n\r\nok", fails: transport.Malformed},
		"empty length":                {answer: keep + "Content-Length:\r\n\r\n", fails: transport.Malformed},
		"other encoding":              {answer: keep + "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", fails: transport.Malformed},
		"chunked twice":               {answer: keep + "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", fails: transport.Malformed},
		"a chunk without size":        {answer: keep + "Transfer-Encoding: chunked\r\n\r\n\r\nok", fails: transport.Malformed},
		"a chunk with a wrong size":   {answer: keep + "Transfer-Encoding: chunked\r\n\r\n0x2\r\nok\r\n0\r\n\r\n", fails: transport.Malformed},
		"a chunk's line ends with LF": {answer: keep + "Transfer-Encoding: chunked\r\n\r\n2\nok\r\n0\r\n\r\n", fails: transport.Malformed},
		"a chunk longer than said":    {answer: keep + "Transfer-Encoding: chunked\r\n\r\n2\r\nok!\r\n0\r\n\r\n", fails: transport.Malformed},
		"a trailer without a colon":   {answer: keep + "Transfer-Encoding: chunked\r\n\r\n0\r\nOops\r\n\r\n", fails: transport.Malformed},
		"too long a chunk line":       {answer: keep + "Transfer-Encoding: chunked\r\n\r\n2;" + long[:5000] + "\r\nok\r\n0\r\n\r\n", fails: transport.Malformed},
		"too long a header":           {answer: keep + "X-Long: " + long[:70<<10] + "\r\n\r\n", fails: transport.TooLarge},
		"too many 1xx":                {answer: strings.Repeat("HTTP/1.1 103 Early Hints\r\nX: "+long[:1<<10]+"\r\n\r\n", 70) + done, fails: transport.TooLarge},
		"too large a length":          {answer: keep + "Content-Length: 2000001\r\n\r\n", fails: transport.TooLarge},
		"too large a chunk":           {answer: keep + "Transfer-Encoding: chunked\r\n\r\n1e8481\r\n" + strings.Repeat(long, 4), fails: transport.TooLarge},
		"too large to the end":        {answer: keep + "\r\n" + strings.Repeat(long, 4), fails: transport.TooLarge},
	} {
		for over, open := range transports {
			if tc.raced && over == "net/http" {
				continue
			}
			t.Run(name+"/"+over, func(t *testing.T) {
				t.Parallel()
				// The server closes a connection after each failing answer, and when
				// nothing more comes.
				server := listen(t, nil, func(_ int, p *peer) {
					for p.request() != nil {
						p.say(tc.answer)
						if tc.fails != "" || tc.once {
							return
						}
					}
				})
				tr := open(transport.Options{Timeout: 20 * time.Second, MaxBody: 2_000_000})
				defer tr.Close()
				s := tr.Session()
				defer s.Close()
				method, status := tc.method, tc.status
				if method == "" {
					method = "PUT"
				}
				if status == 0 {
					status = 200
				}
				fails := tc.fails
				if tc.inLine && over == "net/http" {
					fails = transport.Malformed
				}
				for range 2 {
					reply, err := send(t, s, server.host, method, "")
					if got := transport.FailureOf(err); got != fails || (err == nil) != (fails == "") {
						t.Fatalf("Do = %v, failure %q, want %q", err, got, fails)
					}
					if err != nil {
						if diff := cmp.Diff(&transport.Reply{}, reply); diff != "" {
							t.Errorf("reply beside an error (-want +got):\n%s", diff)
						}
						continue
					}
					if reply.Status != status || string(reply.Body) != tc.body || reply.Header.Get("etag") != `"1"` {
						t.Fatalf("Do = %d, %.40q, header %v, want %d, %.40q and the ETag", reply.Status, reply.Body, reply.Header, status, tc.body)
					}
				}
				want := int32(1)
				if tc.once || tc.fails != "" {
					want = 2
				}
				if got := server.dialed.Load(); got != want {
					t.Errorf("two exchanges took %d connections, want %d", got, want)
				}
			})
		}
	}
}

// TestRequestsOnTheWire compares what a server reads from both transports.
func TestRequestsOnTheWire(t *testing.T) {
	t.Parallel()
	type seen struct {
		Method, URI, Host, Body string
		Length                  int64
		Header                  http.Header
	}
	large := strings.Repeat("large ", 100_000)
	for name, tc := range map[string]struct {
		req  transport.Request
		want seen // Method, URI, Body and Host as sent
	}{
		"GET":             {transport.Request{Method: "GET", Target: "/c/b"}, seen{}},
		"HEAD":            {transport.Request{Method: "HEAD", Target: "/"}, seen{}},
		"PUT":             {transport.Request{Method: "PUT", Target: "/acc/c/b?comp=block&blockid=YQ%3D%3D", Body: []byte("body")}, seen{Length: 4, Header: http.Header{"Content-Length": {"4"}}}},
		"empty PUT":       {transport.Request{Method: "PUT", Target: "/c?restype=container"}, seen{Header: http.Header{"Content-Length": {"0"}}}},
		"empty POST":      {transport.Request{Method: "POST", Target: "/c", Body: []byte{}}, seen{Header: http.Header{"Content-Length": {"0"}}}},
		"DELETE":          {transport.Request{Method: "DELETE", Target: "/c/b"}, seen{}},
		"MERGE":           {transport.Request{Method: "MERGE", Target: "/t(PartitionKey='p%27',RowKey='r')", Body: []byte("{}")}, seen{Length: 2, Header: http.Header{"Content-Length": {"2"}}}},
		"empty MERGE":     {transport.Request{Method: "MERGE", Target: "/t"}, seen{}},
		"large body":      {transport.Request{Method: "PUT", Target: "/c/b", Body: []byte(large)}, seen{Length: int64(len(large)), Header: http.Header{"Content-Length": {fmt.Sprint(len(large))}}}},
		"odd paths":       {transport.Request{Method: "GET", Target: "//a//b/%2F/%e9/[x];y=$,:@!*~"}, seen{}},
		"odd queries":     {transport.Request{Method: "GET", Target: "/c?$filter=a+eq%20'b'&x={}|\"^`\\<>&&y=?"}, seen{}},
		"empty query":     {transport.Request{Method: "GET", Target: "/c?"}, seen{}},
		"User-Agent":      {transport.Request{Method: "GET", Target: "/", Header: sharedkey.Header{{Name: "user-agent", Value: "ifmatch"}}}, seen{Header: http.Header{"User-Agent": {"ifmatch"}}}},
		"header":          {transport.Request{Method: "GET", Target: "/", Header: sharedkey.Header{{Name: "If-Match", Value: `"0x1"`}, {Name: "x-ms-meta-ä"[:9], Value: "é\tx"}, {Name: "X-Empty", Value: ""}}}, seen{Header: http.Header{"If-Match": {`"0x1"`}, "X-Ms-Meta": {"é\tx"}, "X-Empty": {""}}}},
		"a name repeated": {transport.Request{Method: "GET", Target: "/", Header: sharedkey.Header{{Name: "x-a", Value: "1"}, {Name: "x-a", Value: "2"}}}, seen{Header: http.Header{"X-A": {"1", "2"}}}},
	} {
		for over, open := range transports {
			t.Run(name+"/"+over, func(t *testing.T) {
				t.Parallel()
				var got seen
				server := listen(t, nil, func(_ int, p *peer) {
					for r := p.request(); r != nil; r = p.request() {
						body, _ := io.ReadAll(r.Body)
						got = seen{r.Method, r.RequestURI, r.Host, string(body), r.ContentLength, r.Header}
						p.say(done)
					}
				})
				tr := open(transport.Options{})
				defer tr.Close()
				s := tr.Session()
				defer s.Close()
				req := tc.req
				req.Host = server.host
				if err := s.Do(t.Context(), &req, new(transport.Reply)); err != nil {
					t.Fatal(err)
				}
				want := tc.want
				want.Method, want.URI, want.Host, want.Body = req.Method, req.Target, server.host, string(req.Body)
				if want.Header == nil {
					want.Header = http.Header{}
				}
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("the server saw (-want +got):\n%s", diff)
				}
			})
		}
	}
}

func TestRequestsThatCannotBeSent(t *testing.T) {
	t.Parallel()
	field := func(name, value string) transport.Request {
		return transport.Request{Method: "GET", Host: "h", Target: "/", Header: sharedkey.Header{{Name: "x", Value: "y"}, {Name: name, Value: value}}}
	}
	for name, req := range map[string]transport.Request{
		"no method":          {Host: "h", Target: "/"},
		"method no token":    {Method: "GE T", Host: "h", Target: "/"},
		"no host":            {Method: "GET", Target: "/"},
		"host with a path":   {Method: "GET", Host: "h/secret", Target: "/"},
		"host with a user":   {Method: "GET", Host: "secret@h", Target: "/"},
		"no target":          {Method: "GET", Host: "h"},
		"no slash":           {Method: "GET", Host: "h", Target: "secret"},
		"space in the path":  {Method: "GET", Host: "h", Target: "/sec ret"},
		"path not escaped":   {Method: "GET", Host: "h", Target: `/"secret"`},
		"half an escape":     {Method: "GET", Host: "h", Target: "/secret%2"},
		"no escape":          {Method: "GET", Host: "h", Target: "/secret%zz"},
		"line end in target": {Method: "GET", Host: "h", Target: "/?secret\r\nX: y"},
		"fragment":           {Method: "GET", Host: "h", Target: "/?secret#f"},
		"no name":            field("", "secret"),
		"name with a space":  field("x y", "secret"),
		"name with a colon":  field("x:", "secret"),
		"line end in value":  field("x", "secret\nX: y"),
		"CR in value":        field("x", "secret\r"),
		"NUL in value":       field("x", "secret\x00"),
		"Host":               field("Host", "secret"),
		"Content-Length":     field("content-length", "7"),
		"Transfer-Encoding":  field("Transfer-Encoding", "chunked"),
		"Connection":         field("connection", "close"),
		"Expect":             field("Expect", "100-continue"),
		"Trailer":            field("Trailer", "x"),
		"Upgrade":            field("upgrade", "x"),
	} {
		for over, open := range transports {
			t.Run(name+"/"+over, func(t *testing.T) {
				t.Parallel()
				s := open(transport.Options{}).Session()
				defer s.Close()
				err := s.Do(t.Context(), &req, new(transport.Reply))
				if !errors.Is(err, transport.Invalid) || !transport.FailureOf(err).Unsent() {
					t.Fatalf("Do = %v, want %q", err, transport.Invalid)
				}
				if req.Host == "h" && strings.Contains(err.Error(), "secret") {
					t.Errorf("Do shows the request: %v", err)
				}
			})
		}
	}
}

// TestTLS exchanges over https, and rejects servers that must not be trusted.
func TestTLS(t *testing.T) {
	t.Parallel()
	mine, trusted := certificate(t)
	config := &tls.Config{Certificates: []tls.Certificate{mine}}
	answering := func(_ int, p *peer) {
		for p.request() != nil {
			p.say(keep + "Content-Length: 2\r\n\r\nok")
		}
	}
	for name, tc := range map[string]struct {
		client *tls.Config
		server *tls.Config
		fails  transport.Failure
	}{
		"trusted":          {&tls.Config{RootCAs: trusted}, config, ""},
		"trusted by name":  {&tls.Config{RootCAs: trusted, ServerName: "example.com"}, config, ""},
		"TLS 1.2":          {&tls.Config{RootCAs: trusted, MaxVersion: tls.VersionTLS12}, config, ""},
		"unknown issuer":   {nil, config, transport.Handshake},
		"another's name":   {&tls.Config{RootCAs: trusted, ServerName: "other.test"}, config, transport.Handshake},
		"no TLS":           {&tls.Config{RootCAs: trusted}, nil, transport.Handshake},
		"no common cipher": {&tls.Config{RootCAs: trusted, MaxVersion: tls.VersionTLS12}, &tls.Config{Certificates: config.Certificates, MinVersion: tls.VersionTLS13}, transport.Handshake},
	} {
		for over, open := range transports {
			t.Run(name+"/"+over, func(t *testing.T) {
				t.Parallel()
				serve := answering
				if tc.server == nil {
					serve = func(_ int, p *peer) {
						p.say("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n")
						_, _ = io.Copy(io.Discard, p)
					}
				}
				server := listen(t, tc.server, serve)
				tr := open(transport.Options{TLS: tc.client, Timeout: 20 * time.Second})
				defer tr.Close()
				s := tr.Session()
				defer s.Close()
				for range 3 {
					reply := new(transport.Reply)
					err := s.Do(t.Context(), &transport.Request{Secure: true, Method: "PUT", Host: server.host, Target: "/", Body: slices.Repeat([]byte("x"), 20_000)}, reply)
					if got := transport.FailureOf(err); got != tc.fails || (err == nil) != (tc.fails == "") {
						t.Fatalf("Do = %v, failure %q, want %q", err, got, tc.fails)
					}
					if err == nil && string(reply.Body) != "ok" {
						t.Errorf("body %q, want ok", reply.Body)
					}
				}
				if got := server.dialed.Load(); tc.fails == "" && got != 1 {
					t.Errorf("three exchanges took %d connections, want 1", got)
				}
			})
		}
	}
}
