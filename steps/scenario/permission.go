package scenario

import (
	"slices"
	"strings"

	"ifmatch/internal/target"
	"ifmatch/steps/plan"
)

// Permission is what an account SAS must grant for an operation: "Create an account
// SAS", account SAS permissions by operation.
type Permission struct {
	On    target.Level
	AnyOf string // at least one of these letters of sp
	All   string // all of these letters
	// Key names an ability that no SAS grants: it takes the account key.
	Key string
}

// AccessPolicies is an ability that no SAS grants: the SAS tables do not list its operations.
const AccessPolicies = "access policies"

// Lacks names what the rights r lack of the permission; empty if nothing.
func (p Permission) Lacks(r *target.Rights, s target.Service) string {
	switch {
	case !r.Covers(s):
		return string(s) + " service (ss=" + target.ServiceLetter(s) + ")"
	case p.Key != "":
		return p.KeyOnly()
	case p.On != 0 && !r.Reaches(p.On):
		return levels[p.On] + " (srt=" + string(rune(p.On)) + ")"
	case p.AnyOf != "" && !r.Permits(p.AnyOf):
		return spell(p.AnyOf)
	}
	for _, letter := range p.All {
		if !r.Permits(string(letter)) {
			return spell(string(letter))
		}
	}
	return ""
}

// KeyOnly names the ability that no SAS grants.
func (p Permission) KeyOnly() string { return p.Key + " (account key only)" }

// levels are the levels of an account SAS in words.
var levels = map[target.Level]string{target.LevelS: "the service itself", target.LevelC: "containers, queues, tables and shares",
	target.LevelO: "blobs, messages, entities and files"}

// letters are those of sp in words.
var letters = map[rune]string{'r': "read", 'w': "write", 'd': "delete", 'l': "list", 'a': "add", 'c': "create", 'u': "update", 'p': "process", 't': "tags", 'f': "find by tags"}

// spell puts alternatives into words: "create or write (sp=c or w)".
func spell(anyOf string) string {
	var words []string
	for _, l := range anyOf {
		words = append(words, letters[l])
	}
	return strings.Join(words, " or ") + " (sp=" + strings.Join(strings.Split(anyOf, ""), " or ") + ")"
}

// Uses lists the operations that a case needs, in the order in which it needs them: those of
// its set-up, those of its reads, and those that it sends.
func (l *Language) Uses(c plan.Case) []string {
	var out []string
	use := func(names ...string) {
		for _, n := range names {
			if n != "" && !slices.Contains(out, n) {
				out = append(out, n)
			}
		}
	}
	for _, s := range c.Script {
		for _, word := range s.About {
			k := l.Kind(word, c.Service)
			if k == nil {
				continue
			}
			if around := l.Kind(k.In, c.Service); around != nil {
				use(around.Create)
				if c.Mentions(around.Word) {
					use(around.Prepared("exists").Uses...)
				}
			}
			if k.In == "" {
				use(k.Create) // that a resource is absent proves nothing where none can be created
			}
			if s.State != "" && word == s.About[0] {
				g := k.Prepared(s.State)
				if !g.Absent || len(g.Uses) > 0 {
					use(k.Create)
				}
				use(g.Uses...)
			}
			use(k.Reads...)
		}
		use(s.Operations...)
	}
	if more := l.lexicons[target.Service(c.Service)].Uses; more != nil {
		use(more(c)...)
	}
	return out
}
