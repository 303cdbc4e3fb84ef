package selftest

import (
	"fmt"

	"ifmatch/loadgen/history"
)

// freshTag is a tag that no answer showed.
func (s *scene) freshTag() history.Token {
	s.fresh++
	return s.h.Book.Token(fmt.Sprintf("\"0xF1%010X\"", s.fresh))
}

// staleRead shows a reader the version that another write had replaced, and was
// told so, before the read began.
func (s *scene) staleRead(i int, e *history.Event) (flip, bool) {
	if e.Op != history.Read || e.Outcome != history.Won || e.Tag == history.None || e.Flags&(history.IfNoneMatch|history.Torn) != 0 {
		return none, false
	}
	at, ok := s.writer[version{e.Key, e.Tag}]
	// Back along the versions: the newest whose replacement was surely known.
	for ok {
		w := &s.h.Events[at]
		if w.If == history.None {
			return none, false
		}
		old, known := s.writer[version{e.Key, w.If}]
		if !known {
			return none, false
		}
		if w.Return < e.Invoke {
			to := *e
			to.Tag = w.If
			if to.Value != 0 {
				to.Value = s.h.Events[old].Value
			}
			return one(i, to)
		}
		at = old
	}
	return none, false
}

// staleSwap accepts a write that was refused for a version that another write
// replaced.
func (s *scene) staleSwap(i int, e *history.Event) (flip, bool) {
	if e.Op != history.Swap || e.Outcome != history.Lost || e.If == history.None {
		return none, false
	}
	if _, ok := s.next[version{e.Key, e.If}]; !ok {
		return none, false
	}
	var f flip
	for _, k := range s.group(i) {
		to := s.h.Events[k]
		to.Outcome, to.Status, to.Code, to.Tag = history.Won, 201, 0, s.freshTag()
		f.at, f.to = append(f.at, k), append(f.to, to)
	}
	return f, true
}

// group are the events that belong to one with a group.
func (s *scene) group(i int) []int {
	g := s.h.Events[i].Group
	if g == 0 {
		return []int{i}
	}
	var out []int
	for _, k := range s.units[s.unitOf[s.h.Events[i].Key]] {
		if s.h.Events[k].Group == g {
			out = append(out, k)
		}
	}
	return out
}

// sameTag gives a write the tag of the version that it replaced.
func (s *scene) sameTag(i int, e *history.Event) (flip, bool) {
	if e.Op != history.Swap || e.Outcome != history.Won || e.Tag == history.None {
		return none, false
	}
	if _, ok := s.writer[version{e.Key, e.If}]; !ok {
		return none, false
	}
	to := *e
	to.Tag = e.If
	return one(i, to)
}

// forgotten takes the write away whose contents a read saw.
func (s *scene) forgotten(_ int, e *history.Event) (flip, bool) {
	if e.Op != history.Read || e.Outcome != history.Won || e.Value == 0 || e.Flags&history.Torn != 0 || e.Tag == history.None {
		return none, false
	}
	at, ok := s.writer[version{e.Key, e.Tag}]
	if !ok || s.h.Events[at].Op != history.Swap || s.h.Events[at].Value != e.Value {
		return none, false
	}
	var f flip
	for _, k := range s.group(at) {
		to := s.h.Events[k]
		to.Op = history.Stage // which makes no version
		f.at, f.to = append(f.at, k), append(f.to, to)
	}
	return f, true
}

// torn damages contents.
func (s *scene) torn(i int, e *history.Event) (flip, bool) {
	if e.Op != history.Read && e.Op != history.GetRange || e.Outcome != history.Won || e.Value == 0 || e.Flags&history.Torn != 0 {
		return none, false
	}
	to := *e
	to.Flags |= history.Torn
	to.Value = 0
	return one(i, to)
}

// secondCreate lets a create win that was refused because another had won, where
// nothing was ever deleted.
func (s *scene) secondCreate(i int, e *history.Event) (flip, bool) {
	k := s.keys[e.Key]
	if e.Op != history.Create || e.Outcome != history.Lost || k.deleted || k.inserted < 0 {
		return none, false
	}
	to := *e
	to.Outcome, to.Status, to.Code, to.Tag = history.Won, 201, 0, s.freshTag()
	return one(i, to)
}

// half shows a page one entity as it was before a transaction of which it saw
// another entity.
func (s *scene) half(i int, e *history.Event) (flip, bool) {
	if e.Op != history.Read || e.Outcome != history.Won || e.Group == 0 || e.Tag == history.None {
		return none, false
	}
	at, ok := s.writer[version{e.Key, e.Tag}]
	if !ok || s.h.Events[at].Group == 0 {
		return none, false
	}
	old, ok := s.writer[version{e.Key, s.h.Events[at].If}]
	if !ok {
		return none, false
	}
	for _, k := range s.group(i) {
		o := &s.h.Events[k]
		if w, ok := s.writer[version{o.Key, o.Tag}]; k != i && ok && s.h.Events[w].Group == s.h.Events[at].Group {
			to := *e
			to.Tag = s.h.Events[at].If
			if to.Value != 0 {
				to.Value = s.h.Events[old].Value
			}
			return one(i, to)
		}
	}
	return none, false
}

// sameOffset lets an append land where another landed.
func (s *scene) sameOffset(i int, e *history.Event) (flip, bool) {
	if e.Op != history.Append || e.Outcome != history.Won || e.Got == 0 {
		return none, false
	}
	for _, k := range s.units[s.unitOf[e.Key]] {
		if o := &s.h.Events[k]; k != i && o.Op == history.Append && o.Outcome == history.Won && o.Got != e.Got {
			to := *e
			to.Got = o.Got
			if to.If != history.None {
				to.If = s.h.Book.Position(o.Got)
			}
			return one(i, to)
		}
	}
	return none, false
}
