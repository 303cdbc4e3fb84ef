package scenario

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"ifmatch/internal/target"
	"ifmatch/reports"
	"ifmatch/steps/verdict"
	"ifmatch/steps/words"
)

// Answered judges an answer. A differing error code alone does not end the case: it counts at
// a level of its own, once everything else is judged.
func (w *World) Answered(ac *Act, want words.Answer) error {
	if want.OK {
		want.Allowed = []words.Allowed{{Status: ac.Op.Success}}
	}
	if !w.Accepts(ac, want) {
		return ac.Differs(want.String())
	}
	return nil
}

// Accepts reports whether the status is as promised. If only the error code differs, it
// records that.
func (w *World) Accepts(ac *Act, want words.Answer) bool {
	return w.AcceptsPart(ac.Op, want, ac.Resp)
}

// AcceptsPart is Accepts for one answer of a batch.
func (w *World) AcceptsPart(op Operation, want words.Answer, got Response) bool {
	m := want.Match(got.Status, got.Code)
	if m.Status && m.Code != "" && (w.Code == nil || w.Code.CodeLevel == "observed") {
		w.Code = verdict.OtherCode(op.Name, m.Code, want.String(), got.String())
	}
	return m.Status
}

// LastAct is the last act of the client that acted last.
func (w *World) LastAct() (*Act, error) {
	if w.Last == nil || w.Last.Last == nil {
		return nil, verdict.Miswritten("nobody has sent anything yet")
	}
	return w.Last.Last, nil
}

// Judging is one thing that a response is said to carry, together with the response.
type Judging struct {
	World *World
	Act   *Act
	words.Carried
	Got string // the header that the subject is about
}

// Wrong is the verdict on a header that differs from what is said of it.
func (j *Judging) Wrong(want string) error {
	shown := j.Got
	if shown == "" {
		shown = "none"
	}
	return j.Other(j.Subject, want, shown)
}

// Other is the verdict on anything else in the response that differs.
func (j *Judging) Other(what, want, got string) error {
	return verdict.In(verdict.Failed(j.Act.Op.Name+" returned the wrong "+what, want, got), reports.InResponse, j.Act.Op.Name, j.Subject)
}

// Carries judges one thing that a response is said to carry.
func (w *World) Carries(ac *Act, c words.Carried) error {
	s, ok := w.Language.subject(ac.Op.Service, c.Subject)
	if !ok {
		return verdict.Miswritten("the answers of the %s service have no %s", ac.Op.Service, c.Subject)
	}
	j := &Judging{World: w, Act: ac, Carried: c, Got: ac.Resp.Header.Get(s.Header)}
	if s.Judge == nil {
		return JudgeHeader(j)
	}
	return verdict.In(s.Judge(j), reports.InResponse, ac.Op.Name, c.Subject)
}

// JudgeHeader judges whether a header has a value, is present, or is absent.
func JudgeHeader(j *Judging) error {
	switch j.Word {
	case words.No:
		if j.Got != "" {
			return j.Wrong("no " + j.Subject)
		}
	case words.Any:
		if j.Got == "" {
			return j.Wrong("some " + j.Subject)
		}
	case words.Value:
		if j.Got != j.Value {
			return j.Wrong(j.Value)
		}
	default:
		return verdict.Miswritten("a %s is not %s", j.Subject, j.Word)
	}
	return nil
}

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

// JudgeETag judges an ETag against the versions that the resource was seen in.
func JudgeETag(j *Judging) error {
	t := j.Act.Thing
	switch j.Word {
	case Remembered:
		return j.remembered(j.Act.Memory.ETag)
	case New:
		if j.Got == "" || slices.Contains(t.Known, j.Got) {
			return j.Wrong("an ETag that the " + t.Label + " never had")
		}
		return nil
	case Same, Current:
		want := ""
		if t.Before != nil {
			want = t.Before.Common().ETag
		}
		if want == "" {
			want = t.Current() // as the answer to a write claimed it
		}
		if j.Got != want || j.Got == "" {
			return j.Wrong("the ETag " + want + " from before")
		}
		return nil
	}
	return JudgeHeader(j)
}

// JudgeLastModified judges a Last-Modified in the same way.
func JudgeLastModified(j *Judging) error {
	if j.Got != "" && j.Word != words.No {
		if _, err := http.ParseTime(j.Got); err != nil {
			return j.Wrong("an HTTP date")
		}
	}
	t := j.Act.Thing
	before, shown := "", "the Last-Modified from before"
	if t.Before != nil {
		before = HTTPDate(t.Before.Common().LastModified)
		shown = before
	}
	switch j.Word {
	case Remembered:
		return j.remembered(j.Act.Memory.LastModified)
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
		return JudgeHeader(j)
	}
	return nil
}

func (j *Judging) remembered(want string) error {
	switch {
	case want == "":
		if err := j.World.Findings.Unshown(Field(j.Subject)); err != nil {
			return err
		}
		return verdict.Miswritten("no client has read the %s of the %s before", j.Subject, j.Act.Thing.Label)
	case j.Got != want:
		return j.Wrong(want)
	}
	return nil
}

// JudgeQuoted is JudgeETag for a service whose ETags are all strong and quoted; "quoted" says
// only that.
func JudgeQuoted(j *Judging) error {
	tag := j.Got
	strong := len(tag) > 2 && tag[0] == '"' && tag[len(tag)-1] == '"' && !strings.Contains(tag[1:len(tag)-1], `"`)
	if tag != "" && !strong && j.Word != words.No {
		return j.Wrong("a strong ETag in quotes")
	}
	if j.Word == "quoted" {
		j.Word = words.Any
	}
	return JudgeETag(j)
}

// JudgeEmpty judges that a response has no body.
func JudgeEmpty(j *Judging) error {
	if n := len(j.Act.Resp.Body); n != 0 {
		return j.Other("body", "an empty body", strconv.Itoa(n)+" bytes")
	}
	return nil
}

// Doubt checks whether the set-up is at fault for an answer that was not as promised; nil if
// nothing suggests that.
func (w *World) Doubt(ctx context.Context) error {
	if doubt := w.Language.Lexicon(target.Service(w.Case.Service)).Moments.Doubt; doubt != nil {
		return doubt(ctx, w)
	}
	return nil
}
