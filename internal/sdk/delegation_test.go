package sdk_test

import (
	"context"
	"testing"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/to"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/container"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/sas"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/service"
	filesas "github.com/Azure/azure-sdk-for-go/sdk/storage/azfile/sas"
	fileservice "github.com/Azure/azure-sdk-for-go/sdk/storage/azfile/service"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azfile/share"

	"ifmatch/reference"
	"ifmatch/reference/clock"
	"ifmatch/reference/issuer"
)

// directory is a server that accepts tokens, over https and without a socket.
type directory struct {
	*reference.Server
	clock   *clock.Virtual
	options azcore.ClientOptions
	token   given
}

func newDirectory() *directory {
	v := clock.NewVirtual(time.Now())
	s := reference.New(reference.Options{Clock: v, Tokens: true})
	return &directory{s, v, azcore.ClientOptions{
		Transport: transport{s.RoundTripper()}, Retry: policy.RetryOptions{MaxRetries: -1}, PerCallPolicies: []policy.Policy{dated{v.Now}},
	}, given(issuer.Token(map[string]any{
		"iss": issuer.Beginning + "tenant/", "aud": "https://storage.azure.com", "exp": v.Now().Add(30 * 24 * time.Hour).Unix(),
		"oid": "11111111-1111-1111-1111-111111111111", "tid": "22222222-2222-2222-2222-222222222222",
	}))}
}

// endpoint is one from which the clients learn the account's name.
func (d *directory) endpoint(service string) string {
	return "https://" + d.Account() + "." + service + ".core.windows.net/"
}

// TestUserDelegation signs with a key that was given to the holder of a token.
func TestUserDelegation(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := newDirectory()
	users, err := service.NewClient(d.endpoint("blob"), d.token, &service.ClientOptions{ClientOptions: d.options})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := users.CreateContainer(ctx, "books", nil); err != nil {
		t.Fatal(err)
	}
	books := users.NewContainerClient("books")
	if _, err := books.NewBlockBlobClient("x").UploadBuffer(ctx, []byte("one"), nil); err != nil {
		t.Fatal(err)
	}
	expiry := d.clock.Now().UTC().Add(2 * time.Hour)
	info := service.KeyInfo{Start: to.Ptr(d.clock.Now().UTC().Format(sas.TimeFormat)), Expiry: to.Ptr(expiry.Add(-time.Hour).Format(sas.TimeFormat))}
	key, err := users.GetUserDelegationCredential(ctx, info, nil)
	if err != nil {
		t.Fatal(err)
	}
	signed := func(v sas.BlobSignatureValues, key *service.UserDelegationCredential) *container.Client {
		t.Helper()
		v.ContainerName, v.ExpiryTime = "books", expiry
		q, err := v.SignWithUserDelegation(key)
		if err != nil {
			t.Fatal(err)
		}
		c, err := container.NewClientWithNoCredential(d.endpoint("blob")+"books?"+q.Encode(), &container.ClientOptions{ClientOptions: d.options})
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	read := signed(sas.BlobSignatureValues{Permissions: "rl"}, key)
	one := signed(sas.BlobSignatureValues{Permissions: "r", BlobName: "x", CorrelationID: "33333333-3333-3333-3333-333333333333"}, key)
	for what, c := range map[string]*container.Client{"container": read, "blob": one} {
		_, err := c.NewBlobClient("x").DownloadStream(ctx, nil)
		wantRefused(t, "read by a signature over the "+what, err, "")
		_, err = c.NewBlobClient("x").Delete(ctx, nil)
		wantRefused(t, "delete by a signature over the "+what, err, "AuthorizationPermissionMismatch")
	}
	_, err = read.NewListBlobsFlatPager(nil).NextPage(ctx)
	wantRefused(t, "list", err, "")
	_, err = one.NewBlobClient("y").DownloadStream(ctx, nil)
	wantRefused(t, "read another blob", err, "AuthenticationFailed")
	for what, parts := range map[string]sas.BlobSignatureValues{
		"one user":          {Permissions: "r", SignedDelegatedUserObjectID: "44444444-4444-4444-4444-444444444444"},
		"requests' headers": {Permissions: "r", SignedRequestHeaders: map[string]string{"a": "b"}},
	} {
		_, err = signed(parts, key).NewBlobClient("x").DownloadStream(ctx, nil)
		wantRefused(t, "a signature for "+what, err, "NotImplemented")
	}
	d.clock.Advance(time.Hour)
	_, err = read.NewBlobClient("x").DownloadStream(ctx, nil)
	wantRefused(t, "read when the key has expired", err, "AuthenticationFailed")
}

// TestUserDelegationKeyIsForUsers asks for keys without a token, and for too long.
func TestUserDelegationKeyIsForUsers(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := newDirectory()
	shared, err := service.NewSharedKeyCredential(d.Account(), d.Key())
	if err != nil {
		t.Fatal(err)
	}
	owner, err := service.NewClientWithSharedKeyCredential(d.endpoint("blob"), shared, &service.ClientOptions{ClientOptions: d.options})
	if err != nil {
		t.Fatal(err)
	}
	user, err := service.NewClient(d.endpoint("blob"), d.token, &service.ClientOptions{ClientOptions: d.options})
	if err != nil {
		t.Fatal(err)
	}
	at := func(ahead time.Duration) *string {
		return to.Ptr(d.clock.Now().UTC().Add(ahead).Format(sas.TimeFormat))
	}
	for _, test := range []struct {
		name  string
		c     *service.Client
		start *string
		until *string
		want  string
	}{
		{"the owner of the key", owner, at(0), at(time.Hour), "AuthenticationFailed"},
		{"a user", user, at(0), at(time.Hour), ""},
		{"a user, for a week", user, at(0), at(7 * 24 * time.Hour), ""},
		{"a user, for longer", user, at(0), at(7*24*time.Hour + time.Minute), "InvalidXmlNodeValue"},
		{"a user, for the past", user, at(-2 * time.Hour), at(-time.Hour), "InvalidXmlNodeValue"},
		{"a user, for nonsense", user, at(0), to.Ptr("soon"), "InvalidXmlNodeValue"},
		{"a user, from nonsense", user, to.Ptr("now"), at(time.Hour), "InvalidXmlNodeValue"},
	} {
		_, err := test.c.GetUserDelegationCredential(ctx, service.KeyInfo{Start: test.start, Expiry: test.until}, nil)
		wantRefused(t, test.name, err, test.want)
	}
}

// TestUserDelegationOfFiles signs for a share. Microsoft's Go client of queues gets no key.
func TestUserDelegationOfFiles(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := newDirectory()
	expiry := d.clock.Now().UTC().Add(time.Hour)
	start, end := to.Ptr(d.clock.Now().UTC().Format(sas.TimeFormat)), to.Ptr(expiry.Format(sas.TimeFormat))

	intent := to.Ptr(fileservice.ShareTokenIntentBackup)
	shares, err := fileservice.NewClient(d.endpoint("file"), d.token, &fileservice.ClientOptions{ClientOptions: d.options, FileRequestIntent: intent})
	if err != nil {
		t.Fatal(err)
	}
	_, err = shares.CreateShare(ctx, "books", nil)
	wantRefused(t, "create a share", err, "")
	fileKey, err := shares.GetUserDelegationCredential(ctx, fileservice.KeyInfo{Start: start, Expiry: end}, nil)
	if err != nil {
		t.Fatal(err)
	}
	fq, err := filesas.SignatureValues{ShareName: "books", Permissions: "rc", ExpiryTime: expiry}.SignWithUserDelegation(fileKey)
	if err != nil {
		t.Fatal(err)
	}
	signed, err := share.NewClientWithNoCredential(d.endpoint("file")+"books?"+fq.Encode(), &share.ClientOptions{ClientOptions: d.options})
	if err != nil {
		t.Fatal(err)
	}
	f := signed.NewRootDirectoryClient().NewFileClient("x")
	_, err = f.Create(ctx, 1, nil)
	wantRefused(t, "create a file", err, "")
	_, err = f.GetProperties(ctx, nil)
	wantRefused(t, "read it", err, "")
	_, err = f.Delete(ctx, nil)
	wantRefused(t, "delete it", err, "AuthorizationPermissionMismatch")
}
