package entra

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy"

	"ifmatch/internal/target"
)

// issuer issues tokens that live for a while, and counts them.
type issuer struct {
	now      time.Time
	lifetime time.Duration
	asked    int
	err      error
	scopes   []string
}

func (i *issuer) GetToken(_ context.Context, o policy.TokenRequestOptions) (azcore.AccessToken, error) {
	i.asked++
	i.scopes = o.Scopes
	if i.err != nil {
		return azcore.AccessToken{}, i.err
	}
	return azcore.AccessToken{Token: "token" + string(rune('0'+i.asked)), ExpiresOn: i.now.Add(i.lifetime)}, nil
}

func TestTokensAreKeptAndRenewed(t *testing.T) {
	t.Parallel()
	begin := time.Unix(1_790_000_000, 0)
	type step struct {
		after time.Duration // since the start
		fails bool          // the issuer
		want  target.Secret // empty: an error
		asked int           // requests so far
	}
	for name, test := range map[string]struct {
		lifetime time.Duration
		steps    []step
	}{
		"an hour": {time.Hour, []step{
			{0, false, "token1", 1}, {54 * time.Minute, false, "token1", 1}, {55 * time.Minute, false, "token2", 2},
		}},
		"a short one": {8 * time.Second, []step{
			{0, false, "token1", 1}, {5 * time.Second, false, "token1", 1}, {6 * time.Second, false, "token2", 2},
		}},
		"the issuer is away while the token lasts": {time.Hour, []step{
			{0, false, "token1", 1}, {56 * time.Minute, true, "token1", 2}, {56*time.Minute + time.Second, true, "token1", 2}, {57 * time.Minute, true, "token1", 3}, {58 * time.Minute, false, "token4", 4},
		}},
		"the token ends": {time.Hour, []step{
			{0, false, "token1", 1}, {61 * time.Minute, true, "", 2}, {61*time.Minute + time.Second, true, "", 2}, {62 * time.Minute, true, "", 3},
		}},
		"none at all": {time.Hour, []step{{0, true, "", 1}, {time.Second, true, "", 1}}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			i := &issuer{lifetime: test.lifetime}
			tokens := newTokens(i, func() time.Time { return i.now })
			for _, s := range test.steps {
				i.now, i.err = begin.Add(s.after), nil
				if s.fails {
					i.err = errors.New("client_secret=c2VjcmV0 Bearer eyJhbGciOiJub25lIn0.e30.x is refused")
				}
				got, err := tokens.Token(t.Context())
				if got != s.want || (err != nil) != (s.want == "") || i.asked != s.asked {
					t.Fatalf("after %v: %q, %v, asked %d times, want %q and %d", s.after, got.Reveal(), err, i.asked, s.want.Reveal(), s.asked)
				}
				if err != nil && strings.Contains(err.Error(), "eyJ") {
					t.Errorf("the error shows a token: %v", err)
				}
			}
			if len(i.scopes) != 1 || i.scopes[0] != "https://storage.azure.com/.default" {
				t.Errorf("asked for %v", i.scopes)
			}
		})
	}
}

func TestAClientThatGivesUpSaysNothingOfTheCredential(t *testing.T) {
	t.Parallel()
	i := &issuer{now: time.Now(), lifetime: time.Hour, err: context.Canceled}
	tokens := newTokens(i, time.Now)
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := tokens.Token(gone); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	i.err = nil
	if got, err := tokens.Token(t.Context()); err != nil || got == "" {
		t.Errorf("for the next: %v", err)
	}
}

func TestPrivateClouds(t *testing.T) {
	t.Parallel()
	for authority, want := range map[string]bool{
		"": false, "https://login.microsoftonline.com/": false, "https://login.microsoftonline.us": false, "https://127.0.0.1:4444": true, "https://adfs.example/": true,
	} {
		if got := private(authority); got != want {
			t.Errorf("%q: %t", authority, got)
		}
	}
}
