package tags_test

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"ifmatch/reference/tags"
)

func TestPredicates(t *testing.T) {
	t.Parallel()
	set, err := tags.New([]tags.Tag{{Key: "state", Value: "done"}, {Key: "rank", Value: "05"}, {Key: "a b", Value: ""}})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		predicate string
		want      bool
	}{
		{`"state" = 'done'`, true},
		{`state='done'`, true},
		{`"state" = 'Done'`, false},
		{`"state" <> 'done'`, false},
		{`"state" <> 'open'`, true},
		{`"rank" > '04' AND "rank" < '06'`, true},
		{`"rank" >= '05' and "rank" <= '05'`, true},
		{`"rank" > '05'`, false},
		{`"rank" < '05'`, false},
		{`"a b" = ''`, true},
		{`"missing" <> 'x'`, false},
		{`"missing" = ''`, false},
		{`"state" = 'open' OR "rank" = '05'`, true},
		{`"state" = 'open' AND "rank" = '05' OR "a b" = ''`, true},
		{`"state" = 'open' AND ("rank" = '05' OR "a b" = '')`, false},
		{`(("state" = 'done'))`, true},
	} {
		p, err := tags.ParsePredicate(c.predicate)
		if err != nil {
			t.Errorf("%s: %v", c.predicate, err)
			continue
		}
		if got := p.Holds(set); got != c.want {
			t.Errorf("%s = %v, want %v", c.predicate, got, c.want)
		}
	}
}

func TestMalformedPredicates(t *testing.T) {
	t.Parallel()
	for _, s := range []string{
		"", " ", `"state"`, `"state" =`, `"state" = done`, `'state' = 'done'`, `"state" = "done"`, `"state" == 'x'`,
		`("state" = 'x'`, `"state" = 'x')`, `"state" = 'x' AND`, `AND "state" = 'x'`, `"state" = 'x' "rank" = 'y'`,
		`"state" = 'x`, `"state = 'x'`, `"state" ! 'x'`, `@container = 'x'`, strings.Repeat("(", 1000) + `a='b'`,
	} {
		if _, err := tags.ParsePredicate(s); !errors.Is(err, tags.ErrPredicate) {
			t.Errorf("ParsePredicate(%q): error %v, want %v", s, err, tags.ErrPredicate)
		}
	}
}

func TestParseHeader(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("k", 129)
	for _, c := range []struct {
		header string
		want   tags.Set
		err    error
	}{
		{"", nil, nil},
		{"b=2&a=1", tags.Set{{Key: "a", Value: "1"}, {Key: "b", Value: "2"}}, nil},
		{"k%20x=a%2Bb", tags.Set{{Key: "k x", Value: "a+b"}}, nil},
		{"a=", tags.Set{{Key: "a"}}, nil},
		{"a", nil, tags.ErrHeader},
		{"a=%zz", nil, tags.ErrHeader},
		{"%zz=1", nil, tags.ErrHeader},
		{"=1", nil, tags.ErrLength},
		{long + "=1", nil, tags.ErrLength},
		{"a=" + long + long, nil, tags.ErrLength},
		{"a=1&a=2", nil, tags.ErrDuplicate},
		{"a=%27", nil, tags.ErrCharacter},
		{"a=1&b=1&c=1&d=1&e=1&f=1&g=1&h=1&i=1&j=1&k=1", nil, tags.ErrTooMany},
	} {
		got, err := tags.ParseHeader(c.header)
		if !errors.Is(err, c.err) {
			t.Errorf("ParseHeader(%q): error %v, want %v", c.header, err, c.err)
		}
		if !reflect.DeepEqual(c.want, got) {
			t.Errorf("ParseHeader(%q): want %+v, got %+v", c.header, c.want, got)
		}
	}
}

func FuzzParsePredicate(f *testing.F) {
	for _, s := range []string{`"a" = 'b'`, `("a" <> 'b' OR c >= 'd') AND e < 'f'`, `'`, `((((`, `"" = ''`} {
		f.Add(s)
	}
	set, _ := tags.New([]tags.Tag{{Key: "a", Value: "b"}})
	f.Fuzz(func(t *testing.T, s string) {
		p, err := tags.ParsePredicate(s)
		if err != nil {
			return
		}
		// Parentheses around the whole change nothing, and AND and OR combine the parts as usual.
		value := p.Holds(set)
		if q, err := tags.ParsePredicate("(" + s + ")"); err == nil && q.Holds(set) != value {
			t.Errorf("(%s) differs from %s", s, s)
		}
		if q, err := tags.ParsePredicate("(" + s + `) AND "a" = 'x'`); err == nil && q.Holds(set) {
			t.Errorf("(%s) AND false holds", s)
		}
		if q, err := tags.ParsePredicate("(" + s + `) OR "a" = 'b'`); err == nil && !q.Holds(set) {
			t.Errorf("(%s) OR true does not hold", s)
		}
	})
}

func FuzzParseHeader(f *testing.F) {
	for _, s := range []string{"a=1&b=2", "a=%20", "&", "=", "a=1&a=1"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		set, err := tags.ParseHeader(s)
		if err != nil {
			return
		}
		again, err := tags.New(set)
		if err != nil {
			t.Fatalf("ParseHeader(%q) = %v, which New refuses: %v", s, set, err)
		}
		if !slices.Equal(set, again) {
			t.Errorf("ParseHeader(%q) is not sorted: got %v, sorted %v", s, set, again)
		}
	})
}

func TestWhere(t *testing.T) {
	t.Parallel()
	set, err := tags.New([]tags.Tag{{Key: "state", Value: "done"}, {Key: "rank", Value: "05"}, {Key: "a b", Value: ""}})
	if err != nil {
		t.Fatal(err)
	}
	state, rank := tags.Tag{Key: "state", Value: "done"}, tags.Tag{Key: "rank", Value: "05"}
	for _, c := range []struct {
		where string
		in    bool // the container books
		found tags.Set
	}{
		{`state = 'done'`, true, tags.Set{state}},
		{`"state" = 'done' AND rank >= '05'`, true, tags.Set{rank, state}},
		{`rank > '04' and rank < '06'`, true, tags.Set{rank}},
		{`rank > '05'`, true, nil},
		{`missing = ''`, true, nil},
		{`"a b"=''`, true, tags.Set{{Key: "a b"}}},
		{`@container='books' AND state='done'`, true, tags.Set{state}},
		{`state='done' AND @CONTAINER = 'other'`, false, tags.Set{state}},
		{`@container='books' AND @container='other' AND state='done'`, false, tags.Set{state}},
	} {
		w, err := tags.ParseWhere(c.where, false)
		if err != nil {
			t.Errorf("%s: %v", c.where, err)
			continue
		}
		if got := w.In("books"); got != c.in {
			t.Errorf("%s: in books is %v, want %v", c.where, got, c.in)
		}
		if !reflect.DeepEqual(c.found, w.Find(set)) {
			t.Errorf("%s: want %+v, got %+v", c.where, c.found, w.Find(set))
		}
	}
}

func TestMalformedWhere(t *testing.T) {
	t.Parallel()
	for _, s := range []string{
		"", `state`, `state =`, `state = done`, `= 'done'`, `state <> 'done'`, `state = 'done' OR rank = '05'`, `(state = 'done')`,
		`state = 'done' AND`, `AND state = 'done'`, `state = 'done' rank = '05'`, `@container = 'books'`, `@container > 'books' AND state = 'done'`,
		`@other = 'books'`, `state = 'done`, strings.Repeat("(", 100),
	} {
		if _, err := tags.ParseWhere(s, false); !errors.Is(err, tags.ErrWhere) {
			t.Errorf("ParseWhere(%q): error %v, want %v", s, err, tags.ErrWhere)
		}
	}
	if _, err := tags.ParseWhere(`@container = 'books' AND state = 'done'`, true); !errors.Is(err, tags.ErrWhere) {
		t.Errorf("a container in a container: error %v, want %v", err, tags.ErrWhere)
	}
}

func FuzzParseWhere(f *testing.F) {
	for _, s := range []string{`"a" = 'b'`, `@container = 'c' AND a >= 'b' AND a < 'c'`, `'`, `@`, `"" = ''`} {
		f.Add(s)
	}
	set, _ := tags.New([]tags.Tag{{Key: "a", Value: "b"}})
	f.Fuzz(func(t *testing.T, s string) {
		w, err := tags.ParseWhere(s, false)
		if err != nil {
			return
		}
		found := w.Find(set)
		// A search finds a blob only if all parts joined by AND hold, in either order.
		if q, err := tags.ParseWhere(s+` AND "a" = 'x'`, false); err == nil && q.Find(set) != nil {
			t.Errorf("%s and false finds %v", s, q.Find(set))
		}
		if q, err := tags.ParseWhere(`"a" = 'b' AND `+s, false); err != nil || len(q.Find(set)) > 0 != (len(found) > 0) {
			t.Errorf("true and %s: %v, finds %v instead of %v", s, err, q, found)
		}
	})
}
