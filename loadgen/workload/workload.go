// Package workload holds the contended patterns that a load run drives, one per
// file with its invariant. A workload knows REST and nothing of sockets, keys to
// an account, or time: the engine sends what an actor fills in and hands back the
// answer, and the actor says what it means.
package workload

import (
	"context"
	"math/rand/v2"
	"time"

	"ifmatch/internal/sharedkey"
	"ifmatch/internal/smbclient"
	"ifmatch/internal/target"
	"ifmatch/loadgen/history"
	"ifmatch/loadgen/transport"
)

// Workload is one pattern, by the name that the command line knows it by.
type Workload struct {
	Name      string           // "blob-cas"
	Sentence  string           // what the actors do, for lists and help
	Invariant string           // what a correct service guarantees, for summaries: "no update is lost"
	Attempt   string           // what counts as an attempt to commit: "a Put Blob with If-Match"
	Commit    string           // and what as a commit, which is goodput
	Services  []target.Service // what it needs
	Defaults  Options          // what Options are unless they are given
	// Heeds are the Options that mean something to it, in lower case: "keys".
	Heeds []string
	// Operations are what its actors send, by Microsoft's names; a lease operation
	// with its action: "Lease Blob renew".
	Operations []string
	// Needs are what the check must have seen in a run for the Invariant to have been
	// put to the test, as finding.Result.Observed counts it.
	Needs []string
	// SMB: that its actors open files over SMB, beside what they send over REST.
	SMB bool
	// New makes the pattern's shared state for one run. It fails on options that
	// make no sense for it.
	New func(Env) (Instance, error)
}

// Options shape every workload; each uses those that mean something to it.
type Options struct {
	Keys       int           // contended resources
	Zipf       float64       // skew of the choice among keys: 0 is uniform, else the exponent s > 1 of a Zipf distribution
	Reads      float64       // share of operations that only read, 0 to 1
	Size       int           // bytes of a body, at least payload.Min
	Think      time.Duration // mean time between reading a version and writing its successor; exponentially distributed
	Lease      time.Duration // lease duration, whole seconds from 15 to 60, or negative: infinite
	Visibility time.Duration // visibility timeout of Get Messages, whole seconds from 1
	Batch      int           // operations of one entity group transaction, or messages of one Get Messages
}

// Env is what an instance works with.
type Env struct {
	Run     string // id of the run: 8 hexadecimal digits, part of every name and body
	Prefix  string // begins the name of everything created
	Seed    uint64
	Options Options
	Book    *history.Dictionary
	Now     func() int64 // the run's monotonic clock, in nanoseconds
	Clients int          // actors to expect: exact in a closed loop
	// Endpoints are the base URLs of the services, for requests that name others by
	// their full address, as entity group transactions do.
	Endpoints map[target.Service]string
	// SMB logs in to a share of the account over SMB. Nil: the target has none.
	SMB func(ctx context.Context, share string) (*smbclient.Client, error)
}

// Instance is one workload in one run.
type Instance interface {
	// Prepare creates what the actors contend for and records its known state.
	Prepare(ctx context.Context, c Conn) error
	// Actor makes the actor of one slot. rng is its own.
	Actor(slot int, rng *rand.Rand) Actor
	// Drain reads the quiesced state of every key, or empties the queue, and
	// records it: that settles what is still unknown.
	Drain(ctx context.Context, c Conn) error
	// Clean deletes what Prepare created, as far as it can.
	Clean(ctx context.Context, c Conn) error
}

// Step is an operation that an actor chose. It is chosen before the send; what
// depends on the newest state is filled in by Actor.Fill.
type Step struct {
	Service target.Service
	Method  string
	Path    string // relative to the account, escaped, with query: "/container/blob?comp=lease"
	// Call is the exchange itself, where it is none of HTTP: then Method and Path only name it, and nothing is filled in.
	Call Caller
}

// Caller does an exchange by itself.
type Caller interface {
	// Call returns why there was no answer. What the answer was, the Caller knows.
	Call(ctx context.Context, id Identity) error
	String() string // what it does, for logs
}

// Actor is one client of the pattern: a state machine that is asked for its next
// step, completes it at send time, and is told the answer. It is used by one
// goroutine at a time.
type Actor interface {
	Next() Step
	// Fill adds header fields and body to the request of the step, using the
	// newest state known. The engine adds Host, x-ms-date, x-ms-version,
	// x-ms-client-request-id and the signature. id is that of this exchange.
	Fill(req *Request, id Identity)
	// Done takes the answer, appends what it means to events (the engine sets
	// Intended, Invoke, Return, Client and Seq of each), and says how to go on.
	Done(x *Exchange, events []history.Event) ([]history.Event, After)
}

// Request is what an actor may fill in.
type Request struct {
	Header sharedkey.Header
	Body   []byte // the engine keeps it for the actor's next exchange: append to Body[:0]
}

// Identity names one exchange.
type Identity struct{ Client, Seq uint32 }

// Value is what the body of this exchange carries.
func (id Identity) Value() uint64 { return history.ValueOf(id.Client, id.Seq) }

// Exchange is one request and what became of it.
type Exchange struct {
	ID             Identity
	Step           Step
	Request        *Request
	Reply          *transport.Reply // never nil; Status is 0 if Err is set
	Err            error            // no answer: the outcome is unknown
	Invoke, Return int64            // nanoseconds on the run's clock, also after an error
}

// After is how an actor goes on.
type After struct {
	// Pause before the next step: think time, or holding a lease.
	Pause time.Duration
	// Retry asks for the run's back-off policy before the next step: the exchange
	// was an attempt that lost. Without it the policy starts over.
	Retry bool
}

// Conn sends requests one by one outside of the measured part.
type Conn interface {
	// Send fills in, signs and sends the request of a step, and reads the whole
	// answer. The exchange is valid until the next Send; an unanswered request is
	// an Exchange with Err. The error is ctx's, or says that there is no point in
	// asking the target any more.
	Send(ctx context.Context, s Step, fill func(*Request, Identity)) (*Exchange, error)
	// Record adds events about the last exchange, flagged Outside; the engine sets
	// times and identity.
	Record(events ...history.Event)
	// Pause waits: for a lease to expire, or a message to reappear.
	Pause(ctx context.Context, d time.Duration) error
}
