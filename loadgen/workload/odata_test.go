package workload

import (
	"bytes"
	"encoding/json"
	"testing"
	"unicode/utf8"
)

// scanned collects the strings of a JSON text that the scanner finds, including
// names.
func scanned(j *jsonScanner, out *[]string) {
	switch j.peek() {
	case '{':
		for j.enter('{'); j.more('}'); {
			*out = append(*out, string(j.key()))
			scanned(j, out)
		}
	case '[':
		for j.enter('['); j.more(']'); {
			scanned(j, out)
		}
	case '"':
		*out = append(*out, string(j.string(nil)))
	default:
		j.skip()
	}
}

// decoded does the same with encoding/json.
func decoded(d *json.Decoder, out *[]string) {
	for {
		token, err := d.Token()
		if err != nil {
			return
		}
		if s, is := token.(string); is {
			*out = append(*out, s)
		}
	}
}

func FuzzJSONScanner(f *testing.F) {
	for _, s := range []string{
		`{"odata.error":{"code":"UpdateConditionNotSatisfied","message":{"lang":"en-US","value":"0:The update\nRequestId:1"}}}`,
		`{"odata.metadata":"http://x/$metadata#t","value":[{"odata.etag":"W/\"datetime'2026'\"","PartitionKey":"p0","n":-1.5e3,"b":true,"z":null},{}]}`,
		`[1, "é\u00e9\ud83d\ude00\ud800x\\\/\b\f\n\r\t", [[]], {"a":{}}]`, `"`, `{"a"`, `{"a":1,}`, `[,]`, `{"a":"\u12"}`, "\x00", `}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var got []string
		j := jsonScanner{text: text}
		scanned(&j, &got)
		tableCode("", text)
		messageIndex(text)
		over := jsonScanner{text: text}
		over.skip()
		if !json.Valid(text) || !utf8.Valid(text) {
			return
		}
		if j.failed || over.failed || over.peek() != 0 {
			t.Fatalf("%q is JSON, and the scanner failed", text)
		}
		if bytes.Contains(text, []byte(`\`)) && namesEscaped(text) {
			return
		}
		var want []string
		decoded(json.NewDecoder(bytes.NewReader(text)), &want)
		if len(got) != len(want) {
			t.Fatalf("%q: %q, want %q", text, got, want)
		}
		for i := range got {
			if got[i] != want[i] {
				t.Fatalf("%q: string %d is %q, want %q", text, i, got[i], want[i])
			}
		}
	})
}

// namesEscaped reports whether a member's name contains an escape. The scanner
// does not unescape names, because the service's names contain none.
func namesEscaped(text []byte) bool {
	found := false
	var walk func(j *jsonScanner)
	walk = func(j *jsonScanner) {
		switch j.peek() {
		case '{':
			for j.enter('{'); j.more('}'); {
				found = bytes.ContainsRune(j.key(), '\\') || found
				walk(j)
			}
		case '[':
			for j.enter('['); j.more(']'); {
				walk(j)
			}
		default:
			j.skip()
		}
	}
	walk(&jsonScanner{text: text})
	return found
}

func TestTableCode(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ header, body, want string }{
		{"FromTheHeader", tableError("FromTheBody", "x"), "FromTheHeader"},
		{"", tableError("FromTheBody", "x"), "FromTheBody"},
		{"", `{"other":[{"code":"no"}],"odata.error":{"message":{"code":"no"},"code":"Yes"}}`, "Yes"},
		{"", `{"error":{"code":"Yes"}}`, "Yes"},
		{"", `<error xmlns="http://x"><code>TableNotFound</code><message>no</message></error>`, "TableNotFound"},
		{"", `{"odata.error":{"code":5}}`, ""},
		{"", `{"odata.error":"code"}`, ""},
		{"", `{}`, ""},
		{"", ``, ""},
		{"", `<html>`, ""},
	} {
		if got := tableCode(test.header, []byte(test.body)); got != test.want {
			t.Errorf("tableCode(%q, %s) = %q, want %q", test.header, test.body, got, test.want)
		}
	}
}

func TestMessageIndex(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		message string
		want    int
		ok      bool
	}{{"0:x", 0, true}, {"99:x", 99, true}, {"x", 0, false}, {"-1:x", 0, false}, {":x", 0, false}, {"1 :x", 0, false}, {"The time is 12:30", 0, false}, {"99999999999:x", 0, false}} {
		got, ok := messageIndex([]byte(tableError("C", test.message)))
		if ok != test.ok || ok && got != test.want {
			t.Errorf("%q: %d %t, want %d %t", test.message, got, ok, test.want, test.ok)
		}
	}
	if _, ok := messageIndex([]byte(`<error><code>x</code></error>`)); ok {
		t.Error("a number was found in XML")
	}
}
