package odata_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"ifmatch/reference/edm"
	"ifmatch/reference/guid"
	"ifmatch/reference/odata"
)

// book is the entity on which filters are evaluated here.
var book = map[string]edm.Value{
	"PartitionKey": edm.OfString("books"),
	"RowKey":       edm.OfString("it's"),
	"Price":        edm.OfInt32(12),
	"Sold":         edm.OfInt64(5_000_000_000),
	"Weight":       edm.OfDouble(0.5),
	"Height":       edm.OfDouble(math.Inf(1)),
	"Lost":         edm.OfDouble(math.NaN()),
	"InPrint":      edm.OfBoolean(true),
	"Printed":      edm.OfTime(time.Date(2026, 3, 4, 5, 6, 7, 100, time.UTC)),
	"ID":           edm.OfGUID(guid.GUID{0xc9, 0xda, 0x64, 0x55, 0x21, 0x3d, 0x42, 0xc9, 0x9a, 0x79, 0x3e, 0x91, 0x49, 0xa5, 0x78, 0x33}),
	"Cover":        edm.OfBinary([]byte{0, 1, 255}),
	"Größe":        edm.OfString("漢"),
}

func lookup(name string) (edm.Value, bool) {
	v, found := book[name]
	return v, found
}

func TestMatch(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		filter string
		want   bool
	}{
		{`PartitionKey eq 'books'`, true},
		{`PartitionKey eq 'Books'`, false},
		{`PartitionKey ne 'Books'`, true},
		{`PartitionKey ge 'b' and PartitionKey lt 'c'`, true},
		{`RowKey eq 'it''s'`, true},
		{`'books' eq PartitionKey`, true},
		{`'a' lt PartitionKey`, true},
		{`'a' gt PartitionKey`, false},
		{`12 le Price and 12 ge Price`, true},
		{`Price eq 12`, true},
		{`Price eq 12L`, true},
		{`Price gt 11.5`, true},
		{`Price lt -12`, false},
		{`Price eq +12`, true},
		{`Price eq '12'`, false},
		{`Price ne '12'`, false},
		{`Sold eq 5000000000L`, true},
		{`Sold eq 5000000000`, true},
		{`Weight eq 0.5`, true},
		{`Weight eq 5e-1`, true},
		{`Weight eq 5E-1`, true},
		{`Weight lt 1d`, true},
		{`Height eq INF`, true},
		{`Height gt -INF`, true},
		{`Lost eq NaN`, false},
		{`Lost ne NaN`, false},
		{`InPrint eq true`, true},
		{`InPrint`, true},
		{`not InPrint`, false},
		{`Missing`, false},
		{`true`, true},
		{`false or InPrint ne false`, true},
		{`Printed eq datetime'2026-03-04T05:06:07.0000001Z'`, true},
		{`Printed gt datetime'2026-03-04T05:06:07Z'`, true},
		{`Printed lt datetime'2026-03-04'`, false},
		{`ID eq guid'C9DA6455-213D-42C9-9A79-3E9149A57833'`, true},
		{`Cover eq X'0001ff'`, true},
		{`Cover eq binary'0001FF'`, true},
		{`Größe eq '漢'`, true},
		{`Missing eq 'x'`, false},
		{`Missing ne 'x'`, false},
		{`not (Missing ne 'x')`, true},
		{`not Price eq 13`, true},
		{`not not Price eq 12`, true},
		{`Price eq 1 or Price eq 12 and Sold eq 0`, false},
		{`(Price eq 12 or Price eq 1) and InPrint eq true`, true},
		{`Price eq 12 or Price eq 1 and Sold eq 0`, true},
		{"\tnot(Price eq 1)and(\nPrice eq 12 )", true},
		{`1 lt 2`, true},
		{`'a' eq 1`, false},
		{`eq eq 'x'`, false},
	} {
		f, err := odata.Parse(c.filter)
		if err != nil {
			t.Errorf("Parse(%s): %v", c.filter, err)
			continue
		}
		if got := f.Match(lookup); got != c.want {
			t.Errorf("%s = %t, want %t", c.filter, got, c.want)
		}
	}
	if !(odata.Filter{}).Match(lookup) {
		t.Error("no filter selects nothing")
	}
}

func TestWhatIsNoFilter(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ filter, want string }{
		{``, "character 1: the filter ends too early"},
		{`Price`, ""},
		{`Price eq`, "character 9: the filter ends too early"},
		{`Price eq 12 and`, "character 16: the filter ends too early"},
		{`Price = 12`, `character 7: "=" has no meaning here`},
		{`Price EQ 12`, `character 7: "EQ" has no meaning here`},
		{`Price eq 12 13`, "character 13: a constant has no meaning here"},
		{`Price eq 12)`, "character 12: a parenthesis has no meaning here"},
		{`(Price eq 12`, "character 13: the filter ends too early"},
		{`Price eq 'x`, "character 10: the string has no end"},
		{`Price eq 12x`, `"12x" is not a number`},
		{`Price eq 1.2.3`, `"1.2.3" is not a number`},
		{`Price eq -`, `"-" is not a number`},
		{`Price eq 99999999999999999999`, "is not a number"},
		{`Price eq 0x1.0`, "is not a number"},
		{`Price eq Sold`, "compared with a constant"},
		{`12`, "a constant needs a comparison"},
		{`'x' and true`, "a constant needs a comparison"},
		{`Printed eq datetime'soon'`, "datetime'soon' cannot be read"},
		{`Printed eq datetime'1500-01-01'`, "cannot be read"},
		{`ID eq guid'12'`, "cannot be read"},
		{`Cover eq X'0'`, "cannot be read"},
		{`Cover eq decimal'0'`, "is not a constant"},
		{`Price eq (12)`, "a parenthesis has no meaning here"},
		{strings.Repeat("(", 10_000) + "true", "nested too deeply"},
		{strings.Repeat("not ", 10_000) + "true", "nested too deeply"},
		{"Price eq '\xff'", "not UTF-8"},
		{"\xff eq 1", "has no meaning here"},
	} {
		f, err := odata.Parse(c.filter)
		switch {
		case c.want == "" && err == nil:
		case err == nil:
			t.Errorf("Parse(%s) finds nothing wrong: %v", c.filter, f)
		case !strings.Contains(err.Error(), c.want):
			t.Errorf("Parse(%s): %q, want %q in it", c.filter, err, c.want)
		}
	}
	if _, err := odata.Parse(`startswith(Name, 'x')`); !errors.Is(err, odata.ErrFunction) {
		t.Errorf("a function: %v, want ErrFunction", err)
	}
}

func TestComparisons(t *testing.T) {
	t.Parallel()
	var parts []string
	for i := range 16 {
		parts = append(parts, fmt.Sprintf("Price eq %d", i))
	}
	f, err := odata.Parse(strings.Join(parts, " or ") + " or InPrint")
	if err != nil || f.Comparisons() != 16 {
		t.Errorf("%d comparisons, %v, want 16", f.Comparisons(), err)
	}
}

func TestBounds(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		filter string
		want   odata.Bounds
	}{
		{`K eq 'a'`, odata.Bounds{From: "a", To: "a", Limited: true}},
		{`'a' eq K`, odata.Bounds{From: "a", To: "a", Limited: true}},
		{`K ge 'a' and K lt 'b'`, odata.Bounds{From: "a", To: "b", Limited: true}},
		{`K gt 'a'`, odata.Bounds{From: "a"}},
		{`'c' ge K`, odata.Bounds{To: "c", Limited: true}},
		{`K eq 'a' and Other eq 'z'`, odata.Bounds{From: "a", To: "a", Limited: true}},
		{`K eq 'a' or Other eq 'z'`, odata.Bounds{}},
		{`K eq 'a' or K eq 'c'`, odata.Bounds{From: "a", To: "c", Limited: true}},
		{`K eq 'a' or K ge 'c'`, odata.Bounds{From: "a"}},
		{`K eq 'a' and K eq 'b'`, odata.Bounds{From: "b", To: "a", Limited: true, Empty: true}},
		{`K eq 'a' and K eq 'b' or K eq 'c'`, odata.Bounds{From: "c", To: "c", Limited: true}},
		{`K eq 'c' or K eq 5`, odata.Bounds{From: "c", To: "c", Limited: true}},
		{`K eq 5`, odata.Bounds{Empty: true}},
		{`K ne 'a'`, odata.Bounds{}},
		{`not (K eq 'a')`, odata.Bounds{}},
		{`true`, odata.Bounds{}},
	} {
		f, err := odata.Parse(c.filter)
		if err != nil {
			t.Fatal(err)
		}
		if got := f.Bounds("K"); got != c.want {
			t.Errorf("bounds of %s = %+v, want %+v", c.filter, got, c.want)
		}
	}
	if got := (odata.Filter{}).Bounds("K"); got != (odata.Bounds{}) {
		t.Errorf("bounds of no filter = %+v", got)
	}
}

// FuzzParse checks that every filter that can be read can be evaluated, and that everything it selects lies in its
// bounds.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		`PartitionKey eq 'books' and (Price lt 10 or not (Printed ge datetime'2026-01-01T00:00:00Z'))`,
		`K ge 'a' and K lt 'b' or K eq 'x''y'`, `InPrint`, `not false`, `-INF lt Height`, `Cover eq X'00'`,
		`ID eq guid'c9da6455-213d-42c9-9a79-3e9149a57833'`, `Sold gt 5L and Weight le 1.5e-3`, `((K gt 'a'))`, `not(K le 'a')`,
	} {
		f.Add(seed, "a")
	}
	f.Fuzz(func(t *testing.T, text, key string) {
		filter, err := odata.Parse(text)
		if err != nil {
			return
		}
		matched := filter.Match(func(name string) (edm.Value, bool) {
			if name == "K" {
				return edm.OfString(key), true
			}
			return lookup(name)
		})
		b := filter.Bounds("K")
		if matched && (b.Empty || key < b.From || b.Limited && key > b.To) {
			t.Errorf("%q selects %q, which lies outside of %+v", text, key, b)
		}
	})
}

func BenchmarkParse(b *testing.B) {
	for b.Loop() {
		if _, err := odata.Parse(`PartitionKey eq 'books' and RowKey ge 'a' and RowKey lt 'b'`); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkMatch(b *testing.B) {
	f, err := odata.Parse(`PartitionKey eq 'books' and (Price lt 10 or Sold gt 100L)`)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		f.Match(lookup)
	}
}
