package auth

import (
	"strconv"
	"strings"
)

// serviceLetters are the letters of ss.
var serviceLetters = map[string]string{"blob": "b", "queue": "q", "table": "t", "file": "f"}

// verifyAccountSAS checks a signature over the account, for some services (ss) and kinds of resources (srt). It cannot
// refer to a stored access policy.
func verifyAccountSAS(f fields, o Options) (*SAS, *Error) {
	switch {
	case f.version < "2015-04-05":
		return nil, notAuthentic("An account SAS needs sv=2015-04-05 or later.")
	case !lettersOf(f.services, "bqtf"):
		return nil, notAuthentic("ss=" + strconv.Quote(f.services) + " must consist of letters from bqtf.")
	case !lettersOf(f.resourceTypes, "sco"):
		return nil, notAuthentic("srt=" + strconv.Quote(f.resourceTypes) + " must consist of letters from sco.")
	case !lettersOf(f.permissions, "rwdxylacupfti"):
		return nil, notAuthentic("sp=" + strconv.Quote(f.permissions) + " must consist of letters from rwdxylacupfti.")
	}

	text := lines(
		o.Account, f.permissions, f.services, f.resourceTypes, f.start, f.expiry, f.ip, f.protocol, f.version)
	if f.version >= "2020-12-06" {
		text = append(text, lines(f.encryptionScope)...)
	}
	if !o.signs(text, f.signature) {
		return nil, wrongSignature(text)
	}
	if !strings.Contains(f.services, serviceLetters[o.Service]) {
		return nil, notAuthorized("AuthorizationServiceMismatch",
			"This request is not authorized to perform this operation using this service.", "The account SAS covers ss="+f.services+".")
	}
	return &SAS{Permissions: f.permissions, ResourceTypes: f.resourceTypes, ResponseHeaders: f.overrides()}, nil
}
