// Package plan decides what a run tries, before anything is sent: it reads the feature
// files, joins them with the clause register, names every case, and selects cases. It does
// not use the network.
package plan

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"ifmatch/internal/target"
)

// Case is one scenario, or one row of a scenario outline.
type Case struct {
	// ID is clause/row-key: the first clause that the case tests, and the cells (or the name)
	// that distinguish it from other cases. Permanent and unique.
	ID      string
	Name    string
	Feature string // without folder prefix and ending: "blob/conditions_write"
	Line    int    // of the row, or of the scenario
	Clauses []string
	Level   string // must, should or observed: the level of the first clause
	Service string
	// Open marks a case whose clause is undocumented: it runs, and its answer is recorded but
	// never judged.
	Open bool
	// Needs are the capabilities without which the case proves nothing, and the names of the
	// services that it uses in addition to its own.
	Needs []target.Capability
	Steps []string // as they read in this row
	// Pair is what the case shows of two operations at once: its Family, Clause, Operation and
	// Beside. It is nil if the case is none of the pairs that are made from the facts of operations.
	Pair *Pair

	script func() ([]*Step, error) // reads them, once; nil: there are none
	at     []int                   // the lines of the steps, of a user's own plain scenario
}

// Script is the steps of the case, read when they are first asked for: most commands need those of few cases. All cases with the
// same sentence share its Step. It panics if one is not understood; [Suite.Select] says that of the cases that it chooses, and
// [Suite.Check] of all.
func (c Case) Script() []*Step {
	if c.script == nil {
		return nil
	}
	steps, err := c.script()
	if err != nil {
		panic(err)
	}
	return steps
}

// Of is the case with other steps.
func (c Case) Of(steps ...*Step) Case {
	c.script = func() ([]*Step, error) { return steps, nil }
	return c
}

// reading reads the sentences of the case. The error of one that is not understood is a [*Misread].
func (c Case) reading(read Reader) func() ([]*Step, error) {
	return sync.OnceValues(func() ([]*Step, error) {
		out := make([]*Step, 0, len(c.Steps))
		for i, text := range c.Steps {
			st, err := read(text)
			if err != nil {
				line := c.Line
				if len(c.at) > 0 { // else a row: its cells are in the sentence
					line = c.at[i]
				}
				return nil, &Misread{c.Feature + ".feature", line, fmt.Errorf("%q: %w", text, err)}
			}
			out = append(out, st)
		}
		return out, nil
	})
}

// Title is the name for people to read: "a <kind>" of an outline becomes "an append blob".
func (c Case) Title() string { return English(c.Name) }

// English corrects the articles in a filled-in outline.
func English(text string) string {
	if !slices.ContainsFunc(vowels, func(v string) bool { return strings.Contains(text, v) }) {
		return text // most texts; the search with a pattern takes much longer
	}
	return vowel.ReplaceAllString(text, "an $1")
}

var (
	vowels = []string{"a a", "a e", "a i", "a o"}
	vowel  = regexp.MustCompile(`\ba ([aeio]\w\w+)`)
)

// Wait is how much time the steps of the case let pass, as far as they state it.
func (c Case) Wait() time.Duration {
	var sum time.Duration
	for _, s := range c.Script() {
		sum += s.Wait
	}
	return sum
}

// Timed reports whether the case lets time pass. Such cases start first so that their waits overlap.
func (c Case) Timed() bool {
	return slices.ContainsFunc(c.Script(), func(s *Step) bool { return s.Facts.Timed || s.Wait > 0 })
}

// Races reports whether clients of the case act at once and the case can be played
// repeatedly: no time passes in it.
func (c Case) Races() bool {
	return !c.Timed() && slices.ContainsFunc(c.Script(), func(s *Step) bool { return s.Facts.Races })
}

// Chance reports whether the verdict may depend on the moment: clients of the case act at once, one
// holds back half of a body while others act, or one sends very many requests.
func (c Case) Chance() bool {
	return slices.ContainsFunc(c.Script(), func(s *Step) bool { return s.Facts.Races || s.Facts.Chance })
}

// Abandons reports whether a client of the case gives up with half of a body sent. Some
// services notice that so late that they run out of resources for other clients.
func (c Case) Abandons() bool {
	return slices.ContainsFunc(c.Script(), func(s *Step) bool { return s.Facts.Abandons })
}

// Mentions reports whether a sentence of the case names a kind of resource.
func (c Case) Mentions(word string) bool {
	return slices.ContainsFunc(c.Script(), func(s *Step) bool { return slices.Contains(s.About, word) })
}

// Judges reports whether the case judges the resource of that label as a whole.
func (c Case) Judges(label string) bool {
	return slices.ContainsFunc(c.Script(), func(s *Step) bool { return s.Facts.Judges == label })
}

// Sent lists the operations that single clients send to the resource of that label, each
// operation once.
func (c Case) Sent(label string) []string {
	var out []string
	for _, s := range c.Script() {
		if !s.Sends || s.On != label {
			continue
		}
		for _, op := range s.Operations {
			if !slices.Contains(out, op) {
				out = append(out, op)
			}
		}
	}
	return out
}

var clauseTag = regexp.MustCompile(`^@[A-Z]+-[A-Za-z0-9-]+$`)

// slug turns a cell or a name into the form that case ids use: the sign of a negative number
// becomes a word, and each run of characters other than letters, digits and asterisks one hyphen.
func slug(s string) string {
	out := make([]byte, 0, len(s))
	s = strings.ToLower(s)
	for i, c := range []byte(s) {
		switch {
		case c == '-' && (i == 0 || s[i-1] == ' ') && i+1 < len(s) && '0' <= s[i+1] && s[i+1] <= '9':
			out = append(out, "minus-"...)
		case 'a' <= c && c <= 'z' || '0' <= c && c <= '9' || c == '*':
			out = append(out, c)
		case len(out) > 0 && out[len(out)-1] != '-':
			out = append(out, '-')
		}
	}
	return strings.TrimSuffix(string(out), "-")
}

// ownClause begins the clause of cases that name none of the register: those of a user's own feature.
const ownClause = "OWN-"

// ownClauseOf is the clause of the cases of a user's feature.
func ownClauseOf(feature string) string { return ownClause + slug(path.Base(feature)) }

// tags holds what the tags of a scenario state.
type tags struct {
	clauses []string
	level   string
	needs   []target.Capability
	service string
}

// readTags sorts tags into clauses, level, needs and services. It refuses any other tag: a
// misspelt one would silently select nothing.
func readTags(names []string) (tags, error) {
	var t tags
	for _, n := range names {
		switch {
		case n == "@must" || n == "@should" || n == "@observed":
			if t.level != "" && t.level != n[1:] {
				return t, fmt.Errorf("two levels, %s and %s", t.level, n[1:])
			}
			t.level = n[1:]
		case strings.HasPrefix(n, "@needs."):
			c := target.Capability(strings.TrimPrefix(n, "@needs."))
			switch {
			case c == target.AccountKey, c == target.PendingCopy, c == target.MovableClock, c == target.AccountWrites, c == target.SMB, c == target.SoftDelete, isService(string(c)):
				t.needs = append(t.needs, c)
			default:
				return t, fmt.Errorf("tag %s names no capability and no service", n)
			}
		case clauseTag.MatchString(n):
			t.clauses = append(t.clauses, n[1:])
		case isService(n[1:]):
			if t.service != "" && t.service != n[1:] {
				return t, fmt.Errorf("two services, %s and %s", t.service, n[1:])
			}
			t.service = n[1:]
		default:
			return t, fmt.Errorf("tag %s is neither a clause, a level, a need nor a service", n)
		}
	}
	return t, nil
}

func isService(s string) bool { return slices.Contains(target.Services, target.Service(s)) }
