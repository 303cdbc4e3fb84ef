package lease

import (
	"slices"
	"strings"
	"time"

	"ifmatch/steps/scenario"
)

// timer names the timer of a resource's lease.
func timer(t *scenario.Resource) string { return "lease of the " + t.Label }

// Learned records the stamps that an answer showed, which for a snapshot are not the resource's own,
// the lease that it granted a client, and the timers that the request started or stopped.
func Learned(w *scenario.World, a *scenario.Actor, ac *scenario.Act) {
	if tag := ac.Resp.Header.Get("ETag"); !strings.HasPrefix(ac.Op.Name, "Snapshot ") {
		a.Saw(ac.Resource, tag, ac.Resp.Header.Get("Last-Modified"))
		ac.Resource.Note(tag)
	}
	ac.Left = w.Time.Remaining(timer(ac.Resource), ac.Sent, ac.Answered)
	if id := ac.Resp.Header.Get("x-ms-lease-id"); id != "" {
		a.Got(ac.Resource, id)
		proposed := ac.Req.(Request).Lease().ProposedID
		if proposed == nil || !slices.Contains([]string{w.IDs["A"], w.IDs["B"], w.IDs["C"]}, *proposed) {
			w.IDs["X"] = id
		}
	}
	lease, what := timer(ac.Resource), "the "+timer(ac.Resource)
	switch action(ac.Op) {
	case "acquire":
		if d := time.Duration(Seconds(ac.Req.(Request).Lease().Duration)) * time.Second; d > 0 {
			w.Time.Start(lease, what, d, ac.Sent, ac.Answered)
		} else {
			w.Time.Stop(lease)
		}
	case "renew":
		w.Time.Restart(lease, ac.Sent, ac.Answered)
	case "release":
		w.Time.Stop(lease)
	case "break":
		startBreaking(w, ac)
	}
}

// startBreaking records when a successful break is over: by the requested period if the lease's
// remaining time is known, else by the service's answer.
func startBreaking(w *scenario.World, ac *scenario.Act) {
	lease, what := timer(ac.Resource), "the break period of the "+timer(ac.Resource)
	l := w.Time.Remaining(lease, ac.Sent, ac.Answered)
	said := ac.Resp.Header.Get("x-ms-lease-time")
	if l.Running {
		period := ac.Req.(Request).Lease().BreakPeriod
		if period == nil {
			return // the break ends when the lease would have ended
		}
		said = *period
	}
	switch d := time.Duration(Seconds(&said)) * time.Second; {
	case d <= 0:
		w.Time.Stop(lease)
	case !l.Running || d < l.Most:
		w.Time.Start(lease, what, d, ac.Sent, ac.Answered)
	}
}
