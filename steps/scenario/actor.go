package scenario

import (
	"sync"

	"ifmatch/internal/target"
	"ifmatch/steps/verdict"
)

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
	Seen map[*Thing]Memory
	// Own is what a room remembers about the client from one sentence to the next.
	Own     any
	open    func(target.Service, Access) (Client, error)
	access  Access
	opening sync.Mutex
	clients map[target.Service]Client // opened on first use
	// Held is the request whose body the client holds back, or held back last; nil: none.
	Held *HeldRequest
}

// Hold gives a client another credential.
func (a *Actor) Hold(access Access) {
	a.access, a.clients = access, map[target.Service]Client{}
}

// Client is the actor's view of a service.
func (a *Actor) Client(s target.Service) (Client, error) {
	a.opening.Lock()
	defer a.opening.Unlock()
	if c, ok := a.clients[s]; ok {
		return c, nil
	}
	c, err := a.open(s, a.access)
	if err != nil {
		return nil, verdict.Blocked("make a client", err)
	}
	a.clients[s] = c
	return c, nil
}

// Saw remembers the stamps under which the client saw a resource; an empty stamp changes
// nothing.
func (a *Actor) Saw(t *Thing, etag, lastModified string) {
	m := a.Seen[t]
	if etag != "" {
		m.ETag = etag
	}
	if lastModified != "" {
		m.LastModified = lastModified
	}
	a.Seen[t] = m
}

// Got remembers what the service gave the client for a resource.
func (a *Actor) Got(t *Thing, token string) {
	m := a.Seen[t]
	m.Token = token
	a.Seen[t] = m
}
