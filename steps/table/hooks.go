package table

import (
	"context"
	"net/http"
	"strconv"

	"ifmatch/reports"
	"ifmatch/steps/scenario"
	"ifmatch/steps/verdict"
)

// hooks are the room's hooks into a scenario.
func hooks() scenario.Hooks {
	return scenario.Hooks{Ready: ready, Learned: learned, Received: received}
}

// ready also reads the table before an act on an entity in it, if the scenario judges the whole
// table afterwards.
func ready(ctx context.Context, w *scenario.World, _ scenario.Operation, t *scenario.Resource) (err error) {
	table := w.Resources.Get("table")
	if t.Kind.Word != "entity" || table == nil || !w.Case.Judges("table") {
		return nil
	}
	if table.Before, err = w.Read(ctx, table); err != nil {
		return w.Findings.Blocked(table, "read the table before the request", err)
	}
	return nil
}

// learned records the ETag that an answer gave to a client, and the stamps of the entities in the
// answer: those that were read, and those that a transaction wrote.
func learned(w *scenario.World, a *scenario.Actor, ac *scenario.Act) {
	tag := ac.Resp.Header.Get("ETag")
	ac.Resource.Note(tag)
	a.Saw(ac.Resource, tag, "") // answers carry no Timestamp of an entity; only reads show it
	if ac.Op.Reads {
		rows, _ := rowsIn(ac.Op, ac.Resp) // an unreadable answer teaches nothing
		for _, r := range rows {
			if e := w.Resources.Get(r.name()); e != nil && e.Kind.Word == "entity" {
				a.Saw(e, r.ETag, r.Timestamp)
			}
		}
	}
	req, _ := ac.Req.(*Request)
	for i, p := range ac.Resp.Parts {
		tag := p.Header.Get("ETag")
		if i >= len(req.Actions) || tag == "" {
			continue
		}
		if e := w.Resources.Get(req.Actions[i].Row); e != nil {
			e.Note(tag)
			a.Saw(e, tag, "")
		}
	}
}

// received distinguishes the old version of an entity, or of a whole table, from the new one.
func received(w *scenario.World, ac *scenario.Act, which string) error {
	rows, err := rowsIn(ac.Op, ac.Resp)
	if err != nil || ac.Resp.Status != http.StatusOK {
		return verdict.In(verdict.Failed(ac.Op.Name+" returned no entities", "200", ac.Resp.String()), reports.InStatus, ac.Op.Name, string(scenario.FieldStatus))
	}
	t := ac.Resource
	want := t.Before
	if which == "new" {
		wrote := w.Cast.LastWrite(t)
		if wrote == nil || wrote.Before == nil {
			return verdict.Miswritten("no client has written a new version of the %s", t.Label)
		}
		want = wrote.Op.After(wrote.Before, wrote.Req, wrote.Resp)
	}
	if want == nil {
		return verdict.Miswritten("the %s version of the %s is not known", which, t.Label)
	}
	got := blank(t.Address.(Address))
	got.Exists = true
	switch {
	case t.Kind.Word != "entity":
		got.Rows = rows
	case len(rows) == 1:
		got.ETag, got.Properties = rows[0].ETag, rows[0].Properties
	default:
		return verdict.In(verdict.Failed(ac.Op.Name+" returned the wrong number of entities", "1", strconv.Itoa(len(rows))), reports.InResponse, ac.Op.Name, string(FieldEntities))
	}
	return t.Differs("was received in the wrong version", scenario.Compare(want, got,
		scenario.FieldLastModified, scenario.FieldPolicies, scenario.FieldConsistency))
}
