package scenario

import (
	"cmp"
	"context"
	"net/http"
	"regexp"
	"time"

	"ifmatch/internal/target"
	"ifmatch/reports"
	"ifmatch/steps/plan"
	"ifmatch/steps/verdict"
	"ifmatch/steps/words"
)

// Service is what a room brings: the tables of its language, and clients.
type Service struct {
	Name    target.Service
	Lexicon Lexicon
	// Open makes a client of the session's service that sends through transport; nil means the
	// session's own. It makes no request: what is wrong shows in the answer to the first operation.
	Open func(s *target.Session, transport http.RoundTripper, a Access) Client
}

// Lexicon is the language of one service, as tables. To add a kind of resource, a state, an
// operation, a request term, a response subject or a sentence, edit one of them.
type Lexicon struct {
	Kinds      []*Kind
	Operations []Operation
	Terms      []Term
	Subjects   []Subject
	Phrases    []Phrase
	Hooks      Hooks
	Greeting   Greeting
	Leftovers  Leftovers
	Pairs      Pairs
	// Account looks at what the service shows of the kind of its account; nil: it shows nothing. It may
	// make a resource of that name, and deletes it again.
	Account func(ctx context.Context, c Client, name string, see *Sight)
	// Uses adds the operations that a case needs in addition to those it names; nil: none.
	Uses func(c plan.Case) []string
	// Withholds names the permission that a refusal says the account grants to no client;
	// empty: the refusal says nothing like that. Nil: none does.
	Withholds func(req *http.Request, resp *http.Response) string
}

// Kind is a sort of resource.
type Kind struct {
	Word  string // the name of the kind in features: "page blob"
	Label string // the label of a nameless one in its scenario: "blob"
	In    string // the word of the kind it lies in; empty: it lies in nothing
	// Means says what it is, for docs/words.md.
	Means string
	// Name makes the address of the resource that its scenario calls name; an empty name
	// means the nameless one.
	Name func(w *World, name string) Address
	// Pick chooses among several kinds by what the scenario does with the resource of that
	// label; its result is nil if no kind fits. A nil Pick means that there is only one kind.
	Pick func(w *World, label string) *Kind
	// Own makes what Resource.Own holds; nil: nothing.
	Own func(w *World, r Address) (own any, made State)

	// Givens are the states in which a scenario can find the resource.
	Givens []Given
	// Create names the operation that creates one where the story is not about it.
	Create string
	// Delete names the operation that deletes one; empty: no probe needs it. Taken is the minimum
	// time for which the name of a deleted one stays taken.
	Delete string
	Taken  time.Duration
	// Reads name the operations that its snapshot cannot do without. By the first of them clients read it, too.
	Reads []string
	// Read takes a full snapshot.
	Read func(ctx context.Context, w *World, c Client, r Address) (State, error)
	// Glance is what a look at a set-up leaves out; nil: nothing.
	Glance *Glance
	// Ignores are the fields that are not compared as a whole after a build.
	Ignores []Field
	// Misread names the read that, by another operation's answer, shows t where it is hidden; empty: none. Nil: no other operation
	// tells.
	Misread func(ctx context.Context, w *World, t *Resource) string
	// Timeless says that time alone changes nothing of its state. What a lock hides is then known after a while, too.
	Timeless bool
	// Remove deletes one at the end: clean-up, best effort. Nil: it disappears with what it
	// lies in.
	Remove func(ctx context.Context, c Client, r Address) error
	// Foreign is an ETag in the service's form that the service never issued; nil: the kind has no ETags.
	Foreign func(random uint64) string
	// SAS signs a SAS that refers to a stored access policy of the resource; nil: the kind has none.
	SAS func(s *target.Session, r Address, policy string) (string, error)

	// Lease describes its lease; nil: the kind has none.
	Lease *Lease
	// Number, Versions and Holds serve the sentences about races; nil: the kind has no such races.
	Number   *Number
	Versions *Versions
	Holds    func(ctx context.Context, w *World, t *Resource, wrote *Act) error
	// Answered compares the answer to a read with the state that was read before it, and
	// returns the first difference, if any. Nil: nothing is known about its answers.
	Answered func(ac *Act) (Difference, bool)
	// Turn is what an act does when its turn comes among others that were sent at once. It returns
	// false if the documents have it refused. Nil: the conditions of its request decide, as in Plain.
	Turn func(now Standing, ac *Act) (Standing, bool)
	// Token is the Standing.Token before; nil: lease id A.
	Token func(t *Resource) string
	// Look lets a reader look at t once by an operation; nil: it sends the operation.
	Look func(ctx context.Context, w *World, reader *Actor, op Operation, t *Resource) (*Act, error)
	// Listed are the operations on what it lies in that show it, and what they show of it.
	Listed map[string][]Field

	// Service is the one that the kind belongs to; the language knows it.
	Service target.Service
}

// Given is one state in which a scenario can find a resource.
type Given struct {
	Words, Means string // "holds <n> messages", and what is then prepared
	// Read recognises the words of the state; false: they are another state's.
	Read func(words string) (p Prepared, ok bool, err error)
}

// Prepared is a state that a sentence asked for.
type Prepared struct {
	Words string
	// Build brings the resource, named but not yet made, into the state.
	Build func(ctx context.Context, w *World, t *Resource) error
	// Verify checks in more detail what was read back, and notes what follows from it; nil: nothing more to do.
	Verify func(ctx context.Context, w *World, t *Resource, st State) error
	// Needs are the fields without which the state is not the one asked for. If any other
	// field differs, the scenario goes on with what it found.
	Needs  []Field
	Absent bool // the resource does not exist in this state
	Lively bool // the state changes over time, as a lease does
	Waits  int  // seconds that the set-up lets pass
	// Uses names the operations that Build needs in addition to Kind.Create.
	Uses []string
}

// Fixed is a state with fixed words.
func Fixed(words, means string, p Prepared) Given {
	p.Words = words
	return Given{words, means, func(s string) (Prepared, bool, error) { return p, s == words, nil }}
}

// Varying is a state whose words vary: read makes it of what the pattern, a regular expression for all of
// them, captures.
func Varying(words, means, pattern string, read func(captured []string) (Prepared, error)) Given {
	re := regexp.MustCompile("^(?:" + pattern + ")$")
	return Given{words, means, func(s string) (Prepared, bool, error) {
		m := re.FindStringSubmatch(s)
		if m == nil {
			return Prepared{}, false, nil
		}
		p, err := read(m[1:])
		return p, true, err
	}}
}

// Term is a request term whose words are read as a Fill.
type Term = words.Term

// Fill puts what was asked for into a request, or leaves out what would be sent by default.
type Fill func(q *Asking) error

// Asking is a request that is being built.
type Asking struct {
	World    *World
	Actor    *Actor
	Op       Operation
	Resource *Resource
	Req      Request
}

// NewTerm makes a term whose words are read as a V and put into a request of type R.
func NewTerm[R Request, V any](key, values, means string, read func(string) (V, error), apply func(q *Asking, req R, v V) error) Term {
	return Term{Key: key, Values: values, Means: means, Read: func(s string) (any, error) {
		v, err := read(s)
		return Fill(func(q *Asking) error { return apply(q, q.Req.(R), v) }), err
	}}
}

// ValueTerm makes a term whose value goes into a request of type R independently of other terms.
func ValueTerm[R Request, V any](key, values, means string, read func(string) (V, error), set func(req R, v V)) Term {
	return NewTerm(key, values, means, read, func(_ *Asking, req R, v V) error { set(req, v); return nil })
}

// TextTerm makes a term whose words go into a request of type R as they are.
func TextTerm[R Request](key, values, means string, set func(req R, v string)) Term {
	return ValueTerm(key, values, means, AsText, set)
}

// AsText leaves words as they are.
func AsText(s string) (string, error) { return s, nil }

// Omits adds the meaning of "no KEY": leave out what would be sent by default.
func Omits[R Request](t Term, leave func(req R)) Term {
	t.Omits = Fill(func(q *Asking) error { leave(q.Req.(R)); return nil })
	return t
}

// Subject is a response subject that knows how it is judged.
type Subject struct {
	words.Subject
	// Judge compares the answer with what is said of it; nil: as judge.Header does.
	Judge func(j *Judging) error
	// Value reads a value from the body; nil: it is in the header.
	Value func(resp Response) string
}

// HeaderSubject is a header that is judged by its plain value.
func HeaderSubject(name, header, means string) Subject {
	return Subject{Subject: words.Subject{Name: name, Header: header, Means: means}}
}

// Hooks are a room's hooks into a scenario. Each may be nil.
type Hooks struct {
	// Ready reads, before an act, what else the act may change, and completes the set-up.
	Ready func(ctx context.Context, w *World, op Operation, t *Resource) error
	// Defaults fills in what a sentence leaves unsaid, before its terms are applied; Finish
	// fills in what follows from the terms.
	Defaults func(q *Asking)
	Finish   func(q *Asking)
	// Learned records what a successful answer taught a client, or w.Keeper in the set-up.
	Learned func(w *World, a *Actor, ac *Act)
	// SetUpAtFault checks, after an answer that was not as promised, whether the set-up is at fault
	// although none of its reads could show it; its error is a verdict.
	SetUpAtFault func(ctx context.Context, w *World) error
	// Received judges whether a reader's answer is the old or the new version.
	Received func(w *World, ac *Act, which string) error
}

// Lease describes how to use the lease of a kind of resource.
type Lease struct {
	// Operations is the prefix of the names of its operations: "Lease Blob ".
	Operations string
	// Probe names a read that takes the lease id: it is refused with any id other than the
	// active lease's.
	Probe string
	// Modify changes the resource.
	Modify func(ctx context.Context, w *World, t *Resource) error
	// Forgotten: a write erases the memory of a lease that has ended.
	Forgotten bool
	// Endless: leases never expire, and a break ends them at once.
	Endless bool
}

// Number describes how clients count in a resource.
type Number struct {
	Put string // the operation that writes it
	// In reads the number in the answer to a read.
	In func(resp Response) string
	// Shown is the number in a state.
	Shown func(st State) string
	// Write is the request that writes n.
	Write func(n int) Request
}

// Versions describes how a resource is replaced again and again while others read it.
type Versions struct {
	// Draft is version v of what a writer writes by that operation: the same letter
	// throughout, so that a torn read would show two.
	Draft func(op string, v int) Request
	// Shows returns which of the versions a read shows, whole: its index among them, or -1 if
	// it does not matter which. Its error is the verdict on a read that shows none.
	Shows func(w *World, t *Resource, versions []State) func(ac *Act) (int, error)
}

// Greeting is the one harmless request of a service that a preflight sends.
type Greeting struct {
	Operation string
	Of        Address // the account, as the room calls it
	Request   func() Request
}

// Leftovers says how to find and delete what an interrupted run left behind.
type Leftovers struct {
	What   string // "container"
	List   func(ctx context.Context, c Client, prefix string) ([]string, error)
	Remove func(ctx context.Context, c Client, name string) error
}

// LeftoversOf are the leftovers that a client C lists by name; of returns the address of a name.
func LeftoversOf[C Client](what string, list func(ctx context.Context, c C, prefix string) ([]string, error), of func(name string) Address, remove func(ctx context.Context, c Client, r Address) error) Leftovers {
	return Leftovers{What: what,
		List:   func(ctx context.Context, c Client, prefix string) ([]string, error) { return list(ctx, c.(C), prefix) },
		Remove: func(ctx context.Context, c Client, name string) error { return remove(ctx, c, of(name)) }}
}

// Body performs a sentence.
type Body func(ctx context.Context, w *World) error

// Phrase is one sentence form of the feature files. Variety lives in the cells.
type Phrase struct {
	Keyword string // Given, When or Then: where it is meant to stand
	// Pattern is an anchored regular expression, in which {who}, {operation},
	// {resource}, {named} and {with} stand for what NewLanguage knows.
	Pattern string
	Example string
	// Read turns a sentence that fits into its body, once, when the plan is made.
	Read func(s *Sentence) Body

	re      *regexp.Regexp
	literal string   // what stands in every sentence that fits
	varies  []string // the names of the parts that it captures
}

// Judging is one thing that a response is said to carry, together with the response.
type Judging struct {
	World *World
	Act   *Act
	words.Carried
	Got string // the header that the subject is about
}

// Wrong is the verdict on a header that differs from what is said of it.
func (j *Judging) Wrong(want string) error {
	return j.Other(j.Subject, want, cmp.Or(j.Got, "none"))
}

// Other is the verdict on anything else in the response that differs.
func (j *Judging) Other(what, want, got string) error {
	return verdict.In(verdict.Failed(j.Act.Op.Name+" returned the wrong "+what, want, got), reports.InResponse, j.Act.Op.Name, j.Subject)
}
