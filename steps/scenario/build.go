package scenario

import (
	"context"
	"fmt"
	"slices"
)

// Build is how a state comes about.
type Build func(ctx context.Context, w *World, t *Thing) error

// Nothing is the Build of a resource that never existed: it does nothing.
func Nothing(context.Context, *World, *Thing) error { return nil }

// Doing performs one operation, which must succeed.
func Doing[R any](operation string, req R) Build {
	return func(ctx context.Context, w *World, t *Thing) error {
		own := req
		_, err := w.Prepare(ctx, operation, t, any(&own).(Request))
		return err
	}
}

// Then performs one build after another.
func Then(builds ...Build) Build {
	return func(ctx context.Context, w *World, t *Thing) error {
		for _, b := range builds {
			if err := b(ctx, w, t); err != nil {
				return err
			}
		}
		return nil
	}
}

// SnapshotLabel is what sentences call the snapshot of a set-up.
const SnapshotLabel = "snapshot"

// TakeSnapshot makes a snapshot of the resource of by an operation on the resource on. Sentences
// call it the snapshot; at returns its address. It starts with the ETags that of had.
func (w *World) TakeSnapshot(ctx context.Context, operation string, on, of *Thing, at func(id string) Resource) error {
	resp, err := w.Prepare(ctx, operation, on, nil)
	if err != nil {
		return err
	}
	id := resp.Header.Get("x-ms-snapshot")
	if id == "" {
		return fmt.Errorf("the answer to %s has no x-ms-snapshot", operation)
	}
	s := &Thing{Label: SnapshotLabel, Kind: of.Kind, Res: at(id), ETags: slices.Clone(of.ETags)}
	s.Own, s.Made = of.Kind.Own(w, s.Res)
	w.Resources.Add(s)
	return nil
}

// Called is the wire name of what the scenario calls name; for an empty name, the nameless one's.
func (w *World) Called(name string) string {
	if name == "" {
		return w.Name
	}
	return w.Name + "-" + name
}
