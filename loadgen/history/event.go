// Package history records what a load run did and saw. Every operation is one Event, with
// the interval in which it must have taken effect. The events are written to a compact
// binary file, which is flushed as the run goes on and read by the checker. The package
// knows neither HTTP nor the rules by which a history is judged.
package history

import (
	"math"
	"strconv"
	"time"
)

// Open is the Return of an operation whose outcome is unknown: it may still take
// effect at any later time.
const Open int64 = math.MaxInt64

// Op is what an operation means to the checker, regardless of its name on the wire.
// Several documented operations share one Op: Put Blob, Put Block List and Update Entity
// with If-Match are all a Swap.
type Op uint8

// The operations on a resource that has one current version (a blob, an entity,
// the metadata of a container).
const (
	Read     Op = iota + 1 // Tag and Value are what it saw; If is what the request named, if anything
	Write                  // unconditional overwrite or upsert
	Swap                   // write with If-Match; If is the version named
	Create                 // If-None-Match: *, Insert Entity
	Delete                 // If is the version named, or None: delete whatever is there
	Append                 // Append Block; If is the position requested (Position), or None; Got is the offset at which it landed; Arg is the length of the block
	Stage                  // Put Block: Value is sent ahead, and nobody sees it before a Put Block List names it; it makes no version. The blocks of one Value differ, and each is sent once; if one is not acknowledged, they are given up
	PutRange               // a write of a part of a file; If is its offset (Position), Arg its length. The creation of a file, which fills it with zeros, has Value 0, and Got is the length of the blocks of which all later writes consist
	GetRange               // a read of a part of a file that one writer wrote; If is its offset, Arg its length, Value what it saw, 0 for zeros; with Torn, nobody wrote some byte of it
	Discard                // somebody else discarded a block that was sent ahead
)

// The operations on a lease. Lease is the id that was proposed or named.
const (
	Acquire Op = iota + 16 // Arg: duration, or Infinite
	Renew                  // Arg: the duration that the lease was acquired for
	Change                 // Next: the id that was proposed
	Release
	Break // Arg: break period requested, or Infinite for none; Got: remaining time in the answer
)

// The operations on a queue's messages. Value is the message, because bodies never
// repeat. Key is the queue.
const (
	Put    Op = iota + 32 // Arg: visibility timeout
	Get                   // one event for each message (Group joins them); Tag: pop receipt; Got: dequeue count; Arg: visibility timeout. Value 0: the answer had no message
	Update                // If: receipt named; Tag: receipt returned; Arg: visibility timeout
	Remove                // Delete Message; If: receipt named
	Peek                  // Got: dequeue count
	Apply                 // the effect that a consumer made of a message; Lost if it had been made before; Next is the message ID, Arg the Key of the effect
)

// The operation on the target as a whole. Key is the target.
const (
	Restart Op = iota + 48 // killed from Invoke on, and dead after Arg; Return is when the target answered again
)

// The operations on a file that is open over SMB. Group joins the opening, everything done by its handle, and the closing.
const (
	Opening Op = iota + 56 // Arg: OpeningAs access and share mode
	Closing                // without an answer, or without success, the handle may end at any time after its last use
)

// The operations by which the shards of a run compare their clocks. No check judges them.
const (
	Tell Op = iota + 60 // Value is the contents written
	Hear                // Value is the contents read, which some shard had written
)

// Infinite is the Arg of a lease without end, and of a break without a period.
const Infinite int64 = -1

// Outcome is how an operation ended, in terms of contention.
type Outcome uint8

// The outcomes.
const (
	Won       Outcome = iota + 1 // took effect, or read something (304 included)
	Lost                         // a precondition was not met: another version, receipt or position, or the resource exists already
	Refused                      // a lease stood in the way
	Absent                       // the resource is not there (404)
	Throttled                    // 503 or 429: a write may still have taken effect
	Unknown                      // no answer, or one that does not tell the outcome (500)
	Wrong                        // an answer that the protocol does not allow here; it changed nothing unless it says that it did
)

// Uncertain reports whether it is unknown if the operation took effect.
func (o Outcome) Uncertain() bool { return o == Unknown || o == Throttled }

// Flags qualify an Event.
type Flags uint8

// The flags.
const (
	IfNoneMatch Flags = 1 << iota // If was named in If-None-Match; a 304 is Won with Tag equal to If
	Torn                          // the body that was read was never written: it is mixed, cut or damaged
	Attempt                       // one try to commit an update; goodput counts those that were won
	Follow                        // more about the exchange of the client's previous event, not an exchange of its own
	Outside                       // preparation or final reads: checked, but not measured
	Tail                          // the read saw the end of an append blob: Value is its last block, 0 if it has none, and Got the length of the whole blob
)

// Event is one operation on one key. Times are nanoseconds on the run's monotonic clock. If
// the operation took effect, it did so within [Invoke, Return], both ends included.
type Event struct {
	Intended int64  // when the plan was to send it; Invoke if there was no plan
	Invoke   int64  // just before the first byte was sent
	Return   int64  // just after the last byte was read; Open if Outcome is uncertain
	If       Token  // what the request named: an ETag, a pop receipt, a position
	Tag      Token  // what the answer carried: the ETag, or the pop receipt
	Lease    Token  // the lease id that the request carried or proposed
	Next     Token  // the id that Change Lease proposed, or the message ID of an Apply
	Value    uint64 // the contents written or seen, as a ValueOf; 0: none
	Group    uint64 // joins the events of one entity group transaction, one query page, one Get Messages, or one handle; 0: alone
	Arg      int64  // what the request asked for, see Op; times in nanoseconds
	Got      int64  // a number from the answer, see Op; times in nanoseconds
	Client   uint32 // logical identity of the actor
	Seq      uint32 // number of the exchange within Client, from 1
	Key      uint32 // index of the resource in the history's keys
	Status   uint16 // HTTP status; 0 without an answer
	Code     uint16 // index of x-ms-error-code in the history's codes; 0: none
	Name     uint16 // index of the documented operation in the history's names
	Op       Op
	Outcome  Outcome
	Flags    Flags
}

// ValueOf is the number that stands for the contents written by exchange seq of a client.
// Every body carries it.
func ValueOf(client, seq uint32) uint64 { return uint64(client)<<32 | uint64(seq) }

// WriterOf splits a value into the client and the exchange that wrote it.
func WriterOf(value uint64) (client, seq uint32) { return uint32(value >> 32), uint32(value) }

// SlotBits is how many low bits of a client's identity hold the slot of the actor. The rest
// counts the identities that the actor took after operations of unknown outcome.
const SlotBits = 20

// SlotOf is the slot of the actor behind a client.
func SlotOf(client uint32) uint32 { return client & (1<<SlotBits - 1) }

// outcomeNames are the words that reports use.
var outcomeNames = [...]string{
	Won: "won", Lost: "lost", Refused: "refused", Absent: "absent", Throttled: "throttled", Unknown: "unknown", Wrong: "wrong",
}

// String is the outcome's name in reports.
func (o Outcome) String() string {
	if o == 0 || int(o) >= len(outcomeNames) {
		return "none"
	}
	return outcomeNames[o]
}

// Guard is the Arg of a read, a write or a deletion that depends on the version: by what the request named it. Got is
// then the number that it named.
type Guard int64

// The guards.
const (
	ByTag           Guard = iota // If-Match or If-None-Match, or no condition at all
	UnmodifiedSince              // the date of the version, in seconds since 1970
	ModifiedSince
	SequenceEqual // the sequence number of a page blob
)

// Header is the header field of the condition on a number, "" if it is on an ETag.
func (g Guard) Header(number int64) (name, value string) {
	switch g {
	case UnmodifiedSince, ModifiedSince:
		name = map[Guard]string{UnmodifiedSince: "If-Unmodified-Since", ModifiedSince: "If-Modified-Since"}[g]
		return name, time.Unix(number, 0).UTC().Format(HeaderDate)
	case SequenceEqual:
		return "x-ms-if-sequence-number-eq", strconv.FormatInt(number, 10)
	}
	return "", ""
}

// HeaderDate is the layout of dates in header fields.
const HeaderDate = "Mon, 02 Jan 2006 15:04:05 GMT"

// GuardOf is the guard of an event, ByTag if it has none.
func GuardOf(e *Event) Guard {
	if e.Op < Read || e.Op > Delete {
		return ByTag
	}
	return Guard(e.Arg)
}
