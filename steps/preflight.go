package steps

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"

	"ifmatch/internal/target"
	"ifmatch/internal/wire"
	"ifmatch/steps/ops"
)

// PreflightError says why a run against a target makes no sense yet. Its text is
// a whole sentence with a remedy.
type PreflightError struct {
	Service target.Service
	Kind    PreflightKind
	text    string
}

// PreflightKind is the sort of obstacle that a preflight found.
type PreflightKind string

// The obstacles.
const (
	Unreachable PreflightKind = "unreachable" // nobody answers
	BadVersion  PreflightKind = "api-version" // the service refuses the x-ms-version
	BadAccess   PreflightKind = "credential"  // the service refuses the credential
	BadService  PreflightKind = "service"     // whoever answers is no such service
)

// Error is the sentence.
func (e *PreflightError) Error() string { return e.text }

// Preflight sends one harmless request to each service, so that a dead port, a
// wrong key or a refused version is one sentence instead of hundreds of blocked
// cases. A credential that may not list containers is no obstacle.
func Preflight(ctx context.Context, t target.Target, services []target.Service, timeout time.Duration) error {
	s, err := t.Session(ctx, "preflight")
	if err != nil {
		return fmt.Errorf("open a session on the target: %w", err)
	}
	defer s.Close()
	for _, svc := range services {
		if svc != target.Blob {
			continue
		}
		if err := preflightBlob(ctx, s, t.Info(), timeout); err != nil {
			return err
		}
	}
	return nil
}

func preflightBlob(ctx context.Context, s *target.Session, info target.Info, timeout time.Duration) error {
	where := wire.RedactURL(s.Endpoints[target.Blob])
	obstacle := func(kind PreflightKind, format string, args ...any) error {
		return &PreflightError{Service: target.Blob, Kind: kind, text: fmt.Sprintf(format, args...)}
	}
	rec := wire.NewRecorder(s.Transport, wire.NewGate(1), wire.Options{Timeout: timeout,
		Secrets: []string{s.Credential.Key.Reveal(), s.Credential.SAS.Reveal()}})
	c, err := ops.NewClient(s, rec, ops.ClientOptions{})
	if err != nil {
		return err
	}
	op, _ := ops.Lookup("List Containers")
	// The prefix keeps the answer short: no container is called that.
	resp, err := op.Do(ctx, c, ops.Resource{Kind: ops.Account}, ops.Request{Prefix: "ifmatch-preflight"})
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil && resp.Status == 0:
		return obstacle(Unreachable, "reach the blob service at %s: %v; start it, or correct --target", where, rootCause(err))
	case err != nil:
		return obstacle(BadService, "ask the blob service at %s: its answer is not that of a blob service (%d); correct --target", where, resp.Status)
	case resp.OK():
		return nil
	case resp.Status == http.StatusBadRequest && strings.Contains(strings.ToLower(string(resp.Body)), "version"):
		return obstacle(BadVersion, "ask the blob service at %s: it refuses x-ms-version %s (400 %s); choose one that it knows, as in --api-version blob=2025-11-05, or switch its check off (Azurite: --skipApiVersionCheck)",
			where, sentVersion(rec), resp.Code)
	case resp.Status == http.StatusForbidden && resp.Code == "AuthenticationFailed", resp.Status == http.StatusUnauthorized:
		return obstacle(BadAccess, "ask the blob service at %s: it refuses the credential of account %s (%s); check the account key or the SAS, and that this machine's clock is right",
			where, info.Account, describe(resp))
	case resp.Status == http.StatusForbidden:
		return nil
	}
	return obstacle(BadService, "ask the blob service at %s: List Containers was answered %s; correct --target", where, describe(resp))
}

// sentVersion is the x-ms-version of the last request.
func sentVersion(rec *wire.Recorder) string {
	for _, x := range rec.Exchanges() {
		for _, h := range x.RequestHeader {
			if strings.EqualFold(h.Name, "x-ms-version") {
				return h.Value
			}
		}
	}
	return "(none)"
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
