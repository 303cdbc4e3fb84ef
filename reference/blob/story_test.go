package blob_test

import (
	"bufio"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"ifmatch/reference"
	"ifmatch/reference/clock"
	"ifmatch/reference/etag"
)

// TestStories executes testdata/*.txt. A story is a conversation with a fresh server:
//
//	== title
//	PUT books/x | x-ms-blob-type: BlockBlob | body: one
//	=> 201 ETag !Location x-ms-request-server-encrypted=true
//	save e ETag
//	PUT books/x | x-ms-blob-type: BlockBlob | If-Match: $e | body: two
//	=> 201 ETag!=$e
//	GET books/x
//	=> 200 body=two
//	advance 15s
//	hold true
//
// An expectation is a status, an error code, and then headers. Name means that the header is present, !Name that it is
// absent; Name=value and Name!=value compare it. body=text is the whole body, body~text is a part of it, and body!~text
// must not occur in it. Values hold no spaces; \s stands for one. $now, $past and $future are dates. Every story begins
// with a container "books".
func TestStories(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no stories: %v", err)
	}
	for _, file := range files {
		for _, s := range readStories(t, file) {
			t.Run(strings.TrimSuffix(filepath.Base(file), ".txt")+"/"+s.title, func(t *testing.T) {
				t.Parallel()
				s.tell(t)
			})
		}
	}
}

type story struct {
	title string
	lines []string
	at    []int // line numbers in the file
}

func readStories(t *testing.T, file string) []story {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var all []story
	n := 0
	for sc := bufio.NewScanner(f); sc.Scan(); {
		n++
		line := strings.TrimSpace(sc.Text())
		switch {
		case line == "" || line[0] == '#':
		case strings.HasPrefix(line, "== "):
			all = append(all, story{title: line[3:]})
		case len(all) == 0:
			t.Fatalf("%s:%d: no title yet", file, n)
		default:
			s := &all[len(all)-1]
			s.lines, s.at = append(s.lines, line), append(s.at, n)
		}
	}
	return all
}

// reply is the last response of a story.
type reply struct {
	request string
	status  string
	code    string
	header  map[string][]string
	body    string
	judged  bool
}

func (s story) tell(t *testing.T) {
	server := reference.New(reference.Options{Clock: clock.NewVirtual(time.Now())})
	do(t, server, 201, "PUT", "books?restype=container", "")
	vars := map[string]string{}
	last := reply{judged: true}
	for i, line := range s.lines {
		now := server.Now()
		vars["now"], vars["past"], vars["future"] = etag.HTTPDate(now), etag.HTTPDate(now.Add(-time.Hour)), etag.HTTPDate(now.Add(time.Hour))
		verb, rest, _ := strings.Cut(line, " ")
		switch verb {
		case "=>":
			last.judge(t, s.at[i], expand(rest, vars, true))
			last.judged = true
		case "save":
			name, header, _ := strings.Cut(rest, " ")
			v := last.value(header)
			if v == "" {
				t.Fatalf("line %d: there is no %s to save", s.at[i], header)
			}
			vars[name] = v
		case "advance":
			d, err := time.ParseDuration(rest)
			if err != nil || !server.Advance(d) {
				t.Fatalf("line %d: %v", s.at[i], err)
			}
		case "hold":
			server.HoldCopies(rest == "true")
		default:
			if !last.judged {
				t.Fatalf("line %d: nothing is expected of %s", s.at[i], last.request)
			}
			last = s.request(t, server, expand(line, vars, false))
		}
	}
	if !last.judged {
		t.Fatalf("nothing is expected of %s", last.request)
	}
}

func (s story) request(t *testing.T, server *reference.Server, line string) reply {
	t.Helper()
	parts := strings.Split(line, " | ")
	method, target, _ := strings.Cut(parts[0], " ")
	body := ""
	var headers [][2]string
	for _, p := range parts[1:] {
		name, value, found := strings.Cut(p, ":")
		if !found {
			t.Fatalf("%s: %q is no header", line, p)
		}
		value = strings.TrimSpace(value)
		switch name {
		case "body":
			body = value
		case "fill": // that many bytes of x
			n, err := strconv.Atoi(value)
			if err != nil {
				t.Fatal(err)
			}
			body = strings.Repeat("x", n)
		default:
			headers = append(headers, [2]string{name, value})
		}
	}
	res, text := send(t, server, newRequest(t, server, method, target, headers, strings.NewReader(body)))
	code := res.Header.Get("x-ms-error-code")
	if code != "" && method != "HEAD" && res.StatusCode != 304 && !strings.Contains(text, "<Code>"+code+"</Code>") {
		t.Errorf("%s: the body does not repeat the code %s: %s", line, code, text)
	}
	if (method == "HEAD" || res.StatusCode == 304) && text != "" {
		t.Errorf("%s: unexpected body %s", line, text)
	}
	return reply{request: line, status: res.Status[:3], code: code, header: res.Header, body: text}
}

func (r *reply) value(name string) string {
	for n, v := range r.header {
		if strings.EqualFold(n, name) {
			return v[0]
		}
	}
	return ""
}

func (r *reply) judge(t *testing.T, line int, want string) {
	t.Helper()
	words := strings.Fields(want)
	fail := func(what string) {
		t.Errorf("line %d: %s = %s %s, want %s: %s\nheaders %v\n%s", line, r.request, r.status, r.code, want, what, r.header, r.body)
	}
	if r.status != words[0] {
		fail("status")
		return
	}
	words = words[1:]
	code := ""
	if r.status >= "3" {
		if len(words) == 0 {
			fail("the line names no code")
			return
		}
		code, words = words[0], words[1:]
	}
	if r.code != code {
		fail("code")
	}
	for _, w := range words {
		w = strings.ReplaceAll(w, `\s`, " ")
		var ok bool
		switch name, v, op := cut(w); op {
		case "=":
			ok = r.get(name) == v
		case "!=":
			ok = r.get(name) != v
		case "~":
			ok = strings.Contains(r.get(name), v)
		case "!~":
			ok = !strings.Contains(r.get(name), v)
		default:
			absent := strings.HasPrefix(w, "!")
			ok = (r.get(strings.TrimPrefix(w, "!")) == "") == absent
		}
		if !ok {
			fail(w)
		}
	}
}

func (r *reply) get(name string) string {
	if name == "body" {
		return r.body
	}
	return r.value(name)
}

// cut finds the operator of an expectation.
func cut(w string) (name, value, op string) {
	i := strings.IndexAny(w, "=~")
	if i <= 0 {
		return w, "", ""
	}
	name, op, value = w[:i], w[i:i+1], w[i+1:]
	if n, ok := strings.CutSuffix(name, "!"); ok {
		name, op = n, "!"+op
	}
	return name, value, op
}

// expand replaces $name by its value. With escape, for expectations, spaces in values become \s.
func expand(line string, vars map[string]string, escape bool) string {
	var pairs []string
	for _, name := range slices.Backward(slices.Sorted(maps.Keys(vars))) { // longer names before their prefixes
		v := vars[name]
		if escape {
			v = strings.ReplaceAll(v, " ", `\s`)
		}
		pairs = append(pairs, "$"+name, v)
	}
	return strings.NewReplacer(pairs...).Replace(line)
}
