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

// intact reports whether a read shows a version as it was written.
func intact(e *history.Event) bool { return e.Flags&history.Torn == 0 && e.Tag != history.None }

// showing makes a read show another version, if the write of that version received its tag.
func (s *scene) showing(i int, e *history.Event, tag history.Token) flip {
	by, ok := s.writer[version{e.Key, tag}]
	if !ok {
		return none
	}
	return s.one(i, func(to *history.Event) {
		if to.Tag = tag; to.Value != 0 {
			to.Value = s.h.Events[by].Value
		}
	})
}

// staleRead makes a read show a version that had certainly been replaced before the read was sent.
func (s *scene) staleRead(i int, e *history.Event) flip {
	if !intact(e) || e.Flags&history.IfNoneMatch != 0 {
		return none
	}
	// Go back along the versions to the newest whose replacement was certainly known.
	for at, ok := s.writer[version{e.Key, e.Tag}]; ok; {
		w := &s.h.Events[at]
		if w.Return < e.Invoke {
			return s.showing(i, e, w.If)
		}
		at, ok = s.writer[version{e.Key, w.If}]
	}
	return none
}

// staleSwap accepts a write that was refused because another write had replaced the version it
// named.
func (s *scene) staleSwap(i int, e *history.Event) flip {
	if !s.next[version{e.Key, e.If}] {
		return none
	}
	return s.flip(s.group(i), s.written)
}

// written makes an event write a new version.
func (s *scene) written(to *history.Event) {
	grant(to, 201)
	to.Tag = s.freshTag()
}

// group are the events of the same group as an event.
func (s *scene) group(i int) (out []int) {
	g := s.h.Events[i].Group
	if g == 0 {
		return []int{i}
	}
	for _, k := range s.unit(i) {
		if s.h.Events[k].Group == g {
			out = append(out, k)
		}
	}
	return out
}

// sameTag gives a write the tag of the version that it replaced.
func (s *scene) sameTag(i int, e *history.Event) flip {
	if _, ok := s.writer[version{e.Key, e.If}]; !ok || e.Tag == history.None {
		return none
	}
	return s.one(i, func(to *history.Event) { to.Tag = e.If })
}

// forgotten removes the write whose contents a read saw.
func (s *scene) forgotten(_ int, e *history.Event) flip {
	at, ok := s.writer[version{e.Key, e.Tag}]
	if !ok || !intact(e) || e.Value == 0 || s.h.Events[at].Op != history.Swap || s.h.Events[at].Value != e.Value {
		return none
	}
	return s.flip(s.group(at), func(to *history.Event) { to.Op = history.Stage }) // a Stage makes no version
}

// torn damages the contents of a read.
func (s *scene) torn(i int, e *history.Event) flip {
	if e.Value == 0 || e.Flags&history.Torn != 0 {
		return none
	}
	return s.one(i, func(to *history.Event) { to.Flags, to.Value = to.Flags|history.Torn, 0 })
}

// secondCreate lets a refused create win, although another had won and nothing was ever deleted.
func (s *scene) secondCreate(i int, e *history.Event) flip {
	if s.deleted[e.Key] || !s.created[e.Key] {
		return none
	}
	return s.one(i, s.written)
}

// half makes a page show one entity as it was before a transaction, of which the page shows
// another entity.
func (s *scene) half(i int, e *history.Event) flip {
	by := s.transaction(e)
	if e.Group == 0 || by == nil {
		return none
	}
	for _, k := range s.group(i) {
		if w := s.transaction(&s.h.Events[k]); k != i && w != nil && w.Group == by.Group {
			return s.showing(i, e, by.If)
		}
	}
	return none
}

// transaction is the event of a transaction that wrote the version that an event shows; nil if
// there is none.
func (s *scene) transaction(e *history.Event) *history.Event {
	at, ok := s.writer[version{e.Key, e.Tag}]
	if !ok || s.h.Events[at].Group == 0 {
		return nil
	}
	return &s.h.Events[at]
}

// sameOffset lets an append land where another landed.
func (s *scene) sameOffset(i int, e *history.Event) flip {
	if e.Got == 0 {
		return none
	}
	for _, k := range s.unit(i) {
		if o := &s.h.Events[k]; o.Op == history.Append && o.Outcome == history.Won && o.Got != e.Got {
			return s.one(i, func(to *history.Event) {
				if to.Got = o.Got; to.If != history.None {
					to.If = s.h.Book.Position(o.Got)
				}
			})
		}
	}
	return none
}
