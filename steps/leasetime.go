package steps

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"ifmatch/steps/cell"
)

// left is how much time a lease or its break period had left when a request
// reached the service: known exactly where the clock stands still during an
// exchange, else between two bounds.
type left struct {
	least, most time.Duration
	// running tells whether the lease would have ended by itself at all.
	running bool
}

// left says what the timer named key had left for a request sent and answered
// then.
func (t *timeline) left(key string, sent, answered time.Time) left {
	tm := t.timers[key]
	if tm == nil || tm.nominal <= t.nominal {
		return left{}
	}
	return left{least: tm.earliest.Sub(answered), most: tm.latest.Sub(sent), running: true}
}

// leaseOf names the timer of a resource's lease.
func leaseOf(t *thing) string { return "lease of the " + t.label }

// leaseTime judges the x-ms-lease-time of a break: whole seconds, exact where the
// clock is, else as punctual as leases are (BLOB-LEASE-68, BLOB-LEASE-69).
func (w *world) leaseTime(ac *act, words, got string, wrong func(string) error) error {
	lt, err := cell.ParseLeaseTime(words)
	if err != nil {
		return miswritten("%v", err)
	}
	if lt.Weak && !w.run.strict() {
		return nil
	}
	n := math.Inf(1)
	if lt.Word == "min(n, remaining)" {
		if ac.req.BreakPeriod == nil {
			return miswritten("%s names no break period", ac.op.Name)
		}
		if n, err = strconv.ParseFloat(*ac.req.BreakPeriod, 64); err != nil {
			return miswritten("break period %q is no number", *ac.req.BreakPeriod)
		}
	}
	least, most := float64(lt.Seconds), float64(lt.Seconds)
	switch {
	case lt.Word == "":
	case ac.left.running:
		least, most = min(n, math.Floor(ac.left.least.Seconds())), min(n, math.Ceil(ac.left.most.Seconds()))
	case lt.Word == "remaining":
		return miswritten("nothing is known to remain of the lease of the %s", ac.thing.label)
	default:
		least, most = n, n
	}
	want := fmt.Sprintf("%.0f", most)
	if most > 0 {
		off := w.time.slack().Seconds()
		least, most = max(0, least-off), most+off
	}
	if least != most {
		want = fmt.Sprintf("%.0f to %.0f", least, most)
	}
	if s, err := strconv.Atoi(got); err != nil || float64(s) < least || float64(s) > most {
		return wrong(want)
	}
	return nil
}

// showsLeaseID tells whether a response holds the id of any lease of the
// scenario, in its header or anywhere in its body.
func (w *world) showsLeaseID(ac *act) bool {
	if ac.resp.Header.Get("x-ms-lease-id") != "" {
		return true
	}
	body := bytes.ToLower(ac.resp.Body)
	for _, id := range w.leases {
		if bytes.Contains(body, []byte(strings.ToLower(id))) {
			return true
		}
	}
	return false
}
