package issuer_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"
	"time"

	"ifmatch/reference/clock"
	"ifmatch/reference/guid"
	"ifmatch/reference/issuer"
)

// answer is what the issuer answers to a GET.
func answer(t *testing.T, i *issuer.Issuer, target string) map[string]any {
	t.Helper()
	w := httptest.NewRecorder()
	i.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, target, nil))
	got := map[string]any{}
	if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil || w.Code != http.StatusOK {
		t.Fatalf("GET %s: %d %q, %v", target, w.Code, w.Body, err)
	}
	return got
}

// Microsoft's libraries look for fields before they use any: each for its own, and none goes on without.
func TestConfiguration(t *testing.T) {
	t.Parallel()
	i := issuer.New(clock.NewVirtual(time.Now()), new(guid.Source))
	const host = "https://127.0.0.1:1"
	got := answer(t, i, host+"/any/v2.0/.well-known/openid-configuration")
	for _, field := range []string{"issuer", "authorization_endpoint", "token_endpoint", "jwks_uri"} {
		text, _ := got[field].(string)
		if u, err := url.Parse(text); err != nil || u.Scheme+"://"+u.Host != host {
			t.Errorf("%s is %q, want an address below %s", field, text, host)
		}
	}
	at, _ := got["jwks_uri"].(string)
	if list, ok := answer(t, i, at)["keys"].([]any); !ok || len(list) != 0 {
		t.Errorf("%s lists %v, want a list of no keys: tokens are not signed", at, list)
	}
}
