package table

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"ifmatch/steps/scenario"
)

// FieldEntities is the name of a table's rows in differences.
const FieldEntities scenario.Field = "entities"

// State is what reads show of a table or of an entity. Tables have no ETag.
// TABLE-OCC-02
type State struct {
	scenario.Snapshot
	Properties map[string]string // of an entity, as JSON text
	Policies   []scenario.Policy // of a table
	Rows       []Row             // of a table: every entity, by key
}

// blank is the state of a resource that does not exist.
func blank(r Address) *State {
	return &State{Snapshot: scenario.Snapshot{Address: r, Unstamped: r.Row == ""}}
}

// Clone copies the state.
func (s *State) Clone() scenario.State {
	return &State{s.Copy(), maps.Clone(s.Properties), slices.Clone(s.Policies), slices.Clone(s.Rows)}
}

// Differ compares properties, policies and entities.
func (s *State) Differ(c *scenario.Comparison, other scenario.State) {
	if !c.Both {
		return
	}
	got := other.(*State)
	c.Properties(s.Properties, got.Properties)
	c.Policies(s.Policies, got.Policies)
	scenario.List(c, FieldEntities, s.Rows, got.Rows, Row.same)
}

// row is the entity of this state as a query of the table shows it.
func (s *State) row(etag string) Row {
	return Row{Key: s.Address.(Address).key(), ETag: etag, Properties: s.Properties}
}

// The effects: what a successful request does to the state of a table or an entity before it, as the
// documents promise.

// asShown is how a read shows the written properties.
func asShown(entity map[string]any) map[string]string {
	out := map[string]string{}
	for name, v := range entity {
		if strings.Contains(name, "@") || strings.HasPrefix(name, "odata.") || name == "Timestamp" {
			continue
		}
		b, _ := json.Marshal(v) // scenarios hold strings and numbers only
		out[name] = string(b)
	}
	return out
}

// merged is how a read shows properties after a merge into old ones: old properties that are
// absent from the body, or null in it, stay. TABLE-VERB-14
func merged(old map[string]string, entity map[string]any) map[string]string {
	out := map[string]string{}
	maps.Copy(out, old)
	for name, v := range asShown(entity) {
		if v != "null" {
			out[name] = v
		}
	}
	return out
}

// rewritten gives an entity a new ETag, and with it a Timestamp that does not go back.
// TABLE-ETAG-05
func (s *State) rewritten(resp scenario.Response) {
	s.Exists = true
	s.Restamp(resp)
}

// afterReplace: properties that are not in the body disappear. TABLE-VERB-13
func afterReplace(s *State, req Request, resp scenario.Response) {
	s.rewritten(resp)
	s.Properties = asShown(req.Entity)
}

func afterMerge(s *State, req Request, resp scenario.Response) {
	s.rewritten(resp)
	s.Properties = merged(s.Properties, req.Entity)
}

func afterDelete(s *State, _ Request, _ scenario.Response) {
	seen := append(s.Seen, s.ETag)
	*s = *blank(s.Address.(Address))
	s.Seen = seen
}

func afterCreateTable(s *State, _ Request, _ scenario.Response) {
	*s = *blank(s.Address.(Address))
	s.Exists = true
}

func afterSetTableACL(s *State, req Request, _ scenario.Response) {
	s.Policies = slices.Clone(req.Policies)
}

// afterTransaction applies every operation. TABLE-BATCH-01
func afterTransaction(s *State, req Request, resp scenario.Response) {
	for i, a := range req.Actions {
		key := a.on(s.Address.(Address)).key()
		at := slices.IndexFunc(s.Rows, func(r Row) bool { return r.Key == key })
		if a.Operation == "Delete Entity" {
			if at >= 0 {
				s.Rows = slices.Delete(s.Rows, at, at+1)
			}
			continue
		}
		row := Row{Key: key, ETag: scenario.NewETag, Properties: asShown(a.Entity)}
		if i < len(resp.Parts) {
			row.ETag = cmp.Or(resp.Parts[i].Header.Get("ETag"), row.ETag)
		}
		if at >= 0 && strings.Contains(a.Operation, "Merge") {
			row.Properties = merged(s.Rows[at].Properties, a.Entity)
		}
		if at >= 0 {
			s.Seen = append(s.Seen, s.Rows[at].ETag)
			s.Rows[at] = row
		} else {
			s.Rows = append(s.Rows, row)
		}
	}
	slices.SortFunc(s.Rows, byKey)
}
