package lease

import (
	"fmt"
	"slices"
	"strings"

	"ifmatch/steps/scenario"
	"ifmatch/steps/verdict"
)

// Fields are the lease headers of a request; nil is not sent. A room whose resources have
// leases embeds them in its request.
type Fields struct {
	LeaseID     *string // x-ms-lease-id
	ProposedID  *string // x-ms-proposed-lease-id
	Duration    *string // x-ms-lease-duration: "15", "-1", or what a case wants to be refused
	BreakPeriod *string // x-ms-lease-break-period
}

// Lease makes Fields part of a Request.
func (f *Fields) Lease() *Fields { return f }

// Exact lists the headers as they go on the wire.
func (f *Fields) Exact() []scenario.Header {
	return []scenario.Header{
		{Name: "x-ms-lease-id", Value: f.LeaseID}, {Name: "x-ms-proposed-lease-id", Value: f.ProposedID},
		{Name: "x-ms-lease-duration", Value: f.Duration}, {Name: "x-ms-lease-break-period", Value: f.BreakPeriod},
	}
}

// Request is a request that can carry lease headers.
type Request interface {
	scenario.Request
	Lease() *Fields
}

// id is a lease id as features write it: a letter, "granted", "other" or "malformed", and
// optionally a notation of GUIDs.
type id struct{ word, form string }

var notations = map[string]func(string) string{
	"":              func(s string) string { return s },
	"upper-case":    strings.ToUpper,
	"bare":          func(s string) string { return strings.ReplaceAll(s, "-", "") },
	"braced":        func(s string) string { return "{" + s + "}" },
	"parenthesised": func(s string) string { return "(" + s + ")" },
}

func parseID(s string) (id, error) {
	word, form, _ := strings.Cut(s, " ")
	if !slices.Contains([]string{"A", "B", "C", "X", "granted", "other", "malformed"}, word) {
		return id{}, fmt.Errorf("%q is not a lease id: want A, B, C, X, granted, other or malformed", word)
	}
	if notations[form] == nil {
		return id{}, fmt.Errorf("%q is not a notation of a GUID", form)
	}
	return id{word, form}, nil
}

// of is the id on the wire: that of a letter, the one last granted to this client, or one that
// no lease has.
func (i id) of(q *scenario.Asking) (*string, error) {
	var text string
	switch i.word {
	case "other":
		text = q.World.GUID()
	case "granted":
		if text = q.Actor.Seen[q.Resource].Token; text == "" {
			return nil, verdict.Miswritten("%s was granted no lease", q.Actor.Name)
		}
	case "malformed":
		text = "invalid"
	default:
		var ok bool
		if text, ok = q.World.IDs[i.word]; !ok {
			return nil, verdict.Miswritten("no client was given a lease %s", i.word)
		}
	}
	return new(notations[i.form](text)), nil
}

// Terms are the request terms of leases.
func Terms() []scenario.Term {
	drop := func(req Request, name string) { req.Common().Drop = append(req.Common().Drop, name) }
	return []scenario.Term{
		scenario.Omits(IDTerm("lease id", "x-ms-lease-id", func(r Request, v *string) { r.Lease().LeaseID = v }),
			func(r Request) { r.Lease().LeaseID = nil; drop(r, "x-ms-lease-id") }),
		scenario.Omits(IDTerm("proposed id", "x-ms-proposed-lease-id", func(r Request, v *string) { r.Lease().ProposedID = v }),
			func(r Request) { r.Lease().ProposedID = nil; drop(r, "x-ms-proposed-lease-id") }),
		scenario.Omits(scenario.TextTerm("duration", "seconds, or infinite", "x-ms-lease-duration", func(r Request, v string) {
			if v == "infinite" {
				v = "-1"
			}
			r.Lease().Duration = &v
		}), func(r Request) { r.Lease().Duration = nil; drop(r, "x-ms-lease-duration") }),
		scenario.TextTerm("break period", "seconds", "x-ms-lease-break-period", func(r Request, v string) { r.Lease().BreakPeriod = &v }),
		scenario.Omits(scenario.TextTerm("lease action", "any word", "x-ms-lease-action in place of the operation's own",
			func(r Request, v string) { r.Common().SetHeader("x-ms-lease-action", v) }),
			func(r Request) { drop(r, "x-ms-lease-action") }),
	}
}

// IDTerm makes a term whose value is a lease id.
func IDTerm(key, header string, set func(r Request, id *string)) scenario.Term {
	return scenario.NewTerm(key, "A, B, C, X (the one that the service generated), granted (the one that this client received), other or malformed; also `upper-case`, `bare`, `braced`, `parenthesised`", header, parseID,
		func(q *scenario.Asking, r Request, v id) error {
			text, err := v.of(q)
			if err == nil {
				set(r, text)
			}
			return err
		})
}

// Defaults fills in what a sentence leaves unsaid: the operations on a lease name lease A, and
// an acquire asks for 60 seconds, or for an infinite lease if the kind has no other.
func Defaults(q *scenario.Asking) {
	f := q.Req.(Request).Lease()
	a, b := q.World.IDs["A"], q.World.IDs["B"]
	switch action(q.Op) {
	case "acquire":
		length := "60"
		if q.Resource.Kind.Lease.Endless {
			length = "-1"
		}
		f.ProposedID, f.Duration = &a, &length
	case "change":
		f.LeaseID, f.ProposedID = &a, &b
	case "renew", "release":
		f.LeaseID = &a
	}
}

// action is the lease action of an operation, empty for any other.
func action(op scenario.Operation) string {
	if op.Lease != scenario.LeaseSubject {
		return ""
	}
	return op.Name[strings.LastIndex(op.Name, " ")+1:]
}

// ask is a request for an action on the lease of t.
func ask(w *scenario.World, t *scenario.Resource, action string, f Fields) (scenario.Operation, scenario.Request) {
	op := w.Language.Must(t.Kind.Lease.Operations + action)
	req := op.Request()
	*req.(Request).Lease() = f
	return op, req
}
