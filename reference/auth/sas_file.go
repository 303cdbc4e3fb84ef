package auth

import (
	"bytes"
	"net/http"
	"strconv"
	"strings"
)

// verifyFileSAS checks a signature over one share, or one file in it. It returns the stored access policy that the
// signature names, or zero if it names none.
func verifyFileSAS(r *http.Request, f fields, o Options, path string) (*SAS, StoredPolicy, *Error) {
	var none StoredPolicy
	unescaped, err := resourcePath(r, o.Account, path)
	if err != nil {
		return nil, none, notAuthentic("The path cannot be unescaped.")
	}
	share, file, _ := strings.Cut(strings.TrimPrefix(unescaped, "/"), "/")
	letters := "rcwd"
	switch f.resource {
	case "s":
		file, letters = "", "rcwdl"
	case "f":
	default:
		return nil, none, notAuthentic("sr=" + strconv.Quote(f.resource) + " must be s or f.")
	}
	text := fileStringToSign(f, o.Account, share, file)
	if share == "" || f.resource == "f" && file == "" || !o.signs(text, f.signature) {
		return nil, none, wrongSignature(text)
	}
	permissions, policy, refusal := f.granted(o, "share", share, letters)
	if refusal != nil {
		return nil, policy, refusal
	}
	return &SAS{Permissions: permissions, Resource: f.resource, ResponseHeaders: f.overrides()}, policy, nil
}

// fileStringToSign returns the text that the signature must cover. Later versions sign more.
func fileStringToSign(f fields, account, share, file string) []byte {
	resource := "/file/" + account + "/" + share
	if file != "" {
		resource += "/" + file
	}
	text := lines(f.permissions, f.start, f.expiry, resource, f.identifier)
	if f.version >= "2015-04-05" {
		text = append(text, lines(f.ip, f.protocol)...)
	}
	text = append(text, lines(f.version, f.cacheControl, f.disposition, f.encoding, f.language, f.contentType)...)
	return bytes.TrimSuffix(text, []byte("\n"))
}
