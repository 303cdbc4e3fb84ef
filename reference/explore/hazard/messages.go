package hazard

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	op "ifmatch/reference/operation"
)

// turn is the time for which a client had a message.
type turn struct {
	client  string
	message string
	got     int
	deleted int // the line in which it deleted the message, or tried to; 0: none
	effects []act
	refused int // the line in which its first create or guarded write was refused: what it is for is done; 0: none
}

// turns lists who had which message. What a client writes between two dequeues is for the messages that it got last.
func (s *story) turns() (all []*turn) {
	now := make(map[string][]*turn) // by client
	for _, a := range s.acts {
		l, i := a.of, a.line
		mine, effect := now[l.Client], !bookkeeping(&l.Request)
		switch {
		case l.Told() && refusal(l.Status) && effect:
			for _, t := range mine {
				t.refused = cmp.Or(t.refused, i)
			}
		case l.Operation == op.DeleteMessage:
			for _, t := range all {
				if t.client == l.Client && strings.HasSuffix(l.Resource, "/"+t.message) {
					t.deleted = cmp.Or(t.deleted, i)
				}
			}
		case l.Operation == op.GetMessages && l.Succeeded():
			now[l.Client] = nil
			for _, m := range l.Got {
				t := &turn{client: l.Client, message: m.ID, got: i}
				all, now[l.Client] = append(all, t), append(now[l.Client], t)
			}
		case l.Wrote() && effect:
			for _, t := range mine {
				t.effects = append(t.effects, a)
			}
		}
	}
	return all
}

// twoOwners finds a message whose effect was done by two who had it.
func (s *story) twoOwners() *Hazard {
	all := s.turns()
	for n, second := range all {
		for _, first := range all[:n] {
			if first.message != second.message {
				continue
			}
			if h := s.bothDone(first, second); h != nil {
				return h
			}
		}
	}
	return nil
}

// bothDone finds the same effect of two turns, unless doing it twice makes no difference.
func (s *story) bothDone(first, second *turn) *Hazard {
	for _, x := range first.effects {
		for _, y := range second.effects {
			if x.line == y.line || x.Operation != y.Operation || !s.twice(&x, &y, first, second) {
				continue
			}
			if x.line > y.line {
				x, y, first, second = y, x, second, first
			}
			return &Hazard{"",
				x.line, fmt.Sprintf("%s handles the message that it got in line %d", x.Client, first.got+1),
				y.line, fmt.Sprintf("%s handles the same message, got in line %d", y.Client, second.got+1),
				"an effect that happens once, such as an entity or a blob with If-None-Match: * named after the message, or Update Message before its time is over"}
		}
	}
	return nil
}

// twice reports whether two effects are more than one of them: something is added twice, or written differently, or each
// turn wrote something of the kind that the other did not.
func (s *story) twice(x, y *act, first, second *turn) bool {
	if x.Resource == y.Resource {
		return adds.has(x.Operation) || x.Operation != op.InsertEntity && x.Digest != y.Digest
	}
	return place(x.Resource) == place(y.Resource) && !second.has(x.Resource) && !first.has(y.Resource) &&
		s.means(first, x) && s.means(second, y)
}

// has reports whether a turn wrote a resource.
func (t *turn) has(resource string) bool {
	return slices.ContainsFunc(t.effects, func(a act) bool { return a.Resource == resource })
}

// means reports whether a write is an effect of the message alone. It is none if the turn was told before that somebody
// else was there, if its writer writes there at other times, too (a row with its state), or if it does not stay.
func (s *story) means(t *turn, w *act) bool {
	return (t.refused == 0 || t.refused > w.line) && !s.some(func(a *act) bool {
		outside := a.Client == w.Client && !slices.ContainsFunc(t.effects, func(e act) bool { return e.line == a.line })
		return a.of.Wrote() && a.Resource == w.Resource && (outside || a.line > w.line && deletes.has(a.Operation))
	})
}

// earlyDelete finds a message, or an entity that is to be published, that was deleted before its effect.
func (s *story) earlyDelete() *Hazard {
	tell := func(deleted, effect int) *Hazard {
		return &Hazard{"", deleted, "from here on nobody will do it again",
			effect, "the effect: it never happens if " + s.lines[effect].Client + " stops before",
			"deleting after the effect, which must then bear to be repeated (If-None-Match: *)"}
	}
	for _, t := range s.turns() {
		if t.deleted > 0 && s.lines[t.deleted].Succeeded() && len(t.effects) > 0 && t.effects[0].line > t.deleted {
			return tell(t.deleted, t.effects[0].line)
		}
	}
	for i := range s.lines {
		if l := &s.lines[i]; l.Succeeded() && l.Operation == op.PutMessage {
			if d := s.published(i); d >= 0 {
				return tell(d, i)
			}
		}
	}
	return nil
}

// published returns the line in which the sender of a message deleted the entity that it had read before, or -1.
func (s *story) published(i int) int {
	deleted := -1
	for j := i - 1; j >= 0; j-- {
		l := &s.lines[j]
		switch {
		case l.Client != s.lines[i].Client || !l.Succeeded():
		case l.Operation == op.PutMessage:
			return -1
		case l.Operation == op.DeleteEntity && deleted < 0:
			deleted = j
		case deleted >= 0 && (l.Operation == op.QueryEntities || l.Operation == op.GetEntity):
			return deleted
		}
	}
	return -1
}
