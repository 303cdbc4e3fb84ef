package queue

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"ifmatch/steps/scenario"
)

// list is an answer with messages, each an id and more of its elements.
func list(messages ...string) string {
	return "<QueueMessagesList>" + strings.Join(messages, "") + "</QueueMessagesList>"
}

func one(id, more string) string {
	return "<QueueMessage><MessageId>" + id + "</MessageId>" + more + "</QueueMessage>"
}

const (
	inserted = "<InsertionTime>Fri, 02 Jan 2026 11:58:20 GMT</InsertionTime>"
	expires  = "<ExpirationTime>Fri, 02 Jan 2026 12:10:00 GMT</ExpirationTime>"
	next     = "<TimeNextVisible>Fri, 02 Jan 2026 12:00:30 GMT</TimeNextVisible>"
	receipt  = "<PopReceipt>r1</PopReceipt>"
	count    = "<DequeueCount>2</DequeueCount>"
	text     = "<MessageText>a message</MessageText>"
)

func TestMessagesInAnAnswer(t *testing.T) {
	t.Parallel()
	full := list(one("m", inserted+expires+next+receipt+count+text))
	for _, tt := range []struct{ words, operation, body, want string }{
		{"messages 1", "Get Messages", full, ""},
		{"messages 2", "Get Messages", full, "2; 1"},
		{"no messages", "Get Messages", list(), ""},
		{"no messages", "Get Messages", full, "0; 1"},
		{"messages 1", "Get Messages", "no XML", "a list of messages; reading a list of messages: EOF"},
		{`message text "a message", dequeue count 2`, "Get Messages", full, ""},
		{`message text "another"`, "Get Messages", full, `"another"; a message`},
		{"dequeue count 1", "Get Messages", full, "1; 2"},
		{"no dequeue count", "Get Messages", full, `no dequeue count; "2"`},
		{"dequeue count 2", "Get Messages", list(), "some message with a dequeue count; none"},
		{"inserted -100, expires 600, next visible 30", "Get Messages", full, ""},
		{"expires 601", "Get Messages", full, "601 s after the answer, within 0; 600 s after"},
		{"an expires", "Put Message", list(one("m", "")), `any expires; ""`},
		{"no next visible", "Peek Messages", list(one("m", count)), ""},
		{"a new pop receipt", "Get Messages", full, ""},
		{"no pop receipt", "Peek Messages", full, `no pop receipt; "r1"`},
		{"a pop receipt", "Get Messages", list(one("m", "")), `any pop receipt; ""`},
		{"a new pop receipt", "Get Messages", list(one("m", "<PopReceipt>r0</PopReceipt>")), "a new one; r0"},
		{"a new pop receipt", "Get Messages", list(one("m", receipt), one("n", receipt)), "a new one; r1"},
	} {
		w, ann, _ := stage(t, true)
		ac := answered(w, ann, tt.operation, scenario.Response{Status: 200, Body: []byte(tt.body)})
		checkVerdict(t, tt.words+" of "+tt.body, carries(t, w, ac, tt.words), tt.want)
	}
}

func TestHeadersAndRefusals(t *testing.T) {
	t.Parallel()
	const refusal = "<Error><Code>OutOfRangeQueryParameterValue</Code><QueryParameterName>numofmessages</QueryParameterName><MinimumAllowed>1</MinimumAllowed><MaximumAllowed>32</MaximumAllowed></Error>"
	for _, tt := range []struct{ words, operation, header, body, want string }{
		{"message count 3", "Get Queue Metadata", "x-ms-approximate-messages-count: 3", "", ""},
		{"message count 3", "Get Queue Metadata", "x-ms-approximate-messages-count: 4", "", ""},
		{"message count 3", "Get Queue Metadata", "x-ms-approximate-messages-count: 2", "", "at least 3; 2"},
		{"message count 3", "Get Queue Metadata", "", "", "at least 3; none"},
		{"a new pop receipt", "Update Message", "x-ms-popreceipt: r1", "", ""},
		{"a new pop receipt", "Update Message", "x-ms-popreceipt: r0", "", "a new one; r0"},
		{"a pop receipt", "Update Message", "", "", `any pop receipt; ""`},
		{"next visible 60", "Update Message", "x-ms-time-next-visible: Fri, 02 Jan 2026 12:01:00 GMT", "", ""},
		{"next visible 60", "Update Message", "x-ms-time-next-visible: soon", "", `an x-ms-time-next-visible; parsing time "soon" as "Mon Jan _2 15:04:05 2006": cannot parse "soon" as "Mon"`},
		{"no ETag, no Last-Modified, no lease state", "Set Queue Metadata", "", "", ""},
		{"no ETag", "Set Queue Metadata", `ETag: "0x1"`, "", `no ETag; "0x1"`},
		{"parameter numofmessages, minimum 1, maximum 32", "Get Messages", "", refusal, ""},
		{"maximum 33", "Get Messages", "", refusal, `maximum 33; "32"`},
		{"an XML body", "Get Messages", "", refusal, ""},
		{"an XML body", "Get Messages", "", "<Error/>", `an XML body that repeats OutOfRangeQueryParameterValue; "<Error/>"`},
		{"an empty body", "Get Messages", "", refusal, "an empty body; " + fmt.Sprint(len(refusal)) + " bytes"},
	} {
		w, ann, _ := stage(t, true)
		h := http.Header{}
		if name, value, ok := strings.Cut(tt.header, ": "); ok {
			h.Set(name, value)
		}
		ac := answered(w, ann, tt.operation, scenario.Response{Status: 400, Code: "OutOfRangeQueryParameterValue", Header: h, Body: []byte(tt.body)})
		checkVerdict(t, tt.words+" of "+tt.header+tt.body, carries(t, w, ac, tt.words), tt.want)
	}
}

// TestTimesCountFromTheServicesOwnClock: within a second if time goes on during an exchange,
// exactly if it does not. Our clock, which says noon, is an hour off. QUEUE-TIME-06
func TestTimesCountFromTheServicesOwnClock(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		movable bool
		date    string
		took    time.Duration
		want    string
	}{
		{true, "Fri, 02 Jan 2026 12:00:00 GMT", 0, ""},
		{true, "Fri, 02 Jan 2026 12:00:01 GMT", 0, "30 s after the answer, within 0; 29 s after"},
		{true, "Fri, 02 Jan 2026 12:00:01 GMT", time.Second, "30 s after the answer, within 0; 29 s after"},
		{false, "Fri, 02 Jan 2026 12:00:01 GMT", 0, ""},
		{false, "Fri, 02 Jan 2026 12:00:02 GMT", 0, "30 s after the answer, within 1; 28 s after"},
		{false, "Fri, 02 Jan 2026 12:00:02 GMT", 900 * time.Millisecond, "30 s after the answer, within 1; 28 s after"},
		// The service may have looked at its clock as soon as it had received the request.
		{false, "Fri, 02 Jan 2026 12:00:02 GMT", 1500 * time.Millisecond, ""},
		{false, "Fri, 02 Jan 2026 12:00:03 GMT", 1500 * time.Millisecond, "30 s after the answer, within 1; 27 s after"},
		{false, "Fri, 02 Jan 2026 11:59:58 GMT", 1500 * time.Millisecond, "30 s after the answer, within 1; 32 s after"},
	} {
		w, ann, _ := stage(t, tt.movable)
		h := http.Header{}
		h.Set("Date", tt.date)
		ac := answered(w, ann, "Get Messages", scenario.Response{Status: 200, Header: h, Body: []byte(list(one("m", next)))})
		ac.Answered = noon.Add(time.Hour)
		ac.Sent = ac.Answered.Add(-tt.took)
		checkVerdict(t, fmt.Sprintf("%+v", tt), carries(t, w, ac, "next visible 30"), tt.want)
	}
}

// TestAProxyMayDateTheAnswer: a proxy may date the answers that it passes on by a clock that is
// wrong. The service is accused only if no clock explains the time that it gave.
func TestAProxyMayDateTheAnswer(t *testing.T) {
	t.Parallel()
	const wrong = "Fri, 02 Jan 2026 12:10:00 GMT"
	for _, tt := range []struct {
		words    string
		movable  bool
		date     string
		ours     time.Duration // how far our clock is ahead
		put      string        // what the answer to the put said, 100 s before
		putTook  time.Duration
		answered string
		want     string
	}{
		{"next visible 30", false, "", 0, "", 0, next, ""},
		{"next visible 30", true, "", 0, "", 0, next, ""},
		{"next visible 30", false, wrong, 0, "", 0, next, ""}, // by our clock
		{"next visible 28", false, wrong, 0, "", 0, next, "28 s after the answer, within 1; -570 s after"},
		{"next visible 30", true, wrong, 0, inserted, 0, next, "30 s after the answer, within 0; -570 s after"}, // where nothing is in between
		{"next visible 30", false, wrong, time.Hour, "", 0, next, "30 s after the answer, within 1; -570 s after"},
		{"next visible 30", false, wrong, time.Hour, inserted, 0, next, ""}, // by the service's, which ran on since the put
		{"next visible 28", false, wrong, time.Hour, inserted, 0, next, "28 s after the answer, within 1; -570 s after"},
		{"next visible 32", false, wrong, time.Hour, inserted, 0, next, "32 s after the answer, within 1; -570 s after"},
		// The put may have been done as soon as it was sent.
		{"next visible 25", false, wrong, time.Hour, inserted, 5 * time.Second, next, ""},
		{"next visible 23", false, wrong, time.Hour, inserted, 5 * time.Second, next, "23 s after the answer, within 1; -570 s after"},
		{"next visible 32", false, wrong, time.Hour, inserted, 5 * time.Second, next, "32 s after the answer, within 1; -570 s after"},
		{"inserted -100", false, wrong, 0, inserted, 0, inserted, ""},
		{"inserted -100", false, wrong, time.Hour, inserted, 0, inserted, "-100 s after the answer, within 1; -700 s after"}, // is no witness of itself
	} {
		w, ann, m := stage(t, tt.movable)
		h := http.Header{}
		h.Set("Date", tt.date)
		ac := answered(w, ann, "Get Messages", scenario.Response{Status: 200, Header: h, Body: []byte(list(one("m", tt.answered)))})
		ac.Answered = noon.Add(tt.ours)
		ac.Sent = ac.Answered
		own := m.Own.(*receipts)
		own.put = firstOf(scenario.Response{Body: []byte(list(one("m", tt.put)))})
		own.answered = ac.Answered.Add(-100 * time.Second)
		own.sent = own.answered.Add(-tt.putTook)
		checkVerdict(t, fmt.Sprintf("%+v", tt), carries(t, w, ac, tt.words), tt.want)
	}
}

// TestTimesStayAsPutMessageSaidThem, whatever a clock says by now. QUEUE-TIME-17
func TestTimesStayAsPutMessageSaidThem(t *testing.T) {
	t.Parallel()
	const later = "<InsertionTime>Fri, 02 Jan 2026 11:58:21 GMT</InsertionTime>"
	for _, tt := range []struct{ words, put, body, want string }{
		{"the same inserted, the same expires", one("m", inserted+expires), one("m", inserted+expires), ""},
		{"the same inserted", one("m", inserted), one("m", later), "as Put Message said: Fri, 02 Jan 2026 11:58:20 GMT; Fri, 02 Jan 2026 11:58:21 GMT"},
		{"the same inserted", one("m", expires), one("m", inserted), "blocked: learning inserted: the answer to Put Message did not say it"},
		{"the same inserted", one("m", inserted), one("m", ""), `same inserted; ""`},
		{"the same inserted", one("m", inserted), one("unknown", inserted), "the message of the scenario; unknown"},
	} {
		w, ann, m := stage(t, true)
		m.Own.(*receipts).put = firstOf(scenario.Response{Body: []byte(list(tt.put))})
		ac := answered(w, ann, "Peek Messages", scenario.Response{Status: 200, Body: []byte(list(tt.body))})
		checkVerdict(t, fmt.Sprintf("%+v", tt), carries(t, w, ac, tt.words), tt.want)
	}
}

func TestEveryMessageIsTakenOnce(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		taken []string // by one consumer after another
		want  string
	}{
		{[]string{list(one("m", "")), list(one("n", ""))}, ""},
		{[]string{list(one("m", ""), one("n", ""))}, ""},
		{[]string{list(one("m", ""))}, "each of 2 messages once; message n 0 times"},
		{[]string{list(one("m", ""), one("n", "")), list(one("n", ""))}, "each of 2 messages once; message n 2 times"},
		{[]string{list(one("m", ""), one("n", ""), one("o", ""))}, "none; 1 of them"},
	} {
		w, ann, _ := stage(t, true)
		w.Crowd = &scenario.Crowd{}
		for _, body := range tt.taken {
			w.Crowd.Acts = append(w.Crowd.Acts, answered(w, ann, "Get Messages", scenario.Response{Status: 200, Body: []byte(body)}))
		}
		checkVerdict(t, fmt.Sprint(tt.taken), takenOnce(t.Context(), w, w.Resources.Get("queue")), tt.want)
	}
	w, _, _ := stage(t, true)
	checkVerdict(t, "before anybody took anything", takenOnce(t.Context(), w, w.Resources.Get("queue")), "error: read the scenario: no consumers have taken anything")
}
