// Command witness verifies what `ifmatch check --witness FILE` wrote against the history. Of a resource that was judged valid,
// FILE tells at which moment each operation took effect. The command follows these moments, one after the other, by the
// definitions of docs/proofs.md and nothing else: it shares no code with the checks, and searches for nothing.
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
type id struct{ client, seq, op int64 }

func idOf(e *history.Event) id { return id{int64(e.Client), int64(e.Seq), int64(e.Op)} }

// about is a resource, or a message of a queue.
type about struct{ key, message uint64 }

type verifier struct {
	definition // of what is being verified
	about
	h          *history.History
	keys       map[string]uint64
	events     map[about][]*history.Event
	shared     map[id]*history.Event     // answers without a message, which are about each message
	final      map[uint64]*history.Event // by queue, the last of them after the run
	left       map[id][]*history.Event   // operations that were not met yet
	last       int64                     // the moment of the operation before
	verified   map[string]bool
	operations int
	words      map[string]int
}

// verify reads a witness line by line.
func verify(h *history.History, in io.Reader, out io.Writer) error {
	v := verifier{definition: &versions{}, h: h, keys: map[string]uint64{}, events: map[about][]*history.Event{}, shared: map[id]*history.Event{}, final: map[uint64]*history.Event{}, verified: map[string]bool{}, words: map[string]int{}}
	v.survey()
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
	_, err := fmt.Fprintf(out, "verified: %d operations on %d resources\nwithout a witness: %d checks; cores whose operations are recorded: %d\n", v.operations, len(v.verified), v.words["none"], v.words["core"])
	return err
}

// survey finds what the operations are about.
func (v *verifier) survey() {
	measured := map[uint64]int64{} // by queue, the last answer of the run itself
	for i := range v.h.Events {
		e := &v.h.Events[i]
		of := about{key: uint64(e.Key)}
		if e.Op >= history.Put && e.Op <= history.Peek {
			if of.message = e.Value; e.Flags&history.Outside == 0 && !e.Outcome.Uncertain() {
				measured[of.key] = max(measured[of.key], e.Return)
			}
			if e.Op == history.Get && e.Value == 0 {
				v.shared[idOf(e)] = e
			}
		}
		if v.events[of] == nil {
			v.keys[v.h.Book.KeyText(e.Key)] = of.key
		}
		v.events[of] = append(v.events[of], e)
	}
	for _, e := range v.shared {
		if key := uint64(e.Key); e.Outcome == history.Won && e.Flags&history.Outside != 0 && e.Invoke >= measured[key] && (v.final[key] == nil || e.Invoke > v.final[key].Invoke) {
			v.final[key] = e
		}
	}
}

// take takes a line.
func (v *verifier) take(line string) error {
	word, rest, _ := strings.Cut(line, " ")
	fields, n := strings.Fields(rest), [4]int64{}
	for k := range min(4, len(fields)) {
		n[k], _ = strconv.ParseInt(fields[k], 10, 64)
	}
	v.words[word]++
	switch is := (id{n[0], n[1], n[2]}); word {
	case "at":
		return v.step(n[0], id{n[1], n[2], n[3]})
	case "ends":
		if t := v.clock(); n[0] < v.last || !t.runs || n[0] < t.least || n[0] > t.most {
			return errors.New("it cannot have ended then")
		}
		v.last, v.clock().runs = n[0], false
		v.lapse()
	case "of":
		return errors.Join(v.end(), v.begin(rest))
	case "is":
		if !slices.ContainsFunc(v.h.Events, func(e history.Event) bool { return is == idOf(&e) }) {
			return fmt.Errorf("%v is not recorded", is)
		}
	case "core", "none":
	default:
		return fmt.Errorf("%q says nothing", line)
	}
	return nil
}

// begin begins what a line names: a check, for a queue the message, and the resource.
func (v *verifier) begin(part string) error {
	check, quoted, _ := strings.Cut(part, ` "`)
	name, err := strconv.Unquote(`"` + quoted)
	key, ok := v.keys[name]
	if err != nil || !ok || v.verified[part] {
		return fmt.Errorf("%s is not in the history, or was verified before", part)
	}
	v.about, v.left, v.last, v.verified[part] = about{key: key}, make(map[id][]*history.Event, len(v.events[about{key: key}])), -1<<63, true
	t := timer{rate: 1}
	_, _ = fmt.Sscan(v.h.Params["clock-rate"], &t.rate)
	switch _, err = fmt.Sscanf(check, "queue %d", &v.message); {
	case check == "versions":
		appended := slices.ContainsFunc(v.events[v.about], func(e *history.Event) bool { return e.Op == history.Append })
		v.definition = &versions{blob: strings.HasPrefix(name, "blob "), appended: appended, used: map[history.Token]bool{}}
	case check == "lease":
		container := strings.HasPrefix(name, "blob /") && strings.Count(name, "/") == 1
		v.definition = &lease{timer: t, container: container, file: strings.HasPrefix(name, "file ")}
	case err != nil:
		return fmt.Errorf("there is no check %q", check)
	default:
		v.definition = &message{timer: t}
	}
	events := v.events[v.about]
	for k, e := range events {
		switch at := idOf(e); {
		case v.meaning(e) == nothing:
		case v.left[at] == nil:
			v.left[at] = events[k : k+1 : k+1]
		default:
			v.left[at] = append(v.left[at], e)
		}
	}
	return nil
}

// end ends it: nothing may be left but operations without an answer.
func (v *verifier) end() error {
	for what, events := range v.left {
		if slices.ContainsFunc(events, func(e *history.Event) bool { return v.meaning(e) != perhaps }) {
			return fmt.Errorf("%v: %v has no moment", v.about, what)
		}
	}
	if f := v.final[v.key]; f != nil && v.message != 0 {
		if _, met := v.left[idOf(f)]; !v.over(met) {
			return fmt.Errorf("%v was not looked for when the queue was emptied", v.about)
		}
	}
	return nil
}

// step gives the next operation its moment.
func (v *verifier) step(at int64, what id) error {
	var e *history.Event
	if events, ok := v.left[what]; len(events) > 0 {
		e, v.left[what] = events[0], events[1:]
	} else if e = v.shared[what]; e == nil || ok || v.message == 0 || uint64(e.Key) != v.key {
		return fmt.Errorf("%v is not an operation on it, or had its moment before", what)
	} else {
		v.left[what] = nil
	}
	switch {
	case at < v.last, at < e.Invoke, at > e.Return, v.clock().runs && at > v.clock().most:
		return fmt.Errorf("%v took effect outside of its interval, or after what follows it", what)
	case !v.follows(e, at):
		return fmt.Errorf("%v cannot have had its answer at its moment", what)
	}
	v.operations++
	v.last = at
	return nil
}
