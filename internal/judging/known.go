package judging

import (
	"bytes"
	"fmt"
	"io"
	"slices"

	"ifmatch/reports"
	"ifmatch/reports/baseline"
	"ifmatch/steps/plan"
)

// Known are the known failures by which a run is judged.
type Known struct {
	File string // the file that is named in messages
	List baseline.List
	Out  string // where the list is written afterwards; empty: nowhere
}

// Judge returns the last of some runs judged by the list, and writes the list again if asked to. A
// run that did not reach every case writes none, because it does not know the missing cases.
func (k *Known) Judge(suite *plan.Suite, runs []reports.Run) (reports.Run, error) {
	r := runs[len(runs)-1]
	if k == nil {
		return r, nil
	}
	exists := Existing(suite)
	if k.Out == "" {
		return k.List.Judge(r, k.File, exists), nil
	}
	if r.Incomplete || r.Stopped != "" {
		return k.List.Judge(r, k.File, exists), fmt.Errorf("write baseline: not every case was run, so %s was left as it was", k.Out)
	}
	list, err := k.Update(runs, exists)
	for i := range list.Lines {
		list.Lines[i].Since = 0 // what passed in these runs is in it, and must not refute a rate twice
	}
	return list.Judge(r, k.File, exists), err
}

// Update writes the list after some runs, and returns it as it was written.
func (k *Known) Update(runs []reports.Run, exists func(baseline.Line) bool) (baseline.List, error) {
	var text bytes.Buffer
	list := k.List.Update(runs, exists)
	if err := list.Write(&text); err != nil {
		return list, err
	}
	// It is read again to get its line numbers.
	list, err := baseline.Read(bytes.NewReader(text.Bytes()), nil)
	if err != nil {
		return list, fmt.Errorf("write baseline: %w", err)
	}
	return list, reports.WriteFile(k.Out, text.Bytes(), func(w io.Writer, text []byte) error {
		_, err := w.Write(text)
		return err
	})
}

// Existing reports whether the suite has a case of a line.
func Existing(suite *plan.Suite) func(baseline.Line) bool {
	cases := make(map[string]bool, len(suite.Cases))
	for _, c := range suite.Cases {
		cases[c.ID] = true
	}
	return func(l baseline.Line) bool {
		return cases[l.Case] || l.Family() && slices.ContainsFunc(suite.Cases, func(c plan.Case) bool { return c.Chance() && l.Fits(c.ID) })
	}
}
