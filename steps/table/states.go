package table

import (
	"context"
	"strconv"

	"ifmatch/internal/target"
	"ifmatch/steps/scenario"
	"ifmatch/steps/scenario/perform"
	"ifmatch/steps/verdict"
	"ifmatch/steps/words"
)

// tableStates are the states in which a scenario can find a table.
func tableStates() []scenario.Given {
	return []scenario.Given{
		scenario.Fixed("exists", "it was created, and is empty", scenario.Prepared{Build: createEmpty}),
		scenario.Fixed("does not exist", "it was never created", scenario.Prepared{Absent: true, Build: perform.Nothing}),
		scenario.Fixed("was deleted", "it was created, and its deletion was accepted just now", scenario.Prepared{Absent: true, Uses: []string{"Delete Table"},
			Build: perform.Then(createEmpty, perform.Doing("Delete Table", Request{}))}),
		scenario.Varying("holds <n> entities", `it was created, and the entities "a", "b" and so on were inserted, at most nine, with Size=1, Size=2 and so on`, `holds ([1-9]) entities`, holding),
	}
}

var createEmpty = perform.Doing("Create Table", Request{})

func holding(number []string) (p scenario.Prepared, _ error) {
	n, _ := strconv.Atoi(number[0])
	p.Uses, p.Verify, p.Needs = []string{"Insert Entity"}, stamped, []scenario.Field{FieldEntities}
	p.Build = func(ctx context.Context, w *scenario.World, t *scenario.Resource) error {
		if err := createEmpty(ctx, w, t); err != nil {
			return err
		}
		if t.Label != "table" {
			return verdict.Miswritten("the entities of a scenario lie in the table without a name")
		}
		for i := range n {
			if err := insertRow(ctx, w, t, string(rune('a'+i)), i+1); err != nil {
				return err
			}
		}
		return nil
	}
	return p, nil
}

// insertRow makes an entity of a table part of the story.
func insertRow(ctx context.Context, w *scenario.World, t *scenario.Resource, row string, size int) error {
	e, err := w.NewResource(w.Language.Kind("entity", string(target.Table)), row)
	if err != nil {
		return err
	}
	w.Resources.Add(e)
	resp, err := perform.Prepare(ctx, w, "Insert Entity", e, &Request{Entity: map[string]any{"Size": size, "Content": "row " + row}})
	if err != nil {
		return err
	}
	made := t.Made.(*State)
	made.Rows = append(made.Rows, e.Made.(*State).row(scenario.NewETag))
	t.MadeBy("Insert Entity", FieldEntities)
	e.Claimed = resp.Header.Get("ETag")
	return nil
}

// stamped compares the ETags that a table shows for its entities with those in the answers to
// their inserts.
func stamped(_ context.Context, w *scenario.World, t *scenario.Resource, st scenario.State) error {
	for _, r := range st.(*State).Rows {
		e := w.Resources.Get(r.name())
		if e == nil || e.Kind.Word != "entity" || r.ETag == "" {
			continue
		}
		if r.ETag != e.Claimed {
			w.Findings.Add(t, e.Unlike(scenario.FieldETag, scenario.ShowText(e.Claimed), r.ETag))
		}
		e.Believe(r.ETag)
	}
	return nil
}

// The two versions of an entity. Kept in the second shows whether a later write merged or replaced;
// Colour distinguishes the versions.
var (
	firstVersion  = map[string]any{"Content": "first version", "Colour": "red"}
	secondVersion = map[string]any{"Content": "second version", "Size": 2, "Kept": "so far"}
)

// entityStates are the states in which a scenario can find an entity. An existing one has had two
// versions, so that there is a stale ETag.
func entityStates() []scenario.Given {
	return []scenario.Given{
		scenario.Fixed("exists", `it holds "Content=second version; Size=2; Kept=so far", and held "Content=first version; Colour=red" before`,
			scenario.Prepared{Build: twice(secondVersion), Uses: []string{"Insert Or Replace Entity"}}),
		scenario.Fixed("does not exist", "it was never inserted", scenario.Prepared{Absent: true, Build: perform.Nothing}),
		scenario.Fixed("was deleted", "it existed, and was deleted", scenario.Prepared{Absent: true, Uses: []string{"Insert Or Replace Entity", "Delete Entity"},
			Build: perform.Then(twice(secondVersion), perform.Doing("Delete Entity", Request{}))}),
		scenario.Varying(`holds "<properties>"`, "it has had two versions, and the second holds these properties", `holds "(.*)`, func(text []string) (scenario.Prepared, error) {
			properties, err := parseProperties(words.Unquote(text[0]))
			return scenario.Prepared{Build: twice(properties), Uses: []string{"Insert Or Replace Entity"}}, err
		}),
	}
}

// twice inserts an entity and replaces it by another version. It uses whichever unconditional
// replacement works: a fault in one of them is for its own cases to report.
func twice(second map[string]any) perform.Build {
	return perform.Then(perform.Doing("Insert Entity", Request{Entity: firstVersion}), func(ctx context.Context, w *scenario.World, t *scenario.Resource) error {
		_, err := perform.Prepare(ctx, w, "Insert Or Replace Entity", t, &Request{Entity: second})
		if err != nil {
			_, err = perform.Prepare(ctx, w, "Update Entity", t, &Request{Entity: second})
		}
		return err
	})
}
