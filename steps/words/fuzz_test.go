package words

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func FuzzCells(f *testing.F) {
	for _, s := range []string{"412 ConditionNotMet | 409 *", "ok", "If-Match stale, no lease id", `content "a, b", sequence number 7`, "weak current | *", "15 seconds", "a new ETag, no lease id, lease time absent"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if a, err := ParseAnswer(s); err == nil {
			again, err := ParseAnswer(a.String())
			if err != nil || cmp.Diff(a, again) != "" {
				t.Fatalf("answer %q prints as %q, which reads as %v, %v", s, a, again, err)
			}
		}
		if asked, err := ParseRequest(terms, s); err == nil {
			for _, a := range asked {
				if a.Key == "" || a.Value == nil || a.Value == "" {
					t.Fatalf("request %q gives the odd term %+v", s, a)
				}
			}
		}
		if list, err := ParseCarried(subjects, s); err == nil {
			for _, c := range list {
				if c.Subject == "" || c.Word == "" || (c.Word == Value) != (c.Value != "") {
					t.Fatalf("what %q carries holds the odd %+v", s, c)
				}
			}
		}
		_, _ = ParseETags(s)
		_, _ = ParseDate(s)
		_, _ = ParseDuration(s)
	})
}
