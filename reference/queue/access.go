package queue

import (
	"net/http"

	"ifmatch/reference/auth"
	"ifmatch/reference/clock"
	op "ifmatch/reference/operation"
)

// need is what a shared access signature must grant.
type need struct {
	anyOf string // one of these letters; empty for what no signature can grant
	on    auth.Kind
}

var needs = [op.Count]need{
	op.ListQueues:                {"l", auth.Service},
	op.GetQueueServiceProperties: {"r", auth.Service},
	op.SetQueueServiceProperties: {"w", auth.Service},
	op.GetQueueServiceStats:      {"r", auth.Service},
	op.CreateQueue:               {"cw", auth.Container},
	op.DeleteQueue:               {"d", auth.Container},
	op.GetQueueMetadata:          {"r", auth.Container},
	op.SetQueueMetadata:          {"w", auth.Container},
	op.GetQueueACL:               {"", auth.Container},
	op.SetQueueACL:               {"", auth.Container},
	op.PutMessage:                {"a", auth.Object},
	op.GetMessages:               {"p", auth.Object},
	op.PeekMessages:              {"r", auth.Object},
	op.ClearMessages:             {"d", auth.Object},
	op.UpdateMessage:             {"u", auth.Object},
	op.DeleteMessage:             {"p", auth.Object},
}

// admit finds out who sent the request and whether they may do what it asks for.
func (s *Service) admit(r *http.Request, t target) error {
	if t.op == op.PreflightQueueRequest {
		return nil // browsers send it without credentials
	}
	o := s.auth
	o.Now = clock.OfSenders(s.clock)
	id, failed := auth.Verify(r, o)
	if failed != nil {
		return failed
	}
	n := &needs[t.op]
	if failed := id.Allows(n.anyOf, n.on); failed != nil {
		return failed
	}
	return nil
}

// policy finds a stored access policy. The reference lets it take effect at once. // QUEUE-LWW-09
func (s *Service) policy(queue, id string) (auth.StoredPolicy, bool) {
	q := s.store.Queue(queue)
	if q == nil {
		return auth.StoredPolicy{}, false
	}
	for _, p := range q.Policies {
		if p.ID == id {
			return auth.StoredPolicy{Start: p.Start, Expiry: p.Expiry, Permissions: p.Permission}, true
		}
	}
	return auth.StoredPolicy{}, false
}
