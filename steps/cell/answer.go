// Package cell turns the words that stand in feature tables into values: an
// answer, a request's extras, a lease state, a list of headers, a duration. It
// knows the words only; what "stale" is in a given scenario is the steps'
// business.
package cell

import (
	"fmt"
	"strconv"
	"strings"
)

// Answer is the set of answers that a cell allows, for instance
// "412 ConditionNotMet" or "404 BlobNotFound | 412 *".
type Answer struct {
	Allowed []Allowed
}

// Allowed is one answer of the set.
type Allowed struct {
	Status int
	// Code is the error code, empty where none is stated.
	Code string
	// Weak marks a code in parentheses: recorded, judged only at level observed.
	Weak bool
	// Any marks "*": some error code, whichever.
	Any bool
}

// OK is the answer cell that stands for the documented success of whatever
// operation the row is about.
const OK = "ok"

// ParseAnswer reads an answer cell.
func ParseAnswer(s string) (Answer, error) {
	var a Answer
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
			code := f[1]
			switch {
			case code == "*":
				al.Any = true
			case strings.HasPrefix(code, "(") && strings.HasSuffix(code, ")"):
				al.Weak, code = true, code[1:len(code)-1]
				fallthrough
			default:
				if !isCode(code) {
					return Answer{}, fmt.Errorf("read answer %q: %q is not an error code", s, f[1])
				}
				al.Code = code
			}
		}
		a.Allowed = append(a.Allowed, al)
	}
	return a, nil
}

func isCode(s string) bool {
	for _, r := range s {
		if (r < 'A' || r > 'Z') && (r < 'a' || r > 'z') && (r < '0' || r > '9') {
			return false
		}
	}
	return s != "" && s[0] >= 'A' && s[0] <= 'Z'
}

// Accepts tells whether status and code are among the allowed answers. Weak
// codes count only when strict. An answer without a stated code accepts a
// success whatever its code, and an error whatever its code too.
func (a Answer) Accepts(status int, code string, strict bool) bool {
	for _, al := range a.Allowed {
		if al.Status != status {
			continue
		}
		switch {
		case al.Any:
			if code != "" {
				return true
			}
		case al.Code == "" || al.Weak && !strict:
			return true
		case al.Code == code:
			return true
		}
	}
	return false
}

// Success tells whether every allowed answer is below 300.
func (a Answer) Success() bool {
	for _, al := range a.Allowed {
		if al.Status >= 300 {
			return false
		}
	}
	return true
}

// String writes the cell in its normal form.
func (a Answer) String() string {
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
