package fault

import (
	"fmt"
	"hash/fnv"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
)

// Rate is how often a sporadic fault appears: once in so many occasions. The fault's sentence says what an occasion is.
type Rate int

// String returns the rate in the form that ParseRate reads: "1/500".
func (r Rate) String() string { return "1/" + strconv.Itoa(int(r)) }

// ParseRate reads a rate of the form 1/N.
func ParseRate(text string) (Rate, error) {
	number, ok := strings.CutPrefix(text, "1/")
	n, err := strconv.Atoi(number)
	if !ok || err != nil || n < 1 || number[0] == '+' {
		return 0, fmt.Errorf("%q is not a rate; a rate is 1/N: 1/1000 for once in a thousand times", text)
	}
	return Rate(n), nil
}

// dice decides on which occasions a fault appears, in an order that follows from the fault's name.
type dice struct {
	name   string
	log    *Log // nil: nothing is recorded
	seed   uint64
	thrown atomic.Uint64
	in     uint64
}

func newDice(name string, r Rate, l *Log) *dice {
	h := fnv.New64a()
	_, _ = h.Write([]byte(name)) // writing to a hash cannot fail
	return &dice{name: name, log: l, seed: h.Sum64(), in: uint64(r)}
}

// everyTime makes the dice of a fault that appears every time.
func everyTime() *dice { return newDice("", 1, nil) }

// hit counts one occasion and reports whether the fault appears. Of every N occasions in a row exactly one is hit, at a
// place that is a hash of the row's number. Occasions on many goroutines then need no lock, and N occasions are enough
// for a hit.
func (d *dice) hit() bool {
	n := d.thrown.Add(1) - 1
	z := d.seed + n/d.in*0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return (z^z>>31)%d.in == n%d.in
}

// show records that the fault appeared: on which resource, and how that can be recognised.
func (d *dice) show(what ...any) {
	if d.log != nil {
		d.log.add(Showing{Fault: d.name, What: strings.TrimSuffix(fmt.Sprintln(what...), "\n")})
	}
}

// Showing is one occasion on which a sporadic fault appeared.
type Showing struct {
	Fault string `json:"fault"`
	What  string `json:"what"` // the resource, and the wrong part of it: an ETag, a receipt
}

// Log records what the sporadic faults of one server did. It is safe for concurrent use.
type Log struct {
	tell func(Showing)

	mu    sync.Mutex
	count map[string]int
	last  []Showing
}

// logged is how many showings a Log keeps; it drops the oldest.
const logged = 10_000

// NewLog makes an empty log. If tell is not nil, it is called for every showing.
func NewLog(tell func(Showing)) *Log { return &Log{tell: tell, count: map[string]int{}} }

func (l *Log) add(s Showing) {
	l.mu.Lock()
	l.count[s.Fault]++
	if len(l.last) == logged {
		l.last = slices.Delete(l.last, 0, logged/2)
	}
	l.last = append(l.last, s)
	l.mu.Unlock()
	if l.tell != nil {
		l.tell(s)
	}
}

// Shown returns how often each fault appeared, and the last showings.
func (l *Log) Shown() (count map[string]int, last []Showing) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return maps.Clone(l.count), slices.Clone(l.last)
}
