package sdk

import (
	"context"

	"ifmatch/internal/target"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy"
)

// TokenCredential wraps the session's tokens for an SDK. It is for requests that travel inside
// the body of another request, where no transport can add a token.
func TokenCredential(t target.Tokens) azcore.TokenCredential { return credential{t} }

type credential struct{ tokens target.Tokens }

// GetToken returns a token that has not expired, and ignores the options: a session has one
// account.
func (c credential) GetToken(ctx context.Context, _ policy.TokenRequestOptions) (azcore.AccessToken, error) {
	token, err := c.tokens.Token(ctx)
	if err != nil {
		return azcore.AccessToken{}, err
	}
	return azcore.AccessToken{Token: token.Reveal(), ExpiresOn: c.tokens.Ends()}, nil
}
