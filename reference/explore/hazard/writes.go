package hazard

import (
	"fmt"
	"net/http"
	"strings"

	op "ifmatch/reference/operation"
)

// endedLease finds an unguarded write of a client whose lease somebody else has got since.
func (s *story) endedLease() *Hazard {
	for i := range s.acts {
		w := &s.acts[i]
		if !w.of.Wrote() || bookkeeping(w.Request) || !s.unguarded(w) {
			continue
		}
		var held *act
		taken := s.last(w.line, func(t *act) bool {
			if t.Client == w.Client || !t.acquires() {
				return false
			}
			held = s.last(w.line, func(a *act) bool { // whoever asks for a lease does not believe to hold it
				return a.Client == w.Client && a.Resource == t.Resource && (a.LeaseAction() == "acquire" || a.LeaseAction() == "release")
			})
			return held != nil && held.acquires() && held.line < t.line
		})
		if taken == nil {
			continue
		}
		remedy := "the lease on what is written, with x-ms-lease-id on each write, or If-Match with an ETag read under the lease"
		if held.Resource == w.of.Resource {
			remedy = "x-ms-lease-id on the write"
		}
		return &Hazard{"", taken.line, fmt.Sprintf("%s has the lease now, which %s got in line %d", taken.Client, w.Client, held.line+1),
			w.line, w.Client + " writes as if it still had the lease", remedy}
	}
	return nil
}

// unguarded reports whether a write takes effect whatever happened before, to what others use, too.
func (s *story) unguarded(w *act) bool {
	return w.Lease == "" && !w.Names() && w.Operation != op.InsertEntity &&
		s.last(len(s.lines), func(a *act) bool { return a.Client != w.Client && a.Resource == w.Resource }) != nil
}

// lostUpdate finds a write that undid another one which its writer had not read.
func (s *story) lostUpdate() *Hazard {
	for i := range s.acts {
		w := &s.acts[i]
		if !w.of.Wrote() || !replaces.has(w.Operation) {
			continue
		}
		read := s.last(w.line, func(a *act) bool { return a.Client == w.Client && s.shows(a, w.Resource) })
		if undone := s.unread(w, read); undone != nil {
			return s.lost(undone, w, read)
		}
	}
	return nil
}

// shows reports whether an answer tells in which version a resource is. A list does so of all that is in it, a 304 does not.
func (s *story) shows(a *act, resource string) bool {
	if !a.Operation.ReadOnly() || !a.of.Told() || !a.of.Succeeded() && a.of.Status != http.StatusNotFound {
		return false
	}
	if a.Operation != op.ListBlobs && a.Operation != op.QueryEntities {
		return a.Resource == resource
	}
	within := strings.TrimSuffix(a.Resource, "()")
	if prefix, found := strings.CutPrefix(a.Detail, "prefix "); found {
		within += "/" + prefix
	}
	return strings.HasPrefix(resource, within) && s.last(a.line, func(w *act) bool { return w.changes(resource) }) != nil
}

// changes reports whether an act changes what others read of a resource. A snapshot does not.
func (a *act) changes(resource string) bool {
	return a.Resource == resource && a.of.Wrote() && (replaces.has(a.Operation) || adds.has(a.Operation) || a.Operation == op.InsertEntity)
}

// unread returns the change that a write undid, if its writer had not read what that wrote. read is what showed the writer
// the resource last; nil: nothing did.
func (s *story) unread(w, read *act) *act {
	mine := func(a *act) bool { return a.Client == w.Client }
	switch {
	case w.Names(), read == nil && merges.has(w.Operation):
		return nil
	case w.Lease != "" && (read == nil || s.last(w.line, func(a *act) bool {
		return mine(a) && a.line > read.line && a.Resource == w.Resource && a.acquires()
	}) == nil):
		return nil // a lease held since before the read is as good as If-Match
	}
	turn := s.last(w.line, func(a *act) bool { return mine(a) && (a.acquires() || a.LeaseAction() == "release") })
	for i := len(s.acts) - 1; i >= 0; i-- {
		a := &s.acts[i]
		// Whoever has read before may have computed from that what is there already.
		same := (read == nil || read.missed()) && a.Operation == w.Operation && a.Digest == w.Digest && a.Range == w.Range
		switch {
		case a.line >= w.line || !a.changes(w.Resource):
		case read != nil && a.line < read.line, mine(a) && (!merges.has(a.Operation) || a.Names()):
			return nil // the writer knows it; what a merge leaves alone, it need not know
		case deletes.has(a.Operation):
			return nil // there is nothing to lose
		case mine(a) || same || !w.Overlaps(a.Request):
		case read == nil && turn != nil && turn.acquires() && turn.line > a.line: // its turn has come, and it need not know what was before
		default:
			return a
		}
	}
	return nil
}

// missed reports whether a read has found nothing.
func (a *act) missed() bool { return a.of.Status == http.StatusNotFound }

// lost tells a lost update.
func (s *story) lost(undone, w, read *act) *Hazard {
	h := &Hazard{"", undone.line, undone.Client + "'s update is lost",
		w.line, fmt.Sprintf("%s replaces line %d without having read it", w.Client, undone.line+1), remedy(w, read)}
	since := -1
	if read != nil {
		since = read.line
		h.SecondNote += fmt.Sprintf(" (it knows line %d)", since+1)
	}
	unnamed := s.last(w.line, func(a *act) bool {
		return a.Client == w.Client && a.Resource == w.Resource && a.line > since && a.of.Told() && a.of.Status == http.StatusNotModified
	})
	if unnamed != nil {
		h.SecondNote += fmt.Sprintf(", and the 304 in line %d carries no ETag", unnamed.line+1)
	}
	return h
}

// updates are what to send instead of writes of entities that are not refused whatever there is.
var updates = map[op.Operation]string{op.InsertOrReplaceEntity: "Update Entity and ", op.InsertOrMergeEntity: "Merge Entity and "}

// remedy is what makes a write refuse to undo what its writer has not read.
func remedy(w, read *act) string {
	update := updates[w.Operation]
	match := update + "If-Match with the ETag of a read"
	if read != nil && !read.missed() {
		match = fmt.Sprintf("%sIf-Match with the ETag from line %d", update, read.line+1)
	}
	switch {
	case w.Operation == op.SetBlobTags:
		return "x-ms-if-tags with what was read, or a lease from before the read (the ETag does not change with tags)"
	case w.Lease != "" && read != nil:
		return "reading under the lease, or " + match
	case read != nil && !read.missed():
		return match
	case read != nil && update != "":
		return "Insert Entity, which is refused if there is one"
	case read != nil:
		return "If-None-Match: *"
	case update != "":
		return "Insert Entity if it is to be created, or " + match
	case makes.has(w.Operation):
		return "If-None-Match: * if it is to be created, or " + match
	}
	return match
}
