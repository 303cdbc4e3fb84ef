package queue

import (
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"ifmatch/reference/document"
	"ifmatch/reference/errcode"
	"ifmatch/reference/frontend"
	op "ifmatch/reference/operation"
)

// FuzzText checks that every body is a text or is refused, and that every text survives being written to XML and read
// again.
func FuzzText(f *testing.F) {
	for _, seed := range []string{
		"<QueueMessage><MessageText>a</MessageText></QueueMessage>",
		"<QueueMessage><MessageText>&lt;&#13;\r\n]]&gt;</MessageText></QueueMessage>",
		"<QueueMessage><MessageText><![CDATA[<x>]]></MessageText></QueueMessage>",
		"<QueueMessage><MessageText/><MessageText/></QueueMessage>", "<QueueMessage/>", "<QueueMessage>", "<a/><b/>", "", "<!DOCTYPE a><QueueMessage/>",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		text, err := parseText(body, 64<<10)
		if err != nil {
			wantRefusal(t, err)
			return
		}
		var x document.Writer
		x.Open("QueueMessage")
		x.Element("MessageText", text)
		x.Close("QueueMessage")
		if again, err := parseText(x.Bytes(), 64<<10); err != nil || again != text {
			t.Errorf("%q is written as %s and read as %q, %v", text, x.Bytes(), again, err)
		}
	})
}

// FuzzRouter checks that every request is an operation or is refused, and that accepted names of queues are valid.
func FuzzRouter(f *testing.F) {
	for _, seed := range []struct{ method, path, query string }{
		{"GET", "/account/", "comp=list"}, {"PUT", "/account/orders", ""}, {"GET", "/account/orders/messages", "peekonly=true"},
		{"DELETE", "/account/orders/messages/a%2Fb", "popreceipt=AAAA"}, {"GET", "/account/orders", "comp=acl&comp=metadata"}, {"OPTIONS", "/account//", "%"},
	} {
		f.Add(seed.method, seed.path, seed.query)
	}
	s := newFront(frontend.Config{Account: "account"}, nil)
	f.Fuzz(func(t *testing.T, method, path, query string) {
		u := &url.URL{Scheme: "http", Host: "127.0.0.1", RawQuery: query}
		unescaped, err := url.PathUnescape(path)
		if err != nil {
			return // no server accepts it
		}
		u.Path, u.RawPath = unescaped, path
		c, err := s.Classify(&http.Request{Method: method, URL: u, Host: u.Host, Header: http.Header{}})
		if err != nil {
			wantRefusal(t, err)
			return
		}
		if c.Op == op.Unrecognized || c.Op >= op.Count {
			t.Errorf("%s %s?%s is classified as %v", method, path, query, c.Op)
		}
		if c.kind != service && (checkName(c.queue) != nil || strings.ContainsAny(c.queue, "/%")) {
			t.Errorf("%s names the queue %q", path, c.queue)
		}
	})
}

func wantRefusal(t *testing.T, err error) {
	t.Helper()
	var refusal *errcode.Error
	if !errors.As(err, &refusal) || refusal.Status < 400 || refusal.Status >= 500 {
		t.Errorf("refused with %v", err)
	}
}

func TestWhatIsImplemented(t *testing.T) {
	t.Parallel()
	// The front end answers the preflight.
	missing := map[op.Operation]bool{op.PreflightQueueRequest: true}
	for o, handle := range handlers {
		if want := slices.Contains(op.Of(op.QueueService), op.Operation(o)) && !missing[op.Operation(o)]; (handle != nil) != want {
			t.Errorf("%s is implemented: %t", op.Operation(o), !want)
		}
	}
}
