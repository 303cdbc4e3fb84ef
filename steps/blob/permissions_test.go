package blob

import (
	"net/http"
	"testing"
)

func TestAnAccountWithoutPublicAccessWithholdsIt(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		asked, code string
		withheld    bool
	}{
		{"container", "PublicAccessNotPermitted", true},
		{"", "PublicAccessNotPermitted", false}, // no request asked for public access
		{"container", "ContainerNotFound", false},
	} {
		req := &http.Request{Header: http.Header{}}
		if tc.asked != "" {
			req.Header["x-ms-blob-public-access"] = []string{tc.asked} // as the SDK spells it
		}
		resp := &http.Response{Header: http.Header{}}
		resp.Header.Set("x-ms-error-code", tc.code)
		if got := withholds(req, resp); (got != "") != tc.withheld {
			t.Errorf("asked for %q and answered %s: withheld %q", tc.asked, tc.code, got)
		}
	}
}
