package sharedkey

import "strings"

// WithSAS adds a shared access signature to a target, the escaped path and query of a request line. The
// SAS may begin with "?", and is the whole credential: such requests are sent without Authorization,
// and their targets are secrets.
func WithSAS(target, sas string) string {
	sas = strings.TrimLeft(sas, "?&")
	switch {
	case sas == "":
		return target
	case !strings.Contains(target, "?"):
		return target + "?" + sas
	case strings.HasSuffix(target, "?"), strings.HasSuffix(target, "&"):
		return target + sas
	}
	return target + "&" + sas
}
