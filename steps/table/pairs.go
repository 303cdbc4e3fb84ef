package table

import (
	"context"
	"fmt"
	"maps"

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
func look(ctx context.Context, w *scenario.World, reader *scenario.Actor, op scenario.Operation, t *scenario.Resource) ([]*scenario.Act, error) {
	req, at := &Request{MetadataLevel: "minimal"}, t.Address.(Address)
	if op.Name == query {
		req.Filter, at = only(at), Address{Table: at.Table}
	}
	ac, err := perform.Exchange(ctx, w, reader, op, &scenario.Resource{Label: t.Label, Kind: t.Kind, Address: at}, req)
	return []*scenario.Act{ac}, err
}

// shows compares what a read shows of an entity, or of a table's policies, with the state before.
func shows(ac *scenario.Act) (scenario.Difference, bool) {
	want := ac.Before.(*State)
	switch {
	case ac.Op.Name == "Get Table ACL":
		return scenario.Shown(want, func(got *State) (err error) {
			got.Policies, err = sdk.ParsePolicies(ac.Resp.Body)
			return err
		})
	case ac.Resource.Kind.Word == "table":
		return scenario.Difference{}, false // what lies in it is for the cases of entities
	}
	rows, err := rowsIn(ac.Op, ac.Resp)
	switch n := len(rows); {
	case err != nil:
		return scenario.Difference{Field: scenario.FieldBody, Want: "an entity", Got: err.Error()}, true
	case (n == 1) != want.Exists:
		return scenario.Difference{Field: scenario.FieldExistence, Want: scenario.ShowExistence(want.Exists), Got: fmt.Sprintf("%d entities", n)}, true
	case n != 1:
		return scenario.Difference{}, false
	case ac.Op.Name != query:
		rows[0].ETag = ac.Resp.Header.Get("ETag")
	}
	switch row := rows[0]; {
	case want.ETag != "" && want.ETag != scenario.NewETag && row.ETag != want.ETag:
		return scenario.Difference{Field: scenario.FieldETag, Want: want.ETag, Got: scenario.ShowText(row.ETag)}, true
	case !maps.Equal(row.Properties, want.Properties):
		return scenario.Difference{Field: scenario.FieldProperties, Want: scenario.ShowMap(want.Properties), Got: scenario.ShowMap(row.Properties)}, true
	}
	return scenario.Difference{}, false
}
