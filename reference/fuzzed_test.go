package reference_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httputil"
	"runtime"
	"strings"
	"testing"
	"time"

	"ifmatch/internal/thorough"
	"ifmatch/reference"
	"ifmatch/reference/operation"
)

// fuzzed is how many requests are sent to each service: ten thousand under IFMATCH_FULL.
func fuzzed() int {
	if thorough.All() {
		return 10_000
	}
	return 400
}

// TestFuzzedRequests sends each service documented requests that were spoiled at random: with another verb, with
// headers and parameters added, removed or taken from other requests, with values cut and mixed, and with malformed
// bodies. Half of them are signed correctly. No answer may be a server error, and data that is not kept must not stay
// in memory.
func TestFuzzedRequests(t *testing.T) {
	t.Parallel()
	for _, service := range reference.Services() {
		t.Run(string(service), func(t *testing.T) {
			seeds := seedsOf(t, service)
			r := rand.New(rand.NewPCG(14, uint64(len(service))))
			statuses := map[int]int{}
			const each = 200 // requests to one server, so that its data stays small
			var early uint64
			for n := 0; n < fuzzed(); n += each {
				s := stock(t, service)
				for range each {
					d := spoil(r, seeds)
					res, text, sent := s.try(d, r.IntN(2) == 0)
					if !sent {
						continue
					}
					statuses[res.StatusCode]++
					if res.StatusCode == http.StatusInternalServerError || res.StatusCode < 200 {
						t.Fatalf("%s %v %q = %d %s", d, d.headers, d.body, res.StatusCode, text)
					}
				}
				if n == each {
					early = heap()
				}
			}
			if late := heap(); thorough.All() && late > early+16<<20 { // `make test-full` runs nothing else at the same time
				t.Errorf("the heap grew from %d to %d bytes", early, late)
			}
			if len(statuses) < 6 || statuses[http.StatusOK] == 0 || statuses[http.StatusBadRequest] == 0 {
				t.Errorf("the requests are not spoiled as they should be: %v", statuses)
			}
			t.Logf("%d requests: %v", fuzzed(), statuses)
		})
	}
}

// heap returns the size of the live heap after a collection.
func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

func seedsOf(t *testing.T, service operation.Service) []documented {
	t.Helper()
	var seeds []documented
	for _, d := range inventory(t) {
		if d.service == service {
			seeds = append(seeds, d)
		}
	}
	return seeds
}

// more are headers and parameters that spoiled requests carry in addition to the documented ones.
var more = struct{ headers, parameters, values []string }{
	headers: []string{"If-Match", "If-None-Match", "If-Modified-Since", "If-Unmodified-Since", "Range", "x-ms-range", "x-ms-lease-id", "x-ms-if-tags",
		"x-ms-blob-condition-appendpos", "x-ms-if-sequence-number-le", "Content-MD5", "x-ms-content-crc64", "x-ms-meta-a", "x-ms-tags", "x-ms-version",
		"x-ms-copy-source", "x-ms-source-range", "x-ms-source-if-match", "x-ms-access-tier", "x-ms-delete-snapshots", "Accept", "Content-Type", "Prefer",
		"X-HTTP-Method", "DataServiceVersion", "x-ms-blob-content-length", "x-ms-blob-sequence-number", "x-ms-encryption-key", "Origin", "x-ms-previous-snapshot-url",
		"x-ms-content-length", "x-ms-write", "x-ms-file-attributes", "x-ms-file-creation-time", "x-ms-file-permission", "x-ms-file-permission-key", "x-ms-handle-id", "x-ms-recursive",
		"x-ms-file-rename-source", "x-ms-file-rename-replace-if-exists", "x-ms-share-quota", "x-ms-source-lease-id", "x-ms-allow-trailing-dot"},
	parameters: []string{"comp", "restype", "snapshot", "prevsnapshot", "versionid", "marker", "maxresults", "include", "prefix", "delimiter", "where", "timeout",
		"blockid", "popreceipt", "visibilitytimeout", "numofmessages", "peekonly", "messagettl", "$filter", "$top", "$select", "NextPartitionKey", "$format", "sv", "sharesnapshot", "prevsharesnapshot"},
	values: []string{"", "*", "0", "-1", "1", "9223372036854775807", "99999999999999999999", `"0x0"`, `W/"1"`, "bytes=0-511", "bytes=-1-", "true", "a=b&a=c", "'", "<", "%",
		"\u00e4", "2026-01-01T00:00:00.0000000Z", "Fri, 01 Jan 2100 00:00:00 GMT", "0a0a0a0a-aaaa-4aaa-8aaa-0a0a0a0a0a0a", "MQ==", "AA==", "application/json", "2009-09-19", "a eq 'b'",
		`@container='a' AND "b"='c'`, "((((", "http://127.0.0.1:10000/devstoreaccount1/books/x", "PATCH", "metadata,snapshots", "directory", "share", "ReadOnly|Hidden", "update", "O:SYG:SY", "http://127.0.0.1:10003/devstoreaccount1/books/x"},
}

// spoil makes a request that is nearly a documented one.
func spoil(r *rand.Rand, seeds []documented) documented {
	pick := func(list []string) string { return list[r.IntN(len(list))] }
	d := seeds[r.IntN(len(seeds))]
	d.headers = append([][2]string(nil), d.headers...)
	for range 1 + r.IntN(4) {
		switch other := seeds[r.IntN(len(seeds))]; r.IntN(9) {
		case 0:
			d.method = pick([]string{"GET", "HEAD", "PUT", "POST", "DELETE", "OPTIONS", "MERGE", "PATCH", "TRACE", "FOO"})
		case 1:
			d.headers = append(d.headers, [2]string{pick(more.headers), pick(more.values)})
		case 2:
			d.headers = append(d.headers, other.headers...)
		case 3:
			if n := len(d.headers); n > 0 {
				d.headers[r.IntN(n)][1] = pick(more.values)
			}
		case 4:
			d.target += map[bool]string{true: "&", false: "?"}[strings.Contains(d.target, "?")] + pick(more.parameters) + "=" + strings.NewReplacer("%", "%25", "&", "%26", "<", "%3C", " ", "+", "\"", "%22").Replace(pick(more.values))
		case 5:
			d.target = other.target
		case 6:
			d.body = other.body
		case 7:
			d.body = d.body[:r.IntN(len(d.body)+1)] + pick(more.values) + d.body[r.IntN(len(d.body)+1):]
		case 8:
			if n := len(d.target); n > 0 {
				at := r.IntN(n)
				d.target = d.target[:at] + pick([]string{"", "/", "%00", "%ff", "..", "'", "(", "\u00fc", "%2F"}) + d.target[at:]
			}
		}
	}
	return d
}

// try sends a request that may not be a valid request at all. Without a signature it is anonymous.
func (s *stocked) try(d documented, signed bool) (res *http.Response, text string, sent bool) {
	r := s.request(d, signed)
	if r == nil {
		return nil, "", false
	}
	res, err := s.RoundTripper().RoundTrip(r)
	if err != nil {
		return nil, "", false // no client could send it
	}
	body, err := io.ReadAll(res.Body)
	if err != nil {
		s.t.Fatalf("%s: %v", d, err)
	}
	return res, string(body), true
}

// TestTornRequests sends spoiled requests over sockets: several in a row before any is answered, cut off somewhere, or
// with bytes changed on the way. The server answers those that it can, and still works afterwards.
func TestTornRequests(t *testing.T) {
	t.Parallel()
	for _, service := range reference.Services() {
		t.Run(string(service), func(t *testing.T) {
			seeds := seedsOf(t, service)
			r := rand.New(rand.NewPCG(41, uint64(len(service))))
			s := stock(t, service)
			if _, err := s.Listen(context.Background(), service, "127.0.0.1:0"); err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = s.Close() })
			where := s.Endpoint(service)
			address := strings.TrimPrefix(where, "http://")
			address, _, _ = strings.Cut(address, "/")
			before := runtime.NumGoroutine()
			for n := 0; n < fuzzed(); {
				var wire bytes.Buffer
				for range 1 + r.IntN(5) {
					n++
					if q := s.request(spoil(r, seeds), r.IntN(2) == 0); q != nil {
						q.Host = address
						if text, err := httputil.DumpRequestOut(q, true); err == nil {
							wire.Write(text)
						}
					}
				}
				text := wire.Bytes()
				switch r.IntN(4) {
				case 0:
					text = text[:r.IntN(len(text)+1)]
				case 1:
					if len(text) > 0 {
						text[r.IntN(len(text))] = byte(r.IntN(256))
					}
				}
				if answer := torn(t, address, text); bytes.Contains(answer, []byte("HTTP/1.1 500 ")) {
					t.Fatalf("%q\n= %s", text, answer)
				}
			}
			res, err := http.Get(where + "/")
			if err != nil {
				t.Fatalf("the server is gone: %v", err)
			}
			_ = res.Body.Close()
			for wait := time.Now().Add(10 * time.Second); runtime.NumGoroutine() > before+50; runtime.Gosched() {
				if time.Now().After(wait) {
					t.Fatalf("there were %d goroutines, and are %d", before, runtime.NumGoroutine())
				}
			}
		})
	}
}

// torn writes to a connection, closes the sending direction, and reads the answer.
func torn(t *testing.T, address string, text []byte) []byte {
	t.Helper()
	conn, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(10 * time.Second))
	go func() {
		_, _ = conn.Write(text) // a server that has closed the connection takes no more
		_ = conn.(*net.TCPConn).CloseWrite()
	}()
	answer, err := io.ReadAll(bufio.NewReader(conn))
	if err, ok := err.(net.Error); ok && err.Timeout() {
		t.Fatalf("%q\nis not answered to its end: %s", text, fmt.Sprint(string(answer)))
	}
	return answer
}
