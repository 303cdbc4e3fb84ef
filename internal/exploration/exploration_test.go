package exploration

import (
	"maps"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"slices"
	"strings"
	"testing"

	"ifmatch/reference/metadata"
)

// sent keeps the request that a proxy sends on.
type sent struct{ r *http.Request }

func (s *sent) RoundTrip(r *http.Request) (*http.Response, error) {
	s.r = r
	return &http.Response{StatusCode: http.StatusCreated, Header: http.Header{}, Body: http.NoBody}, nil
}

// What is signed must arrive as it was sent, and names of metadata in the client's own spelling.
func TestATargetGetsRequestsAsTheyWereSent(t *testing.T) {
	t.Parallel()
	h, path, err := forward("http://127.0.0.1:1/account")
	proxy, is := h.(*httputil.ReverseProxy)
	if err != nil || path != "/account" || !is {
		t.Fatal(h, path, err)
	}
	var to sent
	proxy.Transport = &to
	r := httptest.NewRequest(http.MethodPut, "http://localhost:2/account/c/b%20c?comp=metadata", nil)
	r.Header.Set("Authorization", "SharedKey account:signature")
	r.Header.Set("X-Ms-Meta-Myname", "x")
	r.Header.Set("X-Ms-Meta-Plain", "y")
	spelled := func(lower string) string { return strings.Replace(lower, "myname", "MyName", 1) }
	r = r.WithContext(metadata.WithSpelling(r.Context(), &metadata.Spelling{Names: spelled}))
	w := httptest.NewRecorder()
	proxy.ServeHTTP(w, r)
	want := []string{"Authorization", "User-Agent", "x-ms-meta-MyName", "x-ms-meta-plain"}
	if got := slices.Sorted(maps.Keys(to.r.Header)); w.Code != http.StatusCreated || !slices.Equal(got, want) {
		t.Errorf("%d, %q, want %q", w.Code, got, want)
	}
	if at := to.r.URL.String(); at != "http://127.0.0.1:1/account/c/b%20c?comp=metadata" || to.r.Host != "127.0.0.1:1" {
		t.Errorf("%s at %s", at, to.r.Host)
	}
	if _, _, err := forward("nowhere"); err == nil || !strings.Contains(err.Error(), "not a URL") {
		t.Error(err)
	}
}
