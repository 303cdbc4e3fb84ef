package table_test

import (
	"testing"

	"ifmatch/internal/embedded"
	"ifmatch/internal/target"
	"ifmatch/steps/internal/rehearsal"
	"ifmatch/steps/scenario"
	"ifmatch/steps/scenario/judge"
	"ifmatch/steps/scenario/perform"
	"ifmatch/steps/table"
)

// play begins a new scenario on the embedded reference.
func play(t *testing.T) *scenario.World {
	t.Helper()
	return rehearsal.Play(t, embedded.New(embedded.Options{Seed: 1}), table.New())
}

// TestEveryState builds every state that features can name, and reads it back.
func TestEveryState(t *testing.T) {
	t.Parallel()
	rehearsal.EveryState(t, play, map[string]bool{
		"table exists": true, "table does not exist": false, "table was deleted": false, "table holds 3 entities": true,
		"entity exists": true, "entity does not exist": false, "entity was deleted": false, `entity holds "Number=7; Colour=red"`: true,
		"account has service properties": true,
	}, func(t *testing.T, made *scenario.Resource, state string, exists bool) {
		if made.Kind.Word == "entity" && exists && len(made.ETags) != 2 {
			t.Errorf("an %s was seen under %q, want a stale ETag too", state, made.ETags)
		}
	})
}

// TestReference performs every operation on the embedded reference. The effects that the room
// derives from the documents must agree with the server, which was derived from them
// independently.
func TestReference(t *testing.T) {
	t.Parallel()
	for _, op := range table.New().Lexicon.Operations {
		t.Run(op.Name, func(t *testing.T) {
			t.Parallel()
			w := play(t)
			op := w.Language.Must(op.Name)
			state := map[string]string{"Insert Entity": "does not exist", "Create Table": "does not exist", "account": "has service properties",
				"Entity Group Transaction": "holds 3 entities", "Query Entities": "holds 3 entities"}
			on := op.Kinds[0]
			how := "exists"
			for _, key := range []string{on, op.Name} {
				if s, ok := state[key]; ok {
					how = s
				}
			}
			made := rehearsal.Provide(t, w, on, "", how)
			req := op.Request().(*table.Request)
			if op.Name == "Entity Group Transaction" {
				req.Actions = []table.Action{
					{Operation: "Insert Entity", Row: "new", Entity: map[string]any{"Size": 1}},
					{Operation: "Merge Entity", Row: "a", Entity: map[string]any{"Colour": "red"}},
					{Operation: "Update Entity", Row: "b", IfMatch: &w.Resources.Get("b").ETags[0], Entity: map[string]any{"Colour": "red"}},
					{Operation: "Delete Entity", Row: "c"},
				}
			}
			if _, err := perform.Look(t.Context(), w, made); err != nil {
				t.Fatal(err)
			}
			a := w.Cast.Actor("Ann")
			ac, err := perform.Exchange(t.Context(), w, a, op, made, req)
			if err != nil {
				t.Fatal(err)
			}
			if err := ac.MustSucceed(); err != nil {
				t.Fatal(err)
			}
			if err := perform.Remember(w, a, ac); err != nil {
				t.Fatal(err)
			}
			if has := ac.Resp.Header.Get("ETag") != ""; has != op.ReturnsETag && op.Name != "Query Entities" {
				t.Errorf("ETag %q", ac.Resp.Header.Get("ETag"))
			}
			if err := judge.Effect(t.Context(), w, made, judge.AsAsked); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestStampsAreLearned: from reads, from queries, and from what a transaction wrote.
func TestStampsAreLearned(t *testing.T) {
	t.Parallel()
	w := play(t)
	made, e := rehearsal.Provide(t, w, "table", "", "holds 2 entities"), w.Resources.Get("a")
	ann := w.Cast.Actor("Ann")
	if err := perform.Send(t.Context(), w, ann, w.Language.Must("Query Entities"), made, nil); err != nil {
		t.Fatal(err)
	}
	read := ann.Seen[e]
	if read.ETag != e.Current() || read.LastModified == "" || ann.Seen[w.Resources.Get("b")].ETag == "" {
		t.Errorf("after a query Ann knows %+v, want the ETag %s and a Timestamp", read, e.Current())
	}
	op := w.Language.Must("Entity Group Transaction")
	ac, err := perform.Exchange(t.Context(), w, ann, op, made, &table.Request{Actions: []table.Action{{Operation: "Merge Entity", Row: "a", Entity: map[string]any{"Size": 9}}}})
	if err == nil {
		err = perform.Remember(w, ann, ac)
	}
	if now := ann.Seen[e]; err != nil || now.ETag == read.ETag || now.ETag != e.Current() || now.LastModified != read.LastModified {
		t.Errorf("%v; after a transaction Ann knows %+v, want the new ETag %s and the old Timestamp", err, now, e.Current())
	}
}

// TestWritersAndReaders plays the races of tables.
func TestWritersAndReaders(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"a writer replaces the entity 6 times using Update Entity while 3 readers query the table",
		`a writer replaces the entity 6 times using Insert Or Replace Entity while 3 readers query the table with filter "Number ge 0"`,
		`a writer moves 1 from "alpha" to "zulu" 6 times in transactions while 3 readers query the table`,
		`a writer moves 1 from "alpha" to "zulu" 6 times in transactions while 3 readers query the table with top 2`,
		`a writer fails to move 1 from "alpha" to "zulu" 6 times in transactions while 3 readers query the table`,
	} {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			w := play(t)
			rehearsal.Provide(t, w, "table", "", "holds 3 entities")
			rehearsal.Provide(t, w, "entity", "", "exists")
			rehearsal.Provide(t, w, "entity", "alpha", `holds "Number=100"`)
			rehearsal.Provide(t, w, "entity", "zulu", `holds "Number=0"`)
			if err := rehearsal.Says(t, w, text); err != nil {
				t.Fatal(err)
			}
			if len(w.Crowd.Reads) < 3 {
				t.Errorf("%d reads", len(w.Crowd.Reads))
			}
			for _, ac := range w.Crowd.Reads {
				if err := w.Crowd.Whole(ac); err != nil {
					t.Error(err)
				}
			}
		})
	}
	w := play(t)
	if _, err := w.Language.Read("a writer replaces the entity 6 times using Create Table while 3 readers query the table"); err == nil {
		t.Error("Create Table replaces an entity")
	}
}

// TestLeftoversAreFoundByTheirWholeName: the tables of runs with that prefix are found, but not
// another client's tables that begin in the same way.
func TestLeftoversAreFoundByTheirWholeName(t *testing.T) {
	t.Parallel()
	w := play(t)
	made := rehearsal.Provide(t, w, "table", "", "exists")
	rehearsal.Provide(t, w, "table", "orders", "exists")
	left := w.Language.Lexicon(target.Table).Leftovers
	c := w.Keeper.Client(target.Table)
	if _, err := w.Language.Must("Create Table").Do(t.Context(), c, table.Address{Table: "ifmatchXtopic"}, &table.Request{}); err != nil {
		t.Fatal(err)
	}
	for prefix, want := range map[string]int{"ifmatch-": 2, "ifmatch-r": 2, "ifmatch-x": 0} {
		if names, err := left.List(t.Context(), c, prefix); err != nil || len(names) != want {
			t.Errorf("%s: %q, %v, want %d", prefix, names, err, want)
		}
	}
	if err := left.Remove(t.Context(), c, made.Address.String()); err != nil {
		t.Error(err)
	}
	if names, err := left.List(t.Context(), c, "ifmatch-"); err != nil || len(names) != 1 {
		t.Errorf("after a removal: %q, %v", names, err)
	}
}
