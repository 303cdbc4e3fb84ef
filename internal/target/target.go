// Package target describes the target of a run: the addresses of the services, the
// credential, the clock, and what the target offers beyond the protocol. It knows
// addresses and secrets but no operations: steps and loadgen make the requests. It
// never imports the reference implementation; the caller that starts a run injects
// the reference as one more Target.
package target

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strings"
	"time"

	"ifmatch/internal/wire"
)

// Capability names something that a case needs and a target may lack. A case
// tagged @needs.<capability> is skipped if it is missing.
type Capability string

// The capabilities that features may ask for.
const (
	// AccountKey: the credential can sign SAS tokens, so that anonymous and
	// delegated access can be tried.
	AccountKey Capability = "account-key"
	// PendingCopy: an asynchronous copy can be held pending for as long as a
	// case needs it.
	PendingCopy Capability = "pending-copy"
	// MovableClock: the target's clock can be moved, so that cases need not wait.
	MovableClock Capability = "movable-clock"
	// AccountWrites: a case may change settings that all users of the account
	// share. They are restored afterwards.
	AccountWrites Capability = "account"
	// SMB: files can be opened over SMB.
	SMB Capability = "smb"
	// SoftDelete: what is deleted can be brought back. A target that makes accounts
	// makes one like that; what kind an existing account is, a look at it shows.
	SoftDelete Capability = "soft-delete"
)

// Info describes the target of a run. It is printed first and stored in the
// result.
type Info struct {
	Name      string             // "reference", "azurite", an account's name
	Kind      string             // "embedded" or "endpoint"
	Endpoints map[Service]string // base URL of each service, without secrets
	Versions  map[Service]string // x-ms-version sent to each service
	Loopback  bool               // every endpoint is on this machine
	Account   string
}

// Target is one storage account, or a factory of accounts.
type Target interface {
	Info() Info
	// Has reports whether a case that needs c can run here.
	Has(c Capability) bool
	// Session opens the view of one scenario. The embedded reference returns a
	// server of its own, an endpoint the account that all share. The name seeds
	// whatever the session generates, so that runs are repeatable.
	Session(ctx context.Context, name string) (*Session, error)
}

// needed is the key of what a scenario needs of its session.
type needed struct{}

// Needing returns the context for the Session of a scenario that needs these capabilities.
func Needing(ctx context.Context, needs []Capability) context.Context {
	return context.WithValue(ctx, needed{}, needs)
}

// Needs reports whether the scenario of a session needs a capability.
func Needs(ctx context.Context, c Capability) bool {
	needs, _ := ctx.Value(needed{}).([]Capability)
	return slices.Contains(needs, c)
}

// Session is one scenario's view of a target.
type Session struct {
	// Endpoints holds the base URL of each offered service, for instance
	// http://127.0.0.1:10000/devstoreaccount1 (no trailing slash, no SAS).
	Endpoints map[Service]string
	// Versions holds the x-ms-version to send; absent means the SDK's own.
	Versions   map[Service]string
	Credential Credential
	// Transport sends one request and never retries.
	Transport http.RoundTripper
	Clock     Clock
	// DialSMB connects to the account's shares over SMB; nil if it has no SMB.
	DialSMB func(ctx context.Context) (net.Conn, error)
	// Control is nil if the target can be reached only by its protocol.
	Control Control
	// Private is true if nobody else uses the account, so that cleaning up is
	// pointless.
	Private bool
	// Close releases the session's resources. It is never nil.
	Close func()
}

// Credential is an account key, a SAS, or a source of tokens.
type Credential struct {
	Account string
	Key     Secret // base64, empty if another credential is used
	SAS     Secret // query string without "?", empty if another credential is used
	Tokens  Tokens // of Microsoft Entra ID; nil if another credential is used
}

// Secret is a string that prints as "REDACTED" with any verb.
type Secret string

// Reveal returns the secret itself, for signing only.
func (s Secret) Reveal() string { return string(s) }

// String hides the secret.
func (s Secret) String() string {
	if s == "" {
		return ""
	}
	return "REDACTED"
}

// GoString hides the secret from %#v.
func (s Secret) GoString() string { return s.String() }

// MarshalText hides the secret from encoders.
func (s Secret) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// Clock is the target's time, as far as the suite knows it.
type Clock interface {
	// Now returns the time for requests, SAS and policies.
	Now() time.Time
	// Pass lets d pass: a real clock sleeps, a movable one jumps. It returns ctx's
	// error if ctx ends first.
	Pass(ctx context.Context, d time.Duration) error
	// Movable reports whether Pass returns at once.
	Movable() bool
}

// Control controls a target beyond its protocol, if the target allows it.
type Control interface {
	// HoldCopies keeps asynchronous copies that start from now on pending (true),
	// or lets the held ones finish (false).
	HoldCopies(ctx context.Context, hold bool) error
}

// RealClock waits in real time.
type RealClock struct{}

// Now returns the machine's time.
func (RealClock) Now() time.Time { return time.Now() }

// Movable returns false: one has to wait for real time.
func (RealClock) Movable() bool { return false }

// Pass sleeps for d, or until ctx ends.
func (RealClock) Pass(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Describe says in a line which target it is: name, address, api-version.
func (info Info) Describe() string {
	var where, versions []string
	for _, s := range Services {
		if u, ok := info.Endpoints[s]; ok && !slices.Contains(where, wire.RedactURL(u)) {
			where = append(where, wire.RedactURL(u))
		}
		if v := info.Versions[s]; v != "" && info.Endpoints[s] != "" {
			versions = append(versions, fmt.Sprintf("%s %s", s, v))
		}
	}
	text := info.Name
	if len(where) > 0 {
		text += " (" + strings.Join(where, ", ") + ")"
	}
	if len(versions) == 0 {
		return text + ", api-version of the Azure SDK"
	}
	return text + ", api-version " + strings.Join(versions, ", ")
}
