package auth

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Delegation is what a user delegation key stands for: its holder may sign in the name of a user until it expires. The
// key follows from these values and the account's key, so the server does not have to remember it.
// // D:Get User Delegation Key
type Delegation struct {
	Object, Tenant string // of the user
	Start, Expiry  string // as DelegationTime writes them
	Service        string // b, q or f
	Version        string // of the protocol
}

// DelegationTime is the format of a key's start and expiry.
const DelegationTime = "2006-01-02T15:04:05Z"

// Key returns the key, given the account's key.
func (d Delegation) Key(account []byte) []byte {
	mac := hmac.New(sha256.New, account)
	mac.Write([]byte("user delegation key\n"))
	mac.Write(lines(d.Object, d.Tenant, d.Start, d.Expiry, d.Service, d.Version))
	return mac.Sum(nil)
}

// delegation returns the values of the key with which a signature was made.
func (f *fields) delegation() Delegation {
	return Delegation{f.delegatedBy, f.delegatedTenant, f.keyStart, f.keyExpiry, f.keyService, f.keyVersion}
}

// Letter returns the letter of a service in signatures and keys.
func Letter(service string) string { return serviceLetters[service] }

// firstDelegated are the first storage versions in which a service knows user delegation signatures.
var firstDelegated = map[string]string{"blob": "2018-11-09", "queue": "2025-07-05", "file": "2025-07-05"}

// verifyDelegatedSAS checks a signature that was made with a user delegation key. It grants what it says, whoever the
// user is: this server knows no roles. // D:Create a user delegation SAS
func verifyDelegatedSAS(r *http.Request, f fields, o Options, path string) (*SAS, *Error) {
	since := firstDelegated[o.Service]
	switch {
	case o.Tokens == nil:
		return nil, notAuthentic("User delegation signatures (skoid) are not supported: this server has no directory. Sign with the account's key.")
	case since == "" || f.version < since:
		return nil, notAuthentic("The " + o.Service + " service does not know user delegation signatures in sv=" + f.version + ".")
	case f.identifier != "":
		return nil, notAuthentic("A user delegation signature cannot name a stored access policy.")
	case f.keyService != Letter(o.Service):
		return nil, notAuthentic("The user delegation key is for sks=" + strconv.Quote(f.keyService) + ".")
	case f.delegatedUser != "" || f.delegatedUserTenant != "" || f.signedHeaders != "" || f.signedQuery != "":
		return nil, &Error{http.StatusNotImplemented, "NotImplemented",
			"The reference server does not implement signatures for one user (sduoid, skdutid), or over headers and parameters (srh, srq).", ""}
	}
	unescaped, err := resourcePath(r, o.Account, path)
	if err != nil {
		return nil, notAuthentic("The path cannot be unescaped.")
	}
	resource, letters, refusal := delegatedResource(&f, o.Service, unescaped)
	if refusal != nil {
		return nil, refusal
	}
	text := delegatedStringToSign(&f, o, resource)
	if !f.delegation().signs(text, f.signature, o) {
		return nil, wrongSignature(text)
	}
	if !lettersOf(f.permissions, letters) {
		return nil, notAuthentic("sp=" + strconv.Quote(f.permissions) + " must consist of letters from " + letters + ".")
	}
	if refusal := checkKeyPeriod(&f, o.Now); refusal != nil {
		return nil, refusal
	}
	kind := f.resource
	if o.Service == "queue" {
		kind = "q"
	}
	return &SAS{Permissions: f.permissions, Resource: kind, ResponseHeaders: f.overrides()}, nil
}

// delegatedResource returns the resource that a signature covers, below the account, and the letters that it may grant.
func delegatedResource(f *fields, service, path string) (resource, letters string, refusal *Error) {
	first, rest, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	switch {
	case service == "queue":
		return first, "raup", nil
	case service == "file" && f.resource == "s":
		return first, "rcwdl", nil
	case service == "file" && f.resource == "f":
		return first + "/" + rest, "rcwd", nil
	case service == "blob":
		container, blob := splitResource(path, f.restype)
		switch f.resource {
		case "c":
			return container, "racwdxyltmeopfi", nil
		case "b", "bs", "bv":
			return container + "/" + blob, "racwdxyltmeopfi", nil
		}
	}
	return "", "", notAuthentic("sr=" + strconv.Quote(f.resource) + " is not a kind of resource that this server can verify.")
}

// delegatedStringToSign returns the text that the signature must cover. Later versions sign more lines.
func delegatedStringToSign(f *fields, o Options, resource string) []byte {
	text := lines(f.permissions, f.start, f.expiry, "/"+o.Service+"/"+o.Account+"/"+resource,
		f.delegatedBy, f.delegatedTenant, f.keyStart, f.keyExpiry, f.keyService, f.keyVersion)
	if f.version >= "2020-02-10" {
		text = append(text, lines(f.authorized, f.unauthorized, f.correlation)...)
	}
	if f.version >= "2025-07-05" {
		text = append(text, lines(f.delegatedUserTenant, f.delegatedUser)...)
	}
	text = append(text, lines(f.ip, f.protocol, f.version)...)
	if o.Service != "queue" {
		moment := ""
		switch f.resource {
		case "bs":
			moment = f.snapshot
		case "bv":
			moment = f.versionID
		}
		text = append(text, lines(f.resource, moment)...)
		if f.version >= "2020-12-06" {
			text = append(text, lines(f.encryptionScope)...)
		}
		if f.version >= "2026-04-06" && o.Service == "blob" {
			text = append(text, lines(f.signedHeaders, f.signedQuery)...)
		}
		text = append(text, lines(f.cacheControl, f.disposition, f.encoding, f.language, f.contentType)...)
	}
	return bytes.TrimSuffix(text, []byte("\n"))
}

// signs reports whether signature is that of a text, with the key derived from either key of the account.
func (d Delegation) signs(text []byte, signature string, o Options) bool {
	return isMAC(hmac.New(sha256.New, d.Key(o.Key)), text, signature) ||
		o.Second != nil && isMAC(hmac.New(sha256.New, d.Key(o.Second)), text, signature)
}

// checkKeyPeriod checks that the time is between start and expiry of the key.
func checkKeyPeriod(f *fields, now time.Time) *Error {
	start, err := time.Parse(DelegationTime, f.keyStart)
	if err != nil {
		return notAuthentic("skt=" + strconv.Quote(f.keyStart) + " is not the start of a key.")
	}
	expiry, err := time.Parse(DelegationTime, f.keyExpiry)
	switch {
	case err != nil:
		return notAuthentic("ske=" + strconv.Quote(f.keyExpiry) + " is not the expiry of a key.")
	case now.Before(start):
		return notAuthentic("The user delegation key is not valid yet: Start [" + stamp(start) + "] - Current [" + stamp(now) + "].")
	case !now.Before(expiry):
		return notAuthentic("The user delegation key has expired: Expiry [" + stamp(expiry) + "] - Current [" + stamp(now) + "].")
	}
	return nil
}
