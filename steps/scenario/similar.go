package scenario

import (
	"cmp"
	"slices"
	"strings"
)

// mostSimilar is how many sentences are shown to whoever wrote one that nothing understands.
const mostSimilar = 2

// similar are the examples of phrases that share most words with a sentence, the most similar first.
func (l *Language) similar(text string) (out []string) {
	wanted := strings.Fields(strings.ToLower(text))
	score := func(p Phrase) float64 {
		_, sentence, _ := strings.Cut(p.Example, " ") // without the keyword
		have := strings.Fields(strings.ToLower(sentence))
		shared := slices.DeleteFunc(slices.Clone(wanted), func(w string) bool { return !slices.Contains(have, w) })
		return float64(2*len(shared)) / float64(len(wanted)+len(have))
	}
	all := slices.Clone(l.phrases())
	slices.SortStableFunc(all, func(a, b Phrase) int { return cmp.Compare(score(b), score(a)) })
	for _, p := range all[:min(mostSimilar, len(all))] {
		if score(p) > 0 {
			out = append(out, p.Example)
		}
	}
	return out
}

// strange is the first word of a sentence that stands in no example, operation, kind or term, and the words that do.
func (l *Language) strange(text string) (word string, known []string) {
	var all []string
	for _, p := range l.phrases() {
		all = append(all, p.Example)
	}
	for _, op := range l.Operations {
		all = append(all, op.Name)
	}
	for _, k := range l.kinds {
		all = append(all, k.Word)
	}
	for _, s := range l.Services {
		for _, t := range s.Lexicon.Terms {
			all = append(all, t.Key)
		}
	}
	known = strings.Fields(strings.Join(all, " "))
	slices.Sort(known)
	known = slices.Compact(known)
	for word := range strings.FieldsSeq(text) {
		if _, found := slices.BinarySearch(known, word); !found && strings.Trim(word, "abcdefghijklmnopqrstuvwxyz") == "" {
			return word, known
		}
	}
	return "", known
}
