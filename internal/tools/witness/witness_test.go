package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"ifmatch/internal/cli"
	"ifmatch/loadgen/history"
)

// witnessed loads the reference in bad weather, and returns the history and the witness of its verdict.
func witnessed(t *testing.T, workload string) (*history.History, []byte) {
	t.Helper()
	dir := t.TempDir()
	run, file := filepath.Join(dir, "run"), filepath.Join(dir, "witness")
	for _, args := range [][]string{
		{"load", workload, "--ops", "1000", "--warmup", "0s", "--weather", "10%,seed=3", "--out", run},
		{"check", run, "--witness", file},
	} {
		var said bytes.Buffer
		if code := cli.Main(args, strings.NewReader(""), io.Discard, &said); code != 0 {
			t.Fatalf("ifmatch %s: exit code %d\n%s", strings.Join(args, " "), code, said.Bytes())
		}
	}
	h, err := history.ReadFile(filepath.Join(run, "history.ifm"))
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return h, text
}

// TestValidVerdictsAreVerified verifies the witness of a load of each kind of resource with versions, with a lease, or with messages.
// A witness in which two writes change places, or which lacks an operation, is refused.
func TestValidVerdictsAreVerified(t *testing.T) {
	t.Parallel()
	for workload, op := range map[string]history.Op{
		"blob-cas": history.Swap, "blob-append": history.Append, "blob-mixed": history.Swap, "blob-overwrite": history.Write,
		"table-cas": history.Swap, "blob-create": history.Create, "container-create": history.Create,
		"lease-mutex": history.Acquire, "container-lease": history.Acquire, "file-lease": history.Acquire, "queue-consume": history.Get,
	} {
		t.Run(workload, func(t *testing.T) {
			t.Parallel()
			h, text := witnessed(t, workload)
			var said bytes.Buffer
			if err := verify(h, bytes.NewReader(text), &said); err != nil {
				t.Fatal(err)
			}
			var verified int
			if _, err := fmt.Sscanf(said.String(), "verified: %d operations", &verified); err != nil || verified < len(h.Events)*2/3 {
				t.Errorf("of %d operations: %s", len(h.Events), said.String())
			}
			for what, spoil := range map[string]func(*witness){
				"two writes change places":       swap(h, op),
				"an operation is left out":       without(h, op),
				"another run":                    func(w *witness) { w.Run = "0" + w.Run },
				"an operation has two turns":     change(func(steps []step) []step { return append(steps, steps[len(steps)/2]) }),
				"an operation of something else": change(func(steps []step) []step { return append(steps, step{math.MaxInt64, int64(len(h.Events))}) }),
				"what was not recorded":          func(w *witness) { w.Cores = append(w.Cores, struct{ Operations []int }{[]int{len(h.Events)}}) },
			} {
				if err := verify(h, bytes.NewReader(spoiled(t, text, spoil)), io.Discard); err == nil {
					t.Errorf("%s, and it is verified all the same", what)
				}
			}
			mutate(t, h, text)
		})
	}
}

// spoiled is a witness that was changed.
func spoiled(t *testing.T, text []byte, spoil func(*witness)) []byte {
	t.Helper()
	var w witness
	if err := json.Unmarshal(text, &w); err != nil {
		t.Fatal(err)
	}
	spoil(&w)
	text, err := json.Marshal(w)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// change changes the longest order.
func change(how func([]step) []step) func(*witness) {
	return func(w *witness) {
		longest := ""
		for name, steps := range w.Orders {
			if len(steps) > len(w.Orders[longest]) {
				longest = name
			}
		}
		w.Orders[longest] = how(w.Orders[longest])
	}
}

// orderStep is a step of an order.
type orderStep struct {
	order string
	step  int
}

// writesOf are the steps of writes that were answered with success. A look into an empty queue is not one: the definition
// demands a moment of the last look only.
func writesOf(h *history.History, w *witness, op history.Op) (at []orderStep) {
	for _, name := range slices.Sorted(maps.Keys(w.Orders)) {
		for k, s := range w.Orders[name] {
			if s[1] == over {
				continue
			}
			if e := &h.Events[s[1]]; e.Op == op && e.Outcome == history.Won && (op != history.Get || e.Value != 0) {
				at = append(at, orderStep{name, k})
			}
		}
	}
	return at
}

// swap lets two writes in the middle change places, of one resource if there are two.
func swap(h *history.History, op history.Op) func(*witness) {
	return func(w *witness) {
		at := writesOf(h, w, op)
		a, b := at[len(at)/2], at[len(at)/2+1]
		for k := range at[1:] {
			if at[k].order == at[k+1].order {
				if a, b = at[k], at[k+1]; k >= len(at)/2 {
					break
				}
			}
		}
		one, other := w.Orders[a.order], w.Orders[b.order]
		one[a.step], other[b.step] = other[b.step], one[a.step]
	}
}

// without leaves out a write in the middle.
func without(h *history.History, op history.Op) func(*witness) {
	return func(w *witness) {
		at := writesOf(h, w, op)
		a := at[len(at)/2]
		w.Orders[a.order] = slices.Delete(w.Orders[a.order], a.step, a.step+1)
	}
}

// BenchmarkVerify verifies a long witness of each definition: a million operations take a few seconds.
func BenchmarkVerify(b *testing.B) {
	for name := range long {
		b.Run(name, func(b *testing.B) {
			h, text := longWitness(name, 1_000_000)
			for b.Loop() {
				if err := verify(h, bytes.NewReader(text), io.Discard); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// TestLongWitnesses verifies a long witness of each definition.
func TestLongWitnesses(t *testing.T) {
	t.Parallel()
	for name := range long {
		if h, text := longWitness(name, 20_000); verify(h, bytes.NewReader(text), io.Discard) != nil {
			t.Errorf("%s: %v", name, verify(h, bytes.NewReader(text), io.Discard))
		}
	}
}

// TestARepetitionIsRefused: an operation took effect once. A read that comes twice at its moment is wrong in nothing else.
func TestARepetitionIsRefused(t *testing.T) {
	t.Parallel()
	h, text := longWitness("blob /c/b", 4)
	twice := spoiled(t, text, change(func(steps []step) []step { return slices.Insert(steps, 1, steps[1]) }))
	if err := verify(h, bytes.NewReader(twice), io.Discard); err == nil || !strings.Contains(err.Error(), "operation 1 cannot") {
		t.Errorf("a read that comes twice: %v", err)
	}
}

// long are endless histories of one resource: the check, and its events.
var long = map[string]struct {
	check string
	is    func(i int64) history.Event
}{
	"blob /c/b": {"versions", func(i int64) history.Event {
		e := history.Event{Op: history.Swap, If: history.Token(i / 2), Tag: history.Token(i/2 + 1), Value: uint64(i/2 + 1)}
		if i == 0 {
			e.Op = history.Create
		}
		if i%2 == 1 {
			e.Op, e.If = history.Read, history.None
		}
		return e
	}},
	"blob /c/l": {"lease", func(i int64) history.Event {
		return history.Event{Op: []history.Op{history.Acquire, history.Release}[i%2], Lease: history.Token(i/2 + 1), Arg: 15 * int64(time.Second)}
	}},
	"queue /q": {"queue", func(i int64) history.Event {
		e := history.Event{Op: []history.Op{history.Put, history.Get, history.Update, history.Remove}[i%4], Value: uint64(i/4 + 1), Tag: history.Token(i + 1)}
		if e.Op == history.Get {
			e.Got, e.Arg = 1, 30*int64(time.Second)
		}
		if e.Op > history.Get {
			e.If = history.Token(i)
		}
		return e
	}},
}

// longWitness is a history of n events of a kind, and the witness that it is valid.
func longWitness(name string, n int64) (*history.History, []byte) {
	of := long[name]
	h := &history.History{Header: history.Header{Run: "0123abcd"}, Book: history.NewDictionary("0123abcd"), Complete: true}
	key, w := h.Book.Key(name), witness{Run: h.Run, Orders: map[string][]step{}}
	for i := range n {
		e := of.is(i)
		e.Key, e.Outcome, e.Client, e.Seq, e.Invoke, e.Return = key, history.Won, uint32(i%64), uint32(i/64+1), 10*i, 10*i+15
		part := fmt.Sprintf("%s %d 0 %s", of.check, key, name)
		if e.Op >= history.Put {
			part = fmt.Sprintf("%s %d %d %s", of.check, key, e.Value, name)
		}
		h.Events = append(h.Events, e)
		w.Orders[part] = append(w.Orders[part], step{e.Invoke + 5, i})
	}
	text, err := json.Marshal(w)
	if err != nil {
		panic(err)
	}
	return h, text
}

// TestTimes holds a witness of a lease against its time: it ends no sooner than a second before, no later than two after, and
// nothing follows before the witness says that it ended.
func TestTimes(t *testing.T) {
	t.Parallel()
	const second = int64(time.Second)
	h := &history.History{Header: history.Header{Run: "0123abcd"}, Book: history.NewDictionary("0123abcd"), Complete: true}
	key := h.Book.Key("blob /c/b")
	for n, at := range []int64{0, 20} {
		h.Events = append(h.Events, history.Event{Key: key, Op: history.Acquire, Outcome: history.Won, Status: 201, Arg: 15 * second, Lease: history.Token(n + 1), Client: uint32(n), Seq: 1, Invoke: at * second, Return: at*second + 1})
	}
	for what, test := range map[string]struct {
		ends []step
		ok   bool
	}{
		"at its time": {[]step{{15 * second, over}}, true}, "a second before": {[]step{{14 * second, over}}, true}, "two after": {[]step{{17 * second, over}}, true},
		"sooner": {[]step{{14*second - 1, over}}, false}, "later": {[]step{{17*second + 1, over}}, false}, "never": {nil, false}, "twice": {[]step{{15 * second, over}, {15 * second, over}}, false},
	} {
		name := fmt.Sprintf("lease %d 0 blob /c/b", key)
		steps := slices.Concat([]step{{0, 0}}, test.ends, []step{{20 * second, 1}})
		text, err := json.Marshal(witness{Run: h.Run, Orders: map[string][]step{name: steps}})
		if err != nil {
			t.Fatal(err)
		}
		if err := verify(h, bytes.NewReader(text), io.Discard); (err == nil) != test.ok {
			t.Errorf("%s: %v", what, err)
		}
	}
}
