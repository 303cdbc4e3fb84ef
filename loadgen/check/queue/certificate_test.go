package queue

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"ifmatch/internal/golden"
	"ifmatch/internal/thorough"
	"ifmatch/loadgen/check/bounds"
	"ifmatch/loadgen/history"
)

// acted is an operation of client c on the only message, from a to b in ms. Receipts are
// numbers; client 1 puts the message. A window lasts 3 s, so that by the default tolerance
// it ends 2 s to 5 s after it began.
func acted(op history.Op, c uint32, a, b int64) history.Event {
	return history.Event{Op: op, Outcome: history.Won, Client: c, Seq: uint32(a) + 1, Invoke: a * 1e6, Return: b * 1e6, Value: history.ValueOf(1, 1)}
}

func put(a, b int64, hide time.Duration) history.Event {
	e := acted(history.Put, 1, a, b)
	e.Arg = int64(hide)
	return e
}

func get(c uint32, a, b, count int64, receipt history.Token) history.Event {
	e := acted(history.Get, c, a, b)
	e.Got, e.Tag, e.Arg = count, receipt, int64(3*time.Second)
	return e
}

func peek(c uint32, a, b, count int64) history.Event {
	e := acted(history.Peek, c, a, b)
	e.Got = count
	return e
}

func renew(c uint32, a, b int64, named, receipt history.Token, hide time.Duration) history.Event {
	e := acted(history.Update, c, a, b)
	e.If, e.Tag, e.Arg = named, receipt, int64(hide)
	return e
}

func erase(c uint32, a, b int64, named history.Token) history.Event {
	e := acted(history.Remove, c, a, b)
	e.If = named
	return e
}

// denied is an operation that was refused.
func denied(e history.Event) history.Event {
	e.Outcome, e.Tag = history.Absent, history.None
	return e
}

// silent is an operation without an answer.
func silent(e history.Event) history.Event {
	e.Outcome, e.Return, e.Tag, e.Got = history.Unknown, history.Open, history.None, 0
	if e.Op == history.Get {
		e.Value = 0
	}
	return e
}

// empty is the answer that shows the queue to be empty after the run.
func empty(a, b int64) history.Event {
	e := acted(history.Get, 9, a, b)
	e.Value, e.Flags = 0, history.Outside
	return e
}

// minimal are histories with one or a few wrong answers.
var minimal = []struct {
	name   string
	rate   float64
	events []history.Event
}{
	{"two consumers at once, the second answered first", 1, []history.Event{
		put(0, 5, 0), get(3, 12, 20, 2, 2), get(2, 10, 30, 1, 1)}},
	{"two consumers at once, with one count", 1, []history.Event{
		put(0, 5, 0), get(2, 10, 20, 1, 1), get(3, 12, 22, 1, 2)}},
	{"three consumers at once", 1, []history.Event{
		put(0, 5, 0), get(4, 14, 20, 3, 3), get(3, 12, 22, 2, 2), get(2, 10, 30, 1, 1)}},
	{"three consumers at once, of whom the last removes it", 1, []history.Event{
		put(0, 5, 0), get(3, 12, 22, 2, 2), get(2, 10, 30, 1, 1), get(4, 14, 32, 3, 3), erase(4, 40, 50, 3)}},
	{"three consumers at once, of whom the last updates and removes it", 1, []history.Event{
		put(0, 5, 0), get(3, 12, 22, 2, 2), get(2, 10, 30, 1, 1), get(4, 14, 32, 3, 3), renew(4, 40, 50, 3, 4, 3*time.Second), erase(4, 60, 70, 4)}},
	{"two consumers at once, of whom the second used a replaced receipt", 1, []history.Event{
		put(0, 5, 0), get(2, 10, 20, 1, 1), get(3, 12, 22, 2, 2), renew(3, 40, 50, 2, 3, 3*time.Second), erase(3, 60, 70, 2)}},
	{"two consumers at once, of whom the first is refused", 1, []history.Event{
		put(0, 5, 0), get(2, 10, 20, 1, 1), denied(erase(2, 25, 30, 1)), get(3, 12, 40, 2, 2)}},
	{"two consumers before the put was answered", 1, []history.Event{
		get(3, 12, 20, 2, 2), get(2, 10, 30, 1, 1), put(0, 50, 0)}},
	{"two consumers, one after the other", 1, []history.Event{
		put(0, 5, 0), get(2, 10, 20, 1, 1), get(3, 500, 510, 2, 2)}},
	{"the same consumer twice", 1, []history.Event{
		put(0, 5, 0), get(2, 10, 20, 1, 1), get(2, 500, 510, 2, 2)}},
	{"two consumers, and one removed it meanwhile", 1, []history.Event{
		put(0, 5, 0), get(2, 10, 20, 1, 1), erase(2, 25, 30, 1), get(3, 12, 40, 2, 2)}},
	{"two consumers beside an answer that was lost", 1, []history.Event{
		put(0, 5, 0), silent(get(4, 6, 7, 0, 0)), get(2, 10, 20, 1, 1), get(3, 12, 22, 3, 2)}},
	{"given out again when the window may have ended", 1, []history.Event{
		put(0, 5, 0), get(2, 10, 20, 1, 1), get(3, 2000, 2010, 3, 2)}},
	{"given out again when the window has ended by a fast clock", 1000, []history.Event{
		put(0, 5, 0), get(2, 10, 20, 1, 1), get(3, 22, 23, 3, 2)}},
	{"given out again beside an update that ends the window", 1, []history.Event{
		put(0, 5, 0), get(2, 10, 20, 1, 1), renew(2, 40, 70, 1, 2, 0), get(3, 50, 60, 3, 3)}},
	{"given out again after such an update without an answer", 1, []history.Event{
		put(0, 5, 0), get(2, 10, 20, 1, 1), silent(renew(2, 40, 70, 1, 2, 0)), get(3, 500, 510, 3, 3)}},
	{"given out again beside an update that prolongs the window", 1, []history.Event{
		put(0, 5, 0), get(2, 10, 20, 1, 1), renew(2, 40, 70, 1, 2, 3*time.Second), get(3, 50, 60, 2, 3)}},
	{"an update counts", 1, []history.Event{
		put(0, 5, 0), get(2, 10, 20, 1, 1), renew(2, 40, 50, 1, 2, 0), get(3, 60, 70, 3, 3)}},
	{"given out again within a window that an update began", 1, []history.Event{
		put(0, 5, 0), get(2, 10, 20, 1, 1), renew(2, 1500, 1510, 1, 2, 3*time.Second), get(3, 3000, 3010, 2, 3)}},
	{"given out within the window of a put that was not answered yet", 1, []history.Event{
		get(2, 10, 20, 1, 1), put(0, 50, 3*time.Second)}},
	{"given out again within a window that only a refusal shows", 1, []history.Event{
		put(0, 5, 0), get(2, 10, 20, 1, 1), silent(get(4, 30, 40, 0, 0)), denied(renew(2, 2500, 2510, 1, 0, 0)), get(3, 2600, 2610, 3, 2)}},
	{"peeked while a consumer was given it", 1, []history.Event{
		put(0, 5, 0), peek(4, 12, 14, 1), get(2, 10, 20, 1, 1)}},
	{"peeked in its window", 1, []history.Event{
		put(0, 5, 0), get(2, 10, 20, 1, 1), peek(4, 30, 40, 1)}},
	{"peeked beside an update that ends the window", 1, []history.Event{
		put(0, 5, 0), get(2, 10, 20, 1, 1), peek(4, 30, 40, 2), renew(2, 25, 50, 1, 2, 0)}},
	{"a peek counts", 1, []history.Event{
		put(0, 5, 0), peek(4, 8, 9, 1), get(2, 10, 20, 2, 1)}},
	{"nobody put it", 1, []history.Event{
		get(2, 10, 20, 1, 1)}},
	{"given out after its removal", 1, []history.Event{
		put(0, 5, 0), get(2, 10, 20, 1, 1), erase(2, 25, 30, 1), get(3, 40, 50, 2, 2)}},
	{"given out during its removal", 1, []history.Event{
		put(0, 5, 0), get(2, 10, 20, 1, 1), get(3, 3010, 3030, 2, 2), erase(2, 3000, 3020, 1)}},
	{"removed twice", 1, []history.Event{
		put(0, 5, 0), get(2, 10, 20, 1, 1), erase(2, 25, 30, 1), erase(2, 26, 40, 1)}},
	{"removed after an update", 1, []history.Event{
		put(0, 5, 0), get(2, 10, 20, 1, 1), renew(2, 25, 30, 1, 2, 0), erase(2, 40, 50, 1)}},
	{"updated after another consumer was given it", 1, []history.Event{
		put(0, 5, 0), get(2, 10, 20, 1, 1), get(3, 6000, 6010, 2, 2), renew(2, 6020, 6030, 1, 3, 0)}},
	{"updated while another consumer was given it", 1, []history.Event{
		put(0, 5, 0), get(2, 10, 20, 1, 1), get(3, 3010, 3030, 2, 2), renew(2, 3000, 3040, 1, 3, 3*time.Second),
		denied(erase(3, 3050, 3060, 2)), erase(2, 3070, 3080, 3)}},
	{"refused under the newest receipt", 1, []history.Event{
		put(0, 5, 0), get(2, 10, 20, 1, 1), denied(erase(2, 3100, 3110, 1))}},
	{"never seen again", 1, []history.Event{
		put(0, 5, 0), get(2, 10, 20, 1, 1), empty(9000, 9010)}},
	{"never seen again after an update", 1, []history.Event{
		put(0, 5, 0), get(2, 10, 20, 1, 1), renew(2, 40, 50, 1, 2, 0), empty(9000, 9010)}},
}

func TestCertificates(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for _, tt := range minimal {
		r := Check(tt.events, bounds.Timing{Rate: tt.rate})
		fmt.Fprintf(&b, "# %s: %s\n", tt.name, r.State)
		for _, v := range r.Violations {
			fmt.Fprintf(&b, "%s: %s %s\n", v.Rule, v.Sentence, v.Clauses)
			for _, x := range v.Evidence {
				e := x.Event
				end := fmt.Sprint(e.Return / 1e6)
				if e.Return == history.Open {
					end = "open"
				}
				fmt.Fprintf(&b, "    %d to %s: %s %s\n", e.Invoke/1e6, end, e.Who(), x.Role)
			}
		}
		b.WriteByte('\n')
	}
	golden.Same(t, "testdata/certificates.golden", b.String())
}

// TestRivalsAreImpossible looks for rivals in random histories that are right or damaged.
// None may be found where the oracle finds an order.
func TestRivalsAreImpossible(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(thorough.Seed(t), 4))
	found := map[history.Op]int{}
	for k := range 24_000 {
		s := draw(r, k%4 > 0)
		c := newChecker(s.options)
		m := c.life(false)
		for k := range s.ops {
			if op, ok := c.op(&s.ops[k]); ok && op.Event.Value != 0 {
				c.add(m, &op)
			}
		}
		possible := oracle(s.ops, s.service)
		for k := range s.ops {
			e := &s.ops[k]
			if e.Outcome.Uncertain() || e.Value == 0 {
				continue
			}
			switch a, b := m.rivals(e); {
			case b != nil && possible:
				t.Fatalf("history %d: client %d at %d and client %d at %d are rivals in\n%s", k, a.Client, a.Invoke, b.Client, b.Invoke, s)
			case b != nil:
				found[e.Op]++
			}
		}
	}
	t.Log(found)
	if found[history.Get] < 50 || found[history.Peek] < 5 {
		t.Errorf("found %v, want more rivals", found)
	}
}
