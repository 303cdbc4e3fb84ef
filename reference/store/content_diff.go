package store

import "sort"

// Change is a range that a content has otherwise than an earlier content of the same blob.
type Change struct {
	Range
	Cleared bool // written before, and no longer; else written since
}

// Since lists what was written or cleared between from and to since an earlier content, adjacent pieces of one sort as
// one. Bytes that were written again are a change, whether or not they are the same.
func (c Content) Since(earlier Content, from, to int64) []Change {
	var list []Change
	for from < to {
		a, end := c.at(from, to)
		b, next := earlier.at(from, end)
		written, cleared := a != nil && (b == nil || &a[0] != &b[0]), a == nil && b != nil
		if written || cleared {
			if n := len(list); n > 0 && list[n-1].End == from && list[n-1].Cleared == cleared {
				list[n-1].End = next
			} else {
				list = append(list, Change{Range{from, next}, cleared})
			}
		}
		from = next
	}
	return list
}

// at finds what is written at an offset, nil if nothing is, and up to where that goes on, at most to limit.
func (c Content) at(offset, limit int64) (data []byte, end int64) {
	i := sort.Search(len(c.segments), func(i int) bool { return c.segments[i].end() > offset })
	switch {
	case i == len(c.segments):
		return nil, limit
	case c.segments[i].at > offset:
		return nil, min(limit, c.segments[i].at)
	}
	s := c.segments[i]
	return s.data[offset-s.at:], min(limit, s.end())
}
