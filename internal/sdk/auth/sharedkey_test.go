package auth_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"ifmatch/reference/auth"
)

// sign returns the Authorization header for a string to sign that the test spells out.
func sign(t testing.TB, scheme string, lines ...string) string {
	t.Helper()
	mac := hmac.New(sha256.New, accountKey(t))
	mac.Write([]byte(strings.Join(lines, "\n")))
	return scheme + " " + account + ":" + base64.StdEncoding.EncodeToString(mac.Sum(nil))
}

const date = "Mon, 02 Nov 2026 12:00:00 GMT" // noon

// plain returns a request as it comes from a socket, with headers given as name, value, name, value.
func plain(method, target string, headers ...string) *http.Request {
	r := &http.Request{Method: method, RequestURI: target, Host: "127.0.0.1:10000", Header: http.Header{}, URL: &url.URL{}}
	for i := 0; i < len(headers); i += 2 {
		r.Header.Add(headers[i], headers[i+1])
	}
	return r
}

func TestStringToSign(t *testing.T) {
	t.Parallel()
	const target = "/" + account + "/cont/hello.txt"
	const resource = "/" + account + target
	for _, c := range []struct {
		name, service string
		request       *http.Request
		scheme        string
		lines         []string
	}{
		{"full", "blob", plain("GET", target+"?restype=container&comp=metadata&timeout=20", "x-ms-date", date, "x-ms-version", "2026-12-06"),
			"SharedKey", []string{"GET", "", "", "", "", "", "", "", "", "", "", "", "x-ms-date:" + date, "x-ms-version:2026-12-06", resource, "comp:metadata", "restype:container", "timeout:20"}},
		{"every standard header, Date instead of x-ms-date", "blob", plain("PUT", target, "Date", date, "x-ms-version", "2015-02-21", "Content-Length", "0", "Content-Encoding", "ce", "Content-Language", "cl",
			"Content-MD5", "md5", "Content-Type", "ct", "If-Modified-Since", "ims", "If-Match", "im", "If-None-Match", "inm", "If-Unmodified-Since", "ius", "Range", "r"),
			"SharedKey", []string{"PUT", "ce", "cl", "", "md5", "ct", date, "ims", "im", "inm", "ius", "r", "x-ms-version:2015-02-21", resource}},
		{"a zero length is signed before 2015-02-21", "blob", plain("PUT", target, "Date", date, "x-ms-version", "2014-02-14", "Content-Length", "0"),
			"SharedKey", []string{"PUT", "", "", "0", "", "", date, "", "", "", "", "", "x-ms-version:2014-02-14", resource}},
		{"x-ms-date empties Date", "queue", plain("PUT", target, "Date", "ignored", "x-ms-date", date),
			"SharedKey", []string{"PUT", "", "", "", "", "", "", "", "", "", "", "", "x-ms-date:" + date, resource}},
		{"parameters: lower case, sorted, unescaped, joined", "file", plain("GET", target+"?Include=b&prefix=a%20%2B+c&include=a&empty&x=1,2", "x-ms-date", date),
			"SharedKey", []string{"GET", "", "", "", "", "", "", "", "", "", "", "", "x-ms-date:" + date, resource, "empty:", "include:a,b", "prefix:a + c", "x:1,2"}},
		{"headers: lower case, trimmed, joined", "blob", plain("GET", target, "X-Ms-Date", date, "X-MS-Meta-B", "  b  ", "x-ms-meta-a", "1", "x-ms-meta-a", "2"),
			"SharedKey", []string{"GET", "", "", "", "", "", "", "", "", "", "", "", "x-ms-date:" + date, "x-ms-meta-a:1,2", "x-ms-meta-b:b", resource}},
		{"white space inside a header as it is", "blob", plain("GET", target, "x-ms-date", date, "x-ms-meta-a", "1  2\t3"),
			"SharedKey", []string{"GET", "", "", "", "", "", "", "", "", "", "", "", "x-ms-date:" + date, "x-ms-meta-a:1  2\t3", resource}},
		{"white space inside a header folded", "blob", plain("GET", target, "x-ms-date", date, "x-ms-meta-a", "1  2\t3"),
			"SharedKey", []string{"GET", "", "", "", "", "", "", "", "", "", "", "", "x-ms-date:" + date, "x-ms-meta-a:1 2 3", resource}},
		{"a header in Latin-1 signed in UTF-8", "blob", plain("GET", target, "x-ms-date", date, "x-ms-meta-a", "\xfc", "Content-Language", "\xe9"),
			"SharedKey", []string{"GET", "", "é", "", "", "", "", "", "", "", "", "", "x-ms-date:" + date, "x-ms-meta-a:ü", resource}},
		{"a header in UTF-8 taken for Latin-1", "blob", plain("GET", target, "x-ms-date", date, "x-ms-meta-a", "ü"),
			"SharedKey", []string{"GET", "", "", "", "", "", "", "", "", "", "", "", "x-ms-date:" + date, "x-ms-meta-a:Ã¼", resource}},
		{"lite", "blob", plain("PUT", target+"?comp=block&blockid=AA", "x-ms-date", date, "Content-Type", "text/plain", "Content-MD5", "md5", "If-Match", "not signed"),
			"SharedKeyLite", []string{"PUT", "md5", "text/plain", "", "x-ms-date:" + date, resource + "?comp=block"}},
		{"lite with Date", "queue", plain("PUT", target, "Date", date, "x-ms-meta-m", "v"),
			"SharedKeyLite", []string{"PUT", "", "", date, "x-ms-meta-m:v", resource}},
		{"table", "table", plain("PUT", target+"?comp=acl&timeout=3", "x-ms-date", date, "Content-Type", "application/json", "Content-MD5", "md5", "x-ms-version", "not signed"),
			"SharedKey", []string{"PUT", "md5", "application/json", date, resource + "?comp=acl"}},
		{"table lite", "table", plain("PUT", target+"?comp=acl", "Date", date),
			"SharedKeyLite", []string{date, resource + "?comp=acl"}},
		{"absolute target", "table", plain("GET", "http://127.0.0.1:10000"+target, "Date", date), "SharedKeyLite", []string{date, resource}},
		{"absolute target without a path", "table", plain("GET", "http://"+account+".table.core.windows.net?comp=properties", "Date", date), "SharedKeyLite", []string{date, "/" + account + "/?comp=properties"}},
		{"scheme in any case", "table", plain("GET", target, "Date", date), "sharedkeylite", []string{date, resource}},
	} {
		r := c.request
		r.Header.Set("Authorization", sign(t, c.scheme, c.lines...))
		o := auth.Options{Account: account, Key: accountKey(t), Now: noon, Service: c.service}
		if _, err := auth.Verify(r, o); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

func TestRequestThatNeverCrossedAWire(t *testing.T) {
	t.Parallel()
	// A client's request, passed on unchanged: no RequestURI, names in the client's spelling, the length in a field.
	target, err := url.Parse("https://" + account + ".blob.core.windows.net/cont/a%2Fb%20c?comp=block&blockid=QQ%3D%3D")
	if err != nil {
		t.Fatal(err)
	}
	r := &http.Request{Method: "PUT", URL: target, ContentLength: 5, Header: http.Header{"x-ms-date": {date}, "x-ms-version": {"2026-12-06"}, "content-type": {"text/plain"}}}
	r.Header.Set("Authorization", sign(t, "SharedKey", "PUT", "", "", "5", "", "text/plain", "", "", "", "", "", "", "x-ms-date:"+date, "x-ms-version:2026-12-06",
		"/"+account+"/cont/a%2Fb%20c", "blockid:QQ==", "comp:block"))
	if _, err := auth.Verify(r, atNoon(t)); err != nil {
		t.Error(err)
	}
	r.URL.Path, r.URL.RawPath, r.URL.RawQuery = "", "", "comp=list"
	r.Header.Set("Authorization", sign(t, "SharedKeyLite", "PUT", "", "text/plain", "", "x-ms-date:"+date, "x-ms-version:2026-12-06", "/"+account+"/?comp=list"))
	if _, err := auth.Verify(r, atNoon(t)); err != nil {
		t.Error(err)
	}
}

func TestRequestsAreGoodForFifteenMinutes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		after time.Duration
		want  string
	}{
		{0, ""},
		{15 * time.Minute, ""},
		{-15 * time.Minute, ""},
		{15*time.Minute + time.Second, "AuthenticationFailed"},
		{-15*time.Minute - time.Second, "AuthenticationFailed"},
		{24 * time.Hour, "AuthenticationFailed"},
	} {
		r := plain("GET", "/"+account+"/t", "x-ms-date", date)
		r.Header.Set("Authorization", sign(t, "SharedKeyLite", date, "/"+account+"/"+account+"/t"))
		o := auth.Options{Account: account, Key: accountKey(t), Now: noon.Add(c.after), Service: "table"}
		if _, err := auth.Verify(r, o); code(err) != c.want {
			t.Errorf("%v after its date: code %q, want %q", c.after, code(err), c.want)
		}
	}
}

func TestMalformedCredentials(t *testing.T) {
	t.Parallel()
	valid := sign(t, "SharedKeyLite", date, "/"+account+"/"+account+"/t")
	for _, c := range []struct {
		name   string
		values []string
		date   string
		status int
		code   string
	}{
		{"valid", []string{valid}, date, 0, ""},
		{"empty", []string{""}, date, 400, "InvalidAuthenticationInfo"},
		{"scheme only", []string{"SharedKey"}, date, 400, "InvalidAuthenticationInfo"},
		{"no colon", []string{"SharedKey " + account}, date, 400, "InvalidAuthenticationInfo"},
		{"no account", []string{"SharedKey :abc"}, date, 400, "InvalidAuthenticationInfo"},
		{"no signature", []string{"SharedKey " + account + ":"}, date, 400, "InvalidAuthenticationInfo"},
		{"unknown scheme", []string{"Digest " + account + ":abc"}, date, 400, "InvalidAuthenticationInfo"},
		{"no value", []string{}, date, 400, "InvalidAuthenticationInfo"},
		{"two", []string{valid, valid}, date, 400, "InvalidAuthenticationInfo"},
		{"bearer", []string{"Bearer abc.def.ghi"}, date, 401, "InvalidAuthenticationInfo"},
		{"another account", []string{strings.Replace(valid, account, "other", 1)}, date, 403, "AuthenticationFailed"},
		{"signature in another case", []string{strings.ToLower(valid)}, date, 403, "AuthenticationFailed"},
		{"signature with more", []string{valid + "A"}, date, 403, "AuthenticationFailed"},
		{"no date", []string{valid}, "", 403, "AuthenticationFailed"},
		{"date that is none", []string{valid}, "yesterday", 403, "AuthenticationFailed"},
	} {
		r := plain("GET", "/"+account+"/t")
		r.Header["Authorization"] = c.values
		if c.date != "" {
			r.Header.Set("X-Ms-Date", c.date)
		}
		o := auth.Options{Account: account, Key: accountKey(t), Now: noon, Service: "table"}
		_, err := auth.Verify(r, o)
		status := 0
		if err != nil {
			status = err.Status
		}
		if status != c.status || code(err) != c.code {
			t.Errorf("%s: %d %q, want %d %q", c.name, status, code(err), c.status, c.code)
		}
	}
	r := plain("GET", "/"+account+"/t?comp=%zz", "x-ms-date", date, "Authorization", valid)
	if _, err := auth.Verify(r, atNoon(t)); code(err) != "AuthenticationFailed" {
		t.Errorf("query that cannot be read: %v", err)
	}
}

func TestNoCredentialsIsAnonymous(t *testing.T) {
	t.Parallel()
	for _, target := range []string{"/" + account + "/c/b", "/" + account + "/c/b?comp=signature&x=sig", "/" + account + "/sig=1"} {
		id, err := auth.Verify(plain("GET", target), atNoon(t))
		if err != nil || !id.Anonymous || id.SAS != nil {
			t.Errorf("Verify(%s) = %+v, %v, want an anonymous identity", target, id, err)
		}
	}
}

func TestRefusalsHoldNoSecrets(t *testing.T) {
	t.Parallel()
	r := plain("PUT", "/"+account+"/c/b?sig=QUERYSECRET&next=https%3A%2F%2Fx%2F%3Fsig%3DNESTEDSECRET", "x-ms-date", date, "Authorization", "SharedKey "+account+":SENTSIGNATURE",
		"x-ms-copy-source", "https://x.example/c/b?sv=1&sig=COPYSECRET%2B&sp=r", "x-ms-copy-source-authorization", "Bearer TOKENSECRET",
		"x-ms-encryption-key", "KEYSECRET", "x-ms-source-encryption-key", "SOURCESECRET", "x-ms-meta-link", "https://x/?a=b%26SIG%3DESCAPEDSECRET")
	_, err := auth.Verify(r, atNoon(t))
	if err == nil {
		t.Fatal("Verify = nil, want a refusal")
	}
	text := err.Error()
	if strings.Contains(text, "SECRET") || strings.Contains(text, "SENTSIGNATURE") || strings.Contains(text, key64) {
		t.Errorf("the refusal gives away a secret: %s", text)
	}
	if !strings.Contains(text, "x-ms-copy-source:https://x.example/c/b?sv=1&sig=REDACTED&sp=r\n") {
		t.Errorf("the refusal doesn't show what was signed: %s", text)
	}
	r = plain("GET", "/"+account+"/c/b?sv=2026-12-06&sr=b&sp=r&se=2030-01-01&sig=QUERYSECRET")
	if _, err = auth.Verify(r, atNoon(t)); err == nil || strings.Contains(err.Error(), "SECRET") {
		t.Errorf("Verify = %v, want a refusal without the signature", err)
	}
}
