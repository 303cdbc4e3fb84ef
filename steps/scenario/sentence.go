package scenario

import (
	"cmp"
	"context"
	"errors"
	"strings"
	"time"

	"ifmatch/steps/plan"
	"ifmatch/steps/verdict"
	"ifmatch/steps/words"
)

// Sentence is a sentence that is being read. Its methods turn the parts that the pattern
// captured, counted from 1, into values; the first unreadable part ends the reading.
type Sentence struct {
	// Facts are what the suite must know about the sentence before it is performed.
	Facts plan.Facts
	// SetUp: it is a Given, so what it asks for must succeed.
	SetUp bool

	lang  *Language
	parts []string
	err   error
}

// Fail says that the sentence cannot be read.
func (s *Sentence) Fail(err error) {
	if s.err == nil {
		s.err = err
	}
}

// Text is part i as it stands.
func (s *Sentence) Text(i int) string { return s.parts[i] }

// Count is part i as a whole number.
func (s *Sentence) Count(i int) int { return int(ReadAs(s, i, ReadNumber)) }

// Duration is part i as a span of time.
func (s *Sentence) Duration(i int) time.Duration { return ReadAs(s, i, words.ParseDuration) }

// Answer is part i as a set of answers.
func (s *Sentence) Answer(i int) words.Answer {
	a := ReadAs(s, i, words.ParseAnswer)
	s.Facts.Answers = append(s.Facts.Answers, a)
	return a
}

// ReadAs reads part i with a parser.
func ReadAs[T any](s *Sentence, i int, parse func(string) (T, error)) T {
	v, err := parse(s.parts[i])
	if err != nil {
		s.Fail(err)
	}
	return v
}

// Operation is part i as an operation, by Microsoft's name.
func (s *Sentence) Operation(i int) Operation { return s.Operations(i)[0] }

// Operations is part i as a list of operations, separated by commas.
func (s *Sentence) Operations(i int) []Operation {
	var out []Operation
	for name := range strings.SplitSeq(s.parts[i], ", ") {
		out = append(out, s.OperationIn(name))
	}
	return out
}

// OperationIn is an operation that a part names among other things; RequestIn is what the part asks
// of it.
func (s *Sentence) OperationIn(name string) Operation {
	op, err := s.lang.Operation(name)
	if err != nil {
		s.Fail(err)
	}
	s.Facts.Operations, s.Facts.On = append(s.Facts.Operations, name), op.On
	return op
}

// With makes a Body that acts on the resource of that label.
func With(label string, do func(ctx context.Context, w *World, t *Resource) error) Body {
	return func(ctx context.Context, w *World) error {
		t, err := w.Resources.Named(label)
		if err != nil {
			return err
		}
		return do(ctx, w, t)
	}
}

// WithLast makes a Body that judges the last act of a client; without a name, of the client that acted last.
func WithLast(who string, do func(w *World, ac *Act) error) Body {
	return func(_ context.Context, w *World) error {
		ac, err := w.LastAct(who)
		if err != nil {
			return err
		}
		return do(w, ac)
	}
}

// AfterCrowd makes a Body that judges what many clients did at once; with a label, to the resource of that label.
func AfterCrowd(label string, do func(ctx context.Context, w *World, t *Resource, acts []*Act) error) Body {
	return func(ctx context.Context, w *World) error {
		t := w.Resources.Get(label)
		switch {
		case w.Crowd == nil:
			return verdict.Miswritten("no clients have sent anything at once")
		case len(w.Crowd.Acts) == 0:
			return verdict.Unknown("judge what clients did at once", errors.New("none of them got an answer"))
		case label != "" && (t == nil || t.Before == nil):
			return verdict.Miswritten("nothing was done to the %s yet", label)
		}
		return do(ctx, w, t, w.Crowd.Acts)
	}
}

// Request is part i as a request cell for op; an empty part means "nothing".
func (s *Sentence) Request(op Operation, i int) []words.Asked { return s.RequestIn(op, s.parts[i]) }

// RequestIn: see OperationIn.
func (s *Sentence) RequestIn(op Operation, text string) []words.Asked {
	if text == "" {
		return nil
	}
	asked, err := words.ParseRequest(s.lang.Lexicon(op.Service).Terms, text)
	if err != nil {
		s.Fail(err)
	}
	for _, a := range asked {
		if !a.No { // what is left out says nothing
			s.Facts.Terms = append(s.Facts.Terms, a.Key)
		}
	}
	s.Facts.Asked = append(s.Facts.Asked, asked...)
	return asked
}

// On is the label of the resource that an operation addresses: the name in the sentence, or
// the operation's default.
func (s *Sentence) On(op Operation, i int) string {
	s.Facts.On = cmp.Or(s.parts[i], op.On)
	return s.Facts.On
}

// Label is the label of a resource in its scenario, from the parts that hold its kind and
// its name.
func (s *Sentence) Label(kind, name int) string {
	return cmp.Or(s.parts[name], s.KindLabel(kind))
}

// KindLabel is the label of a nameless resource of a kind.
func (s *Sentence) KindLabel(kind int) string {
	s.About(s.parts[kind])
	if k := s.lang.Kind(s.parts[kind], ""); k != nil {
		return k.Label
	}
	return s.parts[kind]
}

// About notes that the sentence names a kind of resource.
func (s *Sentence) About(word string) { s.Facts.About = append(s.Facts.About, word) }

// Uses notes that the sentence needs an operation that it does not name.
func (s *Sentence) Uses(operation string) {
	s.Facts.Operations = append(s.Facts.Operations, operation)
}

// Given is a state of the kind of resource that another part names. If several services have
// such a kind, the kind of the case's service prepares it.
func (s *Sentence) Given(kind, state int) func(w *World) (*Kind, Prepared) {
	word, text := s.parts[kind], s.parts[state]
	s.About(word)
	s.Facts.State = text
	states := map[*Kind]Prepared{}
	for _, k := range s.lang.kinds {
		if k.Word != word {
			continue
		}
		p, err := k.read(text)
		if err != nil {
			s.Fail(err)
			return nil
		}
		states[k], s.Facts.Wait = p, time.Duration(p.Waits)*time.Second
	}
	return func(w *World) (*Kind, Prepared) {
		k := w.Language.Kind(word, w.Case.Service)
		return k, states[k]
	}
}

// Carried is part i as a list of what a response carries.
func (s *Sentence) Carried(i int) []words.Carried {
	list := ReadAs(s, i, func(text string) ([]words.Carried, error) { return words.ParseCarried(s.lang.subjects, text) })
	s.Facts.Carries = append(s.Facts.Carries, list...)
	return list
}

// Phrases lists every sentence form that feature files may use.
func (l *Language) Phrases() []Phrase { return l.phrases() }

// Read reads one sentence of a feature.
func (l *Language) Read(text string) (*plan.Step, error) {
	for _, p := range l.phrases() {
		if !strings.Contains(text, p.literal) {
			continue // a regular expression takes a hundred times as long to find that out
		}
		m := p.re.FindStringSubmatch(text)
		if m == nil {
			continue
		}
		s := &Sentence{SetUp: p.Keyword == "Given", lang: l, parts: m}
		body := p.Read(s)
		said := make([]plan.Said, 0, len(p.varies))
		for i, part := range p.varies {
			if m[i+1] != "" {
				said = append(said, plan.Said{Part: part, Text: m[i+1]})
			}
		}
		return &plan.Step{Said: said, Text: text, Keyword: p.Keyword, Judging: p.Keyword == "Then", Facts: s.Facts, Body: body}, s.err
	}
	word, known := l.strange(text)
	unknown := words.NotKnown(word, "no phrase matches; `ifmatch list phrases` shows all phrases", known)
	unknown.Similar = l.similar(text)
	return nil, unknown
}
