package scenario

import (
	"strings"

	"ifmatch/internal/target"
)

// Permission is what an account SAS must grant for an operation.
type Permission struct {
	On    target.Level
	AnyOf string // at least one of these letters of sp
	All   string // all of these letters
	Key   bool   // no SAS grants it: it takes the account key
}

// Permission reads Facts.SAS; it is empty if nothing is known.
func (f Facts) Permission() (p Permission) {
	level, letters, known := strings.Cut(f.SAS, ":")
	if known {
		p.On, p.Key = target.Level(level[0]), letters == "key"
	}
	if !p.Key {
		p.AnyOf, p.All, _ = strings.Cut(letters, "+")
	}
	return p
}

// KeyOnly names the ability that no SAS grants.
const KeyOnly = "access policies (account key only)"

// Lacks names what the rights r lack of the permission; empty if nothing.
func (p Permission) Lacks(r *target.Rights, s target.Service) string {
	switch {
	case !r.Covers(s):
		return string(s) + " service (ss=" + target.ServiceLetter(s) + ")"
	case p.Key:
		return KeyOnly
	case p.On != 0 && !r.Reaches(p.On):
		return levels[p.On] + " (srt=" + string(rune(p.On)) + ")"
	}
	for _, anyOf := range append([]string{p.AnyOf}, strings.Split(p.All, "")...) {
		if anyOf != "" && !r.Permits(anyOf) {
			return spell(anyOf)
		}
	}
	return ""
}

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
