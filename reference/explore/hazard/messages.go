package hazard

import (
	"fmt"
	"strings"

	"ifmatch/reference/explore/history"
	op "ifmatch/reference/operation"
)

// turn is the time for which a client had a message.
type turn struct {
	client  string
	got     int
	deleted int   // the line in which it deleted the message, or tried to; 0: none
	effects []int // lines that it wrote
}

// turns lists who had each message. What a client writes between two dequeues is for the messages that it got last.
func turns(lines []history.Line) (ids []string, by map[string][]*turn) {
	by = make(map[string][]*turn)
	now := make(map[string][]*turn) // by client
	for i := range lines {
		l := &lines[i]
		switch {
		case !l.Succeeded() && l.Operation != op.DeleteMessage || !l.Effective():
		case l.Operation == op.GetMessages && len(l.Got) > 0:
			now[l.Client] = nil
			for _, m := range l.Got {
				t := &turn{client: l.Client, got: i}
				if by[m.ID] == nil {
					ids = append(ids, m.ID)
				}
				by[m.ID], now[l.Client] = append(by[m.ID], t), append(now[l.Client], t)
			}
		case l.Operation == op.GetMessages:
			now[l.Client] = nil
		case l.Operation == op.DeleteMessage:
			id := l.Resource[strings.LastIndexByte(l.Resource, '/')+1:]
			for _, t := range by[id] {
				if t.client == l.Client && t.deleted == 0 {
					t.deleted = i
				}
			}
		case l.Wrote() && !bookkeeping(l.Operation):
			for _, t := range now[l.Client] {
				t.effects = append(t.effects, i)
			}
		}
	}
	return ids, by
}

// twoOwners finds a message whose effect was done by two who had it.
func twoOwners(lines []history.Line) (Hazard, bool) {
	ids, by := turns(lines)
	for _, id := range ids {
		all := by[id]
		for n, second := range all {
			for _, first := range all[:n] {
				if h, found := bothDone(lines, first, second); found {
					return h, true
				}
			}
		}
	}
	return Hazard{}, false
}

// bothDone finds the same effect of two turns, unless doing it twice makes no difference.
func bothDone(lines []history.Line, first, second *turn) (Hazard, bool) {
	for _, a := range first.effects {
		for _, b := range second.effects {
			x, y := &lines[a], &lines[b]
			if a == b || x.Resource != y.Resource || x.Operation != y.Operation || !adds[x.Operation] && x.Digest == y.Digest {
				continue
			}
			if creates[x.Operation] {
				continue // each created another thing
			}
			return Hazard{
				First: min(a, b), FirstNote: fmt.Sprintf("%s handles the message that it got in line %d", lines[min(a, b)].Client, at(first, second, a, min(a, b))),
				Second: max(a, b), SecondNote: fmt.Sprintf("%s handles the same message, got in line %d", lines[max(a, b)].Client, at(first, second, a, max(a, b))),
				Remedy: "an effect that happens once, such as an entity or a blob with If-None-Match: * named after the message, or Update Message before its time is over",
			}, true
		}
	}
	return Hazard{}, false
}

// at returns the line, counted from 1, in which the writer of an effect got the message.
func at(first, second *turn, ofFirst, effect int) int {
	if effect == ofFirst {
		return first.got + 1
	}
	return second.got + 1
}

// earlyDelete finds a message, or an entity that is to be published, that was deleted before its effect.
func earlyDelete(lines []history.Line) (Hazard, bool) {
	tell := func(deleted, effect int) (Hazard, bool) {
		return Hazard{
			First: deleted, FirstNote: "from here on nobody will do it again",
			Second: effect, SecondNote: "the effect: it never happens if " + lines[effect].Client + " stops before",
			Remedy: "deleting after the effect, which must then bear to be repeated (If-None-Match: *)",
		}, true
	}
	ids, by := turns(lines)
	for _, id := range ids {
		for _, t := range by[id] {
			if t.deleted > 0 && lines[t.deleted].Succeeded() && len(t.effects) > 0 && t.effects[0] > t.deleted {
				return tell(t.deleted, t.effects[0])
			}
		}
	}
	for i := range lines {
		if l := &lines[i]; l.Succeeded() && l.Operation == op.PutMessage {
			if d := published(lines, i); d >= 0 {
				return tell(d, i)
			}
		}
	}
	return Hazard{}, false
}

// published returns the line in which the sender of a message deleted the entity that it had read before, or -1.
func published(lines []history.Line, i int) int {
	deleted := -1
	for j := i - 1; j >= 0; j-- {
		l := &lines[j]
		switch {
		case l.Client != lines[i].Client || !l.Succeeded():
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
