package certificate

import (
	"fmt"
	"strings"
	"time"

	"ifmatch/reports/figure"
	"ifmatch/reports/load"
)

// who returns the client or the part of the run that sent an operation.
func who(s load.Step) string {
	if s.Who != "" {
		return s.Who
	}
	return fmt.Sprintf("client %d", s.Client)
}

// milliseconds formats a time since the run began, with a resolution of a
// microsecond.
func milliseconds(d time.Duration) string {
	return thousandths(d) + " ms"
}

// thousandths writes d in milliseconds, their thousands set apart.
func thousandths(d time.Duration) string {
	us, sign := d.Round(time.Microsecond).Microseconds(), ""
	if us < 0 {
		us, sign = -us, "-"
	}
	return fmt.Sprintf("%s%s.%03d", sign, figure.Count(us/1000), us%1000)
}

// interval formats the time of an operation.
func interval(s load.Step) string {
	if s.Return == nil {
		return "from " + milliseconds(s.Invoke) + ", never answered"
	}
	return thousandths(s.Invoke) + " to " + milliseconds(*s.Return)
}

// answer describes how an operation ended: "201 won", "412 ConditionNotMet lost".
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

// facts returns what an operation named and received, one fact a line. about is
// the key of the certificate.
func facts(s load.Step, about string) []string {
	var out []string
	add := func(what, value string) {
		if value != "" {
			out = append(out, what+" "+value)
		}
	}
	if row, ok := strings.CutPrefix(s.Key, strings.TrimSuffix(about, ")")+","); ok {
		add("on", strings.TrimSuffix(row, ")")) // within a partition, only the row key differs
	} else {
		add("on", s.Key)
	}
	add("named", s.Named)
	add("received", s.Answered)
	add("lease", s.Lease)
	add("contents", s.Value)
	return out
}

// heading returns the first line of a certificate.
func heading(c load.Certificate) string {
	if c.Key == "" {
		return c.Rule
	}
	return c.Rule + ": " + c.Key
}

// squeeze shortens text in the middle, because two ETags or names usually differ
// at their ends.
func squeeze(text string, columns int) string {
	runes := []rune(text)
	if len(runes) <= columns {
		return text
	}
	head := columns / 3
	return string(runes[:head]) + "…" + string(runes[len(runes)-(columns-head-1):])
}
