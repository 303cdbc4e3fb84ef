package ops

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
)

// asShown is how a read shows written properties.
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

// rewritten gives an entity a new ETag, and with it a Timestamp that does not go
// back. TABLE-ETAG-05
func (s *State) rewritten(resp Response) {
	s.Exists = true
	s.restamp(resp)
}

// afterReplace: properties that are not in the body disappear. TABLE-VERB-13
func afterReplace(s State, req Request, resp Response) State {
	s.rewritten(resp)
	s.Properties = asShown(req.Entity)
	return s
}

// afterMerge: properties that are not in the body, or null in it, stay.
// TABLE-VERB-14
func afterMerge(s State, req Request, resp Response) State {
	s.rewritten(resp)
	s.Properties = merged(s.Properties, req.Entity)
	return s
}

func merged(old map[string]string, entity map[string]any) map[string]string {
	out := maps.Clone(old)
	if out == nil {
		out = map[string]string{}
	}
	for name, v := range asShown(entity) {
		if v != "null" {
			out[name] = v
		}
	}
	return out
}

func afterCreateTable(s State, _ Request, _ Response) State {
	return State{Resource: s.Resource, Exists: true}
}

func afterSetTableACL(s State, req Request, _ Response) State {
	s.Policies = slices.Clone(req.Policies)
	return s
}

// afterTransaction applies every operation. TABLE-BATCH-01
func afterTransaction(s State, req Request, resp Response) State {
	for i, a := range req.Actions {
		partition := a.Partition
		if partition == "" {
			partition = s.Resource.Partition
		}
		key := partition + "/" + a.Row
		at := slices.IndexFunc(s.Rows, func(r Row) bool { return r.Key == key })
		if a.Operation == "Delete Entity" {
			if at >= 0 {
				s.Rows = slices.Delete(s.Rows, at, at+1)
			}
			continue
		}
		row := Row{Key: key, ETag: NewETag, Properties: asShown(a.Entity)}
		if i < len(resp.Parts) && resp.Parts[i].ETag != "" {
			row.ETag = resp.Parts[i].ETag
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
	slices.SortFunc(s.Rows, func(a, b Row) int { return strings.Compare(a.Key, b.Key) })
	return s
}

// sameRow lets an expected row leave its ETag open.
func sameRow(want, got Row) bool {
	return want.Key == got.Key && sameMap(want.Properties, got.Properties) &&
		(want.ETag == NewETag && got.ETag != "" || want.ETag == got.ETag)
}
