package sdk

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strings"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy"

	"ifmatch/internal/target"
	"ifmatch/steps/scenario"
)

// Connection is where a client's requests go, and with which credential they are sent.
type Connection struct {
	Session  *target.Session
	Endpoint string // of the service, without a trailing slash; empty: it is not offered
	SAS      string // of the requests, without "?"; empty: none
	// Key is the account key, base64; empty: none. It authorises the requests of a client that is
	// not anonymous and has no SAS.
	Key string
	// Bearing: the requests bear a token, for which they ask the session's transport.
	Bearing bool

	service   target.Service
	anonymous bool
	typed     bool // nothing is sent that the options of the SDK's methods cannot express
	transport http.RoundTripper
}

// Connect prepares a client of one of the session's services. A nil transport means the
// session's own.
func Connect(s *target.Session, service target.Service, transport http.RoundTripper, a scenario.Access) *Connection {
	c := &Connection{Session: s, Endpoint: strings.TrimRight(s.Endpoints[service], "/"), SAS: a.SAS, Key: s.Credential.Key.Reveal(),
		service: service, anonymous: a.Anonymous, typed: a.Typed, transport: transport}
	if transport == nil {
		c.transport = s.Transport
	}
	if a.Key != "" {
		c.Key = a.Key.Reveal()
	}
	if c.SAS == "" && !a.Anonymous && a.Key == "" {
		c.SAS = s.Credential.SAS.Reveal()
	}
	c.SAS = strings.TrimPrefix(c.SAS, "?")
	c.Bearing = s.Credential.Tokens != nil && !a.Anonymous && c.SAS == "" && c.Key == ""
	return c
}

// Options are the options of every SDK client. date is the spelling of x-ms-date for which its
// signer looks.
func (c *Connection) Options(date string) azcore.ClientOptions {
	return azcore.ClientOptions{
		// A retry of a conditional write would be answered according to its first effect, and
		// cases count exchanges.
		Retry:           policy.RetryOptions{MaxRetries: -1},
		Telemetry:       policy.TelemetryOptions{Disabled: true},
		Transport:       transporter{c.transport},
		PerCallPolicies: []policy.Policy{shape{clock: c.Session.Clock, version: c.Session.Versions[c.service], date: date, bearer: c.Bearing}},
	}
}

// Sign makes a SAS of the session's account. sign is the SDK's function, which uses a signer K of
// the account key. The result is a query string without "?", and a secret.
func Sign[K, P any, E interface {
	*P
	Encode() string
}](s *target.Session, key string, signer func(account, key string) (K, error), sign func(K) (P, error)) (string, error) {
	if key == "" {
		return "", errors.New("signing a SAS: the target's credential is not an account key")
	}
	k, err := signer(s.Credential.Account, key)
	if err != nil {
		return "", fmt.Errorf("signing a SAS: %w", ErrKey)
	}
	token, err := sign(k)
	if err != nil {
		return "", fmt.Errorf("signing a SAS: %w", err)
	}
	return E(&token).Encode(), nil
}

// ErrKey says that the account key is invalid.
var ErrKey = errors.New("the account key is not base64")

var signature = regexp.MustCompile(`(?i)(\bsig=)[^&\s"']+`)

// Scrub removes signatures and the session's secrets from the text of an error.
func (c *Connection) Scrub(text string) string {
	text = signature.ReplaceAllString(text, "${1}REDACTED")
	if key := c.Session.Credential.Key.Reveal(); key != "" {
		text = strings.ReplaceAll(text, key, "REDACTED")
	}
	return text
}

// TokenCredential wraps the session's tokens for an SDK. It is for requests that travel inside
// the body of another request, where no transport can add a token.
type TokenCredential struct{ target.Tokens }

// GetToken returns a token that has not expired, and ignores the options: a session has one
// account.
func (c TokenCredential) GetToken(ctx context.Context, _ policy.TokenRequestOptions) (azcore.AccessToken, error) {
	token, err := c.Token(ctx)
	if err != nil {
		return azcore.AccessToken{}, err
	}
	return azcore.AccessToken{Token: token.Reveal(), ExpiresOn: c.Ends()}, nil
}
