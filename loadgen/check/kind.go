package check

import (
	"slices"

	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/check/transaction"
	"ifmatch/loadgen/history"
)

// kind is one check: when it applies, and how it is called.
type kind struct {
	name    string
	applies func(use) bool
	check   func(ops []history.Event, o Options, complete bool) finding.Result
	// proven are the rules whose violations stand although a part of the history
	// is missing: no further operation could explain them. The check itself
	// leaves out what it must, if it is told.
	proven []string
	rules  []rule
}

// rule is something that a check can only judge if the run put it to the test.
type rule struct {
	name string // for people
	seen string // what Result.Observed counts
}

// use says what a resource was used for.
type use struct {
	ops     uint64 // a bit for every history.Op
	leased  bool   // an operation named a lease
	grouped bool   // an entity in a partition with groups: transactions, or pages
}

func (u use) has(ops ...history.Op) bool {
	for _, op := range ops {
		if u.ops&(1<<op) != 0 {
			return true
		}
	}
	return false
}

// kinds are all checks.
var kinds = []*kind{
	{
		name:    "transaction",
		applies: func(u use) bool { return u.grouped },
		check: func(ops []history.Event, o Options, complete bool) finding.Result {
			return transaction.Check(ops, transaction.Options{Incomplete: !complete, Limit: o.Limit, Budget: o.Budget})
		},
		rules: []rule{
			{"a transaction of several entities", transaction.SeenTransactions},
			{"a page read beside a transaction on two of its entities", transaction.SeenOverlaps},
			{"a refused transaction of several entities", transaction.SeenRefused},
		},
	},
}

// judge runs a check. Of a history of which a part is missing it keeps only the
// violations that stand whatever is missing.
func (k *kind) judge(ops []history.Event, o Options, complete bool) finding.Result {
	r := k.check(ops, o, complete)
	if complete || k.proven == nil || r.State != finding.Invalid {
		return r
	}
	r.Violations = slices.DeleteFunc(slices.Clone(r.Violations), func(v finding.Violation) bool {
		return !slices.Contains(k.proven, v.Rule)
	})
	if len(r.Violations) == 0 {
		r.State, r.Why = finding.Incomplete, "what is missing may explain what was seen"
	}
	return r
}
