// Package weather simulates what a correct service and its network may do to a client at any time. They may lose an
// answer, refuse because the service is busy, be slow, break a connection, or deliver a read twice. None of this is a
// fault, and a client that cannot cope with it fails in production.
//
// A Sky decides what happens to each request: at random, in the shares of a Spec, or as requested by a test (Next).
// Handler applies the decisions to the requests of a server in this process; a proxy can do the same in front of any
// other server.
package weather

import (
	"fmt"
	"strings"
	"time"

	"ifmatch/reference/operation"
)

// Kind is one thing that may happen to a request.
type Kind uint8

// What may happen to a request.
const (
	Clear          Kind = iota // nothing happens
	LoseRequest                // the connection is closed before the service has the request
	LoseAnswer                 // the request is executed, and the connection is closed without an answer
	Reset                      // the connection is reset: half of the time before the service has the request, otherwise after
	Silence                    // the request is executed, and never answered
	Stall                      // the request reaches the service late, even if its sender has gone
	StallAnswer                // the answer comes late
	Timeout                    // 500 OperationTimedOut, not executed
	TimeoutApplied             // 500 OperationTimedOut, though it was executed
	Busy                       // 503 ServerBusy with Retry-After, not executed
	Truncate                   // the body of the answer breaks off
	Duplicate                  // a read reaches the service twice
	BreakLease                 // another client breaks the lease of the blob or container just before
	DiscardBlock               // the block is accepted, and is gone before it can be committed

	kinds
)

// forms gives each kind's name in a Spec, and what it does to a request.
var forms = [kinds]struct {
	name, sentence string
	held           time.Duration // default, if the Spec gives no duration
	common         bool          // part of the weather that every client meets: see Parse
}{
	Clear:          {name: "clear", sentence: "nothing happens"},
	LoseRequest:    {name: "lose-request", sentence: "the connection is closed before the service gets the request", common: true},
	LoseAnswer:     {name: "lose-answer", sentence: "the request is executed, and the connection is closed without an answer", common: true},
	Reset:          {name: "reset", sentence: "the connection is reset, half of the time before the service gets the request, otherwise after it was executed", common: true},
	Silence:        {name: "silence", sentence: "the request is executed and never answered: the client must give up"},
	Stall:          {name: "stall", sentence: "the request reaches the service late, even if its sender has given up", held: 100 * time.Millisecond, common: true},
	StallAnswer:    {name: "stall-answer", sentence: "the answer comes late", held: 100 * time.Millisecond, common: true},
	Timeout:        {name: "timeout", sentence: "500 OperationTimedOut, and the request is not executed", common: true},
	TimeoutApplied: {name: "timeout-applied", sentence: "500 OperationTimedOut, though the request was executed", common: true},
	Busy:           {name: "busy", sentence: "503 ServerBusy with Retry-After, and the request is not executed", common: true},
	Truncate:       {name: "truncate", sentence: "the body of the answer breaks off", common: true},
	Duplicate:      {name: "duplicate", sentence: "a read reaches the service twice", common: true},
	BreakLease:     {name: "break-lease", sentence: "another client breaks the lease of the blob or container just before the request"},
	DiscardBlock:   {name: "discard-block", sentence: "a staged block is gone before it can be committed"},
}

// Kinds returns all kinds except Clear.
func Kinds() []Kind {
	var out []Kind
	for k := Clear + 1; k < kinds; k++ {
		out = append(out, k)
	}
	return out
}

// String returns the kind's name in a Spec.
func (k Kind) String() string {
	if k >= kinds {
		return fmt.Sprintf("Kind(%d)", k)
	}
	return forms[k].name
}

// Sentence describes what the kind does to a request.
func (k Kind) Sentence() string { return forms[k].sentence }

// Transient reports whether a retry overcomes the disturbance, because no other client has changed anything.
func (k Kind) Transient() bool { return k != BreakLease && k != DiscardBlock }

// ParseKind finds a kind by its name.
func ParseKind(name string) (Kind, error) {
	var known []string
	for _, k := range Kinds() {
		if k.String() == name {
			return k, nil
		}
		known = append(known, k.String())
	}
	return Clear, fmt.Errorf("there is no weather %q; choose from %s", name, strings.Join(known, ", "))
}

// Held returns how long the kind holds something back by default, or 0 for kinds that hold nothing back.
func (k Kind) Held() time.Duration { return forms[k].held }

// Applies reports whether the kind can happen to an operation. Only a read is delivered twice, since it changes
// nothing, and only an answer with a body can break off in it. Anything may happen to an operation that is not
// recognised.
func (k Kind) Applies(o operation.Operation) bool {
	switch k {
	case Truncate:
		return answersWithBody(o)
	case Duplicate:
		return o.ReadOnly()
	case BreakLease:
		return o >= operation.GetContainerProperties && o <= operation.SetBlobLegalHold &&
			o != operation.LeaseContainerAcquire && o != operation.LeaseContainerBreak &&
			o != operation.LeaseBlobAcquire && o != operation.LeaseBlobBreak
	case DiscardBlock:
		return o == operation.PutBlock
	}
	return true
}

// headers are the reads whose answer has headers only.
var headers = map[operation.Operation]bool{
	operation.GetAccountInformation: true, operation.GetContainerProperties: true, operation.GetContainerMetadata: true,
	operation.GetBlobProperties: true, operation.GetBlobMetadata: true, operation.GetQueueMetadata: true,
	operation.GetShareProperties: true, operation.GetShareMetadata: true, operation.GetDirectoryProperties: true,
	operation.GetDirectoryMetadata: true, operation.GetFileProperties: true, operation.GetFileMetadata: true, operation.GetSymbolicLink: true,
}

// answersWithBody reports whether an operation's success has a body.
func answersWithBody(o operation.Operation) bool {
	switch o {
	case operation.GetMessages, operation.PutMessage, operation.InsertEntity, operation.EntityGroupTransaction, operation.BlobBatch, operation.ContainerBatch:
		return true
	}
	return o.ReadOnly() && !headers[o]
}
