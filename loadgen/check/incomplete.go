package check

import (
	"slices"

	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/check/transaction"
	"ifmatch/loadgen/history"
)

// What a part of a history proves although the rest is missing: a violation stands
// if no further operation could explain it. Two writes with one tag, two that
// replaced one version, contents that are damaged or under two tags, a trace of a
// refused write, and a read of a version whose replacement was acknowledged before
// the read began stay wrong whatever else happened. That a version was written by
// nobody, that a refusal had no reason, that a message is lost, that two clients
// held a lease, or that a window was cut short is explained by one missing write,
// release or update. So such findings make an incomplete history no worse than
// incomplete.

// standing are the rules that need nothing more.
var standing = map[string][]string{
	"register":   {"tag used twice", "tag with two contents", "contents with two tags", "torn read", "refused write applied", "lost update"},
	"appendblob": {"torn read"},
	"queue":      {"torn message"},
	"transaction": {
		transaction.DuplicateTag, transaction.TornRead, transaction.MixedRead, transaction.LostUpdate,
		transaction.Trace, transaction.Half, transaction.StaleRead, transaction.Disorder,
	},
}

// withhold removes what an incomplete history does not prove.
func withhold(kind string, r finding.Result) finding.Result {
	if r.State != finding.Invalid {
		return r
	}
	r.Violations = slices.DeleteFunc(slices.Clone(r.Violations), func(v finding.Violation) bool {
		stands := slices.Contains(standing[kind], v.Rule) && (kind != "transaction" || v.Rule == transaction.Trace || !refused(v))
		return !stands && !replacedBefore(v)
	})
	r.More, r.Unlisted = r.More || r.Unlisted > 0, 0 // of what is not described nobody can tell whether it stands
	if len(r.Violations) == 0 {
		r.State, r.More, r.Why = finding.Incomplete, false, "what is missing may explain what was seen"
	}
	return r
}

// refused tells whether a certificate rests on a refusal. What a transaction was
// refused for may be missing.
func refused(v finding.Violation) bool {
	return slices.ContainsFunc(v.Evidence, func(e finding.Evidence) bool {
		return e.Event.Outcome != history.Won && !e.Event.Outcome.Uncertain()
	})
}

// replacedBefore tells whether a certificate shows by itself that a version was
// read after its replacement had been acknowledged.
func replacedBefore(v finding.Violation) bool {
	for _, w := range v.Evidence {
		for _, r := range v.Evidence {
			if w.Event.Op == history.Swap && w.Event.Outcome == history.Won && w.Event.If != history.None &&
				r.Event.Op == history.Read && r.Event.Outcome == history.Won && r.Event.Key == w.Event.Key &&
				r.Event.Tag == w.Event.If && w.Event.Return < r.Event.Invoke {
				return true
			}
		}
	}
	return false
}
