package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ifmatch/reference/operation"
)

// Corpus is one file of recorded sessions.
type Corpus struct {
	Name     string
	Hash     string // of the file
	Sessions []Session
}

// Session is what one test of Microsoft's sent to the service, in its order, with the answers of the service.
type Session struct {
	Name      string            `json:"session"`
	Service   operation.Service `json:"service"`
	Exchanges []Exchange        `json:"exchanges"`
}

// Exchange is one request with the answer that the service gave. Header names are in lower case.
type Exchange struct {
	Step         string            `json:"step"` // the sentence of the case that sent it, in evidence
	Second       int64             `json:"t"`    // when the service answered, in Unix time
	Method       string            `json:"method"`
	Path         string            `json:"path"` // escaped, as it was sent
	Query        string            `json:"query"`
	Header       map[string]string `json:"header"`
	Body         Body              `json:"body"`
	BodyLength   int               `json:"bodyLength"` // length of a body whose bytes were not recorded
	BodyRepeat   Repeated          `json:"bodyRepeat"`
	Operations   []Part            `json:"operations"` // the operations of a transaction, in place of a body
	Status       int               `json:"status"`
	AnswerHeader map[string]string `json:"answerHeader"`
	Answer       Body              `json:"answer"`
	Code         string            `json:"code"` // the error code, where the answer itself was not recorded

	Beside bool `json:"-"` // nobody asks in which situation it was sent
}

// Body is the body of a message: its bytes, or only their number.
type Body struct {
	Bytes  []byte
	Length int  // of bytes that were not recorded
	Given  bool // the bytes were recorded
}

// UnmarshalJSON reads a text, {"b64": …} or {"len": n}.
func (b *Body) UnmarshalJSON(raw []byte) error {
	if string(raw) == "null" {
		return nil
	}
	var text string
	if err := json.Unmarshal(raw, &text); err == nil {
		*b = Body{Bytes: []byte(text), Given: true}
		return nil
	}
	var other struct {
		B64 []byte `json:"b64"`
		Len int    `json:"len"`
	}
	if err := json.Unmarshal(raw, &other); err != nil {
		return err
	}
	*b = Body{Bytes: other.B64, Length: other.Len, Given: other.B64 != nil}
	return nil
}

// Repeated is a body that is one text many times, written [text, times].
type Repeated struct {
	Text  string
	Times int
}

// UnmarshalJSON reads [text, times].
func (r *Repeated) UnmarshalJSON(raw []byte) error {
	return json.Unmarshal(raw, &[]any{&r.Text, &r.Times})
}

// sent returns the bytes of the request's body. Bytes that were not recorded are made up.
func (e *Exchange) sent() []byte {
	switch {
	case e.Body.Given:
		if bytes.HasPrefix(e.Body.Bytes, []byte("--")) && !bytes.Contains(e.Body.Bytes, []byte("\r")) {
			return bytes.ReplaceAll(e.Body.Bytes, []byte("\n"), []byte("\r\n")) // recorded as a text
		}
		return e.Body.Bytes
	case e.BodyRepeat.Times > 0:
		return bytes.Repeat([]byte(e.BodyRepeat.Text), e.BodyRepeat.Times)
	case len(e.Operations) > 0:
		return multipart(e.Operations)
	}
	return bytes.Repeat([]byte{'x'}, max(e.BodyLength, e.Body.Length))
}

// Kept is the set of the headers that answers of the corpus have. Those that no answer has were left out when it was
// made.
func (c *Corpus) Kept() map[string]bool {
	kept := map[string]bool{}
	for _, s := range c.Sessions {
		for _, e := range s.Exchanges {
			for name := range e.AnswerHeader {
				kept[name] = true
			}
		}
	}
	return kept
}

// FindCorpora lists the files of a folder that are corpora, or the file itself.
func FindCorpora(at string) ([]string, error) {
	info, err := os.Stat(at)
	if err != nil {
		return nil, fmt.Errorf("finding recordings: %w", err)
	}
	if !info.IsDir() {
		return []string{at}, nil
	}
	var files []string
	for _, pattern := range []string{"*.jsonl", "*.jsonl.gz"} {
		some, err := filepath.Glob(filepath.Join(at, pattern))
		if err != nil {
			return nil, fmt.Errorf("finding recordings: %w", err)
		}
		files = append(files, some...)
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("finding recordings: %s has no *.jsonl or *.jsonl.gz", at)
	}
	slices.Sort(files)
	return files, nil
}

// hashLength is how many digits of a hash tell files apart.
const hashLength = 16

// ReadCorpus reads a file of sessions, one a line.
func ReadCorpus(file string) (Corpus, error) {
	f, err := os.Open(file)
	if err != nil {
		return Corpus{}, fmt.Errorf("reading recordings: %w", err)
	}
	defer f.Close()
	hash := sha256.New()
	var r io.Reader = bufio.NewReader(io.TeeReader(f, hash))
	name := filepath.Base(file)
	if strings.HasSuffix(name, ".gz") {
		if r, err = gzip.NewReader(r); err != nil {
			return Corpus{}, fmt.Errorf("reading recordings: %s: %w", file, err)
		}
	}
	c := Corpus{Name: strings.TrimSuffix(strings.TrimSuffix(name, ".gz"), ".jsonl")}
	if c.Sessions, err = readSessions(r); err != nil {
		return c, fmt.Errorf("reading recordings: %s, %w", file, err)
	}
	c.Hash = hex.EncodeToString(hash.Sum(nil))[:hashLength]
	return c, nil
}

// readSessions reads sessions, one a line.
func readSessions(r io.Reader) (list []Session, err error) {
	lines := json.NewDecoder(r)
	for {
		var s Session
		err := lines.Decode(&s)
		if errors.Is(err, io.EOF) {
			return list, nil
		}
		if err != nil {
			return nil, fmt.Errorf("session %d: %w", len(list)+1, err)
		}
		list = append(list, s)
	}
}

// fingerprint is the hash of corpora together.
func fingerprint(hashes []string) string {
	sum := sha256.Sum256([]byte(strings.Join(hashes, " ")))
	return hex.EncodeToString(sum[:])[:hashLength]
}

// The boundaries of a transaction that is written anew: the outer one stands in the recorded Content-Type.
const (
	batchBoundary = "batch_00000000-0000-0000-0000-000000000000"
	changeSet     = "changeset_00000000-0000-0000-0000-000000000000"
)

// Part is one operation of a transaction.
type Part struct {
	Method string            `json:"method"`
	Path   string            `json:"path"`
	Header map[string]string `json:"header"`
	Body   string            `json:"body"`
}

// multipart writes the body of a transaction.
func multipart(parts []Part) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "--%s\r\nContent-Type: multipart/mixed; boundary=%s\r\n\r\n", batchBoundary, changeSet)
	for _, p := range parts {
		fmt.Fprintf(&b, "--%s\r\nContent-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\n", changeSet)
		fmt.Fprintf(&b, "%s https://%s.table.core.windows.net%s HTTP/1.1\r\n", p.Method, account, p.Path)
		for _, name := range slices.Sorted(maps.Keys(p.Header)) {
			fmt.Fprintf(&b, "%s: %s\r\n", name, p.Header[name])
		}
		if p.Body != "" {
			fmt.Fprintf(&b, "Accept: application/json;odata=minimalmetadata\r\nContent-Type: application/json\r\n")
		}
		fmt.Fprintf(&b, "\r\n%s\r\n", p.Body)
	}
	fmt.Fprintf(&b, "--%s--\r\n\r\n--%s--\r\n", changeSet, batchBoundary)
	return b.Bytes()
}
