package file

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"path"
	"strings"

	"ifmatch/steps/scenario"
)

// What an operation sends where the request leaves it open. The values are fixed, so that runs
// repeat; each differs from what the set-up is likely to have written.

// block is the unit of ranges here, in bytes: the service may show written ranges in blocks of
// that size.
const block = 512

// blocks pads a text with spaces to whole blocks.
func blocks(text string) []byte {
	n := max(1, (len(text)+block-1)/block) * block
	return append([]byte(text), bytes.Repeat([]byte(" "), n-len(text))...)
}

var withMetadata, withPolicies, withCount = scenario.WithMetadata[Address, Request], scenario.WithPolicies[Address, Request], or(Request{Count: block})

func or(otherwise Request) func(Address, *Request) { return scenario.Or[Address](otherwise) }

func withProperties(_ Address, req *Request) {
	if req.Size == nil && req.Attributes == nil {
		req.ContentType = cmp.Or(req.ContentType, "text/changed")
	}
}

func withRange(_ Address, req *Request) {
	req.Content(string(blocks("a range that was put")))
	req.Count = int64(len(req.Body))
}

// withSource chooses a sibling that prepare makes.
func withSource(a Address, req *Request) { req.Source = cmp.Or(req.Source, new(sibling(a))) }

func withSourceRange(a Address, req *Request) {
	withCount(a, req)
	withSource(a, req)
}

// sibling is the source of a request that does not name one.
func sibling(a Address) Address {
	ext := path.Ext(a.Path)
	a.Path = strings.TrimSuffix(a.Path, ext) + "-source" + ext
	return a
}

// prepare notes what the source holds. It creates the source that withSource chose. A source
// that the case named is not created here: the case makes it or leaves it missing.
func prepare(ctx context.Context, c *client, a Address, req *Request) error {
	src := *req.Source
	read := readFile
	if src.Kind == kindDirectory {
		read = readDirectory
	}
	s, err := read(ctx, c, src)
	if err == nil && !s.Exists && src == sibling(a) {
		if err = makeSource(ctx, c, src); err == nil {
			s, err = read(ctx, c, src)
		}
	}
	if err != nil {
		return fmt.Errorf("preparing the source: reading the state of %s: %w", src, err)
	}
	if s.Exists {
		req.SourceState = &s
	}
	return nil
}

func makeSource(ctx context.Context, c *client, src Address) error {
	if src.Kind == kindDirectory {
		return expect(createDirectory(ctx, c, src, Request{}))
	}
	if err := expect(createFile(ctx, c, src, Request{Size: new(int64(block)), ContentType: "text/source"})); err != nil {
		return err
	}
	content := blocks("source content")
	return expect(putRange(ctx, c, src, Request{Base: scenario.Base{Body: content}, Count: int64(len(content))}))
}

// expect returns an error for an answer with which a set-up cannot go on.
func expect(resp scenario.Response, err error) error {
	if err == nil && !resp.OK() {
		err = &scenario.RefusedError{Operation: "preparing the source", Response: resp}
	}
	return err
}

// What distinguishes the clients of a race.

func signSize(req *Request, text string, id func() string) {
	signMetadata(req, text, id)
	signProperties(req, text, id)
}

var (
	signMetadata, signPolicies = scenario.SignMetadata[Request], scenario.SignPolicies[Request]
	signNothing                = scenario.SignNothing[Request]
)

func signProperties(req *Request, text string, _ func() string) {
	req.ContentType = "text/" + strings.ReplaceAll(text, " ", "-")
}

func signRange(req *Request, text string, _ func() string) {
	req.Body = blocks(strings.Repeat(text+";", block/(len(text)+1)))
}

func signQuota(req *Request, text string, _ func() string) {
	req.Quota = new(int32(10 + text[len(text)-1] - '0'))
}
