// Package issuer is a login service small enough for tests. Like Microsoft Entra ID, it issues bearer tokens to clients
// that log in with a secret, so that tests can use Microsoft's identity libraries without a network.
//
// It accepts every client and signs nothing: its tokens are valid only for a server that does not check signatures.
package issuer

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"ifmatch/reference/clock"
	"ifmatch/reference/guid"
)

// Beginning is the prefix of the issuer claim in its tokens; the tenant follows. Nobody else can have this name (RFC
// 2606).
const Beginning = "https://ifmatch.invalid/"

// DefaultLifetime is how long a token is valid, as with Microsoft Entra ID.
const DefaultLifetime = time.Hour

// Issuer issues tokens. It is an http.Handler, and must be served over https because Microsoft's libraries require
// that.
type Issuer struct {
	clock    clock.Clock
	ids      *guid.Source
	lifetime atomic.Int64
	mux      *http.ServeMux
}

// New makes an issuer that uses a clock. Ids come from the source.
func New(c clock.Clock, ids *guid.Source) *Issuer {
	i := &Issuer{clock: c, ids: ids, mux: http.NewServeMux()}
	i.lifetime.Store(int64(DefaultLifetime))
	i.mux.HandleFunc("GET /{tenant}/v2.0/.well-known/openid-configuration", i.configuration)
	i.mux.HandleFunc("POST /{tenant}/oauth2/v2.0/token", i.token)
	i.mux.HandleFunc("GET /{tenant}/discovery/v2.0/keys", keys)
	return i
}

// SetLifetime sets how long tokens issued from now on are valid. With 0 or less, the issuer refuses every client.
func (i *Issuer) SetLifetime(d time.Duration) { i.lifetime.Store(int64(d)) }

// ServeHTTP answers one request.
func (i *Issuer) ServeHTTP(w http.ResponseWriter, r *http.Request) { i.mux.ServeHTTP(w, r) }

// configuration tells a client which endpoints to use. Microsoft's library for JavaScript stops if the answer names no
// keys. // D:OpenID Connect on the Microsoft identity platform
func (i *Issuer) configuration(w http.ResponseWriter, r *http.Request) {
	at := "https://" + r.Host + "/" + r.PathValue("tenant")
	reply(w, http.StatusOK, map[string]any{
		"issuer":                                at + "/v2.0",
		"authorization_endpoint":                at + "/oauth2/v2.0/authorize",
		"token_endpoint":                        at + "/oauth2/v2.0/token",
		"jwks_uri":                              at + "/discovery/v2.0/keys",
		"token_endpoint_auth_methods_supported": []string{"client_secret_post"},
		"response_types_supported":              []string{"token"},
	})
}

// keys are those that tokens are signed with: none.
func keys(w http.ResponseWriter, _ *http.Request) {
	reply(w, http.StatusOK, map[string]any{"keys": []any{}})
}

// maxForm bounds the body of a request.
const maxForm = 64 << 10

// token issues a token. // D:OAuth 2.0 client credentials flow on the Microsoft identity platform
func (i *Issuer) token(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	lifetime := time.Duration(i.lifetime.Load())
	client, scope := r.PostFormValue("client_id"), r.PostFormValue("scope")
	audience, found := strings.CutSuffix(firstScope(scope), "/.default")
	switch {
	case r.PostFormValue("grant_type") != "client_credentials":
		refuse(w, http.StatusBadRequest, "unsupported_grant_type", "AADSTS70003: This issuer supports only client_credentials.")
		return
	case client == "" || r.PostFormValue("client_secret") == "" || lifetime <= 0:
		refuse(w, http.StatusUnauthorized, "invalid_client", "AADSTS7000215: Invalid client secret provided.")
		return
	case !found || audience == "":
		refuse(w, http.StatusBadRequest, "invalid_scope", "AADSTS70011: The scope must be a resource followed by /.default.")
		return
	}
	now := i.clock.Now()
	token := Token(map[string]any{
		"iss": Beginning + r.PathValue("tenant") + "/", "aud": audience, "appid": client, "tid": r.PathValue("tenant"), "oid": objectOf(client),
		"iat": now.Unix(), "nbf": now.Unix(), "exp": now.Add(lifetime).Unix(), "uti": i.ids.Next().String(), "ver": "1.0",
	})
	reply(w, http.StatusOK, map[string]any{"token_type": "Bearer", "expires_in": int64(lifetime.Seconds()), "access_token": token})
}

// objectOf returns the id of a client in the directory: always the same for a client.
func objectOf(client string) string {
	sum := sha256.Sum256([]byte(client))
	return guid.GUID(sum[:16]).String()
}

// firstScope returns the first scope in a list that does not concern the login itself.
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

// Token makes an unsigned JSON Web Token from claims.
func Token(claims map[string]any) string {
	text, err := json.Marshal(claims)
	if err != nil {
		panic("issuer: claims that are not JSON")
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
	_ = json.NewEncoder(w).Encode(v) // the client may be gone
}
