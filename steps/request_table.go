package steps

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"ifmatch/steps/cell"
	"ifmatch/steps/ops"
)

// applyToRows puts a term into a request that is about tables or entities.
func (w *world) applyToRows(a *actor, t *thing, req *ops.Request, term cell.Term) (err error) {
	v := term.Value
	switch term.Key {
	case "properties":
		req.Entity, err = w.properties(a, t, unquote(v))
		return err
	case "filter":
		req.Filter = unquote(v)
	case "select":
		req.Select = unquote(v)
	case "top":
		n, err := strconv.ParseInt(v, 10, 32)
		if err != nil {
			return miswritten("%q is not a whole number", v)
		}
		req.Top = ptr(int32(n))
	case "page":
		if v != "next" || a.last == nil {
			return miswritten("page %q: want the next one after what %s was answered", v, a.name)
		}
		h := a.last.resp.Header
		req.NextPartition, req.NextRow = h.Get("x-ms-continuation-NextPartitionKey"), h.Get("x-ms-continuation-NextRowKey")
		if req.NextPartition == "" {
			return failed(a.last.op.Name+" names no next page", "some x-ms-continuation-NextPartitionKey", "none")
		}
	case "actions":
		req.Actions, err = w.actions(a, t, v)
		return err
	case "prefer":
		req.Header.Set("Prefer", v)
	case "accept":
		req.Header.Set("Accept", v)
	case "verb":
		req.Verb = v
	default:
		return miswritten("%q cannot be asked for yet", term.Key)
	}
	return nil
}

// etagInside is a property whose value is an ETag by its word.
var etagInside = regexp.MustCompile(`^the ([a-z]+) ETag$`)

// properties reads the properties of an entity.
func (w *world) properties(a *actor, t *thing, text string) (map[string]any, error) {
	m, err := cell.ParseProperties(text)
	if err != nil {
		return nil, miswritten("%v", err)
	}
	for name, v := range m {
		s, _ := v.(string)
		if word := etagInside.FindStringSubmatch(s); word != nil {
			if m[name], err = w.etags(a, t, word[1]); err != nil {
				return nil, err
			}
		}
	}
	return m, nil
}

// actions reads the operations of a transaction on the table t.
func (w *world) actions(a *actor, t *thing, text string) ([]ops.Action, error) {
	list, err := cell.ParseActions(text)
	if err != nil {
		return nil, miswritten("%v", err)
	}
	var out []ops.Action
	for _, in := range list {
		for i := range in.Count {
			row := in.Row
			if row == "" {
				row = "entity"
			}
			if in.Count > 1 {
				row += fmt.Sprintf("%03d", i)
			}
			act := ops.Action{Operation: in.Operation, Row: row, Apart: in.Apart && i == 0}
			if in.Elsewhere {
				act.Partition = elsewhere
			}
			if err := w.action(a, in, &act); err != nil {
				return nil, err
			}
			out = append(out, act)
		}
	}
	return out, nil
}

// action fills in what an operation of a transaction writes, and under which ETag.
func (w *world) action(a *actor, in cell.Action, act *ops.Action) error {
	e := w.things[act.Row]
	if in.IfMatch != "" {
		if e == nil {
			return miswritten("the scenario has no entity %s whose ETag could be sent", act.Row)
		}
		tag, err := w.etags(a, e, in.IfMatch)
		if err != nil {
			return err
		}
		act.IfMatch = &tag
	}
	if in.Operation == "Delete Entity" || in.Operation == "Get Entity" {
		return nil
	}
	act.Entity = map[string]any{"Content": "of the transaction", "Size": 7}
	if in.Properties != "" {
		var err error
		if act.Entity, err = w.properties(a, e, in.Properties); err != nil {
			return err
		}
	}
	// A property holds 32,000 characters, which are 64,000 bytes to the service.
	const most = 32_000
	for left, n := in.Kilobytes*1000, 0; left > 0; left, n = left-most, n+1 {
		act.Entity[fmt.Sprintf("Fill%d", n)] = strings.Repeat("x", min(left, most))
	}
	return nil
}
