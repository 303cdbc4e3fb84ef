package scenario

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"ifmatch/internal/target"
)

// Cast is the clients of a story, each made on first use.
type Cast struct {
	byName map[string]*Actor
	open   func(target.Service, Access) (Client, error)
}

// Actor returns the client called name. "A client", "another client" and the like are names,
// just like "Ann".
func (c *Cast) Actor(name string) *Actor {
	name = strings.ToLower(strings.TrimPrefix(strings.TrimPrefix(strings.TrimPrefix(name, "a "), "an "), "the "))
	a, ok := c.byName[name]
	if !ok {
		if c.byName == nil {
			c.byName = map[string]*Actor{}
		}
		a = c.newActor(name)
		c.byName[name] = a
	}
	return a
}

// OneOfMany is client i of many in the same role.
func (c *Cast) OneOfMany(role string, i int) *Actor { return c.Actor(fmt.Sprintf("%s %d", role, i+1)) }

// All lists the clients, in no order.
func (c *Cast) All() []*Actor { return slices.Collect(maps.Values(c.byName)) }

// LastWrite is the act of the last accepted write on t; nil if there is none.
func (c *Cast) LastWrite(t *Thing) *Act {
	var last *Act
	for _, a := range c.byName {
		if a.Last != nil && a.Last.Thing == t && !a.Last.Op.Reads && a.Last.Resp.OK() && (last == nil || a.Last.Answered.After(last.Answered)) {
			last = a.Last
		}
	}
	return last
}

func (c *Cast) newActor(name string) *Actor {
	return &Actor{Name: name, open: c.open, Seen: map[*Thing]Memory{}, clients: map[target.Service]Client{}}
}
