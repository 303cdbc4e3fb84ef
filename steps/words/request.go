package words

import (
	"fmt"
	"strings"
)

// Term is one thing that a request can carry in addition to its operation: "If-Match",
// "lease id". Each service has a table of terms.
type Term struct {
	Key string
	// Values says what may follow the key; Means says what is sent then. Both as docs/words.md
	// shows them.
	Values, Means string
	// Read turns the words after the key into a value; nil keeps them as text.
	Read func(string) (any, error)
	// Omits is the value of "no KEY", which leaves out what the operation would send by default; nil: there
	// is nothing to leave out.
	Omits any
}

// Asked is a term as a cell uses it.
type Asked struct {
	Key   string
	No    bool   // "no lease id": leave out what would be sent by default
	Words string // what follows the key
	Value any    // what Term.Read made of the words, or Term.Omits
}

// ParseRequest reads a request cell with the terms that the operation's service knows:
// terms separated by commas, or "nothing". Quoted values may contain commas.
func ParseRequest(terms []Term, s string) ([]Asked, error) {
	s = strings.TrimSpace(s)
	if s == "" {
		return nil, fmt.Errorf(`read request %q: it is empty; write "nothing" where nothing is added`, s)
	}
	if s == "nothing" {
		return nil, nil
	}
	var out []Asked
	for _, part := range Split(s, ',') {
		a, err := parseTerm(terms, strings.TrimSpace(part))
		if err != nil {
			return nil, fmt.Errorf("read request %q: %w", s, err)
		}
		out = append(out, a)
	}
	return out, nil
}

func parseTerm(terms []Term, part string) (Asked, error) {
	if rest, ok := strings.CutPrefix(part, "no "); ok {
		for _, t := range terms {
			if t.Key == rest && t.Omits != nil {
				return Asked{Key: rest, No: true, Value: t.Omits}, nil
			}
		}
		return Asked{}, fmt.Errorf("%q has no default that could be left out", rest)
	}
	// The longest key wins: "source If-Match" begins with "source".
	var best *Term
	for i, t := range terms {
		if strings.HasPrefix(part, t.Key+" ") && (best == nil || len(t.Key) > len(best.Key)) {
			best = &terms[i]
		}
	}
	if best == nil {
		return Asked{}, unknownTerm(terms, part)
	}
	text := strings.TrimSpace(part[len(best.Key):])
	if best.Read == nil {
		return Asked{Key: best.Key, Words: text, Value: text}, nil
	}
	v, err := best.Read(text)
	return Asked{Key: best.Key, Words: text, Value: v}, err
}

// unknownTerm is the error for a part that begins with no term: what precedes its last word is likely meant as one.
func unknownTerm(terms []Term, part string) error {
	word := part
	if i := strings.LastIndexByte(part, ' '); i > 0 {
		word = part[:i]
	}
	var known []string
	for _, t := range terms {
		known = append(known, t.Key)
	}
	return NotKnown(word, fmt.Sprintf("%q names nothing that a request can carry, or has no value", part), known)
}
