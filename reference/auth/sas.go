package auth

import (
	"fmt"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
	"time"
)

// SAS is what a verified shared access signature grants.
type SAS struct {
	Permissions   string // permission letters, from the signature or from its stored access policy
	Resource      string // service SAS: "c" container, "b" blob, "bs" snapshot, "bv" version, "t" table, "q" queue; "" for an account SAS
	ResourceTypes string // account SAS: letters of "sco" (service, container, object); "" for a service SAS
	Table         string // service SAS over a table: its name, for which upper and lower case are the same
	Keys          Keys   // service SAS over a table: the entities that it covers

	// ResponseHeaders are the response headers that the signature overrides (rscc, rscd, rsce, rscl, rsct); nil if none.
	ResponseHeaders http.Header
}

// Kind is the kind of resource that an operation works on, as account SAS distinguishes them.
type Kind byte

// The kinds, named by their letters in srt.
const (
	Service   Kind = 's' // the account: List Containers, service properties
	Container Kind = 'c' // a container, queue, table or share: Create Container, List Blobs
	Object    Kind = 'o' // a blob, message, entity or file
)

// Allows reports whether the identity may do an operation that needs any one of the permission letters in anyOf (Put
// Blob: "w", or "cw" where nothing is overwritten) on a resource of the given kind. A nil answer means yes. Shared Key
// permits everything. An anonymous identity is refused: whether a container is public is for the caller to know before
// it asks. A service SAS reaches blobs, and of its container only the list of blobs ("l") and the search by tags ("f"). One
// over a table reaches its entities; which table and which keys is for the caller to compare. One over a queue reaches
// its messages, and of the queue what may be read ("r").
func (id Identity) Allows(anyOf string, on Kind) *Error {
	switch {
	case id.Anonymous:
		return &Error{
			Status:  http.StatusUnauthorized,
			Code:    "NoAuthenticationInformation",
			Message: "Server failed to authenticate the request. Please refer to the information in the www-authenticate header.",
		}
	case id.SAS == nil:
		return nil
	}
	if id.SAS.Resource == "" {
		if strings.IndexByte(id.SAS.ResourceTypes, byte(on)) < 0 {
			return notAuthorized("AuthorizationResourceTypeMismatch",
				"This request is not authorized to perform this operation using this resource type.",
				"The account SAS covers srt="+id.SAS.ResourceTypes+", the operation works on "+string(rune(on))+".")
		}
	} else if on != Object {
		anyOf = containerLetters(anyOf, on, id.SAS.Resource)
	}
	if !strings.ContainsAny(id.SAS.Permissions, anyOf) {
		return notAuthorized("AuthorizationPermissionMismatch",
			"This request is not authorized to perform this operation using this permission.",
			"The signature permits "+strconv.Quote(id.SAS.Permissions)+".")
	}
	return nil
}

// containerLetters are those of the letters that a service SAS can grant above its blobs or messages.
func containerLetters(anyOf string, on Kind, resource string) string {
	if on == Container && resource == "q" && anyOf == "r" {
		return anyOf
	}
	if on != Container || resource != "c" {
		return ""
	}
	return strings.Map(func(letter rune) rune {
		if letter == 'l' || letter == 'f' {
			return letter
		}
		return -1
	}, anyOf)
}

// fields are the parameters of a shared access signature as they stand in the query. Each may occur once.
type fields struct {
	signature, version              string // sig, sv
	permissions, start, expiry      string // sp, st, se
	ip, protocol                    string // sip, spr
	resource, identifier            string // sr, si
	services, resourceTypes         string // ss, srt
	encryptionScope                 string // ses
	cacheControl, disposition       string // rscc, rscd
	encoding, language, contentType string // rsce, rscl, rsct
	delegatedBy, directoryDepth     string // skoid, sdd
	snapshot, versionID, restype    string // not of the signature: which blob version is asked for, and of what
	table                           string // tn
	keys                            Keys   // spk, srk, epk, erk
}

// parameter is where the value of the query parameter name belongs, or nil for one that is not ours.
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

// parseFields reads the signature's parameters. A parameter given twice is refused, because the operation might read the
// one that wasn't signed.
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

// hasSignature reports whether a raw query holds a shared access signature.
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

// verifySAS checks a request that carries a shared access signature: first that the key made it, then that it covers the
// moment, the sender and the protocol.
func verifySAS(r *http.Request, o Options, path, query string) (*SAS, *Error) {
	f, refusal := parseFields(query)
	if refusal != nil {
		return nil, refusal
	}
	if !isDate(f.version) || f.version < "2012-02-12" {
		return nil, notAuthentic("sv=" + strconv.Quote(f.version) + " is not a storage version that this server can verify.")
	}
	if f.delegatedBy != "" {
		return nil, notAuthentic("User delegation signatures (skoid) are not supported: this server has no directory. Sign with the account's key.")
	}

	var sas *SAS
	var policy StoredPolicy
	if f.services != "" || f.resourceTypes != "" {
		sas, refusal = verifyAccountSAS(f, o)
	} else if o.Service == "table" {
		sas, policy, refusal = verifyTableSAS(f, o)
	} else if o.Service == "queue" {
		sas, policy, refusal = verifyQueueSAS(r, f, o, path)
	} else {
		sas, policy, refusal = verifyServiceSAS(r, f, o, path)
	}
	if refusal != nil {
		return nil, refusal
	}
	if refusal := checkPeriod(f, policy, o.Now); refusal != nil {
		return nil, refusal
	}
	if refusal := checkSender(r, f); refusal != nil {
		return nil, refusal
	}
	return sas, nil
}

// checkPeriod wants the moment to lie between start and expiry, which come from the signature or from the policy.
func checkPeriod(f fields, policy StoredPolicy, now time.Time) *Error {
	start, expiry := policy.Start, policy.Expiry
	var err error
	if f.start != "" {
		if start, err = parseTime(f.start); err != nil {
			return notAuthentic("st=" + strconv.Quote(f.start) + " is not an ISO 8601 time in UTC.")
		}
	}
	if f.expiry != "" {
		if expiry, err = parseTime(f.expiry); err != nil {
			return notAuthentic("se=" + strconv.Quote(f.expiry) + " is not an ISO 8601 time in UTC.")
		}
	}
	switch {
	case expiry.IsZero():
		return notAuthentic("The expiry must be given by the signature (se) or by its stored access policy.")
	case !start.IsZero() && now.Before(start):
		return notAuthentic(fmt.Sprintf("Signature not valid yet: Start [%s] - Current [%s].", stamp(start), stamp(now)))
	case !now.Before(expiry):
		return notAuthentic(fmt.Sprintf("Signature has expired: Expiry [%s] - Current [%s].", stamp(expiry), stamp(now)))
	}
	return nil
}

func stamp(t time.Time) string { return t.UTC().Format(http.TimeFormat) }

// checkSender wants the request to come from the signed addresses over the signed protocol.
func checkSender(r *http.Request, f fields) *Error {
	switch f.protocol {
	case "", "https,http", "http,https":
	case "https":
		if !secure(r) {
			return notAuthorized("AuthorizationProtocolMismatch",
				"This request is not authorized to perform this operation using this protocol.", "The signature permits https only.")
		}
	default:
		return notAuthentic("spr=" + strconv.Quote(f.protocol) + " must be https or https,http.")
	}
	if f.ip == "" {
		return nil
	}
	first, last, ok := parseRange(f.ip)
	if !ok {
		return notAuthentic("sip=" + strconv.Quote(f.ip) + " is not an address or a range of addresses.")
	}
	sender := senderOf(r)
	if !sender.IsValid() || sender.Less(first) || last.Less(sender) || sender.Is4() != first.Is4() {
		return notAuthorized("AuthorizationSourceIPMismatch",
			"This request is not authorized to perform this operation using this source IP.", "The request came from "+sender.String()+".")
	}
	return nil
}

// senderOf is the address that the request came from; invalid if unknown.
func senderOf(r *http.Request) netip.Addr {
	if port, err := netip.ParseAddrPort(r.RemoteAddr); err == nil {
		return port.Addr().Unmap()
	}
	addr, err := netip.ParseAddr(r.RemoteAddr)
	if err != nil {
		return netip.Addr{}
	}
	return addr.Unmap()
}

// parseRange reads "192.0.2.1" or "192.0.2.1-192.0.2.9".
func parseRange(text string) (first, last netip.Addr, ok bool) {
	from, to, isRange := strings.Cut(text, "-")
	first, err := netip.ParseAddr(from)
	if err != nil {
		return first, last, false
	}
	last = first
	if isRange {
		if last, err = netip.ParseAddr(to); err != nil {
			return first, last, false
		}
	}
	return first, last, first.Is4() == last.Is4() && !last.Less(first)
}

// sasTimes are the forms that a signature's times may have. Fractions of a second are accepted by the parser anyway.
var sasTimes = []string{"2006-01-02T15:04:05Z", "2006-01-02T15:04Z", "2006-01-02"}

func parseTime(text string) (time.Time, error) {
	var err error
	for _, layout := range sasTimes {
		var at time.Time
		if at, err = time.Parse(layout, text); err == nil {
			return at, nil
		}
	}
	return time.Time{}, err
}

// isDate reports whether text has the form of a storage version. Versions of that form compare as text.
func isDate(text string) bool {
	_, err := time.Parse(time.DateOnly, text)
	return err == nil
}
