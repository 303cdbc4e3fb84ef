package register

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
)

// violation puts a certificate into words: what the accused did, beside which other
// event, and what is promised.
func (c *certificate) violation(original []history.Event) finding.Violation {
	s := scene{certificate: c, e: &c.judge.ops[c.accused]}
	r := s.rule()
	sentence := s.e.Who() + " " + c.role(c.accused)
	if s.k >= 0 {
		switch {
		case s.x.Return < s.e.Invoke:
			sentence += " " + span(s.x.Return, s.e.Invoke) + " after "
		case s.after():
			sentence += " " + span(s.e.Return, s.x.Invoke) + " before the request by which "
		default:
			sentence += " while "
		}
		sentence += s.x.Who() + " " + c.role(s.k)
	}
	client, seq := history.WriterOf(s.e.Value)
	contents := fmt.Sprintf("the contents of exchange %d of %s", seq, history.ClientName(client))
	words := strings.NewReplacer("{contents}", contents, "{named}", c.label(s.e.If), "{foreign}", c.label(c.foreign))
	v := finding.Violation{Rule: r, Sentence: sentence + ": " + words.Replace(promises[r]), Clauses: strings.Fields(clauses[r][c.o.Kind])}
	for _, i := range c.ops {
		v.Evidence = append(v.Evidence, finding.Evidence{Event: original[i], Role: c.role(i)})
	}
	if !c.again(original).impossible(c.ops) {
		return v.Closed()
	}
	return v
}

// scene is the event of a certificate that is accused, and another one.
type scene struct {
	*certificate
	e, x *history.Event
	k    int32 // the number of x; below zero: there is none
}

// rule finds the promise that the accused broke: the first of which that is true, beside
// one of the other events, the last answered first.
func (s *scene) rule() rule {
	others := append([]int32{-1}, s.answered(s.ops)...)
	for _, b := range breaches[effectOf(s.e)] {
		for _, k := range slices.Backward(others) {
			s.k, s.x = k, new(history.Event)
			if k >= 0 {
				s.x = &s.judge.ops[k]
			}
			if k != s.accused && b.when(s) {
				return b.rule
			}
		}
	}
	panic("register: nothing can be said of " + fmt.Sprintf("%+v", s.e))
}

// breach is how an answer breaks a promise.
type breach struct {
	rule rule
	when func(*scene) bool
}

// breaches are those of each effect. The first that is true counts.
var breaches = map[effect][]breach{
	torn: {{ruleTorn, anyway}},
	sight: {
		{rulePhantom, (*scene).phantom},
		{ruleIgnored, func(s *scene) bool { return len(s.ops) == 1 }},
		{ruleTwoContents, func(s *scene) bool { return s.told() && s.x.Tag == s.e.Tag && s.x.Value != s.e.Value }},
		{ruleTwoTags, func(s *scene) bool { return s.told() && s.x.Tag != s.e.Tag && s.x.Value == s.e.Value }},
		{ruleEarly, func(s *scene) bool { return s.changed() && s.after() }},
		{ruleAfterDelete, func(s *scene) bool { return s.newer(s.e.Tag) && s.x.Op == history.Delete }},
		{ruleStale, func(s *scene) bool { return s.newer(s.e.Tag) }},
		{ruleStale, anyway},
	},
	wrote: {
		{rulePhantom, (*scene).phantom},
		{ruleTagTwice, func(s *scene) bool { return s.retagged() && (s.x.Tag == s.e.Tag || s.x.If == s.e.Tag) }},
		{ruleTagTwice, (*scene).retagged},
		{ruleLostUpdate, func(s *scene) bool { return s.changed() && names(s.e) && names(s.x) && s.x.If == s.e.If }},
		{ruleReordered, func(s *scene) bool { return s.changed() && s.after() && s.x.Tag == s.e.If }},
		{ruleDropped, func(s *scene) bool { return s.late() && s.after() && s.saw() && s.x.Tag != s.e.Tag }},
		{ruleDropped, func(s *scene) bool { return s.late() && s.after() && s.changed() && names(s.x) && s.x.If != s.e.Tag }},
		{ruleDropped, func(s *scene) bool { return s.late() && !s.proved && s.e.Op != history.Delete }},
		{ruleTwoCreates, func(s *scene) bool {
			return s.e.Op == history.Create && s.x.Op == history.Create && s.changed() && !s.after()
		}},
		{ruleTwoCreates, func(s *scene) bool { return s.e.Op == history.Create && anyway(s) }},
		{ruleDeleteAbsent, func(s *scene) bool { return s.e.Op == history.Delete && s.e.If == history.None && anyway(s) }},
		{ruleLostUpdate, func(s *scene) bool { return names(s.e) && s.newer(s.e.If) }},
		{ruleReordered, anyway},
	},
	sawGone:  {{ruleRefused, (*scene).applied}, {ruleWrong404, anyway}},
	sawThere: {{ruleRefused, (*scene).applied}, {ruleWrong409, anyway}},
	sawOther: {{ruleRefused, (*scene).applied}, {ruleWrong412, anyway}},
	kept:     {{ruleRefused, (*scene).applied}, {ruleReordered, anyway}},
	may:      {{ruleReordered, anyway}},
}

// anyway, it helps to name what the proof is made of.
func anyway(s *scene) bool { return s.proved || s.k < 0 }

// What may hold of the accused,
func (s *scene) phantom() bool  { return s.foreign != history.None }
func (s *scene) late() bool     { return s.instead.Outcome.Uncertain() }
func (s *scene) retagged() bool { return s.instead.Tag != s.e.Tag && s.e.Tag != history.None }

// and of the other event.
func (s *scene) saw() bool     { return effectOf(s.x) == sight }
func (s *scene) changed() bool { return effectOf(s.x) == wrote || effectOf(s.x) == may }
func (s *scene) after() bool   { return s.x.Invoke > s.e.Return }
func (s *scene) applied() bool { return s.late() && (s.x.Value == s.e.Value || s.k < 0) }
func (s *scene) told() bool    { return s.x.Value*s.e.Value != 0 && s.x.Tag != history.None }

// newer tells whether it had shown another version than a tag's, or made one.
func (s *scene) newer(tag history.Token) bool {
	return s.x.Return < s.e.Invoke && (effectOf(s.x) == wrote || s.saw()) && s.made(s.k) != tag
}

// role says what an event of a certificate did and was told.
func (c *certificate) role(i int32) string {
	e := &c.judge.ops[i]
	role, made := did[e.Op], c.made(i)
	switch effect := effectOf(e); {
	case effect == may && made == history.None:
		return "was not answered"
	case effect == may:
		role += " without being answered"
	case effect != wrote:
		role = told[effect]
	}
	return strings.NewReplacer("{made}", c.label(made), "{named}", c.label(e.If)).Replace(role)
}

// did is what writes do, and told what others are.
var (
	did = map[history.Op]string{
		history.Write: "wrote {made}", history.Swap: "replaced {named} by {made}", history.Create: "created it as {made}", history.Delete: "deleted {named}",
	}
	told = map[effect]string{
		torn: "read contents that no single write had sent", sight: "read {made}", sawThere: "was told that it exists",
		sawGone: "was told that there is nothing", sawOther: "was told that {named} is not current", kept: "was refused, so that nothing may have changed",
	}
)

// label names the version of a tag.
func (c *certificate) label(t history.Token) string {
	switch {
	case t == history.None:
		return "whatever was there"
	case c.o.Text == nil:
		return fmt.Sprintf("version %#x", uint64(t))
	}
	return "version " + c.o.Text(t)
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
