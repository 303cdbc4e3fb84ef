package steps

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"time"

	"ifmatch/internal/target"
	"ifmatch/internal/wire"
	"ifmatch/steps/scenario"
)

// PreflightError says why a run against a target makes no sense yet. Its text is a whole
// sentence with a remedy.
type PreflightError struct {
	Service target.Service
	Kind    PreflightKind
	text    string
	silent  bool // no answer came, and the connection did not end either
}

// PreflightKind is the sort of obstacle that a preflight found.
type PreflightKind string

// The obstacles.
const (
	Unreachable PreflightKind = "unreachable" // nothing answers
	BadVersion  PreflightKind = "api-version" // the service refuses the x-ms-version
	BadAccess   PreflightKind = "credential"  // the service refuses the credential
	BadService  PreflightKind = "service"     // the server that answers is not that service
	Busy        PreflightKind = "busy"        // the service answers that it is busy
)

// Error is the sentence.
func (e *PreflightError) Error() string { return e.text }

// patience is how long a service may take for the one small answer that the preflight
// asks for. It is shorter than the timeout of an operation, because a host that swallows
// packets is not worth that wait.
const patience = 10 * time.Second

// Preflight sends one harmless request to each service, so that a dead port, a
// wrong key or a refused version is one sentence instead of hundreds of blocked
// cases. A SAS that may not list is no obstacle.
func Preflight(ctx context.Context, t target.Target, services []target.Service, timeout time.Duration) error {
	_, refusal, err := greet(ctx, t, services, timeout)
	return cmp.Or(refusal, err)
}

// Settle is Preflight for those who choose no version: it returns the newest documented one that each service
// knows, for those that refuse the SDK's own. With an error it returns those found so far.
func Settle(ctx context.Context, t target.Target, services []target.Service, timeout time.Duration) (map[target.Service]string, error) {
	known, _, err := greet(ctx, t, services, timeout)
	return known, err
}

// Helpers asks services that cases use besides their own in the same way. It returns, by service,
// why one cannot be used: its cases are undecided, and all others are judged.
func Helpers(ctx context.Context, t target.Target, services []target.Service, timeout time.Duration) map[target.Service]string {
	out := map[target.Service]string{}
	for _, svc := range services {
		if err := Preflight(ctx, t, []target.Service{svc}, timeout); err != nil && ctx.Err() == nil {
			out[svc] = err.Error()
		}
	}
	return out
}

// greet asks services, except those that have no greeting or that the SAS does not cover. refusal is what the first says
// that refuses the version sent, with the remedy, and known are the newest versions that such services know. err is any
// other obstacle, and also the refusal of a service that knows no documented version.
func greet(ctx context.Context, t target.Target, services []target.Service, timeout time.Duration) (known map[target.Service]string, refusal, err error) {
	s, err := t.Session(ctx, "preflight")
	if err != nil {
		return nil, nil, fmt.Errorf("open a session on the target: %w", err)
	}
	defer s.Close()
	timeout = min(timeout, patience)
	known = map[target.Service]string{}
	var refused *PreflightError
	var stubborn target.Service
	for _, svc := range services {
		if !greets(s, svc) {
			continue
		}
		resp, sent, failed := askPatiently(ctx, s, svc, timeout)
		if err = obstructs(ctx, s, t.Info(), svc, resp, sent, failed); err == nil && !t.Has(target.MovableClock) {
			err = mistimed(s, svc, resp)
		}
		if p, ok := err.(*PreflightError); ok && p.Kind == BadVersion {
			refused, err = cmp.Or(refused, p), nil
			if v := newestKnown(ctx, s, svc, sent, timeout); v != "" {
				known[svc] = v
			} else {
				stubborn = svc
			}
		}
		if err != nil {
			break
		}
	}
	if refused == nil {
		return known, nil, err
	}
	refused.text += "; " + versionRemedy(s.Versions, known, stubborn)
	if stubborn != "" {
		err = refused
	}
	return known, refused, err
}

// rateHeader tells how many times faster than real time the clock of a served reference runs, 0 if it stands still.
const rateHeader = "X-Ifmatch-Clock-Rate"

// AtAnyPace is a target for those who allow for how fast its clock runs.
func AtAnyPace(t target.Target) target.Target { return paced{t} }

type paced struct{ target.Target }

func (t paced) Has(c target.Capability) bool { return c == target.MovableClock || t.Target.Has(c) }

// mistimed is what the clock of a service says against a run that waits by this machine's; nil: nothing.
func mistimed(s *target.Session, svc target.Service, resp scenario.Response) error {
	rate := resp.Header.Get(rateHeader)
	if rate == "" || rate == "1" {
		return nil
	}
	return &PreflightError{Service: svc, Kind: BadService, text: fmt.Sprintf("ask the %s service at %s: its clock runs %s times as fast as real time, and cases wait by this machine's; start it without --clock-rate and --clock virtual",
		svc, wire.RedactURL(s.Endpoints[svc]), rate)}
}

// obstructs is what the answer of one service to its greeting says against a run; nil: nothing.
func obstructs(ctx context.Context, s *target.Session, info target.Info, svc target.Service, resp scenario.Response, version string, err error) error {
	where := fmt.Sprintf("the %s service at %s", svc, wire.RedactURL(s.Endpoints[svc]))
	obstacle := func(kind PreflightKind, format string, args ...any) error {
		return &PreflightError{Service: svc, Kind: kind, silent: scenario.TimedOut(err), text: fmt.Sprintf(format, args...)}
	}
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case scenario.Passing(resp, nil):
		return obstacle(Busy, "ask %s: it answers %s, %d times in a row; wait until it is less busy, or look into its log",
			where, resp.String(), asked)
	case errors.Is(err, target.ErrToken):
		return obstacle(BadAccess, "%v", err)
	case err != nil && resp.Status == 0:
		return obstacle(Unreachable, "reach %s: %v; %s", where, rootCause(err), remedy(err))
	case err != nil:
		return obstacle(BadService, "ask %s: its answer is not that of a %s service (%d); correct --target", where, svc, resp.Status)
	case resp.OK() && strings.HasPrefix(resp.Header.Get("Content-Type"), "text/html"):
		return obstacle(BadService, "ask %s: its answer is an HTML page (%s), not that of a %s service; correct --target, or log in to the network",
			where, resp.String(), svc)
	case resp.OK():
		return nil
	case refusesVersion(resp):
		return obstacle(BadVersion, "ask %s: it refuses x-ms-version %s (400 %s)", where, version, resp.Code)
	}
	if text := refusesAccess(s, info, resp); text != "" {
		return obstacle(BadAccess, "ask %s: it refuses the %s", where, text)
	}
	if resp.Status == http.StatusForbidden {
		return nil
	}
	if to := resp.Header.Get("Location"); resp.Status/100 == 3 && to != "" {
		return obstacle(BadService, "ask %s: it redirects to %s (%d); name the address of the service itself as --target", where, wire.RedactURL(to), resp.Status)
	}
	if resp.Code == "InvalidUri" || resp.Code == "ResourceNotFound" {
		return obstacle(BadService, "ask %s: it answers %s; does it have an account %s? Correct --target", where, resp.String(), info.Account)
	}
	return obstacle(BadService, "ask %s: %s was answered %s; correct --target", where, Language().Lexicon(svc).Greeting.Operation, resp.String())
}

// refusesAccess says which credential an answer refuses, and what to do; empty if it refuses none.
func refusesAccess(s *target.Session, info target.Info, resp scenario.Response) string {
	switch rights := s.Credential.Rights(); {
	case rights != nil && rights.Over(s.Clock.Now()) && (resp.Status == http.StatusForbidden || resp.Status == http.StatusUnauthorized):
		return fmt.Sprintf("%s (%s), which ended at %s; make one that lasts longer than the run",
			rights.Kind(), resp.String(), rights.Ends().UTC().Format(time.RFC3339))
	case !refusesCredential(s.Credential, resp):
		return ""
	case rights != nil && rights.Scoped:
		return fmt.Sprintf("SAS (%s); one for a single container, queue or table does not suffice, because the run makes its own: use an account SAS (ss, srt, sp) or the account key", resp.String())
	}
	return fmt.Sprintf("credential of account %s (%s); check the account key, the SAS or the login, that this machine's clock is right, and that the account lets this machine in",
		info.Account, resp.String())
}

// asked is how often a busy service is asked.
const asked = 4

// askPatiently asks again while the next answer may be different.
func askPatiently(ctx context.Context, s *target.Session, svc target.Service, timeout time.Duration) (resp scenario.Response, version string, err error) {
	for try := range asked {
		if try > 0 {
			select {
			case <-time.After(50 * time.Millisecond << try):
			case <-ctx.Done():
				return resp, version, ctx.Err()
			}
		}
		if resp, version, err = ask(ctx, s, svc, timeout); !scenario.Passing(resp, err) {
			break
		}
	}
	return resp, version, err
}

// refusesCredential distinguishes a wrong credential from a valid SAS that may not list. An
// account key may do everything, so only a wrong key is refused. Azurite answers
// AuthorizationFailure to a wrong signature; so does the service to an address that its
// firewall keeps out.
func refusesCredential(cred target.Credential, resp scenario.Response) bool {
	switch resp.Status {
	case http.StatusUnauthorized:
		return true
	case http.StatusForbidden:
		return cred.Key.Reveal() != "" || resp.Code == "AuthenticationFailed" || resp.Code == "AuthorizationFailure"
	}
	return false
}

// remedy says what to do when nothing answers.
func remedy(err error) string {
	text := err.Error()
	switch {
	case strings.Contains(text, "x509: "):
		return "SSL_CERT_FILE names a file with the certificate that this machine should trust"
	case strings.Contains(text, "does not look like a TLS handshake"), strings.Contains(text, "server gave HTTP response to HTTPS client"):
		return "it does not speak https there: write http in the connection string, or start it with a certificate"
	}
	if dns := (*net.DNSError)(nil); errors.As(err, &dns) || strings.Contains(text, "no such host") {
		return "is the name of the host right? Correct --target"
	}
	return "start it, or correct --target"
}

// rootCause is the last clause of a chain of errors, which names what happened
// rather than who asked for it.
func rootCause(err error) string {
	text := wire.Redact(err.Error())
	if i := strings.LastIndex(text, "dial tcp"); i >= 0 {
		return text[i:]
	}
	return text
}
