package html

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"ifmatch/reports/load"
)

// tried makes a search or sweep with points in the order in which they ran.
func tried(param string, values ...float64) load.Run {
	r := load.Run{Plan: load.Plan{Invariant: "no update is lost: really"}, Verdict: load.Verdict{State: load.Valid}}
	for _, v := range values {
		r.Points = append(r.Points, load.Point{Param: param, Value: v, Rate: 2 * v, Goodput: v, P50: time.Millisecond, P99: 2 * time.Millisecond, Verdict: load.Valid})
	}
	last := r.Points[len(r.Points)-1]
	r.Contention.Rate, r.Contention.Goodput, r.Response.P50, r.Response.P99 = last.Rate, last.Goodput, last.P50, last.P99
	return r
}

func TestPointsLieAtTheirValues(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name   string
		values []float64
		want   []float64 // shares of the axis
	}{
		{"a search", []float64{500, 1000, 700, 600}, []float64{0, .2, .4, 1}},
		{"doublings", []float64{2, 32, 8, 4}, []float64{0, .25, .5, 1}},
		{"seven times", []float64{7, 1, 4}, []float64{0, .5, 1}},
		{"zero among them", []float64{1.5, 0, 60}, []float64{0, .025, 1}},
		{"the same twice", []float64{3, 1, 3}, []float64{0, 1, 1}},
		{"one", []float64{16}, []float64{0}},
	} {
		r := tried("rate", tc.values...)
		c := curve(r, points(r))[0]
		x := c.across(100, 700)
		var got []float64
		for _, v := range c.x {
			got = append(got, (x.at(v)-x.from)/(x.to-x.from))
		}
		if d := cmp.Diff(tc.want, got, cmpopts.EquateApprox(0, 1e-9)); d != "" {
			t.Errorf("%s -want +got:\n%s", tc.name, d)
		}
	}
}

func TestLabelsUnderPointsDoNotTouch(t *testing.T) {
	t.Parallel()
	r := tried("rate", 500, 16_000, 707, 2_800, 14_000, 14_100, 14_200, 15_900)
	c := curve(r, points(r))[0]
	x := c.across(0, 300)
	shown := c.labelled(x)
	if len(shown) < 3 || shown[0] != len(c.x)-1 || shown[1] != 0 {
		t.Errorf("places with a label: %v", shown)
	}
	for i, a := range shown {
		for _, b := range shown[:i] {
			if math.Abs(x.at(c.x[a])-x.at(c.x[b])) < digitWidth*4 {
				t.Errorf("%s and %s are on each other", c.tried[a], c.tried[b])
			}
		}
	}
}

func TestTheVerdictOnAllPoints(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name                   string
		change                 func(*load.Run)
		state, count, sentence string
	}{
		{"valid", func(*load.Run) {}, "valid", "4 of 4 points valid", "no update is lost"},
		{"unmeasured", func(r *load.Run) { r.Points[0].Rate = 0 }, "incomplete", "3 of 4 points valid", "unmeasured: clients=8"},
		{"an invalid one", func(r *load.Run) {
			r.Points[1].Verdict, r.Points[2].Verdict, r.Points[0].Rate = "invalid", "undecided", 0
		}, "invalid", "1 of 4 points valid", "invalid: clients=2; undecided: clients=4; unmeasured: clients=8"},
		{"many", func(r *load.Run) {
			*r = tried("clients", 1, 2, 3, 4, 5, 6, 7, 8)
			for i := range r.Points {
				r.Points[i].Verdict = "undecided"
			}
		}, "undecided", "0 of 8 points valid", "undecided: clients=1, clients=2, clients=3, clients=4, clients=5, clients=6 and 2 more"},
	} {
		r := tried("clients", 8, 2, 4, 16)
		tc.change(&r)
		state, count, sentence := overall(r, points(r))
		if d := cmp.Diff([]string{tc.state, tc.count, tc.sentence}, []string{state, count, sentence}); d != "" {
			t.Errorf("%s -want +got:\n%s", tc.name, d)
		}
	}
}

func TestThePageOfASearch(t *testing.T) {
	t.Parallel()
	r := tried("rate", 500, 1000, 2000, 1414)
	r.Knee, r.Found = 1000, "it holds up to 1000/s"
	r.Points[2].Rate = 0
	var b strings.Builder
	if err := Write(&b, r); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"3 of 4 points valid", "In detail, rate=1414", `valid <strong class="tag">found</strong>`, ">&#160;found&#160;<", "rate 2,000: unmeasured", "it holds up to 1000/s"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("the page does not have %q", want)
		}
	}
	if n := strings.Count(b.String(), `<strong class="tag">found`); n != 1 {
		t.Errorf("%d points are marked as found", n)
	}
}

func TestTicks(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name   string
		values []float64
		want   []float64
	}{
		{"nothing", nil, []float64{0, .2, .4, .6, .8, 1}},
		{"zeros", []float64{0, 0}, []float64{0, .2, .4, .6, .8, 1}},
		{"near each other", []float64{900, 1450}, []float64{0, 500, 1000, 1500}},
		{"from 0 to 7", []float64{1, 7}, []float64{0, 2, 4, 6, 8}},
		{"far apart", []float64{3, 90}, []float64{1, 2, 5, 10, 20, 50, 100}},
		{"very far apart", []float64{1, 9e9}, []float64{1, 100, 10_000, 1e6, 1e8, 1e10}},
		{"not numbers", []float64{math.NaN(), math.Inf(1), 1}, []float64{0, .2, .4, .6, .8, 1}},
	} {
		a := newAxis(tc.values, 0, 100)
		if d := cmp.Diff(tc.want, a.ticks(6), cmpopts.EquateApprox(1e-9, 0)); d != "" {
			t.Errorf("%s -want +got:\n%s", tc.name, d)
		}
		for _, v := range append(tc.want, -1, 1e12) {
			if at := a.at(v); !(at >= -1e-9 && at <= 100+1e-9) {
				t.Errorf("%s: %g lies at %g", tc.name, v, at)
			}
		}
	}
}
