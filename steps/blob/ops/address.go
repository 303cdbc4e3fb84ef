// Package ops holds the operations on containers and blobs as values: Microsoft's name of
// each, what the article and the REST reference say about its ETag, its conditions and its
// lease use, and a function that performs it through the official SDK clients.
//
// In short, an operation is performed on an Address with a Request and returns a Response.
// Read takes a full snapshot of the resource before and after. The operation's effect
// computes what the documents promise about the second snapshot.
//
// Nothing here knows how a server should answer a condition: the feature files state that.
package ops

import "net/url"

// The kinds of resource, by the words of the features.
const (
	Account    = "account" // only lists address it
	Container  = "container"
	BlockBlob  = "block blob"
	PageBlob   = "page blob"
	AppendBlob = "append blob"
)

// Blobs lists the three kinds of blob.
var Blobs = []string{BlockBlob, PageBlob, AppendBlob}

// Address is that of a container, a blob or a snapshot.
type Address struct {
	Kind      string
	Container string
	Blob      string // empty for a container
	Snapshot  string // x-ms-snapshot value, empty for the base blob
}

// Parameters are the part of the address that goes into the query.
func (r Address) Parameters() url.Values {
	if r.Snapshot == "" {
		return nil
	}
	return url.Values{"snapshot": {r.Snapshot}}
}

// String is the resource's path within the account.
func (r Address) String() string {
	switch {
	case r.Container == "":
		return "the account"
	case r.Blob == "":
		return r.Container
	case r.Snapshot != "":
		return r.Container + "/" + r.Blob + "?snapshot=" + r.Snapshot
	}
	return r.Container + "/" + r.Blob
}
