package constant

import (
	"context"
	"encoding/xml"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"
)

func send(t *testing.T, ctx context.Context, method, address string) (*http.Response, string, error) {
	t.Helper()
	req, err := http.NewRequestWithContext(ctx, method, address, strings.NewReader("content"))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("x-ms-version", "2025-11-05")
	resp, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		return nil, "", err
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	return resp, string(body), err
}

func TestServersAnswerTheSameToEverything(t *testing.T) {
	t.Parallel()
	for _, s := range Servers() {
		if s.Name == "hang" {
			continue
		}
		t.Run(s.Name, func(t *testing.T) {
			t.Parallel()
			srv := httptest.NewServer(s)
			defer srv.Close()
			status, kind, _ := strings.Cut(s.Name, " ")
			for _, method := range []string{"GET", "HEAD", "PUT", "POST", "DELETE"} {
				for _, query := range []string{"", "?comp=list", "?comp=blocklist", "?comp=acl", "?comp=tags", "?comp=pagelist", "?comp=lease"} {
					resp, body, err := send(t, t.Context(), method, srv.URL+"/a/c/b"+query)
					if err != nil {
						t.Fatal(err)
					}
					if got := strconv.Itoa(resp.StatusCode); got != status {
						t.Errorf("%s %s = %s, want %s", method, query, got, status)
					}
					if kind != "plausible" {
						if body != "" || resp.Header.Get("x-ms-version") != "" {
							t.Errorf("%s %s has a body or headers of a service", method, query)
						}
						continue
					}
					failed, etag := resp.Header.Get("x-ms-error-code"), resp.Header.Get("ETag")
					if (resp.StatusCode >= 400) != (failed != "") || (failed == "") != (etag != "") {
						t.Errorf("%s %s = %d with code %q and ETag %s, want one of them", method, query, resp.StatusCode, failed, etag)
					}
					if resp.Header.Get("Content-Type") == "application/xml" && method != "HEAD" {
						if err := xml.Unmarshal([]byte(body), new(struct{ XMLName xml.Name })); err != nil {
							t.Errorf("%s %s has the body %q: %v", method, query, body, err)
						}
					}
				}
			}
		})
	}
}

func TestHangNeverAnswers(t *testing.T) {
	t.Parallel()
	srv := httptest.NewServer(http.HandlerFunc(Hang))
	defer srv.Close() // which waits for the handler to notice that the client left
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if resp, _, err := send(t, ctx, "PUT", srv.URL); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("answer = %v, %v; want none", resp, err)
	}
}
