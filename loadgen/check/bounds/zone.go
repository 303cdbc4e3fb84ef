package bounds

import "slices"

// far is a bound that sets no limit. The sum of two bounds stays within int64.
const far = int64(1) << 61

// A zone is a set of instants: a system of inequalities v - w <= c between variables, the
// first of which is always zero. It is kept closed: every bound is the tightest that
// follows from all others. So a variable can be dropped without loosening the bounds of
// the rest.
//
// Differences are all that timed rules need: an instant lies between two others,
// or a known span after one. With whole-numbered bounds, a system that has a
// solution has one in whole numbers.
type zone struct {
	n int
	m []int64 // m[i*n+j] bounds v_i - v_j from above
}

// nowhere is the zone with the variable zero only.
func nowhere() zone { return zone{n: 1, m: []int64{0}} }

func (z zone) at(i, j int) int64 { return z.m[i*z.n+j] }
func (z zone) row(i int) []int64 { return z.m[i*z.n : (i+1)*z.n] }

// max and min bound one variable.
func (z zone) max(v int) int64 { return z.at(v, 0) }
func (z zone) min(v int) int64 { return -z.at(0, v) }

func plus(a, b int64) int64 {
	if a >= far || b >= far {
		return far
	}
	return a + b
}

// clone copies the bounds.
func (z zone) clone() zone { return zone{n: z.n, m: slices.Clone(z.m)} }

// with inserts an unbounded variable at index v.
func (z zone) with(v int) zone {
	n := z.n + 1
	out := zone{n: n, m: slices.Repeat([]int64{far}, n*n)}
	out.m[v*n+v] = 0
	for i := range z.n {
		to, row := out.m[i*n:], z.row(i)
		if i >= v {
			to = to[n:]
		}
		copy(to, row[:v])
		copy(to[v+1:], row[v:])
	}
	return out
}

// without drops the variable at index v.
func (z zone) without(v int) zone {
	out := zone{n: z.n - 1, m: make([]int64, 0, (z.n-1)*(z.n-1))}
	for i := range z.n {
		if row := z.row(i); i != v {
			out.m = append(append(out.m, row[:v]...), row[v+1:]...)
		}
	}
	return out
}

// limit adds v_i - v_j <= c in place. It is false if no instants are left.
func (z zone) limit(i, j int, c int64) bool {
	if c >= far || c >= z.at(i, j) {
		return true
	}
	if back := z.at(j, i); back < far && back+c < 0 {
		return false
	}
	for a := range z.n {
		left := plus(z.at(a, i), c)
		if left >= far {
			continue
		}
		for b := range z.n {
			if d := plus(left, z.at(j, b)); d < z.at(a, b) {
				z.m[a*z.n+b] = d
			}
		}
	}
	return true
}

// atLeast and atMost bound a variable in place.
func (z zone) atLeast(v int, t int64) bool { return z.limit(0, v, -t) }
func (z zone) atMost(v int, t int64) bool  { return z.limit(v, 0, t) }

// covers reports whether every instant of y is in z.
func (z zone) covers(y zone) bool {
	for k, c := range y.m {
		if c > z.m[k] {
			return false
		}
	}
	return true
}

// union is the least zone that holds the instants of z and of y. It reports whether that
// zone holds no others.
func (z zone) union(y zone) (zone, bool) {
	hull := z.clone()
	for k, c := range y.m {
		hull.m[k] = max(hull.m[k], c)
	}
	// Everything in the hull that some bound of z excludes must be in y.
	for i := range z.n {
		for j := range z.n {
			if c := z.at(i, j); c < hull.at(i, j) {
				rest := hull.clone()
				if rest.limit(j, i, -c-1) && !y.covers(rest) {
					return hull, false
				}
			}
		}
	}
	return hull, true
}
