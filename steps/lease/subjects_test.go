package lease

import (
	"strings"
	"testing"
	"time"

	"ifmatch/steps/scenario"
)

func TestLeaseTimesOfABreak(t *testing.T) {
	t.Parallel()
	const s = time.Second
	between := func(least, most time.Duration) scenario.Remaining {
		return scenario.Remaining{Least: least, Most: most, Running: true}
	}
	tests := []struct {
		words   string
		movable bool
		period  string
		left    scenario.Remaining
		got     string
		want    string
	}{
		{"lease time 0", true, "", scenario.Remaining{}, "0", ""},
		{"lease time 0", true, "", scenario.Remaining{}, "1", "0; 1"},
		{"lease time 0", false, "", scenario.Remaining{}, "1", "0; 1"}, // 0 seconds are exact on any clock
		{"lease time 0", true, "", scenario.Remaining{}, "", "0; none"},
		{"lease time 0", true, "", scenario.Remaining{}, "none", "0; none"},
		{"lease time (0)", true, "", scenario.Remaining{}, "5", ""}, // recorded, not judged
		{"lease time remaining", true, "", between(20*s, 20*s), "20", ""},
		{"lease time remaining", true, "", between(20*s, 20*s), "19", "20; 19"},
		{"lease time remaining", false, "", between(18500*time.Millisecond, 20200*time.Millisecond), "16", ""},
		{"lease time remaining", false, "", between(18500*time.Millisecond, 20200*time.Millisecond), "23", ""},
		{"lease time remaining", false, "", between(18500*time.Millisecond, 20200*time.Millisecond), "15", "16 to 23; 15"},
		{"lease time remaining", false, "", between(18500*time.Millisecond, 20200*time.Millisecond), "24", "16 to 23; 24"},
		{"lease time remaining", true, "", scenario.Remaining{}, "20", "error: read the scenario: the remaining time of the lease of the blob is not known"},
		{"lease time min(n, remaining)", true, "10", between(20*s, 20*s), "10", ""},
		{"lease time min(n, remaining)", true, "10", between(20*s, 20*s), "20", "10; 20"},
		{"lease time min(n, remaining)", true, "60", between(20*s, 20*s), "20", ""},
		{"lease time min(n, remaining)", true, "45", scenario.Remaining{}, "45", ""}, // an infinite lease has no remaining time of its own
		{"lease time min(n, remaining)", true, "", scenario.Remaining{}, "45", "error: read the scenario: Lease Blob break names no break period"},
		{"lease time min(n, remaining)", true, "x", scenario.Remaining{}, "45", `error: read the scenario: break period "x" is not a number`},
		{"lease time absent", true, "", scenario.Remaining{}, "", ""},
		{"lease time absent", true, "", scenario.Remaining{}, "5", "no lease time; 5"},
	}
	for _, tt := range tests {
		w, c, blob := leased(tt.movable)
		f := Fields{}
		if tt.period != "" {
			f.BreakPeriod = &tt.period
		}
		ac := c.answer(w, blob, "Lease Blob break", f, "x-ms-lease-time", tt.got)
		ac.Left = tt.left
		checkVerdict(t, tt.words+" of "+tt.got, carries(t, w, ac, tt.words), tt.want)
	}
	w, c, blob := leased(true)
	w.Strict = true
	checkVerdict(t, "a weak lease time at level observed", carries(t, w, c.answer(w, blob, "Lease Blob break", Fields{}, "x-ms-lease-time", "5"), "lease time (0)"), "0; 5")
}

func TestLeaseIDsInAnAnswer(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ words, id, body, want string }{
		{"lease id A", idA, "", ""},
		{"lease id A", idB, "", idA + "; " + idB},
		{"lease id A", "", "", idA + "; none"},
		{"a lease id", idA, "", ""},
		{"a lease id", "", "", "some lease id; none"},
		{"no lease id", "", "", ""},
		{"no lease id", idA, "", "no lease id; " + idA},
		{"no lease id", "", "<LeaseId>" + strings.ToUpper(idA) + "</LeaseId>", "no lease id; none"},
		{"no lease id", "", "<LeaseId>dddddddd-0000-4000-8000-00000000000d</LeaseId>", ""},
	} {
		w, c, blob := leased(true)
		ac := c.answer(w, blob, "Lease Blob acquire", Fields{}, "x-ms-lease-id", tt.id)
		ac.Resp.Body = []byte(tt.body)
		checkVerdict(t, tt.words+" of "+tt.id+tt.body, carries(t, w, ac, tt.words), tt.want)
	}
}
