package steps

import (
	"fmt"
	"strings"
	"time"

	"ifmatch/steps/cell"
	"ifmatch/steps/ops"
)

// applyToMessages puts a term into a request that is about queues or messages. It
// tells whether the term is one of theirs.
func (w *world) applyToMessages(a *actor, t *thing, req *ops.Request, term cell.Term) (bool, error) {
	v := term.Value
	switch term.Key {
	case "visibility":
		req.Visibility = &v
	case "time to live":
		req.TimeToLive = &v
	case "number of messages":
		req.MessageCount = &v
	case "pop receipt":
		receipt, err := w.popReceipt(a, t, v)
		if err != nil {
			return true, err
		}
		req.PopReceipt = &receipt
	case "message id":
		return true, w.messageID(v, req)
	case "service properties":
		name, value, ok := strings.Cut(unquote(v), "=")
		if !ok {
			return true, miswritten("service properties %q are not of the form element=value", unquote(v))
		}
		req.ServiceProperties = map[string]string{name: value}
	case "policies":
		return true, w.policies(v, req)
	default:
		return false, nil
	}
	return true, nil
}

// popReceipt says what a receipt word is on the wire. Receipts are opaque: an old
// one is one that was given out before the newest (QUEUE-RCPT-18).
func (w *world) popReceipt(a *actor, t *thing, word string) (string, error) {
	switch word {
	case "remembered":
		if r := a.seen[t].receipt; r != "" {
			return r, nil
		}
		return "", miswritten("%s was given no receipt of the %s", a.name, t.label)
	case "current":
		if r := t.receipt(); r != "" {
			return r, nil
		}
	case "old":
		if n := len(t.receipts); n > 1 {
			return t.receipts[n-2], nil
		} else if n == 1 {
			return "", blocked("name an old receipt of the "+t.label, fmt.Errorf("it never had but one, %s", t.receipts[0]))
		}
	case "other":
		for label, o := range w.things {
			if label != t.label && o.receipt() != "" {
				return o.receipt(), nil
			}
		}
		return "", miswritten("the scenario has no other message whose receipt could be sent")
	case "malformed":
		return "invalid", nil
	}
	return "", miswritten("the %s has no %s receipt", t.label, word)
}

// messageID puts another id than the message's own into the address.
func (w *world) messageID(word string, req *ops.Request) error {
	switch word {
	case "other":
		req.MessageID = ptr(w.guid())
	case "malformed":
		req.MessageID = ptr("no-guid")
	default:
		return miswritten("%q is no message id: want other or malformed", word)
	}
	return nil
}

// policies makes several stored access policies, named by words.
func (w *world) policies(words string, req *ops.Request) error {
	now := w.session.Clock.Now().UTC().Truncate(time.Second)
	req.Policies = []ops.Policy{}
	for _, id := range strings.Fields(unquote(words)) {
		req.Policies = append(req.Policies, ops.Policy{ID: id, Start: now.Add(-time.Hour), Expiry: now.Add(time.Hour), Permission: "r"})
	}
	return nil
}

// messageDefaults fills in what a sentence about a message may leave unsaid: the
// receipt that the client has, or the newest there is.
func (w *world) messageDefaults(a *actor, op ops.Operation, t *thing, req *ops.Request) {
	if t == nil || t.res.Kind != ops.Message {
		return
	}
	receipt := a.seen[t].receipt
	if receipt == "" {
		receipt = t.receipt()
	}
	req.PopReceipt = &receipt
	if op.Name == "Update Message" {
		req.Visibility = ptr("0") // it is mandatory: QUEUE-TIME-05
	}
}
