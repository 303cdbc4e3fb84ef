package steps

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"ifmatch/steps/cell"
	"ifmatch/steps/ops"
)

// The two versions of an entity. What the second leaves in Kept tells a merge from a
// replacement, and Colour one version from the other.
var (
	firstEntity  = map[string]any{"Content": "first version", "Colour": "red"}
	secondEntity = map[string]any{"Content": "second version", "Size": 2, "Kept": "so far"}
)

// twice inserts an entity and replaces it by another version, in whichever way the
// service has of replacing without a condition: what is wrong with one of them is for
// its own cases to say.
func (w *world) twice(ctx context.Context, t *thing, second map[string]any) error {
	if _, err := w.prepare(ctx, "Insert Entity", t, ops.Request{Entity: firstEntity}); err != nil {
		return err
	}
	_, err := w.prepare(ctx, "Insert Or Replace Entity", t, ops.Request{Entity: second})
	if err != nil {
		_, err = w.prepare(ctx, "Update Entity", t, ops.Request{Entity: second})
	}
	return err
}

// buildEntity brings an entity into a state that only entities have.
func (w *world) buildEntity(ctx context.Context, t *thing, state string) error {
	text, ok := strings.CutPrefix(state, `holds "`)
	if !ok {
		return miswritten("%q is no state that can be prepared", state)
	}
	properties, err := cell.ParseProperties(unquote(text))
	if err != nil {
		return miswritten("%v", err)
	}
	return w.twice(ctx, t, properties)
}

// buildTable brings a table into a state that only tables have.
func (w *world) buildTable(ctx context.Context, t *thing, state string) error {
	text, ok := strings.CutPrefix(state, "holds ")
	n, err := strconv.Atoi(strings.TrimSuffix(text, " entities"))
	if !ok || err != nil || n < 1 || n > 9 {
		return miswritten("%q is no state that can be prepared", state)
	}
	if err := w.create(ctx, t); err != nil {
		return err
	}
	for i := range n {
		row := string(rune('a' + i))
		if t.label != "table" {
			return miswritten("the entities of a scenario lie in the table without a name")
		}
		e, err := w.newThing("entity", row)
		if err != nil {
			return err
		}
		w.things[row] = e
		resp, err := w.prepare(ctx, "Insert Entity", e, ops.Request{Entity: map[string]any{"Size": i + 1, "Content": "row " + row}})
		if err != nil {
			return err
		}
		t.made.Rows = append(t.made.Rows, e.made.Row(resp.Header.Get("ETag")))
	}
	return nil
}

// verifyRows holds a table or an entity against what its set-up asked for.
func (w *world) verifyRows(t *thing, doing string, st ops.State) error {
	if t.res.Kind == ops.Entity && st.ETag == "" {
		return blocked(doing, fmt.Errorf("afterwards it has no ETag"))
	}
	if d := ops.Compare(t.made, st, ops.CompareOptions{}); len(d) > 0 {
		return blocked(doing, fmt.Errorf("afterwards its %s", d[0]))
	}
	return nil
}
