package main

import (
	"bytes"
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"

	"ifmatch/reference/operation"
)

// notCompared are headers of the transport, of the client's own ids, and of the browser.
var notCompared = regexp.MustCompile(`^(date|server|connection|transfer-encoding|vary|x-ms-request-id|x-ms-client-request-id|access-control-.*|authorization|strict-transport-security)$`)

// byValue are the headers that tell the state of a resource.
var byValue = regexp.MustCompile(`^(x-ms-(lease-(state|status|duration|time)|blob-(type|sequence-number|append-offset|committed-block-count|sealed|content-length)|copy-(status|progress)|share-quota|access-tier|archive-status|is-current-version|tag-count|type|file-attributes|content-length|approximate-messages-count|number-of-handles-.*|meta-.*|blob-public-access|version)|content-(range|length|encoding|language|disposition)|preference-applied)$`)

// compare lists the differences of two answers.
func (p *player) compare(e *Exchange, got Answer) (list []Difference) {
	differ := func(respect, recorded, got string) { list = append(list, Difference{respect, recorded, got}) }
	if e.Status != got.Status {
		differ("status", fmt.Sprint(e.Status, " ", e.ErrorCode()), fmt.Sprint(got.Status, " ", got.Code()))
		return list
	}
	if c := e.ErrorCode(); c != "" && c != got.Code() {
		differ("code", c, got.Code())
		return list
	}
	list = append(list, p.compareHeaders(e, got)...)
	list = append(list, p.compareDocuments(e, got)...)
	if !p.invented && !p.inferred && e.Answer.Given && e.Status < 300 && Leaves(e.Answer.Bytes) == nil && !bytes.Equal(e.Answer.Bytes, got.Body) {
		differ("content", fmt.Sprintf("%d bytes", len(e.Answer.Bytes)), fmt.Sprintf("%d bytes", len(got.Body)))
	}
	return list
}

// compareHeaders compares tags and stamps by equality, states by value and the rest by presence.
func (p *player) compareHeaders(e *Exchange, got Answer) (list []Difference) {
	differ := func(respect, recorded, got string) { list = append(list, Difference{respect, recorded, got}) }
	resource := p.resource(e)
	for _, name := range slices.Sorted(maps.Keys(e.AnswerHeader)) {
		recorded, value := e.AnswerHeader[name], got.Header.Get(name)
		switch {
		case notCompared.MatchString(name):
		case len(got.Header.Values(name)) == 0:
			differ("header "+name, recorded, "")
		case headerKind(name) == tagged && !p.bound.Equal(resource, recorded, value):
			differ("tag", p.seen(resource, recorded), value)
		case name == "last-modified" && !p.inferred && timeBetween(recorded, value) > 2*time.Second:
			differ("stamp", recorded, value)
		case name == "x-ms-lease-time" && (value+" "+recorded == "15 14" || value+" "+recorded == "60 59"): // rounded down
		case name == "content-type":
			if mediaType(recorded) != mediaType(value) {
				differ("state content-type", recorded, value)
			}
		case name == "content-length" && (e.Status >= 300 || Leaves(e.Answer.Bytes) != nil):
		case byValue.MatchString(name) && p.bound.In(recorded) != value:
			differ("state "+name, recorded, value)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(got.Header)) {
		name = strings.ToLower(name)
		if name == "content-length" || name == "x-ms-error-code" || !p.kept[name] || len(got.Header.Values(name)) == 0 {
			continue // documents come in chunks, or at once: that is how, and not what, a service answers
		}
		if _, ok := e.AnswerHeader[name]; !ok && !notCompared.MatchString(name) {
			differ("header "+name, "", got.Header.Get(name))
		}
	}
	return list
}

// seen says whether a recorded tag was seen before.
func (p *player) seen(resource, recorded string) string {
	if bound, ok := p.bound.scoped[[2]string{resource, recorded}]; ok {
		return "the tag that was " + bound
	}
	return "a new tag"
}

// mediaType is a content type without its parameters.
func mediaType(text string) string {
	name, _, _ := strings.Cut(text, ";")
	return strings.TrimSpace(name)
}

// timeBetween is the time between two dates.
func timeBetween(a, b string) time.Duration {
	x, err := http.ParseTime(a)
	y, err2 := http.ParseTime(b)
	if err != nil || err2 != nil {
		return time.Hour
	}
	return x.Sub(y).Abs()
}

// valued are the elements and properties of documents that are compared by value.
var valued = regexp.MustCompile(`^(Name|LeaseStatus|LeaseState|LeaseDuration|BlobType|CopyStatus|Quota|Deleted|x-ms-blob-sequence-number|DequeueCount|MessageText|Start|End|Size|AccessTier|Content-Length|Prefix|TagCount|Key|Value|status|code|x-ms-error-code)$`)

// compareDocuments compares the documents in two answers: the names in them, tags and states.
func (p *player) compareDocuments(e *Exchange, got Answer) (list []Difference) {
	if !e.Answer.Given || e.Status >= 300 && !strings.Contains(e.AnswerHeader["content-type"], "multipart") {
		return nil
	}
	differ := func(respect, recorded, got string) { list = append(list, Difference{respect, recorded, got}) }
	recorded, target := Leaves(e.Answer.Bytes), Leaves(got.Body)
	leftovers := ofAccount(got.Operation)
	if !leftovers {
		a, b := shapes(recorded), shapes(target)
		for _, name := range slices.Sorted(maps.Keys(a)) {
			if !b[name] {
				differ("name "+name, name, "")
			}
		}
		for _, name := range slices.Sorted(maps.Keys(b)) {
			if !a[name] {
				differ("name "+name, "", name)
			}
		}
	}
	if list != nil {
		return list
	}
	at := byPath(target)
	resource := p.resource(e)
	for _, l := range recorded {
		t, ok := at[l.Path]
		switch {
		case !ok && leftovers:
		case !ok:
			differ("value "+l.Name, l.Value, "")
		case leafKind(l.Name) == tagged && !p.bound.Equal(within(resource, l.Of, p.session.Service), l.Value, t.Value):
			differ("tag", p.seen(within(resource, l.Of, p.session.Service), l.Value), t.Value)
		case !leftovers && valued.MatchString(l.Name) && p.bound.In(l.Value) != t.Value:
			differ("value "+l.Name, l.Value, t.Value)
		}
	}
	return list
}

// shapes is the set of the names in a document.
func shapes(leaves []Leaf) map[string]bool {
	set := map[string]bool{}
	for _, l := range leaves {
		set[shape(l.Path)] = true
	}
	return set
}

func byPath(leaves []Leaf) map[string]Leaf {
	m := make(map[string]Leaf, len(leaves))
	for _, l := range leaves {
		m[l.Path] = l
	}
	return m
}

// bind remembers what the target made up in an answer.
func (p *player) bind(e *Exchange, got Answer) {
	resource := p.resource(e)
	for _, name := range slices.Sorted(maps.Keys(e.AnswerHeader)) {
		if headerKind(name) != given {
			p.bound.Bind(resource, e.AnswerHeader[name], got.Header.Get(name))
		}
	}
	if p.session.Service == operation.FileService || e.Answer.Given {
		at := byPath(Leaves(got.Body))
		for _, l := range Leaves(e.Answer.Bytes) {
			if t, ok := at[l.Path]; ok && leafKind(l.Name) != given {
				p.bound.Bind(within(resource, l.Of, p.session.Service), l.Value, t.Value)
			}
		}
	}
}

var listsOfAccount = []operation.Operation{operation.ListContainers, operation.ListQueues, operation.QueryTables, operation.ListShares}

// ofAccount reports whether an operation lists what is in the account, whoever made it.
func ofAccount(o operation.Operation) bool { return slices.Contains(listsOfAccount, o) }
