package main

import (
	_ "embed"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"

	"ifmatch/reference/operation"
)

//go:embed coordinates.tsv
var coordinatesFile string

// rule says what becomes of the headers, parameters and states that match a pattern.
type rule struct{ where, name, relation, of string }

// rules are those of coordinates.tsv, the first that matches counts. What none mentions is compared by value.
var rules = parseRules(coordinatesFile)

func parseRules(text string) (list []rule) {
	for line := range strings.Lines(text) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		list = append(list, rule{f[0], f[1], f[2], f[3]})
	}
	return list[1:]
}

func ruleOf(where, name string) rule {
	for _, r := range rules {
		if ok, _ := path.Match(r.name, name); ok && r.where == where {
			return r
		}
	}
	return rule{relation: "value"}
}

// A relation turns a value into the word for how it stands to a resource, and into whether the condition is met. An empty
// word is no coordinate.
type relation func(v *view, value, of string) (word, outcome string)

var relations = map[string]relation{
	"none":          word(func(*view, string) string { return "" }),
	"present":       word(func(*view, string) string { return "present" }),
	"value":         word(func(_ *view, value string) string { return strings.ToLower(value) }),
	"if-match":      condition((*view).tag, "current", "former", "other", "unquoted other", "garbage"),
	"if-none-match": negated(condition((*view).tag, "current", "former", "other", "unquoted other", "garbage")),
	"modified":      condition((*view).date, "earlier", "same", "later"),
	"unmodified":    negated(condition((*view).date, "earlier", "same", "later")),
	"tags":          word((*view).tagged),
	"lease":         word((*view).lease),
	"receipt":       word((*view).receipt),
	"span":          func(v *view, value, _ string) (string, string) { return v.span(value) },
	"number":        func(v *view, value, of string) (string, string) { return v.number(value, of), "" },
	"range":         word((*view).within),
	"digest":        word((*view).digest),
	"format":        word((*view).format),
	"block":         word((*view).block),
	"attributes":    word(attributes),
	"snapshots":     word((*view).snapshots),
	"size":          word(size),
}

// word is a relation that is no condition.
func word(of func(*view, string) string) relation {
	return func(v *view, value, _ string) (string, string) { return of(v, value), "" }
}

// condition is met by the first of the words and by none of the others; of any other word nothing is known.
func condition(of func(*view, string) string, meets string, fails ...string) relation {
	return func(v *view, value, _ string) (string, string) {
		switch word := of(v, value); {
		case word == meets:
			return word, "met"
		case slices.Contains(fails, word):
			return word, "unmet"
		default:
			return word, ""
		}
	}
}

func negated(r relation) relation {
	return func(v *view, value, of string) (string, string) {
		word, outcome := r(v, value, of)
		return word, map[string]string{"met": "unmet", "unmet": "met"}[outcome]
	}
}

// coordinates are those of a request, as long as the operation is not known. It is nil if something about the situation
// is unknown.
func (p *player) coordinates(e *Exchange, r Request) *Coordinates {
	if p.session.Service == operation.TableService && strings.Contains(e.Path, "$batch") {
		return nil // a question of many parts
	}
	own := p.look(e, r)
	source, known := p.source(e, r)
	if !known {
		return nil
	}
	query, err := url.ParseQuery(r.Query)
	if err != nil {
		return nil
	}
	c := &Coordinates{own.state, map[string]string{}}
	if source != nil {
		for name, word := range source.state {
			c.Exact["source "+name] = word
		}
	}
	for _, name := range sortedKeys(r.Header) {
		c.add(ruleOf("header", strings.ToLower(name)), strings.ToLower(name), r.Header.Get(name), own, source)
	}
	for _, name := range sortedKeys(query) {
		c.add(ruleOf("query", strings.ToLower(name)), strings.ToLower(name), query.Get(name), own, source)
	}
	c.Exact["body"] = own.body()
	if p.session.Service == operation.QueueService && e.Method == http.MethodPut && r.Query == "" {
		c.Exact["metadata"] = own.metadata(r.Header)
	}
	return c
}

// add adds the word for a header or parameter that is about the resource, or about what it is copied from.
func (c *Coordinates) add(r rule, name, value string, own, source *view) {
	kind, ofSource := strings.CutPrefix(r.relation, "source ")
	if ofSource {
		own = source
	}
	if own == nil {
		return
	}
	word, outcome := relations[kind](own, value, r.of)
	if word == "" {
		return
	}
	if kind == "format" {
		name = "$format" // the parameter goes before the header
	}
	c.Exact[name] = word
	if outcome != "" {
		c.Outcome[name] = outcome
	}
}

// situate names the operation in the coordinates, once the target has recognised it. That all of the content was asked
// for shows in nothing but the status of success.
func (m *Replayed) situate() {
	if m.Coordinates == nil {
		return
	}
	m.Coordinates.Exact["operation"] = m.Answer.Operation.String()
	for _, name := range []string{"range", "x-ms-range"} {
		if m.Coordinates.Exact[name] == whole && m.Answer.Status >= http.StatusMultipleChoices && m.Answer.Status != http.StatusRequestedRangeNotSatisfiable {
			delete(m.Coordinates.Exact, name)
		}
	}
}

// span is a number of seconds for which a lease can be taken; that of a file lasts until it is ended.
func (v *view) span(value string) (word, valid string) {
	n, err := strconv.Atoi(value)
	if err == nil && (n >= 15 && n <= 60 && v.header.Get("x-ms-type") != "File" || n == -1) {
		return value, "valid"
	}
	return value, ""
}

// format is how much metadata of OData a request asks for, if its answer has any.
func (v *view) format(value string) string {
	if v.method != http.MethodGet && v.method != http.MethodPost {
		return ""
	}
	_, metadata, _ := strings.Cut(value, "odata=")
	return metadata
}
