package scenario

import (
	"fmt"
	"slices"

	"ifmatch/internal/wire"
	"ifmatch/reports"
	"ifmatch/steps/verdict"
)

// Findings are the books of a scenario: what its set-up and its snapshots found.
type Findings struct {
	All      []verdict.Finding // of set-ups and snapshots, in the order in which they came up
	AfterAct []verdict.Finding // the flaws of reads that first showed after an act that was accepted
	rec      *wire.Recorder
}

// Add records a finding of a set-up or a snapshot of t.
func (f *Findings) Add(t *Resource, x verdict.Finding) *verdict.Finding { return f.add(&f.All, t, x) }

// add completes a finding by what it says of t and of the story so far, and keeps it if it is new.
func (f *Findings) add(list *[]verdict.Finding, t *Resource, x verdict.Finding) *verdict.Finding {
	x.Kind, x.State, x.After, x.Seen = t.Kind.Word, t.State, t.Changes(), f.rec.Count()
	i := slices.IndexFunc(*list, x.Same)
	if i < 0 {
		i, *list = len(*list), append(*list, x)
	}
	return &(*list)[i]
}

// NoteBefore records the flaws that a snapshot shows before anything was done to t.
func (f *Findings) NoteBefore(t *Resource, st State) {
	for _, flaw := range st.Common().Flaws {
		if !flaw.Silent {
			f.Add(t, flaw.finding(t))
		}
	}
}

// NoteAfter records the flaws that only the snapshot after an act shows.
func (f *Findings) NoteAfter(t *Resource, diffs []Difference) {
	for _, d := range diffs {
		if !d.Flaw.Silent {
			f.add(&f.AfterAct, t, d.Flaw.finding(t))
		}
	}
}

// WrongRead records that reads show another value of a field than the set-up gave it.
func (f *Findings) WrongRead(t *Resource, of Field, want, got string) {
	read := t.Kind.Reads[0]
	f.Add(t, verdict.Finding{Operation: read, Respect: string(of), Want: want, Got: got, Differs: reports.InResponse,
		Reason: fmt.Sprintf("%s shows the wrong %s of the %s", read, of, t.Label)})
}

// WrongAnswer records that an operation of the set-up answered with another value of a field than the documents promise.
func (f *Findings) WrongAnswer(t *Resource, of Field, operation, want, got string) {
	t.lacks(of, f.Add(t, verdict.Finding{Operation: operation, Respect: string(of), Want: want, Got: got, Differs: reports.InResponse,
		Reason: fmt.Sprintf("%s returned the wrong %s of the %s", operation, of, t.Label)}))
}

// WrongSetUp records that the set-up did not give a field its value.
func (f *Findings) WrongSetUp(t *Resource, of Field, want, got string) {
	t.lacks(of, f.Add(t, t.Unlike(of, want, got)))
}

// NotAsAsked is the verdict on a case whose set-up did not give a field its value.
func (f *Findings) NotAsAsked(t *Resource, of Field, want, got string) error {
	f.WrongSetUp(t, of, want, got)
	return t.Require(of)
}

// GoOnWithout lets a set-up go on after a refused operation, without the field that the operation
// was to set. An error that is not an answer stays an error.
func (f *Findings) GoOnWithout(t *Resource, err error, field Field) error {
	flaw, ok := FlawOf(err)
	if !ok {
		return err
	}
	if !flaw.Silent {
		t.lacks(field, f.Add(t, flaw.finding(t)))
	}
	return nil
}

// Blocked is the verdict on a case that cannot be judged because of err. If an answer broke a
// promise, the case is blocked by that promise.
func (f *Findings) Blocked(t *Resource, doing string, err error) error {
	flaw, ok := FlawOf(err)
	switch {
	case !ok:
		return verdict.Blocked(doing, err)
	case !flaw.Silent:
		f.Add(t, flaw.finding(t))
	}
	return flaw.blocks(doing)
}

// UnreadAfter is the verdict if a resource could not be read after an act.
func (f *Findings) UnreadAfter(t *Resource, doing string, err error) error {
	if _, ok := FlawOf(err); ok {
		return f.Blocked(t, doing, err)
	}
	return verdict.Unknown(doing, err)
}

// Unshown is the verdict on a case that needs a stamp which no read has shown, if reads are
// known to lack it; otherwise nil.
func (f *Findings) Unshown(of Field) error {
	for _, x := range f.All {
		if x.Respect == string(of) && x.Differs == reports.InResponse {
			return verdict.BlockedBy(fmt.Sprintf("remember the %s: %s", of, x.Reason), x.Operation, x.Respect)
		}
	}
	return nil
}

// Unfounded is the verdict on a case that passed although its set-up failed in more than one
// respect: a server that answers everything alike would pass, too. If only one respect failed,
// the clause of that respect judges it, and Unfounded returns nil.
func (f *Findings) Unfounded() error {
	var first *verdict.Finding
	for i := range f.All {
		x := &f.All[i]
		switch {
		case x.Differs != reports.InEffect:
		case first == nil:
			first = x
		case x.Respect != first.Respect:
			return verdict.BlockedBy(fmt.Sprintf("%s, and %s: want %s, got %s", first.Reason, x.Respect, first.Want, first.Got), first.Operation, first.Respect)
		}
	}
	return nil
}

// finding is the finding that a flaw of the reads of t amounts to.
func (f Flaw) finding(t *Resource) verdict.Finding {
	differs := reports.InResponse
	if f.Respect == string(FieldStatus) {
		differs = reports.InStatus
	}
	reason := fmt.Sprintf("%s of the %s is not as promised: %s", f.Operation, t.Label, f.Respect)
	return verdict.Finding{Operation: f.Operation, Respect: f.Respect, Reason: reason, Want: f.Want, Got: f.Got, Differs: differs}
}
