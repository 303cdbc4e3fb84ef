package file

import (
	"bytes"
	"context"
	"fmt"
	"path"
	"strings"
	"time"

	"ifmatch/steps/scenario"
)

// What an operation sends where the request leaves it open. The values are fixed, so
// that runs repeat; each differs from what set-up is likely to have written.

// block is what ranges are whole numbers of here: the service may show written ranges
// in blocks of that size.
const block = 512

// blocks fills a text up with blanks to whole blocks.
func blocks(text string) []byte {
	n := max(1, (len(text)+block-1)/block) * block
	return append([]byte(text), bytes.Repeat([]byte(" "), n-len(text))...)
}

func ptr[T any](v T) *T { return &v }

func withSize(_ Address, req Request) Request {
	if req.Size == nil {
		req.Size = ptr(int64(3 * block))
	}
	return req
}

func withMetadata(_ Address, req Request) Request {
	if req.Metadata == nil {
		req.Metadata = map[string]string{"changed": "yes"}
	}
	return req
}

func withPolicies(_ Address, req Request) Request {
	if req.Policies == nil {
		req.Policies = []scenario.Policy{{ID: "readers", Permission: "r", Expiry: time.Date(2100, 1, 1, 0, 0, 0, 0, time.UTC)}}
	}
	return req
}

func withQuota(_ Address, req Request) Request {
	if req.Quota == nil {
		req.Quota = ptr(int32(7))
	}
	return req
}

func withProperties(_ Address, req Request) Request {
	if req.ContentType == "" && req.Size == nil && req.Attributes == nil {
		req.ContentType = "text/changed"
	}
	return req
}

func withAttributes(_ Address, req Request) Request {
	if req.Attributes == nil {
		req.Attributes = ptr("Directory|Hidden")
	}
	return req
}

func withRange(_ Address, req Request) Request {
	if req.Body == nil {
		req.Body = blocks("a range that was put")
	}
	req.Count = int64(len(req.Body))
	return req
}

func withCount(_ Address, req Request) Request {
	if req.Count == 0 {
		req.Count = block
	}
	return req
}

func withCopyID(_ Address, req Request) Request {
	if req.CopyID == nil {
		req.CopyID = ptr("11111111-2222-3333-4444-555555555555")
	}
	return req
}

func withDuration(_ Address, req Request) Request {
	if req.Duration == nil {
		req.Duration = ptr("-1")
	}
	return req
}

func withHandle(_ Address, req Request) Request {
	if req.HandleID == nil {
		req.HandleID = ptr("*")
	}
	return req
}

// withSource takes a sibling that prepare makes.
func withSource(a Address, req Request) Request {
	if req.Source == nil {
		req.Source = ptr(sibling(a))
	}
	return req
}

func withSourceRange(a Address, req Request) Request { return withSource(a, withCount(a, req)) }

// sibling is the source of a request that names none.
func sibling(a Address) Address {
	ext := path.Ext(a.Path)
	a.Path = strings.TrimSuffix(a.Path, ext) + "-source" + ext
	return a
}

// prepare notes what the source holds. It creates the source that withSource chose; one
// that the case named is the case's to make, or to miss.
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
	if err := expect(createFile(ctx, c, src, Request{Size: ptr(int64(block)), ContentType: "text/source"})); err != nil {
		return err
	}
	return expect(putRange(ctx, c, src, withRange(src, Request{Base: scenario.Base{Body: blocks("source content")}})))
}

// expect makes an error of an answer that a set-up cannot go on with.
func expect(resp scenario.Response, err error) error {
	if err == nil && !resp.OK() {
		err = &scenario.RefusedError{Operation: "preparing the source", Response: resp}
	}
	return err
}

// What tells the clients of a race apart.

func signSize(req *Request, text string, _ func() string) {
	req.Metadata = map[string]string{"first": text, "second": text}
	req.ContentType = "text/" + strings.ReplaceAll(text, " ", "-")
}

func signMetadata(req *Request, text string, _ func() string) {
	req.Metadata = map[string]string{"first": text, "second": text}
}

func signProperties(req *Request, text string, _ func() string) {
	req.ContentType = "text/" + strings.ReplaceAll(text, " ", "-")
}

func signRange(req *Request, text string, _ func() string) {
	req.Body = blocks(strings.Repeat(text+";", block/(len(text)+1)))
}

func signPolicies(req *Request, text string, _ func() string) {
	expiry := time.Date(2100, 1, 1, 0, 0, 0, 0, time.UTC)
	req.Policies = []scenario.Policy{{ID: text, Permission: "r", Expiry: expiry}, {ID: text + " too", Permission: "r", Expiry: expiry}}
}

func signQuota(req *Request, text string, _ func() string) {
	req.Quota = ptr(int32(10 + text[len(text)-1] - '0'))
}
