package hazard

import (
	"strings"

	"ifmatch/reference/explore/history"
	op "ifmatch/reference/operation"
)

// step is what a client asked for, as far as it is compared.
type step struct {
	operation op.Operation
	resource  string
	name      string
	fate      history.Fate
	wrote     bool
	creates   bool // it is refused if there is something already
}

// like reports whether a step is an operation on a resource, or on something else in the same place.
func (s *step) like(o op.Operation, resource string) bool {
	return s.operation == o && place(s.resource) == place(resource)
}

// later returns what the client of a line asked for after it.
func later(lines []history.Line, i int) (all []step) {
	for j := i + 1; j < len(lines); j++ {
		if l := &lines[j]; l.Client == lines[i].Client && (l.Effective() || l.Fate == history.Withdrawn) {
			all = append(all, step{l.Operation, l.Resource, l.Name(), l.Fate, l.Wrote(), creating(l)})
		}
	}
	return all
}

// usual returns what the client of a line, whose answer was lost, asks for after it when it is answered.
func (s *story) usual(i int) (after []step, known bool) {
	if s.without == nil {
		return nil, false
	}
	l, requests := &s.lines[i], 0
	for j := range s.lines[:i] {
		if o := &s.lines[j]; o.Client == l.Client && o.Effective() {
			requests++
		}
	}
	answered := s.without(i)
	for j := range answered {
		o := &answered[j]
		if o.Client != l.Client || !o.Effective() {
			continue
		}
		if requests == 0 {
			return later(answered, j), o.Told() && o.Wrote() && o.Operation == l.Operation && o.Resource == l.Resource
		}
		requests--
	}
	return nil, false
}

// place is the container, table or queue that a resource is in.
func place(resource string) string {
	service, path, _ := strings.Cut(resource, " /")
	if end := strings.IndexAny(path, "/("); end >= 0 {
		path = path[:end]
	}
	return service + " " + path
}
