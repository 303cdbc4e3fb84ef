package steps

import (
	"cmp"
	"context"
	"net/http"
	"strings"

	"ifmatch/internal/target"
	"ifmatch/steps/plan"
	"ifmatch/steps/scenario"
)

// class is a sort of operation; one operation is tried for the whole class.
type class string

// The classes.
const (
	listing  class = "list"
	creating class = "create"
	writing  class = "write"
	reading  class = "read"
	deleting class = "delete"
)

// classesOf are the classes of the operations that need a permission.
func classesOf(p scenario.Permission) []class {
	of := []class{cmp.Or(map[string]class{"l": listing, "r": reading, "d": deleting}[p.AnyOf], writing)}
	if p.On == target.LevelC && p.AnyOf == "cw" {
		of[0] = creating
	}
	if strings.Contains(p.All, "l") {
		of = append(of, listing)
	}
	return of
}

// classes tries one operation of each class in a service. It returns, for each class that the
// credential may not use, the answer that refused it. Any other answer is for the cases to judge.
func classes(ctx context.Context, stage *scenario.Stage, svc target.Service) map[class]string {
	refused := map[class]string{}
	w := scenario.NewWorld(stage, plan.Case{ID: "permissions of " + string(svc), Service: string(svc)}, 0)
	if w.Begin(ctx) != nil {
		return refused
	}
	defer w.End(ctx)
	c := w.Keeper.Client(svc)
	lexicon := Language().Lexicon(svc)
	// try reports whether the operation succeeded.
	try := func(of class, name string, r scenario.Address, req scenario.Request) bool {
		op := Language().Must(name)
		if req == nil {
			req = op.Request()
		}
		resp, err := op.Do(ctx, c, r, req)
		if err == nil && resp.Status == http.StatusForbidden {
			refused[of] = resp.String()
		}
		return err == nil && resp.OK()
	}
	try(listing, lexicon.Greeting.Operation, lexicon.Greeting.Of, lexicon.Greeting.Request())
	outer, inner := nested(lexicon.Kinds)
	if outer == nil || !try(creating, outer.Create, outer.Name(w, ""), nil) {
		return refused
	}
	if inner != nil {
		try(writing, inner.Create, inner.Name(w, ""), nil)
		try(reading, inner.Reads[0], inner.Name(w, ""), nil)
	}
	try(deleting, outer.Delete, outer.Name(w, ""), nil)
	return refused
}

// nested finds a kind that lies in nothing and can be created, and a kind that lies in it.
func nested(kinds []*scenario.Kind) (outer, inner *scenario.Kind) {
	find := func(in string) *scenario.Kind {
		for _, k := range kinds {
			if k.In == in && k.Create != "" && k.Pick == nil {
				return k
			}
		}
		return nil
	}
	if outer = find(""); outer != nil {
		inner = find(outer.Word)
	}
	return outer, inner
}
