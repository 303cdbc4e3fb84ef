package table

import (
	"net/http"
	"strings"

	"ifmatch/reference/errcode"
	"ifmatch/reference/header"
	"ifmatch/reference/rules"
)

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
