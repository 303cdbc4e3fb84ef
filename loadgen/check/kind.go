package check

import (
	"fmt"
	"slices"
	"strings"

	"ifmatch/loadgen/check/appendblob"
	"ifmatch/loadgen/check/blocks"
	"ifmatch/loadgen/check/bounds"
	"ifmatch/loadgen/check/effect"
	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/check/lease"
	"ifmatch/loadgen/check/opening"
	"ifmatch/loadgen/check/queue"
	"ifmatch/loadgen/check/ranges"
	"ifmatch/loadgen/check/register"
	"ifmatch/loadgen/check/transaction"
	"ifmatch/loadgen/history"
)

// kind is one check: when it applies, and how to begin it.
type kind struct {
	name    string
	applies func(use) bool
	begin   func(*subject) stream
	rules   []rule
	ends    bool                            // a Stream of it ends at the first violation
	orders  bool                            // it tells the order that it found
	order   func(*subject, []history.Event) // looks for the order of a valid history again, and tells it; nil: it does not
	leaves  string                          // what a valid verdict leaves open
}

// by returns a function that begins a check. begin makes its Stream, and whole judges a
// history of which all events are there. options takes the options of the check from the
// subject.
func by[O any, S stream](begin func(O) S, options func(*subject) O, whole func([]history.Event, O) finding.Result) func(*subject) stream {
	return func(s *subject) stream {
		if !s.whole {
			return begin(options(s))
		}
		return &once{check: func(ops []history.Event) finding.Result { return whole(ops, options(s)) }}
	}
}

// once is a check of a history whose events are all added at once.
type once struct {
	check func([]history.Event) finding.Result
	ops   []history.Event
}

func (o *once) Add(ops []history.Event) { o.ops = ops }
func (o *once) Mark(int64)              {}
func (o *once) Close() finding.Result   { return o.check(o.ops) }

// rule is something that a check can only judge if the run put it to the test.
type rule struct {
	name  string // name for people
	seen  string // count of Result.Observed that shows it was put to the test
	given string // count that must be there for the rule to be of interest; "": none
}

// stream is a check of a history that is still growing.
type stream interface {
	Add(events []history.Event)
	Mark(watermark int64)
	Close() finding.Result
}

// settler is a stream that may do more at a Mark although nothing was added.
type settler interface {
	Settled() bool
}

// subject is the resource or partition that a check is about.
type subject struct {
	name     string
	book     *history.Dictionary
	o        Options
	limit    *finding.Limit
	streams  *int // resources, which share what a check of one may keep
	whole    bool // all of its events are added at once
	complete bool
}

// use says what a resource was used for.
type use struct {
	ops     uint64 // a bit for every history.Op
	grouped bool   // an entity in a partition with groups: transactions, or pages
}

// note adds an event to the use of its resource. Groups matter here only between the
// entities of a partition.
func (u *use) note(e *history.Event, partition bool) {
	u.ops |= 1 << e.Op
	u.grouped = u.grouped || partition && e.Group != 0
}

func (u use) has(ops ...history.Op) bool {
	return slices.ContainsFunc(ops, func(op history.Op) bool { return u.ops&(1<<op) != 0 })
}

// versioned reports whether a resource has versions: a blob, an entity, the metadata of a
// container.
func (u use) versioned() bool {
	return u.has(history.Read, history.Write, history.Swap, history.Create, history.Delete) && !u.has(history.Append) && !u.grouped
}

// container reports whether the subject is a container: it has no blob in its path.
func (s *subject) container() bool {
	path, ok := strings.CutPrefix(s.name, "blob /")
	return ok && !strings.Contains(path, "/")
}

func (s *subject) register() register.Options {
	o := register.Options{Text: s.book.Text, Budget: s.o.Budget, Limit: s.limit, Open: !s.complete, Streams: s.streams}
	if s.o.Witness != nil && s.whole {
		o.Witness = func(order []finding.Placed) { s.o.Witness(s.name, versions, order) }
	}
	switch {
	case strings.HasPrefix(s.name, "file "):
		o.Kind = register.File
	case strings.HasPrefix(s.name, "queue "):
		o.Kind = register.Queue
	case strings.HasPrefix(s.name, "table "):
		o.Kind = register.Entity
	case s.container():
		o.Kind = register.Container
	}
	return o
}

func (s *subject) timing() bounds.Timing {
	return bounds.Timing{Early: s.o.Early, Late: s.o.Late, Rate: s.o.Rate, Limit: s.limit}
}

func (s *subject) lease() lease.Options {
	return lease.Options{Timing: s.timing(), Container: s.container(), File: strings.HasPrefix(s.name, "file ")}
}

func (s *subject) transaction() transaction.Options {
	return transaction.Options{Incomplete: !s.complete}
}

// versions names the order of versions, whichever check found it.
const versions = "versions"

// kinds are all checks.
var kinds = []*kind{
	{
		name:    "register",
		leaves:  "valid does not cover: lost writes whose loss nobody saw, contents that are wrong despite a correct hash, headers other than ETags, conditions on dates",
		ends:    true,
		orders:  true,
		applies: use.versioned,
		begin:   by(register.NewStream, (*subject).register, register.Check),
		rules:   []rule{{"reads of what was written", "reads", ""}, {"a refused update", "updates refused with 412", "conditional updates"}},
	},
	{
		name:    "appendblob",
		leaves:  "valid does not cover: blocks whose place no read or later append showed",
		ends:    true,
		orders:  true,
		applies: func(u use) bool { return u.has(history.Append) },
		begin:   by(appendblob.NewStream, (*subject).register, appendblob.Check),
		rules:   []rule{{"reads of what was appended", "reads", ""}, {"an append refused for its position", "appends refused for their position", "appends"}},
	},
	{
		name:    "blocks",
		leaves:  "valid does not cover: staged blocks that were lost while another write of the blob was under way",
		applies: func(u use) bool { return u.has(history.Stage) },
		begin:   func(s *subject) stream { return blocks.NewStream(s.book.CodeText) },
		rules:   []rule{{"a commit of blocks that nobody else can have discarded", blocks.SeenKept, ""}},
	},
	{
		name:    "ranges",
		leaves:  "valid does not cover: bytes in the middle of a block where several writers are mixed, and the ETags of files",
		ends:    true,
		applies: func(u use) bool { return u.has(history.PutRange, history.GetRange) },
		begin:   by(ranges.NewStream, (*subject).register, ranges.Check),
		rules:   []rule{{"reads of ranges", ranges.SeenReads, ""}, {"ranges written", ranges.SeenWrites, ""}},
	},
	{
		name: "lease",
		applies: func(u use) bool {
			return u.has(history.Acquire, history.Renew, history.Change, history.Release, history.Break)
		},
		begin: by(lease.NewStream, (*subject).lease, lease.Check),
		order: func(s *subject, ops []history.Event) { s.o.Witness(s.name, "lease", lease.Order(ops, s.lease())) },
		rules: []rule{
			{"an acquire refused while the lease was held", lease.SeenRefusals, lease.SeenAcquires},
			{"lease handoff", lease.SeenHandoffs, lease.SeenAcquires},
			{"lease expiry", lease.SeenExpiries, lease.SeenFinite},
			{"lease renewal", lease.SeenRenewals, lease.SeenFinite},
			{"lease break", lease.SeenBreaks, lease.SeenAcquires},
		},
	},
	{
		name:    "opening",
		leaves:  "valid does not cover: openings wrongly allowed beside another for less time than a request takes, and handles that nobody closed in order",
		applies: func(u use) bool { return u.has(history.Opening, history.Closing) },
		begin:   func(s *subject) stream { return opening.NewStream(s.book.CodeText) },
		rules: []rule{
			{"a write refused for a share mode", opening.SeenDenied, opening.SeenOpenings},
			{"a read refused for a share mode", opening.SeenHidden, opening.SeenOpenings},
			{"an opening refused for a share mode", opening.SeenRefused, opening.SeenOpenings},
			{"a write beside an opening that shares writing", opening.SeenBeside, opening.SeenOpenings},
		},
	},
	{
		name:    "queue",
		applies: func(u use) bool { return u.has(history.Put, history.Get, history.Update, history.Remove, history.Peek) },
		begin:   by(queue.NewStream, (*subject).timing, queue.Check),
		order: func(s *subject, ops []history.Event) {
			queue.Order(ops, s.timing(), func(message uint64, order []finding.Placed) {
				s.o.Witness(s.name, fmt.Sprint("queue ", message), order)
			})
		},
		rules: []rule{
			{"redelivery of a message", queue.SeenRedeliveries, queue.SeenGets},
			{"a refused pop receipt", queue.SeenRefusals, queue.SeenGets},
			{"a queue that was emptied, which shows losses", queue.SeenDrained, queue.SeenPuts},
		},
	},
	{
		name:    "effect",
		applies: func(u use) bool { return u.has(history.Apply) },
		begin:   func(*subject) stream { return effect.NewStream() },
		rules:   []rule{{"a message that was given out again after its effect", effect.SeenAgain, effect.SeenEffects}},
	},
	{
		name:    "transaction",
		leaves:  "valid does not cover: for which of several versions a transaction was refused; entities that were inserted and deleted more than once at a time",
		ends:    true,
		applies: func(u use) bool { return u.grouped },
		begin:   by(transaction.NewStream, (*subject).transaction, transaction.Check),
		rules: []rule{
			{"a transaction of several entities", transaction.SeenTransactions, transaction.SeenSent},
			{"a page read beside a transaction on two of its entities", transaction.SeenOverlaps, transaction.SeenSent},
			{"a refused transaction of several entities", transaction.SeenRefused, transaction.SeenSent},
		},
	},
}
