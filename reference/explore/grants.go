package explore

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"ifmatch/reference/explore/history"
	"ifmatch/reference/operation"
)

// visibility is how long Get Messages hides a message by default.
const visibility = 30 * time.Second

// grants is what the store has granted for a while: leases, and messages. When one of them ends, something can happen.
type grants struct {
	leases  map[string]grant // by resource
	windows []time.Time
}

// grant is a lease.
type grant struct {
	end      time.Time // zero: it has none
	duration time.Duration
}

// learn reads what an answer grants.
func (g *grants) learn(l *history.Line, now time.Time) {
	if !l.Succeeded() {
		return
	}
	seconds, _ := strconv.Atoi(l.Duration)
	d := time.Duration(seconds) * time.Second
	switch l.Operation {
	case operation.LeaseBlobAcquire, operation.LeaseContainerAcquire, operation.LeaseShareAcquire:
		if g.leases == nil {
			g.leases = make(map[string]grant)
		}
		g.leases[l.Resource] = granted(now, d)
	case operation.LeaseBlobRenew, operation.LeaseContainerRenew, operation.LeaseShareRenew:
		if old, found := g.leases[l.Resource]; found {
			g.leases[l.Resource] = granted(now, old.duration)
		}
	case operation.LeaseBlobRelease, operation.LeaseBlobBreak, operation.LeaseContainerRelease, operation.LeaseContainerBreak:
		g.drop(l.Resource)
	case operation.GetMessages:
		if d == 0 {
			d = visibility
		}
		if len(l.Got) > 0 {
			g.windows = append(g.windows, now.Add(d))
		}
	case operation.UpdateMessage:
		g.windows = append(g.windows, now.Add(d))
	}
}

func granted(now time.Time, d time.Duration) grant {
	if d <= 0 {
		return grant{}
	}
	return grant{now.Add(d), d}
}

// drop forgets the lease of a resource.
func (g *grants) drop(resource string) { delete(g.leases, resource) }

// next returns when the next grant ends.
func (g *grants) next(now time.Time) (end time.Time, known bool) {
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

// leased lists the blobs and containers that are leased, in order.
func (g *grants) leased(now time.Time) []string {
	var all []string
	for _, resource := range slices.Sorted(maps.Keys(g.leases)) {
		l := g.leases[resource]
		if strings.HasPrefix(resource, "blob ") && (l.end.IsZero() || l.end.After(now)) {
			all = append(all, resource)
		}
	}
	return all
}
