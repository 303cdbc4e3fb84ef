package register

import (
	"fmt"
	"strings"
	"time"

	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
)

// violation puts a certificate into words.
func (c *certificate) violation() finding.Violation {
	r, sentence := c.rule()
	switch c.others {
	case 0:
	case 1:
		sentence += "; every order of the writes around was tried, and none explains it together with one other answer"
	default:
		sentence += fmt.Sprintf("; every order of the writes around was tried, and none explains it together with %d other answers", c.others)
	}
	if c.whole {
		sentence += finding.WholeProof
	}
	v := finding.Violation{Rule: r, Sentence: sentence, Clauses: strings.Fields(clauses[r][c.o.Kind]), Whole: c.whole}
	for _, i := range c.ops {
		v.Evidence = append(v.Evidence, finding.Evidence{Event: c.original[i], Role: c.role(i)})
	}
	return v
}

// rule finds the promise that the accused broke, and says how: by the first saying that
// is true of it, beside one of the other events, the last answered first.
func (c *certificate) rule() (rule, string) {
	s := scene{certificate: c, e: &c.judge.ops[c.accused]}
	list, others := sayings[effectOf(s.e)], c.answered(c.ops)
	if c.foreign != history.None {
		list = phantoms
	}
	for _, w := range list {
		if s.x = nil; !w.beside && w.when(&s) {
			return w.rule, s.say(w.text)
		}
		for k := len(others) - 1; k >= 0 && w.beside; k-- {
			if s.k, s.x = others[k], &c.judge.ops[others[k]]; s.k != c.accused && w.when(&s) {
				return w.rule, s.say(w.text)
			}
		}
	}
	panic("register: nothing can be said of " + fmt.Sprintf("%+v", s.e))
}

// say fills in who and what a sentence is about.
func (s *scene) say(text string) string {
	pairs := []string{
		"{who}", s.e.Who(), "{named}", s.label(s.e.If), "{made}", s.label(s.e.Tag), "{tag}", s.tag(s.e.Tag), "{contents}", contents(s.e.Value),
		"{foreign}", s.label(s.foreign), "{nobody}", s.nobody(), "{answer}", answers[s.e.Outcome],
	}
	if x := s.x; x != nil {
		pairs = append(pairs, "{other}", x.Who(), "{others}", s.label(s.made(s.k)), "{theirs}", s.label(x.If), "{their contents}", contents(x.Value),
			"{gap}", span(min(s.e.Return, x.Return), max(s.e.Invoke, x.Invoke)))
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

// answers are what one is told whose request is refused.
var answers = map[history.Outcome]string{
	history.Lost: "that its condition was not met", history.Refused: "that a lease stands in the way",
	history.Absent: "that there is nothing", history.Wrong: "an error",
}

// nobody says who did not make a version.
func (c *certificate) nobody() string {
	what := "no recorded write made"
	if c.horizon < never || c.start.tag != history.None {
		return "no write made that can still be current"
	}
	if len(c.wild) > 0 {
		what += ", nor can one of those that were not answered have made it"
	}
	return what
}

// role says what an event of a certificate did and was told.
func (c *certificate) role(i int32) string {
	e := &c.original[i]
	effect, made := effectOf(e), c.label(c.made(i))
	switch {
	case effect == may && c.made(i) == history.None:
		return "was not answered"
	case effect == may:
		return "was not answered; what it wrote was seen as " + made
	case effect != wrote:
		return strings.NewReplacer("{made}", made, "{named}", c.label(e.If)).Replace(roles[effect])
	case e.Op == history.Delete && names(e):
		return "deleted " + c.label(e.If)
	case e.Op == history.Delete:
		return "deleted it"
	case e.Op == history.Create:
		return "created it as " + made
	case names(e):
		return "replaced " + c.label(e.If) + " by " + made
	}
	return "wrote " + made
}

// roles are those of events that wrote nothing.
var roles = map[effect]string{
	torn: "read contents that no single write had sent", sight: "read {made}", sawThere: "was told that it exists",
	sawGone: "was told that there is nothing", sawOther: "was told that {named} is not current", kept: "was refused, so that nothing may have changed",
}

// tag spells a tag.
func (c *certificate) tag(t history.Token) string {
	if c.o.Text != nil {
		return c.o.Text(t)
	}
	return fmt.Sprintf("%#x", uint64(t))
}

// label names the version of a tag.
func (c *certificate) label(t history.Token) string {
	if t == history.None {
		return "the version"
	}
	return "version " + c.tag(t)
}

// contents names a value by the exchange that wrote it.
func contents(value uint64) string {
	client, seq := history.WriterOf(value)
	return fmt.Sprintf("the contents of exchange %d of %s", seq, history.ClientName(client))
}

// span writes a duration with three digits.
func span(from, to int64) string {
	d := time.Duration(to - from)
	for unit := time.Second; unit > 1; unit /= 1000 {
		if d >= unit {
			return d.Round(unit / 100).String()
		}
	}
	return d.String()
}
