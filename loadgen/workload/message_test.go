package workload

import (
	"bytes"
	"encoding/xml"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ifmatch/loadgen/history"
)

func FuzzMessageText(f *testing.F) {
	for _, s := range []string{"", "plain", "a<b>&\"'", "&amp;", "\r\n\t", "é😀", "]]>", "&#x41;", "]&"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var b bytes.Buffer
		if err := xml.EscapeText(&b, []byte(text)); err != nil {
			t.Skip()
		}
		document := "<QueueMessagesList><QueueMessage><MessageText>" + b.String() + "</MessageText></QueueMessage></QueueMessagesList>"
		var want struct {
			Text string `xml:"QueueMessage>MessageText"`
		}
		if err := xml.Unmarshal([]byte(document), &want); err != nil {
			t.Skip()
		}
		one, ok := element([]byte(document), "QueueMessage")
		inner, ok2 := element(one, "MessageText")
		if got := string(appendUnescaped(nil, inner)); !ok || !ok2 || got != want.Text {
			t.Errorf("%q: %q, want %q", document, got, want.Text)
		}
		element([]byte(text), "MessageText")
		appendUnescaped(nil, []byte(text))
	})
}

func TestElements(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		xml, name, content, rest string
		ok                       bool
	}{
		{"<a>x</a>y", "a", "x", "y", true},
		{"<aa>x</aa><a>y</a>z", "a", "y", "z", true},
		{"<a >x</a\n>y", "a", "x", "y", true},
		{"<a/>y", "a", "", "y", true},
		{"<a />y", "a", "", "y", true},
		{"<a><b>x</b></a>y", "a", "<b>x</b>", "y", true},
		{"<a>x</aa>", "a", "", "", false},
		{"<a>x", "a", "", "", false},
		{"<a", "a", "", "", false},
		{"a>x</a>", "a", "", "", false},
		{"", "a", "", "", false},
	} {
		content, rest, ok := cutElement([]byte(test.xml), test.name)
		if string(content) != test.content || string(rest) != test.rest || ok != test.ok {
			t.Errorf("cutElement(%q): %q, %q, %t", test.xml, content, rest, ok)
		}
	}
}

func TestRequestsAboutMessages(t *testing.T) {
	t.Parallel()
	d := drive(t, queueConsume, func(o *Options) { o.Size = 32 })
	run := d.instance.(*queueRun)
	exchange := run.exchange()
	exchange.queue, exchange.number, exchange.window = run.queues[0], 4, 2e9
	exchange.message = message{id: "id", receipt: "a+/b==", former: "old=", value: 5}
	for _, test := range []struct {
		op     history.Op
		former bool
		want   Step
		body   bool
	}{
		{history.Put, false, Step{Service: "queue", Method: "POST", Path: "/ifm-5f3a1b2c-q0/messages?visibilitytimeout=2"}, true},
		{history.Get, false, Step{Service: "queue", Method: "GET", Path: "/ifm-5f3a1b2c-q0/messages?numofmessages=4&visibilitytimeout=2"}, false},
		{history.Peek, false, Step{Service: "queue", Method: "GET", Path: "/ifm-5f3a1b2c-q0/messages?peekonly=true&numofmessages=4"}, false},
		{history.Update, false, Step{Service: "queue", Method: "PUT", Path: "/ifm-5f3a1b2c-q0/messages/id?popreceipt=a%2B%2Fb%3D%3D&visibilitytimeout=2"}, true},
		{history.Remove, false, Step{Service: "queue", Method: "DELETE", Path: "/ifm-5f3a1b2c-q0/messages/id?popreceipt=a%2B%2Fb%3D%3D"}, false},
		{history.Remove, true, Step{Service: "queue", Method: "DELETE", Path: "/ifm-5f3a1b2c-q0/messages/id?popreceipt=old%3D"}, false},
	} {
		exchange.op, exchange.former = test.op, test.former
		if diff := cmp.Diff(test.want, exchange.step()); diff != "" {
			t.Errorf("operation %d (-want +got):\n%s", test.op, diff)
		}
		var r Request
		exchange.fill(&r, Identity{Client: 3, Seq: 7})
		if (len(r.Body) > 0) != test.body || (field(r.Header, "Content-Type") != "") != test.body {
			t.Errorf("operation %d: header %v, body %s", test.op, r.Header, r.Body)
		}
	}
}

func FuzzEscaped(f *testing.F) {
	f.Add("a+/b==")
	f.Add("é &?#\x00")
	f.Fuzz(func(t *testing.T, s string) {
		got := string(appendEscaped(nil, s))
		back, err := url.QueryUnescape(got)
		if err != nil || back != s || strings.ContainsAny(got, "+&=/ ?#") {
			t.Errorf("%q becomes %q, and back %q, %v", s, got, back, err)
		}
	})
}
