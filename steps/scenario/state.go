package scenario

import (
	"net/http"
	"slices"
	"time"
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
	s.ETag = resp.Header.Get("ETag")
	if s.ETag == "" {
		s.ETag = NewETag
	}
	// An unreadable date counts as none: the read will show it.
	s.LastModified = time.Time{}
	if t, err := http.ParseTime(resp.Header.Get("Last-Modified")); err == nil {
		s.LastModified = t.UTC()
	}
}

// Relax adds fields about which the documents promise nothing here.
func (s *Snapshot) Relax(f ...Field) { s.Loose = append(s.Loose, f...) }
