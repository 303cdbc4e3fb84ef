package fault

import (
	"slices"
	"strings"
	"sync"

	op "ifmatch/reference/operation"
)

// The family "pair" mirrors the pairs of operations of the suite, from what the rules of the reference say of each
// operation. A part that it depends on is checked, then 5 ms pass, and then it is done. What it does is shown 20 ms late. A
// document that it writes as a whole is merged with one that is written meanwhile.
var mirrored = sync.OnceValue(func() (all []Fault) {
	g := group{Mirrors, &all}
	g.ofBlobs()
	g.ofEntities()
	g.ofQueues()
	g.ofFiles()
	return all
})

// Mirrors is the name of their family. It is counted apart: it says how many pairs work, not how well they are chosen.
const Mirrors = "pair"

// Mirrored lists the faults of the family "pair".
func Mirrored() []Fault { return slices.Clone(mirrored()) }

// mirrorsCounted counts one fault of each clause that only this family shows among the races, too.
func mirrorsCounted(g *group) {
	for _, f := range mirrored() {
		if slices.Contains(strings.Fields("pair-set-blob-metadata-checks-date-early pair-set-container-acl-merges-policies "+
			"pair-lease-container-acquire-checks-date-early pair-delete-container-checks-lease-early "+
			"pair-set-queue-metadata-merges-metadata pair-set-share-metadata-merges-metadata"), f.Name) {
			g.add(strings.TrimPrefix(f.Name, Mirrors+"-"), f.Sentence, strings.Join(f.Clauses, " "), f)
		}
	}
}

// kind is what the operations on one kind of resource depend on, and what they write.
type kind[T any] struct {
	service op.Service
	early   func(early[T]) Fault // changes of such resources look early
	gone    func(*T) bool
	parts   []part[T]
	wholes  []whole[T]
	shown   string // the clause about reads
	// alike are the operations that leave the same whether or not the resource exists, unseen those that no read shows.
	alike, unseen []op.Operation
}

// part is a part of a resource on which operations depend.
type part[T any] struct {
	name, clauses string
	of            func(*T) any // a pointer to it
	read          func(op.Operation) bool
}

// whole is a document that operations replace.
type whole[T any] struct {
	name, clauses string
	merging       early[T]
	by            []op.Operation
}

// mirror adds the faults of an operation: it checks early what it depends on, shows late what it does, and merges what it
// writes as a whole. Of the existence there is a clause.
func (k kind[T]) mirror(g *group, o op.Operation, existence string) {
	for _, p := range k.parts {
		if p.read(o) && !renews(o) {
			g.checked(o, p.name, p.clauses, k.early(stale(p.of)))
		}
	}
	if !slices.Contains(k.alike, o) {
		g.checked(o, "existence", existence, k.early(existing(k.gone)))
	}
	for _, w := range k.wholes {
		if slices.Contains(w.by, o) {
			g.add("pair-"+slug(o)+"-merges-"+w.name, o.String()+" merges its "+w.name+" with those of an overlapping request.", w.clauses, k.early(w.merging).by(o))
		}
	}
	k.shows(g, o)
}

// shows adds the fault of an operation that is shown late.
func (k kind[T]) shows(g *group, o op.Operation) {
	if !hides(o) && !slices.Contains(k.unseen, o) {
		reads := slices.DeleteFunc(op.Of(k.service), func(read op.Operation) bool { return !read.ReadOnly() })
		g.late("pair-"+slug(o)+"-shown-late", "What "+o.String()+" does is shown 20 ms after it is answered.", k.shown, []op.Operation{o}, reads...)
	}
}

// checked adds a fault of an operation that checks something early.
func (g *group) checked(o op.Operation, what, at string, f Fault) {
	g.add("pair-"+slug(o)+"-checks-"+what+"-early", o.String()+" checks the "+what+", and is done 5 ms later.", at, f.by(o))
}

func leasing(o op.Operation) bool { return strings.HasPrefix(o.String(), "Lease ") }

// renews reports whether an operation renews a lease: of one that never ends that changes nothing, so that it may as well
// have been done when it was checked.
func renews(o op.Operation) bool { return strings.HasSuffix(o.String(), " renew") }

// hides reports whether no read shows what an operation does: by whom a resource is leased, and until when.
func hides(o op.Operation) bool {
	return renews(o) || leasing(o) && strings.HasSuffix(o.String(), " change")
}
