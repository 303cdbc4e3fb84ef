package hazard

import (
	"net/http"
	"strings"

	"ifmatch/reference/explore/history"
	op "ifmatch/reference/operation"
)

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
	case action(l) == "acquire" && l.Succeeded():
		v.turn[l.Client], v.acquired[view{l.Client, l.Resource}] = i, i
	case action(l) == "release":
		delete(v.turn, l.Client)
		delete(v.acquired, view{l.Client, l.Resource})
	case l.Operation.ReadOnly() && l.Told():
		v.reads(i, l)
	case l.Wrote():
		for w := range writes(l) {
			if !replaces[w.Operation] && !adds[w.Operation] && !creates[w.Operation] {
				continue // it changes nothing that anybody reads, such as a snapshot
			}
			v.all[w.Resource] = append(v.all[w.Resource], written{w, i})
			if !merges[w.Operation] || w.Names() { // what it leaves alone, its writer need not know
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
	case r.Names(), !ever && merges[r.Operation]:
		return 0, false
	case r.Lease != "" && (!ever || !leased || acquired < read):
		return 0, false // a lease held since before the read is as good as If-Match
	}
	all := v.all[r.Resource]
	turn, inTurn := v.turn[r.Client]
	for n := len(all) - 1; n >= v.known[at]; n-- {
		w := &all[n]
		switch {
		case deletes[w.Operation]:
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
