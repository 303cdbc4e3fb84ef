package words

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Answer is the set of answers that a cell allows, for instance
// "412 ConditionNotMet" or "404 BlobNotFound | 412 *".
type Answer struct {
	Allowed []Allowed
	// OK stands for the documented success of the operation in question.
	OK bool
}

// Allowed is one answer of the set.
type Allowed struct {
	Status int
	// Code is the error code, empty where none is stated.
	Code string
	// Weak marks a code in parentheses: recorded, judged only at level observed.
	Weak bool
	// Any marks "*": any error code.
	Any bool
}

// ok is the answer cell that stands for the documented success.
const ok = "ok"

// ParseAnswer reads an answer cell.
func ParseAnswer(s string) (Answer, error) {
	var a Answer
	if s == ok {
		return Answer{OK: true}, nil
	}
	for _, part := range strings.Split(s, "|") {
		f := strings.Fields(part)
		if len(f) == 0 || len(f) > 2 {
			return Answer{}, fmt.Errorf("read answer %q: want a status and at most one error code between bars", s)
		}
		status, err := strconv.Atoi(f[0])
		if err != nil || status < 100 || status > 599 || len(f[0]) != 3 {
			return Answer{}, fmt.Errorf("read answer %q: %q is not an HTTP status", s, f[0])
		}
		al := Allowed{Status: status}
		if len(f) == 2 {
			m := code.FindStringSubmatch(f[1])
			if m == nil {
				return Answer{}, fmt.Errorf("read answer %q: %q is not an error code", s, f[1])
			}
			al.Code, al.Weak, al.Any = m[1]+m[2], m[2] != "", f[1] == "*"
		}
		a.Allowed = append(a.Allowed, al)
	}
	return a, nil
}

// code is an error code, one in parentheses, or any.
var code = regexp.MustCompile(`^(?:\*|([A-Z][A-Za-z0-9]*)|\(([A-Z][A-Za-z0-9]*)\))$`)

// Match is how an answer compares with the allowed ones.
type Match struct {
	Status bool // the status is allowed
	// Code is the level at which a differing error code counts: should, or observed for a weak
	// one. It is empty if the code is one of those allowed with that status, or none is stated.
	Code string
}

// Match compares a status and an error code with the allowed answers. An allowed answer
// without a code accepts any code or none; "*" accepts any code, but not none.
func (a Answer) Match(status int, code string) Match {
	var m Match
	for _, al := range a.Allowed {
		if al.Status != status {
			continue
		}
		if al.Any && code != "" || !al.Any && (al.Code == "" || al.Code == code) {
			return Match{Status: true}
		}
		level := "should"
		if al.Weak {
			level = "observed"
		}
		// If several codes are stated, the weakest decides: differing from it counts no more.
		if !m.Status || level == "observed" {
			m = Match{Status: true, Code: level}
		}
	}
	return m
}

// Success reports whether every allowed answer is below 300.
func (a Answer) Success() bool {
	return !slices.ContainsFunc(a.Allowed, func(al Allowed) bool { return al.Status >= 300 })
}

// String writes the cell in its normal form.
func (a Answer) String() string {
	if a.OK && a.Allowed == nil {
		return ok
	}
	parts := make([]string, len(a.Allowed))
	for i, al := range a.Allowed {
		switch {
		case al.Any:
			parts[i] = fmt.Sprintf("%d *", al.Status)
		case al.Weak:
			parts[i] = fmt.Sprintf("%d (%s)", al.Status, al.Code)
		case al.Code != "":
			parts[i] = fmt.Sprintf("%d %s", al.Status, al.Code)
		default:
			parts[i] = strconv.Itoa(al.Status)
		}
	}
	return strings.Join(parts, " | ")
}
