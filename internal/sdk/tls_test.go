package sdk_test

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob"
	"github.com/google/go-cmp/cmp"

	"ifmatch/reference"
)

func certificate(t *testing.T) *reference.Certificate {
	t.Helper()
	c, err := reference.NewCertificate()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// trusting returns an HTTP client that trusts only these authorities.
func trusting(authorities []byte) *http.Client {
	pool := x509.NewCertPool()
	pool.AppendCertsFromPEM(authorities)
	return &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool}}}
}

// given is a token in the form in which the SDK's clients take a credential.
type given string

func (g given) GetToken(context.Context, policy.TokenRequestOptions) (azcore.AccessToken, error) {
	return azcore.AccessToken{Token: string(g), ExpiresOn: time.Now().Add(time.Hour)}, nil
}

// login gets a token from an issuer, or returns the reason for the refusal.
func login(t *testing.T, c *http.Client, authority string, form url.Values) (token, refusal string) {
	t.Helper()
	r, err := c.PostForm(authority+"/tenant/oauth2/v2.0/token", form)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	var answer struct {
		Token   string `json:"access_token"`
		Refusal string `json:"error"`
	}
	if err := json.NewDecoder(r.Body).Decode(&answer); err != nil {
		t.Fatal(err)
	}
	return answer.Token, answer.Refusal
}

var credentials = url.Values{"grant_type": {"client_credentials"}, "client_id": {"app"}, "client_secret": {"secret"}, "scope": {"https://storage.azure.com/.default"}}

func TestTLSAndTokens(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	s := reference.Start(t, reference.WithCertificate(certificate(t)), reference.WithTokens())
	if !strings.HasPrefix(s.ConnectionString(), "DefaultEndpointsProtocol=https;") {
		t.Errorf("connection string %s", s.ConnectionString())
	}
	authority, err := s.ListenIssuer(ctx, "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	client := trusting(s.Authority())
	options := azcore.ClientOptions{Transport: client, Retry: policy.RetryOptions{MaxRetries: -1}}

	// With the key.
	byKey, err := azblob.NewClientFromConnectionString(s.ConnectionString(), &azblob.ClientOptions{ClientOptions: options})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := byKey.CreateContainer(ctx, "box", nil); err != nil {
		t.Fatal(err)
	}

	// With a token, through the policy by which the SDK refuses to send one over http.
	token, _ := login(t, client, authority, credentials)
	byToken, err := azblob.NewClient(s.Endpoint(reference.Blob), given(token), &azblob.ClientOptions{ClientOptions: options})
	if err != nil {
		t.Fatal(err)
	}
	data := map[string]string{"Name": "kept"}
	if _, err := byToken.UploadBuffer(ctx, "box", "b", []byte("x"), &azblob.UploadBufferOptions{Metadata: map[string]*string{"Name": ptr("kept")}}); err != nil {
		t.Fatalf("upload by a token: %v", err)
	}
	got, err := byToken.ServiceClient().NewContainerClient("box").NewBlobClient("b").GetProperties(ctx, nil)
	if err != nil {
		t.Fatal(err)
	}
	shown := map[string]string{}
	for name, value := range got.Metadata {
		shown[name] = *value
	}
	if d := cmp.Diff(data, shown); d != "" {
		t.Errorf("metadata through TLS, -want +got:\n%s", d)
	}

	// With an expired token, and with none.
	s.Advance(time.Hour)
	_, err = byToken.UploadBuffer(ctx, "box", "b", []byte("y"), nil)
	if status, code := refusal(t, err); status != http.StatusUnauthorized || code != "InvalidAuthenticationInfo" {
		t.Errorf("with an expired token: %d %s, want 401 InvalidAuthenticationInfo", status, code)
	}
	r, err := client.Get(s.Endpoint(reference.Blob) + "?comp=list")
	if err != nil {
		t.Fatal(err)
	}
	r.Body.Close()
	if challenge := r.Header.Get("WWW-Authenticate"); r.StatusCode != http.StatusUnauthorized || !strings.HasPrefix(challenge, "Bearer authorization_uri=https://") {
		t.Errorf("without credentials: %d, WWW-Authenticate: %s", r.StatusCode, challenge)
	}

	// A client that does not trust the authority gets nothing.
	if r, err := http.Get(s.Endpoint(reference.Blob)); err == nil {
		r.Body.Close()
		t.Error("a certificate of an unknown authority was trusted")
	}
}

func ptr(s string) *string { return &s }

func TestIssuerRefuses(t *testing.T) {
	t.Parallel()
	s := reference.Start(t, reference.WithCertificate(certificate(t)), reference.WithTokens())
	authority, err := s.ListenIssuer(context.Background(), "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	client := trusting(s.Authority())
	for _, test := range []struct{ name, value, want string }{
		{"grant_type", "password", "unsupported_grant_type"},
		{"client_id", "", "invalid_client"},
		{"client_secret", "", "invalid_client"},
		{"scope", "https://storage.azure.com/", "invalid_scope"},
		{"scope", "", "invalid_scope"},
	} {
		form := url.Values{}
		for name, value := range credentials {
			form[name] = value
		}
		form.Set(test.name, test.value)
		if token, refused := login(t, client, authority, form); token != "" || refused != test.want {
			t.Errorf("%s=%s: token %q, error %q, want %s", test.name, test.value, token, refused, test.want)
		}
	}
	s.SetTokenLifetime(0)
	if token, refused := login(t, client, authority, credentials); token != "" || refused != "invalid_client" {
		t.Errorf("after the client was locked out: token %q, error %q", token, refused)
	}
	plain := reference.Start(t)
	if _, err := plain.ListenIssuer(context.Background(), "127.0.0.1:0"); err == nil {
		t.Error("a server that believes no tokens has an issuer")
	}
}

func TestTokensDoNotGoOverHTTP(t *testing.T) {
	t.Parallel()
	s := reference.Start(t, reference.WithTokens())
	r, err := http.NewRequestWithContext(context.Background(), http.MethodGet, s.Endpoint(reference.Queue)+"?comp=list", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer a.b.c")
	r.Header.Set("x-ms-version", "2021-12-02")
	got, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	got.Body.Close()
	if got.StatusCode != http.StatusForbidden {
		t.Errorf("%d, want 403", got.StatusCode)
	}
}

func TestCertificateFromFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	cert, key := filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	made := certificate(t)
	if err := made.Save(cert, key); err != nil {
		t.Fatal(err)
	}
	loaded, err := reference.LoadCertificate(cert, key)
	if err != nil {
		t.Fatal(err)
	}
	s := reference.Start(t, reference.WithCertificate(loaded))
	r, err := trusting(made.Authority).Get(s.Endpoint(reference.Table) + "/Tables")
	if err != nil {
		t.Fatal(err)
	}
	r.Body.Close()
	if err := os.WriteFile(key, []byte("no key"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := reference.LoadCertificate(cert, key); err == nil || !strings.Contains(err.Error(), "reading the certificate") {
		t.Errorf("a key that is none: %v", err)
	}
}

func TestListenOnIPv6(t *testing.T) {
	t.Parallel()
	s := reference.New(reference.Options{Certificate: certificate(t)})
	t.Cleanup(func() { _ = s.Close() })
	if _, err := s.Listen(context.Background(), reference.Blob, "[::1]:0"); err != nil {
		t.Skipf("SKIPPED: this machine has no IPv6: %v", err)
	}
	c, err := azblob.NewClientFromConnectionString(s.ConnectionString(), &azblob.ClientOptions{ClientOptions: azcore.ClientOptions{Transport: trusting(s.Authority())}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.CreateContainer(context.Background(), "box", nil); err != nil {
		t.Error(err)
	}
	page, err := c.NewListContainersPager(nil).NextPage(context.Background())
	if err != nil || len(page.ContainerItems) != 1 || !strings.HasPrefix(*page.ServiceEndpoint, "https://[::1]:") {
		t.Errorf("list over IPv6: %v, %v", page, err)
	}
}
