package main

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// write writes a file of a test and returns its path.
func write(t *testing.T, name string, content []byte) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// zipped is a text as gzip keeps it.
func zipped(t *testing.T, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestReadCorpus(t *testing.T) {
	t.Parallel()
	const lines = `{"session":"one","service":"blob","exchanges":[{"t":5,"method":"PUT","path":"/c","query":"restype=container","header":{},"status":201,"answerHeader":{"etag":"\"0x1\""},"answer":{"len":7}}]}
{"session":"two","service":"queue","exchanges":[{"body":{"b64":"aGk="},"bodyRepeat":["ab",2]}]}
`
	c, err := ReadCorpus(write(t, "tiny.jsonl.gz", zipped(t, lines)))
	if err != nil {
		t.Fatal(err)
	}
	plain, err := ReadCorpus(write(t, "tiny.jsonl", []byte(lines)))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(plain.Sessions, c.Sessions); diff != "" {
		t.Errorf("zipped and plain differ: %s", diff)
	}
	if c.Name != "tiny" || len(c.Sessions) != 2 || len(c.Hash) != hashLength || c.Hash == plain.Hash {
		t.Errorf("ReadCorpus = %q with %d sessions, hash %q and %q", c.Name, len(c.Sessions), c.Hash, plain.Hash)
	}
	if e := c.Sessions[0].Exchanges[0]; e.Second != 5 || e.Answer.Length != 7 || e.Answer.Given {
		t.Errorf("the first exchange is %+v", e)
	}
	if e := c.Sessions[1].Exchanges[0]; string(e.sent()) != "hi" {
		t.Errorf("sent = %q, want hi", e.sent())
	}
	if diff := cmp.Diff(map[string]bool{"etag": true}, c.Kept()); diff != "" {
		t.Errorf("Kept: %s", diff)
	}
}

func TestReadCorpusRefuses(t *testing.T) {
	t.Parallel()
	for name, file := range map[string]string{
		"a missing file":         filepath.Join(t.TempDir(), "none.jsonl"),
		"a broken line":          write(t, "x.jsonl", []byte("{\"session\":\"one\"}\n{")),
		"a body that is none":    write(t, "x.jsonl", []byte(`{"exchanges":[{"body":7}]}`)),
		"a file that is no gzip": write(t, "x.jsonl.gz", []byte("{}")),
	} {
		if _, err := ReadCorpus(file); err == nil || !strings.Contains(err.Error(), "reading recordings") {
			t.Errorf("ReadCorpus of %s: %v, want an error that says what it was doing", name, err)
		}
	}
}

func TestFindCorpora(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	if _, err := FindCorpora(folder); err == nil {
		t.Error("FindCorpora of an empty folder succeeds")
	}
	for _, name := range []string{"b.jsonl.gz", "a.jsonl", "README.md"} {
		if err := os.WriteFile(filepath.Join(folder, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	got, err := FindCorpora(folder)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{filepath.Join(folder, "a.jsonl"), filepath.Join(folder, "b.jsonl.gz")}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("FindCorpora: %s", diff)
	}
	if _, err := FindCorpora(filepath.Join(folder, "none")); err == nil {
		t.Error("FindCorpora of a missing file succeeds")
	}
}

// TestSent tells the forms of a request's body apart.
func TestSent(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		of   Exchange
		want string
	}{
		{"none", Exchange{}, ""},
		{"a text", Exchange{Body: Body{Bytes: []byte("abc"), Given: true}}, "abc"},
		{"a length", Exchange{BodyLength: 3}, "xxx"},
		{"a repetition", Exchange{BodyRepeat: Repeated{"ab", 3}}, "ababab"},
		{"a batch recorded as a text", Exchange{Body: Body{Bytes: []byte("--b\n\nGET /\n--b--"), Given: true}}, "--b\r\n\r\nGET /\r\n--b--"},
	} {
		if got := string(c.of.sent()); got != c.want {
			t.Errorf("the body of %s is %q, want %q", c.name, got, c.want)
		}
	}
}
