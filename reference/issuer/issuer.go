// Package issuer is a login service small enough for tests: it hands out bearer tokens to clients that log in with a
// secret, as Microsoft Entra ID does, so that Microsoft's identity libraries can be driven without a network.
//
// It believes everybody, and signs nothing: its tokens are worth something only to a server that does not check
// signatures.
package issuer

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"ifmatch/reference/clock"
	"ifmatch/reference/guid"
)

// Beginning is what the issuer of its tokens begins with; the tenant follows. Nobody else has such a name (RFC 2606).
const Beginning = "https://ifmatch.invalid/"

// DefaultLifetime is how long a token is good for, as with Microsoft Entra ID.
const DefaultLifetime = time.Hour

// Issuer hands out tokens. It is an http.Handler, to be served over https: Microsoft's libraries demand it.
type Issuer struct {
	clock    clock.Clock
	ids      *guid.Source
	lifetime atomic.Int64
	mux      *http.ServeMux
}

// New makes an issuer that lives by a clock. Ids come from the source.
func New(c clock.Clock, ids *guid.Source) *Issuer {
	i := &Issuer{clock: c, ids: ids, mux: http.NewServeMux()}
	i.lifetime.Store(int64(DefaultLifetime))
	i.mux.HandleFunc("GET /{tenant}/v2.0/.well-known/openid-configuration", i.configuration)
	i.mux.HandleFunc("POST /{tenant}/oauth2/v2.0/token", i.token)
	return i
}

// SetLifetime sets how long the tokens are good for that are handed out from now on; nothing or less means that none
// is.
func (i *Issuer) SetLifetime(d time.Duration) { i.lifetime.Store(int64(d)) }

// ServeHTTP answers one request.
func (i *Issuer) ServeHTTP(w http.ResponseWriter, r *http.Request) { i.mux.ServeHTTP(w, r) }

// configuration tells a client where to go. // D:OpenID Connect on the Microsoft identity platform
func (i *Issuer) configuration(w http.ResponseWriter, r *http.Request) {
	at := "https://" + r.Host + "/" + r.PathValue("tenant")
	reply(w, http.StatusOK, map[string]any{
		"issuer":                                at + "/v2.0",
		"authorization_endpoint":                at + "/oauth2/v2.0/authorize",
		"token_endpoint":                        at + "/oauth2/v2.0/token",
		"token_endpoint_auth_methods_supported": []string{"client_secret_post"},
		"response_types_supported":              []string{"token"},
	})
}

// maxForm bounds the body of a request.
const maxForm = 64 << 10

// token hands out a token. // D:OAuth 2.0 client credentials flow on the Microsoft identity platform
func (i *Issuer) token(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	lifetime := time.Duration(i.lifetime.Load())
	client, scope := r.PostFormValue("client_id"), r.PostFormValue("scope")
	audience, found := strings.CutSuffix(firstScope(scope), "/.default")
	switch {
	case r.PostFormValue("grant_type") != "client_credentials":
		refuse(w, http.StatusBadRequest, "unsupported_grant_type", "AADSTS70003: This issuer knows client_credentials only.")
		return
	case client == "" || r.PostFormValue("client_secret") == "" || lifetime <= 0:
		refuse(w, http.StatusUnauthorized, "invalid_client", "AADSTS7000215: Invalid client secret provided.")
		return
	case !found || audience == "":
		refuse(w, http.StatusBadRequest, "invalid_scope", "AADSTS70011: The scope must be a resource with /.default behind it.")
		return
	}
	now := i.clock.Now()
	token := Token(map[string]any{
		"iss": Beginning + r.PathValue("tenant") + "/", "aud": audience, "appid": client, "tid": r.PathValue("tenant"),
		"iat": now.Unix(), "nbf": now.Unix(), "exp": now.Add(lifetime).Unix(), "uti": i.ids.Next().String(), "ver": "1.0",
	})
	reply(w, http.StatusOK, map[string]any{"token_type": "Bearer", "expires_in": int64(lifetime.Seconds()), "access_token": token})
}

// firstScope is the first of a list that is not about the login itself.
func firstScope(list string) string {
	for _, s := range strings.Fields(list) {
		switch s {
		case "openid", "profile", "offline_access", "email":
		default:
			return s
		}
	}
	return ""
}

// Token makes a JSON Web Token of claims. It is not signed.
func Token(claims map[string]any) string {
	text, err := json.Marshal(claims)
	if err != nil {
		panic("issuer: claims that are no JSON")
	}
	encode := base64.RawURLEncoding.EncodeToString
	return encode([]byte(`{"alg":"none","typ":"JWT"}`)) + "." + encode(text) + "." + encode([]byte("unsigned"))
}

func refuse(w http.ResponseWriter, status int, code, message string) {
	reply(w, status, map[string]any{"error": code, "error_description": message})
}

func reply(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v) // a client that is gone cannot be told
}
