package history

import (
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"ifmatch/internal/thorough"
)

// random is seeded by IFMATCH_SEED if it is set.
func random(t testing.TB) *rand.Rand {
	return rand.New(rand.NewPCG(thorough.Seed(t), 0))
}

// header is the header of a run that just started.
func header() Header {
	return Header{Run: testRun, Workload: "blob-cas", Started: time.Now(), From: 7,
		Endpoints: map[string]string{"blob": "http://127.0.0.1:10000/devstoreaccount1"}, Params: map[string]string{"clients": "32"}}
}

// odd makes events whose fields have all kinds of values, including some that no run records.
func odd(r *rand.Rand, d *Dictionary, n int) []Event {
	number := func() int64 {
		switch r.IntN(6) {
		case 0:
			return 0
		case 1:
			return math.MaxInt64
		case 2:
			return math.MinInt64
		case 3:
			return int64(r.Uint64())
		}
		return r.Int64N(1000) - 100
	}
	tokens := []Token{None, None}
	for _, c := range wire {
		tokens = append(tokens, d.Token(c.text))
	}
	for i := range 20 {
		d.Key(fmt.Sprint("blob /c/b", i))
		d.Name(fmt.Sprint("Put ", i))
		d.Code(fmt.Sprint("Code", i))
	}
	token := func() Token { return tokens[r.IntN(len(tokens))] }
	events := make([]Event, n)
	for i := range events {
		e := &events[i]
		if i > 0 && r.IntN(2) == 0 { // much like the event before
			*e = events[i-1]
			e.Seq++
			if r.IntN(2) == 0 {
				continue
			}
		}
		*e = Event{Intended: number(), Invoke: number(), Return: number(), If: token(), Tag: token(), Lease: token(), Next: token(),
			Value: uint64(number()), Group: uint64(number()), Arg: number(), Got: number(), Client: uint32(number()), Seq: uint32(number()),
			Key: uint32(r.IntN(21)), Status: uint16(number()), Code: uint16(r.IntN(21)), Name: uint16(r.IntN(21)),
			Op: Op(number()), Outcome: Outcome(number()), Flags: Flags(number())}
		if r.IntN(3) == 0 {
			e.Value = ValueOf(e.Client, e.Seq)
		}
		if r.IntN(3) == 0 {
			e.Tag = e.If
		}
	}
	return events
}

// contended makes events like those of blob-cas on one blob: clients read the newest version and
// try to replace it, and a third of the replacements lose.
func contended(r *rand.Rand, d *Dictionary, clients, n int) []Event {
	key, get, put, lost := d.Key("blob /ifm-5f3a1b2c/b0"), d.Name("Get Blob"), d.Name("Put Blob"), d.Code("ConditionNotMet")
	type client struct {
		seq  uint32
		seen Token
		at   int64
	}
	state := make([]client, clients)
	ticks := uint64(0x8DE28A1B2C3D4E5)
	newest, value := quotedHex.token(ticks), ValueOf(0, 1)
	events := make([]Event, 0, n)
	now := int64(1e9)
	for len(events) < n {
		i := r.IntN(clients)
		c := &state[i]
		now += 20_000
		c.at = max(c.at, now)
		c.seq++
		e := Event{Invoke: c.at + r.Int64N(30_000), Client: uint32(i), Seq: c.seq, Key: key, Outcome: Won}
		e.Intended, e.Return = e.Invoke, e.Invoke+300_000+r.Int64N(600_000)
		c.at = e.Return
		switch {
		case c.seen == None:
			e.Op, e.Name, e.Status, e.Tag, e.Value = Read, get, 200, newest, value
			c.seen = newest
		case r.IntN(3) == 0:
			e.Op, e.Name, e.Status, e.If, e.Value, e.Flags, e.Outcome, e.Code = Swap, put, 412, c.seen, ValueOf(e.Client, e.Seq), Attempt, Lost, lost
			c.seen = None
		default:
			ticks += 300 + r.Uint64N(2000)
			newest, value = quotedHex.token(ticks), ValueOf(e.Client, e.Seq)
			e.Op, e.Name, e.Status, e.If, e.Tag, e.Value, e.Flags = Swap, put, 201, c.seen, newest, value, Attempt
			c.seen = None
		}
		events = append(events, e)
	}
	return events
}

// byLog puts events in the order in which a recorder finds them that flushes after every batch.
func byLog(events []Event, clients, batch int) []Event {
	var out []Event
	for len(events) > 0 {
		n := min(batch, len(events))
		for c := range clients {
			for _, e := range events[:n] {
				if e.Client == uint32(c) {
					out = append(out, e)
				}
			}
		}
		events = events[n:]
	}
	return out
}

// WriteFile writes a whole history, to a file that must not exist yet. The file has a footer only
// if the history is complete.
func WriteFile(path string, h *History) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return fmt.Errorf("write the history: %w", err)
	}
	err = h.write(f)
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return fmt.Errorf("write the history: %w", err)
	}
	return nil
}

func (h *History) write(to io.Writer) error {
	w, err := newWriter(to, h.Header, h.Book)
	if err != nil {
		return err
	}
	// The watermark after a block is the first invocation after it.
	marks := make([]int64, len(h.Events)/maxEvents+1)
	least := Open
	for i := len(h.Events) - 1; i >= 0; i-- {
		if (i+1)%maxEvents == 0 {
			marks[i/maxEvents] = least
		}
		least = min(least, h.Events[i].Invoke)
	}
	for from := 0; from < len(h.Events); from += maxEvents {
		batch, mark := h.Events[from:], Open
		if len(batch) > maxEvents {
			batch, mark = batch[:maxEvents], marks[from/maxEvents]
		}
		if err := w.write(batch, mark); err != nil {
			return err
		}
	}
	if !h.Complete {
		return nil
	}
	return w.finish(h.To)
}
