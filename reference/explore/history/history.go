// Package history is what the clients of a store did, as a schedule shows it: requests with their conditions, in the
// order in which they took effect, their answers, and what became of those.
package history

import (
	"bytes"
	"cmp"
	"fmt"
	"hash/maphash"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"ifmatch/reference/header"
	"ifmatch/reference/operation"
)

// Request is what a request asks for, as far as other requests can notice.
type Request struct {
	Client    string
	Operation operation.Operation
	Resource  string   // service and path within the account: "blob /cont/blob"
	Sources   []string // resources that it reads besides, such as the source of a copy

	IfMatch     string // an ETag, or "*"
	IfNoneMatch string
	IfTags      string // a condition on the tags of a blob
	Since       string // If-Modified-Since or If-Unmodified-Since
	Position    string // the offset at which an append must take place
	Lease       string // the id in x-ms-lease-id
	Duration    string // of a lease or of a message's window, in seconds
	Receipt     string // the pop receipt
	Digest      uint64 // of the body and of the metadata

	Range      string    // the bytes that are written, as "bytes=0-511"
	Properties []string  // those that a merge writes
	Rows       []Request // what a transaction does
	Detail     string    // what else a drawing shows: a block's id, the prefix of a list
}

// Parts are what the request does to one resource each: a transaction does several things.
func (r *Request) Parts() (all []*Request) {
	for i := range r.Rows {
		all = append(all, &r.Rows[i])
	}
	if len(all) == 0 {
		all = append(all, r)
	}
	return all
}

// Names reports whether the request is refused unless the resource is in the version, or the state, that it names.
func (r *Request) Names() bool {
	return r.IfMatch != "" && r.IfMatch != "*" || r.IfNoneMatch+r.IfTags+r.Since+r.Position != ""
}

// Name is the resource without its service.
func (r *Request) Name() string {
	_, name, _ := strings.Cut(r.Resource, " ")
	return strings.TrimPrefix(name, "/")
}

// Label is a number for what the request asks for, without values that depend on the time.
func (r *Request) Label() uint64 {
	return maphash.Comparable(seed, [3]string{r.Client, r.Operation.String(), r.Resource})
}

// seed is that of all numbers that stand for texts.
var seed = maphash.MakeSeed()

// LeaseAction is what the request does with a lease, such as "acquire"; empty if it is about none.
func (r *Request) LeaseAction() string {
	name, about := strings.CutPrefix(r.Operation.String(), "Lease ")
	if !about {
		return ""
	}
	return name[strings.LastIndexByte(name, ' ')+1:]
}

// Granted reports whether success grants something that ends by itself: a lease, or a message for a while. Leases of files
// never end.
func (r *Request) Granted() bool {
	action := r.LeaseAction()
	return r.Operation == operation.GetMessages || r.Operation == operation.UpdateMessage ||
		(action == "acquire" || action == "renew") && r.Operation != operation.LeaseFileAcquire
}

// MakesRoom reports whether the request makes what others are put into. Programs do that before they begin.
func (r *Request) MakesRoom() bool { return slices.Contains(rooms, r.Operation) }

var rooms = []operation.Operation{operation.CreateContainer, operation.CreateTable, operation.CreateQueue, operation.CreateShare, operation.CreateDirectory}

// Conflicts reports whether the order of two requests matters: one of them writes what the other reads or is guarded by.
// Requests of one client keep their order.
func (r *Request) Conflicts(o *Request) bool {
	concerns := func(w, o *Request) bool {
		return !w.Operation.ReadOnly() && (Near(w.Resource, o.Resource) || slices.ContainsFunc(o.Sources, func(s string) bool { return Near(s, w.Resource) }))
	}
	return r.Client == o.Client || concerns(r, o) || concerns(o, r)
}

// Near reports whether two resources are the same, or one contains the other. An entity is in its table, a batch may
// write anything in its service.
func Near(a, b string) bool {
	a, b = trunk(a), trunk(b)
	if len(a) > len(b) {
		a, b = b, a
	}
	return strings.HasPrefix(b, a) && (len(a) == len(b) || strings.HasSuffix(a, "/") || b[len(a)] == '/' || b[len(a)] == '(')
}

// trunk is the resource that a path is about: "/table()" lists a table, "/$batch" writes to several.
func trunk(resource string) string {
	resource = strings.TrimSuffix(resource, "()")
	if of, found := strings.CutSuffix(resource, "/$batch"); found {
		return of + "/"
	}
	return strings.TrimSuffix(resource, "/messages")
}

// parts are what operations change of a blob or file, if it is not all of it.
var parts = map[operation.Operation]string{
	operation.SetBlobTags: "tags", operation.SetBlobMetadata: "metadata", operation.SetFileMetadata: "metadata",
	operation.SetBlobProperties: "properties", operation.SetFileProperties: "properties", operation.PutPage: "contents",
	operation.PutRange: "contents", operation.AppendBlock: "contents", operation.AppendBlockFromURL: "contents",
}

// Overlaps reports whether two writes of one resource change the same part of it: the same properties of an entity, the
// same bytes, both the tags, both the metadata.
func (r *Request) Overlaps(o *Request) bool {
	if a, b := parts[r.Operation], parts[o.Operation]; a != b && a != "" && b != "" {
		return false
	}
	if len(r.Properties) > 0 && len(o.Properties) > 0 {
		return slices.ContainsFunc(r.Properties, func(p string) bool { return slices.Contains(o.Properties, p) })
	}
	var a, b, c, d int64
	_, err := fmt.Sscanf(r.Range+" "+o.Range, "bytes=%d-%d bytes=%d-%d", &a, &b, &c, &d)
	return err != nil || a <= d && c <= b
}

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
		for _, id := range messageID.FindAllSubmatch(body, -1) {
			a.Got = append(a.Got, string(id[1]))
		}
	}
	return a
}

var (
	refusedPart = regexp.MustCompile(`\nHTTP/1\.1 (4\d\d)`) // of a batch
	messageID   = regexp.MustCompile(`<MessageId>([^<]+)`)
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
