package steps

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"ifmatch/steps/ops"
)

// isAfter reads the resource and compares it with what it was before the last
// act, and with what that act asked for.
func (w *world) isAfter(ctx context.Context, kind, name, effect string) error {
	t, err := w.thing(labelOf(kind, name))
	if err != nil {
		return err
	}
	if t.before == nil {
		return miswritten("nothing was done to the %s yet", t.label)
	}
	t.now = nil
	after, err := w.read(ctx, t)
	if err != nil {
		return unknown("read the "+t.label+" afterwards", err)
	}
	w.subject = t
	if err := w.time.judge(); err != nil {
		return err
	}
	refused := t.act == nil || !t.act.resp.OK()
	switch {
	case effect == "gone":
		if after.Exists {
			return failed("the "+t.label+" is still there", "gone", "ETag "+after.ETag)
		}
		return nil
	case effect == "unchanged", effect == "as answered" && refused, t.act != nil && t.act.op.Reads:
		return difference(t, "changed", ops.Compare(*t.before, *after, ops.CompareOptions{}))
	case refused:
		return miswritten("nothing was asked of the %s that the service accepted", t.label)
	}
	before := *t.before
	before.Seen = t.older()
	want := t.act.op.After(before, t.act.req, t.act.resp)
	return difference(t, "is not as asked", ops.Compare(want, *after, ignoreLease(t.act.op)))
}

// older lists the ETags that the resource had before the one of before the last
// act.
func (t *thing) older() []string {
	return slices.DeleteFunc(slices.Clone(t.known), func(e string) bool { return e == t.before.ETag })
}

// difference turns a list of differing fields into a verdict.
func difference(t *thing, how string, diffs []ops.Difference) error {
	if len(diffs) == 0 {
		return nil
	}
	var want, got []string
	for _, d := range diffs {
		want = append(want, fmt.Sprintf("%s %s", d.Field, d.Want))
		got = append(got, fmt.Sprintf("%s %s", d.Field, d.Got))
	}
	return failed("the "+t.label+" "+how, strings.Join(want, "; "), strings.Join(got, "; "))
}

// ignoreLease leaves the lease out where an operation acts on it: what becomes of
// it stands in the scenario.
func ignoreLease(op ops.Operation) ops.CompareOptions {
	if action(op) == "" {
		return ops.CompareOptions{}
	}
	return ops.CompareOptions{Ignore: []ops.Field{ops.FieldLease}}
}
