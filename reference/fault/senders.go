package fault

import (
	"net/http"
	"slices"
	"strings"
	"sync"

	"ifmatch/reference/auth"
	op "ifmatch/reference/operation"
)

// wicket is a gate that admits other requests than the gate behind it. A nil function leaves that decision to the gate
// behind.
type wicket struct {
	auth.Gate
	verify func(behind auth.Gate, r *http.Request, o auth.Options) (auth.Identity, *auth.Error)
	judge  func(sender auth.Identity, o op.Operation, anyOf string) (admit, refuse bool)
}

func (g wicket) Verify(r *http.Request, o auth.Options) (auth.Identity, *auth.Error) {
	if g.verify == nil {
		return g.Gate.Verify(r, o)
	}
	return g.verify(g.Gate, r, o)
}

func (g wicket) Allows(sender auth.Identity, o op.Operation, anyOf string, on auth.Kind) *auth.Error {
	if g.judge != nil {
		switch admit, refuse := g.judge(sender, o, anyOf); {
		case admit:
			return nil
		case refuse:
			return &auth.Error{Status: http.StatusForbidden, Code: "AuthorizationPermissionMismatch", Message: "This request is not authorized to perform this operation using this permission."}
		}
	}
	return g.Gate.Allows(sender, o, anyOf, on)
}

// permission is a letter of a SAS with its name.
type permission struct{ letter, word string }

var toRead, toCreate, toWrite, toDelete = permission{"r", "read"}, permission{"c", "create"}, permission{"w", "write"}, permission{"d", "delete"}

// needed lists operations with the permissions of which a SAS must have one. The page of the operation or of the SAS
// names them. // D:Create a service SAS, Create an account SAS
var needed = []struct {
	of    []op.Operation
	anyOf []permission
}{
	{[]op.Operation{op.PutBlob}, []permission{toCreate, toWrite}},
	{[]op.Operation{op.LeaseBlobAcquire, op.LeaseBlobRenew, op.LeaseBlobChange, op.LeaseBlobRelease}, []permission{toWrite}},
	{[]op.Operation{op.LeaseBlobBreak}, []permission{toWrite, toDelete}},
	{[]op.Operation{op.LeaseContainerAcquire, op.LeaseContainerRenew, op.LeaseContainerChange, op.LeaseContainerRelease}, []permission{toWrite}},
	{[]op.Operation{op.LeaseContainerBreak}, []permission{toWrite, toDelete}},
}

// senders alters who may do what. A needed permission is not enough, or an unneeded one is. It also alters the
// treatment of stored access policies, the account key, and requests without credentials.
func senders(g *group) {
	add := func(name, sentence, at string, w wicket) {
		g.gate(name, sentence, at, func(behind auth.Gate) auth.Gate {
			w.Gate = behind
			return w
		})
	}
	// judging alters the decision on one operation for holders of a SAS.
	judging := func(of op.Operation, judge func(held *auth.SAS, anyOf string) (admit, refuse bool)) wicket {
		return wicket{judge: func(sender auth.Identity, o op.Operation, anyOf string) (admit, refuse bool) {
			if o == of && sender.SAS != nil {
				admit, refuse = judge(sender.SAS, anyOf)
			}
			return admit, refuse
		}}
	}
	const at = "BLOB-SAS-01"
	for _, n := range needed {
		for _, o := range n.of {
			for _, p := range []permission{toRead, toCreate, toWrite, toDelete} {
				if ofContainer(o) && p != toRead && !slices.Contains(n.anyOf, p) {
					continue // no page says whether it is enough
				}
				if slices.Contains(n.anyOf, p) {
					add(slug(o)+"-not-permitted-by-"+p.word, o.String()+" is refused with a SAS that has "+p.word+" permission.", at, judging(o, func(held *auth.SAS, _ string) (bool, bool) {
						return false, held.Permissions == p.letter
					}))
					continue
				}
				add(slug(o)+"-permitted-by-"+p.word, o.String()+" is performed with a SAS that has only "+p.word+" permission.", at, judging(o, func(held *auth.SAS, _ string) (bool, bool) {
					return (held.Resource != "") != ofContainer(o) && held.Permissions == p.letter, false
				}))
			}
			if ofContainer(o) {
				add(slug(o)+"-by-service-sas", o.String()+" is performed with a service SAS.", at, judging(o, func(held *auth.SAS, anyOf string) (bool, bool) {
					return held.Resource != "" && strings.ContainsAny(held.Permissions, anyOf), false
				}))
			}
		}
	}
	// verified alters what was found out about a sender.
	verified := func(alter func(r *http.Request, id *auth.Identity, refusal **auth.Error)) wicket {
		return wicket{verify: func(behind auth.Gate, r *http.Request, o auth.Options) (auth.Identity, *auth.Error) {
			id, refusal := behind.Verify(r, o)
			alter(r, &id, &refusal)
			return id, refusal
		}}
	}
	add("create-permits-overwrite", "A SAS with create permission also permits overwriting.", at, verified(func(_ *http.Request, id *auth.Identity, _ **auth.Error) {
		if id.SAS != nil && strings.Contains(id.SAS.Permissions, "c") {
			id.SAS = changed(id.SAS, func(more *auth.SAS) { more.Permissions += "w" })
		}
	}))
	for _, o := range []op.Operation{op.PutBlob, op.DeleteBlob, op.LeaseBlobAcquire} {
		add(slug(o)+"-by-strangers", o.String()+" needs no credentials.", "CONT-PUB-01", wicket{judge: func(sender auth.Identity, of op.Operation, _ string) (admit, refuse bool) {
			return of == o && sender.Anonymous, false
		}})
	}
	add("strangers-admitted", "A request without credentials is treated as one from the account's owner.", "CONT-PUB-01", verified(func(_ *http.Request, id *auth.Identity, _ **auth.Error) { id.Anonymous = false }))
	add("wrong-key-admitted", "A signature made with a key other than the account's is accepted.", "TABLE-BATCH-22", verified(func(r *http.Request, id *auth.Identity, refusal **auth.Error) {
		if *refusal != nil && strings.HasPrefix(r.Header.Get("Authorization"), "SharedKey") {
			*id, *refusal = auth.Identity{}, nil
		}
	}))
	policies(g)
}

// lookup finds a stored access policy by the name of its resource and its own.
type lookup = func(name, id string) (auth.StoredPolicy, bool)

// policies alters the treatment of stored access policies of services that promise when they take effect.
func policies(g *group) {
	for _, of := range []struct{ service, what, at string }{{"blob", "container", "CONT-TAB-10 BLOB-CONS-12-m"}, {"queue", "queue", "QUEUE-LWW-09"}} {
		looking := func(name, sentence string, look func() func(found lookup, name, id string) (auth.StoredPolicy, bool)) {
			g.gate(name, sentence, of.at, func(behind auth.Gate) auth.Gate {
				look := look()
				return wicket{Gate: behind, verify: func(behind auth.Gate, r *http.Request, o auth.Options) (auth.Identity, *auth.Error) {
					if found := o.Policy; o.Service == of.service && found != nil {
						o.Policy = func(name, id string) (auth.StoredPolicy, bool) { return look(found, name, id) }
					}
					return behind.Verify(r, o)
				}}
			})
		}
		looking(of.what+"-policy-without-effect", "A stored access policy of a "+of.what+" never takes effect.", func() func(lookup, string, string) (auth.StoredPolicy, bool) {
			return func(lookup, string, string) (auth.StoredPolicy, bool) { return auth.StoredPolicy{}, false }
		})
		if of.service != "blob" {
			continue // the documents promise nothing about removal
		}
		looking(of.what+"-policy-for-ever", "A stored access policy of a "+of.what+" still applies after it was removed.", func() func(lookup, string, string) (auth.StoredPolicy, bool) {
			var seen sync.Map // name and id → the policy at its first use
			return func(found lookup, name, id string) (auth.StoredPolicy, bool) {
				at := [2]string{name, id}
				if p, known := seen.Load(at); known {
					return p.(auth.StoredPolicy), true
				}
				p, is := found(name, id)
				if is {
					seen.Store(at, p)
				}
				return p, is
			}
		})
	}
}
