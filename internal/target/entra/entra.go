// Package entra logs in with Microsoft Entra ID, by Microsoft's own library and its default chain of credentials: the
// environment (a client's secret or certificate), workload and managed identities, and the tools of a developer.
package entra

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"sync"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy"
	"github.com/Azure/azure-sdk-for-go/sdk/azidentity"

	"ifmatch/internal/target"
	"ifmatch/internal/wire"
)

// scope is the scope of a token for Azure Storage.
const scope = "https://storage.azure.com/.default"

// authorityVariable names the authority to log in with, instead of Microsoft's public cloud.
const authorityVariable = "AZURE_AUTHORITY_HOST"

// clouds are the authorities that Microsoft's library asks about any other authority. It cannot do so in a private
// cloud.
var clouds = []string{"login.microsoftonline.com", "login.microsoftonline.us", "login.chinacloudapi.cn", "login.partner.microsoftonline.cn"}

// Default returns tokens from the default chain. It sends nothing yet. Errors contain no secret.
func Default(getenv func(string) string) (target.Tokens, error) {
	chain, err := azidentity.NewDefaultAzureCredential(&azidentity.DefaultAzureCredentialOptions{
		ClientOptions:            azcore.ClientOptions{Retry: policy.RetryOptions{MaxRetries: 1}, Telemetry: policy.TelemetryOptions{Disabled: true}},
		DisableInstanceDiscovery: private(getenv(authorityVariable)),
	})
	if err != nil {
		return nil, fmt.Errorf("%w: %s", target.ErrToken, wire.Redact(err.Error()))
	}
	return newTokens(chain, time.Now), nil
}

// private reports whether an authority belongs to none of Microsoft's clouds.
func private(authority string) bool {
	u, err := url.Parse(authority)
	return authority != "" && err == nil && !slices.Contains(clouds, u.Hostname())
}

// tokens keeps the last token, and gets a new one before that one expires.
type tokens struct {
	credential azcore.TokenCredential
	now        func() time.Time

	mu    sync.Mutex
	last  azcore.AccessToken
	renew time.Time // when to request a new one
	err   error     // of the last request
}

func newTokens(c azcore.TokenCredential, now func() time.Time) *tokens {
	return &tokens{credential: c, now: now}
}

const (
	// early is how long before its expiry a token is renewed. A token with a short life is renewed after three
	// quarters of it.
	early = 5 * time.Minute
	// pause is how long to wait after a failed request for a token.
	pause = 5 * time.Second
)

// Token returns a token that has not expired.
func (t *tokens) Token(ctx context.Context) (target.Secret, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	now := t.now()
	if now.Before(t.renew) {
		return t.good(now)
	}
	got, err := t.credential.GetToken(ctx, policy.TokenRequestOptions{Scopes: []string{scope}})
	switch {
	case ctx.Err() != nil: // the caller gave up, which says nothing about the credential
		return "", ctx.Err()
	case err != nil:
		t.err, t.renew = fmt.Errorf("%s", wire.Redact(err.Error())), now.Add(pause)
	default:
		t.last, t.err = got, nil
		t.renew = got.ExpiresOn.Add(-min(early, got.ExpiresOn.Sub(now)/4))
	}
	return t.good(now)
}

// good returns the last token if it has not expired.
func (t *tokens) good(now time.Time) (target.Secret, error) {
	switch {
	case now.Before(t.last.ExpiresOn):
		return target.Secret(t.last.Token), nil
	case t.err == nil:
		return "", fmt.Errorf("the token ended at %s", t.last.ExpiresOn.UTC().Format(time.RFC3339))
	}
	return "", t.err
}

// Ends returns when the last token expires.
func (t *tokens) Ends() time.Time {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.last.ExpiresOn
}
