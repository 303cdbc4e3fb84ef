package register

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

func TestRenamed(t *testing.T) {
	t.Parallel()
	read := func(lines ...string) (map[string]string, error) {
		text := strings.ReplaceAll(strings.Join(lines, "\n")+"\n", "|", "\t")
		return Renamed(fstest.MapFS{renamedFile: {Data: []byte(text)}})
	}
	got, err := read("old id|new id", "A-1/a|A-1/c", "A-1/b|A-1/c")
	if d := cmp.Diff(map[string]string{"A-1/a": "A-1/c", "A-1/b": "A-1/c"}, got); d != "" || err != nil {
		t.Errorf("%v, -want +got:\n%s", err, d)
	}
	if got, err := Renamed(fstest.MapFS{}); got != nil || err != nil {
		t.Errorf("without the file: %v, %v", got, err)
	}
	for _, c := range []struct {
		lines []string
		want  string
	}{
		{[]string{"old|new"}, `renamed.tsv line 1: the columns are ["old" "new"], want ["old id" "new id"]`},
		{[]string{"old id|new id", "A-1/a|"}, "line 2: an id is missing"},
		{[]string{"old id|new id", "A-1/a|A-1/b", "A-1/a|A-1/c"}, "line 3, column old id: A-1/a occurs a second time"},
		{[]string{"old id|new id", "A-1/b|A-1/c", "A-1/a|A-1/c"}, "line 3, column old id: A-1/a belongs above line 2"},
		{[]string{"old id|new id", "A-1/a|A-1/b", "A-1/b|A-1/c"}, "line 2, column new id: A-1/b was itself renamed; write A-1/c"},
	} {
		if _, err := read(c.lines...); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %q", c.lines, err, c.want)
		}
	}
}
