package perform

import (
	"context"
	"fmt"
	"slices"

	"ifmatch/steps/scenario"
)

// Build is how a state comes about.
type Build func(ctx context.Context, w *scenario.World, t *scenario.Resource) error

// Nothing is the Build of a resource that never existed: it does nothing.
func Nothing(context.Context, *scenario.World, *scenario.Resource) error { return nil }

// Doing performs one operation, which must succeed.
func Doing[R any](operation string, req R) Build {
	return func(ctx context.Context, w *scenario.World, t *scenario.Resource) error {
		own := req
		_, err := Prepare(ctx, w, operation, t, any(&own).(scenario.Request))
		return err
	}
}

// Then performs one build after another.
func Then(builds ...Build) Build {
	return func(ctx context.Context, w *scenario.World, t *scenario.Resource) error {
		for _, b := range builds {
			if err := b(ctx, w, t); err != nil {
				return err
			}
		}
		return nil
	}
}

// Versions gives a resource a version by each build. Only the first must succeed: a story can do with one.
func Versions(builds ...Build) Build {
	return func(ctx context.Context, w *scenario.World, t *scenario.Resource) error {
		for i, b := range builds {
			err := b(ctx, w, t)
			if err != nil && i > 0 {
				err = w.Findings.GoOnWithout(t, err, scenario.FieldETag)
			}
			if err != nil {
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
func TakeSnapshot(ctx context.Context, w *scenario.World, operation string, on, of *scenario.Resource, at func(id string) scenario.Address) error {
	resp, err := Prepare(ctx, w, operation, on, nil)
	if err != nil {
		return err
	}
	id := resp.Header.Get("x-ms-snapshot")
	if id == "" {
		return fmt.Errorf("the answer to %s has no x-ms-snapshot", operation)
	}
	s := &scenario.Resource{Label: SnapshotLabel, Kind: of.Kind, Address: at(id), ETags: slices.Clone(of.ETags)}
	s.Own, s.Made = of.Kind.Own(w, s.Address)
	w.Resources.Add(s)
	return nil
}
