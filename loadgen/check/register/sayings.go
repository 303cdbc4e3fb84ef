package register

import "ifmatch/loadgen/history"

// scene is the event of a certificate that is accused, and another one.
type scene struct {
	*certificate
	e, x *history.Event
	k    int32 // the number of x
}

// saying is a sentence about an accused answer, and the promise that it broke.
type saying struct {
	beside bool                // it is about another event, too
	when   func(s *scene) bool // it is true
	rule   rule
	text   string // what stands in braces, say fills in
}

// What may hold of the accused,
func anyway(*scene) bool        { return true }
func (s *scene) applied() bool  { return s.instead.Outcome.Uncertain() }
func (s *scene) retagged() bool { return s.instead.Tag != s.e.Tag && s.e.Tag != history.None }
func (s *scene) creating() bool { return s.e.Op == history.Create }

// and of the other event.
func (s *scene) saw() bool     { return effectOf(s.x) == sight }
func (s *scene) changed() bool { return effectOf(s.x) == wrote || effectOf(s.x) == may }
func (s *scene) told() bool {
	return s.x.Value*s.e.Value != 0 && (s.saw() || s.changed() && s.x.Tag != history.None)
}
func (s *scene) after() bool   { return s.x.Invoke > s.e.Return }
func (s *scene) unready() bool { return s.changed() && s.after() }
func (s *scene) same() bool    { return s.changed() && names(s.e) && names(s.x) && s.x.If == s.e.If }
func (s *scene) deletes() bool { return s.x.Op == history.Delete }
func (s *scene) again() bool {
	return s.retagged() && (s.x.Tag == s.e.Tag || s.x.If == s.e.Tag) && (s.changed() || s.saw())
}

// newer tells whether the other event had shown another version than a tag's, or made one.
func (s *scene) newer(tag history.Token) bool {
	return s.x.Return < s.e.Invoke && (effectOf(s.x) == wrote || s.saw()) && (tag == history.None || s.made(s.k) != tag)
}

// sayings are what can be said of an answer, by what it says of the resource: the first
// that is true.
var sayings = map[effect][]saying{
	torn: {{false, anyway, ruleTorn, "{who} read contents that are those of no write: mixed, cut or damaged"}},
	sight: {
		{false, func(s *scene) bool { return len(s.ops) == 1 }, ruleIgnored,
			"{who} asked with If-Match for {named} and was given {made} instead of a refusal"},
		{true, func(s *scene) bool { return s.told() && s.x.Tag == s.e.Tag && s.x.Value != s.e.Value }, ruleTwoContents,
			"tag {tag} stands for {their contents} and for {contents}"},
		{true, func(s *scene) bool { return s.told() && s.x.Tag != s.e.Tag && s.x.Value == s.e.Value }, ruleTwoTags,
			"{contents} are those of {others}, and {who} was shown them as {made}"},
		{true, func(s *scene) bool { return s.unready() && (s.x.Tag == s.e.Tag || s.x.Value == s.e.Value) }, ruleEarly,
			"{who} read {made} {gap} before the write that made it was sent"},
		{true, (*scene).unready, ruleEarly, "{who} read {made} {gap} before {others}, which precedes it, was sent"},
		{true, func(s *scene) bool { return s.newer(s.e.Tag) && s.deletes() }, ruleAfterDelete, "{who} read {made} {gap} after it was certainly deleted"},
		{true, func(s *scene) bool { return s.newer(s.e.Tag) }, ruleStale, "{who} read {made} {gap} after {others} had certainly replaced it"},
		{false, anyway, ruleStale, "{who} read {made}, which was not current"},
	},
	wrote: {
		{false, func(s *scene) bool { return s.retagged() && s.e.Tag == s.e.If }, ruleTagTwice,
			"{who} was given the tag {tag} for the version that replaced the one with this very tag: what changed can no longer be told by it"},
		{false, func(s *scene) bool { return s.disorder && s.applied() && s.e.Op != history.Delete }, ruleDropped,
			"the write of {who} was acknowledged as {made}, which nobody ever saw, and others were answered as if it had not been made"},
		{true, func(s *scene) bool { return s.again() && (s.saw() || s.x.If == s.e.Tag) }, ruleTagTwice,
			"{who} was given the tag {tag}, which had been that of a version replaced before: an If-Match that names the one succeeds on the other"},
		{true, (*scene).again, ruleTagTwice,
			"the writes of {other} and {who} were both given the tag {tag}: an If-Match that names the one succeeds on the other"},
		{true, func(s *scene) bool { return s.same() && s.deletes() && s.e.Op == history.Delete }, ruleLostUpdate,
			"{other} and {who} both deleted {named}: one of them deleted something else"},
		{true, func(s *scene) bool { return s.same() && (s.deletes() || s.e.Op == history.Delete) }, ruleLostUpdate,
			"{other} and {who} both took {named} for current, one to delete and one to replace it: one of the two is lost"},
		{true, func(s *scene) bool { return s.same() && s.x.Who() == s.e.Who() }, ruleLostUpdate,
			"{who} replaced {named} twice: one of its updates is lost"},
		{true, (*scene).same, ruleLostUpdate, "{other} and {who} both replaced {named}: the update of one of them is lost"},
		{true, func(s *scene) bool { return s.unready() && s.x.Tag == s.e.If }, ruleReordered,
			"{who} replaced {named} {gap} before the write that made it was sent"},
		{true, func(s *scene) bool { return s.saw() && s.applied() && s.x.Tag != s.e.Tag && s.after() }, ruleDropped,
			"the write of {who} was acknowledged, and {gap} later {other} read {others}, which it must have replaced"},
		{true, func(s *scene) bool { return s.unready() && names(s.x) && s.applied() && s.x.If != s.e.Tag }, ruleDropped,
			"the write of {who} was acknowledged, and {gap} later {other} replaced {theirs}, which it must have replaced"},
		{true, func(s *scene) bool {
			return s.creating() && s.x.Op == history.Create && effectOf(s.x) == wrote && !s.after()
		}, ruleTwoCreates,
			"{other} and {who} both created it, and nothing had deleted it in between"},
		{false, (*scene).creating, ruleTwoCreates, "{who} created what was there already"},
		{false, func(s *scene) bool { return s.e.Op == history.Delete && s.e.If == history.None }, ruleDeleteAbsent, "{who} deleted what was not there"},
		{true, func(s *scene) bool { return names(s.e) && s.newer(s.e.If) }, ruleLostUpdate,
			"{who} replaced {named} by name {gap} after {others} had certainly replaced it: the write of {other} is lost"},
		{false, anyway, ruleReordered, "{who} replaced {named}, although that was not current then"},
	},
	sawGone:  append(applied, saying{false, anyway, ruleWrong404, "{who} was told that there is nothing" + allAlong("it was there")}),
	sawThere: append(applied, saying{false, anyway, ruleWrong409, "{who} was told that it exists" + allAlong("nothing was there")}),
	sawOther: append(applied,
		saying{false, func(s *scene) bool { return !s.whole }, ruleWrong412, "{who} was told that {named} is not current, although it was so before the request was sent and after the answer"},
		saying{false, anyway, ruleWrong412, "{who} was told that {named} is not current, although it had been made before and nothing had replaced it"}),
	kept: append(applied, unexplained),
	may:  {unexplained},
}

// phantoms are said of who saw or replaced a version that nobody wrote.
var phantoms = []saying{
	{false, func(s *scene) bool { return s.e.Op != history.Read }, rulePhantom, "{who} replaced {foreign}, which {nobody}"},
	{false, func(s *scene) bool { return s.e.Value != 0 }, rulePhantom, "{who} read {foreign}, which {nobody}: it shows {contents}"},
	{false, anyway, rulePhantom, "{who} read {foreign}, which {nobody}"},
}

// unexplained is said where nothing else can be.
var unexplained = saying{false, anyway, ruleReordered, "what was seen of the request of {who} cannot be explained together with its answer"}

// applied is said of a refusal that changed something.
var applied = []saying{{false, (*scene).applied, ruleRefused, "{who} was told {answer}, and yet what it sent took effect: {contents} were seen"}}

func allAlong(what string) string {
	return ", although " + what + " from before the request was sent until after the answer"
}
