// Package baseline keeps the list of a target's known failures: it reads the list,
// judges a run by it, and writes it again. A gate with a list stays green while
// nothing new fails, and reports lines that no longer fit.
package baseline

import (
	"cmp"
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"ifmatch/reports"
)

// Line is one known failure. In a file, its fields are separated by tabs:
//
//	CASE	HOW	REASON	LINK
//	CASE	sometimes 3/61 HOW	REASON	LINK
//	CASE	sometimes 3/61 (120 passed since) HOW	REASON	LINK
//	BLOB-HAND-01/**	sometimes 2/4500	REASON	LINK
//
// HOW is what reports.Manner prints. Reason and link may be missing, but a case that fails only
// sometimes has its rate, as failed of all rounds, or a reason. With a rate HOW may be missing,
// too: then the case fails in several ways. A line whose case holds ** is a family: it stands
// for the cases of chance whose ids match and that have no line of their own.
type Line struct {
	Number    int // in the file, from 1; 0 for a new line
	Case      string
	How       reports.Manner
	Sometimes bool           // the case passes in some runs
	Rate      reports.Rounds // up to the last failure; zero: not counted
	Since     int            // rounds that have passed since
	Reason    string
	Link      string

	comments []string // comment lines above it
}

// anyText is what stands for any text in the case of a family. A single star is a part of ids: "if-none-match-*".
const anyText = "**"

// Family reports whether the line stands for all cases of chance that match it.
func (l Line) Family() bool { return strings.Contains(l.Case, anyText) }

// Fits reports whether a case id matches the line.
func (l Line) Fits(id string) bool {
	if !l.Family() {
		return l.Case == id
	}
	parts := strings.Split(l.Case, anyText)
	rest, ok := strings.CutPrefix(id, parts[0])
	if !ok {
		return false
	}
	for _, part := range parts[1 : len(parts)-1] {
		if _, rest, ok = strings.Cut(rest, part); !ok {
			return false
		}
	}
	return strings.HasSuffix(rest, parts[len(parts)-1])
}

const often = "sometimes "

// counted matches what follows "sometimes": the rate, the passes since, and how it fails.
var counted = regexp.MustCompile(`^(\d{1,9})/(\d{1,9})(?: \((\d{1,9}) passed since\))?(?: (.*))?$`)

// parseHow reads the second field.
func (l *Line) parseHow(text string) (err error) {
	how, sometimes := strings.CutPrefix(text, often)
	l.Sometimes = sometimes
	if m := counted.FindStringSubmatch(how); m != nil && sometimes {
		l.Rate.Failed, _ = strconv.Atoi(m[1]) // digits
		l.Rate.Played, _ = strconv.Atoi(m[2])
		l.Since, _ = strconv.Atoi(m[3])
		if how = m[4]; l.Rate.Failed == 0 || l.Rate.Failed > l.Rate.Played {
			return fmt.Errorf("%d/%d is no rate: it says how many rounds failed, at least one, of all", l.Rate.Failed, l.Rate.Played)
		}
	}
	if l.Family() && l.Rate.Played == 0 {
		return errors.New("a family needs its rate, for instance \"sometimes 2/150\"")
	}
	if how == "" && l.Rate.Played > 0 {
		return nil
	}
	l.How, err = reports.ParseManner(how)
	return err
}

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
	if err := l.parseHow(fields[1]); err != nil {
		return Line{}, err
	}
	if len(fields) > 2 {
		l.Reason = fields[2]
	}
	if len(fields) > 3 {
		l.Link = fields[3]
	}
	if l.Sometimes && l.Rate.Played == 0 && l.Reason == "" {
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
	how := l.how()
	if l.Sometimes {
		how = strings.TrimRight(often+l.rate()+how, " ")
	}
	return strings.TrimRight(strings.Join([]string{l.Case, how, l.Reason, l.Link}, "\t"), "\t")
}

// how is how the case fails; empty: in several ways.
func (l Line) how() string {
	if len(l.How.Differs) == 0 && l.How.BlockedBy == "" {
		return ""
	}
	return l.How.String()
}

// rate is the rate and what has passed since, with a space after it; empty: not counted.
func (l Line) rate() string {
	if l.Rate.Played == 0 {
		return ""
	}
	text := fmt.Sprintf("%d/%d ", l.Rate.Failed, l.Rate.Played)
	if l.Since > 0 {
		text += fmt.Sprintf("(%d passed since) ", l.Since)
	}
	return text
}

// all are the rounds on record.
func (l Line) all() reports.Rounds {
	return reports.Rounds{Failed: l.Rate.Failed, Played: l.Rate.Played + l.Since}
}

// known returns the result's entry for a case with the line.
func (l Line) known() *reports.Known {
	how := cmp.Or(l.how(), "in several ways")
	if l.Rate.Played > 0 {
		how += fmt.Sprintf(", in %d of %d rounds", l.Rate.Failed, l.Rate.Played+l.Since)
	}
	return &reports.Known{Line: l.Number, How: how, Reason: l.Reason, Link: l.Link, Sometimes: l.Sometimes}
}
