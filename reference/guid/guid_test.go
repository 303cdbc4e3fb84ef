package guid_test

import (
	"regexp"
	"strings"
	"testing"

	"ifmatch/reference/guid"
)

func TestNotations(t *testing.T) {
	t.Parallel()
	const plain = "ca761232-ed42-11ce-bacd-00aa0057b223"
	for _, s := range []string{
		plain,
		strings.ToUpper(plain),
		strings.ReplaceAll(plain, "-", ""),
		"{" + plain + "}",
		"(" + plain + ")",
		"  " + plain + " ",
	} {
		g, ok := guid.Parse(s)
		if !ok || g.String() != plain {
			t.Errorf("Parse(%q) = %s, %v, want %s", s, g, ok, plain)
		}
	}
	for _, s := range []string{"", "invalid", plain[1:], plain + "0", "{" + plain + ")", "{" + plain, "ca761232_ed42_11ce_bacd_00aa0057b223",
		"ca761232ed42-11ce-bacd-00aa0057b2230", strings.Repeat("g", 32), strings.Repeat("-", 36)} {
		if g, ok := guid.Parse(s); ok {
			t.Errorf("Parse(%q) = %s, want none", s, g)
		}
	}
}

func TestNewIsRandomVersion4(t *testing.T) {
	t.Parallel()
	form := regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`)
	a, b := guid.New(), guid.New()
	if a == b || !form.MatchString(a.String()) {
		t.Errorf("New() = %s, then %s", a, b)
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"ca761232-ed42-11ce-bacd-00aa0057b223", "{CA761232-ED42-11CE-BACD-00AA0057B223}", "x", ""} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		g, ok := guid.Parse(s)
		if !ok {
			return
		}
		if again, ok := guid.Parse(g.String()); !ok || again != g {
			t.Errorf("Parse(%q) = %s, which reads as %s", s, g, again)
		}
		bare := strings.NewReplacer("-", "", "{", "", "}", "", "(", "", ")", "", " ", "", "\t", "", "\n", "", "\r", "").Replace(s)
		if want := strings.ReplaceAll(g.String(), "-", ""); !strings.EqualFold(strings.TrimSpace(bare), want) {
			t.Errorf("Parse(%q) = %s, other digits", s, g)
		}
	})
}

func TestText(t *testing.T) {
	t.Parallel()
	g := guid.New()
	text, err := g.MarshalText()
	if err != nil || string(text) != g.String() {
		t.Errorf("%s as text is %s, %v", g, text, err)
	}
	var again guid.GUID
	if err := again.UnmarshalText(text); err != nil || again != g {
		t.Errorf("%s comes back as %s, %v", g, again, err)
	}
	if err := again.UnmarshalText([]byte("x")); err == nil || again != g {
		t.Errorf("x is read as %s, %v", again, err)
	}
}

func TestSourcesOfOneSeedAgree(t *testing.T) {
	t.Parallel()
	a, b, c := guid.NewSource(7), guid.NewSource(7), guid.NewSource(8)
	seen := map[guid.GUID]bool{}
	for range 1000 {
		x, y, z := a.Next(), b.Next(), c.Next()
		if x != y {
			t.Fatalf("two sources of seed 7 give %s and %s", x, y)
		}
		if seen[x] || seen[z] {
			t.Fatalf("%s or %s came twice", x, z)
		}
		seen[x], seen[z] = true, true
	}
}

func TestSourcesWithoutSeedDiffer(t *testing.T) {
	t.Parallel()
	if a, b := guid.NewSource(0).Next(), guid.NewSource(0).Next(); a == b {
		t.Errorf("two sources without a seed both give %s", a)
	}
}

func BenchmarkNext(b *testing.B) {
	s := guid.NewSource(1)
	for b.Loop() {
		s.Next()
	}
}
