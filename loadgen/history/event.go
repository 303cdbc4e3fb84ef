// Package history records what a load run did and saw: one Event for every
// operation, with the interval in which it must have taken effect, in a compact
// binary file that is flushed as the run goes on and read again by the checker.
// It knows neither HTTP nor the rules that a history is judged by.
package history

import "math"

// Open is the Return of an operation whose outcome is unknown: it may still take
// effect at any later time.
const Open int64 = math.MaxInt64

// Op is what an operation means to the checker, whatever it is called on the
// wire. Several documented operations share one Op: Put Blob, Put Block List and
// Update Entity with If-Match are all a Swap.
type Op uint8

// The operations on a resource that has one current version (a blob, an entity,
// the metadata of a container).
const (
	Read     Op = iota + 1 // Tag and Value are what was seen; If is what the request named, if anything
	Write                  // unconditional overwrite or upsert
	Swap                   // write with If-Match: If is the version named
	Create                 // If-None-Match: *, Insert Entity
	Delete                 // If names the version, or is None: delete whatever is there
	Append                 // Append Block: If is the position asked for (Position), or None; Got the offset it landed at; Arg the block's length
	Stage                  // Put Block: Value is sent ahead, and nobody can see it before a Put Block List names it; it is no version
	PutRange               // a part of a file: If is where it begins (Position), Arg its length. Of the creation of a file, which fills all of it with zeros, Value is 0 and Got the length of the blocks that all later ones are made of
	GetRange               // a part of a file that one writer wrote: If is where it begins, Arg its length, Value what was seen, 0 for zeros; with Torn nobody wrote some byte of it
)

// The operations on a lease. Lease is the id that was proposed or named.
const (
	Acquire Op = iota + 16 // Arg: duration, or Infinite
	Renew                  // Arg: the duration that the lease was acquired for
	Change                 // Next: the id proposed
	Release
	Break // Arg: break period asked for, or Infinite for none; Got: remaining time in the answer
)

// The operations on a queue's messages. Value is the message: bodies never
// repeat. Key is the queue.
const (
	Put    Op = iota + 32 // Arg: visibility timeout
	Get                   // one event per message (Group joins them); Tag: pop receipt; Got: dequeue count; Arg: visibility timeout. Value 0: the queue gave nothing
	Update                // If: receipt named; Tag: receipt returned; Arg: visibility timeout
	Remove                // Delete Message; If: receipt named
	Peek                  // Got: dequeue count
	Apply                 // what a consumer did because of a message, Lost if it was done before; Next is the message ID, Arg the Key of the effect
)

// What is done to the target as a whole. Key is the target.
const (
	Restart Op = iota + 48 // killed from Invoke on, and dead after Arg; Return is when it answered again
)

// The operations on what is open of a file over SMB. Group is the same for the opening, all that is done by its handle, and
// the closing.
const (
	Opening Op = iota + 56 // Arg: OpeningAs access and share mode
	Closing                // that nobody answered, or not with success, a handle may end at any time after it was used last
)

// What the shards of a run compare their clocks by. No check judges it.
const (
	Tell Op = iota + 60 // Value is what was written
	Hear                // Value is what was read, that a shard had written
)

// Infinite is the Arg of a lease without end, and of a break without a period.
const Infinite int64 = -1

// Outcome is how an operation ended, in the terms of contention.
type Outcome uint8

// The outcomes.
const (
	Won       Outcome = iota + 1 // took effect, or read something (304 included)
	Lost                         // a precondition was not met: another version, receipt or position; or it exists already
	Refused                      // a lease stood in the way
	Absent                       // the resource is not there (404)
	Throttled                    // 503 or 429: a write may have taken effect all the same
	Unknown                      // no answer, or one that does not tell (500)
	Wrong                        // an answer that the protocol does not allow here; it changed nothing unless it says so
)

// Uncertain tells whether the operation may or may not have taken effect.
func (o Outcome) Uncertain() bool { return o == Unknown || o == Throttled }

// Flags qualify an Event.
type Flags uint8

// The flags.
const (
	IfNoneMatch Flags = 1 << iota // If was named by If-None-Match; a 304 is Won with Tag equal to If
	Torn                          // the body read is no body that was ever written: mixed, cut or damaged
	Attempt                       // one try to commit an update: goodput counts those that were won
	Follow                        // tells more about the exchange of the client's event before it, and is no exchange of its own
	Outside                       // preparation or the final reading: checked, not measured
	Tail                          // the read saw the end of an append blob: Value is its last block, 0 if it has none, and Got the length of the whole blob
)

// Event is one operation on one key. Times are nanoseconds on the run's
// monotonic clock; the operation took effect, if it did, within [Invoke, Return],
// both ends included.
type Event struct {
	Intended int64  // when the plan wanted it sent; Invoke if there was no plan
	Invoke   int64  // just before the first byte was sent
	Return   int64  // just after the last byte was read; Open if Outcome is uncertain
	If       Token  // what the request named: an ETag, a pop receipt, a position
	Tag      Token  // what the answer carried: the ETag, or the pop receipt
	Lease    Token  // the lease id that the request carried or proposed
	Next     Token  // the id that Change Lease proposed
	Value    uint64 // the contents written or seen, as a ValueOf; 0: none
	Group    uint64 // joins the events of one entity group transaction, one query page, one Get Messages, what is done by one handle; 0: alone
	Arg      int64  // what the request asked for, by Op; times in nanoseconds
	Got      int64  // a number from the answer, by Op; times in nanoseconds
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

// ValueOf is the number that stands for the contents that exchange seq of client
// writes; every body carries it.
func ValueOf(client, seq uint32) uint64 { return uint64(client)<<32 | uint64(seq) }

// WriterOf splits a value into the client and the exchange that wrote it.
func WriterOf(value uint64) (client, seq uint32) { return uint32(value >> 32), uint32(value) }

// SlotBits is how many low bits of a client's identity tell the actor; the rest
// counts the identities that the actor took on after operations of unknown
// outcome.
const SlotBits = 20

// SlotOf is the actor behind a client.
func SlotOf(client uint32) uint32 { return client & (1<<SlotBits - 1) }
