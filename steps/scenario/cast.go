package scenario

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"ifmatch/internal/target"
)

// Cast is the clients of a story, each made on first use.
type Cast struct {
	byName map[string]*Actor
	open   func(target.Service, Access) Client
}

// Actor returns the client called name. "A client", "another client" and the like are names,
// just like "Ann".
func (c *Cast) Actor(name string) *Actor {
	name = strings.ToLower(strings.TrimPrefix(strings.TrimPrefix(strings.TrimPrefix(name, "a "), "an "), "the "))
	if c.byName[name] == nil {
		c.byName[name] = c.newActor(name)
	}
	return c.byName[name]
}

// OneOfMany is client i of many in the same role.
func (c *Cast) OneOfMany(role string, i int) *Actor { return c.Actor(fmt.Sprintf("%s %d", role, i+1)) }

// All lists the clients, in no order.
func (c *Cast) All() []*Actor { return slices.Collect(maps.Values(c.byName)) }

// LastWrite is the last act on t if that was a write, or else the last accepted write on it; nil if there is none.
func (c *Cast) LastWrite(t *Resource) *Act {
	if t.Act != nil && !t.Act.Op.Reads {
		return t.Act
	}
	var last *Act
	for _, a := range c.byName {
		if a.Last != nil && a.Last.Resource == t && !a.Last.Op.Reads && a.Last.Resp.OK() && (last == nil || a.Last.Answered.After(last.Answered)) {
			last = a.Last
		}
	}
	return last
}

func (c *Cast) newActor(name string) *Actor {
	return &Actor{Name: name, open: c.open, Seen: map[*Resource]Memory{}, clients: map[target.Service]Client{}}
}

// Access chooses how a client authorises its requests. The zero value uses the
// session's own credential.
type Access struct {
	Anonymous bool          // send no credential at all
	SAS       string        // use this SAS (a query string, "?" or not) instead
	Key       target.Secret // use this account key instead, base64
	// Typed sends only what the options of the SDK's methods can express. A request that they
	// cannot express is an error.
	Typed bool
}

// Actor is a client with a memory.
type Actor struct {
	Name string
	Last *Act
	Seen map[*Resource]Memory
	// Own is what a room remembers about the client from one sentence to the next.
	Own     any
	open    func(target.Service, Access) Client
	access  Access
	opening sync.Mutex
	clients map[target.Service]Client // opened on first use
	// Held is the request whose body the client holds back, or held back last; nil: none.
	Held *HeldBody
	// Answer brings what becomes of that request; nil once it was taken.
	Answer chan HeldAnswer
}

// Hold gives a client another credential.
func (a *Actor) Hold(access Access) {
	a.access, a.clients = access, map[target.Service]Client{}
}

// Client is the actor's view of a service.
func (a *Actor) Client(s target.Service) Client {
	a.opening.Lock()
	defer a.opening.Unlock()
	if a.clients[s] == nil {
		a.clients[s] = a.open(s, a.access)
	}
	return a.clients[s]
}

// Saw remembers the stamps under which the client saw a resource; an empty stamp changes
// nothing.
func (a *Actor) Saw(t *Resource, etag, lastModified string) {
	m := a.Seen[t]
	m.ETag, m.LastModified = cmp.Or(etag, m.ETag), cmp.Or(lastModified, m.LastModified)
	a.Seen[t] = m
}

// Got remembers what the service gave the client for a resource.
func (a *Actor) Got(t *Resource, token string) {
	m := a.Seen[t]
	m.Token = token
	a.Seen[t] = m
}

// HeldAnswer is what became of a request whose body was held back.
type HeldAnswer struct {
	Act *Act
	Err error
}
