package scenario

import (
	"fmt"
	"slices"

	"ifmatch/reports"
	"ifmatch/steps/verdict"
)

// Find records a finding of a set-up or a snapshot.
func (w *World) Find(t *Thing, f Finding) *Finding {
	if i := slices.IndexFunc(w.findings, f.Same); i >= 0 {
		return &w.findings[i]
	}
	f.Kind, f.State, f.Seen = t.Kind.Word, t.state, w.rec.Count()
	w.findings = append(w.findings, f)
	return &w.findings[len(w.findings)-1]
}

// Findings lists the findings in the order in which they came up.
func (w *World) Findings() []Finding { return w.findings }

// Charges lists the flaws of reads that first showed after an act. The act caused them,
// unless those reads have the same flaws elsewhere.
func (w *World) Charges() []Finding { return w.charges }

// Shows records that reads show another value of a field than the set-up gave it.
func (w *World) Shows(t *Thing, of Field, want, got string) {
	read := t.Kind.Reads[0]
	w.Find(t, Finding{Operation: read, Respect: string(of), Want: want, Got: got, Differs: reports.InResponse,
		Reason: fmt.Sprintf("%s shows the wrong %s of the %s", read, of, t.Label)})
}

// Unmade is the verdict on a case whose set-up did not give a field its value.
func (w *World) Unmade(t *Thing, of Field, want, got string) error {
	t.lacks(of, w.Find(t, t.Unlike(of, want, got)))
	return w.Broken(t, of)
}

// Unfounded is the verdict on a case that passed although its set-up failed in more than one
// respect: a server that answers everything alike would pass, too. If only one respect failed,
// the clause of that respect judges it, and Unfounded returns nil.
func (w *World) Unfounded() error {
	var first *Finding
	for i := range w.findings {
		f := &w.findings[i]
		switch {
		case f.Differs != reports.InEffect:
		case first == nil:
			first = f
		case f.Respect != first.Respect:
			return verdict.BlockedBy(fmt.Sprintf("%s, and %s: want %s, got %s", first.Reason, f.Respect, first.Want, first.Got), first.Operation, first.Respect)
		}
	}
	return nil
}

// Unlike is the finding that a field is not as the set-up asked.
func (t *Thing) Unlike(of Field, want, got string) Finding {
	operation := t.maker(of)
	return Finding{Operation: operation, Respect: string(of), Want: want, Got: got, Differs: reports.InEffect,
		Reason: fmt.Sprintf("after %s the %s is not as asked: %s", operation, t.Label, of)}
}

// finding is the finding that a flaw of the reads of t amounts to.
func (f Flaw) finding(t *Thing) Finding {
	differs := reports.InResponse
	if f.Respect == string(FieldStatus) {
		differs = reports.InStatus
	}
	reason := fmt.Sprintf("%s of the %s is not as promised: %s", f.Operation, t.Label, f.Respect)
	return Finding{Operation: f.Operation, Respect: f.Respect, Reason: reason, Want: f.Want, Got: f.Got, Differs: differs}
}

// admit records the flaws that a snapshot shows before anything was done to t.
func (w *World) admit(t *Thing, st State) {
	for _, f := range st.Common().Flaws {
		if !f.Silent {
			w.Find(t, f.finding(t))
		}
	}
}

// charge records the flaws that only the snapshot after an act shows.
func (w *World) charge(t *Thing, diffs []Difference) {
	for _, d := range diffs {
		f := d.Flaw.finding(t)
		if !d.Flaw.Silent && !slices.ContainsFunc(w.charges, f.Same) {
			w.charges = append(w.charges, f)
		}
	}
}

// Stop is the verdict on a case that cannot be judged because of err. If an answer broke a
// promise, the case is blocked by that promise.
func (w *World) Stop(t *Thing, doing string, err error) error {
	f, ok := flawOf(err)
	switch {
	case !ok:
		return verdict.Blocked(doing, err)
	case f.Silent:
		return w.without(f, doing)
	}
	w.Find(t, f.finding(t))
	return w.without(f, doing)
}

// Lost is the verdict on a case that needs a field which no read shows because of a flaw; nil
// if the field is known.
func (w *World) Lost(st State, of Field, doing string) error {
	if f, lost := st.Common().lost(of); lost {
		return w.without(f, doing)
	}
	return nil
}

// without is the verdict on a case that needs something which no read shows because of a flaw.
func (w *World) without(f Flaw, doing string) error {
	switch {
	case f.Absent:
		return verdict.Skipped("the target does not implement "+f.Operation, reports.Lack{Kind: reports.LacksOperation, Name: f.Operation})
	case f.Silent:
		return verdict.Blocked(doing, fmt.Errorf("%s was answered %s", f.Operation, f.Got))
	}
	return verdict.BlockedBy(fmt.Sprintf("%s: %s: want %s, got %s", doing, f.Operation, f.Want, f.Got), f.Operation, f.Respect)
}

// Broken is the verdict on a case that needs a field of t to be as the set-up asked, when it is
// not; nil if it is.
func (w *World) Broken(t *Thing, of Field) error {
	f := t.off[of]
	if f == nil {
		return nil
	}
	return verdict.BlockedBy(fmt.Sprintf("prepare a %s that %s: %s: want %s, got %s", f.Kind, f.State, f.Reason, f.Want, f.Got), f.Operation, f.Respect)
}
