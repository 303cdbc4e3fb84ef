package pace

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Forms are the ways to write a rate, for help and error texts.
const Forms = "N, FROM..TO, N,N,N, spike:BASE:PEAK:AT:FOR, sine:MEAN:AMPLITUDE:PERIOD"

// Parse reads a rate over the d that a run lasts:
//
//	2000                     two thousand exchanges a second
//	100..5000                a ramp over the run
//	500,1000,2000            steps, each an equal part of the run
//	spike:500:5000:2s:500ms  500, but 5000 after 2 s for half a second
//	sine:1000:500:10s        between 500 and 1500 and back every 10 s
func Parse(text string, d time.Duration) (Shape, error) {
	fail := func(why string) (Shape, error) {
		return nil, fmt.Errorf("rate %q: %s; write %s", text, why, Forms)
	}
	if kind, rest, ok := strings.Cut(text, ":"); ok {
		switch kind {
		case "spike":
			return parseSpike(rest, d, fail)
		case "sine":
			return parseSine(rest, fail)
		}
		return fail(fmt.Sprintf("there is no shape %q", kind))
	}
	if from, to, ok := strings.Cut(text, ".."); ok {
		a, err := parseRate(from)
		if err != nil {
			return fail(err.Error())
		}
		b, err := parseRate(to)
		if err != nil {
			return fail(err.Error())
		}
		if d <= 0 {
			return fail("a ramp needs a run of known duration")
		}
		return Ramp(a, b, d), nil
	}
	var rates []float64
	for part := range strings.SplitSeq(text, ",") {
		r, err := parseRate(part)
		if err != nil {
			return fail(err.Error())
		}
		rates = append(rates, r)
	}
	if len(rates) == 1 {
		return Constant(rates[0]), nil
	}
	if d <= 0 {
		return fail("steps need a run of known duration")
	}
	return Steps(rates, d), nil
}

func parseSpike(text string, d time.Duration, fail func(string) (Shape, error)) (Shape, error) {
	parts := strings.Split(text, ":")
	if len(parts) != 4 {
		return fail("a spike has four parts")
	}
	base, err := parseRate(parts[0])
	if err != nil {
		return fail(err.Error())
	}
	peak, err := parseRate(parts[1])
	if err != nil {
		return fail(err.Error())
	}
	at, err := parseSpan(parts[2])
	if err != nil {
		return fail(err.Error())
	}
	lasting, err := parseSpan(parts[3])
	if err != nil {
		return fail(err.Error())
	}
	if d > 0 && at >= d {
		return fail(fmt.Sprintf("the spike would begin after %s, but the run is over after %s", at, d))
	}
	return Spike(base, peak, at, lasting), nil
}

func parseSine(text string, fail func(string) (Shape, error)) (Shape, error) {
	parts := strings.Split(text, ":")
	if len(parts) != 3 {
		return fail("a sine has three parts")
	}
	mean, err := parseRate(parts[0])
	if err != nil {
		return fail(err.Error())
	}
	amplitude, err := parseRate(parts[1])
	if err != nil {
		return fail(err.Error())
	}
	period, err := parseSpan(parts[2])
	if err != nil {
		return fail(err.Error())
	}
	if amplitude >= mean {
		return fail("the amplitude must be smaller than the mean")
	}
	return Sine(mean, amplitude, period), nil
}

func parseRate(text string) (float64, error) {
	r, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	if err != nil || !(r >= 0.01 && r <= MaxRate) { // the comparison also excludes NaN
		return 0, fmt.Errorf("%q is not a rate from 0.01 to %d a second", text, int64(MaxRate))
	}
	return r, nil
}

func parseSpan(text string) (time.Duration, error) {
	d, err := time.ParseDuration(strings.TrimSpace(text))
	if err != nil || d <= 0 || d > 1000*time.Hour {
		return 0, fmt.Errorf("%q is not a duration such as 500ms", text)
	}
	return d, nil
}
