package plan

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"ifmatch/steps/plan/register"
)

// accountsFile says which cases take for granted what some kinds of account do not offer.
const accountsFile = "accounts.tsv"

// Account is what is known of the kind of an account: facts by name. What is not known is missing.
type Account map[string]string

// Facts about an account. The rooms of the services know further ones.
const (
	AccountKind     = "kind"
	AccountSKU      = "sku"
	Hierarchical    = "hierarchical-namespace"
	Versioning      = "versioning"
	ShareSoftDelete = "share-soft-delete"
	PremiumShares   = "premium-shares"
)

// unknown is the value of a fact that does not show. What an account must be seen to offer is missing then.
const unknown = "unknown"

// Facts lists the facts in the order in which people read them.
func (a Account) Facts() []string {
	first := []string{AccountKind, AccountSKU, Hierarchical, Versioning}
	return slices.SortedFunc(maps.Keys(a), func(x, y string) int {
		at := func(fact string) int {
			if i := slices.Index(first, fact); i >= 0 {
				return i
			}
			return len(first)
		}
		return cmp.Or(at(x)-at(y), strings.Compare(x, y))
	})
}

// factName is how facts are named; which there are, the rooms know.
var factName = regexp.MustCompile(`^[a-z]+(-[a-z]+)*$`)

// Presupposition is something that cases take for granted, and that accounts of some kind do not
// offer.
type Presupposition struct {
	Account     string // facts that such an account has: "kind=Storage|StorageV2,sku=Premium_*"
	Cases       string // selectors, separated by "; "
	Presupposes string // what the cases take for granted, a noun
	Because     string // what such an account does instead, a sentence
	Source      string // the title of Microsoft's page

	facts map[string][]string // the globs for the value of each fact
	fits  []matcher
}

// Reason says why a case that presupposes it is not judged.
func (p Presupposition) Reason() string {
	return fmt.Sprintf("presupposes %s, and %s", p.Presupposes, p.Because)
}

// Missing reports whether the account is of the kind that does not offer it.
func (p Presupposition) Missing(a Account) bool {
	for fact, globs := range p.facts {
		value := cmp.Or(a[fact], unknown)
		if !slices.ContainsFunc(globs, func(g string) bool { return glob(g)(value) }) {
			return false
		}
	}
	return true
}

// Presupposed reports whether a case presupposes it.
func (p Presupposition) Presupposed(c Case) bool { return anyMatch(p.fits, c) }

// Presuppositions reads the table.
func (s *Suite) Presuppositions() ([]Presupposition, error) {
	t, err := register.ReadRows(s.fsys, accountsFile)
	if err != nil {
		return nil, err
	}
	var out []Presupposition
	var problems []error
	for i, row := range t.Rows {
		p := Presupposition{Account: row["account"], Cases: row["cases"], Presupposes: row["presupposes"], Because: row["because"], Source: row["source"]}
		if err := p.read(newSelectors(nil, s.Renamed, nil)); err != nil {
			problems = append(problems, fmt.Errorf("%s line %d: %w", accountsFile, i+2, err))
		}
		out = append(out, p)
	}
	return out, errors.Join(problems...)
}

func (p *Presupposition) read(known selectors) error {
	if p.Presupposes == "" || p.Because == "" || p.Source == "" {
		return errors.New("an empty cell")
	}
	p.facts = map[string][]string{}
	for _, term := range strings.Split(p.Account, ",") {
		fact, globs, _ := strings.Cut(term, "=")
		if !factName.MatchString(fact) || globs == "" {
			return fmt.Errorf("%q is no fact about an account; write FACT=GLOB, for instance %s=StorageV2", term, AccountKind)
		}
		p.facts[fact] = strings.Split(globs, "|")
	}
	for _, e := range strings.Split(p.Cases, "; ") {
		m, err := known.parse(e)
		if err != nil {
			return err
		}
		p.fits = append(p.fits, m)
	}
	return nil
}

// Decisive are the facts about an account that decide whether some case of a plan can be judged.
func (p *Plan) Decisive() (map[string]bool, error) {
	all, err := p.suite.Presuppositions()
	out := map[string]bool{}
	for _, pre := range all {
		if slices.ContainsFunc(p.Cases, pre.Presupposed) {
			for fact := range pre.facts {
				out[fact] = true
			}
		}
	}
	return out, err
}

// Lacking are the presuppositions of a plan's cases that an account does not offer: the first one of
// each case, by case id.
func (p *Plan) Lacking(a Account) (map[string]Presupposition, error) {
	if a == nil {
		return nil, nil // nobody looked: the target makes its accounts
	}
	all, err := p.suite.Presuppositions()
	if err != nil {
		return nil, err
	}
	out := map[string]Presupposition{}
	for _, pre := range slices.DeleteFunc(all, func(pre Presupposition) bool { return !pre.Missing(a) }) {
		for _, c := range p.Cases {
			if _, found := out[c.ID]; !found && pre.Presupposed(c) {
				out[c.ID] = pre
			}
		}
	}
	return out, nil
}
