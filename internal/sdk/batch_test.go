package sdk_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/to"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/container"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/sas"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/service"

	"ifmatch/reference"
	"ifmatch/reference/clock"
)

// library makes a server whose container books holds the blobs a, b and c.
func library(t *testing.T) (*reference.Server, *azblob.Client) {
	t.Helper()
	s := reference.New(reference.Options{Clock: clock.NewVirtual(time.Now())})
	c := client(t, s)
	if _, err := c.CreateContainer(context.Background(), "books", nil); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a", "b", "c/d e"} {
		if _, err := c.UploadBuffer(context.Background(), "books", name, []byte(name), nil); err != nil {
			t.Fatal(err)
		}
	}
	return s, c
}

// TestBatchByTheSDK sends batches whose requests are each signed with the account's key.
func TestBatchByTheSDK(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	_, c := library(t)
	all := c.ServiceClient()
	b, err := all.NewBatchBuilder()
	if err != nil {
		t.Fatal(err)
	}
	stale := &blob.AccessConditions{ModifiedAccessConditions: &blob.ModifiedAccessConditions{IfMatch: to.Ptr(azcore.ETag(`"0x8D0"`))}}
	for _, add := range []func() error{
		func() error { return b.Delete("books", "a", nil) },
		func() error {
			return b.Delete("books", "b", &service.BatchDeleteOptions{DeleteOptions: blob.DeleteOptions{AccessConditions: stale}})
		},
		func() error { return b.Delete("books", "none", nil) },
		func() error { return b.Delete("books", "c/d e", nil) },
	} {
		if err := add(); err != nil {
			t.Fatal(err)
		}
	}
	done, err := all.SubmitBatch(ctx, b, nil)
	if err != nil {
		t.Fatal(err)
	}
	var codes []string
	for _, r := range done.Responses {
		codes = append(codes, fmt.Sprint(*r.ContentID, refused(r.Error)))
		if r.RequestID == nil || r.Version == nil {
			t.Errorf("part %d has no id of its own, or no version", *r.ContentID)
		}
	}
	if got, want := strings.Join(codes, " "), "0 1ConditionNotMet 2BlobNotFound 3"; got != want {
		t.Errorf("the parts are answered %q, want %q", got, want)
	}
	if got := listed(t, c); got != "b" {
		t.Errorf("left are %s, want b", got)
	}
}

func listed(t *testing.T, c *azblob.Client) string {
	t.Helper()
	page, err := c.NewListBlobsFlatPager("books", nil).NextPage(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, b := range page.Segment.BlobItems {
		names = append(names, *b.Name)
	}
	return strings.Join(names, " ")
}

// TestContainerBatchByItsSignature authorizes a batch, and each request in it, by the signature of one container.
func TestContainerBatchByItsSignature(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	s, c := library(t)
	url, err := c.ServiceClient().NewContainerClient("books").GetSASURL(sas.ContainerPermissions{Delete: true}, s.Now().Add(time.Hour), nil)
	if err != nil {
		t.Fatal(err)
	}
	in, err := container.NewClientWithNoCredential(url, &container.ClientOptions{ClientOptions: azcore.ClientOptions{Transport: transport{s.RoundTripper()}}})
	if err != nil {
		t.Fatal(err)
	}
	b, err := in.NewBatchBuilder()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a", "b"} {
		if err := b.Delete(name, nil); err != nil {
			t.Fatal(err)
		}
	}
	done, err := in.SubmitBatch(ctx, b, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range done.Responses {
		if r.Error != nil {
			t.Errorf("%s: %v", *r.BlobName, r.Error)
		}
	}
	if got := listed(t, c); got != "c/d e" {
		t.Errorf("left are %s, want c/d e", got)
	}
}

// sent returns the answer to a batch of these requests, each with its headers. They take the place of a batch built by
// the SDK.
func sent(t *testing.T, s *reference.Server, c *azblob.Client, where string, requests ...string) string {
	t.Helper()
	var body strings.Builder
	for i, r := range requests {
		fmt.Fprintf(&body, "--b\r\nContent-Type: application/http\r\nContent-Transfer-Encoding: binary\r\nContent-ID: %d\r\n\r\n%s\r\n", i, strings.ReplaceAll(r, "\n", "\r\n"))
	}
	body.WriteString("--b--\r\n")
	return posted(t, s, c, where, "multipart/mixed; boundary=b", body.String())
}

// posted sends the body of a batch under an account's signature.
func posted(t *testing.T, s *reference.Server, c *azblob.Client, where, kind, body string) string {
	t.Helper()
	url, err := c.ServiceClient().GetSASURL(sas.AccountResourceTypes{Service: true, Container: true, Object: true},
		sas.AccountPermissions{Delete: true, Write: true}, s.Now().Add(time.Hour), nil)
	if err != nil {
		t.Fatal(err)
	}
	_, signature, _ := strings.Cut(url, "?")
	r, err := http.NewRequest(http.MethodPost, "http://127.0.0.1:10000/"+s.Account()+"/"+where+"&"+signature, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("x-ms-version", "2021-12-02")
	if kind != "" {
		r.Header.Set("Content-Type", kind)
	}
	res, err := s.RoundTripper().RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, line := range strings.Split(string(text), "\r\n") {
		if strings.HasPrefix(line, "HTTP/1.1 ") || strings.HasPrefix(line, "x-ms-error-code: ") || strings.HasPrefix(line, "Content-ID: ") {
			lines = append(lines, line)
		}
	}
	code := strings.ReplaceAll(strings.Join(lines, " "), "x-ms-error-code: ", "")
	return strings.NewReplacer("HTTP/1.1 ", "", "Content-ID: ", "#").Replace(fmt.Sprint(res.StatusCode, " ", code))
}

func TestBatchesThatNoSDKSends(t *testing.T) {
	t.Parallel()
	s, c := library(t)
	if _, err := c.CreateContainer(context.Background(), "other", nil); err != nil {
		t.Fatal(err)
	}
	account := "/" + s.Account()
	remove := "DELETE " + account + "/books/a HTTP/1.1\nContent-Length: 0\n\n"
	tier := "PUT " + account + "/books/a?comp=tier HTTP/1.1\nx-ms-access-tier: Cool\n\n"
	for _, x := range []struct{ name, where, want, kind, body string }{
		{"empty", "?comp=batch", "202 400 Bad Request InvalidInput", "multipart/mixed; boundary=b", "--b--\r\n"},
		{"no body", "?comp=batch", "202 400 Bad Request InvalidInput", "multipart/mixed; boundary=b", ""},
		{"no type", "?comp=batch", "202 400 Bad Request MissingRequiredHeader", "", "--b--\r\n"},
		{"no boundary", "?comp=batch", "202 400 Bad Request InvalidInput", "multipart/mixed", "--b--\r\n"},
		{"too large", "?comp=batch", "413 ", "multipart/mixed; boundary=b", strings.Repeat("x", 4<<20+1)},
		{"a batch inside", "?comp=batch", "202 400 Bad Request InvalidInput", "multipart/mixed; boundary=b",
			"--b\r\nContent-Type: multipart/mixed; boundary=i\r\n\r\n--i\r\nContent-Type: application/http\r\n\r\n" + remove + "\r\n--i--\r\n--b--\r\n"},
	} {
		if got := posted(t, s, c, x.where, x.kind, x.body); got != x.want {
			t.Errorf("%s: %s, want %s", x.name, got, x.want)
		}
	}
	for _, x := range []struct {
		name, where, want string
		requests          []string
	}{
		{"both operations", "?comp=batch", "202 400 Bad Request AllBatchSubRequestsShouldBeSameApi", []string{remove, tier}},
		{"another operation", "?comp=batch", "202 400 Bad Request InvalidInput", []string{"GET " + account + "/books/a HTTP/1.1\n\n"}},
		{"another container", "other?restype=container&comp=batch", "202 400 Bad Request InvalidInput", []string{remove}},
		{"257 requests", "?comp=batch", "202 400 Bad Request ExceedsMaxBatchRequestCount", repeated(remove, 257)},
		{"without credentials", "?comp=batch", "202 #0 401 Unauthorized NoAuthenticationInformation", []string{remove}},
		{"a path without the account", "?comp=batch", "202 #0 401 Unauthorized NoAuthenticationInformation #1 401 Unauthorized NoAuthenticationInformation", []string{"DELETE /elsewhere/books/a HTTP/1.1\n\n", remove}},
	} {
		if got := sent(t, s, c, x.where, x.requests...); got != x.want {
			t.Errorf("%s: %s, want %s", x.name, got, x.want)
		}
	}
	if got := listed(t, c); got != "a b c/d e" {
		t.Errorf("left are %s: a batch that was refused was executed", got)
	}
}

func repeated(s string, n int) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = s
	}
	return list
}

// captured keeps the body that a client would send.
type captured struct{ kind, body string }

func (c *captured) Do(r *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(r.Body)
	c.kind, c.body = r.Header.Get("Content-Type"), string(body)
	return nil, errors.Join(errors.New("captured"), err)
}

// TestBatchSignedWithALengthOfZero checks requests without a body. Clients sign no length for them, but some still send
// a length of 0.
func TestBatchSignedWithALengthOfZero(t *testing.T) {
	t.Parallel()
	s, c := library(t)
	key, err := azblob.NewSharedKeyCredential(s.Account(), s.Key())
	if err != nil {
		t.Fatal(err)
	}
	var sent captured
	all, err := service.NewClientWithSharedKeyCredential("http://127.0.0.1:10000/"+s.Account(), key, &service.ClientOptions{
		ClientOptions: azcore.ClientOptions{Transport: &sent, Retry: policy.RetryOptions{MaxRetries: -1}}})
	if err != nil {
		t.Fatal(err)
	}
	b, err := all.NewBatchBuilder()
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Delete("books", "a", nil); err != nil {
		t.Fatal(err)
	}
	if _, err := all.SubmitBatch(context.Background(), b, nil); err == nil {
		t.Fatal("the batch was sent")
	}
	body := strings.Replace(sent.body, " HTTP/1.1\r\n", " HTTP/1.1\r\nContent-Length: 0\r\n", 1)
	if got := posted(t, s, c, "?comp=batch", sent.kind, body); got != "202 #0 202 Accepted" {
		t.Errorf("%s\n%s", got, body)
	}
}
