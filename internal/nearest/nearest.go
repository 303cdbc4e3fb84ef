// Package nearest finds the names that were probably meant by one that is unknown.
package nearest

import (
	"slices"
	"strings"
)

// Names returns up to n candidates similar to word, the likeliest first: those that contain it,
// then those a few typing mistakes away.
func Names(word string, candidates []string, n int) []string {
	type scored struct {
		text  string
		score int
	}
	var found []scored
	limit := max(2, len(word)/4)
	for _, c := range candidates {
		switch d := Distance(word, c); {
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

// Hint is a hint for an unknown name: the names that were probably meant, or else otherwise.
func Hint(name string, known []string, otherwise string) string {
	if near := Names(name, known, 3); len(near) > 0 {
		return "did you mean " + strings.Join(near, ", ") + "?"
	}
	return otherwise
}

// Distance counts the insertions, deletions, substitutions and swaps of neighbouring characters
// that turn a into b.
func Distance(a, b string) int {
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
