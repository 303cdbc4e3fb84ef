package blob_test

import (
	"bytes"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"ifmatch/reference"
	"ifmatch/reference/clock"
	"ifmatch/reference/errcode"
)

// FuzzHandler sends arbitrary requests. The server must not panic, must give an error code of its registry in every
// refusal, and must never answer with a server error.
func FuzzHandler(f *testing.F) {
	for _, seed := range []struct{ method, target, headers, body string }{
		{"PUT", "books/x", "x-ms-blob-type: BlockBlob\nIf-Match: \"a\"\nx-ms-meta-a: 1", "one"},
		{"PUT", "books/x", "x-ms-blob-type: PageBlob\nx-ms-blob-content-length: 512", ""},
		{"PUT", "books/p?comp=page", "x-ms-page-write: clear\nx-ms-range: bytes=0-511\nx-ms-if-sequence-number-le: 7", ""},
		{"PUT", "books/p?comp=properties", "x-ms-sequence-number-action: max\nx-ms-blob-sequence-number: 5", ""},
		{"PUT", "books/a?comp=appendblock", "x-ms-blob-condition-appendpos: 3\nx-ms-blob-condition-maxsize: 9", "abc"},
		{"PUT", "books/b?comp=block&blockid=MQ==", "Content-MD5: 1B2M2Y8AsgTpgAmY7PhCfg==", "abc"},
		{"PUT", "books/b?comp=blocklist", "If-None-Match: *", "<BlockList><Latest>MQ==</Latest></BlockList>"},
		{"GET", "books/b?comp=blocklist&blocklisttype=all", "x-ms-if-tags: \"a\" = 'b'", ""},
		{"PUT", "books/b?comp=lease", "x-ms-lease-action: acquire\nx-ms-lease-duration: 15", ""},
		{"PUT", "books/b?comp=lease", "x-ms-lease-action: break\nx-ms-lease-break-period: 5", ""},
		{"PUT", "books/c", "x-ms-copy-source: http://127.0.0.1:10000/devstoreaccount1/books/b?snapshot=x\nx-ms-source-if-match: *", ""},
		{"PUT", "books/b?comp=tags", "", "<Tags><TagSet><Tag><Key>a</Key><Value>b</Value></Tag></TagSet></Tags>"},
		{"PUT", "books?restype=container&comp=acl", "", "<SignedIdentifiers><SignedIdentifier><Id>a</Id></SignedIdentifier></SignedIdentifiers>"},
		{"GET", "books?restype=container&comp=list&delimiter=/&marker=AGE&maxresults=1&include=metadata", "", ""},
		{"PUT", "?restype=service&comp=properties", "", "<StorageServiceProperties><Cors/></StorageServiceProperties>"},
		{"GET", "books/b", "Range: bytes=1-\nIf-Modified-Since: Sun, 06 Nov 1994 08:49:37 GMT, Sun, 06 Nov 1994 08:49:37 GMT", ""},
		{"DELETE", "books/b?snapshot=2026", "x-ms-delete-snapshots: only", ""},
		{"GET", "%00/%ff?comp=%zz&comp", "x-ms-version: 0000-00-00", ""},
	} {
		f.Add(seed.method, seed.target, seed.headers, seed.body)
	}
	f.Fuzz(func(t *testing.T, method, target, headers, body string) {
		s := reference.New(reference.Options{Clock: clock.NewVirtual(time.Unix(1_790_000_000, 0))})
		prepare(t, s)
		r := fuzzRequest(t, s, method, target, headers, body)
		if r == nil {
			return
		}
		res, text := send(t, s, r)
		code := errcode.Code(res.Header.Get("X-Ms-Error-Code"))
		switch {
		case res.StatusCode == 500:
			t.Errorf("%s %s = 500: %s", method, target, text)
		case res.StatusCode >= 300 && code == "":
			t.Errorf("%s %s = %d without a code", method, target, res.StatusCode)
		case res.StatusCode >= 300 && !code.Known() && res.StatusCode != 400 && res.StatusCode != 403:
			t.Errorf("%s %s = %d with the unknown code %s", method, target, res.StatusCode, code)
		case res.StatusCode < 300 && code != "":
			t.Errorf("%s %s = %d with the code %s", method, target, res.StatusCode, code)
		}
	})
}

// prepare puts one blob of each kind into the server.
func prepare(t testing.TB, s *reference.Server) {
	t.Helper()
	do(t, s, 201, "PUT", "books?restype=container", "")
	do(t, s, 201, "PUT", "books/b", "abcdef", [2]string{"x-ms-blob-type", "BlockBlob"})
	do(t, s, 201, "PUT", "books/p", "", [2]string{"x-ms-blob-type", "PageBlob"}, [2]string{"x-ms-blob-content-length", "1024"})
	do(t, s, 201, "PUT", "books/a", "", [2]string{"x-ms-blob-type", "AppendBlob"})
	do(t, s, 201, "PUT", "books/b?comp=snapshot", "")
}

// fuzzRequest makes a signed request, or returns nil if no client could send it.
func fuzzRequest(t testing.TB, s *reference.Server, method, target, headers, body string) *http.Request {
	r, err := http.NewRequest(method, base+"/"+target, bytes.NewReader([]byte(body)))
	if err != nil {
		return nil
	}
	if _, err := url.ParseRequestURI(r.URL.RequestURI()); err != nil {
		return nil
	}
	var list [][2]string
	for line := range strings.SplitSeq(headers, "\n") {
		name, value, found := strings.Cut(line, ":")
		value = strings.TrimSpace(value)
		if !found || !token(name) || strings.ContainsAny(value, "\r\x00") || strings.EqualFold(name, "Authorization") && value != "" {
			return nil
		}
		list = append(list, [2]string{name, value})
	}
	return newRequest(t, s, r.Method, target, list, bytes.NewReader([]byte(body)))
}

func token(s string) bool {
	for i := range len(s) {
		if c := s[i]; c <= ' ' || c >= 0x7f || strings.IndexByte(`"(),/:;<=>?@[\]{}`, c) >= 0 {
			return false
		}
	}
	return s != ""
}
