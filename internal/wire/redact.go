package wire

import (
	"net/url"
	"regexp"
	"slices"
	"strings"

	"ifmatch/reports"
)

// Secrets are recognised by their context. Long padded base64 is recognised
// without any: account keys have 88 characters, signatures and delegation keys
// 44. Hiding a harmless value costs little; showing a key costs an account.
//
// Each shape names a lower-case text without which it cannot match, because
// patterns that ignore case are slow, and most texts contain no secret.
var secretShapes = []struct {
	needs   string
	pattern *regexp.Regexp
	replace string
}{
	{"sig", signature, "${1}" + reports.Redacted},
	{"key", regexp.MustCompile(`(?i)(account_?key["']?\s*[=:]\s*["']?)[^;\s"'<>&]+`), "${1}" + reports.Redacted},
	{"sharedaccesssignature", regexp.MustCompile(`(?i)(sharedaccesssignature["']?\s*[=:]\s*["']?)[^;\s"'<>&]+`), "${1}" + reports.Redacted},
	{"bearer", regexp.MustCompile(`(?i)\b(bearer\s+)[\w.~+/=-]+`), "${1}" + reports.Redacted},
	{"sharedkey", regexp.MustCompile(`(?i)\b(sharedkey(?:lite)?\s+[^:\s]+:)[^\s"'<>]+`), "${1}" + reports.Redacted},
	{"eyj", regexp.MustCompile(`\beyJ[\w-]{8,}\.[\w-]+(?:\.[\w-]*)?`), reports.Redacted}, // a token without its scheme
	{"=", regexp.MustCompile(`[A-Za-z0-9+/]{43,}={1,2}`), reports.Redacted},
}

// signature finds the signature of a SAS, even in an address that was escaped
// once or twice.
var signature = regexp.MustCompile(`(?i)(sig(?:=|%3d|%253d))[^&\s"'<>;:,)\]}]+`)

var userinfo = regexp.MustCompile(`(?i)^([a-z][a-z0-9+.-]*://)[^/?#@]*@`)

// secretHeaders contain nothing but a secret.
var secretHeaders = []string{
	"cookie", "set-cookie", "proxy-authorization",
	"x-ms-encryption-key", "x-ms-source-encryption-key",
}

// credentialHeaders contain a scheme, possibly an account, and a secret.
var credentialHeaders = []string{"authorization", "x-ms-copy-source-authorization"}

// addressHeaders contain an address that may have a SAS.
var addressHeaders = []string{
	"x-ms-copy-source", "x-ms-rename-source", "location", "content-location", "referer",
}

// Redact hides every secret in text: signatures, account keys, bearer tokens,
// connection strings.
func Redact(text string) string {
	lower := strings.ToLower(text)
	for _, s := range secretShapes {
		if strings.Contains(lower, s.needs) {
			text = s.pattern.ReplaceAllString(text, s.replace)
		}
	}
	return text
}

// RedactURL hides the signature of a SAS and any user information in an address,
// and leaves the rest unchanged.
func RedactURL(address string) string {
	if strings.Contains(address, "@") {
		address = userinfo.ReplaceAllString(address, "${1}"+reports.Redacted+"@")
	}
	if path, query, found := strings.Cut(address, "?"); found {
		pairs := strings.Split(query, "&")
		for i, pair := range pairs {
			name, _, valued := strings.Cut(pair, "=")
			if plain, err := url.QueryUnescape(name); err == nil && valued && strings.EqualFold(plain, "sig") {
				pairs[i] = name + "=" + reports.Redacted
			}
		}
		address = path + "?" + strings.Join(pairs, "&")
	}
	if strings.Contains(strings.ToLower(address), "sig") {
		address = signature.ReplaceAllString(address, "${1}"+reports.Redacted)
	}
	return address
}

// RedactHeader returns the value of the header name without secrets. It keeps
// the scheme and the account of a credential.
func RedactHeader(name, value string) string {
	switch lower := strings.ToLower(name); {
	case slices.Contains(secretHeaders, lower):
		return reports.Redacted
	case slices.Contains(credentialHeaders, lower):
		return redactCredential(value)
	case slices.Contains(addressHeaders, lower):
		return RedactURL(value)
	}
	return Redact(value)
}

func redactCredential(value string) string {
	scheme, rest, found := strings.Cut(value, " ")
	switch {
	case found && strings.EqualFold(scheme, "bearer"):
		return scheme + " " + reports.Redacted
	case found && (strings.EqualFold(scheme, "sharedkey") || strings.EqualFold(scheme, "sharedkeylite")):
		if account, _, found := strings.Cut(rest, ":"); found {
			return scheme + " " + account + ":" + reports.Redacted
		}
	}
	return reports.Redacted
}

// minLiteral keeps a short or empty secret from hiding half of the text.
const minLiteral = 8

// literals returns a replacer for the secrets, both verbatim and as escaped in
// an address. In a SAS only the signature is secret.
func literals(secrets []string) *strings.Replacer {
	var pairs []string
	for _, s := range secrets {
		if query, err := url.ParseQuery(strings.TrimPrefix(s, "?")); err == nil && query.Get("sig") != "" {
			s = query.Get("sig")
		}
		if len(s) < minLiteral {
			continue
		}
		for _, form := range []string{s, url.QueryEscape(s), url.PathEscape(s), url.QueryEscape(url.QueryEscape(s))} {
			pairs = append(pairs, form, reports.Redacted)
		}
	}
	return strings.NewReplacer(pairs...)
}
