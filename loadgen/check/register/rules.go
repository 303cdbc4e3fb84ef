package register

import (
	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
)

// rules are the kinds of violation by name: what each promises, or how it was broken, which
// completes the sentence of a violation, and the clauses that it breaks, by the kind of
// resource: a blob, an entity, a container, an append blob, a file or a byte of it,
// the metadata or the access policies of a queue.
var rules = map[string]struct {
	promise string
	clauses [Queue + 1]string
}{
	"tag used twice": {"two versions have one tag, so an If-Match that names one succeeds on the other",
		[...]string{"BLOB-ETAG-10 BLOB-GEN-06", "TABLE-ETAG-09 TABLE-ETAG-05", "CONT-TAB-04E CONT-ETAG-02", "BLOB-APPEND-03 BLOB-ETAG-23", "FILE-ETAG-03", "QUEUE-LWW-02 QUEUE-LWW-03 QUEUE-RACE-02"}},
	"tag with two contents": {"one tag stands for two contents",
		[...]string{"BLOB-CONS-05 BLOB-ETAG-10", "TABLE-OCC-03 TABLE-OCC-14", "CONT-ETAG-02", "BLOB-CONS-05 BLOB-APPEND-03", "FILE-LWW-09", "QUEUE-LWW-02 QUEUE-LWW-03 QUEUE-RACE-02"}},
	"contents with two tags": {"the contents of one write have two tags",
		[...]string{"BLOB-ETAG-02 BLOB-CONS-05", "TABLE-OCC-03 TABLE-OCC-14", "CONT-ETAG-02", "BLOB-APPEND-03 BLOB-CONS-05", "FILE-LWW-09", "QUEUE-LWW-02 QUEUE-LWW-03 QUEUE-RACE-02"}},
	"torn read": {"they are mixed, cut or damaged",
		[...]string{"BLOB-CONS-05 BLOB-CONS-06", "TABLE-OCC-14", "CONT-ETAG-02", "BLOB-CONS-05", "FILE-LWW-09", "QUEUE-LWW-02 QUEUE-LWW-03 QUEUE-RACE-02"}},
	"read of a version nobody wrote": {"no recorded write explains the version that it found",
		[...]string{"BLOB-CONS-05 BLOB-ETAG-02", "TABLE-OCC-14", "CONT-ETAG-02", "BLOB-APPEND-03", "FILE-LWW-09", "QUEUE-LWW-02 QUEUE-LWW-03 QUEUE-RACE-02"}},
	"refused write applied": {"the write took effect, although a refused write changes nothing",
		[...]string{"BLOB-GEN-07 BLOB-ETAG-04", "TABLE-COND-19 TABLE-OCC-05", "BLOB-GEN-07", "BLOB-APPEND-01 BLOB-GEN-07", "FILE-LEASE-12", "QUEUE-LWW-02 QUEUE-LWW-03 QUEUE-RACE-02"}},
	"condition ignored": {"a request that names a version is done on that version or refused",
		[...]string{"BLOB-COND-01-s", "", "", "BLOB-APPEND-01 BLOB-COND-01-s", "", "QUEUE-LWW-02 QUEUE-LWW-03 QUEUE-RACE-02"}},
	"lost update": {"an {condition} succeeds only while the version that it names is current, or else an update is lost",
		[...]string{"BLOB-ETAG-06 BLOB-ETAG-04", "TABLE-OCC-15 TABLE-OCC-16", "BLOB-GEN-04", "BLOB-APPEND-05 BLOB-APPEND-01", "", "QUEUE-LWW-02 QUEUE-LWW-03 QUEUE-RACE-02"}},
	"two winners of a create": {"a create succeeds only where nothing is",
		[...]string{"BLOB-COND-20", "TABLE-COND-09 TABLE-COND-08", "CONT-TAB-01C", "BLOB-COND-20", "", "QUEUE-LWW-02 QUEUE-LWW-03 QUEUE-RACE-02"}},
	"stale read": {"a read shows the current version",
		[...]string{"BLOB-CONS-01 BLOB-GEN-04", "TABLE-OCC-13", "BLOB-GEN-04 CONT-ETAG-02", "BLOB-GEN-04", "FILE-CONS-01 FILE-LWW-10", "QUEUE-LWW-02 QUEUE-LWW-03 QUEUE-RACE-02"}},
	"deleted version read": {"a deleted version is not shown again",
		[...]string{"BLOB-CONS-04 BLOB-GEN-04", "TABLE-QRY-12", "BLOB-CONS-13", "BLOB-CONS-04", "", "QUEUE-LWW-02 QUEUE-LWW-03 QUEUE-RACE-02"}},
	"dropped write": {"an acknowledged write stays until another replaces it",
		[...]string{"BLOB-GEN-04 BLOB-ETAG-04", "TABLE-OCC-16 TABLE-OCC-13", "BLOB-GEN-04", "BLOB-APPEND-05 BLOB-GEN-04", "FILE-CONS-01 FILE-LWW-10", "QUEUE-LWW-02 QUEUE-LWW-03 QUEUE-RACE-02"}},
	"read before it was written": {"a version is not seen before its write and those that precede it were sent",
		[...]string{"BLOB-CONS-05 BLOB-GEN-05", "TABLE-OCC-14", "BLOB-GEN-05", "BLOB-GEN-05", "FILE-LWW-09", "QUEUE-LWW-02 QUEUE-LWW-03 QUEUE-RACE-02"}},
	"reordering": {"a write takes effect between its request and its answer, on the version current then",
		[...]string{"BLOB-GEN-04", "TABLE-OCC-13", "BLOB-GEN-04", "BLOB-APPEND-05 BLOB-GEN-04", "FILE-LWW-04", "QUEUE-LWW-02 QUEUE-LWW-03 QUEUE-RACE-02"}},
	"precondition failed while the version was current": {"a condition is met while the version that it names is current",
		[...]string{"BLOB-ETAG-03 BLOB-COND-01-s", "TABLE-OCC-04 TABLE-VERB-08", "BLOB-GEN-04", "BLOB-APPEND-01", "", "QUEUE-LWW-02 QUEUE-LWW-03 QUEUE-RACE-02"}},
	"missing while it was there": {"an existing resource is found",
		[...]string{"BLOB-CONS-03 BLOB-GEN-04", "TABLE-OCC-13", "BLOB-GEN-04", "BLOB-GEN-04", "FILE-CONS-01", "QUEUE-LWW-02 QUEUE-LWW-03 QUEUE-RACE-02"}},
	"existing while nothing was there": {"a create succeeds where nothing is",
		[...]string{"BLOB-COND-20 BLOB-CONS-04", "TABLE-COND-08 TABLE-QRY-12", "CONT-TAB-01C", "BLOB-COND-20", "", "QUEUE-LWW-02 QUEUE-LWW-03 QUEUE-RACE-02"}},
	"delete of nothing": {"only an existing resource can be deleted",
		[...]string{"BLOB-COND-33-s", "TABLE-VERB-07 TABLE-COND-06", "BLOB-GEN-04", "BLOB-COND-33-s", "", "QUEUE-LWW-02 QUEUE-LWW-03 QUEUE-RACE-02"}},
}

// Kind is the kind of the key, which selects the clauses that a violation names.
type Kind uint8

// The kinds.
const (
	Blob Kind = iota
	Entity
	Container
	AppendBlob
	File  // a file, or one byte of it
	Queue // the metadata or the access policies of a queue
)

// Options of a check. The zero value is usable.
type Options struct {
	Kind Kind
	// Open says that others may have written too, or that a part of the history is
	// missing. Then nothing is a violation that they could explain, and nothing is Valid.
	Open bool
	// Text writes a version's tag for sentences. If it is nil, the tag is a number.
	Text func(history.Token) string
	// Budget is how many placements the search for an order may try before it gives up.
	// It may take as many again to explain that there is none. 0 means DefaultBudget.
	Budget int
	// Limit bounds what it may spend on explaining violations. Nil: nothing.
	Limit *finding.Limit
	// Witness takes the order that Check found, if the history is valid; nil: nobody asks for it.
	Witness finding.Witness
	// Retain is how many events a Stream keeps at most. 0 means DefaultRetain.
	Retain int
}

// DefaultBudget is worth a few seconds of searching. The history of a correct service
// needs a few hundred placements.
const DefaultBudget = 20_000_000

// DefaultRetain is how many events a Stream keeps at most, about 16 MB. At an eighth of
// it the Stream no longer waits for a moment at which it can forget exactly.
const DefaultRetain = 1 << 17
