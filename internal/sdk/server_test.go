package sdk_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/streaming"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/bloberror"

	"ifmatch/reference"
	"ifmatch/reference/clock"
	"ifmatch/reference/fault"
	"ifmatch/reference/operation"
)

// overSocket returns the SDK's client of a server that listens.
func overSocket(t *testing.T, s *reference.Server) *azblob.Client {
	t.Helper()
	c, err := azblob.NewClientFromConnectionString(s.ConnectionString(), &azblob.ClientOptions{
		ClientOptions: azcore.ClientOptions{Retry: policy.RetryOptions{MaxRetries: -1}}})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// eachWay runs a test in process and over a socket.
func eachWay(t *testing.T, test func(t *testing.T, s *reference.Server, c *azblob.Client)) {
	t.Run("in process", func(t *testing.T) {
		t.Parallel()
		s := reference.New(reference.Options{Clock: clock.NewVirtual(time.Now())})
		test(t, s, client(t, s))
	})
	t.Run("over a socket", func(t *testing.T) {
		t.Parallel()
		s := reference.Start(t)
		test(t, s, overSocket(t, s))
	})
}

// halfSent is a body whose second half is sent only when it is released.
type halfSent struct {
	*bytes.Reader
	sent    chan struct{} // closed when the first half was taken
	release chan struct{}
	n       int
}

func newHalfSent(data []byte) *halfSent {
	return &halfSent{bytes.NewReader(data), make(chan struct{}), make(chan struct{}), len(data) / 2}
}

func (h *halfSent) Read(p []byte) (int, error) {
	if h.n > 0 {
		n, err := h.Reader.Read(p[:min(len(p), h.n)])
		h.n -= n
		return n, err
	}
	if h.n == 0 {
		h.n = -1
		close(h.sent)
	}
	<-h.release
	return h.Reader.Read(p)
}

func download(t *testing.T, c *azblob.Client) string {
	t.Helper()
	d, err := c.DownloadStream(context.Background(), "books", "x", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Body.Close()
	got, err := io.ReadAll(d.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(got)
}

func TestReadersSeeTheLastVersionWhileAWriterIsHalfDone(t *testing.T) {
	t.Parallel()
	eachWay(t, func(t *testing.T, _ *reference.Server, c *azblob.Client) {
		ctx := context.Background()
		if _, err := c.CreateContainer(ctx, "books", nil); err != nil {
			t.Fatal(err)
		}
		if _, err := c.UploadBuffer(ctx, "books", "x", []byte("old"), nil); err != nil {
			t.Fatal(err)
		}
		body := newHalfSent(bytes.Repeat([]byte("n"), 256<<10))
		done := make(chan error, 1)
		go func() {
			_, err := c.ServiceClient().NewContainerClient("books").NewBlockBlobClient("x").Upload(ctx, streaming.NopCloser(body), nil)
			done <- err
		}()
		<-body.sent
		for range 2 {
			if got := download(t, c); got != "old" {
				t.Errorf("read during the write: %d bytes %.10q, want the old version", len(got), got)
			}
		}
		// Another writer does not wait for it either.
		if _, err := c.UploadBuffer(ctx, "books", "x", []byte("between"), nil); err != nil {
			t.Error(err)
		}
		close(body.release)
		if err := <-done; err != nil {
			t.Fatal(err)
		}
		if got := download(t, c); len(got) != 256<<10 {
			t.Errorf("read after the write: %d bytes, want the new version", len(got))
		}
	})
}

func TestClientThatGivesUpChangesNothing(t *testing.T) {
	t.Parallel()
	eachWay(t, func(t *testing.T, _ *reference.Server, c *azblob.Client) {
		ctx, cancel := context.WithCancel(context.Background())
		if _, err := c.CreateContainer(ctx, "books", nil); err != nil {
			t.Fatal(err)
		}
		body, write := io.Pipe()
		go func() {
			_, _ = write.Write(bytes.Repeat([]byte("n"), 1000))
			cancel()
			_ = write.CloseWithError(context.Canceled)
		}()
		_, err := c.ServiceClient().NewContainerClient("books").NewBlockBlobClient("x").
			Upload(ctx, seekable{body, 2000}, nil)
		if !errors.Is(err, context.Canceled) {
			t.Errorf("error %v, want %v", err, context.Canceled)
		}
		if _, err := c.DownloadStream(context.Background(), "books", "x", nil); !bloberror.HasCode(err, bloberror.BlobNotFound) {
			t.Errorf("read after the unfinished write: error %v, want BlobNotFound", err)
		}
	})
}

// seekable makes a stream of known length look like a body that could be sent again.
type seekable struct {
	io.ReadCloser
	size int64
}

func (s seekable) Seek(offset int64, whence int) (int64, error) {
	if whence == io.SeekEnd {
		return s.size + offset, nil
	}
	return 0, nil
}

func TestRequestAsTheTransportLeavesIt(t *testing.T) {
	t.Parallel()
	s := reference.New(reference.Options{})
	body := &closing{Reader: strings.NewReader("abc")}
	r, err := http.NewRequest("PUT", "http://127.0.0.1/devstoreaccount1/books/x", body)
	if err != nil {
		t.Fatal(err)
	}
	odd := "x-ms-VERSION" // spelled as some clients do, which http.Header's own methods would not do
	r.Header[odd] = []string{" 2021-12-02 "}
	before := r.Header.Clone()
	res, err := s.RoundTripper().RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	if res.StatusCode != 401 || res.Header.Get("X-Ms-Version") != "2021-12-02" || res.Request != r {
		t.Errorf("answer %s, %v", res.Status, res.Header)
	}
	if len(r.Header) != len(before) || r.Header[odd][0] != " 2021-12-02 " {
		t.Errorf("the request's headers were changed: %v", r.Header)
	}
	if !body.closed {
		t.Error("the request's body was not closed")
	}
}

type closing struct {
	io.Reader
	closed bool
}

func (c *closing) Close() error { c.closed = true; return nil }

func TestControl(t *testing.T) {
	t.Parallel()
	s := reference.Start(t)
	root := "http://" + strings.Split(s.Endpoint(operation.BlobService), "/")[2]
	start := s.Now()
	for _, c := range []struct {
		method, path string
		status       int
		advanced     time.Duration
	}{
		{"GET", "/ifmatch/clock", 200, 0},
		{"POST", "/ifmatch/advance?d=15s", 200, 15 * time.Second},
		{"POST", "/ifmatch/advance?d=-15s", 400, 15 * time.Second},
		{"POST", "/ifmatch/advance", 400, 15 * time.Second},
		{"GET", "/ifmatch/advance?d=15s", 405, 15 * time.Second},
		{"POST", "/ifmatch/copies?hold=true", 200, 15 * time.Second},
		{"POST", "/ifmatch/copies?hold=maybe", 400, 15 * time.Second},
		{"GET", "/ifmatch/nothing", 404, 15 * time.Second},
	} {
		r, err := http.NewRequest(c.method, root+c.path, nil)
		if err != nil {
			t.Fatal(err)
		}
		res, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		body, _ := io.ReadAll(res.Body)
		res.Body.Close()
		if res.StatusCode != c.status || s.Now().Sub(start) != c.advanced {
			t.Errorf("%s %s = %d %s, clock advanced by %v, want %d and %v", c.method, c.path, res.StatusCode, body, s.Now().Sub(start), c.status, c.advanced)
		}
	}
	r, _ := http.NewRequest("POST", root+"/ifmatch/advance?d=1s", nil)
	r.Header.Set("Origin", "https://example.com")
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	if res.StatusCode != http.StatusForbidden {
		t.Errorf("a web page moved the clock: %s", res.Status)
	}
}

// TestFaultsAreCounted asks a server with the machine's clock what its sporadic fault did.
func TestFaultsAreCounted(t *testing.T) {
	t.Parallel()
	f, err := fault.Parse("sporadic-write-dropped=1/1")
	if err != nil {
		t.Fatal(err)
	}
	told := 0
	s := reference.New(reference.Options{Faults: []fault.Fault{f}, OnFault: func(fault.Showing) { told++ }})
	if _, err := s.Listen(t.Context(), operation.BlobService, "127.0.0.1:0"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	client, err := azblob.NewClientFromConnectionString(s.ConnectionString(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := client.CreateContainer(t.Context(), "cups", nil); err != nil {
		t.Fatal(err)
	}
	for range 3 { // the first one replaces nothing
		if _, err := client.UploadBuffer(t.Context(), "cups", "b", []byte("x"), nil); err != nil {
			t.Fatal(err)
		}
	}
	res, err := http.Get("http://" + strings.Split(s.Endpoint(operation.BlobService), "/")[2] + "/ifmatch/faults")
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	var got struct {
		Shown map[string]int
		Last  []fault.Showing
	}
	if err := json.NewDecoder(res.Body).Decode(&got); err != nil {
		t.Fatal(err)
	}
	if got.Shown[f.Name] != 2 || len(got.Last) != 2 || told != 2 || !strings.HasPrefix(got.Last[0].What, "cups/b ") {
		t.Errorf("the control tells %+v, and %d were told: want 2 dropped writes of cups/b", got, told)
	}
}

func TestNoControlOverARealClock(t *testing.T) {
	t.Parallel()
	s := reference.New(reference.Options{})
	address, err := s.Listen(context.Background(), operation.BlobService, "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	res, err := http.Get("http://" + address + "/ifmatch/clock")
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	if res.StatusCode != http.StatusNotFound || s.Advance(time.Second) {
		t.Errorf("a server with the machine's clock answered %s", res.Status)
	}
}

func TestListenAndClose(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	s := reference.New(reference.Options{})
	if got := s.Endpoint(operation.BlobService); got != "" {
		t.Errorf("before Listen: %s", got)
	}
	address, err := s.Listen(ctx, operation.BlobService, "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	if want := "BlobEndpoint=http://" + address + "/devstoreaccount1;"; !strings.HasSuffix(s.ConnectionString(), want) {
		t.Errorf("connection string ends otherwise than in %s", want)
	}
	if _, err := s.Listen(ctx, operation.BlobService, "127.0.0.1:0"); err == nil {
		t.Error("the service listens twice")
	}
	if _, err := reference.New(reference.Options{}).Listen(ctx, operation.BlobService, address); err == nil {
		t.Error("two servers listen on one address")
	}
	if _, err := s.Listen(ctx, "fax", "127.0.0.1:0"); err == nil {
		t.Error("an unknown service listens")
	}
	c := overSocket(t, s)
	if _, err := c.CreateContainer(ctx, "books", nil); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	// Another test's server may have been given the port by now. If it has no such container, it is not ours.
	if _, err := c.CreateContainer(ctx, "books", nil); bloberror.HasCode(err, bloberror.ContainerAlreadyExists) {
		t.Error("the server still listens after Close")
	}
	if _, err := s.Listen(ctx, operation.BlobService, "127.0.0.1:0"); err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if _, err := overSocket(t, s).CreateContainer(ctx, "books", nil); !bloberror.HasCode(err, bloberror.ContainerAlreadyExists) {
		t.Errorf("after listening again: error %v, want ContainerAlreadyExists", err)
	}
}

func TestOwnAccountAndHostStyle(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	s := reference.New(reference.Options{Account: "mine", Key: "c2VjcmV0"})
	key, err := azblob.NewSharedKeyCredential("mine", "c2VjcmV0")
	if err != nil {
		t.Fatal(err)
	}
	c, err := azblob.NewClientWithSharedKeyCredential("https://mine.blob.core.windows.net", key, &azblob.ClientOptions{
		ClientOptions: azcore.ClientOptions{Transport: transport{s.RoundTripper()}}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.CreateContainer(ctx, "books", nil); err != nil {
		t.Fatal(err)
	}
	if _, err := c.UploadBuffer(ctx, "books", "x", []byte("x"), &azblob.UploadBufferOptions{HTTPHeaders: &blob.HTTPHeaders{}}); err != nil {
		t.Error(err)
	}
	if err := reference.ValidKey("not base64!"); err == nil {
		t.Error("a malformed key is valid")
	}
	if err := reference.ValidKey(reference.DefaultKey); err != nil {
		t.Error(err)
	}
}

func BenchmarkNew(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		reference.New(reference.Options{})
	}
}
