// Command witness verifies what `ifmatch check --witness FILE` wrote against the history. Of a resource that was judged valid,
// FILE tells at which moment each operation took effect. The command follows these moments, one after the other, by the
// definitions of docs/proofs.md and nothing else: it shares no code with the checks, and searches for nothing.
//
//	go run ./internal/tools/witness RUN/history.ifm FILE
package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"ifmatch/loadgen/history"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: witness HISTORY FILE")
		os.Exit(2)
	}
	h, err := history.ReadFile(os.Args[1])
	in, wrong := os.Open(os.Args[2])
	if err = errors.Join(err, wrong); err == nil {
		err = verify(h, in, os.Stdout)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "witness:", err)
		os.Exit(1)
	}
}

// witness is what FILE holds. An operation is the number of an event of the history.
type witness struct {
	Run     string
	Orders  map[string][]step // by `CHECK KEY MESSAGE RESOURCE`: KEY is its number in the history; MESSAGE is 0 except in queues
	Cores   []struct{ Operations []int }
	Without []string // checks
}

// step is a moment, and the operation that took effect then, or over.
type step [2]int64

const over = -1 // the time of a lease, or of a message's window

// survey is the history by what its operations are about.
type survey struct {
	*history.History
	events   map[about][]int64
	last     map[uint32]int64 // by queue, the last look into it, outside of the run, that found it empty
	followed int              // operations
}

// verify verifies a witness.
func verify(h *history.History, in io.Reader, out io.Writer) error {
	w, s := witness{}, survey{h, map[about][]int64{}, map[uint32]int64{}, 0}
	err := json.NewDecoder(in).Decode(&w)
	if err == nil && w.Run != h.Run {
		err = fmt.Errorf("it is of run %q, and the history of run %q", w.Run, h.Run)
	}
	for i := range h.Events {
		e := &h.Events[i]
		s.events[aboutOf(e)] = append(s.events[aboutOf(e)], int64(i))
		if last, ok := s.last[e.Key]; looks(e) && e.Flags&history.Outside != 0 && (!ok || e.Invoke > h.Events[last].Invoke) {
			s.last[e.Key] = int64(i)
		}
	}
	for name, steps := range w.Orders {
		err = cmp.Or(err, s.follow(name, steps))
	}
	for _, core := range w.Cores {
		if slices.ContainsFunc(core.Operations, func(n int) bool { return n < 0 || n >= len(h.Events) }) {
			err = cmp.Or(err, fmt.Errorf("of %v, not all are recorded", core.Operations))
		}
	}
	if err == nil {
		_, err = fmt.Fprintf(out, "verified: %d operations on %d resources\nwithout a witness: %d checks; cores whose operations are recorded: %d\n", s.followed, len(w.Orders), len(w.Without), len(w.Cores))
	}
	return err
}

// follow follows the steps of an order.
func (s *survey) follow(name string, steps []step) error {
	var check string
	var is about
	if _, err := fmt.Sscan(name, &check, &is.key, &is.message); err != nil {
		return err
	}
	due, had := s.events[is], map[int64]bool{}
	d := define(check, s.Book.KeyText(is.key), slices.ContainsFunc(due, func(n int64) bool { return s.Events[n].Op == history.Append }))
	_, _ = fmt.Sscan(s.Params["clock-rate"], &d.rate)
	for _, step := range steps {
		at, n := step[0], step[1]
		possible := d.passes(at, n == over)
		if n != over {
			possible = possible && n >= 0 && n < int64(len(s.Events)) && !had[n] && d.takes(&s.Events[n], is)
			had[n] = true
		}
		if !possible {
			return fmt.Errorf("%s: operation %d cannot have had its answer at %d", name, n, at)
		}
	}
	if last, ok := s.last[is.key]; ok && is.message != 0 && (d.mode == held || d.mode == expired) {
		due = append(slices.Clone(due), last) // the message is there, and was not found
	}
	for _, n := range due {
		if says := d.says(&s.Events[n]); !had[n] && (says == took || says == refused) {
			return fmt.Errorf("%s: operation %d has no moment", name, n)
		}
	}
	s.followed += len(had)
	return nil
}
