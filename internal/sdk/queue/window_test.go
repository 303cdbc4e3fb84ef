package queue_test

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore/to"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azqueue/v2"
)

func TestWindowHidesFromOthers(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	s.put(t, "one", nil)
	start := s.server.Now()
	got := s.get(t, 10)
	if got.text != "one" || got.dequeues != 1 || !got.visible.Equal(start.Add(10*time.Second)) { // QUEUE-POP-01 QUEUE-POP-07
		t.Errorf("got %+v", got)
	}
	for _, step := range []struct {
		after   time.Duration
		visible string
	}{
		{0, ""}, // QUEUE-POP-04 QUEUE-PEEK-03
		{9 * time.Second, ""},
		{time.Second - time.Nanosecond, ""},
		{time.Nanosecond, "one 1"}, // QUEUE-POP-03 QUEUE-POP-05
	} {
		s.server.Advance(step.after)
		if got := s.peek(t); got != step.visible {
			t.Errorf("%v after the get, %q is visible, want %q", s.server.Now().Sub(start), got, step.visible)
		}
	}
	if again := s.get(t, 10); again.dequeues != 2 || again.receipt == got.receipt {
		t.Errorf("got again: %+v", again)
	}
}

func TestDefaultsOfTheService(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	m := s.put(t, "one", nil)
	if !m.visible.Equal(s.server.Now()) { // QUEUE-TIME-04
		t.Errorf("a message that is put is visible from %v", m.visible)
	}
	r, err := s.queue.DequeueMessage(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	got := r.Messages[0]
	if !got.TimeNextVisible.Equal(s.server.Now().Add(30 * time.Second)) { // QUEUE-TIME-01 QUEUE-GO-02
		t.Errorf("the window lasts until %v", got.TimeNextVisible)
	}
	if !got.ExpirationTime.Equal(s.server.Now().Add(7*24*time.Hour)) || !got.InsertionTime.Equal(s.server.Now()) { // QUEUE-TIME-13
		t.Errorf("the message lives from %v until %v", got.InsertionTime, got.ExpirationTime)
	}
}

func TestUpdateBeginsANewWindow(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	s.put(t, "one", nil)
	h := s.get(t, 10)
	for i := range 5 { // QUEUE-TIME-16
		s.server.Advance(9 * time.Second)
		var err error
		if h, err = s.update(h, fmt.Sprint(i), 10); err != nil {
			t.Fatal(err)
		}
		if want := s.server.Now().Add(10 * time.Second); !h.visible.Equal(want) { // QUEUE-TIME-05
			t.Errorf("the window lasts until %v, want %v", h.visible, want)
		}
		if got := s.peek(t); got != "" {
			t.Errorf("visible is %q", got)
		}
	}
	s.server.Advance(10 * time.Second)
	if got := s.peek(t); got != "4 1" { // QUEUE-TIME-17
		t.Errorf("visible is %q, want what the last update left", got)
	}
}

func TestUpdateOfThePutReceiptHides(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	if _, err := s.update(s.put(t, "one", nil), "two", 5); err != nil { // QUEUE-TIME-18
		t.Fatal(err)
	}
	if got, h := s.peek(t), s.get(t, 1); got != "" || h.id != "" {
		t.Errorf("visible is %q, got %+v", got, h)
	}
	s.server.Advance(5 * time.Second)
	if got := s.peek(t); got != "two 0" {
		t.Errorf("visible is %q", got)
	}
}

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

func TestUpdateUntilTheVeryEnd(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	m := s.put(t, "one", &azqueue.EnqueueMessageOptions{TimeToLive: to.Ptr[int32](100)})
	if _, err := s.update(m, "one", 100); err != nil { // QUEUE-TIME-08
		t.Error(err)
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

func TestGettingMany(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	for i := range 5 {
		s.put(t, fmt.Sprint(i), nil)
	}
	r, err := s.queue.DequeueMessages(context.Background(), &azqueue.DequeueMessagesOptions{NumberOfMessages: to.Ptr[int32](32), VisibilityTimeout: to.Ptr[int32](7)})
	if err != nil {
		t.Fatal(err)
	}
	receipts := map[string]bool{}
	for i, m := range r.Messages { // QUEUE-DEQ-04 QUEUE-DEQ-05
		receipts[*m.PopReceipt] = true
		if *m.MessageText != fmt.Sprint(i) || !m.TimeNextVisible.Equal(s.server.Now().Add(7*time.Second)) || *m.DequeueCount != 1 {
			t.Errorf("message %d is %s until %v, got %d times", i, *m.MessageText, m.TimeNextVisible, *m.DequeueCount)
		}
	}
	if len(r.Messages) != 5 || len(receipts) != 5 { // QUEUE-DEQ-02
		t.Errorf("%d messages with %d receipts, want 5", len(r.Messages), len(receipts))
	}
	if r, err := s.queue.DequeueMessages(context.Background(), nil); err != nil || len(r.Messages) != 0 { // QUEUE-DEQ-03
		t.Errorf("got %d more, %v", len(r.Messages), err)
	}
	if s.count(t) != 5 {
		t.Errorf("%d messages are counted, want those in their windows, too", s.count(t))
	}
}

func TestPeekChangesNothing(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	m := s.put(t, "one", nil)
	for range 3 {
		if got := s.peek(t); got != "one 0" { // QUEUE-PEEK-01
			t.Errorf("visible is %q", got)
		}
	}
	_, body := s.raw(t, "GET", "/orders/messages?peekonly=true", "")
	if strings.Contains(body, "PopReceipt") || strings.Contains(body, "TimeNextVisible") { // QUEUE-PEEK-02
		t.Error(body)
	}
	if err := s.delete(m); err != nil {
		t.Errorf("the receipt has died of being peeked at: %v", err)
	}
	if got := s.peek(t); got != "" { // QUEUE-PEEK-04
		t.Errorf("visible is %q", got)
	}
}

func TestClearIsStrongerThanWindows(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	s.put(t, "one", nil)
	s.put(t, "two", nil)
	h := s.get(t, 60)
	if _, err := s.queue.ClearMessages(context.Background(), nil); err != nil { // QUEUE-CLR-01
		t.Fatal(err)
	}
	if err := s.delete(h); refused(err) != gone { // QUEUE-CLR-02
		t.Errorf("deleting: %v", err)
	}
	s.server.Advance(time.Hour)
	if got := s.peek(t); got != "" || s.count(t) != 0 {
		t.Errorf("%q is left of %d", got, s.count(t))
	}
}
