package queue

import (
	"fmt"
	"strings"

	"ifmatch/steps/account"
	"ifmatch/steps/scenario"
	"ifmatch/steps/verdict"
	"ifmatch/steps/words"
)

// terms are what a request can carry.
func terms() []scenario.Term {
	heedless := "the header, which a queue ignores"
	text := func(key, values, means string, field func(*Request) **string) scenario.Term {
		return scenario.TextTerm(key, values, means, func(req *Request, v string) { *field(req) = &v })
	}
	return append(scenario.Conditions[*Request](heedless), []scenario.Term{
		scenario.NewTerm("lease id", "A, B or C", "an x-ms-lease-id, which has no effect on a queue", words.OneOf("lease id", "A", "B", "C"),
			func(q *scenario.Asking, req *Request, letter string) error {
				req.SetHeader("x-ms-lease-id", q.World.IDs[letter])
				return nil
			}),
		scenario.TextTerm("content", `a text in quotes`, "the text of the message", func(req *Request, v string) { req.Body = []byte(words.Unquote(v)) }),
		scenario.MetadataTerm[*Request]("the metadata to set; `nothing` removes all of it"),
		scenario.PolicyTerm[*Request]("policy", "a name in quotes, or none", "r", func(v string) []string { return []string{v} }),
		scenario.PolicyTerm[*Request]("policies", "names in quotes, with spaces between them", "r", strings.Fields),
		account.Term(func(r *Request) *account.Settings { return &r.Settings }),
		scenario.Omits(text("visibility", "seconds", "the visibility timeout; an update sends 0 by default",
			func(r *Request) **string { return &r.Visibility }), func(req *Request) { req.Visibility = nil }),
		text("time to live", "seconds, or -1 for no expiry", "how long the message lives", func(r *Request) **string { return &r.TimeToLive }),
		text("number of messages", "a number", "the maximum number of messages to get or peek at", func(r *Request) **string { return &r.MessageCount }),
		scenario.Omits(popReceipt(), func(req *Request) { req.PopReceipt = nil }),
		anotherID(),
		scenario.SpellingTerm[*Request](),
	}...)
}

// popReceipt turns a receipt word into what is on the wire. Receipts are opaque: an old one is a
// receipt that was given out before the newest (QUEUE-RCPT-18).
func popReceipt() scenario.Term {
	return scenario.NewTerm("pop receipt", "current, old, remembered, other, malformed or empty",
		"the latest receipt of the message, the one before it, the one that this client received, one of another message, or something that is no receipt; by default the client's own, or else the latest",
		words.OneOf("pop receipt", "current", "old", "remembered", "other", "malformed", "empty"),
		func(q *scenario.Asking, req *Request, word string) error {
			receipt, err := receiptFor(q, word)
			req.PopReceipt = &receipt
			return err
		})
}

func receiptFor(q *scenario.Asking, word string) (string, error) {
	t := q.Resource
	switch given := of(t).given; word {
	case "remembered":
		if r := q.Actor.Seen[t].Token; r != "" {
			return r, nil
		}
		return "", verdict.Miswritten("%s was given no receipt of the %s", q.Actor.Name, t.Label)
	case "current":
		if r := newest(t); r != "" {
			return r, nil
		}
	case "old":
		if n := len(given); n > 1 {
			return given[n-2], nil
		} else if n == 1 {
			return "", verdict.Blocked("name an old receipt of the "+t.Label, fmt.Errorf("it only ever had one, %s", given[0]))
		}
	case "other":
		for _, o := range q.World.Resources {
			if o != t && newest(o) != "" {
				return newest(o), nil
			}
		}
		return "", verdict.Miswritten("the scenario has no other message whose receipt could be sent")
	case "malformed":
		return "invalid", nil
	case "empty":
		return "", nil
	}
	return "", verdict.Miswritten("the %s has no %s receipt", t.Label, word)
}

// anotherID puts an id other than the message's own into the address.
func anotherID() scenario.Term {
	return scenario.NewTerm("message id", "other or malformed", "a message ID that does not exist or is malformed; the message's own by default",
		words.OneOf("message id", "other", "malformed"),
		func(q *scenario.Asking, req *Request, word string) error {
			id := "no-guid"
			if word == "other" {
				id = q.World.GUID()
			}
			req.MessageID = &id
			return nil
		})
}
