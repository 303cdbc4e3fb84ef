package register

import "ifmatch/loadgen/history"

// A Stream remembers a little of what it forgot, to recognise a version that comes
// back although it was replaced for good. A new version it cannot be: tags and
// contents do not repeat.

// remembered is how many events are kept for that.
const remembered = 512

// bygone is an event that is no part of the history any more, or never was: a write
// that was refused, or that nobody had seen when it was forgotten; or with over the
// write of a version that was replaced for good, with its tag whether it was told
// it or not. If that write is not known, what saw the version first stands for it.
type bygone struct {
	history.Event
	over bool
}

// replaced is what is remembered of a version, by its write or by a sight.
func replaced(e history.Event, tag history.Token) bygone {
	b := bygone{Event: e}
	b.bury(tag)
	return b
}

// bury says that a version was replaced for good.
func (b *bygone) bury(tag history.Token) { b.Tag, b.over = tag, true }

// remember keeps an event, in place of the one kept longest.
func (s *Stream) remember(b bygone) {
	if b.Op == history.Read && !b.over || b.Value == 0 && b.Tag == history.None {
		return
	}
	if len(s.recent) < remembered {
		s.recent = append(s.recent, b)
		return
	}
	s.recent[s.oldest] = b
	s.oldest = (s.oldest + 1) % remembered
}

// remember notes the tags of versions that a Stream forgot lately.
func (j *judge) remember() {
	for k := range j.recent {
		if b := &j.recent[k]; b.over && b.Tag != history.None {
			if j.past == nil {
				j.past = map[history.Token]int32{}
			}
			j.past[b.Tag] = j.firstRecent + int32(k)
		}
	}
}

// remembered finds the write of a version that was forgotten because it was
// replaced for good, or what saw it, or -1.
func (j *judge) remembered(tag history.Token) int32 {
	if w, ok := j.past[tag]; ok {
		return w
	}
	return -1
}

// forgotten tells whether a version is one that a Stream forgot: its write is
// remembered, or what showed it to the client that named it was forgotten too.
func (j *judge) forgotten(x *version) bool {
	return j.remembered(x.tag) >= 0 || j.start != unknownStart && x.lastRead == always
}

// isOver tells whether an event is only remembered, and made a version that was
// replaced for good, or the one at the beginning: whatever shows its contents now
// shows that version.
func (j *judge) isOver(w int32) bool {
	return w >= 0 && (w == j.start.op || len(j.recent) > 0 && w >= j.firstRecent && j.recent[w-j.firstRecent].over)
}
