package scenario

import (
	"net/http"
	"slices"
	"time"
)

// State is a full snapshot of a resource as its reads show it. Each room has a
// type of its own, which embeds a Snapshot. As the result of Operation.After it is
// an expectation: then NewETag, NotBefore and Loose say what cannot be known
// beforehand.
type State interface {
	// Common is the part that the states of all resources have.
	Common() *Snapshot
	// Clone copies the state so deep that no change reaches the original.
	Clone() State
	// Differ adds to c where got, of the same type, is not what this state wants.
	// Existence, stamps and contradictions are compared already.
	Differ(c *Comparison, got State)
}

// Snapshot is what the states of all resources have.
type Snapshot struct {
	Resource Resource
	Exists   bool
	// Unstamped: the resource has neither ETag nor Last-Modified at all.
	Unstamped bool

	ETag         string // with quotes, as headers carry it
	LastModified time.Time

	// Flaws are what is wrong with the reads themselves.
	Flaws []Flaw

	// Seen holds every ETag that this resource had before; none may come back.
	Seen []string
	// NotBefore is the Last-Modified that this one must not precede.
	NotBefore time.Time
	// Loose names fields of which the documents promise nothing here.
	Loose []Field
}

// Common makes Snapshot itself part of every State.
func (s *Snapshot) Common() *Snapshot { return s }

// Copy copies the lists too.
func (s Snapshot) Copy() Snapshot {
	s.Flaws = slices.Clone(s.Flaws)
	s.Seen = slices.Clone(s.Seen)
	s.Loose = slices.Clone(s.Loose)
	return s
}

// Restamp expects a new ETag and a Last-Modified that does not go back; where
// the answer names them, those.
func (s *Snapshot) Restamp(resp Response) {
	if s.ETag != "" {
		s.Seen = append(s.Seen, s.ETag)
	}
	s.NotBefore = s.LastModified
	s.ETag = resp.Header.Get("ETag")
	if s.ETag == "" {
		s.ETag = NewETag
	}
	// An unreadable date is as good as none: the read will tell.
	s.LastModified = time.Time{}
	if t, err := http.ParseTime(resp.Header.Get("Last-Modified")); err == nil {
		s.LastModified = t.UTC()
	}
}

// Relax adds fields of which the documents promise nothing here.
func (s *Snapshot) Relax(f ...Field) { s.Loose = append(s.Loose, f...) }
