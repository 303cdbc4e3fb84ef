package queue_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"slices"
	"strings"
	"testing"

	"ifmatch/reference"
)

// sign signs a request with Shared Key Lite.
func sign(t testing.TB, s *reference.Server, r *http.Request) {
	t.Helper()
	key, err := base64.StdEncoding.DecodeString(s.Key())
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("x-ms-date", s.Now().UTC().Format(http.TimeFormat))
	lines := []string{r.Method, r.Header.Get("Content-MD5"), r.Header.Get("Content-Type"), ""}
	var own []string
	for name, values := range r.Header {
		if name = strings.ToLower(name); strings.HasPrefix(name, "x-ms-") {
			own = append(own, name+":"+strings.Join(values, ","))
		}
	}
	slices.Sort(own)
	resource := "/" + s.Account() + r.URL.EscapedPath()
	if comp := r.URL.Query().Get("comp"); comp != "" {
		resource += "?comp=" + comp
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(strings.Join(append(append(lines, own...), resource), "\n")))
	r.Header.Set("Authorization", "SharedKeyLite "+s.Account()+":"+base64.StdEncoding.EncodeToString(mac.Sum(nil)))
}
