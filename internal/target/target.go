// Package target is what a run drives: where the services are, with which
// credential, by which clock, and what can be asked of them beyond the
// protocol. It knows addresses and secrets but no operation: requests are made
// by steps and loadgen. It never imports the reference implementation; whoever
// starts a run injects it as one more Target.
package target

import (
	"context"
	"net"
	"net/http"
	"time"
)

// Capability names something that a case needs and a target may lack. A case
// tagged @needs.<capability> is skipped where it is missing.
type Capability string

// The capabilities that features may ask for.
const (
	// AccountKey: the credential can sign SAS tokens, so that anonymous and
	// delegated access can be tried.
	AccountKey Capability = "account-key"
	// PendingCopy: an asynchronous copy can be held pending for as long as a
	// case needs it.
	PendingCopy Capability = "pending-copy"
	// MovableClock: the target's time is moved, not waited for.
	MovableClock Capability = "movable-clock"
	// AccountWrites: what all users of the account share may be changed for the
	// length of a case, and is put back afterwards.
	AccountWrites Capability = "account"
	// SMB: the files can be opened over SMB.
	SMB Capability = "smb"
)

// Info says whom a run talks to; it is printed first and stored in the result.
type Info struct {
	Name      string             // "reference", "azurite", an account's name
	Kind      string             // "embedded" or "endpoint"
	Endpoints map[Service]string // base URL of each service, without secrets
	Versions  map[Service]string // x-ms-version sent to each service
	Loopback  bool               // every endpoint is on this machine
	Account   string
}

// Target is one storage account, or a maker of them.
type Target interface {
	Info() Info
	// Has tells whether a case that needs c can run here.
	Has(c Capability) bool
	// Session opens the view of one scenario. The embedded reference answers
	// with a server of its own, an endpoint with the account all share. The name
	// seeds whatever the session invents, so that runs repeat.
	Session(ctx context.Context, name string) (*Session, error)
}

// Session is what one scenario sees of a target.
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
	// DialSMB connects to the account's shares over SMB; nil where they cannot be.
	DialSMB func(ctx context.Context) (net.Conn, error)
	// Control is nil where the target can only be reached by its protocol.
	Control Control
	// Private is true when nobody else uses the account, so that clean-up is
	// pointless.
	Private bool
	// Close releases what the session holds. It is never nil.
	Close func()
}

// Credential is an account key, a SAS, or what gets tokens.
type Credential struct {
	Account string
	Key     Secret // base64, empty when another is used
	SAS     Secret // query string without "?", empty when another is used
	Tokens  Tokens // of Microsoft Entra ID; nil when another is used
}

// Secret is a string that prints as "REDACTED" whatever the verb.
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

// Clock is the target's time as far as the suite may know it.
type Clock interface {
	// Now dates requests, SAS times and policies.
	Now() time.Time
	// Pass lets d go by: a real clock sleeps, a movable one jumps. It returns
	// ctx's error when that ends first.
	Pass(ctx context.Context, d time.Duration) error
	// Movable tells whether Pass returns at once.
	Movable() bool
}

// Control reaches behind the protocol of a target that allows it.
type Control interface {
	// HoldCopies makes asynchronous copies that start from now on stay pending
	// (true), or lets the held ones finish (false).
	HoldCopies(ctx context.Context, hold bool) error
}

// RealClock waits in real time.
type RealClock struct{}

// Now returns the machine's time.
func (RealClock) Now() time.Time { return time.Now() }

// Movable is false: time has to be waited for.
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
