package hazard

import (
	"fmt"
	"net/http"
	"strings"

	"ifmatch/reference/explore/history"
	op "ifmatch/reference/operation"
)

// lostUpdate finds a write that undid another one which its writer had not read.
func lostUpdate(lines []history.Line) *Hazard {
	v := follow(lines)
	for i := range lines {
		l := &lines[i]
		if l.Wrote() {
			for w := range writes(l) {
				if !replaces.has(w.Operation) {
					continue
				}
				if by, lost := v.unread(w); lost {
					return v.lost(by, i, w)
				}
			}
		}
		v.add(i)
	}
	return nil
}

// lost tells a lost update.
func (v *versions) lost(by, i int, w *history.Request) *Hazard {
	h := &Hazard{"", by, v.lines[by].Client + "'s update is lost",
		i, fmt.Sprintf("%s replaces line %d without having read it", w.Client, by+1), v.remedy(w)}
	if at, ever := v.read[view{w.Client, w.Resource}]; ever {
		h.SecondNote += fmt.Sprintf(" (what it knows is from line %d)", at+1)
	}
	if at, found := v.unnamed[view{w.Client, w.Resource}]; found {
		h.SecondNote += fmt.Sprintf(", and the 304 in line %d carries no ETag", at+1)
	}
	return h
}

// remedy is what makes a write refuse to undo what its writer has not read.
func (v *versions) remedy(w *history.Request) string {
	at, ever := v.read[view{w.Client, w.Resource}]
	missing := ever && v.lines[at].Status == http.StatusNotFound
	tag := "the ETag of a read"
	if ever && !missing {
		tag = fmt.Sprintf("the ETag from line %d", at+1)
	}
	switch {
	case w.Operation == op.SetBlobTags:
		return "x-ms-if-tags with what was read, or a lease from before the read (the ETag does not change with tags)"
	case w.Lease != "" && ever:
		return "reading under the lease, or If-Match with " + tag
	case w.Operation == op.InsertOrReplaceEntity || w.Operation == op.InsertOrMergeEntity:
		if missing {
			return "Insert Entity, which is refused if there is one"
		}
		update := "Update Entity"
		if w.Operation == op.InsertOrMergeEntity {
			update = "Merge Entity"
		}
		if ever {
			return update + " and If-Match with " + tag
		}
		return "Insert Entity if it is to be created, or " + update + " and If-Match with " + tag
	case missing:
		return "If-None-Match: *"
	case ever || !makes.has(w.Operation):
		return "If-Match with " + tag
	}
	return "If-None-Match: * if it is to be created, or If-Match with " + tag
}

// versions follows what each client knows of each resource.
type versions struct {
	lines    []history.Line
	all      map[string][]written // the changes of a resource, in order
	known    map[view]int         // how many of them a client knows of
	read     map[view]int         // the line in which it read the resource last
	unnamed  map[view]int         // the line of a 304 after that, which carries no ETag
	turn     map[string]int       // the line in which a client got the lease that it has, whatever it is of
	acquired map[view]int         // the line in which it got the lease of this resource
}

func follow(lines []history.Line) *versions {
	return &versions{lines, make(map[string][]written), make(map[view]int), make(map[view]int), make(map[view]int), make(map[string]int), make(map[view]int)}
}

// add takes in a line.
func (v *versions) add(i int) {
	l := &v.lines[i]
	switch {
	case !l.Effective():
	case l.LeaseAction() == "acquire" && l.Succeeded():
		v.turn[l.Client], v.acquired[view{l.Client, l.Resource}] = i, i
	case l.LeaseAction() == "release":
		delete(v.turn, l.Client)
		delete(v.acquired, view{l.Client, l.Resource})
	case l.Operation.ReadOnly() && l.Told():
		v.reads(i, l)
	case l.Wrote():
		for w := range writes(l) {
			if !replaces.has(w.Operation) && !adds.has(w.Operation) && w.Operation != op.InsertEntity {
				continue // it changes nothing that anybody reads, such as a snapshot
			}
			v.all[w.Resource] = append(v.all[w.Resource], written{w, i})
			if !merges.has(w.Operation) || w.Names() { // what it leaves alone, its writer need not know
				v.known[view{l.Client, w.Resource}] = len(v.all[w.Resource])
			}
		}
	}
}

// reads takes in an answer to a read. A list shows the versions of all that is in it, a 304 shows nothing.
func (v *versions) reads(i int, l *history.Line) {
	if l.Status == http.StatusNotModified {
		v.unnamed[view{l.Client, l.Resource}] = i
		return
	}
	if l.Status >= http.StatusBadRequest && l.Status != http.StatusNotFound {
		return
	}
	v.see(i, l.Client, l.Resource)
	if l.Operation == op.ListBlobs || l.Operation == op.QueryEntities {
		within := strings.TrimSuffix(l.Resource, "()")
		if prefix, found := strings.CutPrefix(l.Detail, "prefix "); found {
			within += "/" + prefix
		}
		for resource := range v.all {
			if strings.HasPrefix(resource, within) {
				v.see(i, l.Client, resource)
			}
		}
	}
}

func (v *versions) see(i int, client, resource string) {
	at := view{client, resource}
	v.known[at], v.read[at] = len(v.all[resource]), i
	delete(v.unnamed, at)
}

// unread returns the line that a write is about to undo, if its writer has not read what that wrote.
func (v *versions) unread(r *history.Request) (line int, found bool) {
	at := view{r.Client, r.Resource}
	read, ever := v.read[at]
	acquired, leased := v.acquired[at]
	switch {
	case r.Names(), !ever && merges.has(r.Operation):
		return 0, false
	case r.Lease != "" && (!ever || !leased || acquired < read):
		return 0, false // a lease held since before the read is as good as If-Match
	}
	all := v.all[r.Resource]
	turn, inTurn := v.turn[r.Client]
	for n := len(all) - 1; n >= v.known[at]; n-- {
		w := &all[n]
		switch {
		case deletes.has(w.Operation):
			return 0, false // there is nothing to lose
		case w.Client == r.Client || !r.Overlaps(w.Request) || v.same(r, w):
		case !ever && inTurn && turn > w.line: // its turn has come, and it need not know what was before
		default:
			return w.line, true
		}
	}
	return 0, false
}

// same reports whether a write writes once more what is there. Whoever has read before may have computed it from that.
func (v *versions) same(r *history.Request, w *written) bool {
	read, ever := v.read[view{r.Client, r.Resource}]
	return (!ever || v.lines[read].Status == http.StatusNotFound) &&
		r.Operation == w.Operation && r.Digest == w.Digest && r.Range == w.Range
}
