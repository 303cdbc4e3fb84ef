package summary

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"ifmatch/reports"
	"ifmatch/reports/console"
	"ifmatch/reports/internal/httpstatus"
)

// telling picks the exchanges that explain a verdict, at most four: the last write
// of the set-up, which made the state; the last acts under test; and what the step
// that failed read afterwards. A step that acts may first look at what is there, so
// its last exchange is the act; one that only looks shows the difference in its
// first. The rest of the set-up is left to the result file.
func telling(all []reports.Exchange) []reports.Exchange {
	var steps [][]reports.Exchange
	for i, x := range all {
		if i == 0 || x.Step != all[i-1].Step {
			steps = append(steps, nil)
		}
		steps[len(steps)-1] = append(steps[len(steps)-1], x)
	}
	last := func(s []reports.Exchange) reports.Exchange { return s[len(s)-1] }
	var acts []int
	for i, s := range steps {
		if strings.HasPrefix(s[0].Step, "When ") {
			acts = append(acts, i)
		}
	}
	var out []reports.Exchange
	if len(acts) == 0 {
		for _, s := range steps[max(0, len(steps)-2):] {
			out = append(out, last(s))
		}
		return out
	}
	if x, ok := lastWrite(steps[:acts[0]], path(last(steps[acts[0]]))); ok {
		out = append(out, x)
	}
	for _, i := range acts[max(0, len(acts)-2):] {
		out = append(out, last(steps[i]))
	}
	if acts[len(acts)-1] < len(steps)-1 {
		out = append(out, steps[len(steps)-1][0])
	}
	return out
}

// lastWrite finds the last exchange that was to change what is at target, or what it
// holds.
func lastWrite(steps [][]reports.Exchange, target string) (reports.Exchange, bool) {
	for _, s := range slices.Backward(steps) {
		for _, x := range slices.Backward(s) {
			if x.Method != "GET" && x.Method != "HEAD" && concerns(path(x), target) {
				return x, true
			}
		}
	}
	return reports.Exchange{}, false
}

// concerns tells whether a write to one path made the state of another: the same, one
// within it, or the list that entities and messages are added to. A transaction may
// concern any entity.
func concerns(write, target string) bool {
	return write == target || strings.HasPrefix(write, target+"/") || strings.HasPrefix(write, target+"(") ||
		strings.HasPrefix(target, write+"(") || strings.HasSuffix(write, "/messages") && strings.HasPrefix(target, write+"/") ||
		strings.HasSuffix(target, "/$batch")
}

// path is the resource that an exchange is about.
func path(x reports.Exchange) string {
	p, _, _ := strings.Cut(x.URL, "?")
	return p
}

// mute lists headers that every exchange carries and no condition depends on;
// all others are shown.
var mute = map[string]bool{
	"accept": true, "accept-encoding": true, "accept-ranges": true, "authorization": true, "content-length": true, "content-type": true,
	"content-md5": true, "connection": true, "dataserviceversion": true, "date": true, "keep-alive": true, "server": true,
	"traceparent": true, "transfer-encoding": true, "user-agent": true, "vary": true,
	"x-ms-client-request-id": true, "x-ms-content-crc64": true, "x-ms-date": true,
	"x-ms-request-id": true, "x-ms-request-server-encrypted": true, "x-ms-return-client-request-id": true,
	"x-ms-server-encrypted": true, "x-ms-version": true,
}

// blanks are what pages of a page blob are filled up with.
var blanks = regexp.MustCompile(` {8,}`)

// bodyShown limits how much of a body a card shows, in characters.
const bodyShown = 200

func (p *printer) exchange(x reports.Exchange) {
	p.line(label("") + p.Style.Dim(console.Clean(x.Step)))
	p.wire("→ ", x.Method+" "+x.URL, x.RequestHeader, x.RequestBody)
	answer := fmt.Sprintf("%d %s", x.Status, httpstatus.Text(x.Status))
	if x.Error != "" {
		answer = "no answer: " + x.Error
	}
	body := x.ResponseBody
	if slices.ContainsFunc(x.ResponseHeader, func(h reports.Header) bool { return strings.EqualFold(h.Name, "x-ms-error-code") }) {
		body = "" // it says the code again, and message text is never judged
	}
	p.wire("← ", strings.TrimSpace(answer), x.ResponseHeader, body)
}

// wire prints one message: its first line, the headers that matter, its body.
func (p *printer) wire(arrow, first string, headers []reports.Header, body string) {
	margin := label("")
	p.line(margin + arrow + console.Clean(first))
	for _, h := range headers {
		if !mute[strings.ToLower(h.Name)] {
			p.line(margin + "    " + console.Clean(strings.ToLower(h.Name)+": "+h.Value))
		}
	}
	if parts := multipart(body); parts != nil {
		for _, text := range lines(parts, body) {
			p.line(margin + "    " + console.Clean(text))
		}
	} else if body != "" {
		p.line(margin + "    " + console.Shorten(blanks.ReplaceAllString(console.Clean(body), " … "), bodyShown))
	}
}
