package reports

// Baseline is the result of a list of known failures in a run.
type Baseline struct {
	File  string `json:"file"`
	Lines int    `json:"lines"` // all of them
	// Outside counts the lines whose cases this run does not have: not chosen, not of
	// this api-version, or skipped.
	Outside int `json:"outside"`
	// Unexplained counts the lines without a reason.
	Unexplained int `json:"unexplained,omitempty"`
	// Stale are the lines that match no case, or one that is not judged.
	Stale []Stale `json:"stale,omitempty"`
	// Misfits counts the failed cases that do not match their line, but do not count
	// as new failures: they fail less, or below the level that gates.
	Misfits int `json:"misfits,omitempty"`
}

// Stale is a line of a baseline that should be removed.
type Stale struct {
	Case string `json:"case"`
	Line int    `json:"line"`
	Why  string `json:"why"`
}

// outdated reports whether a line no longer fits.
func (b *Baseline) outdated(s Summary) bool {
	return s.Fixed > 0 || len(b.Stale) > 0 || b.Misfits > 0
}

// Known is the entry of the baseline for a case.
type Known struct {
	Line      int    `json:"line"`
	How       string `json:"how"` // as formatted by Manner.String
	Reason    string `json:"reason,omitempty"`
	Link      string `json:"link,omitempty"`
	Sometimes bool   `json:"sometimes,omitempty"`
	// Change is the relation of a failed case to its known failure; empty if it fails
	// as known, or did not fail.
	Change Relation `json:"change,omitempty"`
	// Rate are the figures of a case that fails more often than its line says.
	Rate string `json:"rate,omitempty"`
}

func (k *Known) less() bool { return k != nil && k.Change == Less }

// Relation is the relation of one failure of a case to an earlier one.
type Relation string

// The relations.
const (
	Same      Relation = ""          // in the same respects, by the same answer
	Less      Relation = "less"      // only in some of the respects
	Worse     Relation = "worse"     // in one more respect
	Otherwise Relation = "otherwise" // by another answer
	Oftener   Relation = "oftener"   // in significantly more rounds
	Certain   Relation = "certain"   // every time, where the earlier one was by chance
)
