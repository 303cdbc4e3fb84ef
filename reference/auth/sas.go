package auth

import (
	"net/http"
	"strconv"
	"strings"
)

// fields are the parameters of a shared access signature in the query. Each may occur once.
type fields struct {
	signature, version              string // sig, sv
	permissions, start, expiry      string // sp, st, se
	ip, protocol                    string // sip, spr
	resource, identifier            string // sr, si
	services, resourceTypes         string // ss, srt
	encryptionScope                 string // ses
	cacheControl, disposition       string // rscc, rscd
	encoding, language, contentType string // rsce, rscl, rsct
	directoryDepth                  string // sdd
	delegatedBy, delegatedTenant    string // skoid, sktid
	keyStart, keyExpiry             string // skt, ske
	keyService, keyVersion          string // sks, skv
	authorized, unauthorized        string // saoid, suoid
	correlation                     string // scid
	delegatedUser                   string // sduoid
	delegatedUserTenant             string // skdutid
	signedHeaders, signedQuery      string // srh, srq
	snapshot, versionID, restype    string // not part of the signature: the requested blob version, and its resource type
	table                           string // tn
	keys                            Keys   // spk, srk, epk, erk
}

// parameter returns the place for the value of a query parameter, or nil for a parameter of another kind.
func (f *fields) parameter(name string) *string {
	switch name {
	case "sig":
		return &f.signature
	case "sv":
		return &f.version
	case "sp":
		return &f.permissions
	case "st":
		return &f.start
	case "se":
		return &f.expiry
	case "sip":
		return &f.ip
	case "spr":
		return &f.protocol
	case "sr":
		return &f.resource
	case "si":
		return &f.identifier
	case "ss":
		return &f.services
	case "srt":
		return &f.resourceTypes
	case "ses":
		return &f.encryptionScope
	case "rscc":
		return &f.cacheControl
	case "rscd":
		return &f.disposition
	case "rsce":
		return &f.encoding
	case "rscl":
		return &f.language
	case "rsct":
		return &f.contentType
	case "skoid":
		return &f.delegatedBy
	case "sktid":
		return &f.delegatedTenant
	case "skt":
		return &f.keyStart
	case "ske":
		return &f.keyExpiry
	case "sks":
		return &f.keyService
	case "skv":
		return &f.keyVersion
	case "saoid":
		return &f.authorized
	case "suoid":
		return &f.unauthorized
	case "scid":
		return &f.correlation
	case "sduoid":
		return &f.delegatedUser
	case "skdutid":
		return &f.delegatedUserTenant
	case "srh":
		return &f.signedHeaders
	case "srq":
		return &f.signedQuery
	case "sdd":
		return &f.directoryDepth
	case "snapshot":
		return &f.snapshot
	case "versionid":
		return &f.versionID
	case "restype":
		return &f.restype
	case "tn":
		return &f.table
	case "spk":
		return &f.keys.FromPartition
	case "srk":
		return &f.keys.FromRow
	case "epk":
		return &f.keys.ToPartition
	case "erk":
		return &f.keys.ToRow
	}
	return nil
}

// parseFields reads the signature's parameters. It refuses a parameter given twice, because the operation might read
// the one that was not signed.
func parseFields(query string) (fields, *Error) {
	var f fields
	var space [24]parameter
	list, err := parameters(query, space[:0])
	if err != nil {
		return f, notAuthentic("The query string cannot be read: " + err.Error() + ".")
	}
	for _, p := range list {
		field := f.parameter(p.name)
		if field == nil {
			continue
		}
		if *field != "" {
			return f, notAuthentic("The query parameter " + p.name + " occurs twice.")
		}
		*field = p.value
	}
	return f, nil
}

// hasSignature reports whether a raw query contains a shared access signature.
func hasSignature(query string) bool {
	for query != "" {
		var pair string
		pair, query, _ = strings.Cut(query, "&")
		name, _, _ := strings.Cut(pair, "=")
		if strings.EqualFold(name, "sig") {
			return true
		}
	}
	return false
}

// overrides returns the response headers that the signature sets.
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

// lettersOf reports whether text is one or more letters of alphabet.
func lettersOf(text, alphabet string) bool {
	return text != "" && strings.Trim(text, alphabet) == ""
}

// lines joins values, with a line break after each.
func lines(values ...string) []byte {
	var b []byte
	for _, v := range values {
		b = append(b, v...)
		b = append(b, '\n')
	}
	return b
}

// wrongSignature shows the client's author the text that was verified. The text holds nothing that the request did not.
func wrongSignature(text []byte) *Error {
	return notAuthentic("Signature did not match. String to sign used was '" + string(text) + "'.")
}

// granted returns the permissions of a signature over a container, queue or table, and its stored access policy, if it
// names one. The permissions are some of the letters. They come from the signature or from the policy.
func (f *fields) granted(o Options, kind, name, letters string) (permissions string, policy StoredPolicy, refusal *Error) {
	if f.identifier != "" {
		if policy, refusal = storedPolicy(f, o, kind, name); refusal != nil {
			return "", policy, refusal
		}
	}
	if permissions = f.permissions; permissions == "" {
		permissions = policy.Permissions
	}
	if !lettersOf(permissions, letters) {
		return "", policy, notAuthentic("The permissions " + strconv.Quote(permissions) + " must consist of letters from " + letters + ", given by the signature (sp) or by its stored access policy.")
	}
	return permissions, policy, nil
}

// storedPolicy looks up the policy that the signature names. A field may come from the signature or from the policy,
// but not from both: otherwise a client could extend what the policy's owner wanted to control.
func storedPolicy(f *fields, o Options, kind, name string) (StoredPolicy, *Error) {
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
