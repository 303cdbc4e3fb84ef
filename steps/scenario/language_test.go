package scenario

import (
	"context"
	"errors"
	"regexp/syntax"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"ifmatch/internal/target"
	"ifmatch/steps/plan"
	"ifmatch/steps/words"
)

// states are fixed words for states; only the last of them needs a wait.
func states(all ...string) []Given {
	var out []Given
	for i, s := range all {
		p := Prepared{Build: func(context.Context, *World, *Resource) error { return errors.New(s) }}
		if i > 0 && i == len(all)-1 {
			p.Waits = 15
		}
		out = append(out, Fixed(s, "", p))
	}
	return out
}

// asks is a request of the rooms.
type asks struct {
	Base
	Colour string
}

func (asks) Exact() []Header { return nil }

func operation(name string, kinds ...string) Operation {
	return Typed[any, Address, asks, struct{}]{Facts: Facts{Name: name, Kinds: kinds, Success: 200}}.Operation()
}

// boxes and jars both have a lid; boxes hold toys.
func boxes() Service {
	return Service{Name: target.Blob, Lexicon: Lexicon{
		Kinds:      []*Kind{{Word: "box", Label: "box", Givens: states("exists", "is open")}, {Word: "red toy", Label: "toy"}, {Word: "lid", Label: "lid", Givens: states("exists", "is shut")}},
		Operations: []Operation{operation("Open Box", "box"), operation("Get Toy", "red toy")},
		Terms:      []Term{TextTerm("colour", "any", "", func(q *asks, v string) { q.Colour = v })},
		Subjects:   []Subject{{Subject: words.Subject{Name: "ETag", Words: []string{"new"}}}},
		Phrases: []Phrase{{Keyword: "Then", Pattern: `the {resource}{named} rattles`, Read: func(s *Sentence) Body {
			s.Label(1, 2)
			return nothing
		}}},
	}}
}

func jars() Service {
	return Service{Name: target.Queue, Lexicon: Lexicon{
		Kinds:      []*Kind{{Word: "jar", Label: "jar"}, {Word: "lid", Label: "jar lid", Givens: states("exists", "is tight", "is shut")}},
		Operations: []Operation{operation("Shake Jar", "jar")},
		Subjects:   []Subject{{Subject: words.Subject{Name: "ETag", Words: []string{"new", "odd"}}}},
	}}
}

func nothing(context.Context, *World) error { return nil }

// generic are sentences about no room in particular.
func generic() []Phrase {
	return []Phrase{
		{Keyword: "Given", Pattern: `an? {resource}{named} that (.+)`, Read: func(s *Sentence) Body {
			prepared := s.Given(1, 3)
			return func(ctx context.Context, w *World) error {
				k, p := prepared(w)
				return errors.Join(errors.New(string(k.Service)), p.Build(ctx, w, nil))
			}
		}},
		{Keyword: "When", Pattern: `{who} sends {operation}(?: to "([a-z]+)")?{with}`, Read: func(s *Sentence) Body {
			op := s.Operation(2)
			s.On(op, 3)
			s.Request(op, 4)
			s.Facts.Sends = true
			return nothing
		}},
		{Keyword: "Then", Pattern: `it carries (.+)`, Read: func(s *Sentence) Body {
			s.Carried(1)
			return nothing
		}},
	}
}

func TestRoomsMakeOneLanguage(t *testing.T) {
	t.Parallel()
	l := NewLanguage(generic(), boxes(), jars())
	var got []string
	for _, op := range l.Operations {
		got = append(got, op.Name+" of "+string(op.Service)+" on the "+op.On)
	}
	if d := cmp.Diff([]string{"Open Box of blob on the box", "Get Toy of blob on the toy", "Shake Jar of queue on the jar"}, got); d != "" {
		t.Errorf("operations -want +got:\n%s", d)
	}
	if op, err := l.Operation("Open Jar"); err == nil {
		t.Errorf("an operation that no room has: %+v", op)
	}
	if len(l.Phrases()) != 4 || l.Phrases()[3].Pattern != `^the (box|red toy|lid|jar)(?: "([^"]+)")? rattles$` {
		t.Errorf("phrases: %+v", l.Phrases())
	}
	for text, want := range map[string]string{"a new ETag": "", "an odd ETag": "", "an even ETag": `"even" cannot be said of ETag`} {
		if _, err := l.Read("it carries " + text); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("it carries %s: %v, want %q", text, err, want)
		}
	}
	if d := cmp.Diff([]string{"new"}, l.Lexicon(target.Blob).Subjects[0].Words); d != "" {
		t.Errorf("the words of one room changed with those of another -want +got:\n%s", d)
	}
}

func TestRoomsThatContradictEachOtherAreABug(t *testing.T) {
	t.Parallel()
	homeless := boxes()
	homeless.Lexicon.Operations = append(homeless.Lexicon.Operations, operation("Shut Drawer", "drawer"))
	for want, f := range map[string]func(){
		"two operations are called Open Box":                      func() { NewLanguage(nil, boxes(), boxes()) },
		"no kind is called drawer":                                func() { NewLanguage(nil, homeless) },
		`no operation is called "Open Jar"`:                       func() { NewLanguage(nil, boxes()).Must("Open Jar") },
		`"is shut" is not a state in which a box can be prepared`: func() { boxes().Lexicon.Kinds[0].Prepared("is shut") },
	} {
		func() {
			defer func() {
				got := recover()
				if err, ok := got.(error); ok {
					got = err.Error()
				}
				if got != want {
					t.Errorf("panic with %v, want %q", got, want)
				}
			}()
			f()
		}()
	}
}

func TestSentencesTellTheirFacts(t *testing.T) {
	t.Parallel()
	l := NewLanguage(generic(), boxes(), jars())
	tests := map[string]plan.Facts{
		`a box that exists`:                          {About: []string{"box"}, State: "exists"},
		`a box "other" that is open`:                 {About: []string{"box"}, State: "is open", Wait: 15 * time.Second},
		`Ann sends Open Box`:                         {Sends: true, Operations: []string{"Open Box"}, On: "box"},
		`a client sends Get Toy to "other"`:          {Sends: true, Operations: []string{"Get Toy"}, On: "other"},
		`another client sends Get Toy with nothing`:  {Sends: true, Operations: []string{"Get Toy"}, On: "toy"},
		`the reader sends Get Toy with colour "a,b"`: {Sends: true, Operations: []string{"Get Toy"}, On: "toy", Terms: []string{"colour"}, Asked: []words.Asked{{Key: "colour", Words: `"a,b"`}}},
		`the red toy rattles`:                        {About: []string{"red toy"}},
	}
	for text, want := range tests {
		step, err := l.Read(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if d := cmp.Diff(want, step.Facts, cmpopts.IgnoreFields(words.Asked{}, "Value")); d != "" || step.Text != text || step.Body.(Body) == nil {
			t.Errorf("%s -want +got:\n%s", text, d)
		}
	}
}

func TestSentencesThatCannotBeRead(t *testing.T) {
	t.Parallel()
	l := NewLanguage(generic(), boxes(), jars())
	for text, want := range map[string]string{
		"":                                     "no phrase matches",
		"a box that exists ":                   `"exists " is not a state in which a box can be prepared`,
		"a red toy that exists":                "is not a state in which a red toy can be prepared",
		"a drawer that exists":                 "no phrase matches",
		"a lid that is tight":                  `"is tight" is not a state in which a lid can be prepared`, // only one of two services knows it
		"Ann sends Open Jar":                   `no operation is called "Open Jar"`,
		"Ann sends Shake Jar with colour blue": "names nothing that a request can carry", // a term of the other service
		"ann sends Open Box":                   "no phrase matches",
	} {
		if step, err := l.Read(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q is read as %+v, %v, want an error with %q", text, step, err, want)
		}
	}
}

// TestAKindOfSeveralServicesIsThatOfTheCase: an account has properties in each service.
func TestAKindOfSeveralServicesIsThatOfTheCase(t *testing.T) {
	t.Parallel()
	l := NewLanguage(generic(), boxes(), jars())
	step, err := l.Read("a lid that is shut")
	if err != nil {
		t.Fatal(err)
	}
	for _, service := range []string{"blob", "queue", "table"} {
		want := service
		if service == "table" { // it has none of its own
			want = "blob"
		}
		err := step.Body.(Body)(t.Context(), &World{Stage: &Stage{Language: l}, Case: plan.Case{Service: service}})
		if got := strings.Split(err.Error(), "\n"); !slices.Equal(got, []string{want, "is shut"}) {
			t.Errorf("for a case of the %s service the lid is that of %q", service, got)
		}
	}
}

func TestTermsGoIntoTheRequest(t *testing.T) {
	t.Parallel()
	l := NewLanguage(generic(), boxes())
	op := l.Must("Open Box")
	q := &Asking{Op: op, Req: op.Request()}
	fill, err := l.Lexicon(op.Service).Terms[0].Read("blue")
	if err == nil {
		err = fill.(Fill)(q)
	}
	if err != nil || q.Req.(*asks).Colour != "blue" {
		t.Errorf("asked for %+v, %v", q.Req, err)
	}
}

func TestLiteralStandsInEveryMatch(t *testing.T) {
	t.Parallel()
	for pattern, want := range map[string]string{
		`^the service answers (.+)$`:               "the service answers ",
		`^([a-z]+) sends (\d+)(?: to "([^"]+)")?$`: " sends ",
		`^exactly (\d+) gets? (.+) and the rest$`:  " and the rest",
		`^(one|two)$`:              "",
		`^(?:maybe this)?$`:        "",
		`^(?i)whatever case$`:      "",
		`^(abc)+ d$`:               "abc",
		`^a(?:bc){2,}$`:            "a",
		`^never less (?:than so)*`: "never less ",
	} {
		tree, err := syntax.Parse(pattern, syntax.Perl)
		if err != nil {
			t.Fatal(err)
		}
		if got := literal(tree); got != want {
			t.Errorf("%s: %q, want %q", pattern, got, want)
		}
	}
}

// TestEveryPartHasItsPlace: the parts that a pattern names are those that its expression captures.
func TestEveryPartHasItsPlace(t *testing.T) {
	t.Parallel()
	for pattern, want := range map[string][]string{
		`{who} sends {operation}(?: to "([^"]+)")?{with}`: {"who", "operation", "", "with"},
		`an? {resource}{named} that (.+)`:                 {"resource", "named", ""},
		`a \(bracket\) and (\d+(?:\.\d)? s)`:              {""},
	} {
		if p := compile(nil, []Phrase{{Pattern: pattern}})[0]; p.re.NumSubexp() != len(want) || !slices.Equal(p.varies, want) {
			t.Errorf("%s has %d parts, and captures %q, want %q", pattern, p.re.NumSubexp(), p.varies, want)
		}
	}
}
