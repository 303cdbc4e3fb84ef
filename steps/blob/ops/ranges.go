package ops

import (
	"fmt"
	"slices"
)

// addRange puts a range of bytes into a list of page ranges.
func addRange(list []Range, r Range) []Range {
	return joinRanges(append(slices.Clone(list), r))
}

// cutRange takes a range of bytes out of a list of page ranges.
func cutRange(list []Range, r Range) []Range {
	var out []Range
	for _, p := range list {
		if p.Start < r.Start {
			out = append(out, Range{p.Start, min(p.End, r.Start-1)})
		}
		if p.End > r.End {
			out = append(out, Range{max(p.Start, r.End+1), p.End})
		}
	}
	return out
}

// joinRanges orders ranges and joins those that touch: where the service cuts
// them is nobody's promise.
func joinRanges(list []Range) []Range {
	slices.SortFunc(list, func(a, b Range) int {
		switch {
		case a.Start < b.Start:
			return -1
		case a.Start > b.Start:
			return 1
		}
		return 0
	})
	var out []Range
	for _, r := range list {
		if n := len(out); n > 0 && r.Start <= out[n-1].End+1 {
			out[n-1].End = max(out[n-1].End, r.End)
			continue
		}
		out = append(out, r)
	}
	return out
}

// String shows a page range as bytes.
func (r Range) String() string { return fmt.Sprintf("%d-%d", r.Start, r.End) }
