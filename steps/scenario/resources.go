package scenario

import "ifmatch/steps/verdict"

// Resources are those of a story, by label.
type Resources struct {
	byLabel map[string]*Thing
	order   []*Thing // as they were made
}

// Add makes a resource part of the story.
func (r *Resources) Add(t *Thing) {
	if r.byLabel == nil {
		r.byLabel = map[string]*Thing{}
	}
	r.byLabel[t.Label] = t
	r.order = append(r.order, t)
}

// Get returns the resource under that label, nil if there is none.
func (r *Resources) Get(label string) *Thing { return r.byLabel[label] }

// Named is Get, but an unknown label is an error.
func (r *Resources) Named(label string) (*Thing, error) {
	if t, ok := r.byLabel[label]; ok {
		return t, nil
	}
	return nil, verdict.Miswritten("the scenario has no %s yet", label)
}

// All lists the resources in the order in which they were made.
func (r *Resources) All() []*Thing { return r.order }

// Changed forgets the state of every resource: an act may have changed it.
func (r *Resources) Changed() {
	for _, t := range r.byLabel {
		t.Now = nil
	}
}
