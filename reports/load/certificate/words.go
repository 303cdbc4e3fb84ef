package certificate

import (
	"fmt"
	"strings"
	"time"

	"ifmatch/reports/load"
)

// who is behind an operation.
func who(s load.Step) string {
	if s.Who != "" {
		return s.Who
	}
	return fmt.Sprintf("client %d", s.Client)
}

// milliseconds is a time since the run began, exact to the microsecond.
func milliseconds(d time.Duration) string {
	return fmt.Sprintf("%.3f ms", float64(d)/float64(time.Millisecond))
}

// interval is when an operation ran.
func interval(s load.Step) string {
	if s.Return == nil {
		return "from " + milliseconds(s.Invoke) + ", never answered"
	}
	return fmt.Sprintf("%.3f to %s", float64(s.Invoke)/float64(time.Millisecond), milliseconds(*s.Return))
}

// answer is how an operation ended: "201 won", "412 ConditionNotMet lost".
func answer(s load.Step) string {
	var words []string
	if s.Status != 0 {
		words = append(words, fmt.Sprint(s.Status))
	}
	if s.Code != "" {
		words = append(words, s.Code)
	}
	return strings.Join(append(words, s.Outcome), " ")
}

// facts are what an operation named and was told, one in a line. about is the key
// of the certificate.
func facts(s load.Step, about string) []string {
	var out []string
	add := func(what, value string) {
		if value != "" {
			out = append(out, what+" "+value)
		}
	}
	if row, ok := strings.CutPrefix(s.Key, strings.TrimSuffix(about, ")")+","); ok {
		add("on", strings.TrimSuffix(row, ")")) // of a partition: what differs
	} else {
		add("on", s.Key)
	}
	add("named", s.Named)
	add("was told", s.Answered)
	add("lease", s.Lease)
	add("contents", s.Value)
	return out
}

// heading is the first line of a certificate.
func heading(c load.Certificate) string {
	if c.Key == "" {
		return c.Rule
	}
	return c.Rule + ": " + c.Key
}

// squeeze shortens text in the middle: what differs between two ETags or names
// mostly stands at their ends.
func squeeze(text string, columns int) string {
	runes := []rune(text)
	if len(runes) <= columns {
		return text
	}
	head := columns / 3
	return string(runes[:head]) + "…" + string(runes[len(runes)-(columns-head-1):])
}
