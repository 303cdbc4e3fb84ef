package scenario

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"

	"ifmatch/reports"
	"ifmatch/steps/verdict"
)

// Effects that a sentence can state of a resource after an act.
const (
	Unchanged  = "unchanged"   // as before
	AsAsked    = "as asked"    // as the documents promise after the request
	AsAnswered = "as answered" // as asked after a success, else unchanged
	Gone       = "gone"
)

// Effect reads the resource and compares it with what it was before the last act,
// and with what that act asked for.
func (w *World) Effect(ctx context.Context, t *Thing, effect string) error {
	if t.Before == nil {
		return verdict.Miswritten("nothing was done to the %s yet", t.Label)
	}
	after, err := w.Again(ctx, t)
	if err != nil {
		return verdict.Unknown("read the "+t.Label+" afterwards", err)
	}
	w.Subject = t
	if err := w.Time.Judge(); err != nil {
		return err
	}
	refused := t.Act == nil || !t.Act.Resp.OK()
	switch {
	case effect == Gone:
		if after.Common().Exists {
			return verdict.Failed("the "+t.Label+" is still there", "gone", "ETag "+after.Common().ETag)
		}
		return nil
	case effect == Unchanged, effect == AsAnswered && refused, t.Act != nil && t.Act.Op.Reads:
		return t.Differs("changed", Compare(t.Before, after))
	case refused:
		return verdict.Miswritten("nothing was asked of the %s that the service accepted", t.Label)
	}
	before := t.Before.Clone()
	before.Common().Seen = t.Older()
	want := t.Act.Op.After(before, t.Act.Req, t.Act.Resp)
	if t.Act.Op.Lease == LeaseSubject {
		// What becomes of the lease stands in the scenario.
		return t.Differs("is not as asked", Compare(want, after, FieldLease))
	}
	return t.Differs("is not as asked", Compare(want, after))
}

// Differs turns a list of differing fields into a verdict.
func (t *Thing) Differs(how string, diffs []Difference) error {
	if len(diffs) == 0 {
		return nil
	}
	var want, got []string
	for _, d := range diffs {
		want = append(want, fmt.Sprintf("%s %s", d.Field, d.Want))
		got = append(got, fmt.Sprintf("%s %s", d.Field, d.Got))
	}
	operation := ""
	if t.Act != nil {
		operation = t.Act.Op.Name
	}
	return verdict.In(verdict.Failed("the "+t.Label+" "+how, strings.Join(want, "; "), strings.Join(got, "; ")), reports.InEffect, operation, string(diffs[0].Field))
}

// HTTPDate writes a stamp as headers do; empty for none.
func HTTPDate(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(http.TimeFormat)
}

// Earlier tells whether the HTTP date a lies before b.
func Earlier(a, b string) bool {
	ta, err1 := http.ParseTime(a)
	tb, err2 := http.ParseTime(b)
	return err1 == nil && err2 == nil && ta.Before(tb)
}

// First is the beginning of b, at most n bytes.
func First(b []byte, n int) []byte { return b[:min(n, len(b))] }
