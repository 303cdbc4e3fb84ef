package target

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"
)

// Tokens gets the bearer tokens of an account that is used with Microsoft Entra ID. It is used by many goroutines.
type Tokens interface {
	// Token is one that has not ended. Its errors hold no secret.
	Token(ctx context.Context) (Secret, error)
	// Ends is when the last token ends.
	Ends() time.Time
}

// ErrToken is why a request was not sent: no token could be had for it.
var ErrToken = errors.New("log in with Microsoft Entra ID")

// Bearer is what Authorization, of the request or of a copy's source, says where the transport of a session is to put a
// token. Whoever records requests sees this in place of a secret.
const Bearer = "Bearer"

// FirstWithTokens is the first version of the protocol that takes tokens.
const FirstWithTokens = "2017-11-09"

// bearers are the headers that may hold a token.
var bearers = []string{"Authorization", "X-Ms-Copy-Source-Authorization"}

// bearing adds tokens to the requests that ask for one.
type bearing struct {
	next   http.RoundTripper
	tokens Tokens
}

// RoundTrip sends r.
func (t bearing) RoundTrip(r *http.Request) (*http.Response, error) {
	var asking []string // names, in whatever spelling
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
