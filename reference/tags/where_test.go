package tags_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"ifmatch/reference/tags"
)

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
