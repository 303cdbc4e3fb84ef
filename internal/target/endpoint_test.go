package target

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

func mustParse(t *testing.T, text string) Connection {
	t.Helper()
	c, err := Parse("env", world(text))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestNewEndpoint(t *testing.T) {
	t.Parallel()
	versions, err := ParseVersions("2025-11-05")
	if err != nil {
		t.Fatal(err)
	}
	e, err := NewEndpoint(mustParse(t, azurite), EndpointOptions{Versions: versions, Services: []Service{Blob}})
	if err != nil {
		t.Fatal(err)
	}
	blob := map[Service]string{Blob: "http://127.0.0.1:10000/devstoreaccount1"}
	want := Info{Name: "devstoreaccount1", Kind: "endpoint", Account: "devstoreaccount1", Loopback: true,
		Endpoints: blob, Versions: map[Service]string{Blob: "2025-11-05"}}
	if diff := cmp.Diff(want, e.Info()); diff != "" {
		t.Errorf("Info (-want +got):\n%s", diff)
	}
	clear(e.Info().Endpoints) // a copy
	s, err := e.Session(t.Context(), "scenario")
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if diff := cmp.Diff(blob, s.Endpoints); diff != "" {
		t.Errorf("Session.Endpoints (-want +got):\n%s", diff)
	}
	if s.Private || s.Control != nil || s.Clock.Movable() || s.Credential.Key != DevelopmentKey {
		t.Errorf("session = %+v, want a shared account in real time with its key", s)
	}
	other, err := e.Session(t.Context(), "another")
	if err != nil {
		t.Fatal(err)
	}
	if other.Transport != s.Transport {
		t.Error("sessions do not share their connections")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := e.Session(ctx, "late"); !errors.Is(err, context.Canceled) {
		t.Errorf("Session after cancel: %v, want context.Canceled", err)
	}
}

func TestEndpointCapabilities(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		conn string
		want map[Capability]bool
	}{
		{azurite, map[Capability]bool{AccountKey: true, PendingCopy: false, MovableClock: false}},
		{"BlobEndpoint=https://acct.blob.x.org?" + someSAS, map[Capability]bool{AccountKey: false, PendingCopy: false, MovableClock: false}},
	} {
		e, err := NewEndpoint(mustParse(t, c.conn), EndpointOptions{})
		if err != nil {
			t.Fatal(err)
		}
		for capability, want := range c.want {
			if got := e.Has(capability); got != want {
				t.Errorf("Has(%s) = %v, want %v", capability, got, want)
			}
		}
	}
}

func TestNewEndpointRefusesAMissingService(t *testing.T) {
	t.Parallel()
	_, err := NewEndpoint(mustParse(t, azurite), EndpointOptions{Services: []Service{Blob, Table}})
	if u := (*UsageError)(nil); !errors.As(err, &u) || !strings.Contains(err.Error(), "it has no table endpoint") {
		t.Errorf("error = %v, want a usage error about the table endpoint", err)
	}
	if _, err := NewEndpoint(Connection{Name: "x"}, EndpointOptions{}); err == nil {
		t.Error("a connection without endpoints was accepted")
	}
}

func TestLoopback(t *testing.T) {
	t.Parallel()
	for host, want := range map[string]bool{
		"localhost": true, "LOCALHOST.": true, "a.blob.localhost": true, "127.0.0.1": true, "127.1.2.3": true, "::1": true, "::ffff:127.0.0.1": true,
		"localhost.example.com": false, "10.0.0.1": false, "::2": false, "127.0.0.1.example.com": false, "": false, "0.0.0.0": false,
	} {
		if got := loopbackHost(host); got != want {
			t.Errorf("loopbackHost(%q) = %v, want %v", host, got, want)
		}
	}
}

// TestSecretsDoNotPrint formats values that callers may log.
func TestSecretsDoNotPrint(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"AccountName=acct;AccountKey=" + otherKey, "BlobEndpoint=https://acct.blob.x.org?" + someSAS} {
		c := mustParse(t, text)
		e, err := NewEndpoint(c, EndpointOptions{})
		if err != nil {
			t.Fatal(err)
		}
		s, err := e.Session(t.Context(), "x")
		if err != nil {
			t.Fatal(err)
		}
		shown := fmt.Sprintf("%v %+v %#v %s %q %x | %+v | %+v", c, c, c, c, c, c.Credential.Key, s, e.Info())
		for _, secret := range []string{otherKey[:20], "c2lnbmF0dXJl", fmt.Sprintf("%x", otherKey[:20])} {
			if strings.Contains(shown, secret) {
				t.Errorf("printing shows a secret: %s", shown)
			}
		}
	}
}

func get(t *testing.T, rt http.RoundTripper, address string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, "GET", address, nil)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := rt.RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%d %s encoding=%q", resp.StatusCode, body, resp.Header.Get("Content-Encoding"))
}

func TestTransportShowsWhatIsOnTheWire(t *testing.T) {
	t.Parallel()
	var opened atomic.Int64
	srv := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if got := r.Header.Get("Accept-Encoding"); got != "" {
			t.Errorf("asked for Accept-Encoding %q, want none", got)
		}
		w.Header().Set("Content-Encoding", "gzip")
		w.Header().Set("Location", "/elsewhere")
		w.WriteHeader(http.StatusFound)
		io.WriteString(w, "raw")
	}))
	srv.Config.ConnState = func(_ net.Conn, s http.ConnState) {
		if s == http.StateNew {
			opened.Add(1)
		}
	}
	srv.Start()
	defer srv.Close()
	rt := newTransport()
	defer rt.CloseIdleConnections()
	for range 3 {
		if got, want := get(t, rt, srv.URL), `302 raw encoding="gzip"`; got != want {
			t.Errorf("answer = %s, want %s", got, want)
		}
	}
	if n := opened.Load(); n != 1 {
		t.Errorf("three requests opened %d connections, want 1", n)
	}
}

func TestTransportReachesNamesBelowLocalhost(t *testing.T) {
	t.Parallel()
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, r.Host) }))
	defer srv.Close()
	rt := newTransport()
	defer rt.CloseIdleConnections()
	_, port, _ := strings.Cut(strings.TrimPrefix(srv.URL, "http://"), ":")
	host := "devstoreaccount1.blob.localhost:" + port
	if got, want := get(t, rt, "http://"+host), `200 `+host+` encoding=""`; got != want {
		t.Errorf("answer = %s, want %s", got, want)
	}
}

func TestTransportVerifiesCertificates(t *testing.T) {
	t.Parallel()
	srv := httptest.NewUnstartedServer(http.NotFoundHandler())
	srv.Config.ErrorLog = log.New(io.Discard, "", 0) // drops the message about the refused handshake
	srv.StartTLS()
	defer srv.Close()
	rt := newTransport()
	defer rt.CloseIdleConnections()
	req, err := http.NewRequestWithContext(t.Context(), "GET", srv.URL, nil)
	if err != nil {
		t.Fatal(err)
	}
	if resp, err := rt.RoundTrip(req); err == nil {
		resp.Body.Close()
		t.Error("a certificate of an unknown authority was accepted")
	} else if !strings.Contains(err.Error(), "certificate") {
		t.Errorf("error = %v, want one about the certificate", err)
	}
}

func TestTransportTakesNoProxyOnThisMachine(t *testing.T) {
	for _, name := range []string{"HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy"} {
		t.Setenv(name, "http://proxy.invalid:1")
	}
	for _, address := range []string{"http://127.0.0.1:1/", "http://a.blob.localhost:1/", "http://[::1]:1/"} {
		u, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		if p, err := proxy(&http.Request{URL: u}); p != nil || err != nil {
			t.Errorf("proxy for %s = %v, %v; want none", address, p, err)
		}
	}
}

func TestRealClock(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var c RealClock
		start := c.Now()
		if err := c.Pass(t.Context(), 15*time.Second); err != nil {
			t.Fatal(err)
		}
		if took := c.Now().Sub(start); took != 15*time.Second {
			t.Errorf("Pass(15s) took %s", took)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if err := c.Pass(ctx, time.Minute); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("Pass beyond its context = %v, want context.DeadlineExceeded", err)
		}
	})
}

func TestRightsAreReadOffAnAccountSAS(t *testing.T) {
	t.Parallel()
	end := time.Date(2026, time.January, 2, 3, 4, 0, 0, time.UTC)
	for _, tc := range []struct {
		name  string
		cred  Credential
		known bool
		end   time.Time
		nil   bool
	}{
		{"no credential", Credential{}, false, time.Time{}, true},
		{"a key", Credential{Key: "a2V5"}, false, time.Time{}, true},
		{"an account SAS", Credential{SAS: "ss=bt&srt=co&sp=rl&se=2026-01-02T03%3A04%3A00Z&sig=x"}, true, end, false},
		{"one to the minute", Credential{SAS: "ss=bt&srt=co&sp=rl&se=2026-01-02T03%3A04Z&sig=x"}, true, end, false},
		{"one to the day", Credential{SAS: "ss=bt&srt=co&sp=rl&se=2026-01-02&sig=x"}, true, end.Truncate(24 * time.Hour), false},
		{"one with fractions", Credential{SAS: "ss=bt&srt=co&sp=rl&se=2026-01-02T03:04:00.0000000Z&sig=x"}, true, end, false},
		{"a service SAS", Credential{SAS: "sr=c&sp=rl&se=2026-01-02&sig=x"}, false, end.Truncate(24 * time.Hour), false},
		{"a stored policy", Credential{SAS: "sr=c&si=readers&sig=x"}, false, time.Time{}, false},
		{"no query", Credential{SAS: "ss=%zz&sig=x"}, false, time.Time{}, false},
	} {
		r := tc.cred.Rights()
		switch {
		case (r == nil) != tc.nil:
			t.Errorf("%s: rights %v", tc.name, r)
		case r != nil && (r.Known != tc.known || !r.End.Equal(tc.end)):
			t.Errorf("%s: known %v until %v, want %v until %v", tc.name, r.Known, r.End, tc.known, tc.end)
		}
	}
}

func TestWhatRightsGrant(t *testing.T) {
	t.Parallel()
	r := Credential{SAS: "ss=bt&srt=co&sp=rl&se=2026-01-02&sig=x"}.Rights()
	for what, ok := range map[string]bool{
		"the blob service": r.Covers(Blob), "the table service": r.Covers(Table), "no queues": !r.Covers(Queue), "no files": !r.Covers(File),
		"containers": r.Reaches(LevelC), "objects": r.Reaches(LevelO), "not the service": !r.Reaches(LevelS),
		"reading": r.Permits("r"), "one of two": r.Permits("wl"), "not writing": !r.Permits("cw"), "not nothing": !r.Permits(""),
		"until it ends": !r.Over(r.End.Add(-time.Second)), "and no longer": r.Over(r.End), "for ever": !(&Rights{}).Over(r.End),
	} {
		if !ok {
			t.Errorf("the SAS does not grant %s as it says", what)
		}
	}
}
