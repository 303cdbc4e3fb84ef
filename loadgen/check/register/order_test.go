package register

import (
	"fmt"
	"math"
	"testing"

	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
)

// followed follows the order that the check found for a valid history by the oracle's model.
func followed(events []history.Event) error {
	var order []finding.Placed
	if r := Check(events, Options{Witness: func(found []finding.Placed) { order = found }}); r.State != finding.Valid {
		return fmt.Errorf("it is %s", r.State)
	}
	told, model := map[history.Token]bool{}, &tryAll{}
	for _, read := range []bool{false, true} {
		for _, e := range events {
			if e.Outcome == history.Won && (e.Op == history.Read) == read && e.Tag != history.None && !told[e.Tag] {
				if told[e.Tag] = true; read {
					model.orphans = append(model.orphans, e.Tag)
				}
			}
		}
	}
	met, states, last := map[*history.Event]bool{}, []shape{{}}, int64(math.MinInt64)
	for _, p := range order {
		e := p.Event
		if met[e] || p.At < last || p.At < e.Invoke || p.At > e.Return {
			return fmt.Errorf("%+v has the moment %d, after %d", *e, p.At, last)
		}
		met[e], last = true, p.At
		var next []shape
		for _, s := range states {
			for _, n := range model.step(s, e) {
				if effectOf(e) != may || n != s { // what is in the order took effect
					next = append(next, n)
				}
			}
		}
		if states = next; len(states) == 0 {
			return fmt.Errorf("%+v cannot have its answer at its place", *e)
		}
	}
	for i := range events {
		if effect := effectOf(&events[i]); !met[&events[i]] && effect != nothing && effect != kept && effect != may {
			return fmt.Errorf("%+v is missing", events[i])
		}
	}
	return nil
}

// TestAnOrderCanBeFollowed has histories in which something happens at the end of what is known of it.
func TestAnOrderCanBeFollowed(t *testing.T) {
	t.Parallel()
	made := history.Event{Op: history.Create, Outcome: history.Won, Status: 201, Invoke: 0, Return: 2, Tag: 1, Value: 1, Client: 9, Seq: 1, Flags: history.Outside}
	replaced := history.Event{Op: history.Swap, Outcome: history.Won, Status: 201, Invoke: 5, Return: 9, If: 1, Tag: 2, Value: 2, Client: 1, Seq: 1}
	for name, events := range map[string][]history.Event{
		"nothing":               {made},
		"a read at the end":     {made, replaced, {Op: history.Read, Outcome: history.Won, Status: 200, Invoke: 9, Return: 9, Tag: 1, Client: 2, Seq: 1}},
		"a refusal before":      {made, replaced, {Op: history.Swap, Outcome: history.Lost, Status: 412, Invoke: 5, Return: 6, If: 2, Client: 2, Seq: 1}},
		"a refusal after":       {made, replaced, {Op: history.Swap, Outcome: history.Lost, Status: 412, Invoke: 3, Return: 6, If: 1, Client: 2, Seq: 1}},
		"an update seen by tag": {made, {Op: history.Swap, Outcome: history.Unknown, Invoke: 5, Return: history.Open, If: 1, Value: 2, Client: 1, Seq: 1}, {Op: history.Read, Outcome: history.Won, Status: 200, Invoke: 7, Return: 9, Tag: 2, Client: 2, Seq: 1}},
		"a delete unanswered":   {made, {Op: history.Delete, Outcome: history.Unknown, Invoke: 5, Return: history.Open, If: 1, Client: 1, Seq: 1}, {Op: history.Read, Outcome: history.Absent, Status: 404, Invoke: 7, Return: 9, Client: 2, Seq: 1}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if err := followed(events); err != nil {
				t.Error(err)
			}
		})
	}
}
