package condition_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"ifmatch/reference/condition"
)

var (
	modified = time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)
	subject  = condition.Subject{Exists: true, ETag: "0x8DE1", Modified: modified.Add(900 * time.Millisecond)}
)

func date(t time.Time) string { return t.Format("Mon, 02 Jan 2006 15:04:05 GMT") }

// set builds a condition set from words: "IM✓ IMS✗" means a met If-Match and an unmet If-Modified-Since.
func set(t *testing.T, words string) condition.Set {
	t.Helper()
	var im, inm, ims, ius []string
	for w := range strings.FieldsSeq(words) {
		name, met := strings.CutSuffix(w, "✓")
		name = strings.TrimSuffix(name, "✗")
		switch name {
		case "IM":
			im = []string{map[bool]string{true: `"0x8DE1"`, false: `"0x8DE0"`}[met]}
		case "INM":
			inm = []string{map[bool]string{true: `"0x8DE0"`, false: `"0x8DE1"`}[met]}
		case "IMS":
			ims = []string{date(modified.Add(map[bool]time.Duration{true: -time.Second, false: 0}[met]))}
		case "IUS":
			ius = []string{date(modified.Add(map[bool]time.Duration{true: 0, false: -time.Second}[met]))}
		default:
			t.Fatalf("no such header: %s", w)
		}
	}
	s, err := condition.Parse(condition.All, im, inm, ims, ius)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestCombinationsOnReads(t *testing.T) {
	t.Parallel()
	rules := condition.Documented()
	for words, want := range map[string]condition.Outcome{
		"":                   condition.Proceed,
		"IM✓":                condition.Proceed,
		"IM✗":                condition.Failed,
		"INM✓":               condition.Proceed,
		"INM✗":               condition.NotModified,
		"IMS✓":               condition.Proceed,
		"IMS✗":               condition.NotModified,
		"IUS✓":               condition.Proceed,
		"IUS✗":               condition.Failed,
		"IM✗ IMS✓":           condition.Failed,
		"IM✗ IMS✗":           condition.Failed,
		"IM✓ IMS✓":           condition.Proceed,
		"IM✓ IMS✗":           condition.NotModified,
		"INM✗ IMS✓":          condition.Proceed,
		"INM✓ IMS✗":          condition.Proceed,
		"INM✓ IMS✓":          condition.Proceed,
		"INM✗ IMS✗":          condition.NotModified,
		"IMS✓ IM✗ IUS✓":      condition.Failed,
		"IMS✓ IM✓ IUS✗":      condition.Failed,
		"IMS✗ IM✓ IUS✗":      condition.Failed,
		"IMS✗ IM✓ IUS✓":      condition.NotModified,
		"IMS✗ INM✓ IUS✓ IM✓": condition.Proceed,
		"IMS✓ INM✗ IUS✓ IM✓": condition.Proceed,
		"IMS✓ INM✗ IUS✗ IM✓": condition.Failed,
		"IMS✗ INM✓ IUS✓ IM✗": condition.Failed,
		"IMS✗ INM✗ IUS✗ IM✓": condition.Failed,
		"IMS✗ INM✗ IUS✓ IM✓": condition.NotModified,
	} {
		if got := rules.ForRead(set(t, words), subject); got != want {
			t.Errorf("read with %q: outcome %d, want %d", words, got, want)
		}
	}
}

func TestCombinationsOnWrites(t *testing.T) {
	t.Parallel()
	rules := condition.Documented()
	for _, c := range []struct {
		words string
		can   bool
		want  condition.Outcome
	}{
		{"", true, condition.Proceed},
		{"IM✓", true, condition.Proceed},
		{"IM✗", true, condition.Failed},
		{"INM✓", true, condition.Proceed},
		{"INM✗", true, condition.Failed},
		{"IMS✓", true, condition.Proceed},
		{"IMS✗", true, condition.Failed},
		{"IUS✓", true, condition.Proceed},
		{"IUS✗", true, condition.Failed},
		{"INM✓ IMS✗", true, condition.Proceed},
		{"INM✗ IMS✓", true, condition.Failed},
		{"IM✓ IUS✗", true, condition.Proceed},
		{"IM✗ IUS✓", true, condition.Failed},
		{words: "IM✓ INM✓"},
		{words: "IM✓ IMS✓"},
		{words: "INM✓ IUS✓"},
		{words: "IMS✓ IUS✓"},
		{words: "IM✓ INM✓ IMS✓"},
		{words: "IM✓ INM✓ IUS✓"},
		{words: "IM✓ IMS✓ IUS✓"},
		{words: "INM✓ IMS✓ IUS✓"},
		{words: "IM✓ INM✓ IMS✓ IUS✓"},
	} {
		s := set(t, c.words)
		if got := rules.CanWrite(s); got != c.can {
			t.Errorf("CanWrite(%q) = %v, want %v", c.words, got, c.can)
		}
		if !c.can {
			continue
		}
		if got := rules.ForWrite(s, subject); got != c.want {
			t.Errorf("write with %q: outcome %d, want %d", c.words, got, c.want)
		}
	}
}

func TestWritesOfWhatDoesNotExist(t *testing.T) {
	t.Parallel()
	rules := condition.Documented()
	for words, want := range map[string]condition.Outcome{
		"IM✓": condition.Failed, "IM✗": condition.Failed, "IM✓ IUS✓": condition.Failed,
		"INM✓": condition.Proceed, "INM✗": condition.Proceed, "IMS✓": condition.Proceed, "IMS✗": condition.Proceed,
		"IUS✓": condition.Proceed, "IUS✗": condition.Proceed, "": condition.Proceed,
	} {
		if got := rules.ForWrite(set(t, words), condition.Subject{}); got != want {
			t.Errorf("write with %q of nothing: outcome %d, want %d", words, got, want)
		}
	}
	any, _ := condition.Parse(condition.All, []string{"*"}, nil, nil, nil)
	if got := rules.ForWrite(any, condition.Subject{}); got != condition.Failed {
		t.Errorf("write with If-Match: * of nothing: outcome %d, want failed", got)
	}
}

func TestDatesAreComparedInWholeSeconds(t *testing.T) {
	t.Parallel()
	rules := condition.Documented()
	for _, c := range []struct {
		offset   time.Duration
		ims, ius condition.Outcome
	}{
		{-time.Second, condition.Proceed, condition.Failed},
		{0, condition.NotModified, condition.Proceed},
		{time.Second, condition.NotModified, condition.Proceed},
		{24 * time.Hour, condition.NotModified, condition.Proceed},
	} {
		at := []string{date(modified.Add(c.offset))}
		ims, _ := condition.Parse(condition.All, nil, nil, at, nil)
		if got := rules.ForRead(ims, subject); got != c.ims {
			t.Errorf("If-Modified-Since %v after: outcome %d, want %d", c.offset, got, c.ims)
		}
		ius, _ := condition.Parse(condition.All, nil, nil, nil, at)
		if got := rules.ForRead(ius, subject); got != c.ius {
			t.Errorf("If-Unmodified-Since %v after: outcome %d, want %d", c.offset, got, c.ius)
		}
	}
}

func TestEntityTags(t *testing.T) {
	t.Parallel()
	rules := condition.Documented()
	for _, c := range []struct {
		value     string
		match     condition.Outcome
		noneMatch condition.Outcome
	}{
		{`"0x8DE1"`, condition.Proceed, condition.NotModified},
		{`0x8DE1`, condition.Proceed, condition.NotModified},
		{` "0x8DE1" `, condition.Proceed, condition.NotModified},
		{`"0x8de1"`, condition.Failed, condition.Proceed},
		{`"garbage"`, condition.Failed, condition.Proceed},
		{`"`, condition.Failed, condition.Proceed},
		{`W/"0x8DE1"`, condition.Failed, condition.Proceed},
		{`*`, condition.Proceed, condition.NotModified},
		{`"a","0x8DE1"`, condition.Proceed, condition.NotModified},
		{`"a", 0x8DE1 ,"b"`, condition.Proceed, condition.NotModified},
		{`"a","b"`, condition.Failed, condition.Proceed},
		{`"a,0x8DE1"`, condition.Failed, condition.Proceed},
		{``, condition.Proceed, condition.Proceed},
		{` , `, condition.Proceed, condition.Proceed},
	} {
		im, _ := condition.Parse(condition.All, []string{c.value}, nil, nil, nil)
		if got := rules.ForRead(im, subject); got != c.match {
			t.Errorf("If-Match: %s: outcome %d, want %d", c.value, got, c.match)
		}
		inm, _ := condition.Parse(condition.All, nil, []string{c.value}, nil, nil)
		if got := rules.ForRead(inm, subject); got != c.noneMatch {
			t.Errorf("If-None-Match: %s: outcome %d, want %d", c.value, got, c.noneMatch)
		}
		several := strings.Count(c.value, ",") > 0 && strings.Trim(c.value, " ,") != "" && c.value != `"a,0x8DE1"`
		if rules.CanWrite(im) == several || rules.CanWrite(inm) == several {
			t.Errorf("CanWrite of %s: %v and %v, want %v", c.value, rules.CanWrite(im), rules.CanWrite(inm), !several)
		}
	}
	lines, _ := condition.Parse(condition.All, []string{`"a"`, `"0x8DE1"`}, nil, nil, nil)
	if rules.ForRead(lines, subject) != condition.Proceed || rules.CanWrite(lines) {
		t.Error("two lines of If-Match are not a list of two tags")
	}
}

func TestDates(t *testing.T) {
	t.Parallel()
	rfc := date(modified)
	for _, c := range []struct {
		lines []string
		want  time.Time
		err   error
	}{
		{[]string{rfc}, modified, nil},
		{[]string{" " + rfc + " "}, modified, nil},
		{[]string{modified.Format("Monday, 02-Jan-06 15:04:05 GMT")}, modified, nil},
		{[]string{modified.Format(time.ANSIC)}, modified, nil},
		{[]string{"null"}, time.Time{}, nil},
		{[]string{""}, time.Time{}, nil},
		{[]string{"2026-03-04T05:06:07Z"}, time.Time{}, nil},
		{[]string{rfc + " or later"}, time.Time{}, nil},
		{[]string{rfc, rfc}, time.Time{}, condition.ErrSeveralDates},
		{[]string{rfc + ", " + rfc}, time.Time{}, condition.ErrSeveralDates},
		{[]string{rfc + "," + rfc}, time.Time{}, condition.ErrSeveralDates},
	} {
		s, err := condition.Parse(condition.All, nil, nil, nil, c.lines)
		if !errors.Is(err, c.err) || !s.UnmodifiedSince.Equal(c.want) || (s.Present == condition.UnmodifiedSince) == c.want.IsZero() {
			t.Errorf("If-Unmodified-Since %q = %v, %v, want %v, %v", c.lines, s.UnmodifiedSince, err, c.want, c.err)
		}
		// A header that the operation does not accept may hold any text.
		if s, err := condition.Parse(condition.Match|condition.NoneMatch, nil, nil, c.lines, c.lines); err != nil || s.Present != condition.None {
			t.Errorf("%q is evaluated though not accepted: %v, %v", c.lines, s, err)
		}
	}
}

func TestWildcard(t *testing.T) {
	t.Parallel()
	s, _ := condition.Parse(condition.All, []string{"*"}, []string{"*"}, nil, nil)
	if !s.Wildcard() || s.Without(condition.NoneMatch).Wildcard() {
		t.Error("If-None-Match: * is not recognised, or not taken away")
	}
	if s, _ := condition.Parse(condition.All, []string{"*"}, []string{`"*"`}, nil, nil); s.Wildcard() {
		t.Error("a quoted star is no wildcard")
	}
}

func FuzzParse(f *testing.F) {
	for _, v := range []string{`"0x8DE1"`, `W/"a", *`, `"a,b",c`, date(modified), date(modified) + ", " + date(modified), `,,"`, "\x00"} {
		f.Add(v, v)
	}
	rules := condition.Documented()
	f.Fuzz(func(t *testing.T, tags, dates string) {
		s, err := condition.Parse(condition.All, []string{tags}, []string{tags}, []string{dates}, []string{dates})
		if err != nil {
			return
		}
		if !reflect.DeepEqual(s.Match, s.NoneMatch) {
			t.Errorf("the same list read twice differs: %v, %v", s.Match, s.NoneMatch)
		}
		im, _ := condition.Parse(condition.Match, []string{tags}, nil, nil, nil)
		inm, _ := condition.Parse(condition.NoneMatch, nil, []string{tags}, nil, nil)
		if im.Present != condition.None && (rules.ForRead(im, subject) == condition.Proceed) == (rules.ForRead(inm, subject) == condition.Proceed) {
			t.Errorf("%q both matches and does not match", tags)
		}
		// A list that is written out again, quoted, gives the same list.
		var again []string
		for _, tag := range s.Match {
			if strings.Contains(tag.Value, `"`) {
				return // not a service's tag, and it cannot be quoted
			}
			text := `"` + tag.Value + `"`
			if tag.Any {
				text = "*"
			}
			if tag.Weak {
				text = "W/" + text
			}
			again = append(again, text)
		}
		if !reflect.DeepEqual(s.Match, condition.ParseTags(again)) {
			t.Errorf("%q, written out again as %v: want %+v, got %+v", tags, again, s.Match, condition.ParseTags(again))
		}
	})
}

func BenchmarkParseAndEvaluate(b *testing.B) {
	rules := condition.Documented()
	im := []string{`"0x8DE1"`}
	b.ReportAllocs()
	for b.Loop() {
		s, _ := condition.Parse(condition.All, im, nil, nil, nil)
		rules.ForWrite(s, subject)
	}
}
