// Package curl writes a request as a command line, so that a person can send it again.
package curl

import (
	"regexp"
	"slices"
	"strings"

	"ifmatch/reports"
)

// FromFile marks an exchange whose body is not known: the command reads it from the file
// "body".
const FromFile = "(0 bytes, not text)"

// unsendable matches FromFile, and the texts with which a recorder replaces a body that
// cannot be typed.
var unsendable = regexp.MustCompile(`^\(\d+ bytes, not text\)$|… \(\d+ bytes in all\)$`)

// impliedHeaders are the headers that curl sets itself.
var impliedHeaders = []string{"content-length", "host", "accept-encoding", "connection"}

// Line returns the request of e as a command line for a POSIX shell. Redacted secrets
// become shell variables, and an address that begins with one becomes $ENDPOINT. A body
// that is truncated or not text is read from the file "body".
func Line(e reports.Exchange) string {
	args := []string{"curl", "--include"}
	if strings.ContainsAny(e.URL, "[]{}") {
		args = append(args, "--globoff")
	}
	if strings.Contains(e.URL, "/.") {
		args = append(args, "--path-as-is")
	}
	switch e.Method {
	case "GET":
	case "HEAD":
		args = append(args, "--head")
	default:
		args = append(args, "--request", e.Method)
	}
	typed := false
	for _, h := range e.RequestHeader {
		lower := strings.ToLower(h.Name)
		if slices.Contains(impliedHeaders, lower) {
			continue
		}
		typed = typed || lower == "content-type"
		line := h.Name + ": " + h.Value
		if h.Value == "" {
			line = h.Name + ";" // curl's notation for an empty value
		}
		args = append(args, "--header", quote(line, variable(lower, h.Value)))
	}
	switch {
	case e.RequestBody == "":
		if e.Method == "PUT" || e.Method == "POST" {
			args = append(args, "--header", "'Content-Length: 0'")
		}
	default:
		if !typed {
			args = append(args, "--header", "'Content-Type:'") // otherwise curl sends a form's type
		}
		if unsendable.MatchString(e.RequestBody) {
			args = append(args, "--data-binary", "@body")
		} else {
			args = append(args, "--data-raw", quote(e.RequestBody, "SECRET"))
		}
	}
	secret := "SIG"
	if strings.HasPrefix(e.URL, reports.Redacted) {
		secret = "ENDPOINT"
	}
	return strings.Join(append(args, quote(e.URL, secret)), " ")
}

// Unsigned says why the command of e cannot be sent as it stands; empty if it can.
func Unsigned(e reports.Exchange) string {
	for _, h := range e.RequestHeader {
		if strings.EqualFold(h.Name, "authorization") && strings.HasPrefix(h.Value, "SharedKey") {
			return "its signature was not kept, and held for one request: leave out the authorization header, and end the address with a SAS"
		}
	}
	return ""
}

// variable names the shell variable for the secret in a header's value.
func variable(header, value string) string {
	switch {
	case header == "authorization" && value != reports.Redacted:
		return "SIGNATURE"
	case header == "x-ms-copy-source":
		return "SOURCE_SIG"
	}
	return strings.ToUpper(strings.ReplaceAll(strings.TrimPrefix(header, "x-ms-"), "-", "_"))
}

var plainWord = regexp.MustCompile(`^[\w@%+=:,./-]+$`)

// quote makes s one shell word, with name in place of each redacted secret.
func quote(s, name string) string {
	parts := strings.Split(s, reports.Redacted)
	for i, p := range parts {
		switch {
		case p == "" && len(parts) > 1:
		case len(parts) == 1 && plainWord.MatchString(p):
		default:
			parts[i] = "'" + strings.ReplaceAll(p, "'", `'\''`) + "'"
		}
	}
	return strings.Join(parts, `"$`+name+`"`)
}
