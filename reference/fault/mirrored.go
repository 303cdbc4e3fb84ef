package fault

import (
	"net/http"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"

	"ifmatch/reference/condition"
	"ifmatch/reference/held"
	"ifmatch/reference/lease"
	op "ifmatch/reference/operation"
	"ifmatch/reference/rules"
	"ifmatch/reference/store"
	"ifmatch/reference/tags"
)

// The family "pair" mirrors the pairs of operations of the suite, from what the rules of the reference say of each
// operation. A fact that it depends on is checked, then 5 ms pass, and then it is done. What it does is shown 20 ms late.
// A document that it writes as a whole is merged with one that is written meanwhile.
var mirrored = sync.OnceValue(func() (all []Fault) {
	g := group{Mirrors, &all}
	for _, o := range op.Of(op.BlobService) {
		switch rule := rules.Documented().Operations[o]; {
		case reflect.ValueOf(rule).IsZero() || o == op.AbortCopyBlob || o == op.GetPageRangesDiff: // one needs a pending copy, one a snapshot
		case ofContainer(o):
			g.ofContainers(o, rule)
		case o.ReadOnly():
			g.ofReads(o, rule)
		default:
			g.ofBlobs(o, rule)
		}
	}
	g.ofEntities()
	g.ofQueues()
	g.ofFiles()
	for i := range all {
		all[i].Excuse = excuses[all[i].Name]
	}
	return all
})

// Mirrors is the name of their family. It is counted apart: it says how many pairs work, not how well they are chosen.
const Mirrors = "pair"

// Mirrored lists the faults of the family "pair".
func Mirrored() []Fault { return slices.Clone(mirrored()) }

// checked adds a fault of an operation that checks a fact early.
func (g *group) checked(o op.Operation, fact, at string, f Fault) {
	f.Scope = []op.Operation{o}
	g.add("pair-"+slug(o)+"-checks-"+fact+"-early", o.String()+" checks the "+fact+", and is done 5 ms later.", at, f)
}

// shows adds a fault of an operation that is shown late to some reads.
func (g *group) shows(o op.Operation, at string, reads ...op.Operation) {
	g.late("pair-"+slug(o)+"-shown-late", "What "+o.String()+" does is shown 20 ms after it is answered.", at, []op.Operation{o}, reads...)
}

// merges adds a fault of an operation that merges a document with an overlapping one.
func (g *group) merges(o op.Operation, document, at string, f Fault) {
	f.Scope = []op.Operation{o}
	g.add("pair-"+slug(o)+"-merges-"+document, o.String()+" merges its "+document+" with those of an overlapping request.", at, f)
}

// fact is a part of a resource on which operations depend.
type fact[T any] struct {
	name, clauses string
	header        string       // by which requests depend on it
	of            func(*T) any // a pointer to the part
	read          func(op.Operation, rules.Operation) bool
}

// take gives a resource the part of another.
func (f fact[T]) take(to, from *T) {
	reflect.ValueOf(f.of(to)).Elem().Set(reflect.ValueOf(f.of(from)).Elem())
}

var factsOfBlobs = []fact[store.Blob]{
	{"etag", "BLOB-PAIR-01", "If-Match", func(b *store.Blob) any { return &b.Stamp.ETag }, readsHeader(condition.Match)},
	{"date", "BLOB-PAIR-05", "If-Unmodified-Since", func(b *store.Blob) any { return &b.Stamp.Modified }, readsHeader(condition.UnmodifiedSince)},
	{"tags", "BLOB-PAIR-06", "x-ms-if-tags", func(b *store.Blob) any { return &b.Tags }, func(_ op.Operation, r rules.Operation) bool { return r.IfTags }},
	{"sequence", "BLOB-PAIR-10", "", func(b *store.Blob) any { return &b.Sequence }, func(o op.Operation, _ rules.Operation) bool { return o == op.PutPage || o == op.PutPageFromURL }},
	{"lease", "BLOB-PAIR-02 BLOB-PAIR-09", "x-ms-lease-id", func(b *store.Blob) any { return &b.Lease }, readsLease},
}

var factsOfContainers = []fact[store.Container]{
	{"date", "CONT-PAIR-04", "", func(c *store.Container) any { return &c.Stamp.Modified }, readsHeader(condition.UnmodifiedSince)},
	leaseOfContainers,
}

var leaseOfContainers = fact[store.Container]{"lease", "CONT-PAIR-01 CONT-PAIR-05", "", func(c *store.Container) any { return &c.Lease }, readsLease}

func readsHeader(k condition.Kinds) func(op.Operation, rules.Operation) bool {
	return func(_ op.Operation, r rules.Operation) bool { return r.Headers&k != 0 }
}

func readsLease(o op.Operation, r rules.Operation) bool {
	return r.Lease != lease.Unleased || leasing(o)
}

func leasing(o op.Operation) bool { return strings.HasPrefix(o.String(), "Lease ") }

// renews reports whether an operation renews a lease: of one that never ends that changes nothing, so that it may as well
// have been done when it was checked.
func renews(o op.Operation) bool { return strings.HasSuffix(o.String(), " renew") }

// hides reports whether no read shows what an operation does: by whom a resource is leased, and until when.
func hides(o op.Operation) bool {
	return renews(o) || leasing(o) && strings.HasSuffix(o.String(), " change")
}

// staleBy judges a change by a fact as it was some milliseconds before.
func staleBy[T, At any](f fact[T], look func(name string) *T) way[T, At] {
	return func(name string, publish update[T, At], by change[T, At]) (*T, error) {
		came := look(name)
		time.Sleep(pause)
		return publish(func(old *T, at At) (*T, error) {
			if came == nil || old == nil || came == old {
				return by(old, at)
			}
			next, err := by(changed(old, func(judged *T) { f.take(judged, came) }), at)
			if err == nil && next != nil && reflect.DeepEqual(f.of(next), f.of(came)) { // it did not change it
				next = changed(next, func(kept *T) { f.take(kept, old) })
			}
			return next, err
		})
	}
}

// existedEarly finds a resource if it was there some milliseconds before.
func existedEarly[T, At any](look func(name string) *T, gone func(*T) bool) way[T, At] {
	return func(name string, publish update[T, At], by change[T, At]) (*T, error) {
		came := look(name)
		time.Sleep(pause)
		return publish(func(old *T, at At) (*T, error) {
			if gone(came) != gone(old) {
				old = came
			}
			return by(old, at)
		})
	}
}

func readsOf(s op.Service) (all []op.Operation) {
	for _, o := range op.Of(s) {
		if o.ReadOnly() {
			all = append(all, o)
		}
	}
	return all
}

func (g *group) ofBlobs(o op.Operation, rule rules.Operation) {
	for _, f := range factsOfBlobs {
		if f.read(o, rule) && !renews(o) {
			g.checked(o, f.name, f.clauses, Fault{Store: func(s store.Blobs) store.Blobs {
				return hooks{blob: staleBy[store.Blob, store.Moment](f, blobOf(s))}.before(s)
			}})
		}
	}
	creates, at := rule.Missing == rules.Creates && rule.Stamped, "BLOB-PAIR-02"
	if creates {
		at = "BLOB-PAIR-01" // If-None-Match: *; without it, to create and to replace leave the same
	}
	g.checked(o, "existence", at, Fault{Store: func(s store.Blobs) store.Blobs {
		return hooks{blob: existedEarly[store.Blob, store.Moment](blobOf(s), func(b *store.Blob) bool { return b == nil || !b.Committed })}.before(s)
	}})
	if rule.Headers&condition.Match != 0 && o != op.DeleteBlob { // of two deletions, either may be the tagged one
		g.using("pair-"+slug(o)+"-checks-deletion-early", o.String()+" with If-Match compares the ETag, and is done on a blob that is deleted meanwhile.", "BLOB-PAIR-11",
			uses{given: func(_, old *store.Blob) *store.Blob { return old }}, having("If-Match"), o)
	}
	if hides(o) {
		return
	}
	g.shows(o, "BLOB-PAIR-04", readsOf(op.BlobService)...)
	if creates || o == op.SetBlobMetadata {
		g.merges(o, "metadata", "BLOB-PAIR-03", Fault{Store: mergingBlobs(withBothMetadata)})
	}
	if o == op.SetBlobTags { // what replaces a blob and keeps the tags may have come before them
		g.merges(o, "tags", "BLOB-PAIR-03", Fault{Store: mergingBlobs(func(_, old, next *store.Blob) {
			next.Tags = merged(old.Tags, next.Tags, func(t tags.Tag) string { return t.Key }, 10)
		})})
	}
}

// ofReads adds the faults of a read: it is performed, and once more 5 ms later without the condition.
func (g *group) ofReads(o op.Operation, rule rules.Operation) {
	for _, f := range factsOfBlobs {
		if !f.read(o, rule) || f.name == "lease" && o != op.GetBlob && o != op.GetBlobProperties {
			continue // the others show nothing that changes with the lease
		}
		again := twice([]op.Operation{o}, func(r *http.Request, answer *held.Answer, _ *dice) http.Header {
			if r.Header.Get(f.header) == "" || answer.Status >= 300 {
				return nil
			}
			time.Sleep(pause)
			return with(r, f.header, "")
		})
		g.serving("pair-"+slug(o)+"-checks-"+f.name+"-early", o.String()+" checks the "+f.name+", and reads 5 ms later.", f.clauses, func() op.Middleware { return again(everyTime()) })
	}
}

func (g *group) ofContainers(o op.Operation, rule rules.Operation) {
	if o.ReadOnly() {
		return // they depend on nothing that can be checked early
	}
	for _, f := range factsOfContainers {
		if f.read(o, rule) && !renews(o) && (f.name == "lease" || !hides(o)) { // who holds it stops no other change of a container
			g.checked(o, f.name, f.clauses, Fault{Store: func(s store.Blobs) store.Blobs {
				return hooks{container: staleBy[store.Container, store.Moment](f, s.Container)}.before(s)
			}})
		}
	}
	if o != op.DeleteContainer { // a second deletion may be answered as the first
		g.checked(o, "existence", "CONT-PAIR-01", Fault{Store: containersFoundEarly})
	}
	if hides(o) {
		return
	}
	g.shows(o, "CONT-PAIR-03", readsOf(op.BlobService)...)
	if o == op.SetContainerMetadata {
		g.merges(o, "metadata", "CONT-PAIR-02", Fault{Store: mergingContainers(func(_, old, next *store.Container) { next.Metadata = mergedMetadata(old.Metadata, next.Metadata) })})
	}
}

// containersFoundEarly changes containers that were there some milliseconds before.
func containersFoundEarly(s store.Blobs) store.Blobs {
	return hooks{container: existedEarly[store.Container, store.Moment](s.Container, func(c *store.Container) bool { return c == nil || c.Deleted() })}.before(s)
}
