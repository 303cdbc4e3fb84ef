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
	if c.others == 1 {
		sentence += "; every order of the writes around was tried, and none explains it together with one other answer"
	} else if c.others > 1 {
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

// rule finds the promise that the culprit broke, and says how.
func (c *certificate) rule() (rule, string) {
	i := c.culprit
	e := &c.judge.ops[i]
	switch effect := effectOf(e); {
	case effect == torn:
		return ruleTorn, fmt.Sprintf("%s read contents that are those of no write: mixed, cut or damaged", e.Who())
	case c.foreign != history.None:
		return c.phantom(e)
	case effect == sight:
		return c.misread(i, e)
	case effect == wrote:
		return c.miswritten(i, e)
	case effect == sawGone:
		return ruleWrong404, fmt.Sprintf("%s was told that there is nothing, although it was there from before the request was sent until after the answer", e.Who())
	case effect == sawThere:
		return ruleWrong409, fmt.Sprintf("%s was told that it exists, although nothing was there from before the request was sent until after the answer", e.Who())
	case c.instead.Outcome.Uncertain(): // it took effect all the same
		answer := map[history.Outcome]string{
			history.Lost: "that its condition was not met", history.Refused: "that a lease stands in the way",
			history.Absent: "that there is nothing", history.Wrong: "an error",
		}[e.Outcome]
		return ruleRefused, fmt.Sprintf("%s was told %s, and yet what it sent took effect: %s were seen", e.Who(), answer, contents(e.Value))
	}
	if c.whole {
		return ruleWrong412, fmt.Sprintf("%s was told that %s is not current, although it had been made before and nothing had replaced it", e.Who(), c.label(e.If))
	}
	return ruleWrong412, fmt.Sprintf("%s was told that %s is not current, although it was so before the request was sent and after the answer", e.Who(), c.label(e.If))
}

func (c *certificate) phantom(e *history.Event) (rule, string) {
	what := "no recorded write made"
	if c.horizon < never || c.start.tag != history.None {
		what = "no write made that can still be current"
	} else if len(c.wild) > 0 {
		what += ", nor can one of those that were not answered have made it"
	}
	if e.Op != history.Read {
		return rulePhantom, fmt.Sprintf("%s replaced %s, which %s", e.Who(), c.label(c.foreign), what)
	}
	if e.Value != 0 {
		what += ": it shows " + contents(e.Value)
	}
	return rulePhantom, fmt.Sprintf("%s read %s, which %s", e.Who(), c.label(c.foreign), what)
}

// misread says what is wrong about a read.
func (c *certificate) misread(i int32, e *history.Event) (rule, string) {
	if len(c.ops) == 1 {
		return ruleIgnored, fmt.Sprintf("%s asked with If-Match for %s and was given %s instead of a refusal", e.Who(), c.label(e.If), c.label(e.Tag))
	}
	for _, k := range c.ops {
		x := &c.judge.ops[k]
		switch effect := effectOf(x); {
		case k == i || effect != sight && effect != wrote && (effect != may || x.Tag == history.None):
		case x.Tag == e.Tag && x.Value != e.Value && x.Value != 0 && e.Value != 0:
			return ruleTwoContents, fmt.Sprintf("tag %s stands for %s and for %s", c.tag(e.Tag), contents(x.Value), contents(e.Value))
		case x.Tag != e.Tag && x.Value == e.Value && x.Value != 0:
			return ruleTwoTags, fmt.Sprintf("%s are those of %s, and %s was shown them as %s", contents(e.Value), c.label(x.Tag), e.Who(), c.label(e.Tag))
		}
	}
	for _, k := range c.ops {
		x := &c.judge.ops[k]
		changes := effectOf(x) == wrote || effectOf(x) == may
		switch {
		case changes && x.Invoke > e.Return && (x.Tag == e.Tag || x.Value == e.Value):
			return ruleEarly, fmt.Sprintf("%s read %s %s before the write that made it was sent", e.Who(), c.label(e.Tag), span(e.Return, x.Invoke))
		case changes && x.Invoke > e.Return:
			return ruleEarly, fmt.Sprintf("%s read %s %s before %s, which precedes it, was sent", e.Who(), c.label(e.Tag), span(e.Return, x.Invoke), c.label(c.made(k)))
		}
	}
	k := c.newer(i, e.Tag)
	if k < 0 {
		return ruleStale, fmt.Sprintf("%s read %s, which was not current", e.Who(), c.label(e.Tag))
	}
	x := &c.judge.ops[k]
	if x.Op == history.Delete {
		return ruleAfterDelete, fmt.Sprintf("%s read %s %s after it was certainly deleted", e.Who(), c.label(e.Tag), span(x.Return, e.Invoke))
	}
	return ruleStale, fmt.Sprintf("%s read %s %s after %s had certainly replaced it", e.Who(), c.label(e.Tag), span(x.Return, e.Invoke), c.label(c.made(k)))
}

// miswritten says what is wrong about a write that was told of success.
func (c *certificate) miswritten(i int32, e *history.Event) (rule, string) {
	if e.Tag != history.None && e.Tag == e.If && c.instead.Tag != e.Tag {
		return ruleTagTwice, fmt.Sprintf("%s was given the tag %s for the version that replaced the one with this very tag: what changed can no longer be told by it", e.Who(), c.tag(e.Tag))
	}
	if c.unseen {
		return ruleDropped, fmt.Sprintf("the write of %s was acknowledged as %s, which nobody ever saw, and others were answered as if it had not been made", e.Who(), c.label(e.Tag))
	}
	for _, k := range c.ops {
		x := &c.judge.ops[k]
		switch effect := effectOf(x); {
		case k == i:
		case x.Tag == e.Tag && effect == sight && c.instead.Tag != e.Tag:
			return ruleTagTwice, fmt.Sprintf("%s was given the tag %s, which had been that of a version replaced before: an If-Match that names the one succeeds on the other", e.Who(), c.tag(e.Tag))
		case effect != wrote && effect != may:
		case x.Tag == e.Tag && c.instead.Tag != e.Tag && e.Tag != history.None:
			return ruleTagTwice, fmt.Sprintf("the writes of %s and %s were both given the tag %s: an If-Match that names the one succeeds on the other", x.Who(), e.Who(), c.tag(e.Tag))
		case !names(e) || !names(x) || x.If != e.If:
		case x.Op == history.Delete && e.Op == history.Delete:
			return ruleLostUpdate, fmt.Sprintf("%s and %s both deleted %s: one of them deleted something else", x.Who(), e.Who(), c.label(e.If))
		case x.Op == history.Delete || e.Op == history.Delete:
			return ruleLostUpdate, fmt.Sprintf("%s and %s both took %s for current, one to delete and one to replace it: one of the two is lost", x.Who(), e.Who(), c.label(e.If))
		case x.Who() == e.Who():
			return ruleLostUpdate, fmt.Sprintf("%s replaced %s twice: one of its updates is lost", e.Who(), c.label(e.If))
		default:
			return ruleLostUpdate, fmt.Sprintf("%s and %s both replaced %s: the update of one of them is lost", x.Who(), e.Who(), c.label(e.If))
		}
	}
	for _, k := range c.ops {
		if x := &c.judge.ops[k]; effectOf(x) == sight && c.instead.Outcome.Uncertain() && x.Tag != e.Tag && x.Invoke > e.Return {
			return ruleDropped, fmt.Sprintf("the write of %s was acknowledged, and %s later %s read %s, which it must have replaced", e.Who(), span(e.Return, x.Invoke), x.Who(), c.label(x.Tag))
		}
	}
	k := c.newer(i, e.If)
	switch {
	case e.Op == history.Create:
		for _, k := range c.ops {
			if x := &c.judge.ops[k]; k != i && x.Op == history.Create && effectOf(x) == wrote {
				return ruleTwoCreates, fmt.Sprintf("%s and %s both created it, and nothing had deleted it in between", x.Who(), e.Who())
			}
		}
		return ruleTwoCreates, fmt.Sprintf("%s created what was there already", e.Who())
	case e.Op == history.Delete && e.If == history.None:
		return ruleDeleteAbsent, fmt.Sprintf("%s deleted what was not there", e.Who())
	case names(e) && k >= 0:
		x := &c.judge.ops[k]
		return ruleLostUpdate, fmt.Sprintf("%s replaced %s by name %s after %s had certainly replaced it: the write of %s is lost", e.Who(), c.label(e.If), span(x.Return, e.Invoke), c.label(c.made(k)), x.Who())
	}
	for _, k := range c.ops {
		if x := &c.judge.ops[k]; x.Tag == e.If && x.Invoke > e.Return && (effectOf(x) == wrote || effectOf(x) == may) {
			return ruleReordered, fmt.Sprintf("%s replaced %s %s before the write that made it was sent", e.Who(), c.label(e.If), span(e.Return, x.Invoke))
		}
	}
	return ruleReordered, fmt.Sprintf("%s replaced %s, although that was not current then", e.Who(), c.label(e.If))
}

// newer is the event of the certificate that was answered last before another was sent
// and has to do with another version than a tag's; below zero if there is none.
func (c *certificate) newer(than int32, tag history.Token) int32 {
	found := int32(-1)
	for _, k := range c.ops {
		x := &c.judge.ops[k]
		if effect := effectOf(x); k == than || effect != wrote && effect != sight || c.made(k) == tag && tag != history.None {
			continue
		}
		if x.Return < c.judge.ops[than].Invoke && (found < 0 || x.Return > c.judge.ops[found].Return) {
			found = k
		}
	}
	return found
}

// made is the tag of the version that an event made or saw.
func (c *certificate) made(i int32) history.Token {
	if e := &c.judge.ops[i]; !e.Outcome.Uncertain() {
		return e.Tag
	}
	for v := range c.versions {
		if c.versions[v].writer == i {
			return c.versions[v].tag
		}
	}
	return history.None
}

// role says what an event of a certificate did and was told.
func (c *certificate) role(i int32) string {
	e := &c.original[i]
	switch effect := effectOf(e); {
	case effect == torn:
		return "read contents that no single write had sent"
	case effect == sight:
		return "read " + c.label(e.Tag)
	case effect == sawThere:
		return "was told that it exists"
	case effect == sawGone:
		return "was told that there is nothing"
	case effect == sawOther:
		return "was told that " + c.label(e.If) + " is not current"
	case effect == kept:
		return "was refused, so that nothing may have changed"
	case effect == may && c.made(i) == history.None:
		return "was not answered"
	case effect == may:
		return "was not answered; what it wrote was seen as " + c.label(c.made(i))
	case e.Op == history.Delete && names(e):
		return "deleted " + c.label(e.If)
	case e.Op == history.Delete:
		return "deleted it"
	case e.Op == history.Create:
		return "created it as " + c.label(e.Tag)
	case names(e):
		return "replaced " + c.label(e.If) + " by " + c.label(e.Tag)
	}
	return "wrote " + c.label(e.Tag)
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
