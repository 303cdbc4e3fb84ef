package hazard

import (
	"fmt"
	"slices"
	"strings"

	op "ifmatch/reference/operation"
)

// turn is the time for which a client had a message, or knew of an entity that is to be published.
type turn struct {
	client  string
	message string // empty: an entity
	got     int
	effects []act
}

// turns lists who had which message or entity. What a client writes between two dequeues is for the messages that it got
// last, and the message that it sends after a look at a table is for what it saw there.
func (s *story) turns() (all []*turn) {
	now, outbox := make(map[string][]*turn), make(map[string]*turn) // by client
	for _, a := range s.acts {
		l, mine := a.of, now[a.Client]
		switch {
		case !l.Succeeded():
		case l.Operation == op.GetMessages:
			mine = nil
			for _, id := range l.Got {
				mine = append(mine, &turn{client: a.Client, message: id, got: a.line})
			}
			all, now[a.Client] = append(all, mine...), mine
		case l.Operation == op.QueryEntities || l.Operation == op.GetEntity:
			outbox[a.Client] = &turn{client: a.Client, got: a.line}
			all = append(all, outbox[a.Client])
		case l.Wrote() && !bookkeeping(a.Request):
			for _, t := range mine {
				t.effects = append(t.effects, a)
			}
			if t := outbox[a.Client]; t != nil && l.Operation == op.PutMessage {
				t.effects = []act{a}
				delete(outbox, a.Client)
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
			if first.message != second.message || first.message == "" {
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
	has := func(t *turn, resource string) bool {
		return slices.ContainsFunc(t.effects, func(a act) bool { return a.Resource == resource })
	}
	return parentOf(x.Resource) == parentOf(y.Resource) && !has(second, x.Resource) && !has(first, y.Resource) &&
		s.means(first, x) && s.means(second, y)
}

// means reports whether a write is an effect of the message alone. It is none if the turn was told before that somebody
// else was there, if its writer writes there at other times, too (a row with its state), or if it does not stay.
func (s *story) means(t *turn, w *act) bool {
	told := s.last(w.line, func(a *act) bool {
		return a.Client == t.client && a.line > t.got && a.of.Told() && refusal(a.of.Status) && !bookkeeping(a.Request)
	})
	other := s.last(len(s.lines), func(a *act) bool {
		outside := a.Client == w.Client && !slices.ContainsFunc(t.effects, func(e act) bool { return e.line == a.line })
		return a.of.Wrote() && a.Resource == w.Resource && (outside || a.line > w.line && deletes.has(a.Operation))
	})
	return told == nil && other == nil
}

// earlyDelete finds a message, or an entity that is to be published, that was deleted before its effect.
func (s *story) earlyDelete() *Hazard {
	for _, t := range s.turns() {
		if len(t.effects) == 0 {
			continue
		}
		effect := t.effects[0].line
		deleted := s.last(effect, func(a *act) bool {
			what := t.message != "" && a.of.Operation == op.DeleteMessage && strings.HasSuffix(a.Resource, "/"+t.message)
			return a.Client == t.client && a.line > t.got && a.of.Succeeded() && (what || t.message == "" && a.of.Operation == op.DeleteEntity)
		})
		if deleted != nil {
			return &Hazard{"", deleted.line, "from here on nobody will do it again",
				effect, "the effect: it never happens if " + t.client + " stops before",
				"deleting after the effect, which must then bear to be repeated (If-None-Match: *)"}
		}
	}
	return nil
}
