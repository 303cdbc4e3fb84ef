package main

import (
	"bytes"
	"fmt"
	"io"
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
		{"load", workload, "--ops", "3000", "--warmup", "0s", "--weather", "10%,seed=3", "--out", run},
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
			lines := strings.SplitAfter(strings.TrimSuffix(string(text), "\n"), "\n")
			for what, wrong := range map[string]string{
				"two writes change places":   swapped(h, lines, op),
				"an operation is left out":   without(h, lines, op),
				"another run":                strings.Replace(string(text), "witness ", "witness 0", 1),
				"an operation has two turns": string(text) + "at 0 0 0 1\n",
			} {
				if err := verify(h, strings.NewReader(wrong), io.Discard); err == nil {
					t.Errorf("%s, and it is verified all the same", what)
				}
			}
		})
	}
}

// writesOf are the lines of a witness about writes that were answered with success. A look into an empty queue is not one:
// the definition demands a moment of the last look only.
func writesOf(h *history.History, lines []string, op history.Op) (at []int) {
	won := map[string]bool{}
	for _, e := range h.Events {
		won[fmt.Sprintf("%d %d %d\n", e.Client, e.Seq, e.Op)] = e.Op == op && e.Outcome == history.Won && (op != history.Get || e.Value != 0)
	}
	for i, line := range lines {
		if moment, found := strings.CutPrefix(line, "at "); found {
			if _, what, _ := strings.Cut(moment, " "); won[what] {
				at = append(at, i)
			}
		}
	}
	return at
}

// swapped lets two writes in the middle change places, of one resource if there are two.
func swapped(h *history.History, lines []string, op history.Op) string {
	at := writesOf(h, lines, op)
	a, b := at[len(at)/2], at[len(at)/2+1]
	for k := range at[1:] {
		if !slices.ContainsFunc(lines[at[k]:at[k+1]], func(line string) bool { return strings.HasPrefix(line, "of ") }) {
			if a, b = at[k], at[k+1]; k >= len(at)/2 {
				break
			}
		}
	}
	lines = slices.Clone(lines)
	lines[a], lines[b] = lines[b], lines[a]
	return strings.Join(lines, "")
}

// without leaves out a write in the middle.
func without(h *history.History, lines []string, op history.Op) string {
	at := writesOf(h, lines, op)
	return strings.Join(slices.Delete(slices.Clone(lines), at[len(at)/2], at[len(at)/2]+1), "")
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

// long are endless histories of one resource: the part of the witness that it belongs to, and its events.
var long = map[string]struct {
	part string
	is   func(i int64) history.Event
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
	"queue /q": {"queue %d", func(i int64) history.Event {
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
	key, text, before := h.Book.Key(name), []byte("witness 0123abcd\n"), ""
	for i := range n {
		e := of.is(i)
		e.Key, e.Outcome, e.Client, e.Seq, e.Invoke, e.Return = key, history.Won, uint32(i%64), uint32(i/64+1), 10*i, 10*i+15
		part := of.part
		if e.Op >= history.Put {
			part = fmt.Sprintf(part, e.Value)
		}
		if part != before {
			text, before = fmt.Appendf(text, "of %s %q\n", part, name), part
		}
		h.Events = append(h.Events, e)
		text = fmt.Appendf(text, "at %d %d %d %d\n", e.Invoke+5, e.Client, e.Seq, e.Op)
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
		ends string
		ok   bool
	}{
		"at its time": {"ends 15000000000\n", true}, "a second before": {"ends 14000000000\n", true}, "two after": {"ends 17000000000\n", true},
		"sooner": {"ends 13999999999\n", false}, "later": {"ends 17000000001\n", false}, "never": {"", false}, "twice": {"ends 15000000000\nends 15000000000\n", false},
	} {
		text := "witness 0123abcd\nof lease \"blob /c/b\"\nat 0 0 1 16\n" + test.ends + "at 20000000000 1 1 16\n"
		if err := verify(h, strings.NewReader(text), io.Discard); (err == nil) != test.ok {
			t.Errorf("%s: %v", what, err)
		}
	}
}
