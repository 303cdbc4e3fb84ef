package steps

import (
	"context"
	"fmt"
	"strings"

	"ifmatch/steps/ops"
)

// aResource builds a container, table or queue, a blob in the scenario's container, an
// entity in its table or a message in its queue, in the state that the sentence names.
func (w *world) aResource(ctx context.Context, kind, name, state string) error {
	doing := fmt.Sprintf("prepare a %s that %s", kind, state)
	t, err := w.newThing(kind, name)
	if err != nil {
		return err
	}
	if around := encloses(t.res.Kind); around != "" && w.things[around] == nil {
		if err := w.enclosing(ctx, around); err != nil {
			return err
		}
	}
	w.things[t.label], w.subject = t, t
	w.cleanUpLater(t)
	if err := w.build(ctx, t, state); err != nil {
		return blocked(doing, err)
	}
	if err := w.verify(ctx, t, doing, state); err != nil {
		return err
	}
	if s := w.things["snapshot"]; s != nil && s.before == nil && t.now != nil {
		s.before = ptr(t.now.Frozen(s.res)) // BLOB-CONS-10
	}
	if strings.HasPrefix(state, "is ") {
		w.changed() // a lease goes on by itself
	}
	return nil
}

// hasRead lets a client remember the current version.
func (w *world) hasRead(ctx context.Context, who, kind, name string) error {
	name = labelOf(kind, name)
	t, err := w.thing(name)
	if err != nil {
		return err
	}
	a, err := w.actor(who)
	if err != nil {
		return err
	}
	op, _ := ops.Lookup(reading(kind))
	ac, err := w.perform(ctx, a, op, t, ops.Request{})
	if err != nil {
		return blocked("read the "+name, err)
	}
	if ac.resp.Status != 200 {
		return blocked("read the "+name, fmt.Errorf("%s was answered %s", op.Name, describe(ac.resp)))
	}
	return w.remember(a, ac)
}

// reading names the operation by which a client gets to know a resource.
func reading(kind string) string {
	switch kind {
	case "container":
		return "Get Container Properties"
	case "table":
		return "Query Entities"
	case "entity":
		return "Get Entity"
	case "queue":
		return "Get Queue Metadata"
	}
	return "Get Blob"
}

// holdsSAS gives a client nothing but a SAS that hangs on a stored access policy.
func (w *world) holdsSAS(_ context.Context, who, policy, of string) error {
	t, err := w.thing(of)
	if err != nil {
		return err
	}
	sign, name := ops.PolicySAS, t.res.Container
	if of == "queue" {
		sign, name = ops.QueuePolicySAS, t.res.Queue
	}
	sas, err := sign(w.session, name, policy)
	if err != nil {
		return blocked("sign a SAS under the stored access policy", err)
	}
	client, err := ops.NewClient(w.session, w.rec, ops.ClientOptions{SAS: sas})
	if err != nil {
		return blocked("make a client", err)
	}
	a, err := w.actor(who)
	if err != nil {
		return err
	}
	a.client = client
	return nil
}

// wrongKey is the key of some other account, in base64.
const wrongKey = "bm90IHRoZSBrZXkgb2YgdGhpcyBhY2NvdW50LCBvbmx5IGl0cyBmb3JtIQ=="

// holdsWrongKey gives a client an account key that is not the account's.
func (w *world) holdsWrongKey(_ context.Context, who string) error {
	a, err := w.actor(who)
	if err != nil {
		return err
	}
	s := *w.session
	s.Credential.Key, s.Credential.SAS = wrongKey, ""
	if a.client, err = ops.NewClient(&s, w.rec, ops.ClientOptions{}); err != nil {
		return blocked("make a client", err)
	}
	return nil
}
