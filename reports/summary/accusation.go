package summary

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"ifmatch/reports"
)

// accusation is the failures with the same cause: the same respect of the same
// operation or, if a result does not say what misbehaved, the same clause. It decides
// only what people read first.
type accusation struct {
	lead  reports.Scenario   // whose card represents all
	cases []reports.Scenario // including lead, the worst first
	// blocked is how many cases could not be set up because of it.
	blocked int
}

// relies reports whether the case of a failure only uses the misbehaving operation.
func (p *printer) relies(s reports.Scenario) bool { return s.Operation != "" && !p.tries(s) }

// accusations groups the failures of a run. The group with the worst failure comes
// first, because groups are made in the order of their worst.
func (p *printer) accusations() []*accusation {
	var all []*accusation
	byKey := map[[2]string]*accusation{}
	failed := p.with(reports.Failed)
	slices.SortStableFunc(failed, p.worse)
	for _, s := range failed {
		key := [2]string{clauseOf(s)}
		if s.Operation != "" && s.Respect != "" {
			key = [2]string{s.Operation, s.Respect}
		}
		g := byKey[key]
		if g == nil {
			g = &accusation{}
			byKey[key] = g
			all = append(all, g)
		}
		g.cases = append(g.cases, s)
	}
	for _, g := range all {
		g.lead = slices.MinFunc(g.cases, p.closer)
	}
	all = p.alike(all)
	p.addBlocked(all)
	return all
}

// alike joins groups with the same leading clause and respect: a rule that many
// operations break in the same way has one card, too.
func (p *printer) alike(all []*accusation) []*accusation {
	var out []*accusation
	known := map[[2]string]*accusation{}
	for _, g := range all {
		key := [2]string{clauseOf(g.lead), g.lead.Respect}
		if have := known[key]; have != nil {
			have.cases = append(have.cases, g.cases...)
			slices.SortStableFunc(have.cases, p.worse)
			if p.worse(g.lead, have.lead) < 0 {
				have.lead = g.lead
			}
			continue
		}
		known[key] = g
		out = append(out, g)
	}
	return out
}

// addBlocked counts for each group the blocked cases that it caused. Each case counts
// once, for the first group that fails the clause it names.
func (p *printer) addBlocked(all []*accusation) {
	byClause := map[string]*accusation{}
	for _, g := range all {
		for _, s := range g.cases {
			for _, c := range s.Clauses {
				if byClause[c] == nil {
					byClause[c] = g
				}
			}
		}
	}
	for _, s := range p.with(reports.Blocked) {
		if g := byClause[s.BlockedBy]; g != nil {
			g.blocked++
		}
	}
}

// closer orders the failures of a group by how directly they concern what misbehaved,
// so that the clause about it leads. What others may follow from is the plainest.
func (p *printer) closer(a, b reports.Scenario) int {
	return cmp.Or(
		reports.First(p.gates(a), p.gates(b)),
		reports.First(p.tries(a), p.tries(b)),
		reports.First(len(p.followers[a.ID]) > 0, len(p.followers[b.ID]) > 0),
		reports.First(p.ofRespect(a), p.ofRespect(b)),
		cmp.Compare(p.harm(a), p.harm(b)),
		compareLevels(a.GatingLevel(), b.GatingLevel()),
		reports.First(ofFamily(a), ofFamily(b)),
		reports.First(strings.HasPrefix(p.clause(clauseOf(a)).Statement, a.Operation), strings.HasPrefix(p.clause(clauseOf(b)).Statement, b.Operation)),
	)
}

// harm is the harm of a case, looked up in its texts once.
func (p *printer) harm(s reports.Scenario) reports.Harm {
	h, known := p.harms[s.ID]
	if !known {
		h = s.Harm()
		p.harms[s.ID] = h
	}
	return h
}

// tries reports whether a case is itself about the misbehaving operation, and does not
// only use it: its clause or its name names the operation, or the case sends it under
// test.
func (p *printer) tries(s reports.Scenario) bool {
	if names(s.Name, s.Operation) || names(p.clause(clauseOf(s)).Statement, s.Operation) {
		return true
	}
	return slices.ContainsFunc(s.Exchanges, func(x reports.Exchange) bool {
		return strings.HasPrefix(x.Step, "When ") && names(x.Step, s.Operation)
	})
}

// ofRespect reports whether the clause of a case mentions the respect, such as the
// ETag.
func (p *printer) ofRespect(s reports.Scenario) bool {
	return s.Respect != "" && strings.Contains(p.clause(clauseOf(s)).Statement, s.Respect)
}

// ofFamily reports whether the whole family of a case's clause is about the respect, as
// BLOB-ETAG is about ETags.
func ofFamily(s reports.Scenario) bool {
	return s.Respect != "" && slices.ContainsFunc(strings.Split(clauseOf(s), "-"), func(part string) bool { return strings.EqualFold(part, s.Respect) })
}

// goesOn matches the text after an operation if its name continues there.
var goesOn = regexp.MustCompile(`^(?: [A-Z]|[a-z])`)

// names reports whether text names an operation. An operation with a longer name does
// not count: Put Block List is not Put Block.
func names(text, operation string) bool {
	if operation == "" {
		return false
	}
	for {
		before, after, found := strings.Cut(text, operation)
		if !found {
			return false
		}
		if !strings.HasSuffix(before, "Abort ") && !goesOn.MatchString(after) {
			return true
		}
		text = after
	}
}

// clauseOf returns the clause at the beginning of a case id.
func clauseOf(s reports.Scenario) string {
	clause, _, _ := strings.Cut(s.ID, "/")
	return clause
}

// codeOnly reports whether a case failed although its status and effect are as
// promised.
func codeOnly(s reports.Scenario) bool {
	return s.Status == reports.Failed && len(s.Differs) == 1 && s.Differs[0] == reports.InCode
}

// compareLevels orders the stronger level first.
func compareLevels(a, b string) int { return reports.First(reports.Gates(a, b), reports.Gates(b, a)) }
