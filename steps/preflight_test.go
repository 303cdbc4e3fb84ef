package steps_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"ifmatch/internal/embedded"
	"ifmatch/internal/target"
	"ifmatch/reports"
	"ifmatch/steps"
	"ifmatch/steps/plan"
)

// refuses answers with a status, a code and a message, as the services do.
func refuses(status int, code, message string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("x-ms-error-code", code)
		w.Header().Set("Content-Type", "application/xml")
		w.WriteHeader(status)
		fmt.Fprintf(w, "<Error><Code>%s</Code><Message>%s</Message></Error>", code, message)
	})
}

func says(status int, contentType, body string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", contentType)
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	})
}

// busyAtFirst refuses the first n requests with 503, and then lists no containers.
func busyAtFirst(n int32) http.Handler {
	var left atomic.Int32
	left.Store(n)
	lists := says(200, "application/xml", `<?xml version="1.0"?><EnumerationResults><Containers/></EnumerationResults>`)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if left.Add(-1) >= 0 {
			refuses(503, "ServerBusy", "Later.").ServeHTTP(w, r)
			return
		}
		lists.ServeHTTP(w, r)
	})
}

// signed is a target with a SAS as its credential.
type signed struct{ handled }

func (t signed) Session(ctx context.Context, name string) (*target.Session, error) {
	s, err := t.handled.Session(ctx, name)
	s.Credential.Key, s.Credential.SAS = "", "sv=2025-01-01&sig=c2VjcmV0"
	return s, err
}

// tabled is a target that offers only tables.
type tabled struct{ handled }

func (t tabled) Session(ctx context.Context, name string) (*target.Session, error) {
	s, err := t.handled.Session(ctx, name)
	s.Endpoints = map[target.Service]string{target.Table: "http://127.0.0.1:2/account"}
	return s, err
}

// unreachable is a target at which nothing answers.
type unreachable struct{ handled }

func (u unreachable) Session(ctx context.Context, name string) (*target.Session, error) {
	s, err := u.handled.Session(ctx, name)
	s.Transport = u
	return s, err
}

func (unreachable) RoundTrip(*http.Request) (*http.Response, error) {
	return nil, fmt.Errorf("dial tcp 127.0.0.1:1: connect: %w", syscall.ECONNREFUSED)
}

// waits is a target whose clock nobody moves.
type waits struct{ handled }

func (waits) Has(c target.Capability) bool { return c != target.MovableClock }

// ticking is a target that says how fast its clock runs.
func ticking(rate string) target.Target {
	lists := busyAtFirst(0)
	return waits{handled{http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Ifmatch-Clock-Rate", rate)
		lists.ServeHTTP(w, r)
	}), newMovable}}
}

var blobOnly = []target.Service{target.Blob}

func TestPreflight(t *testing.T) {
	t.Parallel()
	over := func(h http.Handler) target.Target { return handled{h, newMovable} }
	tests := map[string]struct {
		target target.Target
		kind   steps.PreflightKind // empty: no obstacle
		want   []string            // what the sentence says
	}{
		"the reference":           {embedded.New(embedded.Options{}), "", nil},
		"nobody":                  {unreachable{handled{clock: newMovable}}, steps.Unreachable, []string{"reach the blob service at http://127.0.0.1:1/account", "connection refused", "--target"}},
		"a wrong key":             {over(refuses(403, "AuthenticationFailed", "The signature does not match.")), steps.BadAccess, []string{"refuses the credential", "403 AuthenticationFailed", "clock"}},
		"a credential needed":     {over(refuses(401, "NoAuthenticationInformation", "Who are you?")), steps.BadAccess, []string{"401 NoAuthenticationInformation"}},
		"a wrong key, to Azurite": {over(refuses(403, "AuthorizationFailure", "Server failed to authenticate the request.")), steps.BadAccess, []string{"403 AuthorizationFailure"}},
		"a key that may not list": {over(refuses(403, "AuthorizationPermissionMismatch", "Not allowed to list.")), steps.BadAccess, []string{"refuses the credential"}},
		"a SAS that may not list": {signed{handled{refuses(403, "AuthorizationPermissionMismatch", "Not allowed to list."), newMovable}}, "", nil},
		"a wrong SAS, to Azurite": {signed{handled{refuses(403, "AuthorizationFailure", "No."), newMovable}}, steps.BadAccess, []string{"403 AuthorizationFailure"}},
		"an emulator of long ago": {over(refuses(400, "InvalidHeaderValue", "The API version 2099-01-01 is not supported.")), steps.BadVersion,
			[]string{"refuses x-ms-version 2", "400 InvalidHeaderValue", "--api-version", "--skipApiVersionCheck"}},
		"another account":  {over(refuses(400, "InvalidUri", "What?")), steps.BadService, []string{"it answers 400 InvalidUri", "does it have an account ", "--target"}},
		"another refusal":  {over(refuses(400, "InvalidInput", "What?")), steps.BadService, []string{"answered 400 InvalidInput", "--target"}},
		"a refusal in XML": {over(refuses(400, "InvalidInput", `<?xml version="1.0"?>`)), steps.BadService, []string{"answered 400 InvalidInput"}},
		"a redirection": {over(func() http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Location", "/elsewhere")
				w.WriteHeader(http.StatusMovedPermanently)
			})
		}()), steps.BadService, []string{"redirects to /elsewhere (301)"}},
		"a web page":       {over(says(200, "text/html", "<html><p>Welcome</html>")), steps.BadService, []string{"its answer is not that of a blob service", "--target"}},
		"a web page, 404":  {over(says(404, "text/html", "<html>No such page</html>")), steps.BadService, []string{"404 without an error code"}},
		"a server error":   {over(refuses(500, "InternalError", "Oh.")), steps.Busy, []string{"500 InternalError", "4 times in a row", "wait"}},
		"a busy service":   {over(refuses(503, "ServerBusy", "Later.")), steps.Busy, []string{"503 ServerBusy", "wait"}},
		"a busy moment":    {over(busyAtFirst(2)), "", nil},
		"a fast clock":     {ticking("60"), steps.BadService, []string{"its clock runs 60 times as fast as real time", "--clock-rate"}},
		"a virtual clock":  {ticking("0"), steps.BadService, []string{"its clock runs 0 times as fast", "--clock virtual"}},
		"a real clock":     {ticking("1"), "", nil},
		"a silent service": {over(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })), steps.Unreachable, []string{"reach the blob service"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			timeout := 10 * time.Second
			if name == "a silent service" {
				timeout = 10 * time.Millisecond
			}
			err := steps.Preflight(t.Context(), tt.target, blobOnly, timeout)
			if tt.kind == "" {
				if err != nil {
					t.Errorf("Preflight: %v", err)
				}
				return
			}
			var pe *steps.PreflightError
			if !errors.As(err, &pe) || pe.Kind != tt.kind || pe.Service != target.Blob {
				t.Fatalf("Preflight = %#v, want an obstacle of kind %s", err, tt.kind)
			}
			for _, want := range tt.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("Preflight says %q, want %q in it", err, want)
				}
			}
		})
	}
}

func TestPreflightOfTables(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		handler http.Handler
		want    string // in the sentence; empty: no obstacle
	}{
		"tables":       {says(200, "application/json", `{"value":[]}`), ""},
		"a wrong key":  {refuses(403, "AuthenticationFailed", "No."), "ask the table service at http://127.0.0.1:2/account: it refuses the credential"},
		"a web page":   {says(404, "text/html", "<html>No such page</html>"), "Query Tables was answered 404"},
		"a web server": {says(200, "text/html", "<html>Welcome</html>"), "not that of a table service"},
		"a version":    {refuses(400, "InvalidHeaderValue", "The version is not supported."), "by --api-version table=VERSION"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := steps.Preflight(t.Context(), tabled{handled{tt.handler, newMovable}}, []target.Service{target.Table}, 10*time.Second)
			switch {
			case tt.want == "" && err != nil:
				t.Errorf("Preflight: %v", err)
			case tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)):
				t.Errorf("Preflight = %v, want %q in it", err, tt.want)
			}
		})
	}
}

func TestPreflightAsksOnlyWhatItIsAskedTo(t *testing.T) {
	t.Parallel()
	if err := steps.Preflight(t.Context(), unreachable{handled{clock: newMovable}}, nil, time.Second); err != nil {
		t.Errorf("Preflight of no service: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := steps.Preflight(ctx, handled{http.NotFoundHandler(), newMovable}, blobOnly, time.Second); !errors.Is(err, context.Canceled) {
		t.Errorf("Preflight after an interruption: %v", err)
	}
	if err := steps.Preflight(t.Context(), embedded.New(embedded.Options{Faults: []string{"none-such"}}), blobOnly, time.Second); err == nil {
		t.Error("a target that opens no session is no obstacle")
	}
}

func TestPreflightShowsNoSecret(t *testing.T) {
	t.Parallel()
	for _, h := range []http.Handler{refuses(403, "AuthenticationFailed", "c2VjcmV0"), refuses(400, "InvalidUri", "c2VjcmV0"), says(200, "text/html", "c2VjcmV0")} {
		if err := steps.Preflight(t.Context(), handled{h, newMovable}, blobOnly, time.Second); err == nil || strings.Contains(err.Error(), "c2VjcmV0") {
			t.Errorf("Preflight = %v", err)
		}
	}
}

// A service that cases use besides their own, and cannot, leaves them undecided with the remedy;
// the others are judged.
func TestAHelperThatRefusesLeavesItsCasesUndecided(t *testing.T) {
	t.Parallel()
	old := handled{refuses(400, "InvalidHeaderValue", "The API version 2099-01-01 is not supported."), newMovable}
	unusable := steps.Helpers(t.Context(), old, []target.Service{target.Blob}, time.Second)
	if why := unusable[target.Blob]; !strings.Contains(why, "it refuses x-ms-version") || !strings.Contains(why, "--skipApiVersionCheck") {
		t.Fatalf("unusable: %q", why)
	}
	r, err := steps.Run(t.Context(), steps.Config{Target: embedded.New(embedded.Options{Seed: 1}), Unusable: unusable,
		Plan: choose(t, plan.Selection{Select: []string{"TABLE-LOCK-*", "TABLE-OCC-01"}})})
	if err != nil {
		t.Fatal(err)
	}
	for _, sc := range r.Scenarios {
		want := reports.Passed
		if strings.HasPrefix(sc.ID, "TABLE-LOCK-") {
			want = reports.Error
		}
		if sc.Status != want || want == reports.Error && sc.Reason != unusable[target.Blob] {
			t.Errorf("%s is %s (%s), want %s", sc.ID, sc.Status, sc.Reason, want)
		}
	}
}

// knows accepts the given versions, and refuses others as emulators do.
func knows(versions ...string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		sent := ""
		for name, values := range r.Header {
			if strings.EqualFold(name, "x-ms-version") {
				sent = values[0]
			}
		}
		if slices.Contains(versions, sent) {
			says(200, "application/xml", `<EnumerationResults><Containers/></EnumerationResults>`).ServeHTTP(w, r)
			return
		}
		refuses(400, "InvalidHeaderValue", fmt.Sprintf("The API version %s is not supported.", sent)).ServeHTTP(w, r)
	})
}

func TestPreflightProposesTheVersionThatTheTargetKnows(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		handler  http.Handler
		services []target.Service
		want     string
	}{
		"the newest of two":    {knows("2019-07-07", "2021-10-04"), blobOnly, "--api-version blob=2021-10-04;"},
		"an old one":           {knows("2009-09-19"), blobOnly, "--api-version blob=2009-09-19;"},
		"two services":         {knows("2019-07-07"), []target.Service{target.Blob, target.Queue}, "--api-version blob=2019-07-07,queue=2019-07-07;"},
		"none that documented": {knows("2019-07-08"), blobOnly, "refuses every documented version, too"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := steps.Preflight(t.Context(), handled{tt.handler, newMovable}, tt.services, 10*time.Second)
			if err == nil || !strings.Contains(err.Error(), tt.want) || !strings.Contains(err.Error(), "refuses x-ms-version 2026") {
				t.Errorf("Preflight = %v, want %q in it", err, tt.want)
			}
		})
	}
}

// TestSettle: a service that accepts the SDK's version, or refuses all, is left alone.
func TestSettle(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		handler http.Handler
		want    string
	}{
		"refuses the SDK's own": {knows("2019-07-07", "2021-10-04"), "blob=2021-10-04,queue=2021-10-04"},
		"accepts every version": {says(200, "application/xml", `<EnumerationResults><Containers/></EnumerationResults>`), ""},
		"refuses all":           {knows("2019-07-08"), ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := steps.Settle(t.Context(), handled{tt.handler, newMovable}, []target.Service{target.Blob, target.Queue}, 10*time.Second)
			if text := target.FormatVersions(got); (err != nil) != (name == "refuses all") || text != tt.want {
				t.Errorf("Settle = %s, %v; want %q", text, err, tt.want)
			}
		})
	}
}
