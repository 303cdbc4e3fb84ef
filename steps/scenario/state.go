package scenario

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"ifmatch/reports"
	"ifmatch/steps/verdict"
)

// State is a full snapshot of a resource as its reads show it. Each room has its own type,
// which embeds a Snapshot. As the result of Operation.After it is an expectation: NewETag,
// NotBefore and Loose then say what cannot be known beforehand.
type State interface {
	// Common is the part that the states of all resources have.
	Common() *Snapshot
	// Clone makes a deep copy: no change to it reaches the original.
	Clone() State
	// Differ adds to c the differences between this wanted state and got, which has the same
	// type. Existence, stamps and contradictions have been compared already.
	Differ(c *Comparison, got State)
}

// Snapshot is what the states of all resources have in common.
type Snapshot struct {
	Address Address
	Exists  bool
	// Unstamped: the resource has neither ETag nor Last-Modified at all.
	Unstamped bool

	ETag         string // with quotes, as headers carry it
	LastModified time.Time

	// Flaws are the defects of the reads themselves.
	Flaws []Flaw

	// Seen holds every ETag that this resource had before; none may come back.
	Seen []string
	// NotBefore is the earliest Last-Modified that this one may have.
	NotBefore time.Time
	// Loose names fields about which the documents promise nothing here.
	Loose []Field
}

// Common makes Snapshot itself part of every State.
func (s *Snapshot) Common() *Snapshot { return s }

// Copy copies the snapshot, including its lists.
func (s Snapshot) Copy() Snapshot {
	s.Flaws = slices.Clone(s.Flaws)
	s.Seen = slices.Clone(s.Seen)
	s.Loose = slices.Clone(s.Loose)
	return s
}

// Restamp expects a new ETag and a Last-Modified that does not go back. If the answer names
// them, it expects those.
func (s *Snapshot) Restamp(resp Response) {
	if s.ETag != "" {
		s.Seen = append(s.Seen, s.ETag)
	}
	s.NotBefore = s.LastModified
	s.ETag = cmp.Or(resp.Header.Get("ETag"), NewETag)
	// An unreadable date counts as none: the read will show it.
	s.LastModified = time.Time{}
	if t, err := http.ParseTime(resp.Header.Get("Last-Modified")); err == nil {
		s.LastModified = t.UTC()
	}
}

// Relax adds fields about which the documents promise nothing here.
func (s *Snapshot) Relax(f ...Field) { s.Loose = append(s.Loose, f...) }

// Lacks records that a read lacks something, and which fields cannot be judged because of it.
func (s *Snapshot) Lacks(operation, respect, want, got string, lost ...Field) {
	s.Flaws = append(s.Flaws, Flaw{Operation: operation, Respect: respect, Want: want, Got: got, Lost: lost})
	s.Relax(lost...)
}

// Contradict records that a read contradicts another.
func (s *Snapshot) Contradict(operation, respect, format string, args ...any) {
	s.Flaws = append(s.Flaws, Flaw{Operation: operation, Respect: respect, Want: "reads that agree", Got: fmt.Sprintf(format, args...), Fleeting: true})
}

// Agree compares another read's ETag with the one already known.
func (s *Snapshot) Agree(name string, resp Response) {
	if e := resp.Header.Get("ETag"); e != "" && s.Exists && s.ETag != "" && !SameETag(e, s.ETag) {
		s.Contradict(name, string(FieldETag), "the ETag is %s in the first read, but %s in %s", s.ETag, e, name)
	}
}

// Forgo treats the failed read of err as a flaw, if a snapshot can do without that read: fields
// are those that only this read shows. Silence and transient answers stay errors.
func (s *Snapshot) Forgo(err error, fields ...Field) error {
	f, ok := FlawOf(err)
	if !ok {
		return err
	}
	f.Lost = fields
	s.Flaws = append(s.Flaws, f)
	s.Relax(fields...)
	return nil
}

// FlawOf is the flaw in the answer with which a read or an operation of the set-up failed. It
// returns false if there was no answer, or if the next answer may be different.
func FlawOf(err error) (Flaw, bool) {
	var refused *RefusedError
	var bad *UnreadableError
	switch {
	case errors.As(err, &refused) && !transientStatus(refused.Response.Status, refused.Response.Code):
		status, code := refused.Response.Status, refused.Response.Code
		absent := status == http.StatusNotImplemented || saysUnimplemented(code)
		return Flaw{Operation: refused.Operation, Respect: string(FieldStatus), Want: "success", Got: refused.Response.String(),
			Absent: absent, Silent: absent || status == http.StatusUnauthorized || status == http.StatusForbidden}, true
	case errors.As(err, &bad) && !bad.Broken:
		return Flaw{Operation: bad.Operation, Respect: string(FieldBody), Want: "an answer that can be read", Got: bad.Error()}, true
	}
	return Flaw{}, false
}

// Require is the verdict on a case that needs a field which no read shows because of a flaw; nil
// if the field is known.
func (s *Snapshot) Require(of Field, doing string) error {
	for _, f := range s.Flaws {
		if slices.Contains(f.Lost, of) {
			return f.blocks(doing)
		}
	}
	return nil
}

// blocks is the verdict on a case that needs something which no read shows because of the flaw.
func (f Flaw) blocks(doing string) error {
	switch {
	case f.Absent:
		return verdict.Skipped("the target does not implement "+f.Operation, reports.Lack{Kind: reports.LacksOperation, Name: f.Operation})
	case f.Silent:
		return verdict.Blocked(doing, fmt.Errorf("%s was answered %s", f.Operation, f.Got))
	}
	return verdict.BlockedBy(fmt.Sprintf("%s: %s: want %s, got %s", doing, f.Operation, f.Want, f.Got), f.Operation, f.Respect)
}

// Fleeting reports whether the reads may be wrong only because something ended between two
// of them.
func (s *Snapshot) Fleeting() bool {
	return slices.ContainsFunc(s.Flaws, func(f Flaw) bool { return f.Fleeting })
}

// SameETag compares two ETags regardless of their quotes: that an ETag has quotes is a promise
// of its own.
func SameETag(a, b string) bool { return bare(a) == bare(b) }

func bare(etag string) string { return strings.Trim(etag, `"`) }
