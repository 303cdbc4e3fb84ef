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

// Options tell Verify about the account and the time.
type Options struct {
	Account string    // account name, as in Authorization headers and signed resources
	Key     []byte    // the account's key, decoded from base64
	Second  []byte    // the account's second key, equally valid; nil: there is none
	Tokens  *Tokens   // the accepted bearer tokens; nil: none
	Now     time.Time // the server's time, for date skew and SAS validity
	Service string    // "blob", "queue", "table" or "file": chooses the form of the string to sign
	Version string    // protocol version of the outer request, if there is one; empty: the request's own x-ms-version

	macs *sync.Pool // of hash.Hash under Key; nil: a new one is made each time

	// Policy looks up a stored access policy of a container, queue or table. Nil means that there are none.
	Policy func(container, id string) (StoredPolicy, bool)
}

// Prepared returns options for many requests: they reuse what is derived from the key.
func (o Options) Prepared() Options {
	key := o.Key
	o.macs = &sync.Pool{New: func() any { return hmac.New(sha256.New, key) }}
	return o
}

// StoredPolicy is a stored access policy. It supplies the fields that a SAS leaves out when it names the policy by si.
// A zero time or an empty permission means that the policy does not set that field.
type StoredPolicy struct {
	Start, Expiry time.Time
	Permissions   string
}

// Identity is the outcome of a successful verification.
type Identity struct {
	Anonymous bool // the request has neither an Authorization header nor a signature
	SAS       *SAS // the grants of the shared access signature; nil for Shared Key, for tokens and for anonymous requests
	// Token is the user for whom a bearer token was issued; nil if the request has none.
	Token *User
}

// User is a user, or a program, in a directory.
type User struct{ Object, Tenant string }

// SAS holds the grants of a verified shared access signature.
type SAS struct {
	Permissions   string // permission letters, from the signature or from its stored access policy
	Resource      string // service SAS: "c" container, "b" blob, "bs" snapshot, "bv" version, "t" table, "q" queue, "s" share, "f" file; "" for an account SAS
	ResourceTypes string // account SAS: letters of "sco" (service, container, object); "" for a service SAS
	Table         string // service SAS over a table: the table's name, in any case
	Keys          Keys   // service SAS over a table: the entities that it covers

	// ResponseHeaders are the response headers that the signature overrides (rscc, rscd, rsce, rscl, rsct); nil if none.
	ResponseHeaders http.Header
}

// Keys is a range of entities, both ends included. It extends from the first partition and row key to the last, ordered
// by partition key and then row key. An empty key sets no bound, and a row key requires its partition key.
type Keys struct{ FromPartition, FromRow, ToPartition, ToRow string }

// Covers reports whether an identity may access the entity with these keys. Only a service SAS over a table has bounds.
func (id Identity) Covers(partition, row string) bool {
	if id.SAS == nil {
		return true
	}
	k := &id.SAS.Keys
	below := partition < k.FromPartition || partition == k.FromPartition && row < k.FromRow
	above := k.ToPartition != "" && (partition > k.ToPartition || partition == k.ToPartition && k.ToRow != "" && row > k.ToRow)
	return !below && !above
}

// Kind is the kind of resource that an operation works on, as an account SAS distinguishes them.
type Kind byte

// The kinds, named by their letters in srt.
const (
	Service   Kind = 's' // the account: List Containers, service properties
	Container Kind = 'c' // a container, queue, table or share: Create Container, List Blobs
	Object    Kind = 'o' // a blob, message, entity or file
	Whatever  Kind = '*' // whatever the request names: every signature covers it
)

// Allows returns nil if the identity may do an operation, and a refusal otherwise. The operation needs any one of the
// permission letters in anyOf (Put Blob: "w", or "cw" if nothing is overwritten) on a resource of the given kind.
// Shared Key permits everything. An anonymous identity is refused: the caller must first check whether the container is
// public.
//
// A service SAS over a container or blob permits operations on blobs. Of operations on the container, it can permit
// only the list of blobs ("l") and the search by tags ("f"). A SAS over a share permits operations on its files, and
// lists of them ("l"). A SAS over a table permits operations on its entities; the caller must compare the table and the
// keys. A SAS over a queue permits operations on its messages, and reads of the queue ("r").
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
	switch {
	case on == Whatever:
	case id.SAS.Resource == "":
		if strings.IndexByte(id.SAS.ResourceTypes, byte(on)) < 0 {
			return notAuthorized("AuthorizationResourceTypeMismatch",
				"This request is not authorized to perform this operation using this resource type.",
				"The account SAS covers srt="+id.SAS.ResourceTypes+", the operation works on "+string(rune(on))+".")
		}
	case on != Object:
		if anyOf = containerLetters(anyOf, on, id.SAS.Resource); anyOf == "" { // D:Create a service SAS
			return notAuthorized("AuthorizationFailure",
				"This request is not authorized to perform this operation.", "It needs an account SAS or the account's key.")
		}
	}
	if !strings.ContainsAny(id.SAS.Permissions, anyOf) {
		return notAuthorized("AuthorizationPermissionMismatch",
			"This request is not authorized to perform this operation using this permission.",
			"The signature permits "+strconv.Quote(id.SAS.Permissions)+".")
	}
	return nil
}

// containerLetters returns the letters that a service SAS can grant for operations on the container, queue or share
// itself.
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
