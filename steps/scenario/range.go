package scenario

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Range is a range of bytes, both ends included.
type Range struct{ Start, End int64 }

// String writes it as headers do.
func (r Range) String() string { return fmt.Sprintf("%d-%d", r.Start, r.End) }

// ReadRange reads "0-511".
func ReadRange(s string) (Range, error) {
	from, to, ok := strings.Cut(s, "-")
	f, err1 := strconv.ParseInt(from, 10, 64)
	l, err2 := strconv.ParseInt(to, 10, 64)
	if !ok || err1 != nil || err2 != nil || l < f {
		return Range{}, fmt.Errorf("range %q is not of the form 0-511", s)
	}
	return Range{f, l}, nil
}

// JoinRanges sorts ranges and joins those that touch: no document promises where the service
// cuts them.
func JoinRanges(list ...Range) []Range {
	var out []Range
	for _, r := range slices.SortedFunc(slices.Values(list), func(a, b Range) int { return cmp.Compare(a.Start, b.Start) }) {
		if n := len(out); n > 0 && r.Start <= out[n-1].End+1 {
			out[n-1].End = max(out[n-1].End, r.End)
			continue
		}
		out = append(out, r)
	}
	return out
}

// CutRange removes a range of bytes from others.
func CutRange(list []Range, gone Range) []Range {
	var out []Range
	for _, r := range list {
		if r.Start < gone.Start {
			out = append(out, Range{r.Start, min(r.End, gone.Start-1)})
		}
		if r.End > gone.End {
			out = append(out, Range{max(r.Start, gone.End+1), r.End})
		}
	}
	return out
}
