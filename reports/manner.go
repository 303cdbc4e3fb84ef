package reports

import (
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Manner is how a case fails, as far as that is the same in every run: in which
// respects, and by which answer. A baseline stores it, and it distinguishes one
// failure of a case from another.
type Manner struct {
	// Differs are the differences, in the order of Differences.
	Differs []Difference
	// Status and Code are the answer; zero and empty if there was none, or if it is
	// unrelated to the failure.
	Status int
	Code   string
	// Respect is the part of the response that differs: a header, or an element of
	// the body.
	Respect string
	// BlockedBy is the clause whose violation keeps the case from being set up.
	BlockedBy string
}

// Differences lists all differences in the order in which they are shown.
var Differences = []Difference{InStatus, InCode, InResponse, InEffect}

var (
	answered  = regexp.MustCompile(`^([1-5]\d\d)\b ?([^;,]*)`)
	errorCode = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9]*$`)
)

// noCode replaces the code of an answer without one.
const noCode = "none"

// MannerOf returns how a case failed, was blocked, or was answered differently from
// what an open clause supposes. For any other case it returns the zero Manner.
func MannerOf(s Scenario) Manner {
	switch s.Status {
	case Blocked:
		return Manner{BlockedBy: s.BlockedBy}
	case Failed, KnownFailure:
		if s.BlockedBy != "" && len(s.Differs) == 0 {
			return Manner{BlockedBy: s.BlockedBy}
		}
	case Recorded:
		if len(s.Differs) == 0 {
			return Manner{}
		}
	default:
		return Manner{}
	}
	m := Manner{Differs: slices.Clone(s.Differs)}
	if len(m.Differs) == 0 {
		m.Differs = []Difference{InEffect} // results of older versions do not have it
	}
	slices.SortFunc(m.Differs, func(a, b Difference) int { return slices.Index(Differences, a) - slices.Index(Differences, b) })
	status, code := m.has(InStatus), m.has(InCode)
	if a := answered.FindStringSubmatch(s.Got); a != nil && (status || code) {
		number, _ := strconv.Atoi(a[1]) // three digits
		if status {
			m.Status = number
		}
		switch text := strings.TrimSpace(a[2]); {
		case errorCode.MatchString(text) && text != http.StatusText(number):
			m.Code = text
		case code:
			m.Code = noCode
		}
	}
	if m.Differs[0] == InResponse && wordy.MatchString(s.Respect) {
		m.Respect = s.Respect
	}
	return m
}

func (m Manner) has(d Difference) bool { return slices.Contains(m.Differs, d) }

// wordy matches a respect that fits into a line of text.
var wordy = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9 ()._-]*$`)

// String returns a list such as "status 201, effect", "code LeaseNotPresent" or
// "response Last-Modified". ParseManner reads it.
func (m Manner) String() string {
	if m.BlockedBy != "" || len(m.Differs) == 0 {
		return strings.TrimSpace("blocked by " + m.BlockedBy)
	}
	var parts []string
	for _, d := range m.Differs {
		text := string(d)
		switch {
		case d == InStatus && m.Status != 0:
			text = strings.TrimSpace(fmt.Sprintf("%s %d %s", d, m.Status, m.Code))
		case d == InCode && m.Code != "" && !(m.has(InStatus) && m.Status != 0):
			text += " " + m.Code
		case d == InResponse && m.Respect != "":
			text += " " + m.Respect
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, ", ")
}

var (
	mannerPart    = regexp.MustCompile(`^(status|code|response|effect)(?: (.+))?$`)
	mannerStatus  = regexp.MustCompile(`^([1-5]\d\d)(?: ([A-Za-z][A-Za-z0-9]*))?$`)
	mannerBlocked = regexp.MustCompile(`^blocked by ([A-Z]+(?:-[A-Za-z0-9]+)+)$`)
)

// ParseManner reads what String writes, and nothing else.
func ParseManner(text string) (Manner, error) {
	if b := mannerBlocked.FindStringSubmatch(text); b != nil {
		return Manner{BlockedBy: b[1]}, nil
	}
	var m Manner
	last := -1
	for part := range strings.SplitSeq(text, ", ") {
		p := mannerPart.FindStringSubmatch(part)
		if p == nil {
			return Manner{}, fmt.Errorf(`%q is not a way to fail: want for instance "status 201, effect", "code LeaseLost", "response ETag" or "blocked by CLAUSE"`, part)
		}
		d, value := Difference(p[1]), p[2]
		i := slices.Index(Differences, d)
		if i <= last {
			return Manner{}, fmt.Errorf("%s occurs twice or out of order: the order is status, code, response, effect", d)
		}
		last = i
		m.Differs = append(m.Differs, d)
		if value == "" {
			continue
		}
		bad := fmt.Errorf("%q cannot follow %s", value, d)
		switch d {
		case InStatus:
			s := mannerStatus.FindStringSubmatch(value)
			if s == nil {
				return Manner{}, bad
			}
			m.Status, _ = strconv.Atoi(s[1]) // three digits
			m.Code = s[2]
		case InCode:
			if !errorCode.MatchString(value) || m.Status != 0 {
				return Manner{}, bad
			}
			m.Code = value
		case InResponse:
			if !wordy.MatchString(value) || m.Differs[0] != InResponse || strings.TrimSpace(value) != value {
				return Manner{}, bad
			}
			m.Respect = value
		default:
			return Manner{}, bad
		}
	}
	return m, nil
}

// Against returns the relation of m to an earlier failure of the same case. A wrong
// status includes a wrong code: a target that now refuses as promised, but with
// another code, fails less.
func (m Manner) Against(old Manner) Relation {
	if m.BlockedBy != "" || old.BlockedBy != "" {
		if m.BlockedBy == old.BlockedBy {
			return Same
		}
		return Otherwise
	}
	covered := func(d Difference, by Manner) bool { return by.has(d) || d == InCode && by.has(InStatus) }
	within := !slices.ContainsFunc(m.Differs, func(d Difference) bool { return !covered(d, old) })
	around := !slices.ContainsFunc(old.Differs, func(d Difference) bool { return !covered(d, m) })
	switch {
	case within && around:
		if m.Status != old.Status || m.Code != old.Code || m.Respect != old.Respect {
			return Otherwise
		}
		return Same
	case within:
		return Less
	case around:
		return Worse
	}
	return Otherwise
}

// Plainly returns the verdict without a baseline.
func (s Scenario) Plainly() Status {
	switch {
	case s.Status == Fixed:
		return Passed
	case s.Status == KnownFailure && MannerOf(s).BlockedBy != "":
		return Blocked
	case s.Status == KnownFailure:
		return Failed
	}
	return s.Status
}
