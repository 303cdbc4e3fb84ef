package history

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"ifmatch/reference/operation"
)

// visibility is how long Get Messages hides a message by default.
const visibility = 30 * time.Second

// Grants is what the store has granted for a while: leases, and messages. When one of them ends, something can happen.
type Grants struct {
	leases  map[string]grant // by resource
	windows []time.Time
}

// grant is a lease.
type grant struct {
	end      time.Time
	duration time.Duration
}

// infinite is how long a lease lasts that has no end.
const infinite = 100 * 365 * 24 * time.Hour

// Learn reads what an answer grants.
func (g *Grants) Learn(l *Line, now time.Time) {
	if !l.Succeeded() {
		return
	}
	seconds, _ := strconv.Atoi(l.Duration)
	d := time.Duration(seconds) * time.Second
	switch action := l.LeaseAction(); {
	case action == "acquire":
		if g.leases == nil {
			g.leases = make(map[string]grant)
		}
		if d <= 0 {
			d = infinite
		}
		g.leases[l.Resource] = grant{now.Add(d), d}
	case action == "renew":
		if old, found := g.leases[l.Resource]; found {
			g.leases[l.Resource] = grant{now.Add(old.duration), old.duration}
		}
	case action == "release" || action == "break":
		g.Drop(l.Resource)
	case l.Operation == operation.UpdateMessage:
		g.windows = append(g.windows, now.Add(d))
	case l.Operation == operation.GetMessages && len(l.Got) > 0:
		g.windows = append(g.windows, now.Add(cmp.Or(d, visibility)))
	}
}

// Drop forgets the lease of a resource.
func (g *Grants) Drop(resource string) { delete(g.leases, resource) }

// Next returns when the next grant ends.
func (g *Grants) Next(now time.Time) (end time.Time, known bool) {
	consider := func(t time.Time) {
		if t.After(now) && (!known || t.Before(end)) {
			end, known = t, true
		}
	}
	for _, l := range g.leases {
		consider(l.end)
	}
	for _, w := range g.windows {
		consider(w)
	}
	return end, known
}

// Leased lists the blobs and containers that are leased, in order.
func (g *Grants) Leased(now time.Time) []string {
	var all []string
	for _, resource := range slices.Sorted(maps.Keys(g.leases)) {
		if strings.HasPrefix(resource, "blob ") && g.leases[resource].end.After(now) {
			all = append(all, resource)
		}
	}
	return all
}
