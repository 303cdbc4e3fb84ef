package queue

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"ifmatch/steps/scenario"
	"ifmatch/steps/scenario/perform"
	"ifmatch/steps/sdk"
)

// pairs are what pairs of operations on queues and messages are made from.
func pairs() scenario.Pairs {
	within := map[string]string{"message": "QUEUE-PAIR-05"}
	existing := func(f scenario.Facts) bool { return !f.Fresh && !f.Reads }
	return scenario.Pairs{
		Guards: []scenario.Guard{
			{Terms: "pop receipt current", State: "was retrieved by Ann", Of: fieldReceipt, Clause: map[string]string{"message": "QUEUE-PAIR-01"}, Takes: existing},
			{Terms: "pop receipt current", State: "was retrieved by Ann", Of: FieldMessages, Clause: within, Takes: existing, Other: &scenario.Other{Kind: "queue", State: "exists"}},
			{Terms: "pop receipt current", State: "was retrieved by Ann", Of: scenario.FieldExistence, Clause: within, Takes: existing, Other: &scenario.Other{Kind: "queue", State: "exists"}},
			{State: "exists", Of: scenario.FieldExistence, Clause: map[string]string{"queue": "QUEUE-PAIR-02"}, Takes: existing},
			{State: "does not exist", Of: scenario.FieldExistence, Clause: map[string]string{"queue": "QUEUE-PAIR-02"}, Takes: scenario.Facts.Creates},
			{State: "holds 3 messages", Of: FieldMessages, Clause: map[string]string{"queue": "QUEUE-PAIR-02"}, Takes: func(f scenario.Facts) bool { return slices.Contains(f.Writes, FieldMessages) }},
		},
		Filled: map[scenario.Field]string{FieldMessages: "holds 3 messages"},
		Whole:  map[string]string{"queue": "QUEUE-PAIR-03"},
		Shown:  map[string]string{"queue": "QUEUE-PAIR-04"},
	}
}

// turn is what an act does to a queue or a message whose turn comes.
func turn(now scenario.Standing, ac *scenario.Act) (scenario.Standing, bool) {
	st, req := now.State.(*State), ac.Req.(*Request)
	switch ac.Op.Name {
	case "Update Message", "Delete Message":
		if req.PopReceipt == nil || *req.PopReceipt != now.Token {
			return now, false
		}
		now.Token = ac.Resp.Header.Get("x-ms-popreceipt") // none after a deletion
		now = now.Took(ac)
		if now.Beside != nil {
			now.Beside.State.(*State).shows(ac.Resource.Address.(Address).Message, now.State.(*State).Messages)
		}
		return now, true
	case "Create Queue":
		if st.Exists {
			return now, maps.Equal(st.Metadata, sdk.LowerKeys(req.Metadata)) // QUEUE-LWW-14
		}
		return now.Took(ac), true
	case "Get Messages":
		list, _ := parseMessages(ac.Resp.Body)
		if ac.Resp.OK() && !st.couldShow(list) {
			return now, false
		}
		if now.Beside != nil && len(list) == 1 {
			*now.Beside = scenario.Standing{State: missing(now.Beside.State.Common().Address), Token: list[0].PopReceipt}
		}
	case "Clear Messages":
		if now.Beside != nil && st.Exists {
			*now.Beside = scenario.Standing{State: missing(now.Beside.State.Common().Address)}
		}
	}
	if !st.Exists {
		return now, false
	}
	return now.Took(ac), true
}

// look lets a client read a queue; it peeks at all messages.
func look(ctx context.Context, w *scenario.World, reader *scenario.Actor, op scenario.Operation, t *scenario.Resource) (*scenario.Act, error) {
	req := &Request{}
	if op.Name == "Peek Messages" {
		req.MessageCount = new(all)
	}
	return perform.Exchange(ctx, w, reader, op, t, req)
}

// shows makes a queue show this of a message: nothing while it is hidden.
func (s *State) shows(id string, now []Peeked) {
	s.Messages = append(slices.DeleteFunc(s.Messages, func(p Peeked) bool { return p.ID == id }), now...)
}

// couldShow reports whether a read of one message can show this: one that is visible, or none if
// none is.
func (s *State) couldShow(list []message) bool {
	return (len(list) > 0) == (len(s.Messages) > 0) && !slices.ContainsFunc(list, func(m message) bool {
		return !slices.ContainsFunc(s.Messages, func(p Peeked) bool { return p.ID == m.ID && (p.Text == unseen || p.Text == m.Text) })
	})
}

// shows compares what a read shows of a queue with the state before it.
func shows(ac *scenario.Act) (scenario.Difference, bool) {
	want := ac.Before.(*State)
	var err error
	if ac.Op.Name == "Peek Messages" {
		var list []message
		if list, err = parseMessages(ac.Resp.Body); err == nil && (!want.couldShow(list) || sdk.Text(ac.Req.(*Request).MessageCount, "") == all && len(list) != len(want.Messages)) {
			return scenario.Difference{Field: FieldMessages, Want: fmt.Sprint(want.Messages), Got: fmt.Sprint(list)}, true
		}
	}
	return scenario.Shown(want, func(got *State) error {
		switch ac.Op.Name {
		case "Get Queue Metadata":
			got.Metadata = sdk.Metadata(ac.Resp.Header)
		case "Get Queue ACL":
			got.Policies, err = sdk.ParsePolicies(ac.Resp.Body)
		}
		return err
	})
}
