package reports

import (
	"maps"
	"slices"
)

// Renamed is the ids that cases had in earlier versions, each with the id of the case
// today. Everything that stores an id (a result, a list of known failures, a selector
// in a script) goes through it when it is read, so that nothing of an earlier version
// stops working.
type Renamed map[string]string

// Current returns today's id of a case.
func (n Renamed) Current(id string) string {
	if today, ok := n[id]; ok {
		return today
	}
	return id
}

// Former lists the ids that each renamed case had earlier, by its id today.
func (n Renamed) Former() map[string][]string {
	out := map[string][]string{}
	for _, old := range slices.Sorted(maps.Keys(n)) {
		out[n[old]] = append(out[n[old]], old)
	}
	return out
}

// Update returns a stored result with today's ids.
func (n Renamed) Update(r Run) Run {
	r.Scenarios = slices.Clone(r.Scenarios)
	for i := range r.Scenarios {
		r.Scenarios[i].ID = n.Current(r.Scenarios[i].ID)
	}
	r.Found = slices.Clone(r.Found)
	for i := range r.Found {
		f := &r.Found[i]
		f.Case, f.Scenario = n.Current(f.Case), n.Current(f.Scenario)
	}
	r.Grids = slices.Clone(r.Grids)
	for i := range r.Grids {
		r.Grids[i].Rows = n.rows(r.Grids[i].Rows)
	}
	r.Profiles = slices.Clone(r.Profiles)
	for i := range r.Profiles {
		p := &r.Profiles[i]
		p.Broken, p.Unjudged = n.unmet(p.Broken), n.unmet(p.Unjudged)
	}
	return r
}

func (n Renamed) rows(rows [][]Cell) [][]Cell {
	rows = slices.Clone(rows)
	for i, row := range rows {
		rows[i] = slices.Clone(row)
		for k, c := range row {
			rows[i][k].Cases = n.all(c.Cases)
		}
	}
	return rows
}

func (n Renamed) unmet(list []Unmet) []Unmet {
	list = slices.Clone(list)
	for i, u := range list {
		list[i].Cases = n.all(u.Cases)
	}
	return list
}

func (n Renamed) all(ids []string) []string {
	ids = slices.Clone(ids)
	for i, id := range ids {
		ids[i] = n.Current(id)
	}
	return ids
}
