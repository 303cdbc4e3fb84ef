package queue_test

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore/to"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azqueue/v2"
)

func TestUpdateWithoutBodyKeepsTheText(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	m := s.put(t, "one", nil)
	path := "/orders/messages/" + m.id + "?visibilitytimeout=1&popreceipt=" + url.QueryEscape(m.receipt)
	res, body := s.raw(t, "PUT", path, "") // QUEUE-GO-03
	if res.StatusCode != http.StatusNoContent || body != "" || res.Header.Get("x-ms-popreceipt") == "" {
		t.Fatalf("answered %s %v %s", res.Status, res.Header, body)
	}
	s.server.Advance(time.Second)
	if got := s.peek(t); got != "one 0" {
		t.Errorf("visible is %q", got)
	}
}

func TestTimeToLive(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	s.put(t, "visible", &azqueue.EnqueueMessageOptions{TimeToLive: to.Ptr[int32](10)})
	s.put(t, "hidden", &azqueue.EnqueueMessageOptions{TimeToLive: to.Ptr[int32](10)})
	s.put(t, "endless", &azqueue.EnqueueMessageOptions{TimeToLive: to.Ptr[int32](-1)})
	s.get(t, 1)
	hidden := s.get(t, 100) // QUEUE-TIME-09
	s.server.Advance(10*time.Second - 1)
	if got := s.peek(t); got != "endless 0, visible 1" || s.count(t) != 3 { // QUEUE-CNT-02
		t.Errorf("just before the end %q is visible of %d", got, s.count(t))
	}
	s.server.Advance(1)
	if got := s.peek(t); got != "endless 0" || s.count(t) != 1 { // QUEUE-TIME-14
		t.Errorf("at the end %q is visible of %d", got, s.count(t))
	}
	if err := s.delete(hidden); refused(err) != gone {
		t.Errorf("deleting what has expired: %v", err)
	}
	if _, err := s.update(hidden, "", 0); refused(err) != gone {
		t.Errorf("updating what has expired: %v", err)
	}
	s.server.Advance(50 * 365 * 24 * time.Hour)
	if got := s.peek(t); got != "endless 0" {
		t.Errorf("after half a century %q is visible", got)
	}
	if _, body := s.raw(t, "GET", "/orders/messages?peekonly=true", ""); !strings.Contains(body, "<ExpirationTime>Fri, 31 Dec 9999 23:59:59 GMT</ExpirationTime>") {
		t.Error(body)
	}
}

// parts are the elements of an error that explain what is wrong with a parameter.
var parts = regexp.MustCompile(`<(QueryParameterName|QueryParameterValue|MinimumAllowed|MaximumAllowed|Reason)>([^<]*)<`)

func TestRanges(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	m := s.put(t, "one", &azqueue.EnqueueMessageOptions{TimeToLive: to.Ptr[int32](100)})
	const (
		text = "<QueueMessage><MessageText>x</MessageText></QueueMessage>"
		all  = "/orders/messages"
	)
	outOf := func(name, value, low, high string) string {
		return "400 OutOfRangeQueryParameterValue " + name + " " + value + " " + low + " " + high
	}
	one := all + "/" + m.id + "?popreceipt=" + url.QueryEscape(m.receipt)
	for _, c := range []struct{ method, path, body, want string }{
		{"GET", all + "?visibilitytimeout=0", "", outOf("visibilitytimeout", "0", "1", "604800")}, // QUEUE-TIME-03
		{"GET", all + "?visibilitytimeout=-1", "", outOf("visibilitytimeout", "-1", "1", "604800")},
		{"GET", all + "?visibilitytimeout=604801", "", outOf("visibilitytimeout", "604801", "1", "604800")},
		{"GET", all + "?visibilitytimeout=99999999999999999999", "", outOf("visibilitytimeout", "99999999999999999999", "1", "604800")},
		{"GET", all + "?visibilitytimeout=soon", "", "400 InvalidQueryParameterValue visibilitytimeout soon The value is not a whole number."},
		{"GET", all + "?visibilitytimeout=", "", "400 InvalidQueryParameterValue visibilitytimeout  The value is not a whole number."},
		{"GET", all + "?numofmessages=0", "", outOf("numofmessages", "0", "1", "32")}, // QUEUE-TIME-12
		{"GET", all + "?numofmessages=33", "", outOf("numofmessages", "33", "1", "32")},
		{"GET", all + "?peekonly=true&numofmessages=33", "", outOf("numofmessages", "33", "1", "32")},
		{"GET", all + "?peekonly=maybe", "", "400 InvalidQueryParameterValue peekonly maybe"},
		{"POST", all + "?visibilitytimeout=-1", text, outOf("visibilitytimeout", "-1", "0", "604800")}, // QUEUE-TIME-11
		{"POST", all + "?messagettl=-1&visibilitytimeout=604801", text, outOf("visibilitytimeout", "604801", "0", "604800")},
		{"POST", all + "?messagettl=30&visibilitytimeout=30", text, "400 InvalidQueryParameterValue visibilitytimeout 30 messagettl must be greater than visibilitytimeout"}, // QUEUE-TIME-10
		{"POST", all + "?visibilitytimeout=604800", text, "400 InvalidQueryParameterValue visibilitytimeout 604800 messagettl must be greater than visibilitytimeout"},
		{"POST", all + "?messagettl=0", text, outOf("messagettl", "0", "1", "2147483647")}, // QUEUE-TIME-13
		{"POST", all + "?messagettl=-2", text, outOf("messagettl", "-2", "1", "2147483647")},
		{"POST", all + "?messagettl=2147483648", text, outOf("messagettl", "2147483648", "1", "2147483647")},
		{"PUT", one + "&visibilitytimeout=-1", text, outOf("visibilitytimeout", "-1", "0", "604800")},
		{"PUT", one + "&visibilitytimeout=604801", text, outOf("visibilitytimeout", "604801", "0", "604800")},
		{"PUT", one + "&visibilitytimeout=101", text, "400 InvalidQueryParameterValue visibilitytimeout 101 visibilitytimeout must not pass the expiration of the message"}, // QUEUE-TIME-08
		{"PUT", one, text, "400 MissingRequiredQueryParameter visibilitytimeout"},
		{"PUT", all + "/" + m.id + "?visibilitytimeout=1", text, "400 MissingRequiredQueryParameter popreceipt"},
		{"DELETE", all + "/" + m.id, "", "400 MissingRequiredQueryParameter popreceipt"}, // QUEUE-RCPT-14
		{"DELETE", all + "/a%2Fb?popreceipt=x", "", gone},
	} {
		res, body := s.raw(t, c.method, c.path, c.body)
		got := res.Status[:4] + res.Header.Get("x-ms-error-code")
		for _, p := range parts.FindAllStringSubmatch(body, -1) {
			got += " " + p[2]
		}
		if got != c.want {
			t.Errorf("%s %s:\n got %s\nwant %s", c.method, c.path, got, c.want)
		}
	}
	if got := s.peek(t); got != "one 0" || s.count(t) != 1 {
		t.Errorf("refused requests have left %q of %d", got, s.count(t))
	}
	for _, c := range []struct{ method, path, body string }{
		{"POST", all + "?messagettl=604801&visibilitytimeout=604800", text},
		{"POST", all + "?messagettl=2147483647", text},
		{"GET", all + "?numofmessages=1&visibilitytimeout=1", ""},
		{"GET", all + "?numofmessages=32&visibilitytimeout=604800", ""}, // QUEUE-TIME-02
		{"GET", all + "?peekonly=false", ""},
		{"POST", all + "?messagettl=30&visibilitytimeout=29", text},
	} {
		if res, body := s.raw(t, c.method, c.path, c.body); res.StatusCode >= 300 {
			t.Errorf("%s %s: %s %s", c.method, c.path, res.Status, body)
		}
	}
}

func TestLongLivesAreNew(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	const text = "<QueueMessage><MessageText>x</MessageText></QueueMessage>"
	for _, c := range []struct {
		version, ttl string
		want         int
	}{
		{"2017-04-17", "604800", 201},
		{"2017-04-17", "604801", 400}, // QUEUE-TIME-13
		{"2017-04-17", "-1", 400},
		{"2017-07-29", "604801", 201},
		{"2017-07-29", "-1", 201},
	} {
		res, body := s.raw(t, "POST", "/orders/messages?messagettl="+c.ttl, text, "x-ms-version", c.version)
		if res.StatusCode != c.want {
			t.Errorf("%s in %s: %s", c.ttl, c.version, res.Status)
		}
		if given, want := res.Header.Get("x-ms-error-code") != "", c.want == 400 && c.version >= "2017-07-29"; given != want { // QUEUE-ERR-01
			t.Errorf("%s in %s: the code stands in a header: %v", c.ttl, c.version, given)
		}
		if c.want == 400 && !strings.Contains(body, "<Code>OutOfRangeQueryParameterValue</Code>") {
			t.Error(body)
		}
	}
	res, body := s.raw(t, "POST", "/orders/messages", text, "x-ms-version", "2015-12-11")
	if res.StatusCode != 201 || body != "" { // QUEUE-RCPT-16
		t.Errorf("in 2015 a put is answered %s %q", res.Status, body)
	}
}
