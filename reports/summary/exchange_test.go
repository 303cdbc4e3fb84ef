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
		all  string // STEP:METHOD, or STEP:METHOD URL, in order
		want string
	}{
		{"nothing was sent", "", ""},
		{"the act and what was read afterwards", "Given a:PUT|Given a:GET|When b:GET|When b:PUT|Then c:GET|Then c:LIST", "Given a:PUT|When b:PUT|Then c:GET"},
		{"the act alone failed", "Given a:PUT|When b:GET|When b:PUT", "Given a:PUT|When b:PUT"},
		{"the set-up of another resource", "Given a:PUT /c|Given a:PUT /c/source|When b:PUT /c/blob", "When b:PUT /c/blob"},
		{"the set-up that made the state", "Given a:PUT /c|Given a:PUT /c/blob|Given a:PUT /c/blob?comp=lease|Given a:PUT /c/source|When b:DELETE /c/blob", "Given a:PUT /c/blob?comp=lease|When b:DELETE /c/blob"},
		{"the set-up of what it lists", "Given a:PUT /c|Given a:PUT /c/blob|When b:GET /c?comp=list", "Given a:PUT /c/blob|When b:GET /c?comp=list"},
		{"an entity and its table", "Given a:POST /t|When b:PUT /t(PartitionKey='p',RowKey='r')", "Given a:POST /t|When b:PUT /t(PartitionKey='p',RowKey='r')"},
		{"a message and its queue", "Given a:PUT /q|Given a:POST /q/messages|When b:PUT /q/messages/1", "Given a:POST /q/messages|When b:PUT /q/messages/1"},
		{"a transaction", "Given a:PUT /t(1)|When b:POST /$batch", "Given a:PUT /t(1)|When b:POST /$batch"},
		{"the last two acts", "When a:PUT|When b:PUT|Then x:GET|When c:DELETE|Then y:GET|Then z:HEAD", "When b:PUT|When c:DELETE|Then z:HEAD"},
		{"steps without keywords", "a:PUT|b:GET|b:PUT|c:GET|c:HEAD", "b:PUT|c:HEAD"},
		{"one step without keyword", "a:PUT|a:GET", "a:GET"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			var all []reports.Exchange
			for _, x := range strings.FieldsFunc(tc.all, func(r rune) bool { return r == '|' }) {
				step, method, _ := strings.Cut(x, ":")
				method, url, _ := strings.Cut(method, " ")
				all = append(all, reports.Exchange{Step: step, Method: method, URL: url})
			}
			var got []string
			for _, x := range telling(all) {
				got = append(got, strings.TrimSpace(x.Step+":"+x.Method+" "+x.URL))
			}
			if d := cmp.Diff(tc.want, strings.Join(got, "|")); d != "" {
				t.Errorf("telling(%s) -want +got:\n%s", tc.all, d)
			}
		})
	}
}
