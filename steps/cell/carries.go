package cell

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Carried is one thing a response is said to carry, or not to carry.
type Carried struct {
	Subject string // ETag, Last-Modified, lease id, ...: one of Subjects
	// Word is no, any or value for every subject. Of stamps it may also be new (never
	// seen before; not earlier), later (by the clock), same or current (as before the
	// request), remembered (as this client last saw it); of an ETag quoted,
	// hexadecimal, datetime or trimmed; of the body empty, XML or JSON. What stands
	// inside an entity may be matching: the same as in the ETag header.
	Word  string
	Value string
}

// Subjects maps what a cell may say of a response to the header it speaks of.
// The body has no header.
var Subjects = map[string]string{
	"ETag":             "ETag",
	"Last-Modified":    "Last-Modified",
	"lease id":         "x-ms-lease-id",
	"lease time":       "x-ms-lease-time", // of a break: see LeaseTime
	"lease state":      "x-ms-lease-state",
	"lease status":     "x-ms-lease-status",
	"lease duration":   "x-ms-lease-duration",
	"snapshot time":    "x-ms-snapshot",
	"copy id":          "x-ms-copy-id",
	"copy status":      "x-ms-copy-status",
	"copy description": "x-ms-copy-status-description", // judged by its beginning
	"sequence number":  "x-ms-blob-sequence-number",
	"append offset":    "x-ms-blob-append-offset",
	"block count":      "x-ms-blob-committed-block-count",
	"error code":       "x-ms-error-code",
	"content type":     "Content-Type",
	"header name":      "", // in the body of a refusal: the header that was at fault
	"header value":     "", // and what it held
	"body":             "",

	// Of the Table service.
	"location":           "Location",
	"applied preference": "Preference-Applied",
	"next page":          "x-ms-continuation-NextPartitionKey",
	"odata.etag":         "", // of every entity in the body
	"Timestamp":          "",
	"entities":           "", // the row keys, in order: "a b"
	"properties":         "", // the names of what every entity in the body holds
	"index":              "", // of the operation that a transaction failed on

	// Of the Queue service. In a list of messages a word is said of every one of
	// them; times are seconds after the answer, within one.
	"message count": "x-ms-approximate-messages-count", // at least
	"messages":      "",                                // how many
	"pop receipt":   "",                                // in the list, or in the header of an update
	"dequeue count": "",
	"message text":  "",
	"next visible":  "",
	"inserted":      "",
	"expires":       "",
	"parameter":     "", // in the body of a refusal: the query parameter at fault
	"minimum":       "", // and what is allowed
	"maximum":       "",
}

var carried = regexp.MustCompile(`^(?:(an?|the|no) )?(?:(new|later|same|current|remembered|quoted|hexadecimal|datetime|trimmed|matching|empty|XML|JSON) )?` +
	`(ETag|Last-Modified|lease id|lease time|lease state|lease status|lease duration|snapshot time|copy id|copy status|copy description|sequence number|append offset|block count|error code|content type|header name|header value|body|` +
	`location|applied preference|next page|odata\.etag|Timestamp|entities|properties|index|` +
	`message count|messages|pop receipt|dequeue count|message text|next visible|inserted|expires|parameter|minimum|maximum)` +
	`(?: (not said|"[^"]*"|\d{3} [A-Z][A-Za-z]*|\S+|\(?min\(n, remaining\)+))?$`)

// stamps are the subjects that tell versions apart.
var stamps = []string{"ETag", "Last-Modified", "odata.etag", "Timestamp", "pop receipt"}

// textual is the value of a copy description: how it begins.
var textual = regexp.MustCompile(`^\d{3} [A-Z][A-Za-z]*$`)

// ParseCarried reads a list of what a response carries, for instance
// "a new ETag, a Last-Modified, no lease id".
func ParseCarried(s string) ([]Carried, error) {
	var out []Carried
	for _, part := range splitOutside(s) {
		part = strings.TrimSpace(part)
		m := carried.FindStringSubmatch(part)
		if m == nil {
			return nil, fmt.Errorf("read what the response carries %q: cannot read %q", s, part)
		}
		c := Carried{Subject: m[3], Value: m[4]}
		switch {
		case m[1] == "no" && m[2] == "" && m[4] == "", m[1] == "" && m[2] == "" && m[4] == "not said":
			c.Word, c.Value = "no", ""
		case m[1] == "no":
			return nil, fmt.Errorf(`read what the response carries %q: "no" goes with a bare name, not with %q`, s, part)
		case m[4] != "" && m[2] == "":
			c.Word = "value"
		case m[4] != "":
			return nil, fmt.Errorf("read what the response carries %q: %q says both a word and a value", s, part)
		case m[2] == "":
			c.Word = "any"
		default:
			c.Word = m[2]
		}
		if slices.Contains([]string{"new", "later", "same", "current", "remembered"}, c.Word) && !slices.Contains(stamps, c.Subject) {
			return nil, fmt.Errorf("read what the response carries %q: %q is said of stamps only", s, c.Word)
		}
		if c.Word == "later" && (c.Subject == "ETag" || c.Subject == "odata.etag") {
			return nil, fmt.Errorf("read what the response carries %q: an ETag is not later than another", s)
		}
		if slices.Contains([]string{"quoted", "hexadecimal", "datetime", "trimmed"}, c.Word) && c.Subject != "ETag" {
			return nil, fmt.Errorf("read what the response carries %q: only an ETag is %s", s, c.Word)
		}
		if slices.Contains([]string{"empty", "XML", "JSON"}, c.Word) != (c.Subject == "body") {
			return nil, fmt.Errorf(`read what the response carries %q: of a body say "an empty body", "an XML body" or "a JSON body"`, s)
		}
		if c.Word == "matching" && c.Subject != "odata.etag" && c.Subject != "Timestamp" {
			return nil, fmt.Errorf("read what the response carries %q: only an odata.etag or a Timestamp matches the ETag", s)
		}
		if textual.MatchString(c.Value) && c.Subject != "copy description" {
			return nil, fmt.Errorf("read what the response carries %q: only a copy description begins with a status and a code", s)
		}
		if c.Subject == "lease time" && c.Word == "value" {
			if _, err := ParseLeaseTime(c.Value); err != nil {
				return nil, fmt.Errorf("read what the response carries %q: %w", s, err)
			}
		}
		out = append(out, c)
	}
	return out, nil
}

// splitOutside splits a list at the commas outside parentheses and quotes.
func splitOutside(s string) []string {
	var parts []string
	start, depth, quoted := 0, 0, false
	for i, r := range s {
		switch {
		case r == '"':
			quoted = !quoted
		case quoted:
		case r == '(':
			depth++
		case r == ')':
			depth--
		case r == ',' && depth <= 0:
			parts = append(parts, s[start:i])
			start = i + 1
		}
	}
	return append(parts, s[start:])
}

// LeaseTime is what a cell says of the seconds that a break still takes.
type LeaseTime struct {
	// Word is "remaining", "min(n, remaining)" with n the break period that was asked
	// for, or empty where Seconds holds a number.
	Word    string
	Seconds int
	// Weak marks a time in parentheses: recorded, judged only at level observed.
	Weak bool
}

// ParseLeaseTime reads a lease time as the matrices write it.
func ParseLeaseTime(s string) (LeaseTime, error) {
	var lt LeaseTime
	text := s
	if rest, ok := strings.CutPrefix(text, "("); ok && strings.HasSuffix(rest, ")") {
		text, lt.Weak = strings.TrimSuffix(rest, ")"), true
	}
	if text == "remaining" || text == "min(n, remaining)" {
		lt.Word = text
		return lt, nil
	}
	n, err := strconv.ParseUint(text, 10, 16)
	if err != nil {
		return LeaseTime{}, fmt.Errorf(`read lease time %q: want seconds, "remaining" or "min(n, remaining)"`, s)
	}
	lt.Seconds = int(n)
	return lt, nil
}
