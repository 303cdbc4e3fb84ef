// Package auth verifies who sent a request to the reference server: Shared Key, Shared Key Lite and shared access
// signatures, as Azure Storage documents them, for the blob, queue, file and table services.
//
// It answers one question, [Verify]: is this request really signed with the account's key, and if it carries a shared
// access signature, what does that signature permit? What an operation needs is the caller's knowledge: it asks
// [Identity.Allows] with the permission letters and the kind of resource the operation touches. Whether an anonymous
// request may read a public container is also left to the caller, because only the caller knows the container.
//
// The package keeps no state and reads no clock: the time comes with the [Options]. It never changes a request.
package auth

import (
	"net/http"
	"time"
)

// Options is what Verify needs to know of the account and of the moment.
type Options struct {
	Account string    // account name, as it stands in Authorization headers and signed resources
	Key     []byte    // the account's key, decoded from base64
	Now     time.Time // the server's time, for date skew and SAS validity
	Service string    // "blob", "queue", "table" or "file": chooses the form of the string to sign

	// Policy looks up a stored access policy of a container, queue or table. Nil means that none has one.
	Policy func(container, id string) (StoredPolicy, bool)
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

// maxSkew is how far a request's date may be from the server's time, in either direction.
const maxSkew = 15 * time.Minute

// Verify finds out who sent r. A request without credentials is answered with an anonymous identity, not with an error.
// The path and query are taken as they were received (RequestURI where the request came through a server), so both
// path-style addresses (/account/container/blob) and host-style ones (account.blob.example/container/blob) work.
func Verify(r *http.Request, o Options) (Identity, *Error) {
	path, query := target(r)
	if values, found := r.Header["Authorization"]; found {
		if err := verifyHeader(r, o, values, path, query); err != nil {
			return Identity{}, err
		}
		return Identity{}, nil
	}
	if hasSignature(query) {
		sas, err := verifySAS(r, o, path, query)
		if err != nil {
			return Identity{}, err
		}
		return Identity{SAS: sas}, nil
	}
	return Identity{Anonymous: true}, nil
}
