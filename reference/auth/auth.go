// Package auth verifies who sent a request to the reference server: Shared Key, Shared Key Lite and shared access
// signatures, as Azure Storage documents them, for the blob, queue, file and table services.
//
// It answers one question, [Verify]: is this request really signed with the account's key, and if it carries a shared
// access signature, what does that signature permit? The caller knows what an operation needs. It calls
// [Identity.Allows] with the permission letters and the kind of resource. The caller also decides whether an anonymous
// request may read a public container, because only the caller knows the container.
//
// The package has no state and reads no clock: the time is in the [Options]. It never changes a request.
package auth

import (
	"net/http"
	"strconv"
	"time"

	op "ifmatch/reference/operation"
)

// Verify determines who sent r. A request without credentials gets an anonymous identity, not an error. Verify uses the
// path and query as they were received (RequestURI, if the request came through a server). It accepts path-style
// addresses (/account/container/blob) and host-style ones (account.blob.example/container/blob).
func Verify(r *http.Request, o Options) (Identity, *Error) {
	path, query := target(r)
	if values, found := r.Header["Authorization"]; found {
		token, err := verifyHeader(r, o, values, path, query)
		if err != nil {
			return Identity{}, err
		}
		return Identity{Token: token}, nil
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

// verifySAS checks a request with a shared access signature: that the key made the signature, and that the signature
// covers the time, the sender and the protocol.
func verifySAS(r *http.Request, o Options, path, query string) (*SAS, *Error) {
	f, refusal := parseFields(query)
	if refusal != nil {
		return nil, refusal
	}
	if !isDate(f.version) || f.version < "2012-02-12" {
		return nil, notAuthentic("sv=" + strconv.Quote(f.version) + " is not a storage version that this server can verify.")
	}

	var sas *SAS
	var policy StoredPolicy
	if f.delegatedBy != "" {
		sas, refusal = verifyDelegatedSAS(r, f, o, path)
	} else if f.services != "" || f.resourceTypes != "" {
		sas, refusal = verifyAccountSAS(f, o)
	} else if o.Service == "table" {
		sas, policy, refusal = verifyTableSAS(f, o)
	} else if o.Service == "queue" {
		sas, policy, refusal = verifyQueueSAS(r, f, o, path)
	} else if o.Service == "file" {
		sas, policy, refusal = verifyFileSAS(r, f, o, path)
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

// isDate reports whether text has the form of a storage version. Versions of that form compare as text.
func isDate(text string) bool {
	_, err := time.Parse(time.DateOnly, text)
	return err == nil
}

// Gate decides about a request before it is executed. Strict is the documented gate; decorators may wrap it.
type Gate interface {
	// Verify determines who sent a request, like the function of that name.
	Verify(r *http.Request, o Options) (Identity, *Error)
	// Allows returns an error unless a sender may do an operation, like the method of Identity. The operation needs any
	// one of the permission letters in anyOf, on a resource of the given kind.
	Allows(sender Identity, o op.Operation, anyOf string, on Kind) *Error
}

// Strict is the gate that follows the documents.
type Strict struct{}

// Verify determines who sent a request.
func (Strict) Verify(r *http.Request, o Options) (Identity, *Error) { return Verify(r, o) }

// Allows returns an error unless a sender may do an operation.
func (Strict) Allows(sender Identity, _ op.Operation, anyOf string, on Kind) *Error {
	return sender.Allows(anyOf, on)
}
