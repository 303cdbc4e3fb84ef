package wire

import (
	"regexp"
	"slices"
	"strings"

	"ifmatch/reports"
)

// unsendable matches what a Recorder writes in place of a body that cannot be
// typed again.
var unsendable = regexp.MustCompile(`^\(\d+ bytes, not text\)$|… \(\d+ bytes in all\)$`)

// impliedHeaders are those that curl finds out by itself.
var impliedHeaders = []string{"content-length", "host", "accept-encoding", "connection"}

// Curl returns the request of e as a command line for a POSIX shell. Every
// secret that was redacted is a shell variable, and a body that is not whole
// or not text is read from the file "body".
func Curl(e reports.Exchange) string {
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
			line = h.Name + ";" // how curl spells an empty value
		}
		args = append(args, "--header", quote(line, variable(lower)))
	}
	switch {
	case e.RequestBody == "":
		if e.Method == "PUT" || e.Method == "POST" {
			args = append(args, "--header", "'Content-Length: 0'")
		}
	default:
		if !typed {
			args = append(args, "--header", "'Content-Type:'") // or curl claims a form
		}
		if unsendable.MatchString(e.RequestBody) {
			args = append(args, "--data-binary", "@body")
		} else {
			args = append(args, "--data-raw", quote(e.RequestBody, "SECRET"))
		}
	}
	return strings.Join(append(args, quote(e.URL, "SIG")), " ")
}

// variable names the shell variable that stands for the secret of a header.
func variable(header string) string {
	switch header {
	case "authorization":
		return "SIGNATURE"
	case "x-ms-copy-source":
		return "SOURCE_SIG"
	}
	return strings.ToUpper(strings.ReplaceAll(strings.TrimPrefix(header, "x-ms-"), "-", "_"))
}

var plainWord = regexp.MustCompile(`^[\w@%+=:,./-]+$`)

// quote makes one shell word of s, with name in place of each redacted secret.
func quote(s, name string) string {
	parts := strings.Split(s, hidden)
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
