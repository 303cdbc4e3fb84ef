package workload

// mix is any operations on one kind of resource, each as often as its weight says. What an operation reads and changes,
// and on what it may depend, is told by the caller, so that a mix follows the documents as the judge reads them.
//
// Invariant: the history of every resource is linearizable, as that of blob-mixed. A request that depends on a version,
// a date or a sequence number is performed if its condition is met, and only then.
//
// A write leaves its value in the part of the resource that it replaces: the body, the metadata, a property, an access
// policy. Type makers says how a reader of several parts finds the write that made the version.

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ifmatch/internal/target"
	"ifmatch/loadgen/history"
	"ifmatch/loadgen/operation"
)

// UnknownError is an operation or a kind of resource that no mix has.
type UnknownError struct {
	What, Name string   // "kind", "page-blobs"
	Known      []string // those there are
}

// Error says what is unknown.
func (u UnknownError) Error() string { return fmt.Sprintf("a mix has no %s %q", u.What, u.Name) }

// Mix returns the workload of weighted operations on one kind of resource: "Put Page 3, Get Blob 5". An operation without
// a number has the weight 1; without a text, the mix is the usual one of the kind. The error is an UnknownError if a name is.
func Mix(kind, text string, facts []operation.Fact) (Workload, error) {
	k, ok := mixKinds[kind]
	if !ok {
		return Workload{}, UnknownError{"kind", kind, MixKinds()}
	}
	if strings.TrimSpace(text) == "" {
		text = k.usual
	}
	m := &mix{kind: k}
	w := Workload{
		Name:      "mix",
		Sentence:  "any operations on one kind of resource, each as often as its weight says, with conditions and without",
		Invariant: "one order of all operations explains every answer",
		Attempt:   "an operation that writes",
		Commit:    "a write that was answered with success",
		Services:  []target.Service{k.service},
		Defaults:  Options{Keys: k.keys, Size: k.size},
		Heeds:     []string{"keys", "zipf", "size"},
		Params:    map[string]string{"kind": kind, "mix": text},
		New:       func(env Env) (Instance, error) { return newMixRun(m, env) },
	}
	for part := range strings.SplitSeq(text, ",") {
		name, weight, err := weighted(strings.TrimSpace(part))
		if err != nil {
			return w, err
		}
		if slices.Contains(w.Operations, name) {
			return w, fmt.Errorf("the mix names %s twice", name)
		}
		o, err := k.with(name, facts)
		if err != nil {
			return w, err
		}
		o.weight = weight
		m.operations, m.total, w.Operations = append(m.operations, o), m.total+weight, append(w.Operations, name)
		if o.ahead {
			w.Operations = append(w.Operations, "Put Block")
		}
		if o.overSMB {
			w.SMB, m.overSMB, w.Operations = true, true, append(w.Operations, smbClose)
		}
	}
	ordered := !slices.ContainsFunc(m.operations, func(o mixedOp) bool { return o.op() == history.Write || o.op() == history.Delete })
	ahead := slices.ContainsFunc(m.operations, func(o mixedOp) bool { return o.ahead })
	for i := range m.operations {
		o := &m.operations[i]
		if o.can = o.conditions(ordered); ahead && o.op() == history.Delete {
			o.names, o.can = true, []condition{matches}
		}
	}
	for _, name := range slices.Concat(k.first, k.last) { // those before and after the load
		o, err := k.with(name, facts)
		if err != nil {
			return w, err
		}
		m.outside = append(m.outside, o)
	}
	return w, nil
}

// with joins what is documented about an operation and how it is written on the wire.
func (k mixKind) with(name string, facts []operation.Fact) (mixedOp, error) {
	on, known := k.operations[name]
	if known && on.overSMB { // the documents of REST do not have it
		return mixedOp{wired: on, Fact: operation.Fact{Name: name, Verb: "DELETE"}}, nil
	}
	at := slices.IndexFunc(facts, func(f operation.Fact) bool { return f.Name == name })
	if !known || at < 0 {
		return mixedOp{}, UnknownError{"operation", name, k.names()}
	}
	return mixedOp{wired: on, Fact: facts[at]}, nil
}

// maxWeight bounds a weight.
const maxWeight = 1000

// weighted splits "Put Page 3".
func weighted(text string) (name string, weight int, err error) {
	at := strings.LastIndexByte(text, ' ')
	number := text[at+1:]
	if text != "" && strings.Trim(number, "0123456789") != "" {
		return text, 1, nil
	}
	if weight, err = strconv.Atoi(number); err != nil || weight < 1 || weight > maxWeight || at < 0 {
		return "", 0, fmt.Errorf("%q is not an operation with a weight from 1 to %d", text, maxWeight)
	}
	return strings.TrimSpace(text[:at]), weight, nil
}

// mix is what the runs of one mix share.
type mix struct {
	kind       mixKind
	operations []mixedOp
	outside    []mixedOp // before and after the load
	total      int       // of the weights
	overSMB    bool      // an operation is
}

// mixedOp is one operation of a mix.
type mixedOp struct {
	wired
	operation.Fact
	weight int
	can    []condition // on which it may depend
	names  bool        // it always names a version, or else it would also delete a blob of which only blocks were sent ahead
}

// op is what the operation means without a condition.
func (m *mixedOp) op() history.Op {
	switch {
	case m.Verb == "DELETE":
		return history.Delete
	case m.Reads || len(m.puts) == 0: // a snapshot shows the version
		return history.Read
	case m.Fresh:
		return history.Create
	case m.Creates:
		return history.Write
	}
	return history.Swap
}
