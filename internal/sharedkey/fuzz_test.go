package sharedkey

import (
	"net/url"
	"slices"
	"strings"
	"testing"
)

// FuzzQuery compares what is signed for a query with how net/url parses it.
func FuzzQuery(f *testing.F) {
	for _, seed := range []string{"", "comp=list&restype=container", "a=%41+b&A=2&a", "&&=&b=%2f%2F", "x=%zz&y=%", "c=1;d=2", "%43omp=x&comp=%00", "é=ü"} {
		f.Add(seed)
	}
	var s parameters
	f.Fuzz(func(t *testing.T, query string) {
		got := string(s.appendQuery(nil, query))
		comp := string(s.appendComp(nil, query))
		values, err := url.ParseQuery(query)
		if err != nil {
			return // the service refuses it, whatever is signed
		}
		merged := map[string][]string{}
		for name, list := range values {
			name = asciiLower(name)
			merged[name] = append(merged[name], list...)
		}
		var want strings.Builder
		names := make([]string, 0, len(merged))
		for name := range merged {
			names = append(names, name)
		}
		slices.Sort(names)
		for _, name := range names {
			slices.Sort(merged[name])
			want.WriteString("\n" + name + ":" + strings.Join(merged[name], ","))
		}
		if got != want.String() {
			t.Errorf("appendQuery(%q) = %q, want %q", query, got, want.String())
		}
		wantComp := ""
		if list := merged["comp"]; len(list) > 0 {
			wantComp = "?comp=" + list[0]
		}
		if comp != wantComp {
			t.Errorf("appendComp(%q) = %q, want %q", query, comp, wantComp)
		}
	})
}

func asciiLower(s string) string {
	b := []byte(s)
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
	return string(b)
}

// FuzzOrder checks that names have a consistent order.
func FuzzOrder(f *testing.F) {
	f.Add("a-c", "ab", "a_c")
	f.Add("a'", "A-", "a")
	f.Fuzz(func(t *testing.T, a, b, c string) {
		names := []string{"x-ms-" + a, "X-MS-" + b, "x-ms-" + c}
		for _, x := range names {
			if n := compare(x, asciiLower(x)); n != 0 {
				t.Errorf("compare(%q, lower case) = %d, want 0", x, n)
			}
			for _, y := range names {
				if sign(compare(x, y)) != -sign(compare(y, x)) {
					t.Errorf("compare(%q, %q) = %d, and %d the other way round", x, y, compare(x, y), compare(y, x))
				}
				for _, z := range names {
					if compare(x, y) < 0 && compare(y, z) < 0 && compare(x, z) >= 0 {
						t.Errorf("%q < %q < %q, but the first is not before the last", x, y, z)
					}
				}
			}
		}
	})
}

func sign(n int) int {
	switch {
	case n < 0:
		return -1
	case n > 0:
		return 1
	}
	return 0
}
