package register

import "ifmatch/loadgen/history"

// recall notes the tags of versions that a Stream forgot lately.
func (j *judge) recall() {
	j.past = j.past.Empty(len(j.recent))
	for k := range j.recent {
		if b := &j.recent[k]; b.over && b.Tag != history.None {
			j.past.Set(0, uint64(b.Tag), j.firstRecent+int32(k))
		}
	}
}

// remembered finds the event kept for a forgotten version that was replaced for good: its
// write, or the event that saw it first. It is -1 if there is none.
func (j *judge) remembered(tag history.Token) int32 {
	return j.past.Get(0, uint64(tag))
}

// forgotten reports whether a version is one that a Stream forgot. Either an event of it
// is remembered, or the one that showed it to the client that named it was forgotten too.
func (j *judge) forgotten(x *version) bool {
	return j.remembered(x.tag) >= 0 || j.start != unknownStart && x.lastRead == always
}

// isOver reports whether an event is only remembered, and made the version at the
// beginning or one that was replaced for good. Contents of that write, wherever they are
// seen now, show that version.
func (j *judge) isOver(w int32) bool {
	return w >= 0 && (w == j.start.op || len(j.recent) > 0 && w >= j.firstRecent && j.recent[w-j.firstRecent].over)
}
