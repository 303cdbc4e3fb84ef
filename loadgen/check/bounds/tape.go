package bounds

// stretch is how many explained operations are kept, at least, and how many operations
// still to come are looked at.
const stretch = 32

// tape holds the last explained operations, in two parts of up to a stretch each.
type tape[S comparable] struct {
	base [2][]*world[S] // worlds before each part; the first may be nil
	ops  [2][]*Op
	torn bool // an operation was explained that is not on the tape
}

// note adds an explained operation, and the worlds after it.
func (t *tape[S]) note(o *Op, worlds []*world[S]) {
	if t.torn {
		t.rewind(worlds)
		return
	}
	if t.ops[1] = append(t.ops[1], o); len(t.ops[1]) == stretch {
		t.base[0], t.base[1] = t.base[1], copies(worlds)
		t.ops[0], t.ops[1] = t.ops[1], t.ops[0][:0]
	}
}

// rewind empties the tape.
func (t *tape[S]) rewind(worlds []*world[S]) {
	t.base, t.torn = [2][]*world[S]{nil, copies(worlds)}, false
	for k := range t.ops {
		clear(t.ops[k])
		t.ops[k] = t.ops[k][:0]
	}
}
