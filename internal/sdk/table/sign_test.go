package table_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strings"
	"testing"

	"ifmatch/reference"
	"ifmatch/reference/etag"
)

// sign signs a request with Shared Key, in the form of the Table service.
func sign(t testing.TB, s *reference.Server, r *http.Request) {
	t.Helper()
	key, err := base64.StdEncoding.DecodeString(s.Key())
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("x-ms-date", etag.HTTPDate(s.Now()))
	resource := "/" + s.Account() + r.URL.EscapedPath()
	if comp := r.URL.Query().Get("comp"); comp != "" {
		resource += "?comp=" + comp
	}
	text := strings.Join([]string{r.Method, r.Header.Get("Content-MD5"), r.Header.Get("Content-Type"), r.Header.Get("x-ms-date"), resource}, "\n")
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(text))
	r.Header.Set("Authorization", "SharedKey "+s.Account()+":"+base64.StdEncoding.EncodeToString(mac.Sum(nil)))
}
