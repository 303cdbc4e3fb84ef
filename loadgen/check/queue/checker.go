package queue

import (
	"ifmatch/loadgen/check/bounds"
	"ifmatch/loadgen/check/finding"
)

// checker is one check under way.
type checker struct {
	o       Options
	pattern rules       // of a message of which nothing is known
	unknown bounds.Pool // retrievals without an answer
	drain   drain
	order   order
	res     finding.Result
	bad     int
	doubts  int
	windows int
}

func (c *checker) violate(v finding.Violation) {
	c.bad++
	if len(c.res.Violations) < c.o.Limit {
		c.res.Violations = append(c.res.Violations, v)
	}
}
