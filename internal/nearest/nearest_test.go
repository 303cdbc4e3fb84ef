package nearest

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestNearest(t *testing.T) {
	t.Parallel()
	ids := []string{"BLOB-TAB-01C", "BLOB-TAB-01E", "BLOB-TAB-15C", "CONT-TAB-01C", "BLOB-LM-ACQ-B-Le"}
	for _, tc := range []struct {
		word string
		want []string
	}{
		{"BLOB-TAB-15", []string{"BLOB-TAB-15C", "BLOB-TAB-01C", "BLOB-TAB-01E"}},
		{"BLBO-TAB-15C", []string{"BLOB-TAB-15C", "BLOB-TAB-01C"}},
		{"BLOB-LM", []string{"BLOB-LM-ACQ-B-Le"}},
		{"QUEUE-POP-03", nil},
		{"", nil},
	} {
		if d := cmp.Diff(tc.want, Names(tc.word, ids, 3)); d != "" {
			t.Errorf("nearest(%q) -want +got:\n%s", tc.word, d)
		}
	}
}

func TestDistance(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"a", "", 1}, {"", "ab", 2}, {"abc", "acb", 1}, {"abc", "xbc", 1}, {"kitten", "sitting", 3}} {
		if got := Distance(tc.a, tc.b); got != tc.want {
			t.Errorf("distance(%q, %q) = %d, want %d", tc.a, tc.b, got, tc.want)
		}
	}
}

func FuzzDistanceIsAMetricOfEdits(f *testing.F) {
	f.Add("BLOB-TAB-01C", "BLOB-TBA-01E")
	f.Fuzz(func(t *testing.T, a, b string) {
		if len(a)+len(b) > 200 {
			return
		}
		d := Distance(a, b)
		if d != Distance(b, a) {
			t.Errorf("distance(%q, %q) is not symmetric", a, b)
		}
		if (d == 0) != (a == b) {
			t.Errorf("distance(%q, %q) = %d", a, b, d)
		}
		if longer := max(len(a), len(b)); d > longer {
			t.Errorf("distance(%q, %q) = %d, more than %d", a, b, d, longer)
		}
	})
}
