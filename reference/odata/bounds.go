package odata

import "ifmatch/reference/edm"

// Bounds are the strings between which a property must lie in everything that a filter selects.
type Bounds struct {
	From    string // the first string
	To      string // the last string, if Limited
	Limited bool
	Empty   bool // the filter selects nothing
}

// Bounds returns where a query has to look: in which partitions, or in which of their rows. The bounds may be wider
// than what the filter selects, but never narrower.
func (f Filter) Bounds(property string) Bounds {
	if f.root == nil {
		return Bounds{}
	}
	return bounds(f.root, property)
}

func bounds(e expression, property string) Bounds {
	switch e := e.(type) {
	case both:
		return meet(bounds(e.a, property), bounds(e.b, property))
	case either:
		return span(bounds(e.a, property), bounds(e.b, property))
	case comparison:
		if e.property != property {
			return Bounds{}
		}
		if e.value.Type() != edm.String {
			return Bounds{Empty: true}
		}
		var b Bounds
		if !e.operator.less {
			b.From = e.value.Text()
		}
		if !e.operator.greater {
			b.To, b.Limited = e.value.Text(), true
		}
		return b
	}
	return Bounds{}
}

// meet returns the intersection of two bounds.
func meet(a, b Bounds) Bounds {
	if a.Empty || b.Empty {
		return Bounds{Empty: true}
	}
	r := Bounds{From: max(a.From, b.From)}
	switch {
	case a.Limited && b.Limited:
		r.To, r.Limited = min(a.To, b.To), true
	case a.Limited:
		r.To, r.Limited = a.To, true
	case b.Limited:
		r.To, r.Limited = b.To, true
	}
	r.Empty = r.Limited && r.To < r.From
	return r
}

// span returns bounds that include both.
func span(a, b Bounds) Bounds {
	switch {
	case a.Empty:
		return b
	case b.Empty:
		return a
	}
	r := Bounds{From: min(a.From, b.From)}
	if a.Limited && b.Limited {
		r.To, r.Limited = max(a.To, b.To), true
	}
	return r
}
