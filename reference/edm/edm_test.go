package edm_test

import (
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"ifmatch/reference/edm"
	"ifmatch/reference/guid"
)

// decode reads a JSON text in the form of a request's body.
func decode(t testing.TB, text, annotation string) (edm.Value, error) {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		t.Fatalf("%s is no JSON: %v", text, err)
	}
	return edm.Decode(v, annotation)
}

func TestJSONForms(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text, annotation string
		kind             edm.Type
		want             string // what comes back, if not the same
	}{
		{`"a \"b\" \\ c"`, "", edm.String, ""},
		{`"\u0001\t\r\n\u001f é 漢 😀"`, "", edm.String, ""},
		{`""`, "Edm.String", edm.String, ""},
		{`"é</b>"`, "", edm.String, ""},
		{`0`, "", edm.Int32, ""},
		{`-2147483648`, "", edm.Int32, ""},
		{`2147483647`, "Edm.Int32", edm.Int32, ""},
		{`"12"`, "Edm.Int32", edm.Int32, "12"},
		{`2147483648`, "", edm.Double, "2147483648.0"},
		{`"9223372036854775807"`, "Edm.Int64", edm.Int64, ""},
		{`-5`, "Edm.Int64", edm.Int64, `"-5"`},
		{`12.0`, "", edm.Double, ""},
		{`1.5e300`, "", edm.Double, "1.5e+300"},
		{`-0.25`, "Edm.Double", edm.Double, ""},
		{`7`, "Edm.Double", edm.Double, "7.0"},
		{`"NaN"`, "Edm.Double", edm.Double, ""},
		{`"Infinity"`, "Edm.Double", edm.Double, ""},
		{`"-Infinity"`, "Edm.Double", edm.Double, ""},
		{`"2.5"`, "Edm.Double", edm.Double, "2.5"},
		{`true`, "", edm.Boolean, ""},
		{`false`, "Edm.Boolean", edm.Boolean, ""},
		{`"2026-03-04T05:06:07Z"`, "Edm.DateTime", edm.DateTime, ""},
		{`"2026-03-04T05:06:07.1234567Z"`, "Edm.DateTime", edm.DateTime, ""},
		{`"2026-03-04T05:06:07.123456789Z"`, "Edm.DateTime", edm.DateTime, `"2026-03-04T05:06:07.1234567Z"`},
		{`"2026-03-04T05:06:07.5+02:00"`, "Edm.DateTime", edm.DateTime, `"2026-03-04T03:06:07.5Z"`},
		{`"2026-03-04"`, "Edm.DateTime", edm.DateTime, `"2026-03-04T00:00:00Z"`},
		{`"1601-01-01T00:00:00Z"`, "Edm.DateTime", edm.DateTime, ""},
		{`"1969-12-31T23:59:59.9999999Z"`, "Edm.DateTime", edm.DateTime, ""},
		{`"9999-12-31T23:59:59.9999999Z"`, "Edm.DateTime", edm.DateTime, ""},
		{`"C9DA6455-213D-42C9-9A79-3E9149A57833"`, "Edm.Guid", edm.GUID, `"c9da6455-213d-42c9-9a79-3e9149a57833"`},
		{`"AAEC/w=="`, "Edm.Binary", edm.Binary, ""},
	} {
		v, err := decode(t, c.text, c.annotation)
		if err != nil || v.Type() != c.kind {
			t.Errorf("Decode(%s, %q) = %v, %v, want an %v", c.text, c.annotation, v.Type(), err, c.kind)
			continue
		}
		want := c.want
		if want == "" {
			want = c.text
		}
		if got := string(v.AppendJSON(nil)); got != want {
			t.Errorf("Decode(%s, %q) comes back as %s, want %s", c.text, c.annotation, got, want)
		}
	}
}

func TestWhatIsNoValue(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text, annotation string
		want             error
	}{
		{`{}`, "", edm.ErrType},
		{`[]`, "Edm.String", edm.ErrType},
		{`5`, "Edm.String", edm.ErrType},
		{`"true"`, "Edm.Boolean", edm.ErrType},
		{`"x"`, "Edm.Decimal", edm.ErrType},
		{`"x"`, "String", edm.ErrType},
		{`5`, "Edm.DateTime", edm.ErrType},
		{`true`, "Edm.Int64", edm.ErrType},
		{`1.5`, "Edm.Int32", edm.ErrValue},
		{`2147483648`, "Edm.Int32", edm.ErrRange},
		{`"9223372036854775808"`, "Edm.Int64", edm.ErrRange},
		{`"0x10"`, "Edm.Double", edm.ErrValue},
		{`"inf"`, "Edm.Double", edm.ErrValue},
		{`1e999`, "", edm.ErrRange},
		{`"1600-12-31T23:59:59Z"`, "Edm.DateTime", edm.ErrRange},
		{`"yesterday"`, "Edm.DateTime", edm.ErrValue},
		{`"c9da6455"`, "Edm.Guid", edm.ErrValue},
		{`"%%"`, "Edm.Binary", edm.ErrValue},
	} {
		if v, err := decode(t, c.text, c.annotation); !errors.Is(err, c.want) {
			t.Errorf("Decode(%s, %q) = %v, %v, want: %v", c.text, c.annotation, v, err, c.want)
		}
	}
}

func TestAnnotated(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		value edm.Value
		want  bool
	}{
		{edm.OfString("x"), false}, {edm.OfInt32(1), false}, {edm.OfBoolean(true), false}, {edm.OfDouble(1), false},
		{edm.OfDouble(math.NaN()), true}, {edm.OfDouble(math.Inf(-1)), true}, {edm.OfInt64(1), true},
		{edm.OfTime(time.Now()), true}, {edm.OfGUID(guid.New()), true}, {edm.OfBinary(nil), true}, {edm.Value{}, false},
	} {
		if got := c.value.Annotated(); got != c.want {
			t.Errorf("%v annotated: %t, want %t", c.value.Type(), got, c.want)
		}
	}
	if got := string(edm.Value{}.AppendJSON(nil)); got != "null" {
		t.Errorf("no value is %s, want null", got)
	}
}

func TestCompare(t *testing.T) {
	t.Parallel()
	noon := time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		a, b  edm.Value
		order int
		ok    bool
	}{
		{edm.OfString("a"), edm.OfString("b"), -1, true},
		{edm.OfString("b"), edm.OfString("B"), 1, true},
		{edm.OfString("10"), edm.OfInt32(10), 0, false},
		{edm.OfInt32(-1), edm.OfInt32(1), -1, true},
		{edm.OfInt32(5), edm.OfInt64(5), 0, true},
		{edm.OfInt64(math.MaxInt64), edm.OfInt64(math.MaxInt64 - 1), 1, true},
		{edm.OfInt32(5), edm.OfDouble(5.5), -1, true},
		{edm.OfDouble(math.NaN()), edm.OfDouble(math.NaN()), 0, false},
		{edm.OfDouble(math.Inf(1)), edm.OfDouble(1), 1, true},
		{edm.OfBoolean(false), edm.OfBoolean(true), -1, true},
		{edm.OfTime(noon), edm.OfTime(noon.Add(100)), -1, true},
		{edm.OfTime(noon), edm.OfTime(noon.Add(99)), 0, true},
		{edm.OfBinary([]byte{1}), edm.OfBinary([]byte{1, 0}), -1, true},
		{edm.OfGUID(guid.GUID{1}), edm.OfGUID(guid.GUID{1}), 0, true},
		{edm.OfBinary([]byte("a")), edm.OfString("a"), 0, false},
		{edm.Value{}, edm.Value{}, 0, false},
	} {
		if order, ok := edm.Compare(c.a, c.b); ok != c.ok || ok && order != c.order {
			t.Errorf("Compare(%s, %s) = %d, %t, want %d, %t", c.a.AppendJSON(nil), c.b.AppendJSON(nil), order, ok, c.order, c.ok)
		}
		if order, ok := edm.Compare(c.b, c.a); ok != c.ok || ok && order != -c.order {
			t.Errorf("Compare(%s, %s) = %d, %t, want %d, %t", c.b.AppendJSON(nil), c.a.AppendJSON(nil), order, ok, -c.order, c.ok)
		}
	}
}

func TestSize(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		value edm.Value
		want  int
	}{
		{edm.OfString("añ😀"), 2*4 + 4}, {edm.OfBinary(make([]byte, 10)), 14}, {edm.OfInt32(1), 4}, {edm.OfInt64(1), 8},
		{edm.OfDouble(1), 8}, {edm.OfBoolean(true), 1}, {edm.OfTime(time.Now()), 8}, {edm.OfGUID(guid.New()), 16},
	} {
		if got := c.value.Size(); got != c.want {
			t.Errorf("%v takes %d bytes, want %d", c.value.Type(), got, c.want)
		}
	}
}

// FuzzDecode checks that every value that can be read survives being written and read again, in JSON that encoding/json
// understands alike.
func FuzzDecode(f *testing.F) {
	for _, seed := range [][2]string{
		{`"x"`, ""}, {`12`, ""}, {`1.5`, "Edm.Double"}, {`"NaN"`, "Edm.Double"}, {`"7"`, "Edm.Int64"}, {`true`, "Edm.Boolean"},
		{`"2026-03-04T05:06:07.1234567Z"`, "Edm.DateTime"}, {`"AAEC"`, "Edm.Binary"}, {`"c9da6455213d42c99a793e9149a57833"`, "Edm.Guid"},
		{`"\ud800"`, "Edm.String"}, {`-1e-400`, ""},
	} {
		f.Add(seed[0], seed[1])
	}
	f.Fuzz(func(t *testing.T, text, annotation string) {
		d := json.NewDecoder(strings.NewReader(text))
		d.UseNumber()
		var read any
		if d.Decode(&read) != nil {
			return
		}
		v, err := edm.Decode(read, annotation)
		if err != nil {
			return
		}
		written := v.AppendJSON(nil)
		d = json.NewDecoder(strings.NewReader(string(written)))
		d.UseNumber()
		var again any
		if err := d.Decode(&again); err != nil {
			t.Fatalf("%s is written as %s, which is no JSON: %v", text, written, err)
		}
		w, err := edm.Decode(again, v.Type().String())
		if err != nil {
			t.Fatalf("%s is written as %s, which cannot be read: %v", text, written, err)
		}
		if order, ok := edm.Compare(v, w); v != w && (!ok || order != 0) {
			t.Errorf("%s is written as %s and comes back as %s", text, written, w.AppendJSON(nil))
		}
	})
}
