package opening

import "slices"

// A handle that stays open when it is closed keeps others out until its session ends. That is one mistake, however many
// requests are refused for it. So a refusal that no open handle explains may be the fault of a closing: of any handle that
// denies the request, if nothing that this handle denies succeeded since it was closed.

// mostClosed is how many closed handles are suspected at most: the last ones.
const mostClosed = 256

// unexplained are refusals that one closed handle explains.
type unexplained struct {
	suspects []*entry // each of them would explain all the refusals
	refused  []*entry
}

// suspicion is what is known of closings that were not done.
type suspicion struct {
	closed []*entry      // handles that were closed
	left   []unexplained // refusals without an open handle, with the closed ones that explain them
}

// close adds a handle to those that were closed.
func (s *suspicion) close(x *entry) {
	if x.smb && x.won && x.closed() && x.access != 0 {
		if len(s.closed) == mostClosed {
			s.closed = slices.Delete(s.closed, 0, 1)
		}
		s.closed = append(s.closed, x)
	}
}

// clear drops suspicions that an operation that succeeded disproves.
func (s *suspicion) clear(x *entry) {
	s.closed = slices.DeleteFunc(s.closed, func(y *entry) bool { return y.to < x.event.Invoke && !agrees(x, y) })
}

// blame looks for a closed handle that explains a refusal, preferably one that explains others as well.
func (s *suspicion) blame(x *entry) {
	var suspects []*entry
	for _, y := range s.closed {
		if y.to < x.event.Invoke && !agrees(x, y) {
			suspects = append(suspects, y)
		}
	}
	for k := range s.left {
		l := &s.left[k]
		if both := slices.DeleteFunc(slices.Clone(l.suspects), func(y *entry) bool { return !slices.Contains(suspects, y) }); len(both) > 0 {
			l.suspects, l.refused = both, append(l.refused[:1], x)
			return
		}
	}
	s.left = append(s.left, unexplained{suspects, []*entry{x}})
}
