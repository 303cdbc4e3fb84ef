package steps

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"ifmatch/internal/target"
	"ifmatch/steps/cell"
	"ifmatch/steps/ops"
)

// responseCarries judges the headers and body of the last answer.
func (w *world) responseCarries(ctx context.Context, words string) error {
	list, err := cell.ParseCarried(words)
	if err != nil {
		return miswritten("%v", err)
	}
	if w.last == nil || w.last.last == nil {
		return miswritten("nobody has sent anything yet")
	}
	for _, c := range list {
		if err := w.carries(w.last.last, c); err != nil {
			return err
		}
	}
	return nil
}

func (w *world) carries(ac *act, c cell.Carried) error {
	header := cell.Subjects[c.Subject]
	got := ac.resp.Header.Get(header)
	wrong := func(want string) error {
		shown := got
		if shown == "" {
			shown = "none"
		}
		return failed(ac.op.Name+" answered with another "+c.Subject, want, shown)
	}
	if handled, err := w.carriesRows(ac, c, wrong); handled {
		return err
	}
	if c.Subject == "ETag" && got != "" && !strong(got) && c.Word != "no" && ac.op.Service != target.Table {
		return wrong(`a strong ETag in quotes`)
	}
	if c.Subject == "Last-Modified" && got != "" && c.Word != "no" {
		if _, err := http.ParseTime(got); err != nil {
			return wrong("an HTTP date")
		}
	}
	if done, err := w.carriesMessages(ac, c, got, wrong); done {
		return err
	}
	switch c.Word {
	case "no":
		if got != "" || c.Subject == "lease id" && w.showsLeaseID(ac) {
			return wrong("no " + c.Subject)
		}
	case "any", "quoted":
		if got == "" {
			return wrong("some " + c.Subject)
		}
	case "hexadecimal":
		if !hexadecimal.MatchString(got) {
			return wrong(`an ETag of the form "0x8D…" in hexadecimal digits`)
		}
	case "empty":
		if len(ac.resp.Body) != 0 {
			return failed(ac.op.Name+" answered with a body", "an empty body", fmt.Sprintf("%d bytes", len(ac.resp.Body)))
		}
	case "XML":
		if !repeats(ac.resp.Body, ac.resp.Code) {
			return failed(ac.op.Name+" answered with another body", "an XML body that repeats "+ac.resp.Code, fmt.Sprintf("%q", first(ac.resp.Body, 80)))
		}
	case "value":
		want := c.Value
		switch id, ok := w.leases[want]; {
		case ok && c.Subject == "lease id":
			want = id
		case c.Subject == "copy description" && strings.HasPrefix(got, want):
			return nil
		case c.Subject == "lease time":
			return w.leaseTime(ac, want, got, wrong)
		case c.Subject == "header name", c.Subject == "header value":
			element := map[string]string{"header name": "HeaderName", "header value": "HeaderValue"}[c.Subject]
			if !bytes.Contains(bytes.ToLower(ac.resp.Body), []byte(strings.ToLower("<"+element+">"+want+"</"+element+">"))) {
				return failed(ac.op.Name+" answered with another body", "a body whose "+element+" is "+want, fmt.Sprintf("%q", first(ac.resp.Body, 300)))
			}
			return nil
		}
		if got != want {
			return wrong(want)
		}
	case "new", "later", "same", "current", "remembered":
		return w.stamp(ac, c, got, wrong)
	}
	return nil
}

// stamp judges an ETag or Last-Modified against the versions the resource was
// seen in.
func (w *world) stamp(ac *act, c cell.Carried, got string, wrong func(string) error) error {
	t := ac.thing
	if c.Word == "remembered" {
		want := ac.memory.etag
		if c.Subject == "Last-Modified" {
			want = ac.memory.lastModified
		}
		switch {
		case want == "":
			return miswritten("nobody has read the %s of the %s before", c.Subject, t.label)
		case got != want:
			return wrong(want)
		}
		return nil
	}
	if c.Subject == "Last-Modified" {
		switch {
		case c.Word == "later":
			if t.before == nil || !earlier(httpDate(t.before.LastModified), got) {
				return wrong("a Last-Modified after " + lastModified(t.before))
			}
		case c.Word == "new" && (got == "" || t.before != nil && earlier(got, httpDate(t.before.LastModified))):
			return wrong("a Last-Modified that is not before " + lastModified(t.before))
		case (c.Word == "same" || c.Word == "current") && (t.before == nil || got != httpDate(t.before.LastModified)):
			return wrong(lastModified(t.before))
		}
		return nil
	}
	switch c.Word {
	case "new":
		if got == "" || slices.Contains(t.known, got) {
			return wrong("an ETag that the " + t.label + " never had")
		}
	default:
		want := ""
		if t.before != nil {
			want = t.before.ETag
		}
		if got != want || got == "" {
			return wrong("the ETag " + want + " of before")
		}
	}
	return nil
}

func lastModified(st *ops.State) string {
	if st == nil {
		return "the Last-Modified of before"
	}
	return httpDate(st.LastModified)
}

// hexadecimal is the form that the service's ETags have been seen in
// (BLOB-ETAG-15).
var hexadecimal = regexp.MustCompile(`^"0x8[0-9A-F]{14}"$`)

func strong(etag string) bool {
	return len(etag) > 2 && etag[0] == '"' && etag[len(etag)-1] == '"' && !strings.Contains(etag[1:len(etag)-1], `"`)
}

// earlier tells whether the HTTP date a lies before b.
func earlier(a, b string) bool {
	ta, err1 := http.ParseTime(a)
	tb, err2 := http.ParseTime(b)
	return err1 == nil && err2 == nil && ta.Before(tb)
}
