package auth

import (
	"crypto/hmac"
	"crypto/sha256"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Options is what Verify needs to know of the account and of the moment.
type Options struct {
	Account string    // account name, as it stands in Authorization headers and signed resources
	Key     []byte    // the account's key, decoded from base64
	Second  []byte    // its second key, which is as good; nil: there is none
	Tokens  *Tokens   // the bearer tokens that are believed; nil: none
	Now     time.Time // the server's time, for date skew and SAS validity
	Service string    // "blob", "queue", "table" or "file": chooses the form of the string to sign
	Version string    // that the request is executed by, where it comes inside of another; empty: its own x-ms-version

	macs *sync.Pool // of hash.Hash under Key, nil if they are made anew each time

	// Policy looks up a stored access policy of a container, queue or table. Nil means that none has one.
	Policy func(container, id string) (StoredPolicy, bool)
}

// Prepared are the options for many requests: what follows from the key is kept.
func (o Options) Prepared() Options {
	key := o.Key
	o.macs = &sync.Pool{New: func() any { return hmac.New(sha256.New, key) }}
	return o
}

// StoredPolicy is a container's stored access policy: what a SAS that names it by si leaves unsaid. A zero time or an
// empty permission means that the policy doesn't set that field.
type StoredPolicy struct {
	Start, Expiry time.Time
	Permissions   string
}

// Identity is the outcome of a successful verification.
type Identity struct {
	Anonymous bool // neither an Authorization header nor a signature was sent
	SAS       *SAS // what the shared access signature grants; nil for Shared Key and for anonymous requests
}

// SAS is what a verified shared access signature grants.
type SAS struct {
	Permissions   string // permission letters, from the signature or from its stored access policy
	Resource      string // service SAS: "c" container, "b" blob, "bs" snapshot, "bv" version, "t" table, "q" queue, "s" share, "f" file; "" for an account SAS
	ResourceTypes string // account SAS: letters of "sco" (service, container, object); "" for a service SAS
	Table         string // service SAS over a table: its name, for which upper and lower case are the same
	Keys          Keys   // service SAS over a table: the entities that it covers

	// ResponseHeaders are the response headers that the signature overrides (rscc, rscd, rsce, rscl, rsct); nil if none.
	ResponseHeaders http.Header
}

// Keys is a range of entities, both ends included: from the one with the first two keys to the one with the last two,
// in the order of partition key and row key. An empty key sets no bound, and a row key needs its partition key.
type Keys struct{ FromPartition, FromRow, ToPartition, ToRow string }

// Covers reports whether an identity reaches the entity with these keys. Only a service SAS over a table has bounds.
func (id Identity) Covers(partition, row string) bool {
	if id.SAS == nil {
		return true
	}
	k := &id.SAS.Keys
	below := partition < k.FromPartition || partition == k.FromPartition && row < k.FromRow
	above := k.ToPartition != "" && (partition > k.ToPartition || partition == k.ToPartition && k.ToRow != "" && row > k.ToRow)
	return !below && !above
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
// over a share reaches its files, and the lists of them ("l"). One over a table reaches its entities; which table and which keys is for the caller to compare. One over a queue reaches
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
		if anyOf = containerLetters(anyOf, on, id.SAS.Resource); anyOf == "" { // D:Create a service SAS
			return notAuthorized("AuthorizationFailure",
				"This request is not authorized to perform this operation.", "It takes an account SAS, or the account's key.")
		}
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
	if on != Container || resource != "c" && resource != "s" {
		return ""
	}
	return strings.Map(func(letter rune) rune {
		if letter == 'l' || letter == 'f' {
			return letter
		}
		return -1
	}, anyOf)
}
