package hazard

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"ifmatch/reference/explore/history"
	op "ifmatch/reference/operation"
)

// endedLease finds an unguarded write of a client whose lease somebody else has got since.
func (s *story) endedLease() *Hazard {
	var held []*act // how clients got the leases that they may believe to hold
	for i := range s.acts {
		w := &s.acts[i]
		if action := w.LeaseAction(); action == "acquire" || action == "release" { // whoever asks for a lease does not believe to hold it
			held = slices.DeleteFunc(held, func(h *act) bool { return h.Client == w.Client && h.Resource == w.Resource })
		}
		if w.acquires() {
			held = append(held, w)
		}
		for _, h := range held {
			if h.Client != w.Client || !w.of.Wrote() || bookkeeping(w.Request) || !s.unguarded(w) {
				continue
			}
			taken := s.first(func(a *act) bool { return a.line > h.line && a.Resource == h.Resource && a.acquires() })
			if taken == nil || taken.line > w.line {
				continue
			}
			remedy := "the lease on what is written, with x-ms-lease-id on each write, or If-Match with an ETag read under the lease"
			if h.Resource == w.of.Resource {
				remedy = "x-ms-lease-id on the write"
			}
			return &Hazard{"", taken.line, fmt.Sprintf("%s has the lease now, which %s got in line %d", taken.Client, h.Client, h.line+1),
				w.line, h.Client + " writes as if it still had the lease", remedy}
		}
	}
	return nil
}

// unguarded reports whether a write takes effect whatever happened before, to what others use, too.
func (s *story) unguarded(w *act) bool {
	return w.Lease == "" && !w.Names() && w.Operation != op.InsertEntity &&
		s.first(func(a *act) bool { return a.Client != w.Client && a.Resource == w.Resource }) != nil
}

// lostUpdate finds a write that undid another one which its writer had not read.
func (s *story) lostUpdate() *Hazard {
	k := newKnowledge(s.lines)
	for i := range s.acts {
		w := &s.acts[i]
		if by, lost := k.unread(w.Request); lost && w.of.Wrote() && replaces.has(w.Operation) {
			return k.lost(by, w)
		}
		k.add(w)
	}
	return nil
}

// lost tells a lost update.
func (k *knowledge) lost(by int, w *act) *Hazard {
	h := &Hazard{"", by, k.lines[by].Client + "'s update is lost",
		w.line, fmt.Sprintf("%s replaces line %d without having read it", w.Client, by+1), k.remedy(w.Request)}
	known := k.of(w.Client, w.Resource)
	if known.read > 0 {
		h.SecondNote += fmt.Sprintf(" (it knows line %d)", known.read)
	}
	if known.unnamed > 0 {
		h.SecondNote += fmt.Sprintf(", and the 304 in line %d carries no ETag", known.unnamed)
	}
	return h
}

// updates are what to send instead of writes of entities that are not refused whatever there is.
var updates = map[op.Operation]string{op.InsertOrReplaceEntity: "Update Entity and ", op.InsertOrMergeEntity: "Merge Entity and "}

// remedy is what makes a write refuse to undo what its writer has not read.
func (k *knowledge) remedy(w *history.Request) string {
	read, update := k.of(w.Client, w.Resource).read, updates[w.Operation]
	missing, match := k.missing(read), update+"If-Match with the ETag of a read"
	if read > 0 && !missing {
		match = fmt.Sprintf("%sIf-Match with the ETag from line %d", update, read)
	}
	switch {
	case w.Operation == op.SetBlobTags:
		return "x-ms-if-tags with what was read, or a lease from before the read (the ETag does not change with tags)"
	case w.Lease != "" && read > 0:
		return "reading under the lease, or " + match
	case missing && update != "":
		return "Insert Entity, which is refused if there is one"
	case missing:
		return "If-None-Match: *"
	case read == 0 && update != "":
		return "Insert Entity if it is to be created, or " + match
	case read == 0 && makes.has(w.Operation):
		return "If-None-Match: * if it is to be created, or " + match
	}
	return match
}

// missing reports whether a read, in a line that counts from 1, has found nothing.
func (k *knowledge) missing(read int) bool {
	return read > 0 && k.lines[read-1].Status == http.StatusNotFound
}

// view is a resource as a client knows it.
type view struct{ client, resource string }

// knowledge follows what each client knows of each resource.
type knowledge struct {
	lines   []history.Line
	changes map[string][]*act // of a resource, in order
	known   map[view]*known
	turn    map[string]int // the line, counted from 1, in which a client got the lease that it has, whatever it is of
}

// known is what a client knows of a resource. Lines count from 1; 0 is none.
type known struct {
	changes  int // how many it knows
	read     int // the line in which it read the resource last
	unnamed  int // the line of a 304 after that, which carries no ETag
	acquired int // the line in which it got the lease of this resource
}

func newKnowledge(lines []history.Line) *knowledge {
	return &knowledge{lines, make(map[string][]*act), make(map[view]*known), make(map[string]int)}
}

// of returns what a client knows of a resource.
func (k *knowledge) of(client, resource string) *known {
	at := view{client, resource}
	if k.known[at] == nil {
		k.known[at] = new(known)
	}
	return k.known[at]
}

// add takes in an act.
func (k *knowledge) add(a *act) {
	l, mine := a.of, k.of(a.Client, a.Resource)
	switch {
	case a.acquires():
		k.turn[l.Client], mine.acquired = a.line+1, a.line+1
	case l.LeaseAction() == "release":
		delete(k.turn, l.Client)
		mine.acquired = 0
	case l.Operation.ReadOnly() && l.Told():
		k.reads(a.line, l)
	case l.Wrote():
		if !replaces.has(a.Operation) && !adds.has(a.Operation) && a.Operation != op.InsertEntity {
			return // it changes nothing that anybody reads, such as a snapshot
		}
		k.changes[a.Resource] = append(k.changes[a.Resource], a)
		if !merges.has(a.Operation) || a.Names() { // what it leaves alone, its writer need not know
			mine.changes = len(k.changes[a.Resource])
		}
	}
}

// reads takes in an answer to a read. A list shows the versions of all that is in it, a 304 shows nothing.
func (k *knowledge) reads(i int, l *history.Line) {
	see := func(resource string) {
		mine := k.of(l.Client, resource)
		mine.changes, mine.read, mine.unnamed = len(k.changes[resource]), i+1, 0
	}
	switch {
	case l.Status == http.StatusNotModified:
		k.of(l.Client, l.Resource).unnamed = i + 1
		return
	case l.Status >= http.StatusBadRequest && l.Status != http.StatusNotFound:
		return
	}
	see(l.Resource)
	if l.Operation == op.ListBlobs || l.Operation == op.QueryEntities {
		within := strings.TrimSuffix(l.Resource, "()")
		if prefix, found := strings.CutPrefix(l.Detail, "prefix "); found {
			within += "/" + prefix
		}
		for resource := range k.changes {
			if strings.HasPrefix(resource, within) {
				see(resource)
			}
		}
	}
}

// unread returns the line that a write is about to undo, if its writer has not read what that wrote.
func (k *knowledge) unread(r *history.Request) (line int, found bool) {
	mine := k.of(r.Client, r.Resource)
	switch {
	case r.Names(), mine.read == 0 && merges.has(r.Operation):
		return 0, false
	case r.Lease != "" && (mine.read == 0 || mine.acquired < mine.read):
		return 0, false // a lease held since before the read is as good as If-Match
	}
	all := k.changes[r.Resource]
	for n := len(all) - 1; n >= mine.changes; n-- {
		w := all[n]
		// Whoever has read before may have computed from that what is there already.
		same := (mine.read == 0 || k.missing(mine.read)) && r.Operation == w.Operation && r.Digest == w.Digest && r.Range == w.Range
		switch {
		case deletes.has(w.Operation):
			return 0, false // there is nothing to lose
		case w.Client == r.Client || same || !r.Overlaps(w.Request):
		case mine.read == 0 && k.turn[r.Client] > w.line+1: // its turn has come, and it need not know what was before
		default:
			return w.line, true
		}
	}
	return 0, false
}
