package sdk_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/streaming"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/to"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blockblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/container"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/sas"

	"ifmatch/reference"
	"ifmatch/reference/clock"
)

// scene is a server with a container and a blob, and a client that holds the key.
type scene struct {
	server    *reference.Server
	container *container.Client
	key       *azblob.SharedKeyCredential
	options   azcore.ClientOptions
	clock     *clock.Virtual // source of the client's dates
}

// dated sets the date of each request before it is signed, because the SDK would take the machine's.
type dated struct{ now func() time.Time }

func (d dated) Do(r *policy.Request) (*http.Response, error) {
	name := "x-ms-date" // not the canonical form: the SDK looks for exactly this key, and sets its own date if it finds none
	r.Raw().Header[name] = []string{d.now().Format("Mon, 02 Jan 2006 15:04:05 GMT")}
	return r.Next()
}

func newScene(t *testing.T) *scene {
	t.Helper()
	v := clock.NewVirtual(time.Now())
	s := &scene{server: reference.New(reference.Options{Clock: v}), clock: v}
	var err error
	if s.key, err = azblob.NewSharedKeyCredential(s.server.Account(), s.server.Key()); err != nil {
		t.Fatal(err)
	}
	s.options = azcore.ClientOptions{Transport: transport{s.server.RoundTripper()}, Retry: policy.RetryOptions{MaxRetries: -1},
		PerCallPolicies: []policy.Policy{dated{func() time.Time { return s.clock.Now() }}}}
	url := "http://127.0.0.1:10000/" + s.server.Account() + "/books"
	if s.container, err = container.NewClientWithSharedKeyCredential(url, s.key, &container.ClientOptions{ClientOptions: s.options}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.container.Create(context.Background(), nil); err != nil {
		t.Fatal(err)
	}
	if _, err := s.container.NewBlockBlobClient("x").UploadBuffer(context.Background(), []byte("one"), nil); err != nil {
		t.Fatal(err)
	}
	return s
}

// signed returns a client of a blob that has no credential but a signature.
func (s *scene) signed(t *testing.T, blob string, v sas.BlobSignatureValues) *blockblob.Client {
	t.Helper()
	v.ContainerName = "books"
	q, err := v.SignWithSharedKey(s.key)
	if err != nil {
		t.Fatal(err)
	}
	c, err := blockblob.NewClientWithNoCredential(s.container.URL()+"/"+blob+"?"+q.Encode(), &blockblob.ClientOptions{ClientOptions: s.options})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// refused returns the code and status of an error, or "" for nil.
func refused(err error) string {
	var e *azcore.ResponseError
	if errors.As(err, &e) {
		return e.ErrorCode
	}
	if err != nil {
		return err.Error()
	}
	return ""
}

func TestSignaturesLiveByTheServersClock(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	s := newScene(t)
	now := s.server.Now()
	read := s.signed(t, "x", sas.BlobSignatureValues{BlobName: "x", ExpiryTime: now.Add(time.Hour), Permissions: "r"})
	get := func() string { _, err := read.GetProperties(ctx, nil); return refused(err) }
	if got := get(); got != "" {
		t.Errorf("a valid signature was refused: %s", got)
	}
	if _, err := read.UploadBuffer(ctx, []byte("two"), nil); refused(err) != "AuthorizationPermissionMismatch" {
		t.Errorf("writing with a signature to read: %v", err)
	}
	s.server.Advance(2 * time.Hour)
	if got := get(); got != "AuthenticationFailed" {
		t.Errorf("an expired signature: %q, want AuthenticationFailed", got)
	}
}

func TestStoredPolicyTakesEffectAtOnce(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	s := newScene(t)
	read := s.signed(t, "x", sas.BlobSignatureValues{Identifier: "readers"})
	get := func() string { _, err := read.GetProperties(ctx, nil); return refused(err) }
	if got := get(); got != "AuthenticationFailed" {
		t.Errorf("before the policy exists: %q, want AuthenticationFailed", got)
	}
	set := func(permission string) {
		t.Helper()
		_, err := s.container.SetAccessPolicy(ctx, &container.SetAccessPolicyOptions{ContainerACL: []*container.SignedIdentifier{{
			ID: to.Ptr("readers"), AccessPolicy: &container.AccessPolicy{
				Start: to.Ptr(s.server.Now().Add(-time.Hour)), Expiry: to.Ptr(s.server.Now().Add(time.Hour)), Permission: to.Ptr(permission)}}}})
		if err != nil {
			t.Fatal(err)
		}
	}
	set("r")
	if got := get(); got != "" {
		t.Errorf("with the policy: %s", got)
	}
	set("w")
	if got := get(); got != "AuthorizationPermissionMismatch" {
		t.Errorf("after the permission was taken away: %q, want AuthorizationPermissionMismatch", got)
	}
	if _, err := s.container.SetAccessPolicy(ctx, nil); err != nil {
		t.Fatal(err)
	}
	if got := get(); got != "AuthenticationFailed" {
		t.Errorf("after the policy was removed: %q, want AuthenticationFailed", got)
	}
}

func TestPermissionToCreateDoesNotOverwrite(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	s := newScene(t)
	v := sas.BlobSignatureValues{ExpiryTime: s.server.Now().Add(time.Hour), Permissions: "c"}
	if _, err := s.signed(t, "new", v).UploadBuffer(ctx, []byte("two"), nil); err != nil {
		t.Errorf("creating: %v", err)
	}
	for blob, want := range map[string]string{"staged": "", "x": "UnauthorizedBlobOverwrite"} {
		for _, id := range []string{"MQ==", "Mg=="} {
			if _, err := s.signed(t, blob, v).StageBlock(ctx, id, streaming.NopCloser(strings.NewReader("two")), nil); refused(err) != want {
				t.Errorf("a block of %s: %v, want %q", blob, err, want)
			}
		}
	}
	if _, err := s.signed(t, "x", v).UploadBuffer(ctx, []byte("two"), nil); refused(err) != "UnauthorizedBlobOverwrite" {
		t.Errorf("overwriting: %v, want UnauthorizedBlobOverwrite", err)
	}
}

func TestDatesFarFromTheServersClock(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	s := newScene(t)
	for _, c := range []struct {
		skew time.Duration
		want string
	}{{14 * time.Minute, ""}, {16 * time.Minute, "AuthenticationFailed"}} {
		s.clock = clock.NewVirtual(s.server.Now().Add(-c.skew))
		if _, err := s.container.GetProperties(ctx, nil); refused(err) != c.want {
			t.Errorf("a request %v old: %v, want %q", c.skew, err, c.want)
		}
	}
}

func TestWrongKey(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	wrong, err := azblob.NewSharedKeyCredential(s.server.Account(), "d3Jvbmc=")
	if err != nil {
		t.Fatal(err)
	}
	c, err := container.NewClientWithSharedKeyCredential(s.container.URL(), wrong, &container.ClientOptions{ClientOptions: s.options})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Delete(context.Background(), nil); refused(err) != "AuthenticationFailed" {
		t.Errorf("deleting with a wrong key: %v, want AuthenticationFailed", err)
	}
	if _, err := s.container.GetProperties(context.Background(), nil); err != nil {
		t.Errorf("the container is gone: %v", err)
	}
}

// speaking sends requests in a version of the protocol.
type speaking string

func (v speaking) Do(r *policy.Request) (*http.Response, error) {
	r.Raw().Header["x-ms-version"] = []string{string(v)}
	return r.Next()
}

func TestSourceOfACopyNeedsPermission(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	s := newScene(t)
	expiry := s.server.Now().Add(time.Hour)
	to := s.signed(t, "copy", sas.BlobSignatureValues{BlobName: "copy", ExpiryTime: expiry, Permissions: "rcw"})
	plain := s.container.NewBlobClient("x").URL()
	if _, err := to.StartCopyFromURL(ctx, plain, nil); refused(err) != "CannotVerifyCopySource" {
		t.Errorf("copying from a private blob: %v, want CannotVerifyCopySource", err)
	}
	for version, want := range map[string]int{"2019-10-10": 404, "2019-12-12": 401} { // BLOB-COPY: the version decides
		options := s.options
		options.PerCallPolicies = []policy.Policy{speaking(version)}
		c, err := blockblob.NewClientWithNoCredential(to.URL(), &blockblob.ClientOptions{ClientOptions: options})
		if err != nil {
			t.Fatal(err)
		}
		_, err = c.StartCopyFromURL(ctx, plain, nil)
		var answer *azcore.ResponseError
		if !errors.As(err, &answer) || answer.StatusCode != want || answer.ErrorCode != "CannotVerifyCopySource" {
			t.Errorf("copying from a private blob in %s: %v, want %d", version, err, want)
		}
	}
	source := s.signed(t, "x", sas.BlobSignatureValues{BlobName: "x", ExpiryTime: expiry, Permissions: "r"})
	r, err := to.StartCopyFromURL(ctx, source.URL(), nil)
	if err != nil {
		t.Fatalf("copying from a blob with a signature: %v", err)
	}
	if *r.CopyStatus != "success" {
		t.Errorf("copy status %s, want success", *r.CopyStatus)
	}
	p, err := to.GetProperties(ctx, nil)
	if err != nil {
		t.Fatal(err)
	}
	if *p.CopySource != plain {
		t.Errorf("the source is shown as %s, want it without the signature", *p.CopySource)
	}
}
