package auth

import (
	"crypto/hmac"
	"crypto/sha256"
	"crypto/tls"
	"encoding/base64"
	"net/http"
	"strings"
	"testing"
	"time"
)

// tokenOf makes a token from claims written as JSON.
func tokenOf(claims string) string {
	encode := base64.RawURLEncoding.EncodeToString
	return encode([]byte(`{"alg":"RS256"}`)) + "." + encode([]byte(claims)) + "." + encode([]byte("anything"))
}

func TestBearerTokens(t *testing.T) {
	t.Parallel()
	now := time.Unix(1_790_000_000, 0)
	const good = `{"iss":"https://sts.windows.net/tenant/","aud":"https://storage.azure.com","nbf":1789999000,"exp":1790000001}`
	with := func(old, new string) string { return "Bearer " + tokenOf(strings.Replace(good, old, new, 1)) }
	const audience = `"https://storage.azure.com"`
	for _, c := range []struct {
		name, authorization string
		plain               bool   // over http
		version             string // 2021-12-02 if empty
		status              int    // 0: accepted
		detail              string
	}{
		{"good", with("", ""), false, "", 0, ""},
		{"scheme in lower case", strings.Replace(with("", ""), "Bearer", "bearer", 1), false, "", 0, ""},
		{"audience with a slash", with(audience, `"https://storage.azure.com/"`), false, "", 0, ""},
		{"audience by its id", with(audience, `"e406a681-f3d4-42a8-90b6-c2b029497af1"`), false, "", 0, ""},
		{"audience is the account's service", with(audience, `"https://account.blob.core.windows.net"`), false, "", 0, ""},
		{"one of several audiences", with(audience, `["https://graph.example","https://storage.azure.com"]`), false, "", 0, ""},
		{"over http", with("", ""), true, "", 403, "not allowed with HTTP"},
		{"an old version", with("", ""), false, "2017-07-29", 403, "not supported in this version"},
		{"another audience", with(audience, `"https://graph.microsoft.com"`), false, "", 401, "Audience validation failed"},
		{"another account's service", with(audience, `"https://other.blob.core.windows.net"`), false, "", 401, "Audience validation failed"},
		{"another service", with(audience, `"https://account.queue.core.windows.net"`), false, "", 401, "Audience validation failed"},
		{"no audience", with(audience, `[]`), false, "", 401, "Audience validation failed"},
		{"another issuer", with("https://sts.windows.net/", "https://accounts.example/"), false, "", 401, "Issuer validation failed"},
		{"ended this second", with("1790000001", "1790000000"), false, "", 401, "The token is expired"},
		{"without an end", with(`,"exp":1790000001`, ""), false, "", 401, "no expiry"},
		{"not begun", with("1789999000", "1790000001"), false, "", 401, "not yet valid"},
		{"no token", "Bearer", false, "", 401, "not a JSON Web Token"},
		{"two parts", "Bearer a.b", false, "", 401, "not a JSON Web Token"},
		{"no base64", "Bearer a.?.c", false, "", 401, "not a JSON Web Token"},
		{"no JSON", "Bearer a." + base64.RawURLEncoding.EncodeToString([]byte("x")) + ".c", false, "", 401, "not a JSON Web Token"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "/account/box", nil)
			if err != nil {
				t.Fatal(err)
			}
			version := c.version
			if version == "" {
				version = "2021-12-02"
			}
			r.Header.Set("Authorization", c.authorization)
			r.Header.Set("x-ms-version", version)
			if !c.plain {
				r.TLS = &tls.ConnectionState{}
			}
			o := Options{Account: "account", Key: []byte("key"), Now: now, Service: "blob", Tokens: &Tokens{Issuers: EntraIssuers}}
			id, refused := Verify(r, o)
			switch {
			case c.status == 0 && (refused != nil || id.Anonymous || id.SAS != nil):
				t.Errorf("refused: %v, %+v", refused, id)
			case c.status != 0 && (refused == nil || refused.Status != c.status || !strings.Contains(refused.Detail, c.detail)):
				t.Errorf("%v, want %d and %q", refused, c.status, c.detail)
			case refused != nil && strings.Contains(refused.Error(), strings.TrimPrefix(c.authorization, "Bearer ")) && len(c.authorization) > len("Bearer a.?.c"):
				t.Errorf("the refusal shows the token: %v", refused)
			}
			o.Tokens = nil
			if _, refused := Verify(r, o); refused == nil || refused.Status != 401 || refused.Code != "InvalidAuthenticationInfo" {
				t.Errorf("by a server that believes no tokens: %v, want 401 InvalidAuthenticationInfo", refused)
			}
		})
	}
}

// A request in a batch names no version: the version of the batch applies.
func TestABearerTokenInsideOfAnotherRequest(t *testing.T) {
	t.Parallel()
	const good = `{"iss":"https://sts.windows.net/tenant/","aud":"https://storage.azure.com","nbf":1789999000,"exp":1790000001}`
	for version, status := range map[string]int{"2017-11-09": 0, "2017-07-29": 403, "": 403} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodDelete, "/account/box/blob", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", "Bearer "+tokenOf(good))
		r.TLS = &tls.ConnectionState{}
		_, refused := Verify(r, Options{Account: "account", Key: []byte("key"), Now: time.Unix(1_790_000_000, 0), Service: "blob",
			Version: version, Tokens: &Tokens{Issuers: EntraIssuers}})
		if (status == 0) != (refused == nil) || (refused != nil && refused.Status != status) {
			t.Errorf("by version %q: %v, want %d", version, refused, status)
		}
	}
}

func TestTheSecondKeyIsAsGood(t *testing.T) {
	t.Parallel()
	first, second := []byte("first"), []byte("second")
	text := []byte("text")
	for _, c := range []struct {
		name string
		o    Options
		good bool
	}{
		{"the first", Options{Key: second}, true},
		{"the second", Options{Key: first, Second: second}, true},
		{"the second, prepared", Options{Key: first, Second: second}.Prepared(), true},
		{"neither", Options{Key: first, Second: []byte("third")}, false},
		{"no second", Options{Key: first}, false},
	} {
		mac := hmac.New(sha256.New, second)
		mac.Write(text)
		if got := c.o.signs(text, base64.StdEncoding.EncodeToString(mac.Sum(nil))); got != c.good {
			t.Errorf("%s: %t, want %t", c.name, got, c.good)
		}
	}
}
