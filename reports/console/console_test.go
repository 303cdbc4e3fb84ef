package console_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ifmatch/reports/console"
)

func TestTableLinesUpWhateverTheColours(t *testing.T) {
	t.Parallel()
	s := console.Coloured(true)
	tbl := console.Table{Header: []string{"service", "passed", "note"}, Right: []int{1}, Indent: " "}
	tbl.Add("blob", s.Green("1200"), "état")
	tbl.Add(s.Bold("queue"), "7", "")
	var b strings.Builder
	if err := tbl.Write(&b); err != nil {
		t.Fatal(err)
	}
	want := "" +
		" service  passed  note\n" +
		" blob       \x1b[32m1200\x1b[0m  état\n" +
		" \x1b[1mqueue\x1b[0m         7\n"
	if d := cmp.Diff(want, b.String()); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
}

func TestTableWrapsOnlyItsLastColumn(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		cut  bool
		want string
	}{
		{false, "" +
			"BLOB-TAB-01C  a write whose condition is\n" +
			"              not met changes nothing\n"},
		{true, "BLOB-TAB-01C  a write whose condition i…\n"},
	} {
		tbl := console.Table{Width: 40, Cut: tc.cut}
		tbl.Add("BLOB-TAB-01C", "a write whose condition is not met changes nothing")
		var b strings.Builder
		if err := tbl.Write(&b); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(tc.want, b.String()); d != "" {
			t.Errorf("Cut %t -want +got:\n%s", tc.cut, d)
		}
	}
}

func TestTableWithoutRoomForItsLastColumnIsStacked(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name  string
		width int
		want  string
	}{
		{"none", 50, "" +
			"  fault\n" +
			"      kind · what it does wrong\n" +
			"  \x1b[1mlease-acquire-while-leased-by-b\x1b[0m\n" +
			"      rules · acquire with another id takes over a\n" +
			"      lease\n" +
			"      a second line of it\n"},
		{"no limit", 0, "" +
			"  fault                            kind   what it does wrong\n" +
			"  \x1b[1mlease-acquire-while-leased-by-b\x1b[0m  rules  acquire with another id takes over a lease\n" +
			"                                          a second line of it\n"},
	} {
		tbl := console.Table{Header: []string{"fault", "kind", "what it does wrong"}, Indent: "  ", Width: tc.width}
		tbl.Add(console.Coloured(true).Bold("lease-acquire-while-leased-by-b"), "rules", "acquire with another id takes over a lease")
		tbl.Add("", "", "a second line of it")
		var b strings.Builder
		if err := tbl.Write(&b); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(tc.want, b.String()); d != "" {
			t.Errorf("%s -want +got:\n%s", tc.name, d)
		}
	}
}

func TestWrap(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		text  string
		width int
		want  []string
	}{
		{"", 10, nil},
		{"one two  three", 7, []string{"one two", "three"}},
		{"one two\nthree", 0, []string{"one two three"}},
		{"BLOB-LM-ACQ-B-Le x", 5, []string{"BLOB-LM-ACQ-B-Le", "x"}},
	} {
		if d := cmp.Diff(tc.want, console.Wrap(tc.text, tc.width)); d != "" {
			t.Errorf("Wrap(%q, %d) -want +got:\n%s", tc.text, tc.width, d)
		}
	}
}

func TestRewrap(t *testing.T) {
	t.Parallel()
	text := "one two three\nfour five\n\nCodes:\n    0  it is as\n       promised\n  130  stopped by Ctrl-C"
	want := "one two\nthree four\nfive\n\nCodes:\n    0  it is\n       as\n       promised\n  130  stopped\n       by\n       Ctrl-C"
	if d := cmp.Diff(want, console.Rewrap(text, 12)); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
}

// TestANarrowTableIsCutWhileItCanBe: a short last column is better than one on lines of its own, and those are better
// than a row that is too wide.
func TestANarrowTableIsCutWhileItCanBe(t *testing.T) {
	t.Parallel()
	for width, want := range map[int]string{
		32: "BLOB-TAB-01  must  Put Blob hon…\n",
		20: "BLOB-TAB-01\n    must · Put Blob honours\n    them\n",
	} {
		tbl := console.Table{Width: width, Cut: true}
		tbl.Add("BLOB-TAB-01", "must", "Put Blob honours them")
		var b strings.Builder
		if err := tbl.Write(&b); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, b.String()); d != "" {
			t.Errorf("%d columns, -want +got:\n%s", width, d)
		}
	}
}

func TestShorten(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		text  string
		width int
		want  string
	}{
		{"etag", 4, "etag"},
		{"etags", 4, "eta…"},
		{"étags", 5, "étags"},
		{"etags", 0, "etags"},
		{"etags", 1, "…"},
	} {
		if got := console.Shorten(tc.text, tc.width); got != tc.want {
			t.Errorf("Shorten(%q, %d) = %q, want %q", tc.text, tc.width, got, tc.want)
		}
	}
}

func TestCleanDisarmsTerminals(t *testing.T) {
	t.Parallel()
	if got, want := console.Clean("a\x1b[2Jb\nc\x00\xff"), "a\uFFFD[2Jb c\uFFFD\uFFFD"; got != want {
		t.Errorf("Clean = %q, want %q", got, want)
	}
}

func TestStyleOffChangesNothing(t *testing.T) {
	t.Parallel()
	var s console.Style
	if got := s.Red("x") + s.Bold("y"); got != "xy" {
		t.Errorf("got %q", got)
	}
}

func FuzzCleanLeavesNoControlCharacters(f *testing.F) {
	f.Add("a\x1b[2Jb\u202e\u009b")
	f.Fuzz(func(t *testing.T, text string) {
		got := console.Clean(text)
		for _, r := range got {
			if r < ' ' || r == 0x7f || r == 0x9b || r == 0x202e {
				t.Errorf("Clean(%q) = %q holds %U", text, got, r)
			}
		}
	})
}

func TestPlural(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]string{0: "0 cases", 1: "1 case", 2: "2 cases", 999: "999 cases", 1000: "1,000 cases", 1944: "1,944 cases", 1234567: "1,234,567 cases"} {
		if got := console.Plural(n, "case"); got != want {
			t.Errorf("Plural(%d, case) = %q, want %q", n, got, want)
		}
	}
	if got := console.Number(-100); got != "-100" {
		t.Errorf("Number(-100) = %q", got)
	}
}
