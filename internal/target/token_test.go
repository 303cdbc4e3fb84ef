package target

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"
)

// sent records what reached the wire.
type sent struct{ header http.Header }

func (s *sent) RoundTrip(r *http.Request) (*http.Response, error) {
	s.header = r.Header
	return &http.Response{StatusCode: http.StatusOK, Body: http.NoBody, Request: r}, nil
}

// broken has no token.
type broken struct{ fixed }

func (broken) Token(context.Context) (Secret, error) { return "", errors.New("nobody is there") }

func TestTokensAreAddedWhereTheyAreAskedFor(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, value, want string }{
		{"Authorization", Bearer, "Bearer a.b.c"},
		{"X-Ms-Copy-Source-Authorization", Bearer, "Bearer a.b.c"},
		{"x-ms-copy-source-authorization", Bearer, "Bearer a.b.c"},
		{"Authorization", "Bearer of.its.own", "Bearer of.its.own"},
		{"Authorization", "SharedKey a:b", "SharedKey a:b"},
		{"X-Other", Bearer, Bearer},
	} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPut, "https://acct.blob.example/x", strings.NewReader("body"))
		if err != nil {
			t.Fatal(err)
		}
		r.Header[test.name] = []string{test.value}
		wire := &sent{}
		resp, err := bearing{wire, fixed{}}.RoundTrip(r)
		if err != nil {
			t.Fatal(err)
		}
		if got := wire.header[test.name]; len(got) != 1 || got[0] != test.want {
			t.Errorf("%s: %s: sent %q, want %q", test.name, test.value, got, test.want)
		}
		if r.Header[test.name][0] != test.value || resp.Request != r {
			t.Errorf("%s: %s: who sends the request sees the token: %v", test.name, test.value, resp.Request.Header)
		}
	}
}

func TestARequestWithoutATokenIsNotSent(t *testing.T) {
	t.Parallel()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "https://acct.blob.example/x", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", Bearer)
	wire := &sent{}
	if _, err := (bearing{wire, broken{}}).RoundTrip(r); !errors.Is(err, ErrToken) || !strings.Contains(err.Error(), "nobody is there") || wire.header != nil {
		t.Errorf("%v, sent %v", err, wire.header)
	}
}

func TestRightsOfTokens(t *testing.T) {
	t.Parallel()
	end := time.Unix(1_790_000_000, 0)
	r := Credential{Account: "acct", Tokens: ending{at: end}}.Rights()
	if r == nil || r.Known || r.Scoped || r.Kind() != "token" || !r.Ends().Equal(end) || r.Over(end.Add(-1)) || !r.Over(end) {
		t.Errorf("%+v", r)
	}
	if s := (Credential{SAS: "sv=1&sig=x&se=2026-01-01"}).Rights(); s.Kind() != "SAS" || s.Ends().IsZero() {
		t.Errorf("of a SAS: %+v", s)
	}
}

type ending struct {
	fixed
	at time.Time
}

func (e ending) Ends() time.Time { return e.at }
