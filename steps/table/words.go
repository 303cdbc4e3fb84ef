package table

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"ifmatch/steps/words"
)

// wanted is one operation of an entity group transaction as cells write it, `Update Entity b "Size=3" If-Match stale`:
// an action without what only the scenario can say.
type wanted struct {
	Action
	Count      int            // how many of these operations, each on its own row
	Properties map[string]any // as parseProperties reads them; nil: the operation's default
	Kilobytes  int            // size of the entity, 0 if it does not matter
	ETags      []words.ETag   // of If-Match; nil: the operation's default
}

var action = regexp.MustCompile(`^(?:(\d{1,3}) )?([A-Z][a-z]+(?: [A-Z][a-z]+)*)(?: ([a-z]+))??(?: (in another partition))?(?: "([^"]*)")?(?: of (\d{1,4}) kilobytes)?(?: If-Match ([^"]+))?$`)

// parseActions reads the operations of a transaction, separated by semicolons. A bar instead of a
// semicolon begins a further change set of the same batch.
func parseActions(s string) ([]wanted, error) {
	var out []wanted
	for i, set := range words.Split(s, '|') {
		for j, part := range words.Split(set, ';') {
			m := action.FindStringSubmatch(strings.TrimSpace(part))
			if m == nil {
				return nil, fmt.Errorf("read actions %q: cannot read %q", s, strings.TrimSpace(part))
			}
			a := wanted{Action: Action{Operation: m[2], Row: cmp.Or(m[3], "entity"), OwnChangeSet: i > 0 && j == 0}}
			if m[4] != "" {
				a.Partition = elsewhere
			}
			a.Count, _ = strconv.Atoi(cmp.Or(m[1], "1")) // three digits
			a.Kilobytes, _ = strconv.Atoi("0" + m[6])
			if a.Count == 0 {
				return nil, fmt.Errorf("read actions %q: none of %s", s, a.Operation)
			}
			var err error
			if m[5] != "" {
				a.Properties, err = parseProperties(m[5])
			}
			if m[7] != "" && err == nil {
				a.ETags, err = words.ParseETags(m[7])
			}
			if err != nil {
				return nil, fmt.Errorf("read actions %q: %w", s, err)
			}
			out = append(out, a)
		}
	}
	return out, nil
}

// etagInside is a property whose value is an ETag word.
var etagInside = regexp.MustCompile(`^the ([a-z]+) ETag$`)

// parseProperties reads the properties of an entity, "Size=3; Colour=blue". A whole number is a
// number, null is null, "the stale ETag" is a []words.ETag, and anything else is text.
func parseProperties(s string) (map[string]any, error) {
	out := map[string]any{}
	for _, part := range strings.Split(s, ";") {
		name, value, ok := strings.Cut(strings.TrimSpace(part), "=")
		if !ok || name == "" {
			return nil, fmt.Errorf("read properties %q: %q is not of the form name=value", s, part)
		}
		if _, twice := out[name]; twice {
			return nil, fmt.Errorf("read properties %q: %s occurs twice", s, name)
		}
		etag := etagInside.FindStringSubmatch(value)
		n, err := strconv.ParseInt(value, 10, 32)
		switch {
		case err == nil:
			out[name] = n
		case value == "null":
			out[name] = nil
		case etag != nil:
			if out[name], err = words.ParseETags(etag[1]); err != nil {
				return nil, fmt.Errorf("read properties %q: %w", s, err)
			}
		default:
			out[name] = value
		}
	}
	return out, nil
}

// inner is the answer of a transaction to one of its operations.
type inner struct {
	words.Answer
	// With and Without name a header that it has, or does not have; empty: not stated.
	With, Without string
	Each          bool // the one answer applies to every operation
}

// innerAnswer reads `204`, `204 with ETag`, `4 times 204 without an ETag`, `204 each`.
var innerAnswer = regexp.MustCompile(`^(?:([2-9]|[1-9]\d) times )?(.+?)(?: (with|without) (?:an? )?([A-Za-z-]+))?( each)?$`)

// parseInner reads the answers of a transaction, in their order and separated by commas.
func parseInner(s string) (out []inner, err error) {
	parts := strings.Split(s, ",")
	for _, part := range parts {
		m := innerAnswer.FindStringSubmatch(strings.TrimSpace(part))
		if m == nil {
			return out, fmt.Errorf("read inner answers %q: one is empty", s)
		}
		in := inner{Each: m[5] != ""}
		if in.Answer, err = words.ParseAnswer(m[2]); err != nil {
			return out, err
		}
		if in.OK {
			return out, fmt.Errorf("read inner answers %q: say the status; the operations of a transaction differ", s)
		}
		if m[3] == "with" {
			in.With = m[4]
		} else {
			in.Without = m[4]
		}
		if in.Each && (len(parts) > 1 || m[1] != "") {
			return out, fmt.Errorf(`read inner answers %q: "each" goes with one answer`, s)
		}
		times, _ := strconv.Atoi("0" + m[1]) // two digits
		out = append(out, slices.Repeat([]inner{in}, max(1, times))...)
	}
	return out, nil
}
