package table

import (
	"net/http"
	"slices"
	"strings"

	"ifmatch/reference/errcode"
	"ifmatch/reference/header"
	op "ifmatch/reference/operation"
	"ifmatch/reference/rules"
	"ifmatch/reference/store/entities"
)

// change is an operation on one entity, checked as far as possible without looking at the entity.
type change struct {
	rule           *rules.Entity
	limits         *rules.TableLimits
	table          string
	partition, row string
	condition      condition
	properties     []entities.Property
}

// prepare checks headers and body of a request that writes an entity.
func (c *call) prepare() (*change, error) {
	t := &c.Rules.Table
	ch := &change{rule: &t.Entities[c.Op], limits: &t.Limits, table: c.table, partition: c.partition, row: c.row}
	if c.Version < t.UpsertSince && (c.Op == op.InsertOrReplaceEntity || c.Op == op.InsertOrMergeEntity) {
		return nil, invalid("Before version " + t.UpsertSince + " this operation needs an If-Match header.") // TABLE-VERB-10
	}
	var err error
	if ch.condition, err = parseCondition(c.Header, ch.rule); err != nil {
		return nil, err
	}
	if ch.rule.Effect != rules.Removes {
		body, err := c.Body(t.Limits.Body)
		if err != nil {
			return nil, err
		}
		given, err := parseContent(body, ch.limits)
		if err != nil {
			return nil, err
		}
		ch.properties = given.properties
		if c.kind == aTable { // the keys are in the body only
			if given.partition == nil || given.row == nil {
				return nil, errcode.New(errcode.PropertiesNeedValue)
			}
			ch.partition, ch.row = *given.partition, *given.row
		}
	}
	if err := checkKey("PartitionKey", ch.partition, ch.limits); err != nil {
		return nil, err
	}
	if err := checkKey("RowKey", ch.row, ch.limits); err != nil {
		return nil, err
	}
	return ch, c.covers(ch.partition, ch.row)
}

// apply makes the change in a draft of its partition and returns the new version of the entity, or nil for a deletion.
func (ch *change) apply(d *entities.Draft) (*entities.Entity, error) {
	old := d.Entity(ch.row)
	switch {
	case old == nil && ch.rule.Absent == rules.Fails:
		return nil, errcode.New(errcode.ResourceNotFound) // TABLE-COND-04 TABLE-COND-05 TABLE-COND-06 TABLE-COND-07
	case old != nil && ch.rule.Present == rules.Conflicts:
		return nil, errcode.New(errcode.EntityAlreadyExists) // TABLE-COND-08
	case old != nil && !ch.condition.holds(old.ETag):
		return nil, errcode.New(errcode.UpdateConditionNotSatisfied) // TABLE-COND-01 TABLE-COND-02 TABLE-COND-03 TABLE-COND-10
	case ch.rule.Effect == rules.Removes:
		d.Delete(ch.row)
		return nil, nil
	}
	next := &entities.Entity{Partition: ch.partition, Row: ch.row, Properties: ch.properties}
	if old != nil {
		next.Timestamp, next.ETag = old.Timestamp, old.ETag
		if ch.rule.Effect == rules.Merges {
			next.Properties = merged(old.Properties, ch.properties) // TABLE-VERB-14
		}
	}
	if err := checkEntity(next, ch.limits); err != nil {
		return nil, err
	}
	if ch.rule.Restamps || old == nil {
		d.Stamp(next) // TABLE-OPS-10
	}
	d.Put(next)
	return next, nil
}

// merged returns the old properties with the given ones replaced, followed by the new ones.
func merged(old, given []entities.Property) []entities.Property {
	m := slices.Clone(old)
	at := make(map[string]int, len(old))
	for i, p := range old {
		at[p.Name] = i
	}
	for _, p := range given {
		if i, found := at[p.Name]; found {
			m[i] = p
		} else {
			m = append(m, p)
		}
	}
	return m
}

// condition is the If-Match of a request.
type condition struct {
	given bool
	any   bool   // * // TABLE-OCC-11
	tag   string // as given
}

// parseCondition reads the entity tag conditions of an operation.
func parseCondition(h http.Header, rule *rules.Entity) (c condition, err error) {
	if _, given := h[header.IfNoneMatch]; given && rule.NoneMatch {
		return c, errcode.Newf(errcode.InvalidInput, "If-None-Match cannot be used with this operation.") // TABLE-COND-13 TABLE-COND-14 TABLE-COND-15
	}
	values, given := h[header.IfMatch]
	if rule.IfMatch == rules.Unheeded {
		return c, nil // TABLE-VERB-12
	}
	if !given {
		if rule.IfMatch == rules.Demanded {
			return c, errcode.Newf(errcode.InvalidInput, "This operation needs an If-Match header.") // TABLE-VERB-04
		}
		return c, nil
	}
	if len(values) != 1 || !isTag(values[0]) {
		return c, errcode.Newf(errcode.InvalidInput, "The etag value is not valid. Only one etag, or *, is allowed in If-Match.") // TABLE-COND-11 TABLE-COND-12
	}
	return condition{given: true, any: values[0] == "*", tag: values[0]}, nil
}

// isTag reports whether v is * or a single ETag, weak or strong.
func isTag(v string) bool {
	if v == "*" {
		return true
	}
	v, quoted := strings.CutPrefix(strings.TrimPrefix(v, "W/"), `"`)
	v, closed := strings.CutSuffix(v, `"`)
	return quoted && closed && !strings.ContainsFunc(v, func(r rune) bool { return r == '"' || r < ' ' || r == 0x7f })
}

// holds compares the texts of two tags. The tags are weak, and are still compared as if they were strong.
// // TABLE-ETAG-08
func (c condition) holds(tag string) bool { return !c.given || c.any || c.tag == tag }
