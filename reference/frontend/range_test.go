package frontend

import (
	"strconv"
	"testing"
)

func TestParseRange(t *testing.T) {
	t.Parallel()
	for v, want := range map[string]Span{
		"bytes=0-0":                   {From: 0, To: 1},
		"bytes=5-9":                   {From: 5, To: 10},
		" bytes=5-9 ":                 {From: 5, To: 10},
		"bytes=5-":                    {From: 5, Open: true},
		"bytes=0-9223372036854775806": {From: 0, To: 9223372036854775807},
	} {
		if got, ok := ParseRange(v); !ok || got != want {
			t.Errorf("ParseRange(%q) = %+v, %v, want %+v", v, got, ok, want)
		}
	}
	for _, v := range []string{"", "bytes", "bytes=", "bytes=-", "bytes=-5", "bytes=5", "bytes=9-5", "bytes=+1-2", "bytes=1-2,4-5",
		"bytes= 1-2", "items=1-2", "bytes=0-9223372036854775807", "bytes=9223372036854775808-"} {
		if got, ok := ParseRange(v); ok {
			t.Errorf("ParseRange(%q) = %+v, want none", v, got)
		}
	}
}

func FuzzParseRange(f *testing.F) {
	for _, v := range []string{"bytes=0-0", "bytes=5-", "bytes=-5", "bytes=9-5", "bytes=0-9223372036854775807"} {
		f.Add(v)
	}
	f.Fuzz(func(t *testing.T, v string) {
		r, ok := ParseRange(v)
		if !ok {
			return
		}
		if r.From < 0 || !r.Open && r.To <= r.From {
			t.Errorf("ParseRange(%q) = %+v, an impossible range", v, r)
		}
		text := "bytes=" + strconv.FormatInt(r.From, 10) + "-"
		if !r.Open {
			text += strconv.FormatInt(r.To-1, 10)
		}
		if again, ok := ParseRange(text); !ok || again != r {
			t.Errorf("ParseRange(%q) = %+v, but %s is %+v", v, r, text, again)
		}
	})
}
