package cli

import (
	"slices"
	"strings"
)

// nearest returns up to n candidates that look like word, the likeliest first:
// those it is a part of, then those a few typing mistakes away.
func nearest(word string, candidates []string, n int) []string {
	type scored struct {
		text  string
		score int
	}
	var found []scored
	limit := max(2, len(word)/4)
	for _, c := range candidates {
		switch d := distance(word, c); {
		case word != "" && strings.HasPrefix(c, word):
			found = append(found, scored{c, -1})
		case d <= limit:
			found = append(found, scored{c, d})
		}
	}
	slices.SortStableFunc(found, func(a, b scored) int { return a.score - b.score })
	var out []string
	for _, f := range found[:min(n, len(found))] {
		out = append(out, f.text)
	}
	return out
}

// meant is a hint at what was probably meant by a name that is not known, or else
// at where the known ones are.
func meant(name string, known []string, otherwise string) string {
	if near := nearest(name, known, 3); len(near) > 0 {
		return "did you mean " + strings.Join(near, ", ") + "?"
	}
	return otherwise
}

// distance counts the insertions, deletions, substitutions and swaps of
// neighbours that turn a into b.
func distance(a, b string) int {
	before, last := make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row := make([]int, len(b)+1)
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last = last, row
	}
	return last[len(b)]
}
