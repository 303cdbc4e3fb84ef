package fault_test

import (
	"errors"
	"strings"
	"testing"

	"ifmatch/reference/fault"
)

func TestParse(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text string
		rate fault.Rate
		want string // in the error
	}{
		{"sporadic-stale-read", 10_000, ""},
		{"sporadic-stale-read=1/1", 1, ""},
		{"stale-read", 0, ""},
		{"stale-read=1/10", 0, "takes no rate"},
		{"no-such-fault", 0, "no such fault"},
		{"no-such-fault=1/10", 0, `no such fault: "no-such-fault"`},
		{"sporadic-stale-read=", 0, "is not a rate"},
		{"sporadic-stale-read=0.1", 0, "is not a rate"},
		{"sporadic-stale-read=2/10", 0, "is not a rate"},
		{"sporadic-stale-read=1/0", 0, "is not a rate"},
		{"sporadic-stale-read=1/-5", 0, "is not a rate"},
		{"sporadic-stale-read=1/+5", 0, "is not a rate"},
		{"sporadic-stale-read=1/99999999999999999999", 0, "is not a rate"},
	} {
		f, err := fault.Parse(c.text)
		switch {
		case c.want == "" && (err != nil || f.Rate != c.rate):
			t.Errorf("Parse(%s) = rate %v, %v, want rate %v", c.text, f.Rate, err, c.rate)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("Parse(%s): %v, want an error with %q", c.text, err, c.want)
		}
		if unknown := strings.HasPrefix(c.text, "no-such"); errors.Is(err, fault.ErrNoFault) != unknown {
			t.Errorf("Parse(%s): %v is ErrNoFault: %v", c.text, err, !unknown)
		}
	}
}

func FuzzParseRate(f *testing.F) {
	f.Add("1/500")
	f.Add("1/+5")
	f.Fuzz(func(t *testing.T, text string) {
		r, err := fault.ParseRate(text)
		if err == nil && r < 1 {
			t.Errorf("ParseRate(%q) = %d", text, r)
		}
		if again, err2 := fault.ParseRate(r.String()); err == nil && (err2 != nil || again != r) {
			t.Errorf("ParseRate(%q) = %s, which is read as %d, %v", text, r, again, err2)
		}
	})
}
