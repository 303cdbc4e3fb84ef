package table_test

import (
	"encoding/base64"
	"fmt"
	"strings"
	"testing"
)

// properties returns n properties as members of a JSON object, all with the same value.
func properties(n int, value string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `,"P%d":%s`, i, value)
	}
	return b.String()
}

func TestWhatAnEntityMayHold(t *testing.T) {
	t.Parallel()
	text := func(n int) string { return `"` + strings.Repeat("x", n) + `"` }
	binary := func(n int) string {
		return `"` + base64.StdEncoding.EncodeToString(make([]byte, n)) + `","P@odata.type":"Edm.Binary"`
	}
	name := func(n int) string { return strings.Repeat("n", n) }
	for _, c := range []struct {
		what, keys, members, want string
	}{
		{"252 properties", "", properties(252, "1"), "201"},
		{"253 properties", "", properties(253, "1"), "400 TooManyProperties"},
		{"253 properties, one null", "", properties(252, "1") + `,"Q":null`, "201"},
		{"32 Ki characters", "", `,"P":` + text(32<<10), "201"},
		{"32 Ki characters and one", "", `,"P":` + text(32<<10+1), "400 PropertyValueTooLarge"},
		{"16 Ki characters of two units", "", `,"P":"` + strings.Repeat("😀", 16<<10) + `"`, "201"},
		{"16 Ki characters of two units and one", "", `,"P":"` + strings.Repeat("😀", 16<<10+1) + `"`, "400 PropertyValueTooLarge"},
		{"64 KiB", "", `,"P":` + binary(64<<10), "201"},
		{"64 KiB and one", "", `,"P":` + binary(64<<10+1), "400 PropertyValueTooLarge"},
		{"just below 1 MiB", "", properties(15, text(32<<10)) + `,"Q":` + text(32<<10-400), "201"},
		{"just above 1 MiB", "", properties(16, text(32<<10)), "400 EntityTooLarge"},
		{"a long name", "", `,"` + name(255) + `":1`, "201"},
		{"a longer name", "", `,"` + name(256) + `":1`, "400 PropertyNameTooLong"},
		{"names of all kinds of letters", "", `,"_a":1,"ü":2,"a1_é漢":3`, "201"},
		{"a name with a digit first", "", `,"1a":1`, "400 PropertyNameInvalid"},
		{"a name with a hyphen", "", `,"a-b":1`, "400 PropertyNameInvalid"},
		{"no name", "", `,"":1`, "400 PropertyNameInvalid"},
		{"names that differ in case", "", `,"a":1,"A":2`, "201"},
		{"one name twice", "", `,"a":1,"a":2`, "400 DuplicatePropertiesSpecified"},
		{"an object", "", `,"a":{}`, "400 InvalidInput"},
		{"a list", "", `,"a":[1]`, "400 InvalidInput"},
		{"a type that there is not", "", `,"a":"1","a@odata.type":"Edm.Decimal"`, "400 InvalidInput"},
		{"a type that is no string", "", `,"a":"1","a@odata.type":5`, "400 InvalidInput"},
		{"no number", "", `,"a":"x","a@odata.type":"Edm.Int64"`, "400 InvalidInput"},
		{"a number that is too large", "", `,"a":"9223372036854775808","a@odata.type":"Edm.Int64"`, "400 OutOfRangeInput"},
		{"a date that is too early", "", `,"a":"1600-01-01T00:00:00Z","a@odata.type":"Edm.DateTime"`, "400 OutOfRangeInput"},
		{"text behind", "", `} {"x":1`, "400 InvalidInput"},
		{"no RowKey", `"PartitionKey":"a"`, "", "400 PropertiesNeedValue"},
		{"no PartitionKey", `"RowKey":"a"`, "", "400 PropertiesNeedValue"},
		{"a key that is a number", `"PartitionKey":"a","RowKey":5`, "", "400 PropertiesNeedValue"},
		{"a key of 1 KiB", `"PartitionKey":"a","RowKey":` + text(512), "", "201"},
		{"a longer key", `"PartitionKey":"a","RowKey":` + text(513), "", "400 KeyValueTooLarge"},
		{"a slash", `"PartitionKey":"a/b","RowKey":"x"`, "", "400 OutOfRangeInput"},
		{"a backslash", `"PartitionKey":"a\\b","RowKey":"x"`, "", "400 OutOfRangeInput"},
		{"a number sign", `"PartitionKey":"a","RowKey":"#"`, "", "400 OutOfRangeInput"},
		{"a question mark", `"PartitionKey":"a","RowKey":"?"`, "", "400 OutOfRangeInput"},
		{"a tab", `"PartitionKey":"a","RowKey":"\t"`, "", "400 OutOfRangeInput"},
		{"a control character", `"PartitionKey":"a","RowKey":"\u007f"`, "", "400 OutOfRangeInput"},
		{"another control character", `"PartitionKey":"a","RowKey":"\u0085"`, "", "400 OutOfRangeInput"},
		{"keys of other signs", `"PartitionKey":"ä +%&'=;:,@!~*()[]{}|^\u0060\"<>$","RowKey":"漢😀"`, "", "201"},
	} {
		t.Run(c.what, func(t *testing.T) {
			t.Parallel()
			s := newScene(t)
			own := c.keys
			if own == "" {
				own = `"PartitionKey":"a","RowKey":"b"`
			}
			res, body := s.raw(t, "POST", "books", "{"+own+c.members+"}")
			if got := strings.TrimSpace(fmt.Sprint(res.StatusCode, " ", codeOf(body))); got != c.want {
				t.Errorf("answered %s, want %s", got, c.want)
			}
			_, left := s.raw(t, "GET", "books()", "")
			if stored := len(keys(t, left)) == 1; stored != (c.want == "201") {
				t.Errorf("stored: %t", stored)
			}
		})
	}
}

// TestMergeCannotOutgrowTheLimits adds properties until there are too many.
func TestMergeCannotOutgrowTheLimits(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	if res, text := s.raw(t, "PUT", book, "{"+properties(252, "1")[1:]+"}"); res.StatusCode != 204 {
		t.Fatal(text)
	}
	if res, text := s.raw(t, "MERGE", book, `{"Q":1}`); codeOf(text) != "TooManyProperties" {
		t.Errorf("one more: %d %s", res.StatusCode, text)
	}
	if res, text := s.raw(t, "MERGE", book, `{"P0":2}`); res.StatusCode != 204 {
		t.Errorf("another value: %d %s", res.StatusCode, text)
	}
	if res, text := s.raw(t, "POST", "books", `{"PartitionKey":"a","RowKey":"c"}`+strings.Repeat(" ", 4<<20)); res.StatusCode != 413 {
		t.Errorf("a body of more than 4 MiB: %d %s", res.StatusCode, text)
	}
}
