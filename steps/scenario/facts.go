package scenario

import (
	"fmt"

	"ifmatch/internal/target"
)

// Address is that of what an operation acts on. Each room has its own comparable
// type; its text is the path within the account.
type Address = fmt.Stringer

// Client is a room's view of its service with one credential. A room gets back the value
// that its Open returned.
type Client any

// LeaseUse says how an operation uses x-ms-lease-id.
type LeaseUse string

// How operations use leases (article, "operations that can use leases").
const (
	LeaseIgnored  LeaseUse = ""         // takes no lease id
	LeaseShared   LeaseUse = "shared"   // a condition if sent, never required: reads
	LeaseRequired LeaseUse = "required" // required while a lease is active: writes
	LeaseSubject  LeaseUse = "subject"  // acts on the lease itself
)

// Article is one row of the article's tables, "operations that return an ETag and
// accept conditional headers".
type Article struct {
	List string // "container", "blob" or "table"; empty: the article does not list the operation
	Row  int    // counted from 1 within its table
	Name string // the operation as the article writes it: "Lease Blob" for all five actions
}

// Facts are what the documents say about an operation.
type Facts struct {
	Name    string // Microsoft's name: "Put Block List", "Lease Blob acquire"
	Since   string // the service version that introduced it; empty: the article's operations, and others as old
	Service target.Service
	Verb    string // HTTP method of the request
	// SAS is what an account SAS must grant: "Create an account SAS", account SAS permissions by
	// operation. It names the level (srt), then letters of sp of which one suffices, then, after a
	// plus sign, letters that are all needed: "c:cw", "o:w+l". "c:key" is an operation on access
	// policies: the tables of SAS do not list those, so they take the account key. Where the page
	// distinguishes a new resource from an overwritten one, this is about the overwritten one:
	// scenarios write the same one again. Letters also cover the read that alone shows a result.
	SAS string
	// Kinds are the words of the kinds that it can address; an operation on any kind of
	// blob lists all three.
	Kinds []string
	// On is the resource that a sentence means if it names none; empty: the label of the
	// first kind.
	On string
	// Success is the documented status of success.
	Success int
	// ReturnsETag and Conditions are what the documents promise; where the article says
	// "Yes" without detail, they follow the REST reference.
	ReturnsETag bool
	Conditions  []string
	Source      bool // reads a source, which Prepare provides
	Lease       LeaseUse
	Reads       bool // changes nothing
	// Changes are the fields that it changes and that only one read shows. A snapshot can do
	// without that read.
	Changes []Field
	Article Article
	// Writes are the fields that it changes, Shows those that it returns, for pairs of operations
	// that are sent at once; see Pairs. NoPair is the reason why it is in no pair.
	Writes, Shows []Field
	NoPair        string
	Fresh         bool // it is refused if the resource exists
	// From is the state of a resource that exists in which it is not refused; empty: any.
	From string
}
