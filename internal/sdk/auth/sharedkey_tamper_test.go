package auth_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/service"

	"context"

	"ifmatch/reference/auth"
)

// signedHeaders are the standard headers covered by a full Shared Key signature, in addition to every x-ms- header.
var signedHeaders = []string{
	"Content-Encoding", "Content-Language", "Content-Length", "Content-Md5", "Content-Type",
	"If-Modified-Since", "If-Match", "If-None-Match", "If-Unmodified-Since", "Range",
}

// refused fails the test unless Verify answers AuthenticationFailed. If the Authorization header itself was damaged,
// InvalidAuthenticationInfo is right as well.
func refused(t *testing.T, r *http.Request, what string, o auth.Options) {
	t.Helper()
	id, err := auth.Verify(r, o)
	if err == nil {
		t.Errorf("%s: Verify(%s %s) = %+v, want a refusal", what, r.Method, r.RequestURI, id)
		return
	}
	if err.Code != "AuthenticationFailed" && err.Code != "InvalidAuthenticationInfo" {
		t.Errorf("%s: Verify(%s %s) = %s, want AuthenticationFailed", what, r.Method, r.RequestURI, err.Code)
	}
}

// flip changes one byte of text.
func flip(text string, at int) string {
	b := []byte(text)
	b[at] ^= 1
	return string(b)
}

func TestSharedKeyRefusesARequestWithOneByteChanged(t *testing.T) {
	t.Parallel()
	for name, op := range operations(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			wire := sdkRequest(t, endpoints["path-style"], op)
			o := options(t)
			original := wire.last(t)

			for at := range original.RequestURI {
				r := wire.last(t)
				r.RequestURI = flip(r.RequestURI, at)
				refused(t, r, "byte of the request's target", o)
			}
			for _, method := range []string{"GET", "PUT", "DELETE", "HEAD", "POST"} {
				if method != original.Method {
					r := wire.last(t)
					r.Method = method
					refused(t, r, "method", o)
				}
			}
			for key, values := range original.Header {
				if !strings.HasPrefix(key, "X-Ms-") && !slices.Contains(signedHeaders, key) && key != "Authorization" {
					continue
				}
				value := values[0]
				for at := range value {
					r := wire.last(t)
					r.Header[key] = []string{flip(value, at)}
					refused(t, r, "byte of "+key, o)
				}
				if value == "" || key == "Authorization" || key == "Content-Length" {
					continue
				}
				r := wire.last(t)
				delete(r.Header, key)
				refused(t, r, "header removed: "+key, o)
				r = wire.last(t)
				r.Header[key] = []string{value, "extra"}
				refused(t, r, "second value: "+key, o)
			}
			for _, key := range append(slices.Clone(signedHeaders), "X-Ms-Lease-Action", "X-Ms-Meta-New", "x-ms-lower-case") {
				if original.Header.Get(key) == "" {
					r := wire.last(t)
					r.Header[key] = []string{"7"}
					refused(t, r, "header added: "+key, o)
				}
			}
			r := wire.last(t)
			if strings.Contains(r.RequestURI, "?") {
				r.RequestURI += "&comp=lease"
			} else {
				r.RequestURI += "?comp=lease"
			}
			refused(t, r, "query parameter added", o)

			o.Key = append([]byte{o.Key[0] ^ 1}, o.Key[1:]...)
			refused(t, wire.last(t), "another key", o)
		})
	}
}

func TestSharedKeySortsHeadersAsTheSDKDoes(t *testing.T) {
	t.Parallel()
	// Names that byte order, or an order without hyphens, would sort differently.
	names := []string{
		"x-ms-meta-ab", "x-ms-meta-a-c", "x-ms-meta-a-b", "x-ms-meta-a_b", "x-ms-meta-a0", "x-ms-meta-a", "x-ms-meta-a'b", "x-ms-meta-a--b",
		"x-ms-meta-a.b", "x-ms-meta-a!b", "x-ms-meta-a#b", "x-ms-meta-a$b", "x-ms-meta-a%b", "x-ms-meta-a&b", "x-ms-meta-a*b", "x-ms-meta-a+b",
		"x-ms-meta-a^b", "x-ms-meta-a`b", "x-ms-meta-a|b", "x-ms-meta-a~b", "x-ms-meta-b-", "x-ms-meta-b", "x-ms-meta--b", "x-ms-metab",
		"x-ms-zz", "x-ms-0", "x-ms-z-z", "x-ms-9a", "x-ms-9-a", "x-ms-a9",
	}
	for i, a := range names {
		for _, b := range names[i+1:] {
			h := setHeader{a: {"1"}, b: {"2"}}
			wire := sdkRequest(t, endpoints["path-style"], func(ctx context.Context, s *service.Client) {
				s.GetProperties(ctx, nil) //nolint:errcheck // the answer is the capture's own 400
			}, h)
			if _, err := auth.Verify(wire.last(t), options(t)); err != nil {
				t.Errorf("headers %s and %s: %v", a, b, err)
			}
		}
	}
	h := setHeader{}
	for _, name := range names {
		h[name] = []string{"v"}
	}
	wire := sdkRequest(t, endpoints["path-style"], func(ctx context.Context, s *service.Client) {
		s.GetProperties(ctx, nil) //nolint:errcheck // the answer is the capture's own 400
	}, h)
	if _, err := auth.Verify(wire.last(t), options(t)); err != nil {
		t.Errorf("all headers together: %v", err)
	}
}
