package scenario

import (
	"fmt"
	"slices"
	"sync"

	"ifmatch/internal/target"
	"ifmatch/steps/plan"
	"ifmatch/steps/verdict"
	"ifmatch/steps/words"
)

// Language combines what the rooms of all services bring: every kind, state, operation, term,
// subject and sentence that features may name.
type Language struct {
	Services   []Service // the rooms
	kinds      []*Kind
	byName     map[string]Operation
	Operations []Operation     // in the documents' order
	subjects   []words.Subject // of all services, merged by name
	phrases    func() []Phrase // compiled when first asked for: most commands read no feature
}

// NewLanguage combines the rooms of services with the sentences that are about no service in
// particular. It panics if two rooms contradict each other: that is a bug, which any test
// finds.
func NewLanguage(phrases []Phrase, services ...Service) *Language {
	l := &Language{Services: services, byName: map[string]Operation{}}
	for _, s := range services {
		t := s.Lexicon
		for _, k := range t.Kinds {
			k.Service = s.Name
			l.kinds = append(l.kinds, k)
		}
		for _, op := range t.Operations {
			if _, twice := l.byName[op.Name]; twice {
				panic("two operations are called " + op.Name)
			}
			op.Service = s.Name
			if op.On == "" {
				first := l.Kind(op.Kinds[0], "")
				if first == nil {
					panic("no kind is called " + op.Kinds[0])
				}
				op.On = first.Label
			}
			l.byName[op.Name] = op
			l.Operations = append(l.Operations, op)
		}
		for _, sub := range t.Subjects {
			l.merge(sub.Subject)
		}
		// Several rooms bring the same sentences about leases.
		for _, p := range t.Phrases {
			if !slices.ContainsFunc(phrases, func(q Phrase) bool { return q.Pattern == p.Pattern }) {
				phrases = append(phrases, p)
			}
		}
	}
	l.phrases = sync.OnceValue(func() []Phrase { return compile(l.kinds, phrases) })
	return l
}

// merge adds a subject, or adds its words to the subject of that name.
func (l *Language) merge(s words.Subject) {
	i := slices.IndexFunc(l.subjects, func(o words.Subject) bool { return o.Name == s.Name })
	if i < 0 {
		l.subjects = append(l.subjects, s)
		return
	}
	for _, w := range s.Words {
		if !slices.Contains(l.subjects[i].Words, w) {
			l.subjects[i].Words = append(slices.Clone(l.subjects[i].Words), w)
		}
	}
}

// Service is the room of that name; empty if there is none.
func (l *Language) Service(name target.Service) Service {
	for _, s := range l.Services {
		if s.Name == name {
			return s
		}
	}
	return Service{}
}

// Lexicon is the lexicon of one service.
func (l *Language) Lexicon(name target.Service) Lexicon { return l.Service(name).Lexicon }

// Operation finds an operation by Microsoft's name.
func (l *Language) Operation(name string) (Operation, error) {
	op, ok := l.byName[name]
	if !ok {
		var known []string
		for _, o := range l.Operations {
			known = append(known, o.Name)
		}
		return op, words.NotKnown(name, fmt.Sprintf("no operation is called %q", name), known)
	}
	return op, nil
}

// Must is the operation of that name; it panics if there is none.
func (l *Language) Must(name string) Operation {
	op, err := l.Operation(name)
	if err != nil {
		panic(err)
	}
	return op
}

// Kind finds the kind of that word; if several services have one, the kind of the case's service.
func (l *Language) Kind(word, service string) *Kind {
	var found *Kind
	for _, k := range l.kinds {
		if k.Word == word && (found == nil || string(k.Service) == service) {
			found = k
		}
	}
	return found
}

func (l *Language) Hooks(op Operation) Hooks { return l.Lexicon(op.Service).Hooks }

// Subject finds a subject of a service; false if the service never carries it.
func (l *Language) Subject(s target.Service, name string) (Subject, bool) {
	for _, sub := range l.Lexicon(s).Subjects {
		if sub.Name == name {
			return sub, true
		}
	}
	return Subject{}, false
}

// Prepared is a state that every kind has in which something can lie.
func (k *Kind) Prepared(state string) Prepared {
	p, err := k.read(state)
	if err != nil {
		panic(err)
	}
	return p
}

// read finds the state that these words mean.
func (k *Kind) read(state string) (Prepared, error) {
	var known []string
	for _, g := range k.Givens {
		if p, ok, err := g.Read(state); ok || err != nil {
			p.Words = state
			return p, err
		}
		known = append(known, g.Words)
	}
	return Prepared{}, words.NotKnown(state, fmt.Sprintf("%q is not a state in which a %s can be prepared", state, k.Word), known)
}

// HandedOut is what a response hands out under the name what; empty if nothing.
func (l *Language) HandedOut(ac *Act, what string) (string, error) {
	s, ok := l.Subject(ac.Op.Service, what)
	switch {
	case ok && s.Value != nil:
		return s.Value(ac.Resp), nil
	case ok && s.Header != "":
		return ac.Resp.Header.Get(s.Header), nil
	}
	return "", verdict.Miswritten("the %s service gives out no %s", ac.Op.Service, what)
}

// Uses lists the operations that a case needs, in the order in which it needs them: those of
// its set-up, those of its reads, and those that it sends.
func (l *Language) Uses(c plan.Case) []string {
	var out []string
	use := func(names ...string) {
		for _, n := range names {
			if n != "" && !slices.Contains(out, n) {
				out = append(out, n)
			}
		}
	}
	for _, s := range c.Script() {
		for _, word := range s.About {
			k := l.Kind(word, c.Service)
			if k == nil {
				continue
			}
			if around := l.Kind(k.In, c.Service); around != nil {
				use(around.Create)
				if c.Mentions(around.Word) {
					use(around.Prepared("exists").Uses...)
				}
			}
			if k.In == "" {
				use(k.Create) // that a resource is absent proves nothing where none can be created
			}
			if s.State != "" && word == s.About[0] {
				g := k.Prepared(s.State)
				if !g.Absent || len(g.Uses) > 0 {
					use(k.Create)
				}
				use(g.Uses...)
			}
			use(k.Reads...)
		}
		use(s.Operations...)
	}
	if more := l.Lexicon(target.Service(c.Service)).Uses; more != nil {
		use(more(c)...)
	}
	return out
}
