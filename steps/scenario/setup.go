package scenario

import (
	"context"
	"fmt"

	"ifmatch/steps/verdict"
)

// Provide builds a resource in the state that a sentence names, reads it back, and
// makes it part of the story. What it lies in is made first if it is not there.
func (w *World) Provide(ctx context.Context, kind *Kind, name string, g Prepared) error {
	doing := fmt.Sprintf("prepare a %s that %s", kind.Word, g.Words)
	t, err := w.NewThing(kind, name)
	if err != nil {
		return err
	}
	if around := t.Kind.In; around != "" && w.things[around] == nil {
		if err := w.enclose(ctx, w.Language.kind(around, w.Case.Service)); err != nil {
			return err
		}
	}
	w.Add(t)
	w.Subject = t
	w.removeLater(t)
	if err := g.Build(ctx, w, t); err != nil {
		return verdict.Blocked(doing, err)
	}
	if err := w.verify(ctx, t, doing, g); err != nil {
		return err
	}
	if g.Done != nil {
		g.Done(w, t)
	}
	if g.Lively {
		w.Changed()
	}
	return nil
}

// enclose makes what a resource lies in. Where the story is not about it, it gets
// one version and no second look: nothing could be made in it if it were not there.
func (w *World) enclose(ctx context.Context, kind *Kind) error {
	if w.Case.Mentions(kind.Word) {
		return w.Provide(ctx, kind, "", kind.given("exists"))
	}
	t, err := w.NewThing(kind, "")
	if err != nil {
		return err
	}
	w.Add(t)
	w.removeLater(t)
	resp, err := w.Prepare(ctx, kind.Create, t, nil)
	if err != nil {
		return verdict.Blocked("prepare a "+kind.Word, err)
	}
	t.Note(resp.Header.Get("ETag"))
	return nil
}

// removeLater deletes the resource at the end; what lies in it goes with it. It is
// said as soon as the name is known: whoever creates it, or fails half way.
func (w *World) removeLater(t *Thing) {
	if t.Kind.Remove == nil {
		return
	}
	w.undo = append(w.undo, func(ctx context.Context) {
		if c, err := w.Keeper.Client(t.Kind.service); err == nil {
			_ = t.Kind.Remove(ctx, c, t.Res)
		}
	})
}

// Prepare performs one operation that must succeed. A nil request leaves everything
// to the operation.
func (w *World) Prepare(ctx context.Context, name string, t *Thing, req Request) (Response, error) {
	op, err := w.Language.Operation(name)
	if err != nil {
		return Response{}, verdict.Miswritten("%v", err)
	}
	if req == nil {
		req = op.Request()
	}
	w.Changed()
	ac, err := w.send(ctx, w.Keeper, op, t, req)
	if err != nil {
		return ac.Resp, fmt.Errorf("%s got no answer: %w", name, err)
	}
	if !ac.Resp.OK() {
		return ac.Resp, fmt.Errorf("%s was answered %s", name, ac.Resp)
	}
	t.Claimed = ac.Resp.Header.Get("ETag")
	t.Note(t.Claimed)
	if built := w.Language.moments(op).Built; built != nil {
		built(w, ac)
	}
	return ac.Resp, nil
}

// verify reads what was built, so that a server which says yes to everything
// blocks the case instead of passing it.
func (w *World) verify(ctx context.Context, t *Thing, doing string, g Prepared) error {
	st, err := w.Read(ctx, t)
	if err != nil {
		return verdict.Blocked(doing, fmt.Errorf("read it back: %w", err))
	}
	if err := w.Time.Judge(); err != nil {
		return err // what was built may have ended by now
	}
	if err = t.Kind.Verify(t, st, g); err == nil && g.Verify != nil && st.Common().Exists {
		err = g.Verify(t, st)
	}
	if err != nil {
		return verdict.Blocked(doing, err)
	}
	return nil
}

// AsPrepared tells whether a resource that was built is there, or is not, as its
// state says.
func (g Prepared) AsPrepared(st State) error {
	if st.Common().Exists == g.Absent {
		return fmt.Errorf("afterwards it %s", map[bool]string{true: "exists", false: "does not exist"}[st.Common().Exists])
	}
	return nil
}

// AsMade holds what was built against what the set-up asked for as a whole.
func (t *Thing) AsMade(st State) error {
	if d := Compare(t.Made, st); len(d) > 0 {
		return fmt.Errorf("afterwards its %s", d[0])
	}
	return nil
}
