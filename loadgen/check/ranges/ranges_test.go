package ranges

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"ifmatch/internal/thorough"
	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/check/register"
	"ifmatch/loadgen/history"
)

const (
	blockSize = 64
	blockings = 4
)

// service is a file that keeps only what is promised about each byte. A write reaches its bytes
// one after the other within its interval, in any order, and a read sees them so.
type service struct {
	rng    *rand.Rand
	clock  int64
	bytes  [blockSize * blockings]uint64 // the value of each byte
	due    []touch
	events []history.Event
}

// touch is a moment at which a request reaches some bytes.
type touch struct {
	at       int64
	from, to int
	event    int
	writes   bool
}

func randomFile(rng *rand.Rand, clients, exchanges int, lost float64) *service {
	s := &service{rng: rng}
	s.events = append(s.events, history.Event{
		Op: history.PutRange, Outcome: history.Won, Status: 201, Client: history.SideSlot, Seq: 1, Invoke: 1, Return: 2,
		If: book.Position(0), Arg: blockSize * blockings, Got: blockSize, Flags: history.Outside,
	})
	s.clock = 10
	free := make([]int64, clients)
	seq := make([]uint32, clients)
	for range exchanges {
		c := rng.IntN(clients)
		invoke := max(free[c], s.clock) + rng.Int64N(20)
		ret := invoke + 1 + rng.Int64N(60)
		seq[c]++
		blocks := 1 + rng.IntN(blockings)
		from := rng.IntN(blockings - blocks + 1)
		e := history.Event{
			Op: history.PutRange, Outcome: history.Won, Status: 201, Client: uint32(c), Seq: seq[c], Invoke: invoke, Return: ret,
			If: book.Position(int64(from * blockSize)), Arg: int64(blocks * blockSize), Value: history.ValueOf(uint32(c), seq[c]),
		}
		if rng.IntN(2) == 0 {
			e.Op, e.Value, e.Status = history.GetRange, 0, 206
		}
		s.plan(e, from*blockSize, (from+blocks)*blockSize, lost)
		free[c] = ret
		s.clock += rng.Int64N(15)
	}
	s.play()
	return s
}

// plan chooses the moments of a request, for pieces of its range that need not be blocks.
func (s *service) plan(e history.Event, from, to int, lost float64) {
	at, last := len(s.events), e.Return
	if e.Op == history.PutRange && s.rng.Float64() < lost {
		e.Outcome, e.Return, e.Status = history.Unknown, history.Open, 0
		if last += 500; s.rng.IntN(3) == 0 {
			s.events = append(s.events, e)
			return // it never takes effect
		}
	}
	s.events = append(s.events, e)
	for from < to {
		n := to - from
		if s.rng.IntN(3) == 0 {
			n = 1 + s.rng.IntN(n)
		}
		s.due = append(s.due, touch{at: e.Invoke + s.rng.Int64N(last-e.Invoke+1), from: from, to: from + n, event: at, writes: e.Op == history.PutRange})
		from += n
	}
}

// play lets every touch happen, and turns what reads saw into events.
func (s *service) play() {
	slices.SortStableFunc(s.due, func(a, b touch) int { return int(a.at - b.at) })
	seen := map[int]map[int]uint64{}
	for _, t := range s.due {
		for i := t.from; i < t.to; i++ {
			if t.writes {
				s.bytes[i] = s.events[t.event].Value
				continue
			}
			if seen[t.event] == nil {
				seen[t.event] = map[int]uint64{}
			}
			seen[t.event][i] = s.bytes[i]
		}
	}
	var all []history.Event
	for i, e := range s.events {
		if e.Op != history.GetRange {
			all = append(all, e)
			continue
		}
		from, _ := strconv.Atoi(book.Text(e.If))
		for at := from; at < from+int(e.Arg); {
			n := 1
			for at+n < from+int(e.Arg) && seen[i][at+n] == seen[i][at] {
				n++
			}
			part := e
			part.If, part.Arg, part.Value = book.Position(int64(at)), int64(n), seen[i][at]
			if at > from {
				part.Flags |= history.Follow
			}
			all = append(all, part)
			at += n
		}
	}
	s.events = all
}

func seeded(t *testing.T) *rand.Rand {
	return rand.New(rand.NewPCG(thorough.Seed(t), 11))
}

// streamed checks a history that is delivered in small pieces.
func streamed(events []history.Event, pieces int) finding.Result {
	s := NewStream(register.Options{})
	for at := 0; at < len(events); at += pieces {
		s.Add(events[at:min(at+pieces, len(events))])
		until := history.Open
		for _, e := range events[min(at+pieces, len(events)):] {
			until = min(until, e.Invoke)
		}
		if until < history.Open {
			s.Mark(until)
		}
	}
	return s.Close()
}

// TestWhatFilesMayDoIsValid checks a service that mixes writes, even within blocks, and answers
// some of them late or never.
func TestWhatFilesMayDoIsValid(t *testing.T) {
	t.Parallel()
	rng := seeded(t)
	for n := range 600 {
		s := randomFile(rng, 2+rng.IntN(4), 5+rng.IntN(60), []float64{0, 0.1}[n%2])
		for name, r := range map[string]finding.Result{"check": Check(s.events, register.Options{}), "stream": streamed(s.events, 7)} {
			if r.State == finding.Invalid || r.State == finding.Undecided && n%2 == 0 {
				t.Fatalf("history %d, %s: %s %s %+v", n, name, r.State, r.Why, r.Violations)
			}
		}
	}
}

// read is a read of one part; write is a write of some blocks.
func read(client, seq uint32, from, n, invoke, ret int64, value uint64) history.Event {
	return history.Event{Op: history.GetRange, Outcome: history.Won, Status: 206, Client: client, Seq: seq, Invoke: invoke, Return: ret, If: book.Position(from), Arg: n, Value: value}
}

func write(client, seq uint32, from, n, invoke, ret int64) history.Event {
	return history.Event{
		Op: history.PutRange, Outcome: history.Won, Status: 201, Client: client, Seq: seq, Invoke: invoke, Return: ret,
		If: book.Position(from), Arg: n, Value: history.ValueOf(client, seq),
	}
}

func TestWhatFilesMayNotDo(t *testing.T) {
	t.Parallel()
	const whole, b = blockSize * blockings, blockSize
	made := history.Event{Op: history.PutRange, Outcome: history.Won, Client: history.SideSlot, Seq: 1, Invoke: 1, Return: 2, If: book.Position(0), Arg: whole, Got: b, Flags: history.Outside}
	value := history.ValueOf
	torn := read(2, 1, 5, 16, 50, 60, 0)
	torn.Flags = history.Torn
	refused := write(2, 1, 0, b, 50, 60)
	refused.Outcome, refused.Status = history.Wrong, 409
	for name, tt := range map[string]struct {
		events []history.Event
		rule   string
		named  int // requests of the one violation
	}{
		"a write of which no byte came": {[]history.Event{write(1, 1, 0, 2*b, 10, 20), read(2, 1, 0, whole, 30, 40, 0)}, "stale read", 3},
		"half of a write": {[]history.Event{
			write(1, 1, 0, 2*b, 10, 20), read(2, 1, 0, b, 30, 40, value(1, 1)), read(2, 1, b, whole-b, 30, 40, 0), read(3, 1, b, b, 50, 60, 0),
		}, "", 0},
		"half of a block": {[]history.Event{write(1, 1, 0, b, 10, 20), read(2, 1, 0, b/2, 30, 40, value(1, 1)), read(2, 1, b/2, b/2, 30, 40, 0)}, "", 0},
		"another range with it": {[]history.Event{
			write(1, 1, 0, b, 10, 20), write(2, 1, b, b, 30, 40), read(3, 1, 0, b, 50, 60, 0), read(3, 1, b, b, 50, 60, value(2, 1)),
		}, "", 0},
		"bytes of nobody":          {[]history.Event{write(1, 1, 0, b, 10, 20), torn}, "torn read", 1},
		"bytes of nobody's number": {[]history.Event{write(1, 1, 0, b, 10, 20), read(2, 1, 0, b, 30, 40, value(9, 9))}, "read of a version nobody wrote", 1},
		"bytes from another place": {[]history.Event{write(1, 1, 0, b, 10, 20), read(2, 1, b, b, 30, 40, value(1, 1))}, "read of a version nobody wrote", 1},
		"a refusal":                {[]history.Event{write(1, 1, 0, b, 10, 20), refused}, "write refused without a lease", 1},
	} {
		events := append([]history.Event{made}, tt.events...)
		for how, r := range map[string]finding.Result{"check": Check(events, register.Options{}), "stream": streamed(events, 2)} {
			if r.State != finding.Invalid || len(r.Violations) != 1 {
				t.Errorf("%s, %s: %s %s with %d violations, want one", name, how, r.State, r.Why, len(r.Violations))
				continue
			}
			v := r.Violations[0]
			if tt.rule != "" && v.Rule != tt.rule && v.Rule != "dropped write" {
				t.Errorf("%s, %s: %s: %s", name, how, v.Rule, v.Sentence)
			}
			for _, e := range v.Evidence {
				if !slices.ContainsFunc(events, func(x history.Event) bool { return x == e.Event }) {
					t.Errorf("%s, %s: %+v is no event of the history", name, how, e.Event)
				}
			}
		}
	}
}

// TestMixturesAreAllowed has two writes under way at once that leave any mixture.
func TestMixturesAreAllowed(t *testing.T) {
	t.Parallel()
	const whole, b = blockSize * blockings, blockSize
	made := history.Event{Op: history.PutRange, Outcome: history.Won, Client: history.SideSlot, Seq: 1, Invoke: 1, Return: 2, If: book.Position(0), Arg: whole, Got: b, Flags: history.Outside}
	value := history.ValueOf
	events := []history.Event{made, write(1, 1, 0, 2*b, 10, 40), write(2, 1, 0, 2*b, 20, 50)}
	for i := range int64(3) {
		events = append(events, read(3, uint32(i+1), 0, 20, 60+20*i, 70+20*i, value(1, 1)), read(3, uint32(i+1), 20, b, 60+20*i, 70+20*i, value(2, 1)), read(3, uint32(i+1), 20+b, b-20, 60+20*i, 70+20*i, value(1, 1)))
	}
	if r := Check(events, register.Options{}); r.State != finding.Valid {
		t.Errorf("%s %s %+v", r.State, r.Why, r.Violations)
	}
	// The mixture that they leave must stay.
	events = append(events, read(4, 1, 0, 2*b, 200, 210, value(2, 1)))
	if r := Check(events, register.Options{}); r.State != finding.Invalid {
		t.Errorf("a mixture that becomes another by itself is %s", r.State)
	}
}

// TestZerosOfSeveralCreations checks that zeros are not judged if several creations may have
// made them.
func TestZerosOfSeveralCreations(t *testing.T) {
	t.Parallel()
	const whole, b = blockSize * blockings, blockSize
	made := history.Event{Op: history.PutRange, Outcome: history.Won, Client: history.SideSlot, Seq: 2, Invoke: 5, Return: 6, If: book.Position(0), Arg: whole, Got: b, Flags: history.Outside}
	lost := made
	lost.Outcome, lost.Seq, lost.Invoke, lost.Return = history.Unknown, 1, 1, history.Open
	events := []history.Event{lost, made, write(1, 1, 0, b, 10, 20), read(2, 1, 0, b, 30, 40, 0)}
	if r := Check(events, register.Options{}); r.State != finding.Valid {
		t.Errorf("%s %s %+v", r.State, r.Why, r.Violations)
	}
	if r := Check(events[2:], register.Options{}); r.State != finding.Undecided {
		t.Errorf("without a creation: %s", r.State)
	}
}

// TestRefusalsUnderLeases checks that refusals are left to the check of leases.
func TestRefusalsUnderLeases(t *testing.T) {
	t.Parallel()
	made := history.Event{Op: history.PutRange, Outcome: history.Won, Client: history.SideSlot, Seq: 1, Invoke: 1, Return: 2, If: book.Position(0), Arg: blockSize, Got: blockSize, Flags: history.Outside}
	refused := write(2, 1, 0, blockSize, 50, 60)
	refused.Outcome, refused.Status = history.Refused, 412
	acquired := history.Event{Op: history.Acquire, Outcome: history.Won, Lease: book.Position(7), Invoke: 10, Return: 20}
	if r := Check([]history.Event{made, acquired, refused}, register.Options{}); r.State != finding.Valid {
		t.Errorf("%s %+v", r.State, r.Violations)
	}
}

func TestByteOf(t *testing.T) {
	t.Parallel()
	m := mapping{block: 10}
	for place, want := range []int64{0, 9, 10, 19, 20} {
		if got := m.byteOf(place); got != want {
			t.Errorf("place %d is byte %d, want %d", place, got, want)
		}
	}
	if got := fmt.Sprint(options(register.Options{}).Text(book.Position(int64(history.ValueOf(3, 9))))); got != "of client 3, exchange 9" {
		t.Errorf("a version is called %q", got)
	}
}
