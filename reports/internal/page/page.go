// Package page is what the HTML reports have in common: colours, a card that opens
// over the page, and a policy that keeps the browser from loading or running anything
// but what the page brings. A page is one file and needs no network.
package page

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"net/url"
	"sync"

	"ifmatch/reports"
	"ifmatch/reports/console"
)

//go:embed theme.css
var theme string

//go:embed card.js
var card string

//go:embed card.gohtml
var cardSource string

// Page is a kind of report.
type Page struct {
	name string
	tree func() *template.Template // parsed when the first is written
}

// New is a page of a template, with its style behind that of all pages, and its script
// behind that of the card. A page without a script has no card.
func New(name, source, style, script string, funcs template.FuncMap) Page {
	return Page{name, sync.OnceValue(func() *template.Template { return parse(name, source, style, script, funcs) })}
}

func parse(name, source, style, script string, funcs template.FuncMap) *template.Template {
	if script != "" {
		script = card + script
	}
	sum := sha256.Sum256([]byte(script))
	allowed := "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
	if script != "" {
		allowed += "; script-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
	t := template.New(name).Funcs(template.FuncMap{
		"style":  func() template.CSS { return template.CSS(theme + style) },
		"script": func() template.JS { return template.JS(script) },
		"policy": func() string { return allowed },
		"number": console.Number,
		"plural": console.Plural,
		// at is a link into the page. html/template would escape its slashes.
		"at": func(kind, rest string) template.URL {
			return template.URL((&url.URL{Fragment: kind + "/" + rest}).String())
		},
	}).Funcs(funcs)
	template.Must(t.Parse(source))
	return template.Must(t.Parse(cardSource))
}

// Write renders the page whole, or writes nothing.
func (p Page) Write(w io.Writer, view any) error {
	var b bytes.Buffer
	if err := p.tree().ExecuteTemplate(&b, p.name, view); err != nil {
		return fmt.Errorf("render page: %w", err)
	}
	_, err := w.Write(b.Bytes())
	return err
}

// Fit is how the answer to a client is coloured, as the verdicts on cases are.
func Fit(f reports.Fit) string {
	switch f {
	case reports.Fits:
		return "passed"
	case reports.Misfits:
		return "failed"
	}
	return "blocked"
}
