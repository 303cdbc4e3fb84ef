package scenario

import (
	"context"
	"fmt"
	"slices"

	"ifmatch/steps/verdict"
)

// Provide builds a resource in the state that a sentence names, reads it back, and makes it
// part of the story. It first makes the resource's parent if that does not exist.
func (w *World) Provide(ctx context.Context, kind *Kind, name string, g Prepared) error {
	doing := fmt.Sprintf("prepare a %s that %s", kind.Word, g.Words)
	t, err := w.NewThing(kind, name)
	if err != nil {
		return err
	}
	if around := t.Kind.In; around != "" && w.Resources.Get(around) == nil {
		if err := w.enclose(ctx, w.Language.kind(around, w.Case.Service)); err != nil {
			return err
		}
	}
	w.Resources.Add(t)
	w.Subject, t.state = t, g.Words
	w.removeLater(t)
	if err := g.Build(ctx, w, t); err != nil {
		return w.upset(ctx, t, doing, err)
	}
	if err := w.verify(ctx, t, doing, g); err != nil {
		return err
	}
	if g.Done != nil {
		g.Done(w, t)
	}
	if g.Lively {
		w.Resources.Changed()
	}
	return nil
}

// enclose makes the parent of a resource. If the story is not about the parent, it gets one
// version and is not read back: nothing could be made in it if it did not exist.
func (w *World) enclose(ctx context.Context, kind *Kind) error {
	if w.Case.Mentions(kind.Word) {
		return w.Provide(ctx, kind, "", kind.given("exists"))
	}
	t, err := w.NewThing(kind, "")
	if err != nil {
		return err
	}
	w.Resources.Add(t)
	w.removeLater(t)
	resp, err := w.Prepare(ctx, kind.Create, t, nil)
	if err != nil {
		return w.Findings.Blocked(t, "prepare a "+kind.Word, err)
	}
	t.Note(resp.Header.Get("ETag"))
	return nil
}

// removeLater deletes the resource at the end; its children disappear with it. It is called as
// soon as the name is known, because a client may create the resource, or a build fail half way.
func (w *World) removeLater(t *Thing) {
	if t.Kind.Remove == nil {
		return
	}
	w.Cleanups.Remove(func(ctx context.Context) {
		if c, err := w.Keeper.Client(t.Kind.service); err == nil {
			_ = t.Kind.Remove(ctx, c, t.Res)
		}
	})
}

// Prepare performs one operation that must succeed. With a nil request the operation chooses
// everything.
func (w *World) Prepare(ctx context.Context, name string, t *Thing, req Request) (Response, error) {
	op, err := w.Language.Operation(name)
	if err != nil {
		return Response{}, verdict.Miswritten("%v", err)
	}
	if req == nil {
		req = op.Request()
	}
	w.Resources.Changed()
	ac, err := w.send(ctx, w.Keeper, op, t, req)
	if err != nil {
		return ac.Resp, fmt.Errorf("%s got no answer: %w", name, err)
	}
	if !ac.Resp.OK() {
		return ac.Resp, &RefusedError{Operation: name, Response: ac.Resp}
	}
	t.Make(ac)
	t.Claimed = ac.Resp.Header.Get("ETag")
	t.Note(t.Claimed)
	if built := w.Language.moments(op).Built; built != nil {
		built(w, ac)
	}
	return ac.Resp, nil
}

// upset is the verdict if an operation of the set-up failed: earlier operations may not have
// had the effect that it rests on.
func (w *World) upset(ctx context.Context, t *Thing, doing string, err error) error {
	f, ok := FlawOf(err)
	if !ok || f.Silent {
		return w.Findings.Blocked(t, doing, err)
	}
	st, unread := w.Snapshot(ctx, t)
	if unread != nil {
		return w.Findings.Blocked(t, doing, err)
	}
	if t.Made != nil && t.Made.Common().Exists != st.Common().Exists {
		return w.Findings.NotAsAsked(t, FieldExistence, existence(t.Made.Common().Exists), existence(st.Common().Exists))
	}
	if t.Rests != nil {
		if err := t.Rests(ctx, st); err != nil {
			return err
		}
	}
	return w.Findings.Blocked(t, doing, err)
}

// verify reads back what was built, so that a server which accepts everything is found out. If
// something is not as asked, the scenario goes on with what is there. Only the state that the
// sentence names must be right.
func (w *World) verify(ctx context.Context, t *Thing, doing string, g Prepared) error {
	st, err := w.Read(ctx, t)
	if err != nil {
		return w.Findings.Blocked(t, doing+": read it back", err)
	}
	if err := w.Time.Judge(); err != nil {
		return err // what was built may have expired by now
	}
	w.Findings.NoteBefore(t, st)
	var diffs []Difference
	if t.Made != nil {
		diffs = Compare(t.Made, st, append(slices.Clone(t.Kind.Ignores), FieldConsistency)...)
	} else if st.Common().Exists == g.Absent {
		diffs = []Difference{{Field: FieldExistence, Want: existence(!g.Absent), Got: existence(g.Absent)}}
	}
	for _, d := range diffs {
		w.Findings.WrongSetUp(t, d.Field, d.Want, d.Got)
	}
	// An ETag in an answer that is not the current one is for the operation's own cases to accuse:
	// the scenario goes on with what it found.
	t.Believe(st.Common().ETag)
	for _, of := range append([]Field{FieldExistence}, g.Needs...) {
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
