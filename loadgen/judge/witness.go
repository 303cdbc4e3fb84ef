package judge

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"

	"ifmatch/loadgen/check"
	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
)

// witness is what `check --witness` writes. An operation is the number of an event of the history.
type witness struct {
	Run     string
	Orders  map[string][]step // of each resource that is valid, by `CHECK KEY MESSAGE RESOURCE`: KEY is the resource's number in the history, and MESSAGE is 0 except in queues
	Cores   []core
	Without []string // checks that are satisfied and tell no order
}

// step is a moment, and the operation that took effect then; -1 says that the time of a lease, or of a message's window, was over.
type step [2]int64

// core are the operations of a violation's certificate.
type core struct {
	Rule, Resource string
	Operations     []int64
}

// name is what tells an operation from all others of its history.
type name struct {
	client, seq, key uint32
	op               history.Op
	value            uint64
}

func nameOf(e *history.Event) name { return name{e.Client, e.Seq, e.Key, e.Op, e.Value} }

// Witnessed checks a history, and returns the witness of the verdict.
func Witnessed(h *history.History, o check.Options) (v check.Verdict, text []byte) {
	numbers, keys := make(map[name]int64, len(h.Events)), map[string]uint32{}
	for i := range h.Events {
		numbers[nameOf(&h.Events[i])] = int64(i)
	}
	for key := range uint32(h.Book.Keys()) {
		keys[h.Book.KeyText(key)] = key
	}
	var mu sync.Mutex
	w := witness{Run: h.Run, Orders: map[string][]step{}}
	o.Witness = func(resource, check string, order []finding.Placed) {
		kind, message, _ := strings.Cut(check, " ")
		what := fmt.Sprintf("%s %d %s %s", kind, keys[resource], cmp.Or(message, "0"), resource)
		steps := make([]step, 0, len(order))
		for _, p := range order {
			operation := int64(-1)
			if p.Event != nil {
				operation = numbers[nameOf(p.Event)]
			}
			steps = append(steps, step{p.At, operation})
		}
		mu.Lock()
		defer mu.Unlock()
		if order == nil {
			w.Without = append(w.Without, what)
		} else {
			w.Orders[what] = steps
		}
	}
	v = check.History(h, o)
	for _, r := range v.Results {
		for _, x := range r.Violations {
			c := core{Rule: x.Rule, Resource: r.Key}
			for _, e := range x.Evidence {
				c.Operations = append(c.Operations, numbers[nameOf(&e.Event)])
			}
			w.Cores = append(w.Cores, c)
		}
	}
	slices.Sort(w.Without)
	text, _ = json.Marshal(w) // which holds nothing that JSON cannot say
	return v, text
}
