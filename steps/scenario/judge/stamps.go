package judge

import (
	"cmp"
	"net/http"
	"slices"
	"strings"

	"ifmatch/steps/scenario"
	"ifmatch/steps/verdict"
	"ifmatch/steps/words"
)

// What else a sentence can say of stamps.
const (
	New        = "new"        // never seen before; of a date: not earlier
	Later      = "later"      // by the clock
	Same       = "same"       // as before the request
	Current    = "current"    // the same
	Remembered = "remembered" // as this client last saw it
)

// StampWords are the words for an ETag, DateWords those for a Last-Modified.
var (
	StampWords = []string{New, Same, Current, Remembered}
	DateWords  = []string{New, Later, Same, Current, Remembered}
)

// ETag judges an ETag against the versions that the resource was seen in.
func ETag(j *scenario.Judging) error {
	t := j.Act.Resource
	switch j.Word {
	case Remembered:
		return remembered(j, j.Act.Memory.ETag)
	case New:
		if j.Got == "" || slices.Contains(t.Known, j.Got) {
			return j.Wrong("an ETag that the " + t.Label + " never had")
		}
	case Same, Current:
		want := ""
		if t.Before != nil {
			want = t.Before.Common().ETag
		}
		want = cmp.Or(want, t.Current()) // the latter as the answer to a write claimed it
		if j.Got != want || j.Got == "" {
			return j.Wrong("the ETag " + want + " from before")
		}
	default:
		return Header(j)
	}
	return nil
}

// LastModified judges a Last-Modified in the same way.
func LastModified(j *scenario.Judging) error {
	if j.Got != "" && j.Word != words.No {
		if _, err := http.ParseTime(j.Got); err != nil {
			return j.Wrong("an HTTP date")
		}
	}
	t := j.Act.Resource
	before, shown := "", "the Last-Modified from before"
	if t.Before != nil {
		before = scenario.HTTPDate(t.Before.Common().LastModified)
		shown = before
	}
	switch j.Word {
	case Remembered:
		return remembered(j, j.Act.Memory.LastModified)
	case Later:
		if t.Before == nil || !Earlier(before, j.Got) {
			return j.Wrong("a Last-Modified after " + shown)
		}
	case New:
		if j.Got == "" || t.Before != nil && Earlier(j.Got, before) {
			return j.Wrong("a Last-Modified that is not before " + shown)
		}
	case Same, Current:
		if t.Before == nil || j.Got != before {
			return j.Wrong(shown)
		}
	default:
		return Header(j)
	}
	return nil
}

func remembered(j *scenario.Judging, want string) error {
	switch {
	case want == "":
		if err := j.World.Findings.Unshown(scenario.Field(j.Subject)); err != nil {
			return err
		}
		return verdict.Miswritten("no client has read the %s of the %s before", j.Subject, j.Act.Resource.Label)
	case j.Got != want:
		return j.Wrong(want)
	}
	return nil
}

// Quoted is ETag for a service whose ETags are all strong and quoted; "quoted" says
// only that.
func Quoted(j *scenario.Judging) error {
	tag := j.Got
	strong := len(tag) > 2 && tag[0] == '"' && tag[len(tag)-1] == '"' && !strings.Contains(tag[1:len(tag)-1], `"`)
	if tag != "" && !strong && j.Word != words.No {
		return j.Wrong("a strong ETag in quotes")
	}
	if j.Word == "quoted" {
		j.Word = words.Any
	}
	return ETag(j)
}

// Earlier reports whether the HTTP date a is before b.
func Earlier(a, b string) bool {
	ta, err1 := http.ParseTime(a)
	tb, err2 := http.ParseTime(b)
	return err1 == nil && err2 == nil && ta.Before(tb)
}
