package scenario

import (
	"net/http"
	"testing"
)

func TestIsPage(t *testing.T) {
	t.Parallel()
	const html = "text/html; charset=utf-8"
	for _, tc := range []struct {
		name   string
		status int
		header http.Header
		want   bool
	}{
		{"an ingress", 404, http.Header{"Content-Type": {html}}, true},
		{"a firewall", 403, http.Header{"Content-Type": {html}, "Server": {"nginx"}}, true},
		{"a proxy's limit of sizes", 413, http.Header{"Content-Type": {html}}, false},
		{"a gateway, which is transient", 502, http.Header{"Content-Type": {html}}, false},
		{"the service, in XML", 404, http.Header{"Content-Type": {"application/xml"}}, false},
		{"the service, without a body", 404, http.Header{}, false},
		{"a service that names the request", 404, http.Header{"Content-Type": {html}, "X-Ms-Request-Id": {"1"}}, false},
		{"a blob that is a page", 200, http.Header{"Content-Type": {html}}, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			if got := isPage(&http.Response{StatusCode: tc.status, Header: tc.header}); got != tc.want {
				t.Errorf("isPage is %v", got)
			}
		})
	}
}
