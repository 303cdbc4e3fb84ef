package target

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"
)

// Tokens returns the bearer tokens of an account that is used with Microsoft Entra ID. Many goroutines may use it at
// once.
type Tokens interface {
	// Token returns a token that has not expired. Its errors contain no secret.
	Token(ctx context.Context) (Secret, error)
	// Ends returns when the last token expires.
	Ends() time.Time
}

// ErrToken is the error of a request that was not sent because no token was available for it.
var ErrToken = errors.New("log in with Microsoft Entra ID")

// Bearer is a placeholder in an Authorization header, of the request or of a copy's source. The transport of a session
// replaces it with a token. Recorders see the placeholder and not a secret.
const Bearer = "Bearer"

// FirstWithTokens is the first protocol version that accepts tokens.
const FirstWithTokens = "2017-11-09"

// bearers are the headers that may contain a token.
var bearers = []string{"Authorization", "X-Ms-Copy-Source-Authorization"}

// bearing replaces the placeholder Bearer in requests with tokens.
type bearing struct {
	next   http.RoundTripper
	tokens Tokens
}

// RoundTrip sends r.
func (t bearing) RoundTrip(r *http.Request) (*http.Response, error) {
	var asking []string // header names, in any case
	for name, values := range r.Header {
		if slices.Contains(bearers, http.CanonicalHeaderKey(name)) && slices.Equal(values, []string{Bearer}) {
			asking = append(asking, name)
		}
	}
	if len(asking) == 0 {
		return t.next.RoundTrip(r)
	}
	token, err := t.tokens.Token(r.Context())
	if err != nil {
		if r.Body != nil {
			r.Body.Close()
		}
		return nil, fmt.Errorf("%w: %w", ErrToken, err)
	}
	with := *r
	with.Header = r.Header.Clone()
	for _, name := range asking {
		with.Header[name] = []string{Bearer + " " + token.Reveal()}
	}
	resp, err := t.next.RoundTrip(&with)
	if resp != nil {
		resp.Request = r
	}
	return resp, err
}
