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
	"ifmatch/internal/thorough"
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

// TestValidVerdictsAreVerified verifies the witness of a load of each kind of resource with versions. A witness in which two
// writes change places, or which lacks an operation, is refused.
func TestValidVerdictsAreVerified(t *testing.T) {
	t.Parallel()
	for workload, op := range map[string]history.Op{
		"blob-cas": history.Swap, "blob-append": history.Append, "blob-mixed": history.Swap, "blob-overwrite": history.Write,
		"table-cas": history.Swap, "blob-create": history.Create, "container-create": history.Create,
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

// writesOf are the lines of a witness about writes that were answered with success.
func writesOf(h *history.History, lines []string, op history.Op) (at []int) {
	won := map[string]bool{}
	for _, e := range h.Events {
		won[fmt.Sprintf("%d %d %d\n", e.Client, e.Seq, e.Op)] = e.Op == op && e.Outcome == history.Won
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

// swapped lets two writes in the middle change places.
func swapped(h *history.History, lines []string, op history.Op) string {
	at := writesOf(h, lines, op)
	a, b := at[len(at)/2], at[len(at)/2+1]
	lines = slices.Clone(lines)
	lines[a], lines[b] = lines[b], lines[a]
	return strings.Join(lines, "")
}

// without leaves out a write in the middle.
func without(h *history.History, lines []string, op history.Op) string {
	at := writesOf(h, lines, op)
	return strings.Join(slices.Delete(slices.Clone(lines), at[len(at)/2], at[len(at)/2]+1), "")
}

// TestAMillionOperationsTakeSeconds verifies a long witness.
func TestAMillionOperationsTakeSeconds(t *testing.T) {
	thorough.Alone(t)
	const n = 1_000_000
	h := &history.History{Header: history.Header{Run: "0123abcd"}, Book: history.NewDictionary("0123abcd"), Complete: true}
	key := h.Book.Key("blob /c/b")
	text := []byte("witness 0123abcd\nof \"blob /c/b\"\n")
	for i := range int64(n) {
		e := history.Event{Key: key, Op: history.Swap, Outcome: history.Won, Status: 201, If: history.Token(i / 2), Tag: history.Token(i/2 + 1), Value: uint64(i/2 + 1),
			Client: uint32(i % 64), Seq: uint32(i/64 + 1), Invoke: 10 * i, Return: 10*i + 15}
		if i == 0 {
			e.Op = history.Create
		}
		if i%2 == 1 {
			e.Op, e.If = history.Read, history.None
		}
		h.Events = append(h.Events, e)
		text = fmt.Appendf(text, "at %d %d %d %d\n", e.Invoke+5, e.Client, e.Seq, e.Op)
	}
	start := time.Now()
	if err := verify(h, bytes.NewReader(text), io.Discard); err != nil {
		t.Fatal(err)
	}
	spent := time.Since(start)
	t.Logf("%d operations in %s", n, spent)
	if spent > 5*time.Second {
		t.Errorf("it took %s, want at most 5 s", spent)
	}
}
