package queue

import (
	"net/http"

	"ifmatch/reference/document"
	"ifmatch/reference/store/messages"
)

// getACL is Get Queue ACL. It shows a new list at once, also where its effect may be delayed. // QUEUE-LWW-09
func getACL(c *call, w http.ResponseWriter) error {
	q := c.s.store.Queue(c.queue)
	if q == nil {
		return messages.ErrNoQueue
	}
	body, err := document.EncodePolicies(q.Policies)
	if err != nil {
		return err
	}
	send(w, http.StatusOK, body)
	return nil
}

// setACL is Set Queue ACL. It replaces the whole list, unconditionally. // QUEUE-LWW-03 QUEUE-LWW-07
func setACL(c *call, w http.ResponseWriter) error {
	body, err := c.body(c.s.rules.Limits.DocumentBody)
	if err != nil {
		return err
	}
	policies, err := document.ParsePolicies(body, c.s.rules.Queue.Limits.SignedPolicies) // QUEUE-LWW-08
	if err != nil {
		return err
	}
	return c.update(w, func(next *messages.Queue) { next.Policies = policies })
}
