package hazard

import (
	"strings"

	"ifmatch/reference/explore/history"
	op "ifmatch/reference/operation"
)

// Finder finds hazards in the histories of one program. Whether a refusal was taken for a failure can only be told by
// what the client does when it is not refused, so give Learn the histories without losses first. The zero Finder knows
// nothing, and says nothing where it would have to know.
type Finder struct {
	Allowed map[Kind]bool     // what is meant
	after   map[uint64][]step // what a client did after a write that succeeded, by what it did before
}

// Learn remembers what the clients do after each write that succeeds.
func (f *Finder) Learn(lines []history.Line) {
	if f.after == nil {
		f.after = make(map[uint64][]step)
	}
	for i, before := range pasts(lines) {
		l := &lines[i]
		if !l.Told() || !l.Wrote() || bookkeeping(&l.Request) || f.after[before] != nil {
			continue
		}
		f.after[before] = later(lines, i)
	}
}

// usual returns what the client of a line did after it when it was answered.
func (f *Finder) usual(lines []history.Line, i int) (after []step, known bool) {
	if len(f.after) == 0 {
		return nil, false
	}
	after, known = f.after[pasts(lines)[i]]
	return after, known
}

// step is what a client asked for, as far as it is compared.
type step struct {
	operation op.Operation
	resource  string
	name      string
	fate      history.Fate
	wrote     bool
	creates   bool // it is refused if there is something already
}

// like reports whether a step is an operation on a resource, or on something else in the same place.
func (s *step) like(o op.Operation, resource string) bool {
	return s.operation == o && place(s.resource) == place(resource)
}

// later returns what the client of a line asked for after it; never nil.
func later(lines []history.Line, i int) []step {
	all := make([]step, 0, len(lines)-i-1)
	for j := i + 1; j < len(lines); j++ {
		if l := &lines[j]; l.Client == lines[i].Client && (l.Effective() || l.Fate == history.Withdrawn) {
			all = append(all, step{l.Operation, l.Resource, l.Name(), l.Fate, l.Wrote(), creating(l)})
		}
	}
	return all
}

// pasts returns for each line a number for what its client has asked for, with the line, and was answered before: what a
// client does next depends on nothing else.
func pasts(lines []history.Line) []uint64 {
	all, by := make([]uint64, len(lines)), make(map[string]uint64)
	for i := range lines {
		l := &lines[i]
		if !l.Effective() {
			continue
		}
		asked := mixed(by[l.Client], l.Label(), uint64(len(l.IfNoneMatch)))
		if len(l.Rows) == 0 { // the body of a transaction has random marks
			asked = mixed(asked, l.Digest)
		}
		all[i] = asked
		by[l.Client] = mixed(asked, uint64(l.Status), uint64(len(l.Got)), uint64(l.Fate))
	}
	return all
}

// mixed makes one number of several (FNV).
func mixed(numbers ...uint64) uint64 {
	sum := uint64(14695981039346656037)
	for _, n := range numbers {
		sum = (sum ^ n ^ n>>32) * 1099511628211
	}
	return sum
}

// place is the container, table or queue that a resource is in.
func place(resource string) string {
	service, path, _ := strings.Cut(resource, " /")
	if end := strings.IndexAny(path, "/("); end >= 0 {
		path = path[:end]
	}
	return service + " " + path
}
