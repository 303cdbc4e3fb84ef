// Package workload holds the contended patterns that a load run drives, one per file with its invariant. A workload
// knows REST and nothing of sockets, account keys or time. The engine sends what an actor fills in and hands back the
// answer, and the actor interprets it.
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

// Workload is one pattern.
type Workload struct {
	Name      string           // as on the command line: "blob-cas"
	Sentence  string           // what the actors do, for lists and help
	Invariant string           // what a correct service guarantees, for summaries: "no update is lost"
	Attempt   string           // what counts as an attempt to commit: "a Put Blob with If-Match"
	Commit    string           // and what counts as a commit, which is goodput
	Services  []target.Service // what it needs
	Defaults  Options          // used for Options that are not given
	// Heeds are the Options that it uses, in lower case: "keys".
	Heeds []string
	// Operations are the operations that its actors send, by Microsoft's names. A lease operation includes its action:
	// "Lease Blob renew".
	Operations []string
	// Needs are what the check must have observed in a run for the Invariant to be tested, as counted by
	// finding.Result.Observed.
	Needs  []string
	Params map[string]string // what distinguishes it from others of its name, for the record: "kind"
	// SMB says that its actors open files over SMB, in addition to REST.
	SMB bool
	// New makes the pattern's shared state for one run. It fails on options that it does not allow.
	New func(Env) (Instance, error)
}

// Options shape every workload; each uses those that it heeds.
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
	Prefix  string // prefix of the name of everything created
	Seed    uint64
	Options Options
	Book    *history.Dictionary
	Now     func() int64 // the run's monotonic clock, in nanoseconds
	Clients int          // actors to expect: exact in a closed loop
	Shards  int          // how many processes send the run together; 0: this one
	// Endpoints are the base URLs of the services, for requests that contain full addresses of others, such as entity
	// group transactions.
	Endpoints map[target.Service]string
	// SMB logs in to a share of the account over SMB. Nil: the target has none.
	SMB func(ctx context.Context, share string) (*smbclient.Client, error)
}

// Instance is one workload in one run.
type Instance interface {
	// Prepare creates what the actors contend for and records its known state.
	Prepare(ctx context.Context, c Conn) error
	// Actor makes the actor of one slot. rng belongs to that actor.
	Actor(slot int, rng *rand.Rand) Actor
	// Drain reads the quiesced state of every key, or empties the queue, and records the events. They settle what is
	// still unknown.
	Drain(ctx context.Context, c Conn) error
	// Clean deletes what Prepare created, as far as it can.
	Clean(ctx context.Context, c Conn) error
}

// stock makes and deletes the resources of a run.
type stock interface {
	Prepare(ctx context.Context, c Conn) error
	Drain(ctx context.Context, c Conn) error
	Clean(ctx context.Context, c Conn) error
}

// run is an instance made of resources and of what makes the actors that contend for them.
type run struct {
	stock
	actor func(slot int, rng *rand.Rand) Actor
}

// Actor makes an actor.
func (r run) Actor(slot int, rng *rand.Rand) Actor { return r.actor(slot, rng) }

// on returns the New function of a workload on resources that name makes, if it allows the options.
func on[S any](name func(Env) (S, error), begin func(S) Instance) func(Env) (Instance, error) {
	return func(env Env) (Instance, error) {
		set, err := name(env)
		if err != nil {
			return nil, err
		}
		return begin(set), nil
	}
}

// Step is an operation that an actor chose. It is chosen before the send; Actor.Fill adds what depends on the newest
// state.
type Step struct {
	Service target.Service
	Method  string
	Path    string // relative to the account, escaped, with query: "/container/blob?comp=lease"
	// Call performs the exchange if it is not HTTP. Then Method and Path only name it, and nothing is filled in.
	Call Caller
}

// Caller performs an exchange that is not HTTP.
type Caller interface {
	// Call returns why there was no answer. The Caller itself keeps the answer.
	Call(ctx context.Context, id Identity) error
	String() string // the operation, for logs
}

// Actor is one client of the pattern: a state machine that chooses its next step, completes it at send time, and
// receives the answer. Only one goroutine uses it at a time.
type Actor interface {
	Next() Step
	// Fill adds header fields and body to the request of the step, using the
	// newest state known. The engine adds Host, x-ms-date, x-ms-version,
	// x-ms-client-request-id and the signature. id is that of this exchange.
	Fill(req *Request, id Identity)
	// Done takes the answer, appends its meaning to events (the engine sets Intended, Invoke, Return, Client and Seq of
	// each), and returns how to continue.
	Done(x *Exchange, events []history.Event) ([]history.Event, After)
}

// Request is what an actor may fill in.
type Request struct {
	Header sharedkey.Header
	Body   []byte // the engine keeps it for the actor's next exchange: append to Body[:0]
}

// Identity names one exchange.
type Identity struct{ Client, Seq uint32 }

// Value returns the value that the body of this exchange carries.
func (id Identity) Value() uint64 { return history.ValueOf(id.Client, id.Seq) }

// Exchange is one request and its answer.
type Exchange struct {
	ID             Identity
	Step           Step
	Request        *Request
	Reply          *transport.Reply // never nil; Status is 0 if Err is set
	Err            error            // no answer: the outcome is unknown
	Invoke, Return int64            // nanoseconds on the run's clock, also after an error
}

// After is how an actor continues.
type After struct {
	// Pause before the next step: think time, or holding a lease.
	Pause time.Duration
	// Retry asks for the run's back-off policy before the next step: the exchange
	// was an attempt that lost. Without it the policy starts over.
	Retry bool
}

// Conn sends requests one by one outside of the measured part.
type Conn interface {
	// Send fills in, signs and sends the request of a step, and reads the whole answer. The exchange is valid until the
	// next Send. An unanswered request is an Exchange with Err. The error is ctx's, or says that there is no point in
	// asking the target again.
	Send(ctx context.Context, s Step, fill func(*Request, Identity)) (*Exchange, error)
	// Record adds events about the last exchange, flagged Outside; the engine sets
	// times and identity.
	Record(events ...history.Event)
	// Pause waits: for a lease to expire, or a message to reappear.
	Pause(ctx context.Context, d time.Duration) error
}

// set adds a header field, which must not be set already.
func (r *Request) set(name, value string) {
	r.Header = append(r.Header, sharedkey.Field{Name: name, Value: value})
}

// chooser is one actor's choice among keys: uniform, or by a Zipf distribution,
// where a few keys get most of the traffic.
type chooser struct {
	rng  *rand.Rand
	keys int
	zipf *rand.Zipf
}

// newChooser returns a chooser among o.Keys keys with the skew o.Zipf.
func newChooser(rng *rand.Rand, o Options) chooser {
	c := chooser{rng: rng, keys: o.Keys}
	if o.Zipf > 1 {
		c.zipf = rand.NewZipf(rng, o.Zipf, 1, uint64(o.Keys-1))
	}
	return c
}

// next returns the index of a key; with skew, lower indexes are more frequent.
func (c *chooser) next() int {
	switch {
	case c.keys == 1:
		return 0
	case c.zipf != nil:
		return int(c.zipf.Uint64())
	}
	return c.rng.IntN(c.keys)
}
