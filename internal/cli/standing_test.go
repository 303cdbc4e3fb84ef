package cli

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"ifmatch/features"
	"ifmatch/internal/target"
	"ifmatch/reference"
	"ifmatch/reference/fault"
	"ifmatch/reference/operation"
	"ifmatch/reports"
	"ifmatch/steps"
	"ifmatch/steps/plan"
)

// standing is the reference on sockets, with a real clock that a test can put forward, and a spoiler
// that spoils its requests or answers.
type standing struct {
	server   *reference.Server
	requests atomic.Int64 // received so far
	ahead    atomic.Int64 // of the real clock, in nanoseconds
	spoil    spoiler
}

// spoiler answers a request instead of the server, or lets next do so.
type spoiler func(s *standing, n int64, o operation.Operation, next http.Handler, w http.ResponseWriter, r *http.Request)

// Now is the server's time.
func (s *standing) Now() time.Time { return time.Now().Add(time.Duration(s.ahead.Load())).UTC() }

// stand starts a server; a nil spoiler spoils nothing.
func stand(t *testing.T, spoil spoiler) *standing {
	t.Helper()
	s := &standing{spoil: spoil}
	s.server = reference.New(reference.Options{Clock: s, Faults: []fault.Fault{{Name: "spoiled", Middleware: s.middleware}}})
	for _, service := range reference.Services() {
		if _, err := s.server.Listen(t.Context(), service, "127.0.0.1:0"); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() { _ = s.server.Close() }) // requests that hang are cut
	return s
}

func (s *standing) middleware() operation.Middleware {
	return func(o operation.Operation, next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			n := s.requests.Add(1)
			if s.spoil == nil {
				next.ServeHTTP(w, r)
				return
			}
			s.spoil(s, n, o, next, w, r)
		})
	}
}

// connection is a connection string with a credential.
func (s *standing) connection(credential string) string {
	text := "AccountName=" + s.server.Account() + ";"
	for part := range strings.SplitSeq(s.server.ConnectionString(), ";") {
		if strings.Contains(part, "Endpoint=") {
			text += part + ";"
		}
	}
	return text + credential
}

// accountKey is the credential that may do everything.
const accountKey = "AccountKey=" + target.DevelopmentKey

// accountSAS signs a SAS as described in "Create an account SAS".
func accountSAS(services, letters string, lasts time.Duration) string {
	const version, levels = "2021-12-02", "sco"
	end := time.Now().Add(lasts).UTC().Format(time.RFC3339)
	key, _ := base64.StdEncoding.DecodeString(target.DevelopmentKey)
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(strings.Join([]string{target.DevelopmentAccount, letters, services, levels, "", end, "", "", version, "", ""}, "\n")))
	return "SharedAccessSignature=" + url.Values{"sv": {version}, "ss": {services}, "srt": {levels}, "sp": {letters}, "se": {end},
		"sig": {base64.StdEncoding.EncodeToString(mac.Sum(nil))}}.Encode()
}

// dead is a server that dies when it receives the nth request of an operation.
func dead(o operation.Operation, nth int64) spoiler {
	var seen atomic.Int64
	return func(s *standing, n int64, of operation.Operation, next http.Handler, w http.ResponseWriter, r *http.Request) {
		if of == o {
			seen.Add(1)
		}
		if seen.Load() >= nth {
			cut(s, n, of, next, w, r)
			return
		}
		next.ServeHTTP(w, r)
	}
}

// portal answers every request with a page, as the log-in of a wireless network does. It returns a
// connection string to it.
func portal(t *testing.T) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte("<!DOCTYPE html><html><body>Welcome! Please accept our terms.</body></html>"))
	}))
	t.Cleanup(server.Close)
	text := ""
	for _, name := range []string{"Blob", "Queue", "Table"} {
		text += name + "Endpoint=" + server.URL + "/" + target.DevelopmentAccount + ";"
	}
	return text + "AccountName=" + target.DevelopmentAccount + ";" + accountKey
}

// spoken is the output and the outcome of a run.
type spoken struct {
	code           ExitCode
	stdout, stderr string
	last           string // the last line of stdout
	card           string // the heading of the first card
	result         reports.Run
}

// loadSuite reads the features once for all runs.
var loadSuite = sync.OnceValues(func() (*plan.Suite, error) { return steps.Load(features.FS) })

// runAgainst runs the command against a connection.
func runAgainst(t *testing.T, connection string, arguments ...string) spoken {
	t.Helper()
	dir := t.TempDir()
	account, result := filepath.Join(dir, "account.txt"), filepath.Join(dir, "result.json")
	if err := os.WriteFile(account, []byte(connection), 0o600); err != nil {
		t.Fatal(err)
	}
	var stdout, stderr strings.Builder
	var out spoken
	a := newApp(strings.NewReader(""), &stdout, &stderr, features.FS)
	a.suite = loadSuite
	out.code = a.execute(t.Context(),
		append([]string{"run", "--target", "@" + account, "--report", "json=" + result}, arguments...))
	out.stdout, out.stderr = stdout.String(), stderr.String()
	for line := range strings.Lines(out.stdout) {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		if out.last = line; out.card == "" && strings.HasPrefix(line, "✗ ") {
			out.card = line
		}
	}
	f, err := os.Open(result)
	if err != nil {
		return out // the run ended before there was a result
	}
	defer f.Close()
	if out.result, err = reports.Decode(f); err != nil {
		t.Error(err)
	}
	return out
}
