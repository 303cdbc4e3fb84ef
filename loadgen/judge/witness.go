package judge

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"sync"

	"ifmatch/loadgen/check"
	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
)

// witness is what `check --witness` writes: one line for the run, and then, for each resource that is valid, a line
// `of CHECK "RESOURCE"` and a line `at MOMENT CLIENT EXCHANGE OP` for each operation in the order that was found, or `ends MOMENT`
// where the time of a lease or of a message's window is over; of a queue, CHECK names the message; for each violation
// a line `core "RULE" "RESOURCE"` and a line `is CLIENT EXCHANGE OP` for each operation of its certificate; and `none CHECK
// "RESOURCE"` where a check is satisfied and tells no order. OP is the number of the operation in package history.
type witness struct {
	mu    sync.Mutex
	parts map[string][]byte
}

// order takes the order of a resource's operations.
func (w *witness) order(key, check string, order []finding.Placed) {
	text := []byte("none " + check + " " + strconv.Quote(key) + "\n")
	if order != nil {
		text = append(text[:0], "of "+check+" "+strconv.Quote(key)+"\n"...)
	}
	for _, p := range order {
		if p.Event == nil {
			text = append(strconv.AppendInt(append(text, "ends "...), p.At, 10), '\n')
			continue
		}
		text = strconv.AppendInt(append(text, "at "...), p.At, 10)
		text = witnessLine(append(text, ' '), p.Event)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.parts[key+" "+check] = text
}

// witnessLine appends a line that names an operation.
func witnessLine(text []byte, e *history.Event) []byte {
	for k, n := range []uint64{uint64(e.Client), uint64(e.Seq), uint64(e.Op)} {
		if k > 0 {
			text = append(text, ' ')
		}
		text = strconv.AppendUint(text, n, 10)
	}
	return append(text, '\n')
}

// Witnessed checks a history, and returns the witness of the verdict.
func Witnessed(h *history.History, o check.Options) (v check.Verdict, text []byte) {
	w := witness{parts: map[string][]byte{}}
	o.Witness = w.order
	v = check.History(h, o)
	var out bytes.Buffer
	fmt.Fprintf(&out, "witness %s\n", h.Run)
	names := make([]string, 0, len(w.parts))
	for name := range w.parts {
		names = append(names, name)
	}
	slices.SortFunc(names, cmp.Compare[string])
	for _, name := range names {
		out.Write(w.parts[name])
	}
	for _, r := range v.Results {
		for _, x := range r.Violations {
			fmt.Fprintf(&out, "core %q %q\n", x.Rule, r.Key)
			for _, e := range x.Evidence {
				out.Write(witnessLine([]byte("is "), &e.Event))
			}
		}
	}
	return v, out.Bytes()
}
