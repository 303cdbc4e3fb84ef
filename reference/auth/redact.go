package auth

import (
	"regexp"
	"slices"
	"strings"
)

const redacted = "REDACTED"

// secretHeaders carry keys and tokens that are signed but must not be shown.
var secretHeaders = []string{
	"x-ms-copy-source-authorization",
	"x-ms-encryption-key",
	"x-ms-source-encryption-key",
}

// sigParameter finds the signature of a shared access signature in an address, even if the address is escaped.
var sigParameter = regexp.MustCompile(`(?i)(sig(?:=|%3d))[^&\s'"]+`)

// redactHeaders returns list without secrets: it hides the values of secret headers, and signatures in addresses.
func redactHeaders(list []header) []header {
	shown := slices.Clone(list)
	for i, h := range shown {
		if slices.Contains(secretHeaders, h.name) {
			shown[i].value = redacted
		} else if strings.Contains(strings.ToLower(h.value), "sig") {
			shown[i].value = sigParameter.ReplaceAllString(h.value, "${1}"+redacted)
		}
	}
	return shown
}

// redactParameters returns list without signatures.
func redactParameters(list []parameter) []parameter {
	shown := slices.Clone(list)
	for i, p := range shown {
		if p.name == "sig" {
			shown[i].value = redacted
		} else {
			shown[i].value = sigParameter.ReplaceAllString(p.value, "${1}"+redacted)
		}
	}
	return shown
}
