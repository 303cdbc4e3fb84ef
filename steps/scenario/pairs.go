package scenario

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"ifmatch/steps/plan"
)

// Holds reports whether the conditions on ETags, and on the date until which nothing changed, of a request hold in a
// state, and whether what the operation needs exists, or what it creates does not. After a write whose answer names no
// date, the date is a later one: pairs begin seconds after the last change.
func Holds(ac *Act, now *Snapshot) bool {
	req := ac.Req.Common()
	is := func(tag *string) bool { return *tag == "*" && now.Exists || SameETag(*tag, now.ETag) }
	switch {
	case now.Exists && ac.Op.Fresh, !now.Exists && !ac.Op.Creates():
		return false
	case req.IfMatch != nil && !(now.Exists && is(req.IfMatch)), req.IfUnmodifiedSince != nil && now.Exists && !unmodified(*req.IfUnmodifiedSince, now):
		return false
	}
	return req.IfNoneMatch == nil || !now.Exists || !is(req.IfNoneMatch)
}

// unmodified reports whether the last change was not after a date.
func unmodified(date string, now *Snapshot) bool {
	t, err := http.ParseTime(date)
	return err == nil && !now.LastModified.IsZero() && !now.LastModified.After(t)
}

// documents are the fields that a write replaces as a whole.
var documents = []Field{FieldContent, FieldMetadata, FieldProperties, FieldPolicies, FieldTags}

// Accepts says which operations accept a conditional header.
func Accepts(header string) func(Facts) bool {
	return func(f Facts) bool { return slices.Contains(f.Conditions, header) }
}

// Creates reports whether the operation makes a resource that does not exist.
func (f Facts) Creates() bool { return slices.Contains(f.Writes, FieldExistence) && !f.Deletes() }

// Deletes reports whether nothing is left after the operation. A batch of deletions is sent by POST.
func (f Facts) Deletes() bool {
	return slices.Contains(f.Writes, FieldExistence) && (f.Verb == "DELETE" || len(f.Writes) == 1)
}

// changes reports whether an operation changes what the guard speaks of.
func (g Guard) changes(by *Operation) bool {
	switch {
	case g.Of != FieldExistence:
		return slices.Contains(by.Writes, g.Of)
	case g.Other == nil && g.State == "exists", g.Other != nil && g.Other.State == "exists":
		return by.Deletes()
	}
	return by.Creates()
}

// Pairs lists every pair of operations on one resource, and of operations on one with those on another that it depends
// on. Those without a row have the reason why not.
func (l *Language) Pairs() (out []plan.Pair) {
	for _, s := range l.Services {
		for _, k := range s.Lexicon.Kinds {
			if k.Pick == nil { // those from which it picks have pairs
				out = append(out, l.pairsOf(l.actsOn(k), s.Lexicon.Pairs)...)
			}
		}
	}
	return out
}

func (l *Language) pairsOf(k acts, from Pairs) (out []plan.Pair) {
	for _, g := range from.Guards {
		out = append(out, l.guarded(g, k)...)
	}
	for j, second := range k.writes {
		for _, first := range k.writes[:j+1] {
			if from.Whole[k.Label] != "" && whole(first, second) {
				out = append(out, l.pair(k, plan.Whole, from.Whole[k.Label], "exists", first, second))
			}
		}
		for _, read := range k.reads {
			state := "exists"
			for f, filled := range from.Filled {
				if slices.Contains(read.Shows, f) {
					state = filled
				}
			}
			if second.Fresh {
				state = "does not exist"
			}
			if from.Shown[k.Label] != "" && overlap(read.Shows, second.Writes) {
				out = append(out, l.pair(k, plan.Shown, from.Shown[k.Label], second.begins(state), read, second))
			}
		}
	}
	return out
}

// guarded are the pairs of the operations on a kind under a guard with those that change what the guard speaks of, on the
// same kind or on another.
func (l *Language) guarded(g Guard, k acts) (out []plan.Pair) {
	if g.Clause[k.Label] == "" {
		return nil
	}
	on := k
	if g.Other != nil {
		on = l.actsOn(l.Kind(cmp.Or(g.Other.Kind, k.Word), string(k.Service)))
	}
	take := slices.DeleteFunc(slices.Concat(k.writes, k.reads), func(op *Operation) bool { return !g.Takes(op.Facts) || !slices.Contains(op.Kinds, k.Word) })
	for _, second := range on.writes {
		if !g.changes(second) {
			continue
		}
		for _, first := range take {
			p := l.pair(k, plan.Guarded(g.Terms, g.Other != nil), g.Clause[k.Label], g.State, first, second)
			p.Guard, p.With = g.Terms, cmp.Or(p.With, g.By)
			if g.Other != nil {
				p.With, p.Look, p.To = g.By, l.look(on, second), cmp.Or(g.Other.Name, on.Label)
				if p.Other = on.Word + " that " + g.Other.State; g.Other.Name != "" {
					p.Other = fmt.Sprintf("%s %q that %s", on.Word, g.Other.Name, g.Other.State)
				}
				switch p.NoCase = second.NoPair; {
				case p.NoCase != "":
				case second.Source && g.Other.Name != "":
					p.NoCase = "the source that it would copy is in the way"
				case !first.Source: // what is apart because of its source has it here
					p.NoCase = first.NoPair
				}
			}
			out = append(out, p)
		}
	}
	return out
}

// acts are the operations on a kind, and those that list it.
type acts struct {
	*Kind
	reads, writes []*Operation
}

func (l *Language) actsOn(k *Kind) acts {
	a := acts{Kind: k}
	for _, op := range l.Operations {
		switch lists := k.Listed[op.Name]; {
		case !slices.Contains(op.Kinds, k.Word) && lists == nil || op.Service != k.Service:
		case op.Reads:
			if lists != nil {
				op.Shows = lists
			}
			a.reads = append(a.reads, &op)
		default:
			a.writes = append(a.writes, &op)
		}
	}
	return a
}

// begins is the state in which a pair begins that is about a resource in a state.
func (f Facts) begins(state string) string {
	switch {
	case f.From == "":
	case state == "exists":
		return f.From
	case strings.HasPrefix(state, "has "):
		return state + ", and " + f.From
	}
	return state
}

// look is what follows the second operation of a pair: the read by which the kind is known, or another of its reads if
// only that shows what the first operation writes.
func (l *Language) look(k acts, first *Operation) string {
	if k.Answered == nil {
		return ""
	}
	return ", then " + l.reader(k, func(op *Operation) bool { return op.NoPair == "" && overlap(op.Shows, first.Writes) })
}

// Reader is the read that shows a field of a kind: that by which the kind is known, unless only another does.
func (l *Language) Reader(k *Kind, f Field) string {
	stamp := f == FieldETag || f == FieldLastModified
	return l.reader(l.actsOn(k), func(op *Operation) bool { return stamp || slices.Contains(op.Shows, f) })
}

// reader is the first read that shows something, beginning with that by which the kind is known. If none does, it is that.
func (l *Language) reader(k acts, shows func(*Operation) bool) string {
	known := l.Must(k.Reads[0])
	if i := slices.IndexFunc(k.reads, shows); i >= 0 && !shows(&known) {
		return k.reads[i].Name
	}
	return known.Name
}

// pair makes a pair of operations on one resource, which is in a state before.
func (l *Language) pair(k acts, family, clause, state string, first, second *Operation) plan.Pair {
	p := plan.Pair{Family: family, Clause: clause, Kind: k.Word, Label: k.Label, State: first.begins(state), Operation: first.Name, Beside: second.Name, Look: l.look(k, first)}
	if p.State != state && second.Lease == LeaseRequired {
		p.With = " with lease id A" // lets it through
	}
	switch p.NoCase = first.NoPair; {
	case p.NoCase != "":
	case first.Deletes() && second.Fresh && k.Taken > 0 && p.State == "exists":
		p.NoCase = "the name stays taken for a while"
	case first.Deletes() && second.Deletes() && k.Taken > 0:
		p.NoCase = "a second deletion may be answered as the first was"
	default:
		p.NoCase = second.NoPair
	}
	return p
}

// whole reports whether two operations write one document.
func whole(a, b *Operation) bool {
	return !a.Deletes() && !b.Deletes() && !a.Fresh && !b.Fresh && slices.ContainsFunc(documents, func(f Field) bool { return slices.Contains(a.Writes, f) && slices.Contains(b.Writes, f) })
}

func overlap(a, b []Field) bool {
	return slices.ContainsFunc(a, func(f Field) bool { return slices.Contains(b, f) })
}

// Plain is the turn of an act that depends on the conditions of its request alone.
func Plain(now Standing, ac *Act) (Standing, bool) {
	if !Holds(ac, now.State.Common()) {
		return now, false
	}
	return now.Took(ac), true
}

// Took is the standing after an act that was performed. A read has no effect.
func (now Standing) Took(ac *Act) Standing {
	now.State = ac.Op.After(now.State, ac.Req, ac.Resp)
	return now
}
