package tags

import (
	"errors"
	"slices"
)

// Where is a parsed search expression of Find Blobs by Tags.
type Where struct {
	containers []string // names that @container is compared with: all must be the blob's container
	tags       all
	keys       []string // of tags, in the order of the expression
}

// ErrWhere means that a search expression cannot be read.
var ErrWhere = errors.New(`the expression must be comparisons such as "key" = 'value', with =, >, >=, < or <=, joined by AND`)

// ParseWhere reads a search expression: comparisons of a key with a quoted value by =, >, >=, < or <=, joined by AND.
// One of them may be @container = 'name', unless the search is in one container anyway.
// // D:Find Blobs by Tags, Find Blobs by Tags in Container
func ParseWhere(s string, inContainer bool) (*Where, error) {
	p := parser{scanner: scanner{rest: s, containers: !inContainer}}
	var w Where
	for more := true; more; more = p.tok.is("AND") {
		p.next()
		named := p.tok.kind == container
		if named {
			p.tok.kind = quoted
		}
		n, err := p.comparison()
		if err != nil {
			return nil, ErrWhere
		}
		c := n.(comparison)
		switch {
		case c.operator == "<>", named && c.operator != "=":
			return nil, ErrWhere
		case named:
			w.containers = append(w.containers, c.value)
			continue
		case !slices.Contains(w.keys, c.key):
			w.keys = append(w.keys, c.key)
		}
		w.tags = append(w.tags, c)
	}
	if p.tok.kind != end || len(w.tags) == 0 {
		return nil, ErrWhere
	}
	return &w, nil
}

// In reports whether the search can find blobs in a container.
func (w *Where) In(container string) bool {
	for _, name := range w.containers {
		if name != container {
			return false
		}
	}
	return true
}

// Find returns those of a blob's tags that the expression names, or nil if it does not hold.
func (w *Where) Find(s Set) Set {
	if !w.tags.holds(s) {
		return nil
	}
	var found Set
	for _, t := range s {
		if slices.Contains(w.keys, t.Key) {
			found = append(found, t)
		}
	}
	return found
}
