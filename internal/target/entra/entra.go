// Package entra logs in with Microsoft Entra ID, by Microsoft's own library and its default chain of credentials:
// what the environment says (a client's secret or certificate), workload and managed identities, and the tools of a
// developer.
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

// scope is what a token for Azure Storage is asked for.
const scope = "https://storage.azure.com/.default"

// authorityVariable names who to log in with, in place of Microsoft's public cloud.
const authorityVariable = "AZURE_AUTHORITY_HOST"

// clouds are the authorities that Microsoft's library asks about any other one. That it cannot where there is another.
var clouds = []string{"login.microsoftonline.com", "login.microsoftonline.us", "login.chinacloudapi.cn", "login.partner.microsoftonline.cn"}

// Default gets tokens by the default chain. Nothing is sent yet. Errors hold no secret.
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

// private tells whether an authority is none of Microsoft's clouds.
func private(authority string) bool {
	u, err := url.Parse(authority)
	return authority != "" && err == nil && !slices.Contains(clouds, u.Hostname())
}

// tokens keeps the last token, and gets another before that one ends.
type tokens struct {
	credential azcore.TokenCredential
	now        func() time.Time

	mu    sync.Mutex
	last  azcore.AccessToken
	renew time.Time // when to ask again
	err   error     // of the last asking
}

func newTokens(c azcore.TokenCredential, now func() time.Time) *tokens {
	return &tokens{credential: c, now: now}
}

const (
	// early is how long before its end a token is renewed; one that lives less long, when three quarters of its life
	// are over.
	early = 5 * time.Minute
	// pause is how long nobody asks again after it was in vain.
	pause = 5 * time.Second
)

// Token is one that has not ended.
func (t *tokens) Token(ctx context.Context) (target.Secret, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	now := t.now()
	if now.Before(t.renew) {
		return t.good(now)
	}
	got, err := t.credential.GetToken(ctx, policy.TokenRequestOptions{Scopes: []string{scope}})
	switch {
	case ctx.Err() != nil: // who asked has gone, and it says nothing of the credential
		return "", ctx.Err()
	case err != nil:
		t.err, t.renew = fmt.Errorf("%s", wire.Redact(err.Error())), now.Add(pause)
	default:
		t.last, t.err = got, nil
		t.renew = got.ExpiresOn.Add(-min(early, got.ExpiresOn.Sub(now)/4))
	}
	return t.good(now)
}

// good is the last token if it has not ended.
func (t *tokens) good(now time.Time) (target.Secret, error) {
	switch {
	case now.Before(t.last.ExpiresOn):
		return target.Secret(t.last.Token), nil
	case t.err == nil:
		return "", fmt.Errorf("the token ended at %s", t.last.ExpiresOn.UTC().Format(time.RFC3339))
	}
	return "", t.err
}

// Ends is when the last token ends.
func (t *tokens) Ends() time.Time {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.last.ExpiresOn
}
