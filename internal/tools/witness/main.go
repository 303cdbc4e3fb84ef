// Command witness verifies what `ifmatch check --witness FILE` wrote against the history. Of a resource that was judged valid,
// FILE tells at which moment each operation took effect. The command follows these moments, one after the other, by the
// definition of docs/proofs.md and nothing else: it shares no code with the checks, and searches for nothing.
//
//	go run ./internal/tools/witness RUN/history.ifm FILE
package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"ifmatch/loadgen/history"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: witness HISTORY FILE")
		os.Exit(2)
	}
	h, err := history.ReadFile(os.Args[1])
	text, wrong := os.ReadFile(os.Args[2])
	if err = errors.Join(err, wrong); err == nil {
		err = verify(h, bytes.NewReader(text), os.Stdout)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "witness:", err)
		os.Exit(1)
	}
}

// id names an operation: who sent it in which exchange, and what it was on the resource.
type id struct {
	client, seq uint32
	op          history.Op
}

type verifier struct {
	h      *history.History
	keys   map[string]uint32  // resources that were not verified yet
	events map[uint32][]int32 // by resource

	resource              // that is being verified
	left     map[id]int32 // its operations that were not met yet, as index + 1
	next     []int32      // the next operation of the same id
	last     int64        // the moment of the operation before

	verified, resources, without, violations int
}

// verify reads a witness line by line.
func verify(h *history.History, in io.Reader, out io.Writer) error {
	v := verifier{h: h, keys: map[string]uint32{}, events: map[uint32][]int32{}, next: make([]int32, len(h.Events)+1)}
	for i := range h.Events {
		key := h.Events[i].Key
		v.events[key] = append(v.events[key], int32(i))
	}
	for key := range v.events {
		v.keys[h.Book.KeyText(key)] = key
	}
	lines := bufio.NewScanner(in)
	if lines.Scan(); lines.Text() != "witness "+h.Run {
		return fmt.Errorf("it begins with %q, and the history is of run %s", lines.Text(), h.Run)
	}
	for n := 2; lines.Scan(); n++ {
		if err := v.take(lines.Text()); err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
	}
	if err := errors.Join(lines.Err(), v.end()); err != nil {
		return err
	}
	fmt.Fprintf(out, "verified: %d operations on %d resources\n", v.verified, v.resources)
	fmt.Fprintf(out, "without a witness: %d checks; cores whose operations are recorded: %d\n", v.without, v.violations)
	return nil
}

// take takes a line.
func (v *verifier) take(line string) error {
	word, rest, _ := strings.Cut(line, " ")
	fields := strings.Fields(rest)
	switch {
	case word == "at" && len(fields) == 4:
		at, err := strconv.ParseInt(fields[0], 10, 64)
		what, wrong := parse(fields[1:])
		return errors.Join(err, wrong, v.step(at, what))
	case word == "of":
		name, err := strconv.Unquote(rest)
		if err = errors.Join(err, v.end()); err != nil {
			return err
		}
		return v.begin(name)
	case word == "is" && len(fields) == 3:
		what, err := parse(fields)
		if err == nil && !slices.ContainsFunc(v.h.Events, func(e history.Event) bool { return what == id{e.Client, e.Seq, e.Op} }) {
			err = fmt.Errorf("%v is not recorded", what)
		}
		return err
	case word == "core":
		v.violations++
	case word == "none":
		v.without++
	default:
		return fmt.Errorf("%q says nothing", line)
	}
	return nil
}

func parse(f []string) (id, error) {
	client, a := strconv.ParseUint(f[0], 10, 32)
	seq, b := strconv.ParseUint(f[1], 10, 32)
	op, c := strconv.ParseUint(f[2], 10, 8)
	return id{uint32(client), uint32(seq), history.Op(op)}, errors.Join(a, b, c)
}

// begin begins a resource.
func (v *verifier) begin(name string) error {
	key, ok := v.keys[name]
	if !ok {
		return fmt.Errorf("%s is not in the history, or was verified before", name)
	}
	delete(v.keys, name)
	appended := slices.ContainsFunc(v.events[key], func(i int32) bool { return v.h.Events[i].Op == history.Append })
	v.resource, v.left, v.last = resource{name: name, appended: appended, used: map[history.Token]bool{}}, map[id]int32{}, -1<<63
	v.resources++
	for _, i := range slices.Backward(v.events[key]) {
		if e := &v.h.Events[i]; v.meaning(e) != nothing {
			at := id{e.Client, e.Seq, e.Op}
			v.next[i+1], v.left[at] = v.left[at], i+1
		}
	}
	return nil
}

// end ends a resource: nothing may be left but operations without an answer.
func (v *verifier) end() error {
	for what, i := range v.left {
		for ; i > 0; i = v.next[i] {
			if v.meaning(&v.h.Events[i-1]) != perhaps {
				return fmt.Errorf("%s: %v has no moment", v.name, what)
			}
		}
	}
	v.name, v.left = "", nil
	return nil
}

// step gives the next operation its moment.
func (v *verifier) step(at int64, what id) error {
	i := v.left[what]
	if i == 0 {
		return fmt.Errorf("%v is not an operation on the resource, or had its moment before", what)
	}
	e := &v.h.Events[i-1]
	v.left[what] = v.next[i]
	v.verified++
	switch {
	case at < v.last, at < e.Invoke, at > e.Return:
		return fmt.Errorf("%v took effect outside of its interval, or after what follows it", what)
	case !v.follows(e):
		return fmt.Errorf("%v cannot have had its answer at its moment", what)
	}
	v.last = at
	return nil
}
