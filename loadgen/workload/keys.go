package workload

import "math/rand/v2"

// chooser is one actor's choice among keys: uniform, or by a Zipf distribution,
// where a few keys get most of the traffic.
type chooser struct {
	rng  *rand.Rand
	keys int
	zipf *rand.Zipf
}

// newChooser returns a chooser among o.Keys keys with the skew o.Zipf.
func newChooser(rng *rand.Rand, o Options) chooser {
	c := chooser{rng: rng, keys: o.Keys}
	if o.Zipf > 1 {
		c.zipf = rand.NewZipf(rng, o.Zipf, 1, uint64(o.Keys-1))
	}
	return c
}

// next returns the index of a key; with skew, lower indexes are more frequent.
func (c *chooser) next() int {
	switch {
	case c.keys == 1:
		return 0
	case c.zipf != nil:
		return int(c.zipf.Uint64())
	}
	return c.rng.IntN(c.keys)
}
