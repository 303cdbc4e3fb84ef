package queue

import (
	"net/http"
	"strconv"
	"time"

	"ifmatch/reference/errcode"
	"ifmatch/reference/frontend"
	"ifmatch/reference/header"
	"ifmatch/reference/store/messages"
)

// createQueue is Create Queue. If the queue exists with the same metadata, nothing changes, and that is no error.
// // QUEUE-LWW-13
func createQueue(c *call, w http.ResponseWriter) error {
	m, err := c.Metadata()
	if err != nil {
		return err
	}
	status := http.StatusCreated
	_, err = c.store().UpdateQueue(c.queue, func(old *messages.Queue, now time.Time) (*messages.Queue, error) {
		switch {
		case old == nil:
		case !old.Deleted() && old.Metadata.Equal(m):
			status = http.StatusNoContent // QUEUE-LWW-14
			return old, nil
		case !old.Deleted():
			return nil, errcode.New(errcode.QueueAlreadyExists) // QUEUE-LWW-15
		case now.Before(old.DeletedAt.Add(c.Rules.Queue.Limits.QueuePurges)):
			return nil, errcode.New(errcode.QueueBeingDeleted) // QUEUE-LIFE-02
		}
		return &messages.Queue{Metadata: m}, nil
	})
	return frontend.Answered(w, status, err)
}

// deleteQueue is Delete Queue. Afterwards nothing in the queue can be found, and its name stays taken for a while.
// Messages and their visibility timeouts do not protect it. While the queue is being deleted, a second deletion is
// answered as the first. // QUEUE-LIFE-01 QUEUE-LIFE-05 QUEUE-LIFE-06
func deleteQueue(c *call, w http.ResponseWriter) error {
	_, err := c.store().UpdateQueue(c.queue, func(old *messages.Queue, now time.Time) (*messages.Queue, error) {
		switch {
		case old == nil, old.Deleted() && !frontend.BeingDeleted(old.DeletedAt, now, c.Rules.Queue.Limits.QueuePurges):
			return nil, messages.ErrNoQueue
		case old.Deleted():
			return old, nil
		}
		return &messages.Queue{DeletedAt: now}, nil
	})
	return frontend.Answered(w, http.StatusNoContent, err)
}

// update makes a new version of a queue, and answers.
func (c *call) update(w http.ResponseWriter, change func(next *messages.Queue)) error {
	return c.change(w, func(old *messages.Queue, _ time.Time) *messages.Queue {
		next := *old
		change(&next)
		return &next
	})
}

// change replaces a queue that exists, and answers. It checks nothing against the current version: the last write wins.
func (c *call) change(w http.ResponseWriter, next func(old *messages.Queue, now time.Time) *messages.Queue) error {
	_, err := c.store().UpdateQueue(c.queue, func(old *messages.Queue, now time.Time) (*messages.Queue, error) {
		if old == nil || old.Deleted() {
			return nil, messages.ErrNoQueue
		}
		return next(old, now), nil
	})
	return frontend.Answered(w, http.StatusNoContent, err)
}

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
