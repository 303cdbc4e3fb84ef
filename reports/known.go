package reports

// Baseline is what a list of known failures came to in a run.
type Baseline struct {
	File  string `json:"file"`
	Lines int    `json:"lines"` // all of them
	// Outside counts the lines that this run says nothing of: not chosen, not of this
	// api-version, skipped.
	Outside int `json:"outside"`
	// Unexplained counts the lines without a reason.
	Unexplained int `json:"unexplained,omitempty"`
	// Stale are the lines that match no case, or one that is not judged.
	Stale []Stale `json:"stale,omitempty"`
	// Misfits counts the failed cases whose line says something else, and which do not
	// count as new failures: they fail less, or below the level that gates.
	Misfits int `json:"misfits,omitempty"`
}

// Stale is a line of a baseline that is to be removed.
type Stale struct {
	Case string `json:"case"`
	Line int    `json:"line"`
	Why  string `json:"why"`
}

// outdated tells whether a line no longer fits.
func (b *Baseline) outdated(s Summary) bool {
	return s.Fixed > 0 || len(b.Stale) > 0 || b.Misfits > 0
}

// Known is what the baseline says of a case.
type Known struct {
	Line      int    `json:"line"`
	How       string `json:"how"` // as Manner prints it
	Reason    string `json:"reason,omitempty"`
	Link      string `json:"link,omitempty"`
	Sometimes bool   `json:"sometimes,omitempty"`
	// Change says in which relation a failed case stands to what is known; empty where
	// it fails as known, or did not fail.
	Change Relation `json:"change,omitempty"`
}

func (k *Known) less() bool { return k != nil && k.Change == Less }

// Relation is how one failure of a case stands to an earlier one.
type Relation string

// The relations.
const (
	Same      Relation = ""          // in the same respects, by the same answer
	Less      Relation = "less"      // only in some of the respects
	Worse     Relation = "worse"     // in one more respect
	Otherwise Relation = "otherwise" // by another answer
)
