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

// signatureHeaders are the headers that only a signature with the account key needs.
var signatureHeaders = []string{"authorization", "x-ms-date", "date"}

// sourceHeaders hold the address of a source, which a SAS has to open too.
var sourceHeaders = []string{"x-ms-copy-source", "x-ms-rename-source", "x-ms-file-rename-source"}

// policies matches requests that read or set access policies.
var policies = regexp.MustCompile(`[?&]comp=acl(&|$)`)

// Line returns the request of e as a command line for a POSIX shell. Redacted secrets
// become shell variables, and an address that begins with one becomes $ENDPOINT. A body
// that is truncated or not text is read from the file "body". A signature with the account
// key held for one request: $SAS at the end of the address takes its place.
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
	signed := signedWithKey(e)
	args = append(args, headers(e, signed)...)
	args = append(args, body(e)...)
	secret := "SIG"
	if strings.HasPrefix(e.URL, reports.Redacted) {
		secret = "ENDPOINT"
	}
	if signed {
		return strings.Join(append(args, withSAS(e.URL, secret)), " ")
	}
	return strings.Join(append(args, quote(e.URL, secret)), " ")
}

// withSAS ends an address with $SAS.
func withSAS(address, secret string) string {
	joint := "?"
	if strings.Contains(address, "?") {
		joint = "&"
	}
	return quote(address+joint, secret) + `"$SAS"`
}

// headers are the options for the header fields.
func headers(e reports.Exchange, signed bool) (args []string) {
	for _, h := range e.RequestHeader {
		lower := strings.ToLower(h.Name)
		if slices.Contains(impliedHeaders, lower) || signed && slices.Contains(signatureHeaders, lower) {
			continue
		}
		line := h.Name + ": " + h.Value
		switch {
		case h.Value == "":
			line = h.Name + ";" // curl's notation for an empty value
		case signed && slices.Contains(sourceHeaders, lower) && !strings.Contains(h.Value, "sig="):
			args = append(args, "--header", withSAS(line, ""))
			continue
		}
		args = append(args, "--header", quote(line, variable(lower, h.Value)))
	}
	return args
}

// body are the options for the body.
func body(e reports.Exchange) []string {
	if e.RequestBody == "" {
		if e.Method == "PUT" || e.Method == "POST" {
			return []string{"--header", "'Content-Length: 0'"}
		}
		return nil
	}
	var args []string
	if !slices.ContainsFunc(e.RequestHeader, func(h reports.Header) bool { return strings.EqualFold(h.Name, "content-type") }) {
		args = append(args, "--header", "'Content-Type:'") // otherwise curl sends a form's type
	}
	if unsendable.MatchString(e.RequestBody) {
		return append(args, "--data-binary", "@body")
	}
	return append(args, "--data-raw", quote(e.RequestBody, "SECRET"))
}

// signedWithKey reports whether a request was signed with the account key and a SAS can take its
// place: none reads or sets access policies.
func signedWithKey(e reports.Exchange) bool {
	return !policies.MatchString(e.URL) && slices.ContainsFunc(e.RequestHeader, func(h reports.Header) bool {
		return strings.EqualFold(h.Name, "authorization") && strings.HasPrefix(h.Value, "SharedKey")
	})
}

// variable names the shell variable for the secret in a header's value.
func variable(header, value string) string {
	switch {
	case header == "authorization" && strings.HasPrefix(value, "SharedKey"):
		return "SIGNATURE"
	case header == "authorization" && value != reports.Redacted:
		return "TOKEN"
	case slices.Contains(sourceHeaders, header):
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

// missing says, for each thing that a command may lack, what to type first, or why nothing helps. Each text is a line
// for a shell; {sign} stands for the command that makes a SAS.
var missing = []struct{ in, line string }{
	{`"$SAS"`, `SAS=$({sign})  # first, after a run with --keep: otherwise what the commands name is deleted`},
	{`"$TOKEN"`, `TOKEN=$(az account get-access-token --resource https://storage.azure.com --query accessToken -o tsv)`},
	{`"$SIGNATURE"`, `# SIGNATURE cannot be had: access policies take the account key, which signs one request at a time`},
	{`"$SIG"`, `# SIG was not kept: it is the signature of a SAS that the case or the target had`},
	{`"$SOURCE_SIG"`, `# SOURCE_SIG was not kept: it is the signature of a SAS for the source, which $SAS can replace`},
	{`@body`, `# body is a file with the body, which was too long, or not text, and was not kept`},
}

// target is the flag that names the target, in the command that runs a case again.
var target = regexp.MustCompile(`^ifmatch run( --target (?:[^\s']|'[^']*')+)`)

// Before returns what to type, for a shell, before the commands of a run's exchanges, and says why some cannot be sent.
func Before(r reports.Run, lines []string) (out []string) {
	if r.Target.Kind == "embedded" {
		return []string{`# nobody answers at this address: the reference was built in; "ifmatch serve" runs it as a server`}
	}
	sign := "ifmatch sign"
	if named := target.FindStringSubmatch(r.Plan.Again); named != nil {
		sign += named[1]
	}
	all := strings.Join(lines, "\n")
	for _, m := range missing {
		if strings.Contains(all, m.in) {
			out = append(out, strings.Replace(m.line, "{sign}", sign, 1))
		}
	}
	return out
}
