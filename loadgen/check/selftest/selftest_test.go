package selftest

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ifmatch/loadgen/check"
	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
)

func histories() map[string]*history.History {
	return map[string]*history.History{
		"blob":      blob(20),
		"partition": partition(),
		"lease":     lease(),
		"queue":     messages(),
		"append":    appends(),
	}
}

// script is a history of one resource.
type script struct {
	h   *history.History
	key uint32
	seq uint32
}

func newScript(key string) *script {
	h := &history.History{Book: history.NewDictionary("5f3a1b2c"), Complete: true}
	h.Run = "5f3a1b2c"
	return &script{h: h, key: h.Book.Key(key)}
}

func (s *script) add(e history.Event, at time.Duration) {
	s.seq++
	e.Key, e.Seq, e.Invoke, e.Return = s.key, s.seq, int64(at), int64(at+time.Millisecond)
	e.Intended = e.Invoke
	if e.Client == 0 {
		e.Client = 1
	}
	s.h.Events = append(s.h.Events, e)
}

func (s *script) receipt(text string) history.Token { return s.h.Book.Token(text) }

// swap is an update that wins, from the version named from to the one named to.
func (s *script) swap(from, to string, at time.Duration) {
	s.add(history.Event{Op: history.Swap, Outcome: history.Won, Status: 201, If: s.receipt(from), Tag: s.receipt(to), Value: history.ValueOf(1, s.seq+1)}, at)
}

// blob makes a history of two clients that update a blob that both had read, in so many rounds.
func blob(rounds int) *history.History {
	s := newScript("blob /ifm-5f3a1b2c/b0")
	at := time.Duration(0)
	next := func() time.Duration { at += time.Second; return at }
	s.add(history.Event{Op: history.Create, Outcome: history.Won, Status: 201, Tag: s.receipt("v0"), Value: history.ValueOf(1, 1)}, next())
	s.add(history.Event{Op: history.Create, Outcome: history.Lost, Status: 409, Value: history.ValueOf(2, 2), Client: 2}, next())
	for i := range rounds {
		from, to := fmt.Sprint("v", i), fmt.Sprint("v", i+1)
		s.swap(from, to, next())
		value := s.h.Events[len(s.h.Events)-1].Value
		s.add(history.Event{Op: history.Swap, Outcome: history.Lost, Status: 412, If: s.receipt(from), Value: history.ValueOf(2, s.seq+1), Client: 2}, next())
		s.add(history.Event{Op: history.Read, Outcome: history.Won, Status: 200, Tag: s.receipt(to), Value: value, Client: 2}, next())
	}
	return s.h
}

// partition makes a history of transactions on two entities, and of pages that show both.
func partition() *history.History {
	s := newScript("")
	keys := []uint32{s.h.Book.Key("table /t(PartitionKey='p',RowKey='0')"), s.h.Book.Key("table /t(PartitionKey='p',RowKey='1')")}
	values := make([]uint64, len(keys))
	both := func(at int, do func(i int, at time.Duration)) {
		for i, key := range keys {
			s.key = key
			do(i, time.Duration(at)*time.Second)
			if at > 0 {
				s.h.Events[len(s.h.Events)-1].Group = uint64(at)
			}
		}
	}
	tag := func(i, version int) string { return fmt.Sprintf("e%d-%d", i, version) }
	both(0, func(i int, at time.Duration) {
		values[i] = history.ValueOf(1, s.seq+1)
		s.add(history.Event{Op: history.Create, Outcome: history.Won, Status: 201, Tag: s.receipt(tag(i, 0)), Value: values[i]}, at)
	})
	for n := range 10 {
		both(3*n+1, func(i int, at time.Duration) {
			s.swap(tag(i, n), tag(i, n+1), at)
			values[i] = s.h.Events[len(s.h.Events)-1].Value
		})
		both(3*n+2, func(i int, at time.Duration) {
			how := []history.Outcome{history.Lost, history.Refused}[i]
			s.add(history.Event{Op: history.Swap, Outcome: how, Status: 412, If: s.receipt(tag(i, n)), Value: history.ValueOf(2, s.seq+1), Client: 2}, at)
		})
		both(3*n+3, func(i int, at time.Duration) {
			s.add(history.Event{Op: history.Read, Outcome: history.Won, Status: 200, Tag: s.receipt(tag(i, n+1)), Value: values[i], Client: 2}, at)
		})
	}
	return s.h
}

// lease makes a history of two clients that want one lease.
func lease() *history.History {
	s := newScript("blob /ifm-5f3a1b2c/lock")
	long := int64(30 * time.Second)
	_, first := s.h.Book.LeaseID(1, 1)
	_, second := s.h.Book.LeaseID(2, 1)
	_, third := s.h.Book.LeaseID(2, 2)
	s.add(history.Event{Op: history.Acquire, Outcome: history.Won, Lease: first, Arg: long}, 0)
	s.add(history.Event{Op: history.Acquire, Outcome: history.Refused, Status: 409, Lease: second, Arg: long, Client: 2}, time.Second)
	s.add(history.Event{Op: history.Renew, Outcome: history.Won, Lease: first, Arg: long}, 2*time.Second)
	s.add(history.Event{Op: history.Release, Outcome: history.Won, Lease: first}, 3*time.Second)
	s.add(history.Event{Op: history.Acquire, Outcome: history.Won, Lease: third, Arg: long, Client: 2}, 4*time.Second)
	return s.h
}

// messages makes a history of a queue with a message that came back and one that did not.
func messages() *history.History {
	s := newScript("queue /ifm-5f3a1b2c-q0")
	const a, b = 1<<32 | 1, 1<<32 | 2
	window := int64(30 * time.Second)
	s.add(history.Event{Op: history.Put, Outcome: history.Won, Value: a}, 0)
	s.add(history.Event{Op: history.Put, Outcome: history.Won, Value: b}, time.Second)
	s.add(history.Event{Op: history.Get, Outcome: history.Won, Value: a, Tag: s.receipt("a1"), Got: 1, Arg: window}, 2*time.Second)
	s.add(history.Event{Op: history.Get, Outcome: history.Won, Value: a, Tag: s.receipt("a2"), Got: 2, Arg: window, Client: 2}, 33*time.Second)
	s.add(history.Event{Op: history.Remove, Outcome: history.Lost, Status: 400, Value: a, If: s.receipt("a1")}, 34*time.Second)
	s.add(history.Event{Op: history.Remove, Outcome: history.Won, Value: a, If: s.receipt("a2"), Client: 2}, 35*time.Second)
	s.add(history.Event{Op: history.Get, Outcome: history.Won, Value: b, Tag: s.receipt("b1"), Got: 1, Arg: window}, 36*time.Second)
	s.add(history.Event{Op: history.Remove, Outcome: history.Won, Value: b, If: s.receipt("b1")}, 37*time.Second)
	return s.h
}

// appends makes a history of an append blob that grows.
func appends() *history.History {
	s := newScript("blob /ifm-5f3a1b2c/log")
	s.add(history.Event{Op: history.Create, Outcome: history.Won, Status: 201, Tag: s.h.Book.Token(`"0x8DC0000000000A0"`)}, 0)
	for i := range int64(4) {
		s.add(history.Event{
			Op: history.Append, Outcome: history.Won, Status: 201, Value: history.ValueOf(1, uint32(i+2)), Got: i * 64, Arg: 64,
			Tag: s.h.Book.Token([]string{`"0x8DC0000000000A1"`, `"0x8DC0000000000A2"`, `"0x8DC0000000000A3"`, `"0x8DC0000000000A4"`}[i]),
		}, time.Duration(i+1)*time.Second)
	}
	return s.h
}

func TestEveryFlipIsFound(t *testing.T) {
	t.Parallel()
	tried := map[string]bool{}
	for name, h := range histories() {
		if v := check.History(h, check.Options{}); v.State != finding.Valid {
			t.Errorf("%s is %s %s %+v before anything is flipped", name, v.State, v.Why, v.Results)
			continue
		}
		before := slices.Clone(h.Events)
		got := Run(h, 60, 5, check.Options{})
		if got.Flipped == 0 || got.Found != got.Flipped || len(got.Missed) > 0 || got.Seed != 5 {
			t.Errorf("%s: %+v", name, got)
		}
		if diff := cmp.Diff(before, h.Events); diff != "" {
			t.Errorf("%s was changed (-want +got):\n%s", name, diff)
		}
		s := newScene(h, 5, check.Options{})
		for _, f := range s.choose(60) {
			tried[f.what] = true
		}
	}
	for _, k := range kinds {
		if !tried[k.name] {
			t.Errorf("no history offered a %s", k.name)
		}
	}
}

func TestTheSeedDecides(t *testing.T) {
	t.Parallel()
	h := blob(40)
	a, b := newScene(h, 7, check.Options{}).choose(40), newScene(h, 7, check.Options{}).choose(40)
	if diff := cmp.Diff(a, b, cmp.AllowUnexported(flip{})); diff != "" {
		t.Errorf("two runs with one seed differ:\n%s", diff)
	}
	other := newScene(h, 8, check.Options{}).choose(40)
	if cmp.Equal(a, other, cmp.AllowUnexported(flip{})) {
		t.Error("two seeds chose the same flips")
	}
}

func TestNothingToFlip(t *testing.T) {
	t.Parallel()
	got := Run(&history.History{Book: history.NewDictionary("5f3a1b2c"), Complete: true}, 10, 1, check.Options{})
	if got.Flipped != 0 || got.Found != 0 {
		t.Errorf("%+v of an empty history", got)
	}
}
