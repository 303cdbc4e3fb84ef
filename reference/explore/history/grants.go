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
	end      time.Time // zero: it has none
	duration time.Duration
}

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
		g.leases[l.Resource] = granted(now, d)
	case action == "renew":
		if old, found := g.leases[l.Resource]; found {
			g.leases[l.Resource] = granted(now, old.duration)
		}
	case action == "release" || action == "break":
		g.Drop(l.Resource)
	case l.Operation == operation.UpdateMessage:
		g.windows = append(g.windows, now.Add(d))
	case l.Operation == operation.GetMessages && len(l.Got) > 0:
		g.windows = append(g.windows, now.Add(cmp.Or(d, visibility)))
	}
}

func granted(now time.Time, d time.Duration) grant {
	if d <= 0 {
		return grant{}
	}
	return grant{now.Add(d), d}
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
		l := g.leases[resource]
		if strings.HasPrefix(resource, "blob ") && (l.end.IsZero() || l.end.After(now)) {
			all = append(all, resource)
		}
	}
	return all
}
