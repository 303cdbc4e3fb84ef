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
	doubts  int
	windows int
}
