package register

import (
	"cmp"
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
	rule, k := c.breach()
	e, sentence := &c.ops[c.accused], c.ops[c.accused].Who()+" "+c.role(c.accused)
	if k < 0 && !c.proved && rule != "dropped write" && (effectOf(e) == sawGone || effectOf(e) == sawThere || e.Op == history.Create || e.Op == history.Delete) {
		for k = c.accused - 1; k >= 0 && effectOf(&c.ops[k]) != wrote && effectOf(&c.ops[k]) != sight; k-- {
		}
		if k < 0 {
			k = c.start.op
		}
	}
	if k >= 0 {
		x, when := &c.ops[k], " while "
		switch {
		case x.Return < e.Invoke:
			when = " " + figure.Duration(time.Duration(e.Invoke-x.Return)) + " after "
		case x.Invoke > e.Return:
			when = " " + figure.Duration(time.Duration(x.Invoke-e.Return)) + " before the request by which "
		}
		sentence += when + x.Who() + " " + c.role(k)
	}
	if !c.proved {
		c.shows = distinct([]int32{c.accused, k, c.orElse})
	}
	broken := cmp.Or(rules[fmt.Sprint(rule, " ", e.Status)], rules[rule])
	sentence += ": " + c.spell(c.accused, broken.promise)
	if c.orElse >= 0 {
		whose := "that of " + c.ops[c.orElse].Who()
		if c.ops[c.orElse].Who() == e.Who() {
			whose = "another of its answers"
		}
		sentence += "; it is this answer that is wrong, or else " + whose
	}
	v := finding.Violation{Rule: rule, Sentence: sentence, Clauses: strings.Fields(broken.clauses[c.o.Kind])}
	for _, i := range c.shows {
		v.Evidence = append(v.Evidence, finding.Evidence{Event: original[i], Role: c.role(i)})
	}
	if c.proved && c.again(original).impossible(c.shows) {
		return v
	}
	return v.Closed()
}

// breach returns the rule that the accused broke, the most specific that holds, and the
// nearest event that shows it or -1.
func (c *certificate) breach() (broken string, by int32) {
	e, near := &c.ops[c.accused], slices.Clone(c.shows)
	away := func(i int32) int32 { return max(i-c.accused, c.accused-i) }
	slices.SortFunc(near, func(a, b int32) int { return cmp.Or(int(away(a)-away(b)), int(b-a)) })
	read, write, late := effectOf(e) == sight, effectOf(e) == wrote, c.instead.Outcome.Uncertain()
	appends := c.o.Kind == AppendBlob
	refused, otherwise := !read && !write, cmp.Or(told[effectOf(e)].rule, "reordering")
	v := c.byTag.Get(0, uint64(cmp.Or(e.If, e.Tag)))
	unmade := v >= 0 && (c.versions[v].writer == unwritten || c.versions[v].writer == someone) // no answered write made it
	best := len(rules)
	for _, k := range append(near[1:], -1) { // the accused is the nearest
		alone, x := k < 0, &history.Event{}
		if !alone {
			x = &c.ops[k]
		}
		labels := appends && x.Lease != history.None && e.Lease != history.None
		saw, changed := effectOf(x) == sight, effectOf(x) == wrote || effectOf(x) == may
		before, after := !alone && x.Return < e.Invoke, x.Invoke > e.Return
		newer := func(tag history.Token) bool { return before && (effectOf(x) == wrote || saw) && c.made(k) != tag }
		values, tags := x.Value*e.Value != 0, x.Tag != history.None && e.Tag != history.None && (saw || read)
		for rank, b := range []struct {
			is   bool
			rule string
		}{
			{values && tags && x.Tag == e.Tag && x.Value != e.Value || labels && x.Lease == e.Lease && x.Tag != e.Tag, "tag with two contents"},
			{values && tags && x.Tag != e.Tag && x.Value == e.Value || labels && x.Lease != e.Lease && x.Tag == e.Tag && (saw || read), "contents with two tags"},
			{read && c.proved && len(c.shows) == 1 || write && e.Flags&history.Torn != 0, "condition ignored"},
			{write && !appends && e.Tag != history.None && (e.If == e.Tag || changed && c.made(k) == e.Tag || before && (x.If == e.Tag || x.Tag == e.Tag)), "tag used twice"},
			{!refused && alone && !c.proved && unmade, "read of a version nobody wrote"},
			{read && changed && after, "read before it was written"},
			{read && newer(e.Tag) && x.Op == history.Delete, "deleted version read"},
			{read && (newer(e.Tag) || before && effectOf(x) == sawOther && x.If == e.Tag), "stale read"},
			{write && changed && after && names(e) && x.Tag == e.If, "reordering"},
			{appends && write && changed && names(x) && x.If == e.If && !after, "lost update"},
			{write && late && (after && (saw && x.Tag != e.Tag || changed && (x.Op == history.Create || names(x) && x.If != e.Tag) || effectOf(x) == sawGone) || alone && e.Op != history.Delete && !(appends && e.Op == history.Create)), "dropped write"},
			{(write || effectOf(e) == may) && names(e) && (changed && names(x) && x.If == e.If || newer(e.If)), "lost update"},
			{write && e.Op == history.Create && (newer(history.None) || x.Op == history.Create && changed && !after || alone), "two winners of a create"},
			{write && e.Op == history.Delete && e.If == history.None && (alone || before && x.Op == history.Delete), "delete of nothing"},
			{refused && late && effectOf(e) != may && (after && saw || values && x.Value == e.Value || alone), "refused write applied"},
			{alone || refused && (saw || changed) && (c.made(k) == e.If) == (e.If != history.None || effectOf(e) != sawGone), otherwise},
		} {
			if b.is && rank < best {
				best, broken, by = rank, b.rule, k
			}
		}
	}
	return broken, by
}

// role says what an event did, or what it was told.
func (c *certificate) role(i int32) string {
	e := &c.ops[i]
	words := cmp.Or(told[effectOf(e)].role, did[e.Op])
	if effectOf(e) == sight && history.GuardOf(e) == history.ModifiedSince {
		words = "was told that nothing was written after {made}"
	}
	if effectOf(e) == may && (c.made(i) != history.None || i == c.accused && e.Op == history.Delete) {
		words = did[e.Op] + " without being answered"
	}
	return c.spell(i, words)
}

// did words a write by its operation. told words any other event by its effect, and names
// the rule that is broken if nothing more specific is.
var (
	did = map[history.Op]string{
		history.Write: "wrote {made}", history.Swap: "replaced {named} by {made}", history.Create: "created it as {made}", history.Delete: "deleted {named}",
	}
	told = map[effect]struct{ role, rule string }{
		torn:     {"read contents that no single write had sent", "torn read"},
		sight:    {"read {made}", "stale read"},
		sawThere: {"was told that it exists", "existing while nothing was there"},
		sawGone:  {"was told that nothing is there", "missing while it was there"},
		sawOther: {"was told that {named} is not current", "precondition failed while the version was current"},
		kept:     {"was refused, which must change nothing", ""},
		may:      {"was not answered", ""},
	}
)

// spell fills in the versions that an event names.
func (c *certificate) spell(i int32, words string) string {
	version := func(t history.Token) string {
		if t == history.None {
			return "whatever was there"
		}
		return "version " + c.o.Text(t)
	}
	condition, _ := history.GuardOf(&c.ops[i]).Header(0)
	return strings.NewReplacer("{made}", version(c.made(i)), "{named}", version(c.ops[i].If), "{condition}", cmp.Or(condition, "If-Match")).Replace(words)
}
