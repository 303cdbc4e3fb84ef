package store

import "sort"

// Change is a range in which a content differs from an earlier content of the same blob.
type Change struct {
	Range
	Cleared bool // written before, and cleared since; otherwise written since
}

// Since lists the ranges between from and to that were written or cleared since an earlier content. Adjacent ranges of
// one sort are merged. Bytes that were written again are a change, even if they are the same.
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

// at returns the data written at an offset, or nil if nothing was written there. The result end is where this stops, at
// most limit.
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
