package queue_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
)

func TestTextsComeBackToTheLetter(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	for _, text := range []string{
		"", " ", "plain", "<b>&amp;\"'</b>", "]]>", "a\nb\r\nc\td", "naïve 日本 🎈", "AAEC/w==", "{\"json\": true}", strings.Repeat("é", 32<<10), "\uFFFD",
	} {
		s.put(t, text, nil)
		h := s.get(t, 60)
		if h.text != text {
			t.Errorf("put %.40q, got %.40q", text, h.text)
		}
		if err := s.delete(h); err != nil {
			t.Fatal(err)
		}
	}
}

func TestBodies(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	m := s.put(t, "kept", nil)
	message := func(text string) string {
		return "<QueueMessage><MessageText>" + text + "</MessageText></QueueMessage>"
	}
	for _, c := range []struct{ name, body, want string }{
		{"no XML", "hello", "400 InvalidXmlDocument"},
		{"another element", "<Message><MessageText>x</MessageText></Message>", "400 InvalidXmlDocument"},
		{"no text", "<QueueMessage></QueueMessage>", "400 MissingRequiredXmlNode"},
		{"two texts", "<QueueMessage><MessageText>a</MessageText><MessageText>b</MessageText></QueueMessage>", "400 InvalidXmlDocument"},
		{"an element in the text", message("a<b/>c"), "400 InvalidXmlDocument"},
		{"two messages", message("a") + message("b"), "400 InvalidXmlDocument"},
		{"cut off", message("a")[:30], "400 InvalidXmlDocument"},
		{"a character that XML has not", message("\x01"), "400 InvalidXmlDocument"},
		{"a byte that UTF-8 has not", message("\xff"), "400 InvalidXmlDocument"},
		{"an unknown entity", message("&unknown;"), "400 InvalidXmlDocument"},
		{"a byte too many", message(strings.Repeat("x", 64<<10+1)), "413 RequestBodyTooLarge"},
		{"a character too many", message(strings.Repeat("é", 32<<10) + "x"), "413 RequestBodyTooLarge"},
		{"much too large", message(strings.Repeat("x", 1<<20)), "413 RequestBodyTooLarge"},
		{"64 KiB", message(strings.Repeat("x", 64<<10)), ""},
		{"64 KiB of references", message(strings.Repeat("&#x26;", 64<<10)), ""},
		{"a comment and a declaration", "\uFEFF<?xml version=\"1.0\" encoding=\"utf-8\"?><!-- x -->" + message("a"), ""},
	} {
		for _, to := range []struct{ method, path string }{
			{"POST", "/orders/messages"},
			{"PUT", "/orders/messages/" + m.id + "?visibilitytimeout=0&popreceipt=" + url.QueryEscape(m.receipt)},
		} {
			res, body := s.raw(t, to.method, to.path, c.body)
			if got := refusal(res); got != c.want {
				t.Errorf("%s, to %s: answered %q, want %q\n%.200s", c.name, to.method, got, c.want, body)
			}
			if to.method == "PUT" && res.StatusCode == http.StatusNoContent {
				m.receipt = res.Header.Get("x-ms-popreceipt")
			}
		}
	}
}

func refusal(res *http.Response) string {
	if res.StatusCode < 300 {
		return ""
	}
	return res.Status[:4] + res.Header.Get("x-ms-error-code")
}

func TestRoutes(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	for _, c := range []struct{ method, path, want string }{
		{"GET", "/?restype=service&comp=stats", "400 InvalidQueryParameterValue"},
		{"OPTIONS", "/orders", "400 InvalidHeaderValue"},
		{"GET", "/?comp=list", ""},
		{"HEAD", "/orders?comp=metadata", ""},
		{"HEAD", "/orders?comp=acl", ""},
		{"GET", "/", "400 MissingRequiredQueryParameter"},
		{"GET", "/?comp=nothing", "400 InvalidQueryParameterValue"},
		{"GET", "/?restype=nothing&comp=list", "400 InvalidQueryParameterValue"},
		{"GET", "/orders", "405 UnsupportedHttpVerb"},
		{"POST", "/orders", "405 UnsupportedHttpVerb"},
		{"PUT", "/orders?comp=lease", "400 InvalidQueryParameterValue"}, // QUEUE-NOCC-02
		{"PUT", "/orders/messages", "405 UnsupportedHttpVerb"},
		{"GET", "/orders/messages/x", "405 UnsupportedHttpVerb"},
		{"GET", "/orders/messages?comp=metadata", "400 InvalidQueryParameterValue"},
		{"GET", "/orders/message", "400 InvalidUri"},
		{"GET", "/orders/messages/a/b", "400 InvalidUri"},
		{"PUT", "/Orders", "400 InvalidResourceName"},
		{"PUT", "/-orders", "400 InvalidResourceName"},
		{"PUT", "/orders-", "400 InvalidResourceName"},
		{"PUT", "/or--ders", "400 InvalidResourceName"},
		{"PUT", "/or_ders", "400 InvalidResourceName"},
		{"PUT", "/ab", "400 OutOfRangeInput"},
		{"PUT", "/" + strings.Repeat("a", 64), "400 OutOfRangeInput"},
		{"PUT", "/" + strings.Repeat("a", 63), ""},
		{"PUT", "/a-1-b", ""},
	} {
		res, body := s.raw(t, c.method, c.path, "")
		if got := refusal(res); got != c.want {
			t.Errorf("%s %s: answered %q, want %q\n%s", c.method, c.path, got, c.want, body)
		}
		if code, _, found := strings.Cut(c.want, " "); found && !strings.Contains(body, "<Error><Code>"+c.want[len(code)+1:]+"</Code><Message>") { // QUEUE-ERR-01
			t.Errorf("%s %s: the body is %s", c.method, c.path, body)
		}
	}
}

func TestMetadataThatCannotBeKept(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	for _, c := range []struct{ header, value, want string }{
		{"x-ms-meta-", "x", "400 EmptyMetadataKey"},
		{"x-ms-meta-1a", "x", "400 InvalidMetadata"},
		{"x-ms-meta-a-b", "x", "400 InvalidMetadata"},
		{"x-ms-meta-a", strings.Repeat("x", 8<<10), "400 MetadataTooLarge"},
		{"x-ms-meta-a", strings.Repeat("x", 8<<10-1), ""},
		{"x-ms-version", "2011-08-18", "400 InvalidHeaderValue"},
		{"x-ms-version", "new", "400 InvalidHeaderValue"},
	} {
		if res, _ := s.raw(t, "PUT", "/orders?comp=metadata", "", c.header, c.value); refusal(res) != c.want {
			t.Errorf("%s: %.20s: answered %q, want %q", c.header, c.value, refusal(res), c.want)
		}
	}
}

// TestConditionsAreNone sends conditions that cannot hold with every operation. None is answered 412. // QUEUE-LWW-12
func TestConditionsAreNone(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	m := s.put(t, "one", nil)
	const text = "<QueueMessage><MessageText>x</MessageText></QueueMessage>"
	one := "/orders/messages/" + m.id + "?popreceipt=" + url.QueryEscape(m.receipt)
	for _, c := range []struct{ method, path, body string }{
		{"PUT", "/orders?comp=metadata", ""},
		{"PUT", "/orders?comp=acl", ""},
		{"PUT", "/?restype=service&comp=properties", "<StorageServiceProperties><Cors/></StorageServiceProperties>"},
		{"GET", "/orders?comp=metadata", ""},
		{"POST", "/orders/messages", text},
		{"GET", "/orders/messages?peekonly=true", ""},
		{"PUT", one + "&visibilitytimeout=5", text},
		{"GET", "/orders/messages", ""},
		{"DELETE", "/orders/messages", ""},
		{"DELETE", "/orders", ""},
	} {
		res, body := s.raw(t, c.method, c.path, c.body, "If-Match", `"anything"`, "If-None-Match", "*", "If-Unmodified-Since", "Mon, 01 Jan 2001 00:00:00 GMT")
		if res.StatusCode >= 300 {
			t.Errorf("%s %s: %s %s", c.method, c.path, res.Status, body)
		}
		if res.Header.Get("ETag") != "" || res.Header.Get("Last-Modified") != "" { // QUEUE-LWW-11
			t.Errorf("%s %s: the answer has a stamp: %v", c.method, c.path, res.Header)
		}
	}
}
