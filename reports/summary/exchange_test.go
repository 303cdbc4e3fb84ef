package summary

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ifmatch/reports"
)

func TestTellingExchanges(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name string
		all  string // STEP:METHOD, in order
		want string
	}{
		{"nothing was sent", "", ""},
		{"the act and what was read afterwards", "Given a:PUT|Given a:GET|When b:GET|When b:PUT|Then c:GET|Then c:LIST", "When b:PUT|Then c:GET"},
		{"the act alone failed", "Given a:PUT|When b:GET|When b:PUT", "When b:PUT"},
		{"the last two acts", "When a:PUT|When b:PUT|Then x:GET|When c:DELETE|Then y:GET|Then z:HEAD", "When b:PUT|When c:DELETE|Then z:HEAD"},
		{"steps without keywords", "a:PUT|b:GET|b:PUT|c:GET|c:HEAD", "b:PUT|c:HEAD"},
		{"one step without keyword", "a:PUT|a:GET", "a:GET"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			var all []reports.Exchange
			for _, x := range strings.FieldsFunc(tc.all, func(r rune) bool { return r == '|' }) {
				step, method, _ := strings.Cut(x, ":")
				all = append(all, reports.Exchange{Step: step, Method: method})
			}
			var got []string
			for _, x := range telling(all) {
				got = append(got, x.Step+":"+x.Method)
			}
			if d := cmp.Diff(tc.want, strings.Join(got, "|")); d != "" {
				t.Errorf("telling(%s) -want +got:\n%s", tc.all, d)
			}
		})
	}
}
