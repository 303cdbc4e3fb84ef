// Package page is the common part of the HTML reports: colours, a card that opens over
// the page, and a policy that lets the browser load and run only what the page
// contains. A page is one file and needs no network.
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
	tree func() *template.Template // parsed before the first page is written
}

// New returns the page of a template. Its style comes after that of all pages, and its
// script after that of the card. A page without a script has no card.
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
		// at returns a link into the page. html/template would escape its slashes.
		"at": func(kind, rest string) template.URL {
			return template.URL((&url.URL{Fragment: kind + "/" + rest}).String())
		},
	}).Funcs(funcs)
	template.Must(t.Parse(source))
	return template.Must(t.Parse(cardSource))
}

// Write renders the whole page, or writes nothing.
func (p Page) Write(w io.Writer, view any) error {
	var b bytes.Buffer
	if err := p.tree().ExecuteTemplate(&b, p.name, view); err != nil {
		return fmt.Errorf("render page: %w", err)
	}
	_, err := w.Write(b.Bytes())
	return err
}

// Fit returns the colour of the answer to a client, in terms of the verdicts on cases.
func Fit(f reports.Fit) string {
	switch f {
	case reports.Fits:
		return "passed"
	case reports.Misfits:
		return "failed"
	}
	return "blocked"
}
