package fault

import (
	"fmt"
	"hash/fnv"
	"strconv"
	"strings"
	"sync/atomic"

	"ifmatch/reference/operation"
	"ifmatch/reference/store"
	"ifmatch/reference/store/entities"
	"ifmatch/reference/store/messages"
)

// Rate is how often a sporadic fault shows: once in so many occasions. What an occasion is, its sentence says.
type Rate int

// String is the rate as it is given: "1/500".
func (r Rate) String() string { return "1/" + strconv.Itoa(int(r)) }

// ParseRate reads a rate of the form 1/N.
func ParseRate(text string) (Rate, error) {
	number, ok := strings.CutPrefix(text, "1/")
	n, err := strconv.Atoi(number)
	if !ok || err != nil || n < 1 || number[0] == '+' {
		return 0, fmt.Errorf("%q is no rate, which is given as 1/N: 1/1000 for once in a thousand times", text)
	}
	return Rate(n), nil
}

// seam is how a sporadic fault is made: one of these is set, and makes it for one server.
type seam struct {
	requests func(*dice) operation.Middleware
	blobs    func(store.Blobs, *dice) store.Blobs
	entities func(entities.Store, *dice) entities.Store
	messages func(messages.Store, *dice) messages.Store
}

// At is the fault at another rate, if it is sporadic. Of two servers that meet the same occasions in the same order
// both fail on the same of them.
func (f Fault) At(r Rate) Fault {
	if !f.Sporadic() {
		return f
	}
	f.Rate = r
	s, name := f.seam, f.Name
	if s.requests != nil {
		f.Middleware = func() operation.Middleware { return s.requests(newDice(name, r)) }
	}
	if s.blobs != nil {
		f.Store = func(b store.Blobs) store.Blobs { return s.blobs(b, newDice(name, r)) }
	}
	if s.entities != nil {
		f.Entities = func(e entities.Store) entities.Store { return s.entities(e, newDice(name, r)) }
	}
	if s.messages != nil {
		f.Messages = func(m messages.Store) messages.Store { return s.messages(m, newDice(name, r)) }
	}
	return f
}

// dice decide on which occasions a fault shows, in an order that follows from its name.
type dice struct {
	seed   uint64
	thrown atomic.Uint64
	in     uint64
}

func newDice(name string, r Rate) *dice {
	h := fnv.New64a()
	_, _ = h.Write([]byte(name)) // a hash takes everything
	return &dice{seed: h.Sum64(), in: uint64(r)}
}

// hit is one occasion. Of every N in a row one is hit, at a place that is a hash of the row's number, so that occasions
// on many goroutines need no lock, and that a run of N occasions is enough.
func (d *dice) hit() bool {
	n := d.thrown.Add(1) - 1
	z := d.seed + n/d.in*0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return (z^z>>31)%d.in == n%d.in
}
