package queue

import (
	"net/http"
	"strconv"

	"ifmatch/reference/frontend"
	"ifmatch/reference/header"
	"ifmatch/reference/store/messages"
)

const hCount = "X-Ms-Approximate-Messages-Count"

// getMetadata is Get Queue Metadata. The number of messages is exact, and includes the invisible ones. // QUEUE-CNT-01 QUEUE-CNT-02
func getMetadata(c *call, w http.ResponseWriter) error {
	q := c.store().Queue(c.queue)
	if q == nil {
		return messages.ErrNoQueue
	}
	n, err := c.store().Count(c.queue)
	if err != nil {
		return err
	}
	c.ShowMetadata(w.Header(), q.Metadata)
	header.Set(w.Header(), hCount, strconv.Itoa(n))
	return frontend.Answer(w, http.StatusOK)
}

// setMetadata is Set Queue Metadata. It replaces all metadata, unconditionally.
// // QUEUE-LWW-02 QUEUE-LWW-05 QUEUE-LWW-06
func setMetadata(c *call, w http.ResponseWriter) error {
	m, err := c.Metadata()
	if err != nil {
		return err
	}
	return c.update(w, func(next *messages.Queue) { next.Metadata = m })
}

// getACL is Get Queue ACL.
func getACL(c *call, w http.ResponseWriter) error {
	q := c.store().Queue(c.queue)
	if q == nil {
		return messages.ErrNoQueue
	}
	return frontend.SendPolicies(w, q.Policies)
}

// setACL is Set Queue ACL. It replaces the whole list, unconditionally. // QUEUE-LWW-03 QUEUE-LWW-07
func setACL(c *call, w http.ResponseWriter) error {
	policies, err := c.Policies()
	if err != nil {
		return err
	}
	return c.update(w, func(next *messages.Queue) { next.Policies = policies })
}
