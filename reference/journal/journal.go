// Package journal is the seam between the stores of an account and what keeps their data when the process ends.
//
// A store tells its Log of every change while the resource is locked and before anybody can see the change. The records
// of an account therefore have one order, and every change comes after those that it may have been made from. Whoever
// keeps them (Sink) writes them in that order. What is left after a crash is a beginning of that order: a state that the
// account had.
//
// An answer leaves the server only when everything appended before is kept (Book.Settle). That holds for answers that
// changed nothing as well: a read may have seen a change that is not kept yet, and no client may be shown what a crash
// can undo.
//
// The package knows neither files nor protocols. Without a sink it does nothing.
package journal

import (
	"bytes"
	"encoding/binary"
	"encoding/gob"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"sync"
)

// Record is one change, in pieces that follow one another. Pieces must not be modified afterwards.
type Record [][]byte

// Part is a store whose changes can be kept.
type Part interface {
	// Restore repeats a change. Changes come in the order in which they were appended. The part may hold on to the record.
	Restore(record []byte) error
	// Keep makes the part append its changes to a log from now on. It may append some at once.
	Keep(log *Log)
	// Present returns records that make the state of this moment from nothing. Nothing is changed while Present runs, but
	// the records may be asked for later.
	Present() iter.Seq[Record]
}

// Sink keeps records.
type Sink interface {
	// Append takes a record, and returns at once. It is called under locks.
	Append(r Record)
	// Settle returns when all records appended before are kept, or an error if they cannot be.
	Settle() error
}

// Book holds the parts of one account. The zero Book has none.
type Book struct {
	sink   Sink
	moment sync.RWMutex // held shared by changes, and exclusively while the present state is gathered
	parts  []namedPart
}

type namedPart struct {
	name byte
	part Part
}

// Add adds a part under a name of one letter, which its records begin with.
func (b *Book) Add(name byte, p Part) { b.parts = append(b.parts, namedPart{name, p}) }

// Restore gives a record to its part.
func (b *Book) Restore(record []byte) error {
	for _, p := range b.parts {
		if len(record) > 0 && p.name == record[0] {
			return p.part.Restore(record[1:])
		}
	}
	return fmt.Errorf("the record is of a kind that this version does not know: %.8q", record)
}

// Keep makes all parts append their changes to a sink from now on. Call it before the first request.
func (b *Book) Keep(s Sink) {
	b.sink = s
	for _, p := range b.parts {
		p.part.Keep(&Log{b, p.name})
	}
}

// Kept reports whether there is a sink.
func (b *Book) Kept() bool { return b.sink != nil }

// Settle returns when all that any part has shown so far is kept.
func (b *Book) Settle() error {
	if b.sink == nil {
		return nil
	}
	return b.sink.Settle()
}

// Present returns the records of the present state. It calls between at the moment of that state: what was appended
// before is in the state, and what is appended after is not.
func (b *Book) Present(between func() error) (iter.Seq[Record], error) {
	b.moment.Lock()
	defer b.moment.Unlock()
	if err := between(); err != nil {
		return nil, err
	}
	var all []iter.Seq[Record]
	for _, p := range b.parts {
		all = append(all, named(p.name, p.part.Present()))
	}
	return func(yield func(Record) bool) {
		for i, records := range all {
			all[i] = nil // what is written may be released
			for r := range records {
				if !yield(r) {
					return
				}
			}
		}
	}, nil
}

func named(name byte, records iter.Seq[Record]) iter.Seq[Record] {
	return func(yield func(Record) bool) {
		for r := range records {
			if !yield(append(Record{{name}}, r...)) {
				return
			}
		}
	}
}

// Log is where one part appends. A nil Log does nothing.
type Log struct {
	book *Book
	name byte
}

// Begin begins a change. It must neither begin another one nor wait for one before it calls End.
func (l *Log) Begin() {
	if l != nil {
		l.book.moment.RLock()
	}
}

// End ends a change, after it can be seen.
func (l *Log) End() {
	if l != nil {
		l.book.moment.RUnlock()
	}
}

// Append appends a record, between Begin and End, and before the change can be seen.
func (l *Log) Append(r Record) {
	if l != nil {
		l.book.sink.Append(append(Record{{l.name}}, r...))
	}
}

// The forms in which the first part of a record is written.
const (
	asJSON = 'j'
	// asGob is for the few values whose strings are not UTF-8, which JSON would change.
	asGob = 'g'
)

// replaced is what JSON makes of a byte that is not UTF-8.
var replaced = []byte(`\ufffd`)

// Encode makes a record of a value and of data that follows it as it is.
func Encode(v any, data ...[]byte) Record {
	form := byte(asJSON)
	text, err := json.Marshal(v)
	if err != nil || bytes.Contains(text, replaced) {
		var b bytes.Buffer
		form, err = asGob, gob.NewEncoder(&b).Encode(v)
		text = b.Bytes()
	}
	if err != nil {
		panic(fmt.Sprintf("journal: %T cannot be kept: %v", v, err)) // the request is refused, and the change not made
	}
	head := make([]byte, 0, 1+binary.MaxVarintLen64+len(text))
	head = append(head, form)
	head = binary.AppendUvarint(head, uint64(len(text)))
	return append(Record{append(head, text...)}, data...)
}

var errMalformed = errors.New("the record is malformed")

// Decode reads a record into a value, and returns the data that follows.
func Decode(record []byte, v any) (data []byte, err error) {
	if len(record) == 0 {
		return nil, errMalformed
	}
	n, width := binary.Uvarint(record[1:])
	if width <= 0 || n > uint64(len(record)-1-width) {
		return nil, errMalformed
	}
	text, data := record[1+width:][:n], record[1+width:][n:]
	switch record[0] {
	case asJSON:
		err = json.Unmarshal(text, v)
	case asGob:
		err = gob.NewDecoder(bytes.NewReader(text)).Decode(v)
	default:
		err = errMalformed
	}
	if err != nil {
		return nil, fmt.Errorf("reading a record: %w", err)
	}
	return data, nil
}
