package scenario

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"ifmatch/reports"
	"ifmatch/steps/verdict"
)

// Act is one operation that a client asked for, with its answer.
type Act struct {
	Op       Operation
	Req      Request
	Resp     Response
	Resource *Resource
	Sent     time.Time
	Answered time.Time
	Memory   Memory // what the client knew about the resource before the answer
	Before   State  // of the resource, as the request was made
	Left     Left   // time left on the timer that the act may have replaced
	// Between is for a read among writes: how many writes had been answered when it was sent,
	// and how many had been sent when it was answered.
	Between [2]int
}

// Differs is the verdict on an answer with another status than promised.
func (ac *Act) Differs(want string) error {
	return verdict.In(verdict.Failed(ac.Op.Name+" returned the wrong status", want, ac.Resp.String()), reports.InStatus, ac.Op.Name, ac.Respect())
}

// Respect names what the status of the answer depends on: the conditional headers and the
// lease id that were sent, or the operation alone.
func (ac *Act) Respect() string {
	var names []string
	for _, h := range slices.Concat(ac.Req.Common().Conditions(), ac.Req.Exact()) {
		name, conditional := h.Name, strings.HasPrefix(h.Name, "If-") || strings.Contains(h.Name, "-if-")
		if name == "x-ms-lease-id" && ac.Op.Lease != LeaseSubject {
			name, conditional = "lease id", true
		}
		if h.Value != nil && conditional {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return string(FieldStatus)
	}
	return strings.Join(names, ", ")
}

// MustSucceed returns a verdict unless the answer is the documented success.
func (ac *Act) MustSucceed() error {
	if ac.Resp.Status != ac.Op.Success {
		return ac.Differs(strconv.Itoa(ac.Op.Success))
	}
	return nil
}

// Memory is what a client knows about a resource from its own requests.
type Memory struct {
	ETag, LastModified string
	// Token is what the service gave this client for the resource: a lease id, a
	// pop receipt.
	Token string
}

// Crowd holds the answers to many concurrent clients.
type Crowd struct {
	Acts  []*Act
	Reads []*Act
	// Unknown is how many of its requests have an unknown outcome.
	Unknown int
	// Whole judges one read that was made while others wrote; nil if there were no reads.
	Whole func(*Act) error
}
