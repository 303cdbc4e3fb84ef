package bounds

// stretch is how many operations are kept, at least, and how many that are to come are
// looked at.
const stretch = 32

// tape is the last operations that were explained, in two parts of up to a stretch.
type tape[S comparable] struct {
	base [2][]*world[S] // before each part; the first may be empty
	ops  [2][]*Op
	torn bool // something was explained that is not on it
}

// note takes in an operation that was explained, and the worlds after it.
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

// rewind begins the tape anew.
func (t *tape[S]) rewind(worlds []*world[S]) {
	t.base, t.torn = [2][]*world[S]{nil, copies(worlds)}, false
	for k := range t.ops {
		clear(t.ops[k])
		t.ops[k] = t.ops[k][:0]
	}
}
