package scenario

import (
	"context"
	"net/http"
	"regexp"

	"ifmatch/internal/target"
	"ifmatch/steps/plan"
	"ifmatch/steps/words"
)

// Service is what a room brings: the tables of its language, and clients.
type Service interface {
	Name() target.Service
	Lexicon() Lexicon
	// Open makes a client of the session's service that sends through transport.
	// It makes no request.
	Open(s *target.Session, transport http.RoundTripper, a Access) (Client, error)
}

// Lexicon is the language of one service, as tables. Whoever adds a kind of resource, a state,
// an operation, a request term, a response subject or a sentence edits one of them.
type Lexicon struct {
	Kinds      []*Kind
	Operations []Operation
	Terms      []Term
	Subjects   []Subject
	Phrases    []Phrase
	Moments    Moments
	Greeting   Greeting
	Leftovers  []Leftovers
	// Permissions say by operation what an account SAS must grant. Uses adds the
	// operations that a case needs beside those it names; nil: none.
	Permissions map[string]Permission
	Uses        func(c plan.Case) []string
	// Withholds names the permission that a refusal says the account gives to nobody;
	// empty: it says nothing of the kind. Nil: none does.
	Withholds func(req *http.Request, resp *http.Response) string
}

// Kind is a sort of resource.
type Kind struct {
	Word  string // what features call it: "page blob"
	Label string // what a nameless one is called in its scenario: "blob"
	In    string // the word of what it lies in; empty: it lies in nothing
	// Means says what it is, for docs/words.md.
	Means string
	// Name makes the address of one that is called name in its scenario; empty: it
	// has none.
	Name func(w *World, name string) Resource
	// Pick chooses among several kinds by what the scenario does with the resource of
	// that label; nil: it is one kind. No kind that fits is nil.
	Pick func(w *World, label string) *Kind
	// Own makes what Thing.Own holds; nil: nothing.
	Own func(w *World, r Resource) (own any, made State)

	// Givens are the states in which a scenario can find it.
	Givens []Given
	// Create names the operation that makes one, where the story is not about it.
	Create string
	// Delete names the operation that deletes one; empty: no probe needs it.
	Delete string
	// Reads name the operations of its snapshot that cannot be left out.
	Reads []string
	// Learn names the operation by which a client gets to know it.
	Learn string
	// Read takes a full snapshot.
	Read func(ctx context.Context, w *World, c Client, r Resource) (State, error)
	// Ignores are the fields that what was built is not held to as a whole.
	Ignores []Field
	// Remove deletes one at the end: clean-up, best effort. Nil: it goes with what it
	// lies in.
	Remove func(ctx context.Context, c Client, r Resource) error
	// Foreign is an ETag of the service's form that it never gave out; nil: it gives none.
	Foreign func(random uint64) string
	// SAS signs a SAS that hangs on a stored access policy of the resource; nil: it has none.
	SAS func(s *target.Session, r Resource, policy string) (string, error)

	// Lease says how its lease is reached; nil: it has none.
	Lease *Lease
	// Number, Versions and Holds serve the sentences about races; nil: there are none.
	Number   *Number
	Versions *Versions
	Holds    func(ctx context.Context, w *World, t *Thing, wrote *Act) error
	// Answered holds the answer to a read against the state that was read before it: what
	// differs first, if anything. Nil: nothing is known of its answers.
	Answered func(ac *Act) (Difference, bool)

	service target.Service
}

// Service is the service that the kind belongs to.
func (k *Kind) Service() target.Service { return k.service }

// Given is one state in which a scenario can find a resource.
type Given struct {
	Words, Means string // "holds <n> messages", and what is prepared then
	// Read recognises the words of the state; false: they are of another.
	Read func(words string) (p Prepared, ok bool, err error)
}

// Prepared is a state that a sentence asked for.
type Prepared struct {
	Words string
	// Build brings about the state of a resource that was named and not made yet.
	Build func(ctx context.Context, w *World, t *Thing) error
	// Done is told once the resource was read back; nil: nothing more to do.
	Done func(w *World, t *Thing)
	// Verify looks closer at what was read back; nil: it is what was asked for.
	Verify func(ctx context.Context, w *World, t *Thing, st State) error
	// Needs are the fields without which the state is another. Of any other the
	// scenario goes on with what it found.
	Needs  []Field
	Absent bool // the resource does not exist then
	Lively bool // the state goes on by itself, as a lease does
	Waits  int  // seconds that the set-up lets pass
	// Uses names the operations that Build takes beside Kind.Create.
	Uses []string
}

// Fixed is a state of fixed words.
func Fixed(words, means string, p Prepared) Given {
	p.Words = words
	return Given{words, means, func(s string) (Prepared, bool, error) { return p, s == words, nil }}
}

// Term is a request term that knows what it puts into a request.
type Term struct {
	words.Term
	apply func(q *Asking, v any) error
	leave func(q *Asking)
}

// Asking is a request that is put together.
type Asking struct {
	World *World
	Actor *Actor
	Op    Operation
	Thing *Thing
	Req   Request
}

// NewTerm makes a term whose words are read as a V and put into a request of type R.
func NewTerm[R Request, V any](key, values, means string, read func(string) (V, error), apply func(q *Asking, req R, v V) error) Term {
	return Term{
		Term: words.Term{Key: key, Values: values, Means: means, Read: func(s string) (any, error) { return read(s) }},
		apply: func(q *Asking, v any) error {
			return apply(q, q.Req.(R), v.(V))
		},
	}
}

// ValueTerm makes a term whose value goes into a request of type R whatever else is asked.
func ValueTerm[R Request, V any](key, values, means string, read func(string) (V, error), set func(req R, v V)) Term {
	return NewTerm(key, values, means, read, func(_ *Asking, req R, v V) error { set(req, v); return nil })
}

// TextTerm makes a term whose words go into a request of type R as they are.
func TextTerm[R Request](key, values, means string, set func(req R, v string)) Term {
	return ValueTerm(key, values, means, AsText, set)
}

// AsText leaves words as they are.
func AsText(s string) (string, error) { return s, nil }

// Omits adds what "no KEY" does: leave out what would be sent by default.
func Omits[R Request](t Term, leave func(req R)) Term {
	t.Term.Omits = true
	t.leave = func(q *Asking) { leave(q.Req.(R)) }
	return t
}

// Subject is a response subject that knows how it is judged.
type Subject struct {
	words.Subject
	// Judge holds the answer against what is said of it; nil: JudgeHeader.
	Judge func(j *Judging) error
	// Value reads what stands in the body; nil: it is the header.
	Value func(resp Response) string
}

// HeaderSubject is a header that is judged as it stands.
func HeaderSubject(name, header, means string) Subject {
	return Subject{Subject: words.Subject{Name: name, Header: header, Means: means}}
}

// Moments are what a room does as a scenario goes on. Each may be nil.
type Moments struct {
	// Ready reads what else an act may change, before it, and completes the set-up.
	Ready func(ctx context.Context, w *World, op Operation, t *Thing) error
	// Defaults fills in what a sentence leaves unsaid, before its terms; Finish
	// what follows from them.
	Defaults func(q *Asking)
	Finish   func(q *Asking)
	// Built takes note of an operation of the set-up that succeeded.
	Built func(w *World, ac *Act)
	// Learned takes note of what a successful answer taught a client.
	Learned func(w *World, a *Actor, ac *Act)
	// Doubt looks, after an answer that was not as promised, whether the fault lies with
	// the set-up, where none of its reads could show it; its error is a verdict.
	Doubt func(ctx context.Context, w *World) error
	// Received tells whether a reader's answer is the old or the new version.
	Received func(w *World, ac *Act, which string) error
}

// Lease is how the lease of a kind of resource is reached.
type Lease struct {
	// Operations begins the names of the operations on it: "Lease Blob ".
	Operations string
	// Probe names a read that takes the id: one with another id than the active
	// lease's is refused.
	Probe string
	// Modify changes the resource.
	Modify func(ctx context.Context, w *World, t *Thing) error
	// Forgotten: a write ends the memory of a lease that is over.
	Forgotten bool
	// Endless: there are no other leases than such that never end, and a break ends
	// them at once.
	Endless bool
}

// Number is how clients count in a resource.
type Number struct {
	Get, Put string // the operations that read and write it
	// In reads the number in the answer to Get.
	In func(resp Response) string
	// Shown is the number in a state.
	Shown func(st State) string
	// Write is the request that writes n.
	Write func(n int) Request
}

// Versions is how a resource is replaced again and again while others read it.
type Versions struct {
	Get string // the operation that reads it, where a sentence names none
	// Draft is version v of what a writer writes by that operation: one letter
	// throughout, of which a torn read would show two.
	Draft func(op string, v int) Request
	// Look lets a reader look at t once by an operation; nil: it sends it.
	Look func(ctx context.Context, w *World, reader *Actor, op Operation, t *Thing) ([]*Act, error)
	// Shows tells which of the versions a read shows, whole: its place among them, or -1
	// where it does not matter which. Its error is the verdict on a read that shows none.
	Shows func(w *World, t *Thing, versions []State) func(ac *Act) (int, error)
}

// Greeting is the one harmless request of a service that a preflight sends.
type Greeting struct {
	Operation string
	Of        Resource // the account, as the room calls it
	Request   func() Request
}

// Leftovers is how what an interrupted run left behind is found and deleted.
type Leftovers struct {
	What   string // "container"
	List   func(ctx context.Context, c Client, prefix string) ([]string, error)
	Remove func(ctx context.Context, c Client, name string) error
}

// LeftoversOf are those that a client C lists, each at the address that of gives.
func LeftoversOf[C Client](what string, list func(ctx context.Context, c C, prefix string) ([]string, error), of func(name string) Resource, remove func(ctx context.Context, c Client, r Resource) error) []Leftovers {
	return []Leftovers{{What: what,
		List:   func(ctx context.Context, c Client, prefix string) ([]string, error) { return list(ctx, c.(C), prefix) },
		Remove: func(ctx context.Context, c Client, name string) error { return remove(ctx, c, of(name)) }}}
}

// Body is what a sentence does when it is its turn.
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
	literal string // what stands in every sentence that fits
}
