package table

import (
	"cmp"
	"context"

	"ifmatch/steps/scenario"
	"ifmatch/steps/scenario/perform"
	"ifmatch/steps/sdk"
)

// pairs are what pairs of operations on entities and tables are made from.
func pairs() scenario.Pairs {
	of := map[string]string{"entity": "TABLE-PAIR-01"}
	any := map[string]string{"entity": "TABLE-PAIR-02", "table": "TABLE-PAIR-02"}
	return scenario.Pairs{
		Guards: []scenario.Guard{
			{Terms: "If-Match current", State: "exists", Of: scenario.FieldETag, Clause: of, Takes: scenario.Accepts("If-Match")},
			{Terms: "If-Match current", State: "exists", Of: scenario.FieldExistence, Clause: map[string]string{"entity": "TABLE-PAIR-07"}, Takes: scenario.Accepts("If-Match")},
			{State: "exists", Of: scenario.FieldExistence, Clause: map[string]string{"entity": "TABLE-PAIR-06"}, Takes: func(f scenario.Facts) bool { return !f.Fresh && !f.Reads }, Other: &scenario.Other{Kind: "table", State: "exists"}},
			{State: "exists", Of: scenario.FieldExistence, Clause: any, Takes: func(f scenario.Facts) bool { return !f.Fresh && !f.Reads }},
			{State: "does not exist", Of: scenario.FieldExistence, Clause: any, Takes: func(f scenario.Facts) bool { return f.Fresh }},
		},
		Whole: map[string]string{"entity": "TABLE-PAIR-03", "table": "TABLE-PAIR-05"},
		Shown: map[string]string{"entity": "TABLE-PAIR-04", "table": "TABLE-PAIR-05"},
	}
}

// look lets a reader read an entity, or query its table for it.
func look(ctx context.Context, w *scenario.World, reader *scenario.Actor, op scenario.Operation, t *scenario.Resource) (*scenario.Act, error) {
	req, at := &Request{MetadataLevel: "minimal"}, t.Address.(Address)
	if op.Name == query {
		req.Filter, at = only(at), Address{Table: at.Table}
	}
	return perform.Exchange(ctx, w, reader, op, &scenario.Resource{Label: t.Label, Kind: t.Kind, Address: at}, req)
}

// shows compares what a read shows of an entity, or of a table's policies, with the state before.
func shows(ac *scenario.Act) (scenario.Difference, bool) {
	want := ac.Before.Clone().(*State)
	want.ETag = cmp.Or(want.ETag, scenario.NewETag) // perhaps no read has shown it
	want.Relax(scenario.FieldLastModified)
	return scenario.Shown(want, func(got *State) error {
		switch {
		case ac.Op.Name == "Get Table ACL":
			var err error
			got.Policies, err = sdk.ParsePolicies(ac.Resp.Body)
			return err
		case ac.Resource.Kind.Word == "table": // what lies in it is for the cases of entities
			return nil
		}
		rows, err := rowsIn(ac.Op, ac.Resp)
		if got.Exists = len(rows) == 1; !got.Exists {
			return err
		}
		if got.Properties, got.ETag = rows[0].Properties, rows[0].ETag; ac.Op.Name != query {
			got.ETag = ac.Resp.Header.Get("ETag")
		}
		return err
	})
}
