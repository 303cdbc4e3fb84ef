// Package baseline keeps the list of a target's known failures: it reads the list,
// judges a run by it, and writes it again. A gate with a list stays green while
// nothing new fails, and reports lines that no longer fit.
package baseline

import (
	"errors"
	"fmt"
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"

	"ifmatch/reports"
)

// Line is one known failure. In a file, its fields are separated by tabs:
//
//	CASE	HOW	REASON	LINK
//	CASE	sometimes HOW	REASON	LINK
//
// HOW is what reports.Manner prints. Reason and link may be missing, but a case that
// fails only sometimes needs a reason.
type Line struct {
	Number    int // in the file, from 1; 0 for a new line
	Case      string
	How       reports.Manner
	Sometimes bool // the case passes in some runs
	Reason    string
	Link      string

	comments []string // comment lines above it
}

const often = "sometimes "

func parseLine(text string) (Line, error) {
	fields := strings.Split(text, "\t")
	for i, f := range fields {
		fields[i] = strings.TrimSpace(f)
	}
	if !utf8.ValidString(text) {
		return Line{}, errors.New("it is not UTF-8: save the file as UTF-8")
	}
	for _, c := range text {
		if c != '\t' && (c == unicode.ReplacementChar || !unicode.IsPrint(c)) {
			return Line{}, fmt.Errorf("it holds %q, which is not text", c)
		}
	}
	l := Line{Case: fields[0]}
	switch {
	case l.Case == "":
		return Line{}, errors.New("there is no case before the first tab")
	case strings.ContainsAny(l.Case, " "):
		return Line{}, fmt.Errorf("%q is not a case id: separate the fields by tabs: case, how it fails, reason, link", short(l.Case))
	case len(fields) == 1:
		return Line{}, fmt.Errorf("%s does not say how it fails: after a tab, for instance, \"status 201, effect\"", l.Case)
	case len(fields) > 4:
		return Line{}, fmt.Errorf("it has %d fields, but a line has at most four: case, how it fails, reason and link", len(fields))
	}
	how := fields[1]
	how, l.Sometimes = strings.CutPrefix(how, often)
	var err error
	if l.How, err = reports.ParseManner(how); err != nil {
		return Line{}, err
	}
	if len(fields) > 2 {
		l.Reason = fields[2]
	}
	if len(fields) > 3 {
		l.Link = fields[3]
	}
	if l.Sometimes && l.Reason == "" {
		return Line{}, errors.New("a case that fails only sometimes needs a reason, after another tab")
	}
	if u, err := url.Parse(l.Link); l.Link != "" && (err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http") {
		return Line{}, fmt.Errorf("the link %q does not begin with https://", short(l.Link))
	}
	return l, nil
}

// short keeps an error on one line.
func short(text string) string {
	const most = 60
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return text
}

// String returns the line as in a file.
func (l Line) String() string {
	how := l.How.String()
	if l.Sometimes {
		how = often + how
	}
	return strings.TrimRight(strings.Join([]string{l.Case, how, l.Reason, l.Link}, "\t"), "\t")
}

// known returns the result's entry for a case with the line.
func (l Line) known() *reports.Known {
	return &reports.Known{Line: l.Number, How: l.How.String(), Reason: l.Reason, Link: l.Link, Sometimes: l.Sometimes}
}
