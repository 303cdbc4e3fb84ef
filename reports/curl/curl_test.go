package curl_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"ifmatch/internal/wire"
	"ifmatch/reports"
	"ifmatch/reports/curl"

	"github.com/google/go-cmp/cmp"
)

func TestCurl(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		e    reports.Exchange
		want string
	}{
		{"read", reports.Exchange{Method: "GET", URL: "http://127.0.0.1:10000/a/c/b"},
			`curl --include http://127.0.0.1:10000/a/c/b`},
		{"head", reports.Exchange{Method: "HEAD", URL: "http://h/a?comp=list", RequestHeader: []reports.Header{{Name: "If-Match", Value: `"0x1"`}}},
			`curl --include --head --header 'If-Match: "0x1"' 'http://h/a?comp=list'`},
		{"signed write", reports.Exchange{Method: "PUT", URL: "http://h/a/c/b", RequestBody: "it's",
			RequestHeader: []reports.Header{{Name: "Authorization", Value: "SharedKey a:REDACTED"}, {Name: "Content-Length", Value: "4"}}},
			`curl --include --request PUT --header 'Content-Type:' --data-raw 'it'\''s' 'http://h/a/c/b?'"$SAS"`},
		{"signed copy", reports.Exchange{Method: "PUT", URL: "http://h/a/c/b?timeout=1",
			RequestHeader: []reports.Header{{Name: "authorization", Value: "SharedKeyLite a:REDACTED"}, {Name: "x-ms-date", Value: "today"}, {Name: "x-ms-copy-source", Value: "http://h/a/s?snapshot=1"}}},
			`curl --include --request PUT --header 'x-ms-copy-source: http://h/a/s?snapshot=1&'"$SAS" --header 'Content-Length: 0' 'http://h/a/c/b?timeout=1&'"$SAS"`},
		{"signed copy with a SAS", reports.Exchange{Method: "PUT", URL: "http://h/a/c/b",
			RequestHeader: []reports.Header{{Name: "Authorization", Value: "SharedKey a:REDACTED"}, {Name: "x-ms-copy-source", Value: "http://h/a/s?sig=REDACTED"}}},
			`curl --include --request PUT --header 'x-ms-copy-source: http://h/a/s?sig='"$SOURCE_SIG" --header 'Content-Length: 0' 'http://h/a/c/b?'"$SAS"`},
		{"access policies", reports.Exchange{Method: "GET", URL: "http://h/a/c?restype=container&comp=acl",
			RequestHeader: []reports.Header{{Name: "Authorization", Value: "SharedKey a:REDACTED"}}},
			`curl --include --header 'Authorization: SharedKey a:'"$SIGNATURE" 'http://h/a/c?restype=container&comp=acl'`},
		{"token", reports.Exchange{Method: "GET", URL: "http://h/a/c", RequestHeader: []reports.Header{{Name: "Authorization", Value: "Bearer REDACTED"}}},
			`curl --include --header 'Authorization: Bearer '"$TOKEN" http://h/a/c`},
		{"write without body", reports.Exchange{Method: "PUT", URL: "http://h/a/c?sig=REDACTED&sp=w",
			RequestHeader: []reports.Header{{Name: "x-ms-meta-empty"}}},
			`curl --include --request PUT --header 'x-ms-meta-empty;' --header 'Content-Length: 0' 'http://h/a/c?sig='"$SIG"'&sp=w'`},
		{"copy", reports.Exchange{Method: "PUT", URL: "http://h/a/c/b",
			RequestHeader: []reports.Header{{Name: "x-ms-copy-source", Value: "http://h/s?sig=REDACTED"}}},
			`curl --include --request PUT --header 'x-ms-copy-source: http://h/s?sig='"$SOURCE_SIG" --header 'Content-Length: 0' http://h/a/c/b`},
		{"customer key", reports.Exchange{Method: "DELETE", URL: "http://h/a/c/b",
			RequestHeader: []reports.Header{{Name: "x-ms-encryption-key", Value: "REDACTED"}}},
			`curl --include --request DELETE --header 'x-ms-encryption-key: '"$ENCRYPTION_KEY" http://h/a/c/b`},
		{"binary body", reports.Exchange{Method: "PUT", URL: "http://h/[x]/../b", RequestBody: "(512 bytes, not text)",
			RequestHeader: []reports.Header{{Name: "Content-Type", Value: "a/b"}}},
			`curl --include --globoff --path-as-is --request PUT --header 'Content-Type: a/b' --data-binary @body 'http://h/[x]/../b'`},
		{"body that was cut", reports.Exchange{Method: "PUT", URL: "http://h/b", RequestBody: "aa… (9000 bytes in all)",
			RequestHeader: []reports.Header{{Name: "Content-Type", Value: "a/b"}}},
			`curl --include --request PUT --header 'Content-Type: a/b' --data-binary @body http://h/b`},
	} {
		if diff := cmp.Diff(c.want, curl.Line(c.e)); diff != "" {
			t.Errorf("%s: Curl (-want +got):\n%s", c.name, diff)
		}
	}
}

// taker reads every request and answers 200.
type taker struct{}

func (taker) RoundTrip(r *http.Request) (*http.Response, error) {
	_, err := io.Copy(io.Discard, r.Body)
	return &http.Response{StatusCode: 200, Body: http.NoBody}, err
}

// TestCurlSendsTheSameRequest lets a real shell and a real curl read the line.
func TestCurlSendsTheSameRequest(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("curl"); err != nil {
		t.Skip("this machine has no curl")
	}
	served := wire.NewRecorder(taker{}, nil, wire.Options{})
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		served.RoundTrip(r)
	}))
	defer srv.Close()
	sent := reports.Exchange{Method: "PUT", URL: srv.URL + "/a/c/it's [b]?sig=REDACTED&x='$HOME'", RequestBody: "<a>'$(id)'</a>\n",
		RequestHeader: []reports.Header{{Name: "If-Match", Value: `"0x1"`}, {Name: "X-Ms-Meta-Empty", Value: ""}}}
	sent.URL = strings.ReplaceAll(sent.URL, " ", "%20")
	cmd := exec.CommandContext(t.Context(), "sh", "-c", curl.Line(sent)+" --silent --noproxy '*' --max-time 20")
	cmd.Env = append(cmd.Environ(), "SIG=abc")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", cmd, err, out)
	}
	got := served.Exchanges()[0]
	if want := strings.TrimPrefix(sent.URL, srv.URL); got.URL != want {
		t.Errorf("curl sent the address %q, want %q", got.URL, want)
	}
	if got.Method != sent.Method || got.RequestBody != sent.RequestBody {
		t.Errorf("curl sent %s with body %q, want %s with %q", got.Method, got.RequestBody, sent.Method, sent.RequestBody)
	}
	var header []reports.Header
	for _, h := range got.RequestHeader {
		switch h.Name {
		case "Accept", "User-Agent", "Content-Length":
		default:
			header = append(header, h)
		}
	}
	if diff := cmp.Diff(sent.RequestHeader, header); diff != "" {
		t.Errorf("headers (-want +got):\n%s", diff)
	}
}

func TestBefore(t *testing.T) {
	t.Parallel()
	run := func(again string) (r reports.Run) {
		r.Plan.Again = again
		return r
	}
	built := reports.Run{}
	built.Target.Kind = "embedded"
	for _, c := range []struct {
		name  string
		run   reports.Run
		lines []string
		want  []string
	}{
		{"nothing", run("ifmatch run --target azurite"), []string{"curl http://h"}, nil},
		{"a file", run("ifmatch run --target '@my account.txt' --seed 2"), []string{"curl a", `curl 'http://h?'"$SAS"`}, []string{"SAS=$(ifmatch sign --target '@my account.txt')  # first"}},
		{"another command", run("ifmatch mutate x --target azurite"), []string{`curl 'http://h?'"$SAS"`}, []string{"SAS=$(ifmatch sign)  # first"}},
		{"all", run(""), []string{`curl "$SIG" "$SOURCE_SIG" @body`, `curl "$TOKEN" "$SIGNATURE"`}, []string{"TOKEN=$(", "# SIGNATURE cannot", "# SIG was", "# SOURCE_SIG was", "# body is"}},
		{"the built-in reference", built, []string{`curl 'http://h?'"$SAS"`}, []string{"# nobody answers"}},
	} {
		got := curl.Before(c.run, c.lines)
		if !slices.EqualFunc(got, c.want, strings.HasPrefix) {
			t.Errorf("%s: Before = %q, want lines that begin with %q", c.name, got, c.want)
		}
	}
}
