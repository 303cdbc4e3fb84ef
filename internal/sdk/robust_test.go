package sdk_test

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob"

	"ifmatch/reference"
	"ifmatch/reference/clock"
	"ifmatch/reference/fault"
	"ifmatch/reference/operation"
	"ifmatch/reference/rules"
)

// broken makes a server whose Get Blob does something that no server should.
func broken(t *testing.T, do func(w http.ResponseWriter)) *reference.Server {
	t.Helper()
	middleware := func(o operation.Operation, next http.Handler) http.Handler {
		if o != operation.GetBlob {
			return next
		}
		return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { do(w) })
	}
	return reference.New(reference.Options{Clock: clock.NewVirtual(time.Now()), Faults: []fault.Fault{{
		Name: "broken", Middleware: func() operation.Middleware { return middleware }}}})
}

func listen(t *testing.T, s *reference.Server) *azblob.Client {
	t.Helper()
	if _, err := s.Listen(context.Background(), operation.BlobService, "127.0.0.1:0"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return overSocket(t, s)
}

func TestPanicIsAnsweredWith500(t *testing.T) {
	t.Parallel()
	s := broken(t, func(http.ResponseWriter) { panic("bug") })
	for name, c := range map[string]*azblob.Client{"in process": client(t, s), "over a socket": listen(t, s)} {
		if _, err := c.DownloadStream(context.Background(), "books", "x", nil); refused(err) != "InternalError" {
			t.Errorf("%s: %v, want InternalError", name, err)
		}
		if _, err := c.CreateContainer(context.Background(), "c"+name[:2], nil); err != nil {
			t.Errorf("%s: the server is gone: %v", name, err)
		}
	}
}

func TestCutConnectionIsNoAnswer(t *testing.T) {
	t.Parallel()
	s := broken(t, func(http.ResponseWriter) { panic(http.ErrAbortHandler) })
	for name, c := range map[string]*azblob.Client{"in process": client(t, s), "over a socket": listen(t, s)} {
		_, err := c.DownloadStream(context.Background(), "books", "x", nil)
		if err == nil || strings.HasPrefix(refused(err), "Internal") {
			t.Errorf("%s: %v, want no answer at all", name, err)
		}
	}
}

func TestBodiesAreLimited(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	s := reference.New(reference.Options{Clock: clock.NewVirtual(time.Now()), Faults: []fault.Fault{{
		Name: "small", Rules: func(r *rules.Rules) { r.Limits.BlobBody = 1000 }}}})
	in, over := client(t, s), listen(t, s)
	if _, err := in.CreateContainer(ctx, "books", nil); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]*azblob.Client{"in process": in, "over a socket": over} {
		if _, err := c.UploadBuffer(ctx, "books", "fits", make([]byte, 1000), nil); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := c.UploadBuffer(ctx, "books", "large", make([]byte, 1001), nil); refused(err) != "RequestBodyTooLarge" {
			t.Errorf("%s: %v, want RequestBodyTooLarge", name, err)
		}
	}
}

// lengthless sends bodies without announcing their length.
type lengthless struct{}

func (lengthless) Do(r *policy.Request) (*http.Response, error) {
	if body := r.Raw().Body; body != nil {
		r.Raw().Body, r.Raw().ContentLength = io.NopCloser(body), -1
		r.Raw().Header.Del("Content-Length")
	}
	return r.Next()
}

func TestBodyInChunks(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	s := reference.Start(t)
	if _, err := client(t, s).CreateContainer(ctx, "books", nil); err != nil {
		t.Fatal(err)
	}
	for name, sent := range map[string]policy.Transporter{"in process": transport{s.RoundTripper()}, "over a socket": http.DefaultClient} {
		c, err := azblob.NewClientFromConnectionString(s.ConnectionString(), &azblob.ClientOptions{ClientOptions: azcore.ClientOptions{
			Transport: sent, Retry: policy.RetryOptions{MaxRetries: -1}, PerCallPolicies: []policy.Policy{lengthless{}}}})
		if err != nil {
			t.Fatal(err)
		}
		data := bytes.Repeat([]byte("y"), 100_000)
		if _, err := c.UploadBuffer(ctx, "books", "x", data, nil); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if got := download(t, client(t, s)); got != string(data) {
			t.Errorf("%s: %d bytes arrived of %d", name, len(got), len(data))
		}
	}
}
