package hazard

import (
	"fmt"
	"net/http"
	"strings"

	"ifmatch/reference/explore/history"
	op "ifmatch/reference/operation"
)

// versions follows which version of each resource there is, and which each client has read. A version is named by the
// line that wrote it.
type versions struct {
	lines   []history.Line
	current map[string]int // by resource
	read    map[view]int   // the version that a client read last
	at      map[view]int   // the line of that read
	unnamed map[view]int   // the line of a 304 after that read, which carries no ETag
	leased  map[string]int // the line in which a client got the lease that it has
}

func follow(lines []history.Line) *versions {
	return &versions{lines, make(map[string]int), make(map[view]int), make(map[view]int), make(map[view]int), make(map[string]int)}
}

// add takes in a line.
func (v *versions) add(i int) {
	l := &v.lines[i]
	switch {
	case !l.Effective():
	case action(l) == "acquire" && l.Succeeded():
		v.leased[l.Client] = i
	case action(l) == "release":
		delete(v.leased, l.Client)
	case l.Operation.ReadOnly() && l.Told():
		v.reads(i, l)
	case l.Wrote() && replaces[l.Operation] || l.Wrote() && (adds[l.Operation] || creates[l.Operation]):
		v.current[l.Resource] = i
		v.read[view{l.Client, l.Resource}] = i
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
		for resource := range v.current {
			if strings.HasPrefix(resource, within) {
				v.see(i, l.Client, resource)
			}
		}
	}
}

func (v *versions) see(i int, client, resource string) {
	w, found := v.current[resource]
	if !found {
		w = -1
	}
	v.read[view{client, resource}], v.at[view{client, resource}] = w, i
	delete(v.unnamed, view{client, resource})
}

// unread returns the version that a write is about to replace, if its writer has not read it.
func (v *versions) unread(l *history.Line) (version int, found bool) {
	version, found = v.current[l.Resource]
	if !found || v.lines[version].Client == l.Client {
		return 0, false
	}
	read, ever := v.read[view{l.Client, l.Resource}]
	if ever && read == version {
		return 0, false
	}
	was := &v.lines[version]
	since, leased := v.leased[l.Client]
	switch {
	case deletes[was.Operation], !ever && leased && since > version:
		return 0, false // there is nothing to lose, or its turn has come and it need not know what was before
	case l.Names(), !ever && merges[l.Operation], !ever && l.Lease != "":
		return 0, false
	case !ever && was.Operation == l.Operation && was.Digest == l.Digest:
		return 0, false // it writes the same once more, whatever there was
	}
	return version, true
}

// lostUpdate finds a write that replaced a version which its writer had not read.
func lostUpdate(lines []history.Line) (Hazard, bool) {
	v := follow(lines)
	for i := range lines {
		l := &lines[i]
		if l.Wrote() && replaces[l.Operation] {
			if version, lost := v.unread(l); lost {
				return v.lost(version, i), true
			}
		}
		v.add(i)
	}
	return Hazard{}, false
}

// lost tells a lost update.
func (v *versions) lost(version, i int) Hazard {
	l := &v.lines[i]
	h := Hazard{
		First: version, FirstNote: v.lines[version].Client + "'s update is lost",
		Second: i, SecondNote: fmt.Sprintf("%s replaces line %d without having read it", l.Client, version+1),
		Remedy: "If-None-Match: * if it is to be created, or If-Match with the ETag of a read",
	}
	if at, ever := v.at[view{l.Client, l.Resource}]; ever {
		h.SecondNote += fmt.Sprintf(" (what it knows is from line %d)", at+1)
		h.Remedy = fmt.Sprintf("If-Match with the ETag from line %d", at+1)
		if v.lines[at].Status == http.StatusNotFound {
			h.Remedy = "If-None-Match: *"
		}
	}
	if at, found := v.unnamed[view{l.Client, l.Resource}]; found {
		h.SecondNote += fmt.Sprintf(", and the 304 in line %d carries no ETag", at+1)
	}
	return h
}
