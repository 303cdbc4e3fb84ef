package history

import (
	"fmt"
	"strings"

	"ifmatch/reference/operation"
)

// names are short words for what nobody can read: the ETags of entities, and the ids of leases.
type names struct {
	tags   map[string]string // by resource and ETag
	leases map[string]string // by id
}

// newNames numbers the versions of each entity in the order in which they appear, and calls leases after their holders.
func newNames(lines []Line) *names {
	n := &names{make(map[string]string), make(map[string]string)}
	count := make(map[string]int)
	for i := range lines {
		l := &lines[i]
		for _, tag := range []string{l.IfMatch, l.ETag} {
			if strings.HasPrefix(tag, `W/"`) && n.tags[l.Resource+tag] == "" {
				count[l.Resource]++
				n.tags[l.Resource+tag] = fmt.Sprintf("v%d", count[l.Resource])
			}
		}
		if l.LeaseID != "" && l.Succeeded() {
			n.leases[l.LeaseID] = l.Client + "'s"
		}
	}
	return n
}

// request says what was asked.
func (n *names) request(r *Request) string {
	asked := r.Operation.String() + " " + guids.ReplaceAllString(r.Name(), "$1")
	if r.Detail != "" {
		asked += ", " + r.Detail
	}
	called := *r
	if name := n.tags[r.Resource+r.IfMatch]; name != "" {
		called.IfMatch = name
	}
	if whose := n.leases[r.Lease]; whose != "" {
		called.Lease = whose
	}
	for _, c := range called.Conditions() {
		asked += ", " + c
	}
	for i := range r.Rows {
		asked += ", (" + n.request(&r.Rows[i]) + ")"
	}
	return asked
}

// answer says what was answered.
func (n *names) answer(l *Line) string {
	a := l.Answer
	if name := n.tags[l.Resource+a.ETag]; name != "" {
		a.ETag = name
	}
	text := a.String()
	if l.Operation == operation.GetMessages && l.Succeeded() {
		text += ", " + a.messages()
	}
	return text
}

// messages says which messages were got.
func (a *Answer) messages() string {
	if len(a.Got) == 0 {
		return "no message"
	}
	var ids []string
	for _, m := range a.Got {
		ids = append(ids, short(m.ID))
	}
	return "message " + strings.Join(ids, ", ")
}
