package transport

import (
	"bufio"
	"bytes"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	gocmp "github.com/google/go-cmp/cmp"

	"ifmatch/internal/thorough"
)

// parsed is one answer as a reader interpreted it.
type parsed struct {
	Status int
	Body   string
	Header []string // sorted "Name: value", without the framing
	Rest   int      // bytes after the answer
	Keep   bool
}

// framingNames are header fields that net/http drops, rewrites, or invents for
// Pragma.
var framingNames = []string{"Transfer-Encoding", "Content-Length", "Connection", "Trailer", "Cache-Control"}

// byLean reads an answer with the parser under test. With pieces it receives the
// bytes one by one.
func byLean(data []byte, isHEAD, pieces bool) (parsed, error) {
	in := bytes.NewReader(data)
	src := io.Reader(in)
	if pieces {
		src = iotest.OneByteReader(in)
	}
	a := answer{maxHeader: 1 << 20, maxBody: 1 << 20}
	var reply Reply
	keep, err := a.read(src, isHEAD, &reply)
	if err != nil {
		return parsed{}, err
	}
	p := parsed{Status: reply.Status, Body: string(reply.Body), Rest: in.Len() + a.to - a.from, Keep: keep}
	header := http.Header{}
	for _, f := range reply.Header {
		header.Add(f.Name, f.Value)
	}
	p.Header = lines(header)
	return p, nil
}

// byNetHTTP reads an answer as the transport of net/http does.
func byNetHTTP(data []byte, isHEAD bool) (parsed, error) {
	in := bytes.NewReader(data)
	r := bufio.NewReader(in)
	req := &http.Request{Method: "GET"}
	if isHEAD {
		req.Method = "HEAD"
	}
	answer, err := http.ReadResponse(r, req)
	for err == nil && answer.StatusCode/100 == 1 && answer.StatusCode != 101 {
		answer, err = http.ReadResponse(r, req)
	}
	if err != nil {
		return parsed{}, err
	}
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		return parsed{}, err
	}
	rest := in.Len() + r.Buffered()
	return parsed{answer.StatusCode, string(body), lines(answer.Header), rest, !answer.Close && rest == 0}, nil
}

func lines(h http.Header) []string {
	var out []string
	for _, name := range slices.Sorted(maps.Keys(h)) {
		if slices.Contains(framingNames, name) {
			continue
		}
		for _, value := range h[name] {
			out = append(out, name+": "+strings.Join(strings.Fields(value), " "))
		}
	}
	return out
}

// stricter matches what the lean parser refuses and net/http accepts. No server
// worth measuring sends it.
var stricter = map[string]*regexp.Regexp{
	"another version":                   regexp.MustCompile(`(^|\n)HTTP/[^1]`),
	"a status with a sign or below 100": regexp.MustCompile(`(^|\n)HTTP/1\.\d +[0+-]`),
	"switching protocols":               regexp.MustCompile(`(^|\n)HTTP/1\.\d +101`),
	"a space within a name":             regexp.MustCompile(`\n[^:\n]* [^:\n]*:`),
	"trailers":                          regexp.MustCompile(`\n0+[ \t]*(;[^\n]*)?\r\n[^\r]`),
}

// framingTrailer matches an announcement of fields that must not be in a trailer.
// net/http refuses it. It does no harm if trailers are dropped.
var framingTrailer = regexp.MustCompile(`(?i)\ntrailer:[^\n]*(content-length|transfer-encoding|trailer)`)

// FuzzAnswer compares the lean parser with net/http's on the same bytes. Both
// interpret what the lean one accepts in the same way, and it refuses no more than
// intended.
func FuzzAnswer(f *testing.F) {
	for _, seed := range []string{
		"HTTP/1.1 200 OK\r\nETag: \"1\"\r\nContent-Length: 5\r\n\r\nhello",
		"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;x=y\r\nhello\r\n0\r\nA: b\r\n\r\nrest",
		"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Hints\r\nLink: x\r\n\r\nHTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n",
		"HTTP/1.1 304 Not Modified\r\nContent-Length: 64\r\n\r\n",
		"HTTP/1.0 200 OK\nConnection: keep-alive\nX: a\n b\n\nto the end",
		"HTTP/1.1 412 The condition\r\nConnection: x, close\r\nContent-Length: 2\r\ncontent-length: 2\r\n\r\nno",
		"HTTP/1.1 204 No Content\r\n\r\nHTTP/1.1 200 OK\r\n\r\n",
		"HTTP/1.1 200\r\n: x\r\n\r\n",
	} {
		f.Add([]byte(seed), false)
		f.Add([]byte(seed), true)
	}
	f.Fuzz(func(t *testing.T, data []byte, isHEAD bool) { sameAnswer(t, data, isHEAD) })
}

// Fragments of answers, usual and unusual, for random answers.
var (
	someStatus = []string{"HTTP/1.1 200 OK", "HTTP/1.1 200 OK", "HTTP/1.1 200 OK", "HTTP/1.0 200 OK", "HTTP/1.1 304 Not Modified", "HTTP/1.1 204 No", "HTTP/1.1 412", "HTTP/1.1  404  Two spaces", "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK", "HTTP/1.1 103 Hints\r\nX: y\r\n\r\nHTTP/1.1 500 No", "HTTP/1.9 299 x", "HTTP/1.1 99 x", "HTTP/1.1 2e2 x", "HTTP/1.1", "http/1.1 200 OK", " HTTP/1.1 200 OK", "HTTP/1.1\t200 OK", "HTTP/1.1 999 x", "HTTP/1.1 200 \x00"}
	someFields = []string{"ETag: \"1\"", "ETag: \"1\"", "Content-Length: 5", "Content-Length: 5", "content-length:\t5 ", "Content-Length: 05", "Content-Length: 0", "Content-Length: 3, 3", "Content-Length: 5\r\n ", "Content-Length:", "Content-Length: 99999999999999999999", "Transfer-Encoding: chunked", "Transfer-Encoding: chunked", "transfer-encoding: CHUNKED ", "Transfer-Encoding: identity", "Transfer-Encoding:", "Connection: close", "Connection: keep-alive", "connection: a,\tclose ,b", "Connection: closed", "X: a\r\n\tfolded", "X:", "X", ":", "X\t: y", "X-\xc3\xa9: y", "X: \xc3\xa9\x80", "X: a\x7fb", "X: \x01", "Trailer: A", "Trailer: Content-Length", "Pragma: no-cache", "x: 1", "X: 2"}
	someEnds   = []string{"\r\n", "\r\n", "\r\n", "\r\n", "\r\n", "\n", "\r\r\n", "\r", ""}
	someBodies = []string{"", "hello", "hello", "hell", "hello there", "5\r\nhello\r\n0\r\n\r\n", "5\r\nhello\r\n0\r\n\r\n", "2;a=\"b\"\r\nhe\r\n00003 \t\r\nllo\r\n0;x\r\n\r\nmore", "5\r\nhello\r\n0\r\nA: b\r\nC: d\r\n\r\n", "5\r\nhello\r\n0\r\nA\r\n\r\n", "5\r\nhello\r\n0\r\n", "5\nhello\r\n0\r\n\r\n", "5\r\nhello0\r\n\r\n", "5\r\nhello\r\n\r\n", "5 ;x\r\nhello\r\n0\r\n\r\n", "5\r;x\r\nhello\r\n0\r\n\r\n", "FFFFFFFFFFFFFFFFF\r\n", "ffffffffffffffff\r\nx", "-1\r\n", "0x5\r\nhello\r\n0\r\n\r\n", "HTTP/1.1 200 OK\r\n\r\n"}
)

// TestRandomAnswers makes answers from fragments, which reaches corners that
// changing bytes does not.
func TestRandomAnswers(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(thorough.Seed(t), 0))
	pick := func(from []string) string { return from[rng.IntN(len(from))] }
	taken := 0
	for range 30_000 {
		text := pick(someStatus) + pick(someEnds)
		for range rng.IntN(5) {
			text += pick(someFields) + pick(someEnds)
		}
		text += pick(someEnds) + pick(someBodies)
		if sameAnswer(t, []byte(text), rng.IntN(8) == 0) {
			taken++
		}
	}
	if taken < 2000 {
		t.Errorf("only %d of the random answers were well formed", taken)
	}
}

// sameAnswer demands that both parsers interpret the bytes as the same answer, or
// that both refuse them. It returns which.
func sameAnswer(t *testing.T, data []byte, isHEAD bool) (taken bool) {
	t.Helper()
	got, err := byLean(data, isHEAD, false)
	slow, slowErr := byLean(data, isHEAD, true)
	if (err == nil) != (slowErr == nil) {
		t.Fatalf("read at once: %v, byte by byte: %v, of %q", err, slowErr, data)
	}
	if err == nil {
		slow.Keep = slow.Keep && slow.Rest == 0 // reading byte by byte, it cannot know what follows
		if diff := gocmp.Diff(got, slow); diff != "" {
			t.Fatalf("read byte by byte %q differs (-at once +byte by byte):\n%s", data, diff)
		}
	}
	want, wantErr := byNetHTTP(data, isHEAD)
	switch {
	case err == nil && wantErr != nil && framingTrailer.Match(data):
		return false
	case err == nil && wantErr != nil:
		t.Fatalf("read %q = %+v, but net/http refuses it: %v", data, got, wantErr)
	case err != nil && wantErr == nil:
		for _, pattern := range stricter {
			if pattern.Match(data) {
				return false
			}
		}
		t.Fatalf("read %q = %v, but net/http takes it: %+v", data, err, want)
	case err != nil:
		return false
	}
	if diff := gocmp.Diff(want, got); diff != "" {
		t.Fatalf("read %q (-net/http +lean):\n%s", data, diff)
	}
	return true
}
