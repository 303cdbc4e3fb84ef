package history

import (
	"errors"
	"fmt"
	"math"
	"strconv"
)

// shards is how many tables tokens are spread over, so that actors seldom wait for each
// other.
const (
	shardBits = 6
	shards    = 1 << shardBits
)

// The tables of a dictionary, as a history numbers them. The tables of tokens follow.
const (
	keyTable = iota
	nameTable
	codeTable
	tokenTables
	tables = tokenTables + shards
)

// Dictionary holds the texts behind the numbers of a history: tokens that could not be
// packed, and the names of keys, operations and error codes. Several goroutines may use it
// at once. It grows with every new text: a pop receipt costs about 100 bytes of memory, an
// ETag of a common form none.
type Dictionary struct {
	run    uint32
	tables [tables]texts
}

// NewDictionary returns an empty dictionary for the run with this id.
func NewDictionary(run string) *Dictionary {
	d := &Dictionary{run: runNumber(run)}
	for i := range tokenTables {
		d.tables[i].number("", math.MaxInt32)
	}
	return d
}

// Key is the number of a resource. Its name is the service and the escaped path relative to
// the account: "blob /container/blob". The first number is 1.
func (d *Dictionary) Key(name string) uint32 {
	return d.tables[keyTable].number(name, math.MaxInt32)
}

// KeyText is the name of a resource; "" if no resource has the number.
func (d *Dictionary) KeyText(key uint32) string { return d.tables[keyTable].text(uint64(key)) }

// Keys is how many numbers of resources are in use, including 0. Every key is less.
func (d *Dictionary) Keys() int { return d.tables[keyTable].len() }

// Name is the number of a documented operation, such as "Put Blob".
func (d *Dictionary) Name(operation string) uint16 {
	return uint16(d.tables[nameTable].number(operation, math.MaxUint16))
}

// NameText is the documented operation of a number; "" if there is none.
func (d *Dictionary) NameText(name uint16) string { return d.tables[nameTable].text(uint64(name)) }

// Code is the number of an error code; 0 for "".
func (d *Dictionary) Code(code string) uint16 {
	return uint16(d.tables[codeTable].number(code, math.MaxUint16))
}

// CodeText is the error code of a number; "" if there is none.
func (d *Dictionary) CodeText(code uint16) string { return d.tables[codeTable].text(uint64(code)) }

// Token is the token of an ETag, a pop receipt or a lease id as written on the wire, with
// its quotes; None for "".
func (d *Dictionary) Token(text string) Token {
	if text == "" {
		return None
	}
	if t, ok := pack(text); ok {
		return t
	}
	if t, ok := packLeaseID(text, d.run); ok {
		return t
	}
	shard := shardOf(text)
	i := d.tables[tokenTables+shard].number(text, math.MaxInt32)
	return entered.token((uint64(i)+1)<<shardBits | shard)
}

// Position is the token of a position in an append blob or file, and of its decimal text.
func (d *Dictionary) Position(n int64) Token {
	if n < 0 || n >= maxPosition {
		return d.Token(strconv.FormatInt(n, 10))
	}
	return number.token(uint64(n))
}

// Number is the number from which Position made a token; ok is false for any other token.
func (d *Dictionary) Number(t Token) (n int64, ok bool) {
	n, err := strconv.ParseInt(d.Text(t), 10, 64)
	return n, err == nil
}

// LeaseID makes the id that an exchange proposes for a lease. No other exchange of the run
// makes the same id.
func (d *Dictionary) LeaseID(client, seq uint32) (string, Token) {
	var b [leaseIDLength]byte
	if seq >= 1<<leaseSeqBits { // such a run takes days: its ids need another form
		text := string(appendDigits(appendLeaseID(b[:0], d.run, uint64(client)<<leaseSeqBits)[:24], uint64(seq), 12))
		return text, d.Token(text)
	}
	v := uint64(client)<<leaseSeqBits | uint64(seq)
	return string(appendLeaseID(b[:0], d.run, v)), leaseID.token(v)
}

// Text is the text of a token, exactly as it was given to Token. It is "" for None, and for
// a token of another dictionary.
func (d *Dictionary) Text(t Token) string {
	if t.form() != entered {
		var b [64]byte
		return string(t.appendText(b[:0], d.run))
	}
	shard, i := t.rest()&(shards-1), t.rest()>>shardBits
	if i == 0 {
		return ""
	}
	return d.tables[tokenTables+shard].text(i - 1)
}

// has reports whether the token has a text here.
func (d *Dictionary) has(t Token) bool {
	if t.form() != entered || t == None {
		return t.form() <= leaseID
	}
	i := t.rest() >> shardBits
	return i > 0 && i <= uint64(len(d.tables[tokenTables+t.rest()&(shards-1)].list))
}

// shardOf spreads texts over the tables by FNV-1a. That is the same in every process, so a
// history that was read can be continued.
func shardOf(text string) uint64 {
	h := uint64(14695981039346656037)
	for i := range len(text) {
		h = (h ^ uint64(text[i])) * 1099511628211
	}
	return h >> (64 - shardBits)
}

// enter adds the texts of a block, each at the place that the block names.
func (d *Dictionary) enter(contents []byte) error {
	all := string(contents) // the texts share one piece of memory
	in := varints{rest: contents}
	for len(in.rest) > 0 {
		table, first, n := in.uvarint(), in.uvarint(), in.uvarint()
		if in.bad || table >= tables {
			return errors.New("its texts cannot be read")
		}
		if err := d.tables[table].enter(all, &in, first, n); err != nil {
			return fmt.Errorf("table %d: %w", table, err)
		}
	}
	return nil
}
