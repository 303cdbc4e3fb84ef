package scenario

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"ifmatch/reports"
	"ifmatch/steps/verdict"
)

// Resource is one of the scenario, with what is known about its versions.
type Resource struct {
	Label   string // its name, or the label of a nameless one of its kind
	Kind    *Kind
	Address Address
	ETags   []string // every ETag it was seen under, oldest first
	Known   []string // those before the last act
	Now     State    // as last read; nil when something may have changed it
	Before  State    // before the last act
	Act     *Act     // the last act on it
	State   string   // the state in which the scenario was to find it
	// Claimed is the ETag in the last answer of the set-up; empty if it had none.
	Claimed string
	// Made is what the set-up asked for as a whole; nil where the room does not keep it.
	Made State
	by   map[Field]string           // the operation of the set-up that last set a field of Made
	past []string                   // the operations that changed it, the first one first
	off  map[Field]*verdict.Finding // the fields that are not as in Made, and why
	// Rests, if not nil, checks in a state what the next operation of the set-up rests on and
	// Made does not hold; its error is a verdict.
	Rests func(ctx context.Context, st State) error
	// Deleted is what it was before its last deletion, and Version that of the deletion, as a list shows it.
	Deleted State
	Version string
	// Own is what else the room remembers about it; see Kind.Own.
	Own any
}

// Note remembers an ETag that the resource was seen under. If it was seen with and without
// quotes, clients send the form with quotes.
func (t *Resource) Note(etag string) {
	n := len(t.ETags)
	switch {
	case etag == "":
	case n == 0 || !SameETag(t.ETags[n-1], etag):
		t.ETags = append(t.ETags, etag)
	case len(etag) > len(t.ETags[n-1]):
		t.ETags[n-1] = etag
	}
}

// Believe makes the ETag of a read-back the current one, in place of a different one that the
// last answer of the set-up claimed.
func (t *Resource) Believe(etag string) {
	if etag == "" || SameETag(etag, t.Claimed) {
		return
	}
	t.ETags = slices.DeleteFunc(t.ETags, func(e string) bool { return SameETag(e, t.Claimed) || SameETag(e, etag) })
	t.Note(etag)
}

// Current is the newest ETag that the resource was seen under, empty if none.
func (t *Resource) Current() string {
	if n := len(t.ETags); n > 0 {
		return t.ETags[n-1]
	}
	return ""
}

// Began is the state before the last act, with the ETags that the resource had before that.
func (t *Resource) Began() State {
	before := t.Before.Clone()
	s := before.Common()
	s.Seen = slices.DeleteFunc(slices.Clone(t.Known), func(e string) bool { return e == s.ETag })
	return before
}

// MadeBy records the operation that set these fields of what t should be now.
func (t *Resource) MadeBy(operation string, fields ...Field) {
	if t.by == nil {
		t.by = map[Field]string{}
	}
	for _, f := range fields {
		t.by[f] = operation
	}
}

// ChangedBy records an operation that changed the resource.
func (t *Resource) ChangedBy(operation string) { t.past = append(t.past, operation) }

// Changes lists the operations that changed the resource, each once, the latest first.
func (t *Resource) Changes() []string {
	var out []string
	for _, op := range slices.Backward(t.past) {
		if !slices.Contains(out, op) {
			out = append(out, op)
		}
	}
	return out
}

// maker is the operation of the set-up that last set a field, or else made the resource. Every
// change sets the stamps.
func (t *Resource) maker(of Field) string {
	if changes := t.Changes(); len(changes) > 0 && (of == FieldETag || of == FieldLastModified) {
		return changes[0]
	}
	for _, f := range []Field{of, FieldExistence} {
		if name := t.by[f]; name != "" {
			return name
		}
	}
	if len(t.past) > 0 && !slices.Contains(t.past, t.Kind.Create) {
		return t.past[0] // the state is one without the resource
	}
	return t.Kind.Create
}

// lacks records why a field of t is not as asked; the first reason given stays.
func (t *Resource) lacks(of Field, f *verdict.Finding) {
	if t.off == nil {
		t.off = map[Field]*verdict.Finding{}
	}
	if t.off[of] == nil {
		t.off[of] = f
	}
}

// Unlike is the finding that a field is not as the set-up asked.
func (t *Resource) Unlike(of Field, want, got string) verdict.Finding {
	operation := t.maker(of)
	return verdict.Finding{Operation: operation, Respect: string(of), Want: want, Got: got, Differs: reports.InEffect,
		Reason: fmt.Sprintf("after %s the %s is not as asked: %s", operation, t.Label, of)}
}

// Require is the verdict on a case that needs a field of t to be as the set-up asked, when it is
// not; nil if it is.
func (t *Resource) Require(of Field) error {
	f := t.off[of]
	if f == nil {
		return nil
	}
	return verdict.BlockedBy(fmt.Sprintf("prepare a %s that %s: %s: want %s, got %s", f.Kind, f.State, f.Reason, f.Want, f.Got), f.Operation, f.Respect)
}

// lacksETag is the verdict on a case that needs an ETag which the service did not show; nil
// if nothing is known to be wrong.
func (t *Resource) lacksETag() error {
	if err := t.Require(FieldETag); err != nil || t.Now == nil {
		return err
	}
	return t.Now.Common().Require(FieldETag, "name an ETag of the "+t.Label)
}

// Make applies what an operation of the set-up asked for to what t should be now.
func (t *Resource) Make(ac *Act) {
	if t.Made == nil {
		return
	}
	before := t.Made
	t.Made = ac.Op.After(before, ac.Req, ac.Resp)
	if t.by == nil || before.Common().Exists != t.Made.Common().Exists {
		t.by = map[Field]string{}
	}
	for _, d := range Compare(before, t.Made) {
		t.by[d.Field] = ac.Op.Name
	}
	if ac.Op.Lease == LeaseSubject {
		t.by[FieldLease] = ac.Op.Name
	}
}

// Differs turns a list of differing fields into a verdict.
func (t *Resource) Differs(how string, diffs []Difference) error {
	if len(diffs) == 0 {
		return nil
	}
	var want, got []string
	for _, d := range diffs {
		want = append(want, fmt.Sprintf("%s %s", d.Field, d.Want))
		got = append(got, fmt.Sprintf("%s %s", d.Field, d.Got))
	}
	return t.Otherwise(verdict.Failed("the "+t.Label+" "+how, strings.Join(want, "; "), strings.Join(got, "; ")), diffs[0].Field)
}

// Otherwise blames the last act on t, if there is one, for a verdict on a field of t.
func (t *Resource) Otherwise(err error, of Field) error {
	operation := ""
	if t.Act != nil {
		operation = t.Act.Op.Name
	}
	return verdict.In(err, reports.InEffect, operation, string(of))
}

// Resources are those of a story, in the order in which they were made.
type Resources []*Resource

// Add makes a resource part of the story.
func (r *Resources) Add(t *Resource) { *r = append(*r, t) }

// Get returns the last resource with that label, nil if there is none.
func (r Resources) Get(label string) *Resource {
	for _, t := range slices.Backward(r) {
		if t.Label == label {
			return t
		}
	}
	return nil
}

// Named is Get, but an unknown label is an error.
func (r Resources) Named(label string) (*Resource, error) {
	if t := r.Get(label); t != nil {
		return t, nil
	}
	return nil, verdict.Miswritten("the scenario has no %s yet", label)
}

// Changed forgets the state of every resource: an act may have changed it.
func (r Resources) Changed() {
	for _, t := range r {
		t.Now = nil
	}
}

// Aged forgets what may have changed only because time passed.
func (r Resources) Aged() {
	for _, t := range r {
		if !t.Kind.Timeless {
			t.Now = nil
		}
	}
}

// Act is one operation that a client asked for, with its answer.
type Act struct {
	Op       Operation
	Req      Request
	Resp     Response
	Resource *Resource
	Sent     time.Time
	Answered time.Time
	Memory   Memory    // what the client knew about the resource before the answer
	Before   State     // of the resource, as the request was made
	Left     Remaining // time left on the timer that the act may have replaced
	// Between is for a read among writes: how many writes had been answered when it was sent,
	// and how many had been sent when it was answered. Of a request of a pair: the numbers of its
	// sending and its answer among all of them.
	Between [2]int
	// Lock is what it does to the lock of a file, if it is no request. Met: it took one while another act was under way, or
	// was under way while another took one.
	Lock Lock
	Met  bool
}

// Lock is what an act over SMB does to the lock of a file.
type Lock int

// An open that shares nothing takes the lock of a file, and its close ends it.
const (
	NoLock Lock = iota
	TakesLock
	EndsLock
)

// Differs is the verdict on an answer with another status than promised.
func (ac *Act) Differs(want string) error {
	return verdict.In(verdict.Failed(ac.Op.Name+" returned the wrong status", want, ac.Resp.String()), reports.InStatus, ac.Op.Name, ac.Respect())
}

// Respect names what the status of the answer depends on: the conditional headers and the
// lease id that were sent, or the operation alone.
func (ac *Act) Respect() string {
	var names []string
	for _, h := range slices.Concat(ac.Req.Common().Conditions(), ac.Req.Exact()) {
		name, conditional := h.Name, strings.HasPrefix(h.Name, "If-") || strings.Contains(h.Name, "-if-")
		if name == "x-ms-lease-id" && ac.Op.Lease != LeaseSubject {
			name, conditional = "lease id", true
		}
		if h.Value != nil && conditional {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return string(FieldStatus)
	}
	return strings.Join(names, ", ")
}

// MustSucceed returns a verdict unless the answer is the documented success.
func (ac *Act) MustSucceed() error {
	if ac.Resp.Status != ac.Op.Success {
		return ac.Differs(strconv.Itoa(ac.Op.Success))
	}
	return nil
}

// Memory is what a client knows about a resource from its own requests.
type Memory struct {
	ETag, LastModified string
	// Token is what the service gave this client for the resource: a lease id, a
	// pop receipt.
	Token string
}

// Crowd holds the answers to many concurrent clients.
type Crowd struct {
	Acts  []*Act
	Reads []*Act
	// Unknown is how many of its requests have an unknown outcome.
	Unknown int
	// Whole judges one read that was made while others wrote; nil if there were no reads.
	Whole func(*Act) error
}

// NameTaken starts a timer for how long the name of a deleted resource stays taken.
func (t *Timeline) NameTaken(ac *Act) {
	const timer = "deletion"
	switch kind := ac.Resource.Kind; {
	case kind.Taken == 0:
	case ac.Op.Name == kind.Delete:
		t.Start(timer, "the deletion of the "+kind.Label, kind.Taken, ac.Sent, ac.Answered)
	case ac.Op.Name == kind.Create:
		t.Stop(timer)
	}
}
