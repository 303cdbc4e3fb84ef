package pace

import (
	"fmt"
	"math"
	"time"
)

// Share is the part of a shape that sender i of n sends, counted from 0: every n-th exchange, beginning with exchange
// i. Together the parts are the whole, paced just as evenly, and no two exchanges coincide.
func Share(s Shape, i, n int) Shape {
	if n < 2 {
		return s
	}
	return share{s, int64(i), int64(n)}
}

type share struct {
	whole Shape
	i, n  int64
}

func (s share) Rate(t time.Duration) float64 { return s.whole.Rate(t) / float64(s.n) }

// Due is the inverse of At. It is not a whole number only between two exchanges.
func (s share) Due(t time.Duration) float64 {
	return math.Max(0, (s.whole.Due(t)-float64(s.i))/float64(s.n))
}

func (s share) At(k int64) time.Duration { return s.whole.At(k*s.n + s.i) }

func (s share) String() string { return fmt.Sprintf("1/%d of %s", s.n, s.whole) }
