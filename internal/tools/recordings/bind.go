package main

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// Bindings say what the target made up where the service made up something else: tags, ids, receipts, markers.
type Bindings struct {
	scoped  map[[2]string]string // by resource and recorded value
	latest  map[string]string    // by recorded value
	back    map[[2]string]string // recorded value by resource and the target's value
	changed bool
	replace *strings.Replacer
}

func newBindings() *Bindings {
	return &Bindings{scoped: map[[2]string]string{}, latest: map[string]string{}, back: map[[2]string]string{}}
}

// Bind remembers that the target said got about a resource where the service had said recorded.
func (b *Bindings) Bind(resource, recorded, got string) {
	if recorded == "" || got == "" {
		return
	}
	b.scoped[[2]string{resource, recorded}] = got
	b.back[[2]string{resource, got}] = recorded
	if b.latest[recorded] != got {
		b.latest[recorded], b.changed = got, true
	}
}

// Equal reports whether a tag that the target gave to a resource is new where the recorded one is new, and the same
// as before where the recorded one is the same as before.
func (b *Bindings) Equal(resource, recorded, got string) bool {
	if bound, ok := b.scoped[[2]string{resource, recorded}]; ok {
		return bound == got
	}
	_, used := b.back[[2]string{resource, got}]
	return !used
}

// shortest is the length from which a bound value is replaced wherever it stands; what is shorter might occur by chance.
const shortest = 6

// In replaces what is bound in a text.
func (b *Bindings) In(text string) string {
	if b.changed || b.replace == nil {
		var pairs []string
		add := func(recorded, got string) {
			if len(recorded) >= shortest && recorded != got {
				pairs = append(pairs, recorded, got)
			}
		}
		for recorded, got := range b.latest {
			recorded, got = strings.Trim(recorded, `"`), strings.Trim(got, `"`)
			add(recorded, got)
			for _, escape := range []func(string) string{url.QueryEscape, url.PathEscape, quoted} {
				if e := escape(recorded); e != recorded {
					add(e, escape(got))
				}
			}
		}
		b.replace, b.changed = strings.NewReplacer(longestFirst(pairs)...), false
	}
	return b.replace.Replace(text)
}

// TagIn replaces a tag in a header of a request to a resource.
func (b *Bindings) TagIn(resource, text string) string {
	if got, ok := b.scoped[[2]string{resource, text}]; ok {
		return got
	}
	return b.In(text)
}

// quoted is a text as JSON writes it.
func quoted(text string) string { return strings.ReplaceAll(text, `"`, `\"`) }

// longestFirst orders pairs such that a text that contains another is replaced first.
func longestFirst(pairs []string) []string {
	type pair struct{ old, new string }
	list := make([]pair, 0, len(pairs)/2)
	for i := 0; i < len(pairs); i += 2 {
		list = append(list, pair{pairs[i], pairs[i+1]})
	}
	slices.SortFunc(list, func(a, c pair) int { return len(c.old) - len(a.old) })
	out := pairs[:0]
	for _, p := range list {
		out = append(out, p.old, p.new)
	}
	return out
}

// kinds of values that a service makes up
type kind uint8

const (
	given  kind = iota // nothing was made up
	madeUp             // bound, and not compared
	tagged             // bound, and compared: equal where the recorded ones are equal
)

var (
	madeUpHeader = regexp.MustCompile(`^(last-modified|x-ms-(lease-id|snapshot|version-id|copy-id|file-permission-key|file-id|file-parent-id|popreceipt|continuation-.*))$`)
	madeUpLeaf   = regexp.MustCompile(`^(Last-Modified|Snapshot|VersionId|MessageId|PopReceipt|HandleId|FileId|ParentId|SessionId|NextMarker|CopyId|PermissionKey|permission|Timestamp|Version)$`)
)

func headerKind(name string) kind {
	switch {
	case name == "etag":
		return tagged
	case madeUpHeader.MatchString(name):
		return madeUp
	}
	return given
}

func leafKind(name string) kind {
	switch {
	case strings.EqualFold(name, "etag"), name == "odata.etag":
		return tagged
	case madeUpLeaf.MatchString(name):
		return madeUp
	}
	return given
}
