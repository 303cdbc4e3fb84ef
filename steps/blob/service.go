// Package blob is the room of the Blob service: the kinds of container and blob, the
// states in which scenarios find them, what requests and responses carry, and the
// sentences that only this service has. The operations are in its folder ops.
package blob

import (
	"context"
	"net/http"
	"slices"
	"strings"

	"ifmatch/internal/target"
	"ifmatch/steps/blob/ops"
	"ifmatch/steps/lease"
	"ifmatch/steps/plan"
	"ifmatch/steps/scenario"
	"ifmatch/steps/sdk"
)

// New makes the room.
func New() scenario.Service {
	return scenario.Service{Name: target.Blob, Open: sdk.Opening(target.Blob, ops.NewClient), Lexicon: scenario.Lexicon{
		Kinds: kinds(), Operations: append(ops.Operations(), ops.PropertyOperations()...), Terms: terms(), Subjects: subjects(),
		Phrases: slices.Concat(lease.Phrases(), phrases()),
		Hooks:   scenario.Hooks{Ready: ready, Defaults: defaults, Finish: finish, Learned: learned, Received: received},
		Uses:    uses, Withholds: withholds, Pairs: pairs(),
		// The prefix keeps the answer short: no container has such a name.
		Greeting: scenario.Greeting{Operation: "List Containers", Of: ops.Address{Kind: ops.Account}, Request: func() scenario.Request { return &ops.Request{Prefix: "ifmatch-preflight"} }},
		Account:  ops.SeeAccount,
		Leftovers: scenario.LeftoversOf("container", ops.ContainerNames,
			func(name string) scenario.Address { return ops.Address{Kind: ops.Container, Container: name} }, ops.RemoveContainer),
	}}
}

// ready reads, before a copy or a batch, its source or the other blobs that it may change, and before a container is
// restored, which deletion can be undone.
func ready(ctx context.Context, w *scenario.World, op scenario.Operation, t *scenario.Resource) (err error) {
	if op.Name == "Restore Container" {
		c := w.Keeper.Client(op.Service)
		if t.Version, err = ops.DeletedVersion(ctx, c.(*ops.Client), t.Address.(ops.Address)); err != nil {
			return w.Findings.Blocked(t, "list the deleted containers", err)
		}
	}
	if src := w.Resources.Get("source"); op.Source && src != nil && src != t {
		if src.Before, err = w.Read(ctx, src); err != nil {
			return w.Findings.Blocked(src, "read the source of the copy", err)
		}
	}
	if !strings.Contains(op.Name, "Batch of ") {
		return nil
	}
	for _, other := range w.Resources { // another request of the batch may change it
		if _, ok := other.Own.(*notes); ok && other != t {
			if other.Before, err = w.Read(ctx, other); err != nil {
				return w.Findings.Blocked(other, "read the "+other.Label+" before the batch", err)
			}
		}
	}
	return nil
}

// learned records what an answer taught a client.
func learned(w *scenario.World, a *scenario.Actor, ac *scenario.Act) {
	noteCopy(ac)
	lease.Learned(w, a, ac)
}

// withholds recognises the refusal of an account that allows no public access.
func withholds(req *http.Request, resp *http.Response) string {
	if resp.Header.Get("x-ms-error-code") == "PublicAccessNotPermitted" && sdk.Sent(req.Header, "x-ms-blob-public-access") != "" {
		return "public access"
	}
	return ""
}

// uses adds what else a case reads: the tags, if the story is about them, and which deletion of a container can be undone.
func uses(c plan.Case) (list []string) {
	if tagged(c) {
		list = append(list, "Get Blob Tags")
	}
	if slices.ContainsFunc(c.Script(), func(s *plan.Step) bool { return slices.Contains(s.Operations, "Restore Container") }) {
		list = append(list, "List Containers")
	}
	return list
}
