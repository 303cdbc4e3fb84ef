package summary

import (
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"strings"
)

// part is one request or answer inside a multipart message.
type part struct {
	first string // its first line: method and resource, or status
	key   string // of an added entity; for other operations the resource contains it
	etag  string // If-Match or ETag, with the header's name
	code  string // the error code of an answer
	index string // index of the operation that an error names; empty: none
}

var (
	partRequest = regexp.MustCompile(`^([A-Z]+) (\S+) HTTP/1\.\d$`)
	partAnswer  = regexp.MustCompile(`^HTTP/1\.\d (\d{3})\b`)
	partETag    = regexp.MustCompile(`(?i)^(if-match|etag): *(.+)$`)
	partCode    = regexp.MustCompile(`"code" *: *"([^"]+)"|<(?:\w+:)?code>([^<]+)<`)
	partKey     = regexp.MustCompile(`"(?:PartitionKey|RowKey)" *: *"((?:[^"\\]|\\.)*)"`)
	partIndex   = regexp.MustCompile(`"value" *: *"(\d+):|<(?:\w+:)?message[^>]*>(\d+):`)
)

// multipart splits the body of an entity group transaction, as far as it was kept. It
// reads line by line, so that a truncated body still shows its beginning. It returns
// nil if the body is not multipart.
func multipart(body string) []part {
	if !strings.HasPrefix(strings.TrimSpace(body), "--") {
		return nil
	}
	var parts []part
	for text := range strings.Lines(body) {
		text = strings.TrimSpace(text)
		if m := partRequest.FindStringSubmatch(text); m != nil {
			resource, _, _ := strings.Cut(m[2], "?")
			parts = append(parts, part{first: m[1] + " " + resource[strings.LastIndexByte(resource, '/')+1:]})
			continue
		}
		if m := partAnswer.FindStringSubmatch(text); m != nil {
			status, _ := strconv.Atoi(m[1]) // three digits
			parts = append(parts, part{first: strings.TrimSpace(m[1] + " " + http.StatusText(status))})
			continue
		}
		if len(parts) == 0 {
			continue
		}
		p := &parts[len(parts)-1]
		if m := partETag.FindStringSubmatch(text); m != nil {
			p.etag = strings.ToLower(m[1]) + ": " + m[2]
		}
		if m := partCode.FindStringSubmatch(text); m != nil {
			p.code = m[1] + m[2]
		}
		if strings.HasPrefix(p.first, http.MethodPost) {
			var keys []string
			for _, m := range partKey.FindAllStringSubmatch(text, -1) {
				keys = append(keys, m[1])
			}
			if keys != nil {
				p.key = "(" + strings.Join(keys, ", ") + ")"
			}
		}
		if m := partIndex.FindStringSubmatch(text); m != nil {
			p.index = m[1] + m[2]
		}
	}
	return parts
}

// wasCut matches the end of a truncated body.
var wasCut = regexp.MustCompile(`… \(\d+ bytes in all\)$`)

// lines shows the parts of a body with their index: their position, or the one that an
// error names, or "-" if an error should name one but does not.
func lines(parts []part, body string) []string {
	var out []string
	for i, p := range parts {
		index := strconv.Itoa(i)
		switch {
		case p.index != "":
			index = p.index
		case p.code != "":
			index = "-"
		}
		text := fmt.Sprintf("%-2s %s", index, p.first)
		for _, more := range []string{p.key, p.code, p.etag} {
			if more != "" {
				text += "  " + more
			}
		}
		out = append(out, text)
	}
	if wasCut.MatchString(body) {
		out = append(out, wasCut.FindString(body))
	}
	return out
}
