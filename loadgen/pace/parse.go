package pace

import (
	"errors"
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
	read := line
	if strings.Contains(text, ":") {
		read = curve
	}
	s, err := read(text, d)
	if err != nil {
		return nil, fmt.Errorf("rate %q: %w; write %s", text, err, Forms)
	}
	return s, nil
}

// line reads a constant, a ramp or steps.
func line(text string, d time.Duration) (Shape, error) {
	ramp := strings.Contains(text, "..")
	parts := strings.Split(text, ",")
	if ramp {
		parts = strings.SplitN(text, "..", 2)
	}
	rates, err := each(parts, parseRate)
	switch {
	case err != nil:
		return nil, err
	case len(rates) == 1:
		return Constant(rates[0]), nil
	case d <= 0 && ramp:
		return nil, errors.New("a ramp needs a run of known duration")
	case d <= 0:
		return nil, errors.New("steps need a run of known duration")
	case ramp:
		return Ramp(rates[0], rates[1], d), nil
	}
	return Steps(rates, d), nil
}

// curve reads a spike or a sine.
func curve(text string, d time.Duration) (Shape, error) {
	kind, rest, _ := strings.Cut(text, ":")
	switch kind {
	case "spike":
		rates, spans, err := shaped(rest, "a spike has four parts", 4)
		if err == nil && d > 0 && spans[0] >= d {
			err = fmt.Errorf("the spike would begin after %s, but the run is over after %s", spans[0], d)
		}
		if err != nil {
			return nil, err
		}
		return Spike(rates[0], rates[1], spans[0], spans[1]), nil
	case "sine":
		rates, spans, err := shaped(rest, "a sine has three parts", 3)
		if err == nil && rates[1] >= rates[0] {
			err = errors.New("the amplitude must be smaller than the mean")
		}
		if err != nil {
			return nil, err
		}
		return Sine(rates[0], rates[1], spans[0]), nil
	}
	return nil, fmt.Errorf("there is no shape %q", kind)
}

// shaped reads the parts of a shape: two rates, and then spans.
func shaped(text, why string, n int) (rates []float64, spans []time.Duration, err error) {
	parts := strings.Split(text, ":")
	if len(parts) != n {
		return nil, nil, errors.New(why)
	}
	if rates, err = each(parts[:2], parseRate); err == nil {
		spans, err = each(parts[2:], parseSpan)
	}
	return rates, spans, err
}

func each[T any](parts []string, parse func(string) (T, error)) (all []T, err error) {
	for _, part := range parts {
		one, err := parse(part)
		if err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, nil
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
