package steps

import (
	"strings"

	"ifmatch/steps/scenario"
	"ifmatch/steps/words"
)

// Words is the whole language of the features, service by service, as docs/words.md
// shows it.
func Words() []words.Room {
	var rooms []words.Room
	for _, s := range Language().Services() {
		t := Language().Lexicon(s.Name())
		r := words.Room{Service: string(s.Name()), States: map[string][]words.Entry{}}
		for _, k := range t.Kinds {
			r.Kinds = append(r.Kinds, words.Entry{Words: k.Word, Means: k.Means})
		}
		for kinds, states := range statesByKinds(t.Kinds) {
			r.States[kinds] = states
		}
		for _, term := range t.Terms {
			r.Terms = append(r.Terms, term.Term)
		}
		for _, sub := range t.Subjects {
			r.Subjects = append(r.Subjects, sub.Subject)
		}
		for _, op := range t.Operations {
			r.Operations = append(r.Operations, op.Name)
		}
		rooms = append(rooms, r)
	}
	return rooms
}

// statesByKinds groups the kinds that have the same states.
func statesByKinds(kinds []*scenario.Kind) map[string][]words.Entry {
	texts, entries := map[string][]string{}, map[string][]words.Entry{}
	for _, k := range kinds {
		var list []words.Entry
		var text strings.Builder
		for _, g := range k.Givens {
			list = append(list, words.Entry{Words: g.Words, Means: g.Means})
			text.WriteString(g.Words + "\n")
		}
		texts[text.String()] = append(texts[text.String()], k.Word)
		entries[text.String()] = list
	}
	out := map[string][]words.Entry{}
	for text, names := range texts {
		out[strings.Join(names, ", ")] = entries[text]
	}
	return out
}
