package auth_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"ifmatch/reference/auth"
)

// answered fails if a request without a valid signature was accepted, or refused in a way that cannot be sent.
func answered(t *testing.T, id auth.Identity, err *auth.Error) {
	switch {
	case err == nil && !id.Anonymous:
		t.Errorf("accepted as %+v", id)
	case err != nil && (err.Status < 400 || err.Status > 403 || err.Code == "" || err.Message == ""):
		t.Errorf("refused with %+v", err)
	case err != nil && strings.Contains(err.Error(), key64):
		t.Error("the refusal holds the key")
	}
}

func FuzzAuthorization(f *testing.F) {
	f.Add("SharedKey devstoreaccount1:c2ln", "/devstoreaccount1/c/b?comp=list", "x-ms-meta-a", "b")
	f.Add("SharedKeyLite devstoreaccount1:", "/", "If-Match", "*")
	f.Add("Bearer x", "http://x?y", "x-ms-date", "")
	f.Add(" SharedKey  a : b", "*", "Range", "bytes=0-")
	f.Fuzz(func(t *testing.T, authorization, target, name, value string) {
		r := &http.Request{Method: "GET", RequestURI: target, Header: http.Header{name: {value}}, URL: &url.URL{}}
		r.Header["Authorization"] = []string{authorization}
		if r.Header.Get("X-Ms-Date") == "" {
			r.Header["x-ms-date"] = []string{date}
		}
		id, err := auth.Verify(r, atNoon(t))
		if err == nil {
			t.Errorf("accepted as %+v", id)
		}
		answered(t, id, err)
	})
}

func FuzzSASQuery(f *testing.F) {
	for _, c := range serviceSignatures {
		_, query, _ := strings.Cut(signService(f, endpoints["path-style"], c.path, c.values), "?")
		f.Add("/devstoreaccount1/other", strings.Replace(query, "sig=", "sig=A", 1))
	}
	f.Add("/devstoreaccount1", "sv=2026-12-06&ss=b&srt=sco&sp=r&se=2030-01-01T00:00Z&sig=%")
	f.Add("//", "sig&sig;sig=")
	f.Fuzz(func(t *testing.T, path, query string) {
		r := &http.Request{Method: "GET", RequestURI: path + "?" + query, Host: "h", Header: http.Header{}, URL: &url.URL{}, RemoteAddr: "192.0.2.7:1"}
		id, err := auth.Verify(r, atNoon(t))
		answered(t, id, err)
	})
}
