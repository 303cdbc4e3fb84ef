package perform

import (
	"context"
	"fmt"
	"slices"

	"ifmatch/steps/scenario"
	"ifmatch/steps/verdict"
)

// Provide builds a resource in the state that a sentence names, reads it back, and makes it
// part of the story. It first makes the resource's parent if that does not exist.
func Provide(ctx context.Context, w *scenario.World, kind *scenario.Kind, name string, g scenario.Prepared) error {
	doing := fmt.Sprintf("prepare a %s that %s", kind.Word, g.Words)
	if around := kind.In; around != "" && w.Resources.Get(around) == nil {
		if err := enclose(ctx, w, w.Language.Kind(around, w.Case.Service)); err != nil {
			return err
		}
	}
	t, err := introduce(w, kind, name)
	if err != nil {
		return err
	}
	w.Subject, t.State = t, g.Words
	if err := g.Build(ctx, w, t); err != nil {
		return upset(ctx, w, t, doing, err)
	}
	if err := verify(ctx, w, t, doing, g); err != nil {
		return err
	}
	if g.Lively && !w.Session.Clock.Movable() { // a movable clock stands still meanwhile
		w.Resources.Changed()
	}
	return nil
}

// enclose makes the parent of a resource. If the story is not about the parent, it gets one
// version and is not read back: nothing could be made in it if it did not exist.
func enclose(ctx context.Context, w *scenario.World, kind *scenario.Kind) error {
	if w.Case.Mentions(kind.Word) {
		return Provide(ctx, w, kind, "", kind.Prepared("exists"))
	}
	t, err := introduce(w, kind, "")
	if err != nil {
		return err
	}
	resp, err := Prepare(ctx, w, kind.Create, t, nil)
	if err != nil {
		return w.Findings.Blocked(t, "prepare a "+kind.Word, err)
	}
	t.Note(resp.Header.Get("ETag"))
	return nil
}

// introduce makes a resource part of the story, and deletes it at the end; its children disappear with
// it. A client may create it, or a build fail half way, so its name must do.
func introduce(w *scenario.World, kind *scenario.Kind, name string) (*scenario.Resource, error) {
	t, err := w.NewResource(kind, name)
	if err != nil {
		return nil, err
	}
	w.Resources.Add(t)
	if remove := t.Kind.Remove; remove != nil {
		w.Cleanups.Remove(func(ctx context.Context) error { return remove(ctx, w.Keeper.Client(t.Kind.Service), t.Address) })
	}
	return t, nil
}

// Prepare performs one operation that must succeed. With a nil request the operation chooses
// everything.
func Prepare(ctx context.Context, w *scenario.World, name string, t *scenario.Resource, req scenario.Request) (scenario.Response, error) {
	op, err := w.Language.Operation(name)
	if err != nil {
		return scenario.Response{}, verdict.Miswritten("%v", err)
	}
	if req == nil {
		req = op.Request()
	}
	w.Resources.Changed()
	ac, err := send(ctx, w, w.Keeper, op, t, req)
	if err != nil {
		return ac.Resp, fmt.Errorf("%s got no answer: %w", name, err)
	}
	if !ac.Resp.OK() {
		return ac.Resp, &scenario.RefusedError{Operation: name, Response: ac.Resp}
	}
	if !op.Reads {
		t.ChangedBy(name)
		w.Time.NameTaken(ac)
	}
	t.Make(ac)
	t.Claimed = ac.Resp.Header.Get("ETag")
	t.Note(t.Claimed)
	if learned := w.Language.Hooks(op).Learned; learned != nil {
		learned(w, w.Keeper, ac)
	}
	return ac.Resp, nil
}

// upset is the verdict if an operation of the set-up failed: earlier operations may not have
// had the effect that it rests on.
func upset(ctx context.Context, w *scenario.World, t *scenario.Resource, doing string, err error) error {
	f, ok := scenario.FlawOf(err)
	if !ok || f.Silent {
		return w.Findings.Blocked(t, doing, err)
	}
	st, unread := w.Snapshot(ctx, t)
	switch {
	case unread != nil:
	case t.Made != nil && t.Made.Common().Exists != st.Common().Exists:
		return w.Findings.NotAsAsked(t, scenario.FieldExistence, scenario.ShowExistence(t.Made.Common().Exists), scenario.ShowExistence(st.Common().Exists))
	case t.Rests != nil:
		if err := t.Rests(ctx, st); err != nil {
			return err
		}
	}
	return w.Findings.Blocked(t, doing, err)
}

// verify reads back what was built, so that a server which accepts everything is found out. If
// something is not as asked, the scenario goes on with what is there. Only the state that the
// sentence names must be right.
func verify(ctx context.Context, w *scenario.World, t *scenario.Resource, doing string, g scenario.Prepared) error {
	st, err := lookAt(ctx, w, t, g.Needs)
	if err != nil {
		return w.Findings.Blocked(t, doing+": read it back", err)
	}
	if err := w.Time.Judge(); err != nil {
		return err // what was built may have expired by now
	}
	w.Findings.NoteBefore(t, st)
	var diffs []scenario.Difference
	if t.Made != nil {
		diffs = scenario.Compare(t.Made, st, append(slices.Clone(t.Kind.Ignores), scenario.FieldConsistency)...)
	} else if st.Common().Exists == g.Absent {
		diffs = []scenario.Difference{{Field: scenario.FieldExistence, Want: scenario.ShowExistence(!g.Absent), Got: scenario.ShowExistence(g.Absent)}}
	}
	for _, d := range diffs {
		if read := Misread(ctx, w, t, d.Field, st); read != "" {
			w.Findings.WrongAnswer(t, d.Field, read, d.Want, d.Got)
			continue
		}
		w.Findings.WrongSetUp(t, d.Field, d.Want, d.Got)
	}
	// An ETag in an answer that is not the current one is for the operation's own cases to accuse:
	// the scenario goes on with what it found.
	t.Believe(st.Common().ETag)
	for _, of := range append([]scenario.Field{scenario.FieldExistence}, g.Needs...) {
		if err := t.Require(of); err != nil {
			return err
		}
		if err := st.Common().Require(of, doing); err != nil {
			return err
		}
	}
	if g.Verify != nil && st.Common().Exists {
		return g.Verify(ctx, w, t, st)
	}
	return nil
}

// Misread names the read that shows a resource which should be hidden, if another operation finds it hidden; else it is empty.
func Misread(ctx context.Context, w *scenario.World, t *scenario.Resource, of scenario.Field, st scenario.State) string {
	if of != scenario.FieldExistence || !st.Common().Exists || t.Kind.Misread == nil {
		return ""
	}
	return t.Kind.Misread(ctx, w, t)
}
