package history

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"ifmatch/reference/header"
	"ifmatch/reference/operation"
)

// Fate says what a line of a history is: what became of a request, or what happened without one.
type Fate uint8

// The fates.
const (
	Answered  Fate = iota // it took effect and its answer was delivered
	Lost                  // it took effect and its answer was lost
	Late                  // it took effect and its answer was held back
	Delivered             // an answer that was held back was delivered
	Withdrawn             // its sender gave up before it took effect
	Passed                // time passed
	Broken                // a third party broke a lease
)

// Line is one line of a history, in the order of effects.
type Line struct {
	Fate
	Request     // of Passed nothing, of Broken the resource
	Answer      // of requests that took effect
	Choice  int // of Lost: the choice that lost the answer
	At      time.Duration
	Elapsed time.Duration // how much time passed
	Chosen  string        // why this line is not what would have come by itself; empty if it is
}

// Answer is what the store answered.
type Answer struct {
	Status  int
	Code    string // x-ms-error-code
	ETag    string
	LeaseID string
	Got     []string // the ids of the messages that Get Messages returned
}

// AnswerOf reads an answer.
func AnswerOf(status int, h http.Header, body []byte) Answer {
	a := Answer{Status: status, Code: header.Get(h, "X-Ms-Error-Code"), ETag: header.Get(h, "Etag"), LeaseID: header.Get(h, "X-Ms-Lease-Id")}
	if part := refusedPart.FindSubmatch(body); status == http.StatusAccepted && part != nil {
		a.Status, _ = strconv.Atoi(string(part[1])) // a part of a transaction: all of it was refused
	}
	if a.Status >= http.StatusBadRequest && a.Code == "" {
		if code := refusal.FindSubmatch(body); code != nil {
			a.Code = string(code[1])
		}
	}
	if status == http.StatusOK && bytes.Contains(body, []byte("<QueueMessagesList>")) {
		var list struct {
			Got []string `xml:"QueueMessage>MessageId"`
		}
		if xml.Unmarshal(body, &list) == nil {
			a.Got = list.Got
		}
	}
	return a
}

var (
	refusedPart = regexp.MustCompile(`\nHTTP/1\.1 (4\d\d)`)                    // of a batch
	refusal     = regexp.MustCompile(`"odata\.error":\s*{\s*"code":\s*"(\w+)`) // the Table service has the code there only
)

// Succeeded reports whether the request did what it asked for.
func (l *Line) Succeeded() bool {
	return l.Effective() && l.Status < http.StatusMultipleChoices
}

// Effective reports whether the store has executed the request.
func (l *Line) Effective() bool { return l.Fate <= Late }

// Told reports whether the client learned the answer at this line.
func (l *Line) Told() bool { return l.Fate == Answered }

// Wrote reports whether the line changed a resource.
func (l *Line) Wrote() bool { return l.Succeeded() && !l.Operation.ReadOnly() }

// String is the answer as it is drawn.
func (a Answer) String() string {
	return strings.TrimSpace(strconv.Itoa(a.Status) + " " + cmp.Or(a.Code, a.ETag))
}

const (
	visibility = 30 * time.Second           // how long Get Messages hides a message by default
	infinite   = 100 * 365 * 24 * time.Hour // how long a lease lasts that has no end
)

// Grants returns when the next thing ends that was granted for a while, a lease or a message, and which blobs and
// containers are leased now, in order. If there is no such thing, the end is out of reach.
func Grants(lines []Line, now time.Duration) (next time.Duration, leased []string) {
	type lease struct{ end, lasts time.Duration }
	leases := make(map[string]lease) // by resource
	next = infinite
	ends := func(end time.Duration) {
		if end > now {
			next = min(next, end)
		}
	}
	for i := range lines {
		l := &lines[i]
		action := l.LeaseAction()
		switch {
		case !l.Succeeded() && l.Fate != Broken:
		case action == "acquire":
			lasts := l.asked(infinite)
			leases[l.Resource] = lease{l.At + lasts, lasts}
		case action == "renew":
			lasts := leases[l.Resource].lasts
			leases[l.Resource] = lease{l.At + lasts, lasts}
		case action == "release" || action == "break":
			delete(leases, l.Resource)
		case l.Operation == operation.UpdateMessage:
			ends(l.At + l.asked(0))
		case l.Operation == operation.GetMessages && len(l.Got) > 0:
			ends(l.At + l.asked(visibility))
		}
	}
	for resource, lease := range leases {
		ends(lease.end)
		if lease.end > now && strings.HasPrefix(resource, "blob ") {
			leased = append(leased, resource)
		}
	}
	slices.Sort(leased)
	return next, leased
}

// asked is for how long a request asks for something, or usual if it does not say, or asks for no end.
func (r *Request) asked(usual time.Duration) time.Duration {
	if seconds, err := strconv.Atoi(r.Duration); err == nil && seconds > 0 {
		return time.Duration(seconds) * time.Second
	}
	return usual
}
