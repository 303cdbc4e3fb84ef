package auth

import (
	"bytes"
	"net/http"
	"strconv"
	"strings"
)

// verifyServiceSAS checks a signature over one container or blob. It returns the stored access policy that the signature
// names, zero if it names none.
func verifyServiceSAS(r *http.Request, f fields, o Options, path string) (*SAS, StoredPolicy, *Error) {
	var none StoredPolicy
	if o.Service != "blob" {
		return nil, none, notAuthentic("Service signatures are verified for blobs, queues and tables only; use an account SAS for the " + o.Service + " service.")
	}
	switch f.resource {
	case "c", "b":
	case "bs", "bv":
		if f.version < "2018-11-09" { // before, the moment wasn't signed
			return nil, none, notAuthentic("sr=" + f.resource + " needs sv=2018-11-09 or later.")
		}
	case "d":
		return nil, none, notAuthentic("Signatures over a directory (sr=d) need a hierarchical namespace, which this account doesn't have.")
	default:
		return nil, none, notAuthentic("sr=" + strconv.Quote(f.resource) + " must be c, b, bs or bv.")
	}
	unescaped, err := resourcePath(r, o.Account, path)
	if err != nil {
		return nil, none, notAuthentic("The path cannot be unescaped.")
	}
	container, blob := splitResource(unescaped, f.restype)

	text := serviceStringToSign(f, o.Account, container, blob)
	if !matches(o.Key, text, f.signature) {
		return nil, none, wrongSignature(text)
	}

	var policy StoredPolicy
	if f.identifier != "" {
		var refusal *Error
		if policy, refusal = storedPolicy(f, o, "container", container); refusal != nil {
			return nil, none, refusal
		}
	}
	permissions := f.permissions
	if permissions == "" {
		permissions = policy.Permissions
	}
	if !lettersOf(permissions, "racwdxyltmeopfi") {
		return nil, none, notAuthentic("The permissions " + strconv.Quote(permissions) + " must be letters of racwdxyltmeopfi, given by the signature (sp) or by its stored access policy.")
	}
	return &SAS{Permissions: permissions, Resource: f.resource, ResponseHeaders: f.overrides()}, policy, nil
}

// splitResource takes "/container/blob/with/slashes" apart. A single segment is a container if the request says so, and
// otherwise a blob of the root container. The service takes backslashes for slashes.
func splitResource(path, restype string) (container, blob string) {
	path = strings.TrimPrefix(strings.ReplaceAll(path, `\`, "/"), "/")
	container, blob, found := strings.Cut(path, "/")
	if found && blob != "" || restype == "container" || container == "" {
		return container, blob
	}
	return "$root", container
}

// serviceStringToSign is what the signature must be over. Later versions sign more: each line says since when.
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

// storedPolicy looks up the policy that the signature names. A field may come from the signature or from the policy, not
// from both: otherwise a client could widen what the policy's owner meant to control.
func storedPolicy(f fields, o Options, kind, name string) (StoredPolicy, *Error) {
	unknown := notAuthentic("The " + kind + " has no stored access policy " + strconv.Quote(f.identifier) + ".")
	if o.Policy == nil {
		return StoredPolicy{}, unknown
	}
	policy, found := o.Policy(name, f.identifier)
	if !found {
		return StoredPolicy{}, unknown
	}
	if f.start != "" && !policy.Start.IsZero() || f.expiry != "" && !policy.Expiry.IsZero() || f.permissions != "" && policy.Permissions != "" {
		return StoredPolicy{}, notAuthentic("Start, expiry and permissions can each be given by the signature or by its stored access policy, not by both.")
	}
	return policy, nil
}

// overrides are the response headers that the signature prescribes.
func (f fields) overrides() http.Header {
	var h http.Header
	for _, o := range []struct{ header, value string }{
		{"Cache-Control", f.cacheControl},
		{"Content-Disposition", f.disposition},
		{"Content-Encoding", f.encoding},
		{"Content-Language", f.language},
		{"Content-Type", f.contentType},
	} {
		if o.value != "" {
			if h == nil {
				h = make(http.Header)
			}
			h.Set(o.header, o.value)
		}
	}
	return h
}
