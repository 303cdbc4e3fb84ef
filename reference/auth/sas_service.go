package auth

import (
	"bytes"
	"net/http"
	"strconv"
	"strings"
)

// verifyServiceSAS checks a signature over one container or blob. It returns the stored access policy that the
// signature names, or zero if it names none.
func verifyServiceSAS(r *http.Request, f fields, o Options, path string) (*SAS, StoredPolicy, *Error) {
	var none StoredPolicy
	switch f.resource {
	case "c", "b":
	case "bs", "bv":
		if f.version < "2018-11-09" { // earlier versions did not sign the snapshot's time
			return nil, none, notAuthentic("sr=" + f.resource + " needs sv=2018-11-09 or later.")
		}
	case "d":
		return nil, none, notAuthentic("Signatures over a directory (sr=d) need a hierarchical namespace, which this account does not have.")
	default:
		return nil, none, notAuthentic("sr=" + strconv.Quote(f.resource) + " must be c, b, bs or bv.")
	}
	unescaped, err := resourcePath(r, o.Account, path)
	if err != nil {
		return nil, none, notAuthentic("The path cannot be unescaped.")
	}
	container, blob := splitResource(unescaped, f.restype)

	text := serviceStringToSign(f, o.Account, container, blob)
	if !o.signs(text, f.signature) {
		return nil, none, wrongSignature(text)
	}

	permissions, policy, refusal := f.granted(o, "container", container, "racwdxyltmeopfi")
	if refusal != nil {
		return nil, policy, refusal
	}
	return &SAS{Permissions: permissions, Resource: f.resource, ResponseHeaders: f.overrides()}, policy, nil
}

// splitResource splits "/container/blob/with/slashes". A single segment is a container if the request says so, or asks
// for the account there, and otherwise a blob in the root container. The service treats backslashes as slashes.
func splitResource(path, restype string) (container, blob string) {
	path = strings.TrimPrefix(strings.ReplaceAll(path, `\`, "/"), "/")
	container, blob, found := strings.Cut(path, "/")
	if found && blob != "" || restype == "container" || restype == "account" || container == "" {
		return container, blob
	}
	return "$root", container
}

// serviceStringToSign returns the text that the signature must cover. Later versions sign more lines.
func serviceStringToSign(f fields, account, container, blob string) []byte {
	resource := "/" + account + "/" + container
	if f.version >= "2015-02-21" {
		resource = "/blob" + resource
	}
	moment := ""
	switch f.resource {
	case "c": // covers all its blobs, so none is named
	case "bs":
		resource, moment = resource+"/"+blob, f.snapshot
	case "bv":
		resource, moment = resource+"/"+blob, f.versionID
	default:
		resource += "/" + blob
	}

	text := lines(f.permissions, f.start, f.expiry, resource, f.identifier)
	if f.version >= "2015-04-05" {
		text = append(text, lines(f.ip, f.protocol)...)
	}
	text = append(text, lines(f.version)...)
	if f.version >= "2018-11-09" {
		text = append(text, lines(f.resource, moment)...)
	}
	if f.version >= "2020-12-06" {
		text = append(text, lines(f.encryptionScope)...)
	}
	if f.version >= "2013-08-15" {
		text = append(text, lines(f.cacheControl, f.disposition, f.encoding, f.language, f.contentType)...)
	}
	return bytes.TrimSuffix(text, []byte("\n"))
}
