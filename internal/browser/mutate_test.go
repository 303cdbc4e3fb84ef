package browser

import (
	"io"
	"testing"

	"ifmatch/internal/mutate"
	"ifmatch/reports"
)

// faults are some of each verdict, with the longest names and cases.
func faults() mutate.Report {
	var all []mutate.Result
	for _, v := range []mutate.Verdict{mutate.Killed, mutate.Elsewhere, mutate.Survived, mutate.Excused} {
		all = append(all, mutate.Result{Name: "container-batch-of-set-blob-tier-" + string(v), Family: "combination of several conditions", Verdict: v,
			Sentence: "Set Blob Tier within a Container Batch ignores the lease of a blob that has only uncommitted blocks.", Level: "should", Cases: 112, Failing: 13,
			By: "TABLE-BATCH-01/insert-or-replace-entity-a-insert-or-replace-entity-insert-or-merge-entity-b-delete-entity-c-if-match-current"})
	}
	r := mutate.NewReport(all)
	r.Tool, r.Level, r.Seed, r.Planned = reports.Tool{Name: "ifmatch", Version: "1"}, "should", 1, len(all)
	return r
}

func TestFaultsPageInEveryLook(t *testing.T) {
	for _, l := range looks {
		t.Run(l.String(), func(t *testing.T) {
			p := open(t, l, "", func(w io.Writer) error { return mutate.WriteHTML(w, faults()) })
			p.fits()
			p.axe()
			p.shoot("mutate-" + l.String())
		})
	}
}
