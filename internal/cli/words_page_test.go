package cli

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"ifmatch/internal/catalogue"
	"ifmatch/steps"
	"ifmatch/steps/scenario"
	"ifmatch/steps/words"
)

// wordEntry is one word of the features and its meaning.
type wordEntry struct{ Words, Means string }

// wordsOfRoom is the language of one service.
type wordsOfRoom struct {
	Service    string
	Kinds      []wordEntry
	States     map[string][]wordEntry // by kinds that share them: "container", "blob, block blob ..."
	Terms      []words.Term
	Subjects   []words.Subject
	Operations []string
}

// writeWords writes the whole language of the features, as in docs/words.md.
func writeWords(w io.Writer, rooms []wordsOfRoom) error {
	var b strings.Builder
	b.WriteString(aboutWords)
	writeSentences(&b)
	for _, r := range rooms {
		fmt.Fprintf(&b, "\n# The %s service\n\nOperations: %s.\n", strings.ToUpper(r.Service[:1])+r.Service[1:], strings.Join(r.Operations, ", "))
		writeWordTable(&b, "Resources", "word", "what it is", r.Kinds)
		for _, kinds := range slices.Sorted(maps.Keys(r.States)) {
			writeWordTable(&b, "States of: "+kinds, "that …", "what is prepared", r.States[kinds])
		}
		var terms, subjects []wordEntry
		for _, t := range r.Terms {
			means := t.Means + ". Values: " + t.Values
			if t.Omits != nil {
				means += fmt.Sprintf(". `no %s` leaves out what would be sent by default", t.Key)
			}
			terms = append(terms, wordEntry{t.Key, means})
		}
		for _, s := range r.Subjects {
			means := s.Means
			if s.Header != "" {
				means = fmt.Sprintf("`%s`: %s", s.Header, means)
			}
			if len(s.Words) > 0 {
				means += ". Words: " + strings.Join(s.Words, ", ")
			}
			subjects = append(subjects, wordEntry{s.Name, means})
		}
		byWords := func(a, b wordEntry) int { return cmp.Compare(strings.ToLower(a.Words), strings.ToLower(b.Words)) }
		slices.SortFunc(terms, byWords)
		slices.SortFunc(subjects, byWords)
		writeWordTable(&b, "What a request carries", "term", "what is sent", terms)
		writeWordTable(&b, "What a response carries", "subject", "what it is", subjects)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func writeWordTable(b *strings.Builder, title, left, right string, list []wordEntry) {
	if len(list) == 0 {
		return
	}
	fmt.Fprintf(b, "\n## %s\n\n| %s | %s |\n|---|---|\n", title, left, right)
	for _, e := range list {
		fmt.Fprintf(b, "| `%s` | %s |\n", strings.ReplaceAll(e.Words, "|", `\|`), strings.ReplaceAll(e.Means, "|", `\|`))
	}
}

const aboutWords = `# Words of the features

A feature file consists of [sentences](#sentences); what varies is in the cells of its
tables. This page explains every word that a cell may hold. The program reads the features
by the same tables.

## Names

A resource without a name is referred to by its kind: "the blob", "the container", "the entity".
A name in quotes denotes a second one: ` + "`a blob \"other\" that exists`" + `. The container, table,
queue, share or directory around a resource is created first, unless the scenario creates it.
A name such as "same in other" lies in the second container or share of that name, and that of
an entity in this PartitionKey.

A client is a name ("Ann") or a role ("a client", "another client", "the reader"). Each
remembers what it received: the ETag, the Last-Modified, the lease ID or the pop receipt.

The letters A, B and C stand for lease IDs that clients propose, X for one that the service
generates.

## What "exists" means

"that exists" prepares a resource that has had two versions, so it has a stale ETag as well as
a current one. The resource is read back; if it is not as prepared, the case is ` + "`blocked`" + `,
never passed.

## What an answer is

| words | what is accepted |
|---|---|
| ` + "`201`" + ` | this status, whatever the error code |
| ` + "`412 ConditionNotMet`" + ` | this status and this error code |
| ` + "`412 (LeaseIdMissing)`" + ` | this status; the code is judged at ` + "`--level observed`" + ` only |
| ` + "`412 *`" + ` | this status and some error code |
| ` + "`404 BlobNotFound \\| 412 *`" + ` | one of several answers |
| ` + "`ok`" + ` | the documented success of the operation |

## What an effect is

Before a request the resource is read in full: content, metadata, properties, ETag,
Last-Modified, lease, blocks, listing. Afterwards it is read again.

| words | what must hold |
|---|---|
| ` + "`unchanged`" + ` | every part is as before |
| ` + "`as asked`" + ` | every part is as the documents promise after this request: it holds what was written, keeps the rest, and has an ETag that it never had before |
| ` + "`as answered`" + ` | as asked if the request succeeded, unchanged if not |
| ` + "`gone`" + ` | no read finds it |

## ETags

| word | what is sent |
|---|---|
| ` + "`current`" + ` | the latest ETag seen for the resource |
| ` + "`stale`" + ` | the one before |
| ` + "`remembered`" + ` | the one that this client saw last |
| ` + "`other`" + ` | an ETag in the service's format that it never returned |
| ` + "`garbage`" + ` | "garbage", in quotes |
| ` + "`empty`" + ` | an empty header |
| ` + "`*`" + ` | an asterisk |

` + "`weak`" + ` prefixes it with W/, ` + "`unquoted`" + ` removes the quotes, and bars separate several.

## Dates

| word | what is sent |
|---|---|
| ` + "`same`" + ` | the Last-Modified of the resource |
| ` + "`earlier`" + ` | an hour before it |
| ` + "`later`" + ` | a second after it |
| ` + "`yesterday`, `tomorrow`" + ` | a day before now, and a day after |
| ` + "`remembered`" + ` | the Last-Modified that this client saw last |
| ` + "`garbage`" + ` | text that is not a date |
| ` + "`two dates`" + ` | two dates in one header |

## Conditions by their outcome

Tables of combinations give the outcome of a condition instead of its value.

| header | ` + "`met`" + ` | ` + "`unmet`" + ` |
|---|---|---|
| If-Match | current | stale |
| If-None-Match | stale | current |
| If-Modified-Since | earlier | same |
| If-Unmodified-Since | same | earlier |

` + "`absent`" + ` does not send the header.

## Lease states

| words | what it is |
|---|---|
| ` + "`Available`" + ` | there is no lease |
| ` + "`Leased(A)`" + ` | lease A is active, for 60 seconds unless ` + "`for 15 seconds` or `with infinite duration`" + ` follows |
| ` + "`Breaking(A)`" + ` | lease A was broken, and its break period is running, of 60 seconds unless stated |
| ` + "`Broken(A)`" + ` | lease A was broken immediately |
| ` + "`Expired(A)`" + ` | lease A was acquired for 15 seconds, and they have passed |
| ` + "`… and was modified since`" + ` | the resource was written after the lease ended |
| ` + "`… and was leased since`" + ` | another client acquired lease B after it ended |

## What a response carries

A cell says one of these about a subject: ` + "`no ETag`" + ` or ` + "`ETag absent`" + ` (there is none), ` + "`an ETag`" + `
(some value), ` + "`lease state leased`" + ` (this value). For ETag and Last-Modified also:

| word | what must hold |
|---|---|
| ` + "`new`" + ` | a value that the resource never had; for Last-Modified, one that is not earlier |
| ` + "`later`" + ` | later than before the request |
| ` + "`same`, `current`" + ` | the same as before the request |
| ` + "`remembered`" + ` | the value that this client saw before |
`

// wordsByRoom is the whole language of the features, by service, as in docs/words.md.
func wordsByRoom() []wordsOfRoom {
	var rooms []wordsOfRoom
	for _, s := range steps.Language().Services {
		t := steps.Language().Lexicon(s.Name)
		r := wordsOfRoom{Service: string(s.Name), States: map[string][]wordEntry{}}
		for _, k := range t.Kinds {
			r.Kinds = append(r.Kinds, wordEntry{Words: k.Word, Means: k.Means})
		}
		for kinds, states := range statesByKinds(t.Kinds) {
			r.States[kinds] = states
		}
		r.Terms = slices.Clone(t.Terms)
		for _, sub := range t.Subjects {
			r.Subjects = append(r.Subjects, sub.Subject)
		}
		for _, op := range t.Operations {
			r.Operations = append(r.Operations, op.Name)
		}
		rooms = append(rooms, r)
	}
	return rooms
}

// statesByKinds groups the kinds that have the same states.
func statesByKinds(kinds []*scenario.Kind) map[string][]wordEntry {
	texts, entries := map[string][]string{}, map[string][]wordEntry{}
	for _, k := range kinds {
		var list []wordEntry
		var text strings.Builder
		for _, g := range k.Givens {
			list = append(list, wordEntry{Words: g.Words, Means: g.Means})
			text.WriteString(g.Words + "\n")
		}
		texts[text.String()] = append(texts[text.String()], k.Word)
		entries[text.String()] = list
	}
	out := map[string][]wordEntry{}
	for text, names := range texts {
		out[strings.Join(names, ", ")] = entries[text]
	}
	return out
}

// writeSentences writes every sentence that a feature file may hold.
func writeSentences(b *strings.Builder) {
	fmt.Fprint(b, "\n## Sentences\n\nEvery sentence that a feature file may hold, by an example. What varies lives in the cells of tables.\n")
	rows := catalogue.Phrases()
	for _, keyword := range []string{"Given", "When", "Then"} {
		fmt.Fprintf(b, "\n### %s\n\n", keyword)
		for _, r := range rows {
			if r.Keyword == keyword {
				fmt.Fprintf(b, "- %s  \n  `%s`\n", r.Example, r.Pattern)
			}
		}
	}
}
