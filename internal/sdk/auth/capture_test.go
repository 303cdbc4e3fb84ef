package auth_test

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"io"
	"net/http"
	"testing"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob"

	"ifmatch/reference/auth"
)

// The development account that every emulator shares; its key is public.
const (
	account = "devstoreaccount1"
	key64   = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw=="
)

func accountKey(t testing.TB) []byte {
	t.Helper()
	key, err := base64.StdEncoding.DecodeString(key64)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// capture is a transport that keeps every request as it went over the wire and answers each with the same status.
type capture struct {
	status int
	wire   [][]byte
}

func (c *capture) Do(r *http.Request) (*http.Response, error) {
	var b bytes.Buffer
	if err := r.Write(&b); err != nil {
		return nil, err
	}
	c.wire = append(c.wire, b.Bytes())
	return &http.Response{
		StatusCode: c.status, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header:  http.Header{"Content-Length": {"0"}, "Content-Type": {"application/xml"}, "X-Ms-Error-Code": {"Captured"}},
		Request: r, Body: io.NopCloser(bytes.NewReader(nil)),
	}, nil
}

// last returns the last captured request as a server reads it.
func (c *capture) last(t testing.TB) *http.Request {
	t.Helper()
	if len(c.wire) == 0 {
		t.Fatal("the client sent nothing")
	}
	return parse(t, c.wire[len(c.wire)-1])
}

func parse(t testing.TB, wire []byte) *http.Request {
	t.Helper()
	r, err := http.ReadRequest(bufio.NewReader(bytes.NewReader(wire)))
	if err != nil {
		t.Fatalf("reading %q: %v", wire, err)
	}
	r.RemoteAddr = "192.0.2.7:4711"
	return r
}

// sdkOptions makes clients send to the transport, once.
func sdkOptions(transport policy.Transporter, perCall ...policy.Policy) azcore.ClientOptions {
	return azcore.ClientOptions{
		Transport:                       transport,
		PerCallPolicies:                 perCall,
		Retry:                           policy.RetryOptions{MaxRetries: -1},
		InsecureAllowCredentialWithHTTP: true,
	}
}

func credential(t testing.TB) *azblob.SharedKeyCredential {
	t.Helper()
	c, err := azblob.NewSharedKeyCredential(account, key64)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// options judges all requests of these tests at the time when they are made, because the SDK dates them itself.
func options(t testing.TB) auth.Options {
	t.Helper()
	return auth.Options{Account: account, Key: accountKey(t), Now: time.Now(), Service: "blob"}
}

// endpoints are the two styles of address.
var endpoints = map[string]string{
	"path-style": "http://127.0.0.1:10000/" + account + "/",
	"host-style": "https://" + account + ".blob.core.windows.net/",
}
