package summary

import (
	"fmt"
	"net/http"
	"strings"

	"ifmatch/reports"
	"ifmatch/reports/console"
)

// telling picks the exchanges that explain a verdict: the acts under test (the
// last two, should there be more), and what was read afterwards. The set-up is
// left to the result file.
func telling(all []reports.Exchange) []reports.Exchange {
	var acts, rest []reports.Exchange
	for _, x := range all {
		if len(acts) > 0 && x.Step != acts[len(acts)-1].Step {
			rest = append(rest, x)
		}
		if strings.HasPrefix(x.Step, "When ") {
			acts, rest = append(acts, x), nil
		}
	}
	if len(acts) == 0 {
		return all[max(0, len(all)-2):]
	}
	acts = acts[max(0, len(acts)-2):]
	if len(rest) > 0 {
		acts = append(acts, rest[0])
	}
	return acts
}

// mute lists headers that every exchange carries and no condition depends on;
// all others are shown.
var mute = map[string]bool{
	"Accept": true, "Accept-Encoding": true, "Authorization": true, "Content-Length": true, "Content-Type": true,
	"Content-Md5": true, "Connection": true, "Date": true, "Keep-Alive": true, "Server": true,
	"Traceparent": true, "Transfer-Encoding": true, "User-Agent": true, "Vary": true,
	"X-Ms-Client-Request-Id": true, "X-Ms-Content-Crc64": true, "X-Ms-Date": true,
	"X-Ms-Request-Id": true, "X-Ms-Request-Server-Encrypted": true, "X-Ms-Return-Client-Request-Id": true,
	"X-Ms-Server-Encrypted": true, "X-Ms-Version": true,
}

// bodyShown limits how much of a body a card shows, in characters.
const bodyShown = 200

func (p *printer) exchange(x reports.Exchange) {
	p.line(label("") + p.Style.Dim(console.Clean(x.Step)))
	p.wire("→ ", x.Method+" "+x.URL, x.RequestHeader, x.RequestBody)
	answer := fmt.Sprintf("%d %s", x.Status, http.StatusText(x.Status))
	if x.Error != "" {
		answer = "no answer: " + x.Error
	}
	p.wire("← ", strings.TrimSpace(answer), x.ResponseHeader, x.ResponseBody)
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
	if body != "" {
		p.line(margin + "    " + console.Shorten(console.Clean(body), bodyShown))
	}
}
