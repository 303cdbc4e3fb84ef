package reference_test

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"flag"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"ifmatch/reference"
	"ifmatch/reference/clock"
	"ifmatch/reference/fault"
	"ifmatch/reference/journal"
	"ifmatch/reference/operation"
)

var update = flag.Bool("update", false, "write the operations of docs/emulator.md again")

// documented is one request of testdata/operations.txt.
type documented struct {
	service operation.Service
	name    string // of the operation
	method  string
	target  string
	headers [][2]string
	body    string
}

func (d documented) String() string { return d.method + " /" + d.target }

// inventory reads testdata/operations.txt.
func inventory(t *testing.T) []documented {
	t.Helper()
	return requestsIn(t, "testdata/operations.txt")
}

// requestsIn reads a file of requests.
func requestsIn(t *testing.T, path string) []documented {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	line := regexp.MustCompile(`^(blob|queue|table|file)\s+(.+?)\s+(GET|HEAD|PUT|POST|DELETE|OPTIONS|MERGE|PATCH) (\S*)((?: \| .*)?)$`)
	var all []documented
	for text := range strings.Lines(string(text)) {
		text = strings.TrimSpace(text)
		if text == "" || text[0] == '#' {
			continue
		}
		m := line.FindStringSubmatch(text)
		if m == nil {
			t.Fatalf("this is no request: %s", text)
		}
		d := documented{service: operation.Service(m[1]), name: m[2], method: m[3], target: m[4]}
		for _, part := range strings.Split(m[5], " | ")[1:] {
			name, value, _ := strings.Cut(part, ": ")
			switch name {
			case "body":
				d.body = strings.ReplaceAll(value, `\r\n`, "\r\n")
			case "fill":
				n, err := strconv.Atoi(value)
				if err != nil {
					t.Fatal(err)
				}
				d.body = strings.Repeat("x", n)
			default:
				d.headers = append(d.headers, [2]string{name, value})
			}
		}
		all = append(all, d)
	}
	return all
}

// stocked is a server that holds the resources addressed by the requests of the inventory. It notes the operation that
// each request is recognised as.
type stocked struct {
	*reference.Server
	t    testing.TB
	seen operation.Operation
	vars *strings.Replacer
}

// stocktaking is the time of every stocked server, so that equal servers answer alike.
var stocktaking = time.Now()

const leaseID = "0a0a0a0a-aaaa-4aaa-8aaa-0a0a0a0a0a0a"

func stock(t testing.TB, service operation.Service, kept ...journal.Sink) *stocked {
	t.Helper()
	s := &stocked{t: t, vars: strings.NewReplacer()}
	s.Server = reference.New(reference.Options{Seed: 1, SoftDelete: 24 * time.Hour, Clock: clock.NewVirtual(stocktaking), Faults: []fault.Fault{{
		Name: "watched", Middleware: func() operation.Middleware {
			return func(o operation.Operation, next http.Handler) http.Handler {
				s.seen = o
				return next
			}
		}}}})
	for _, sink := range kept {
		s.Book().Keep(sink)
	}
	make := func(method, target, body string, headers ...[2]string) *http.Response {
		t.Helper()
		res, text := s.send(documented{service: service, method: method, target: target, headers: headers, body: body})
		if res.StatusCode > 299 {
			t.Fatalf("%s /%s = %d\n%s", method, target, res.StatusCode, text)
		}
		return res
	}
	deleted := func(kind string) (version string) {
		make("PUT", "gone?restype="+kind, "")
		make("DELETE", "gone?restype="+kind, "")
		_, list := s.send(documented{service: service, method: "GET", target: "?comp=list&include=deleted"})
		_, rest, _ := strings.Cut(list, "<Version>")
		version, _, _ = strings.Cut(rest, "<")
		return version
	}
	kind := func(v string) [2]string { return [2]string{"x-ms-blob-type", v} }
	hold := [][2]string{{"x-ms-lease-action", "acquire"}, {"x-ms-lease-duration", "-1"}, {"x-ms-proposed-lease-id", leaseID}}
	vars := []string{"$lease", leaseID}
	switch service {
	case operation.BlobService:
		source := s.InProcessEndpoint(service) + "/books/x"
		make("PUT", "books?restype=container", "")
		make("PUT", "books?restype=container&comp=acl", "", [2]string{"x-ms-blob-public-access", "blob"})
		make("PUT", "books/x", strings.Repeat("x", 512), kind("BlockBlob"), [2]string{"x-ms-tags", "a=b"})
		make("PUT", "books/p", "", kind("PageBlob"), [2]string{"x-ms-blob-content-length", "1024"})
		make("PUT", "books/p?comp=page", strings.Repeat("p", 512), [2]string{"x-ms-page-write", "update"}, [2]string{"x-ms-range", "bytes=0-511"})
		snapshot := make("PUT", "books/p?comp=snapshot", "").Header.Get("x-ms-snapshot")
		make("PUT", "books/a", "", kind("AppendBlob"))
		make("PUT", "books/l", "", kind("BlockBlob"))
		make("PUT", "books/l?comp=lease", "", hold...)
		make("PUT", "held?restype=container", "")
		make("PUT", "held?restype=container&comp=lease", "", hold...)
		s.HoldCopies(true)
		id := make("PUT", "books/c", "", [2]string{"x-ms-copy-source", source}).Header.Get("x-ms-copy-id")
		s.vars = strings.NewReplacer(append(vars, "$gone", deleted("container"), "$snapshot", snapshot, "$before", s.InProcessEndpoint(service)+"/books/p?snapshot="+snapshot, "$copy", id, "$source", source)...)
	case operation.QueueService:
		make("PUT", "jobs", "")
		make("POST", "jobs/messages", "<QueueMessage><MessageText>one</MessageText></QueueMessage>")
		_, text := s.send(documented{service: service, method: "GET", target: "jobs/messages"})
		between := func(element string) string {
			_, rest, _ := strings.Cut(text, "<"+element+">")
			value, _, _ := strings.Cut(rest, "<")
			return value
		}
		s.vars = strings.NewReplacer("$message", url.PathEscape(between("MessageId")), "$receipt", url.QueryEscape(between("PopReceipt")))
	case operation.TableService:
		json := [2]string{"Content-Type", "application/json"}
		make("POST", "Tables", `{"TableName":"people"}`, json)
		make("POST", "people", `{"PartitionKey":"p","RowKey":"r","a":0}`, json)
	case operation.FileService:
		source, file := s.InProcessEndpoint(service)+"/books/x", [][2]string{{"x-ms-type", "file"}, {"x-ms-content-length", "1024"}}
		for _, share := range []string{"books", "held", "old"} {
			make("PUT", share+"?restype=share", "")
		}
		make("PUT", "held?restype=share&comp=lease", "", hold...)
		for _, directory := range []string{"d", "e"} {
			make("PUT", "books/"+directory+"?restype=directory", "")
		}
		for _, name := range []string{"x", "l", "n", "d/f"} {
			make("PUT", "books/"+name, "", file...)
		}
		make("PUT", "books/r", "", append(file, [2]string{"x-ms-file-attributes", "ReadOnly"})...)
		make("PUT", "books/x?comp=range", strings.Repeat("x", 512), [2]string{"x-ms-write", "update"}, [2]string{"x-ms-range", "bytes=0-511"})
		make("PUT", "books/l?comp=lease", "", hold...)
		key := make("PUT", "books?restype=share&comp=filepermission", `{"permission":"O:SYG:SYD:(A;;FA;;;SY)"}`).Header.Get("x-ms-file-permission-key")
		snapshot := make("PUT", "books?restype=share&comp=snapshot", "").Header.Get("x-ms-snapshot")
		make("PUT", "books/m?comp=rename", "", [2]string{"x-ms-file-rename-source", s.InProcessEndpoint(service) + "/books/n"})
		s.HoldCopies(true)
		id := make("PUT", "books/c", "", [2]string{"x-ms-copy-source", source}).Header.Get("x-ms-copy-id")
		s.vars = strings.NewReplacer(append(vars, "$gone", deleted("share"), "$snapshot", snapshot, "$copy", id, "$permission", key, "$signed", source+"?"+s.signature(), "$dotted", source+"...?"+s.signature(), "$source", source, "$directory", s.InProcessEndpoint(service)+"/books/d")...)
	}
	return s
}

// send signs a request and executes it.
func (s *stocked) send(d documented) (*http.Response, string) {
	s.t.Helper()
	r := s.request(d, true)
	if r == nil {
		s.t.Fatalf("%s is no request", d)
	}
	res, err := s.RoundTripper().RoundTrip(r)
	if err != nil {
		s.t.Fatalf("%s: %v", d, err)
	}
	text, err := io.ReadAll(res.Body)
	if err != nil {
		s.t.Fatalf("%s: %v", d, err)
	}
	return res, string(text)
}

// request makes a request, signed by Shared Key Lite or anonymous. It returns nil if no client could send the request.
func (s *stocked) request(d documented, signed bool) *http.Request {
	target := s.vars.Replace(d.target)
	if target != "" && target[0] != '?' {
		target = "/" + target
	}
	r, err := http.NewRequest(d.method, s.InProcessEndpoint(d.service)+target, strings.NewReader(d.body))
	if err != nil {
		return nil
	}
	r.Header.Set("x-ms-date", s.Now().UTC().Format(http.TimeFormat))
	r.Header.Set("x-ms-version", "2026-12-06")
	for _, h := range d.headers {
		r.Header.Set(h[0], s.vars.Replace(h[1]))
	}
	if signed {
		s.sign(r, d.service)
	}
	return r
}

// signature returns a signature of the account that grants reading files.
func (s *stocked) signature() string {
	s.t.Helper()
	expiry := s.Now().Add(time.Hour).UTC().Format("2006-01-02T15:04:05Z")
	text := strings.Join([]string{s.Account(), "r", "f", "o", "", expiry, "", "", "2019-02-02", ""}, "\n")
	return url.Values{"sv": {"2019-02-02"}, "sp": {"r"}, "ss": {"f"}, "srt": {"o"}, "se": {expiry}, "sig": {s.hmac(text)}}.Encode()
}

// hmac returns the signature of a text by the account's key.
func (s *stocked) hmac(text string) string {
	s.t.Helper()
	key, err := base64.StdEncoding.DecodeString(s.Key())
	if err != nil {
		s.t.Fatal(err)
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(text))
	return base64.StdEncoding.EncodeToString(mac.Sum(nil))
}

func (s *stocked) sign(r *http.Request, service operation.Service) {
	s.t.Helper()
	resource := "/" + s.Account() + r.URL.EscapedPath()
	if comp := r.URL.Query().Get("comp"); comp != "" {
		resource += "?comp=" + comp
	}
	text := r.Header.Get("x-ms-date") + "\n"
	if service != operation.TableService {
		var own []string
		for name, values := range r.Header {
			if name = strings.ToLower(name); strings.HasPrefix(name, "x-ms-") {
				own = append(own, name+":"+strings.Join(values, ",")+"\n")
			}
		}
		slices.Sort(own)
		text = strings.Join([]string{r.Method, r.Header.Get("Content-MD5"), r.Header.Get("Content-Type"), "", strings.Join(own, "")}, "\n")
	}
	r.Header.Set("Authorization", "SharedKeyLite "+s.Account()+":"+s.hmac(text+resource))
}

// TestEveryDocumentedRequest sends every request of the reference documents. Each must be recognised as its operation,
// and either be executed or answered 501 with the operation's name. docs/emulator.md lists which.
func TestEveryDocumentedRequest(t *testing.T) {
	t.Parallel()
	has := map[string]bool{}
	var page bytes.Buffer
	page.WriteString("\nEvery request of Microsoft's REST reference for the four services. If the reference server does not implement one, it answers 501 `NotImplemented` with the operation's name. It answers the same to a header or parameter that it does not implement, if ignoring it would change what the request does or how it is answered.\n\n" +
		"Soft delete is off. Set Blob Service Properties turns it on for blobs. For containers and shares Azure has no such request: `ifmatch serve --soft-delete 7` turns it on.\n")
	var service operation.Service
	for _, d := range inventory(t) {
		s := stock(t, d.service)
		s.seen = operation.Unrecognized
		res, text := s.send(d)
		has[d.name] = true
		if s.seen.String() != d.name {
			t.Errorf("%s %s is taken for %s: %d %s", d.name, d, s.seen, res.StatusCode, text)
		}
		answer := "yes"
		switch {
		case res.StatusCode == http.StatusNotImplemented:
			answer = "501"
			if !strings.Contains(text, "does not implement "+d.name+".") || !strings.Contains(text, "NotImplemented") {
				t.Errorf("%s is answered 501 without its name: %s", d.name, text)
			}
		case res.StatusCode == http.StatusBadRequest && strings.HasSuffix(d.name, "Service Stats"):
			answer = "at the secondary" // the primary refuses it, as documented
		case res.StatusCode == http.StatusForbidden && strings.Contains(text, "Bearer"):
			answer = "with a bearer token"
		case strings.Contains(text, "HierarchicalNamespaceNotEnabled"):
			answer = "refused: the account has no hierarchical namespace"
		case res.StatusCode > 299 && d.method != http.MethodOptions:
			t.Errorf("%s %s is not executed: %d %s", d.name, d, res.StatusCode, text)
		}
		if d.service != service {
			service = d.service
			fmt.Fprintf(&page, "\n### %s\n\n| operation | request | implemented |\n|---|---|---|\n", strings.ToUpper(string(service[:1]))+string(service[1:])+" service")
		}
		fmt.Fprintf(&page, "| %s | `%s` | %s |\n", d.name, shownRequest(d), answer)
	}
	for _, service := range reference.Services() {
		for _, o := range operation.Of(service) {
			if !has[o.String()] {
				t.Errorf("testdata/operations.txt has no request for %s", o)
			}
		}
	}
	tellUnserved(t, &page)
	page.WriteString("\n")
	path := filepath.Join("..", "docs", "emulator.md")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const begin, end = "<!-- operations: written by `make docs` -->\n", "<!-- end of operations -->"
	before, rest, _ := strings.Cut(string(text), begin)
	old, after, ok := strings.Cut(rest, end)
	if !ok {
		t.Fatal("docs/emulator.md lacks the marks of its operations")
	}
	if *update {
		if err := os.WriteFile(path, []byte(before+begin+page.String()+end+after), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if old != page.String() {
		t.Errorf("docs/emulator.md is out of date: run `make docs`")
	}
}

// shownRequest returns a request in the form shown on the page: with the headers that distinguish it from others.
func shownRequest(d documented) string {
	text := d.String()
	for _, h := range d.headers {
		switch strings.ToLower(h[0]) {
		case "x-ms-blob-type", "x-ms-lease-action", "x-ms-page-write", "x-ms-requires-sync", "x-ms-write", "x-ms-sequence-number-action", "if-match":
			text += ", " + h[0] + ": " + h[1]
		case "x-ms-copy-source", "x-ms-file-rename-source":
			text += ", " + h[0]
		}
	}
	return text
}
