package register

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
	"ifmatch/reports/figure"
)

// violation puts a certificate into words: what the accused did, when another event
// contradicts it, and what is promised.
func (c *certificate) violation(original []history.Event) finding.Violation {
	r, k := c.breach()
	e := &c.ops[c.accused]
	sentence := e.Who() + " " + c.role(c.accused)
	if k >= 0 {
		x, when := &c.ops[k], "while "
		switch {
		case x.Return < e.Invoke:
			when = figure.Duration(time.Duration(e.Invoke-x.Return)) + " after "
		case x.Invoke > e.Return:
			when = figure.Duration(time.Duration(x.Invoke-e.Return)) + " before the request by which "
		}
		sentence += " " + when + x.Who() + " " + c.role(k)
	}
	v := finding.Violation{Rule: r, Sentence: sentence + ": " + c.spell(c.accused, promises[r]), Clauses: strings.Fields(clauses[r][c.o.Kind])}
	for _, i := range c.shows {
		v.Evidence = append(v.Evidence, finding.Evidence{Event: original[i], Role: c.role(i)})
	}
	if v = v.InOrder(); !c.proved || !(&judge{ops: original}).impossible(c.shows) {
		return v.Closed()
	}
	return v
}

// breach returns the rule that the accused broke, and the event that shows it or -1. It is
// the first rule that holds, with the latest such event.
func (c *certificate) breach() (rule, int32) {
	others := append([]int32{-1}, c.shows...)
	for n := range c.breaches(c.accused, -1) {
		for _, k := range slices.Backward(others) {
			if b := c.breaches(c.accused, k)[n]; k != c.accused && b.is {
				return b.rule, k
			}
		}
	}
	panic("register: nothing can be said of " + fmt.Sprintf("%+v", c.ops[c.accused]))
}

// breaches lists the rules that event i may have broken, most specific first, and whether
// event k shows it. If k is below zero, no event does.
func (c *certificate) breaches(i, k int32) []breach {
	e, x := &c.ops[i], &history.Event{}
	if k >= 0 {
		x = &c.ops[k]
	}
	saw, changed := effectOf(x) == sight, effectOf(x) == wrote || effectOf(x) == may
	after, named := x.Invoke > e.Return, names(e) && names(x) && x.If == e.If
	newer := func(tag history.Token) bool {
		return x.Return < e.Invoke && (effectOf(x) == wrote || saw) && c.made(k) != tag
	}
	late, told := c.instead.Outcome.Uncertain(), x.Value*e.Value != 0 && x.Tag != history.None
	anyway := c.proved || k < 0
	switch effectOf(e) {
	case sight:
		return []breach{
			{c.foreign != history.None, rulePhantom},
			{len(c.shows) == 1, ruleIgnored},
			{told && x.Tag == e.Tag && x.Value != e.Value, ruleTwoContents},
			{told && x.Tag != e.Tag && x.Value == e.Value, ruleTwoTags},
			{changed && after, ruleEarly},
			{newer(e.Tag) && x.Op == history.Delete, ruleAfterDelete},
			{newer(e.Tag), ruleStale},
			{anyway, ruleStale},
		}
	case wrote:
		retagged := c.instead.Tag != e.Tag && e.Tag != history.None
		return []breach{
			{c.foreign != history.None, rulePhantom},
			{told && saw && x.Tag == e.Tag && x.Value != e.Value, ruleTwoContents},
			{told && saw && x.Tag != e.Tag && x.Value == e.Value, ruleTwoTags},
			{retagged && (e.If == e.Tag || changed && c.made(k) == e.Tag), ruleTagTwice},
			{retagged && e.Op == history.Create && x.Op == history.Create && changed, ruleTwoCreates}, // no tag came twice
			{retagged && (x.Tag == e.Tag || x.If == e.Tag), ruleTagTwice},
			{retagged, ruleTagTwice},
			{changed && named, ruleLostUpdate},
			{changed && after && names(e) && x.Tag == e.If, ruleReordered},
			{saw && after && names(e) && x.Tag == e.If, ruleDropped},
			{late && after && (saw && x.Tag != e.Tag || changed && names(x) && x.If != e.Tag), ruleDropped},
			{late && !c.proved && e.Op != history.Delete, ruleDropped},
			{e.Op == history.Create && (x.Op == history.Create && changed && !after), ruleTwoCreates},
			{e.Op == history.Create && anyway, ruleTwoCreates},
			{e.Op == history.Delete && e.If == history.None && anyway, ruleDeleteAbsent},
			{names(e) && newer(e.If), ruleLostUpdate},
			{anyway, ruleReordered},
		}
	}
	return []breach{{late && x.Value == e.Value, ruleRefused}, {late, ruleRefused}, {anyway, otherwise[effectOf(e)]}}
}

// otherwise maps an event that neither read nor wrote to the rule it breaks.
var otherwise = map[effect]rule{
	torn: ruleTorn, sawGone: ruleWrong404, sawThere: ruleWrong409, sawOther: ruleWrong412, kept: ruleReordered, may: ruleReordered,
}

type breach struct {
	is bool
	rule
}

// role says what an event did, or what it was told.
func (c *certificate) role(i int32) string {
	e := &c.ops[i]
	switch effect := effectOf(e); {
	case effect == may && c.made(i) == history.None:
		return "was not answered"
	case effect == may:
		return c.spell(i, did[e.Op]+" without being answered")
	case effect != wrote:
		return c.spell(i, told[effect])
	}
	return c.spell(i, did[e.Op])
}

// did words a write by its operation, told any other event by its effect.
var (
	did = map[history.Op]string{
		history.Write: "wrote {made}", history.Swap: "replaced {named} by {made}", history.Create: "created it as {made}", history.Delete: "deleted {named}",
	}
	told = map[effect]string{
		torn: "read contents that no single write had sent", sight: "read {made}", sawThere: "was told that it exists",
		sawGone: "was told that nothing is there", sawOther: "was told that {named} is not current", kept: "was refused, which must change nothing",
	}
)

// spell fills in the versions and contents that an event names.
func (c *certificate) spell(i int32, words string) string {
	client, seq := history.WriterOf(c.ops[i].Value)
	version := func(t history.Token) string {
		switch {
		case t == history.None:
			return "whatever was there"
		case c.o.Text == nil:
			return fmt.Sprintf("version %#x", uint64(t))
		}
		return "version " + c.o.Text(t)
	}
	return strings.NewReplacer("{made}", version(c.made(i)), "{named}", version(c.ops[i].If), "{foreign}", version(c.foreign),
		"{contents}", fmt.Sprintf("the contents of exchange %d of %s", seq, history.ClientName(client))).Replace(words)
}
