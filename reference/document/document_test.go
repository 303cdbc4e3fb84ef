package document_test

import (
	"cmp"
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"ifmatch/reference/document"
	"ifmatch/reference/errcode"
)

func code(err error) errcode.Code {
	var e *errcode.Error
	if errors.As(err, &e) {
		return e.Code
	}
	return ""
}

func TestParsePolicies(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)
	item := func(id, policy string) string {
		return "<SignedIdentifier><Id>" + id + "</Id>" + policy + "</SignedIdentifier>"
	}
	for _, c := range []struct {
		name, body string
		want       []document.Policy
		code       errcode.Code
	}{
		{"no document", "", nil, ""},
		{"an empty list", "<SignedIdentifiers/>", nil, ""},
		{"only an id", "<SignedIdentifiers>" + item("a", "") + "</SignedIdentifiers>", []document.Policy{{ID: "a"}}, ""},
		{"all forms of time", "<SignedIdentifiers>" +
			item("a", "<AccessPolicy><Start>2026-03-04T05:06:07.0000000Z</Start><Expiry>2026-03-04T05:06:07Z</Expiry><Permission>raup</Permission></AccessPolicy>") +
			item("b", "<AccessPolicy><Start>2026-03-04</Start><Expiry>2026-03-04T05:06Z</Expiry></AccessPolicy>") + "</SignedIdentifiers>",
			[]document.Policy{{ID: "a", Start: at, Expiry: at, Permission: "raup"}, {ID: "b", Start: at.Truncate(24 * time.Hour), Expiry: at.Truncate(time.Minute)}}, ""},
		{"a long id", "<SignedIdentifiers>" + item(strings.Repeat("é", 64), "") + "</SignedIdentifiers>", []document.Policy{{ID: strings.Repeat("é", 64)}}, ""},
		{"a longer one", "<SignedIdentifiers>" + item(strings.Repeat("é", 65), "") + "</SignedIdentifiers>", nil, errcode.InvalidXMLDocument},
		{"no id", "<SignedIdentifiers>" + item("", "") + "</SignedIdentifiers>", nil, errcode.InvalidXMLDocument},
		{"one id twice", "<SignedIdentifiers>" + item("a", "") + item("a", "") + "</SignedIdentifiers>", nil, errcode.InvalidXMLNodeValue},
		{"too many", "<SignedIdentifiers>" + item("a", "") + item("b", "") + item("c", "") + "</SignedIdentifiers>", nil, errcode.InvalidXMLDocument},
		{"a time that is none", "<SignedIdentifiers>" + item("a", "<AccessPolicy><Expiry>soon</Expiry></AccessPolicy>") + "</SignedIdentifiers>", nil, errcode.InvalidXMLNodeValue},
		{"a time before all others", "<SignedIdentifiers>" + item("a", "<AccessPolicy><Start>0001-01-01T00:00:00+14:00</Start></AccessPolicy>") + "</SignedIdentifiers>", nil, errcode.InvalidXMLNodeValue},
		{"another document", "<StorageServiceProperties/>", nil, errcode.InvalidXMLDocument},
		{"two documents", "<SignedIdentifiers/><SignedIdentifiers/>", nil, errcode.InvalidXMLDocument},
		{"rubbish behind it", "<SignedIdentifiers/></x>", nil, errcode.InvalidXMLDocument},
	} {
		got, err := document.ParsePolicies([]byte(c.body), 2)
		if code(err) != c.code || (err != nil) != (c.code != "") {
			t.Errorf("%s: %v, want %q", c.name, err, c.code)
		}
		if !reflect.DeepEqual(c.want, got) {
			t.Errorf("%s: want %+v, got %+v", c.name, c.want, got)
		}
		if err != nil {
			continue
		}
		written, err := document.EncodePolicies(got)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := document.ParsePolicies(written, 2); err != nil || !reflect.DeepEqual(again, got) {
			t.Errorf("%s: written as %s, read as %v, %v", c.name, written, again, err)
		}
	}
}

func TestProperties(t *testing.T) {
	t.Parallel()
	now := document.DefaultProperties()
	logging := "<Logging><Version>1.0</Version><Delete>true</Delete><Read>false</Read><Write>false</Write><RetentionPolicy><Enabled>true</Enabled><Days>7</Days></RetentionPolicy></Logging>"
	rule := "<CorsRule><AllowedOrigins>*</AllowedOrigins><AllowedMethods>GET</AllowedMethods><MaxAgeInSeconds>5</MaxAgeInSeconds><ExposedHeaders/><AllowedHeaders/></CorsRule>"
	exposing := func(headers string) string {
		return strings.Replace(rule, "<ExposedHeaders/>", "<ExposedHeaders>"+headers+"</ExposedHeaders>", 1)
	}
	for _, c := range []struct {
		name, parts string
		code        errcode.Code
	}{
		{"nothing", "", errcode.InvalidXMLDocument},
		{"logging", logging, ""},
		{"metrics", "<HourMetrics><Version>1.0</Version><Enabled>true</Enabled><IncludeAPIs>true</IncludeAPIs><RetentionPolicy><Enabled>false</Enabled></RetentionPolicy></HourMetrics>", ""},
		{"rules", "<Cors>" + rule + "</Cors>", ""},
		{"no rules", "<Cors/>", ""},
		{"six rules", "<Cors>" + strings.Repeat(rule, 6) + "</Cors>", errcode.InvalidXMLDocument},
		{"a rule without an origin", "<Cors>" + strings.Replace(rule, "*", "", 1) + "</Cors>", errcode.InvalidXMLDocument},
		{"a rule without a method", "<Cors>" + strings.Replace(rule, "GET", " ", 1) + "</Cors>", errcode.InvalidXMLDocument},
		{"a method in lower case", "<Cors>" + strings.Replace(rule, "GET", "get", 1) + "</Cors>", errcode.InvalidXMLDocument},
		{"a method that is none", "<Cors>" + strings.Replace(rule, "GET", "GET,TRACE", 1) + "</Cors>", errcode.InvalidXMLDocument},
		{"an age before now", "<Cors>" + strings.Replace(rule, "5", "-1", 1) + "</Cors>", errcode.InvalidXMLDocument},
		{"an origin of 257 characters", "<Cors>" + strings.Replace(rule, "*", strings.Repeat("o", 257), 1) + "</Cors>", errcode.InvalidXMLDocument},
		{"a header of 257 characters", "<Cors>" + exposing(strings.Repeat("h", 257)) + "</Cors>", errcode.InvalidXMLDocument},
		{"65 headers", "<Cors>" + exposing(strings.Repeat("h,", 65)) + "</Cors>", errcode.InvalidXMLDocument},
		{"three prefixes", "<Cors>" + exposing("a*,b*,c*") + "</Cors>", errcode.InvalidXMLDocument},
		{"more than 2 KiB", "<Cors>" + strings.Repeat(exposing(strings.Repeat("0123456789,", 60)), 4) + "</Cors>", errcode.InvalidXMLDocument},
		{"no days", strings.Replace(logging, "7", "0", 1), errcode.InvalidXMLDocument},
		{"too many days", strings.Replace(logging, "7", "366", 1), errcode.InvalidXMLDocument},
		{"neither enabled nor not", strings.Replace(logging, "<Enabled>true</Enabled>", "", 1), errcode.InvalidXMLDocument},
		{"an empty policy of blobs", "<DeleteRetentionPolicy/>", errcode.InvalidXMLDocument},
		{"no number of days", strings.Replace(logging, "7", "x", 1), errcode.InvalidXMLDocument},
	} {
		given, err := document.ParseProperties([]byte("<StorageServiceProperties>" + c.parts + "</StorageServiceProperties>"))
		err = cmp.Or(err, given.None())
		if code(err) != c.code || (err != nil) != (c.code != "") {
			t.Errorf("%s: %v, want %q", c.name, err, c.code)
		}
		if err != nil {
			continue
		}
		before := now
		now = now.Replaced(given)
		same := map[string]bool{"logging": now.Logging == before.Logging, "metrics": now.HourMetrics == before.HourMetrics, "rules": now.CORS == before.CORS}
		for part, kept := range same {
			if changed := c.name == part || c.name == "no rules" && part == "rules"; kept == changed {
				t.Errorf("%s: replaced %s: %v", c.name, part, !kept)
			}
		}
		written, err := document.Encode(now)
		if err != nil {
			t.Fatal(err)
		}
		again, err := document.ParseProperties(written)
		again.XMLName = now.XMLName
		if err != nil || !reflect.DeepEqual(now, again) {
			t.Errorf("%s: written as %s (%v): want %+v, got %+v", c.name, written, err, now, again)
		}
	}
	if len(now.CORS.Rules) != 0 || now.Logging.RetentionPolicy.Days != 7 {
		t.Errorf("in the end the properties are %+v", now)
	}
}

func TestWriter(t *testing.T) {
	t.Parallel()
	var w document.Writer
	w.Open("a", "b", "\"<>&'\n\t\r", "c", "")
	w.Element("d", "x<y>&z\n\t\r\"'\x01\xff\uFFFD\U0001F600")
	w.Optional("e", "")
	w.Optional("f", "é")
	w.Number("g", -5)
	w.Close("a")
	want := `<?xml version="1.0" encoding="utf-8"?><a b="&#34;&lt;&gt;&amp;'&#xA;&#x9;&#xD;" c=""><d>x&lt;y&gt;&amp;z` +
		"\n\t&#xD;\"'\uFFFD\uFFFD\uFFFD\U0001F600" + `</d><f>é</f><g>-5</g></a>`
	if want != string(w.Bytes()) {
		t.Errorf("want %s, got %s", want, w.Bytes())
	}
}

// FuzzText checks that every text that XML can hold survives being written and read again.
func FuzzText(f *testing.F) {
	for _, text := range []string{"", "o'brien", "a\r\nb\tc", "]]>", "<&>\"", "\x00\xff\uFFFE"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var w document.Writer
		w.Open("a", "b", text)
		w.Text(text)
		w.Close("a")
		var read struct {
			B    string `xml:"b,attr"`
			Text string `xml:",chardata"`
		}
		if err := document.Decode(w.Bytes(), &read); err != nil {
			t.Fatalf("%q is written as %s: %v", text, w.Bytes(), err)
		}
		want := strings.Map(func(c rune) rune {
			if document.Holds(c) {
				return c
			}
			return '\uFFFD'
		}, text)
		if read.Text != want || read.B != want {
			t.Errorf("%q is written as %s and read as %q and %q", text, w.Bytes(), read.B, read.Text)
		}
	})
}

func FuzzPolicies(f *testing.F) {
	f.Add([]byte("<SignedIdentifiers><SignedIdentifier><Id>a</Id><AccessPolicy><Start>2026-03-04</Start></AccessPolicy></SignedIdentifier></SignedIdentifiers>"))
	f.Add([]byte("<SignedIdentifiers"))
	f.Fuzz(func(t *testing.T, body []byte) {
		policies, err := document.ParsePolicies(body, 5)
		if err != nil {
			if code(err) == "" {
				t.Errorf("refused without a code: %v", err)
			}
			return
		}
		written, err := document.EncodePolicies(policies)
		if err != nil {
			t.Fatal(err)
		}
		again, err := document.ParsePolicies(written, 5)
		if err != nil || len(again) != len(policies) {
			t.Errorf("%s is written as %s: %v", body, written, err)
		}
	})
}

func FuzzProperties(f *testing.F) {
	f.Add([]byte("<StorageServiceProperties><Cors/></StorageServiceProperties>"))
	f.Add([]byte("<StorageServiceProperties><Logging><Delete>maybe</Delete></Logging></StorageServiceProperties>"))
	f.Fuzz(func(t *testing.T, body []byte) {
		p, err := document.ParseProperties(body)
		if err != nil {
			if code(err) == "" {
				t.Errorf("refused without a code: %v", err)
			}
			return
		}
		written, err := document.Encode(p)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := document.ParseProperties(written); err != nil {
			t.Errorf("%s is written as %s: %v", body, written, err)
		}
	})
}
