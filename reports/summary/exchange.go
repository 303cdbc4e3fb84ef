package summary

import (
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"ifmatch/reports"
	"ifmatch/reports/console"
)

// telling picks the exchanges that explain a verdict, at most four: the last write of
// the set-up, which created the state; the last acts under test; and the read of the
// later step that failed. A step that acts may first look at the state, so its last
// exchange is the act. A step that only looks shows the difference in its first
// exchange. The rest of the set-up is only in the result file.
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

// lastWrite finds the last exchange that changes the resource at target, or something
// that it contains.
func lastWrite(steps [][]reports.Exchange, target string) (reports.Exchange, bool) {
	for _, s := range slices.Backward(steps) {
		for _, x := range slices.Backward(s) {
			if x.Method != http.MethodGet && x.Method != http.MethodHead && concerns(path(x), target) {
				return x, true
			}
		}
	}
	return reports.Exchange{}, false
}

// concerns reports whether a write to one path determined the state of another: the
// same path, one within it, or the list to which entities or messages are added. A
// transaction may concern any entity.
func concerns(write, target string) bool {
	return write == target || strings.HasPrefix(write, target+"/") || strings.HasPrefix(write, target+"(") ||
		strings.HasPrefix(target, write+"(") || strings.HasSuffix(write, "/messages") && strings.HasPrefix(target, write+"/") ||
		strings.HasSuffix(target, "/$batch")
}

// path returns the resource of an exchange.
func path(x reports.Exchange) string {
	p, _, _ := strings.Cut(x.URL, "?")
	return p
}

// mute lists headers that every exchange has and no condition depends on. All others
// are shown.
var mute = map[string]bool{
	"Accept": true, "Accept-Encoding": true, "Accept-Ranges": true, "Authorization": true, "Content-Length": true, "Content-Type": true,
	"Content-Md5": true, "Connection": true, "Dataserviceversion": true, "Date": true, "Keep-Alive": true, "Server": true,
	"Traceparent": true, "Transfer-Encoding": true, "User-Agent": true, "Vary": true,
	"X-Ms-Client-Request-Id": true, "X-Ms-Content-Crc64": true, "X-Ms-Date": true,
	"X-Ms-Request-Id": true, "X-Ms-Request-Server-Encrypted": true, "X-Ms-Return-Client-Request-Id": true,
	"X-Ms-Server-Encrypted": true, "X-Ms-Version": true,
}

// blanks are the padding in the pages of a page blob.
var blanks = regexp.MustCompile(` {8,}`)

// bodyShown limits how much of a body a card shows, in characters.
const bodyShown = 200

func (p *printer) exchange(x reports.Exchange) {
	p.line(label("") + p.Style.Dim(console.Clean(x.Step)))
	p.wire("→ ", x.Method+" "+x.URL, x.RequestHeader, x.RequestBody)
	answer := fmt.Sprintf("%d %s", x.Status, http.StatusText(x.Status))
	if x.Error != "" {
		answer = "no answer: " + x.Error
	}
	body := x.ResponseBody
	if slices.ContainsFunc(x.ResponseHeader, func(h reports.Header) bool { return strings.EqualFold(h.Name, "x-ms-error-code") }) {
		body = "" // it repeats the code, and message text is never judged
	}
	p.wire("← ", strings.TrimSpace(answer), x.ResponseHeader, body)
}

// wire prints one message: its first line, the headers that matter, its body.
func (p *printer) wire(arrow, first string, headers []reports.Header, body string) {
	margin := label("")
	p.line(margin + arrow + console.Clean(first))
	for _, h := range headers {
		if !mute[http.CanonicalHeaderKey(h.Name)] {
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
