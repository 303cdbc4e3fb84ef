package auth

import (
	"cmp"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"time"
)

// Tokens says which bearer tokens are accepted. Issuer, audience and lifetime are checked, but not the signature: a
// token that anyone wrote is as good as one of Microsoft Entra ID. This is for tests of clients, and protects nothing.
type Tokens struct {
	// Issuers are the accepted prefixes of a token's iss claim.
	Issuers []string
	// Authority is the address where clients are told to log in.
	Authority string
}

// EntraIssuers are the prefixes of the issuers of Microsoft Entra ID, in all clouds.
var EntraIssuers = []string{
	"https://sts.windows.net/", "https://login.microsoftonline.com/", "https://sts.windows-ppe.net/",
	"https://sts.chinacloudapi.cn/", "https://login.partner.microsoftonline.cn/",
	"https://sts.microsoftonline.us/", "https://login.microsoftonline.us/", "https://sts.microsoftonline.de/",
}

// The audiences of Azure Storage as a whole. An account's service is an audience too.
const (
	storageAudience    = "https://storage.azure.com"
	storageApplication = "e406a681-f3d4-42a8-90b6-c2b029497af1"
)

// firstWithTokens is the first protocol version that accepts tokens. // D:Authorize with Microsoft Entra ID
const firstWithTokens = "2017-11-09"

// Challenge returns the header that tells an unknown client where to log in.
func (t *Tokens) Challenge() string {
	return "Bearer authorization_uri=" + t.Authority + " resource_id=" + storageAudience
}

// bearer returns the token of an Authorization header.
func bearer(value string) (token string, is bool) {
	scheme, token, _ := strings.Cut(strings.TrimSpace(value), " ")
	return strings.TrimSpace(token), strings.EqualFold(scheme, "Bearer")
}

// claims are the parts of a token that are checked.
type claims struct {
	Issuer    string   `json:"iss"`
	Audience  audience `json:"aud"`
	NotBefore float64  `json:"nbf"`
	Expires   float64  `json:"exp"`
	Object    string   `json:"oid"`
	Tenant    string   `json:"tid"`
}

// audience is a single audience or a list of them.
type audience []string

func (a *audience) UnmarshalJSON(text []byte) error {
	var one string
	if json.Unmarshal(text, &one) == nil {
		*a = audience{one}
		return nil
	}
	return json.Unmarshal(text, (*[]string)(a))
}

// verifyBearer checks a request with a token, and returns its user.
func verifyBearer(r *http.Request, o Options, token string) (*User, *Error) {
	switch {
	case o.Tokens == nil:
		return nil, unsupportedScheme("This server has no directory that could vouch for a bearer token; use Shared Key or a shared access signature.")
	case !Secure(r):
		return nil, notAuthentic("Authentication scheme Bearer is not allowed with HTTP.")
	}
	if cmp.Or(o.Version, r.Header.Get("x-ms-version")) < firstWithTokens {
		return nil, notAuthentic("Authentication scheme Bearer is not supported in this version.")
	}
	c, ok := readToken(token)
	if !ok {
		return nil, unsupportedScheme("The bearer token is not a JSON Web Token.")
	}
	switch {
	case !slices.ContainsFunc(o.Tokens.Issuers, func(beginning string) bool { return strings.HasPrefix(c.Issuer, beginning) }):
		return nil, unsupportedScheme("Issuer validation failed. Issuer did not match.")
	case !slices.ContainsFunc(c.Audience, o.isAudience):
		return nil, unsupportedScheme("Audience validation failed. Audience did not match.")
	case c.Expires == 0:
		return nil, unsupportedScheme("Lifetime validation failed. The token has no expiry.")
	case !o.Now.Before(unix(c.Expires)):
		return nil, unsupportedScheme("Lifetime validation failed. The token is expired.")
	case o.Now.Before(unix(c.NotBefore)):
		return nil, unsupportedScheme("Lifetime validation failed. The token is not yet valid.")
	}
	return &User{c.Object, c.Tenant}, nil
}

func unix(seconds float64) time.Time { return time.Unix(int64(seconds), 0) }

// isAudience reports whether a token for this audience is for the service.
func (o *Options) isAudience(a string) bool {
	a = strings.TrimSuffix(a, "/")
	return a == storageAudience || a == storageApplication || strings.HasPrefix(a, "https://"+o.Account+"."+o.Service+".")
}

// readToken reads the claims of a JSON Web Token.
func readToken(token string) (c claims, ok bool) {
	parts := strings.Split(token, ".")
	if len(parts) != 3 {
		return c, false
	}
	text, err := base64.RawURLEncoding.DecodeString(parts[1])
	return c, err == nil && json.Unmarshal(text, &c) == nil
}
