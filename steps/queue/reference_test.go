package queue_test

import (
	"testing"
	"time"

	"ifmatch/internal/embedded"
	"ifmatch/internal/target"
	"ifmatch/steps/internal/rehearsal"
	"ifmatch/steps/queue"
	"ifmatch/steps/scenario"
	"ifmatch/steps/scenario/judge"
	"ifmatch/steps/scenario/perform"
)

// play begins a new scenario on the embedded reference.
func play(t *testing.T) *scenario.World {
	t.Helper()
	return rehearsal.Play(t, embedded.New(embedded.Options{Seed: 1}), queue.New())
}

// TestEveryState builds every state that features can name, and reads it back.
func TestEveryState(t *testing.T) {
	t.Parallel()
	rehearsal.EveryState(t, play, map[string]bool{
		"queue exists": true, "queue does not exist": false, "queue was deleted": false,
		"queue holds 1 message": true, "queue holds 40 messages": true,
		"message exists": true, "message does not exist": false, "message was deleted": false,
		"message lives for 30 seconds": true, "message was retrieved by Ann": false,
		"message was retrieved by Ann for 5 seconds and reappeared": true,
		"account has service properties":                            true,
	}, nil)
}

// TestStatesThatAreNone: a queue holds at least one message and at most 99.
func TestStatesThatAreNone(t *testing.T) {
	t.Parallel()
	tables := queue.New().Lexicon
	for _, state := range []string{"holds 0 messages", "holds 100 messages", "is full"} {
		for _, k := range tables.Kinds {
			for _, g := range k.Givens {
				if _, ok, err := g.Read(state); ok && err == nil {
					t.Errorf("a %s that %s is read as one that %s", k.Word, state, g.Words)
				}
			}
		}
	}
}

// TestReference performs every operation on the embedded reference. The effects that the room
// derives from the documents must agree with the server, which was derived from them
// independently.
func TestReference(t *testing.T) {
	t.Parallel()
	for _, op := range queue.New().Lexicon.Operations {
		t.Run(op.Name, func(t *testing.T) {
			t.Parallel()
			w := play(t)
			state := map[string]string{"Create Queue": "does not exist", "Get Messages": "holds 3 messages", "Clear Messages": "holds 3 messages",
				"Peek Messages": "holds 3 messages", "Update Message": "was retrieved by Ann"}[op.Name]
			if state == "" {
				state = map[string]string{"account": "has service properties"}[op.Kinds[0]]
			}
			if state == "" {
				state = "exists"
			}
			resource := rehearsal.Provide(t, w, op.Kinds[0], "", state)
			op := w.Language.Must(op.Name)
			if err := perform.Send(t.Context(), w, w.Cast.Actor("Ann"), op, resource, nil); err != nil {
				t.Fatal(err)
			}
			ac, err := w.LastAct("")
			if err == nil {
				err = ac.MustSucceed()
			}
			if err == nil {
				err = judge.Effect(t.Context(), w, resource, judge.AsAsked)
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
}

// TestMessagesAreRememberedAndTimed follows one message: which client has which receipt, and until
// when the message is hidden.
func TestMessagesAreRememberedAndTimed(t *testing.T) {
	t.Parallel()
	w := play(t)
	q := rehearsal.Provide(t, w, "queue", "", "exists")
	ann, bob := w.Cast.Actor("Ann"), w.Cast.Actor("Bob")
	send := func(a *scenario.Actor, name string, resource *scenario.Resource) scenario.Response {
		t.Helper()
		if err := perform.Send(t.Context(), w, a, w.Language.Must(name), resource, nil); err != nil {
			t.Fatal(err)
		}
		return a.Last.Resp
	}
	is := func(how string) {
		t.Helper()
		step, err := w.Language.Read("the message is " + how)
		if err != nil {
			t.Fatal(err)
		}
		if err := step.Body.(scenario.Body)(t.Context(), w); err != nil {
			t.Error(err)
		}
	}
	send(ann, "Put Message", q)
	message := w.Resources.Get("message")
	if message == nil || ann.Seen[message].Token == "" {
		t.Fatal("the message that Ann put is not the scenario's")
	}
	is(`visible with content "a message", dequeue count 0`)
	put := ann.Seen[message].Token
	send(bob, "Get Messages", q)
	if bob.Seen[message].Token == "" || bob.Seen[message].Token == put || ann.Seen[message].Token != put {
		t.Errorf("Ann has receipt %q, and had %q; Bob has %q", ann.Seen[message].Token, put, bob.Seen[message].Token)
	}
	is("hidden")
	if got := send(ann, "Delete Message", message); got.Status != 404 {
		t.Errorf("a delete under the receipt of the put was answered %s", got)
	}
	if err := w.Time.Pass(t.Context(), 30*time.Second); err != nil {
		t.Fatal(err)
	}
	w.Resources.Changed()
	is(`visible with dequeue count 1`)
	if got := send(bob, "Delete Message", message); got.Status != 204 {
		t.Errorf("a delete under the receipt of the retrieval was answered %s", got)
	}
	is("hidden")
}

// TestConsumers: each message is taken once, whether it is then deleted or hidden.
func TestConsumers(t *testing.T) {
	t.Parallel()
	for _, how := range []string{"take", "take and delete"} {
		w := play(t)
		rehearsal.Provide(t, w, "queue", "", "holds 24 messages")
		for _, text := range []string{"4 consumers " + how + " what the queue holds, 3 at a time", "every message was taken by exactly one consumer"} {
			step, err := w.Language.Read(text)
			if err == nil {
				err = step.Body.(scenario.Body)(t.Context(), w)
			}
			if err != nil {
				t.Errorf("%s: %v", text, err)
			}
		}
	}
}

// TestLeftoversAreFoundByPrefix: exactly the queues with the prefix are found.
func TestLeftoversAreFoundByPrefix(t *testing.T) {
	t.Parallel()
	w := play(t)
	q := rehearsal.Provide(t, w, "queue", "", "exists")
	left := w.Language.Lexicon(target.Queue).Leftovers
	c := w.Keeper.Client(target.Queue)
	for prefix, want := range map[string]int{"ifmatch-r": 1, "ifmatch-x": 0} {
		if names, err := left.List(t.Context(), c, prefix); err != nil || len(names) != want {
			t.Errorf("%s: %q, %v, want %d", prefix, names, err, want)
		}
	}
	if err := left.Remove(t.Context(), c, q.Address.String()); err != nil {
		t.Error(err)
	}
	if names, err := left.List(t.Context(), c, "ifmatch-"); err != nil || len(names) != 0 {
		t.Errorf("after the removal: %q, %v", names, err)
	}
	if err := left.Remove(t.Context(), c, q.Address.String()); err != nil {
		t.Errorf("what is gone already: %v", err)
	}
}
