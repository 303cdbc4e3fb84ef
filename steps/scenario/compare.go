package scenario

import (
	"slices"
)

// Compare lists the differences between got and want, in a fixed order; none means that they
// agree. A flaw of the reads is a difference unless want has it too; flaws come last. The
// caller judges the ignored fields itself.
func Compare(want, got State, ignore ...Field) []Difference {
	w, g := want.Common(), got.Common()
	c := &Comparison{loose: slices.Concat(ignore, w.Loose, g.Loose), Both: w.Exists && g.Exists}
	if w.Exists != g.Exists {
		c.Differ(FieldExistence, ShowExistence(w.Exists), ShowExistence(g.Exists))
	}
	if c.Both && !w.Unstamped {
		c.stamps(w, g)
	}
	want.Differ(c, got)
	if !slices.Contains(c.loose, FieldConsistency) {
		c.list = append(c.list, NewFlaws(want, got)...)
	}
	return c.list
}

// Shown compares a state with the answer to a read of it: show copies into a copy of the state what the answer shows. It
// returns the first difference; false if there is none.
func Shown[S State](want S, show func(got S) error) (Difference, bool) {
	got := want.Clone().(S)
	if err := show(got); err != nil {
		return Difference{Field: FieldBody, Want: "an answer as documented", Got: err.Error()}, true
	}
	if diffs := Compare(want, got, FieldConsistency); len(diffs) > 0 {
		return diffs[0], true
	}
	return Difference{}, false
}

// NewFlaws lists the flaws of the reads of got that want does not have.
func NewFlaws(want, got State) (out []Difference) {
	for _, f := range got.Common().Flaws {
		if !slices.ContainsFunc(want.Common().Flaws, f.same) {
			out = append(out, Difference{Field: FieldConsistency, Want: f.Want, Got: f.Got, Flaw: &f})
		}
	}
	return out
}

func (c *Comparison) stamps(want, got *Snapshot) {
	switch {
	case got.ETag == "":
		c.Differ(FieldETag, ShowETag(want.ETag), "none")
	case slices.ContainsFunc(want.Seen, func(e string) bool { return SameETag(e, got.ETag) }):
		c.Differ(FieldETag, "one that the resource never had", got.ETag)
	case want.ETag != NewETag && !SameETag(want.ETag, got.ETag):
		c.Differ(FieldETag, ShowETag(want.ETag), got.ETag)
	}
	switch {
	case got.LastModified.IsZero():
		c.Differ(FieldLastModified, ShowTime(want.LastModified), "none")
	case got.LastModified.Before(want.NotBefore):
		c.Differ(FieldLastModified, "not before "+ShowTime(want.NotBefore), ShowTime(got.LastModified))
	case !want.LastModified.IsZero() && !want.LastModified.Equal(got.LastModified):
		c.Differ(FieldLastModified, ShowTime(want.LastModified), ShowTime(got.LastModified))
	}
}
