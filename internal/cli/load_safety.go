package cli

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"ifmatch/internal/target"
	"ifmatch/loadgen/trial"
)

// guessedExchange is how long an exchange with a remote service takes if nothing better is known.
// The estimate printed before a real account is loaded should err on the high side.
const guessedExchange = 4 * time.Millisecond

// estimate is roughly how many requests a run sends: an upper bound if it has a schedule, a guess
// if it is a closed loop.
func (p loadPlan) estimate() (requests float64, guessed bool) {
	f, rate := p.flags, float64(p.flags.clients)/guessedExchange.Seconds()
	warmup, measured := rate*f.warmup.Seconds(), rate*f.duration.Seconds()
	if p.shape != nil {
		warmup, measured = p.shape.Rate(0)*f.warmup.Seconds(), p.shape.Due(f.duration)
	}
	counted := f.ops > 0 && (f.duration == 0 || float64(f.ops) <= measured)
	if counted {
		measured = float64(f.ops)
	}
	return warmup + measured, p.shape == nil && (f.warmup > 0 || !counted)
}

// trials is how many runs the plan makes; atMost says that it is an upper bound.
func (p loadPlan) trials() (n int, atMost bool) {
	switch {
	case p.sweep != nil:
		return len(p.sweep.values), false
	case p.search != nil:
		return trial.Trials, true
	}
	return 1, false
}

// permit refuses to load a target on another machine unless that was requested, and says what the
// load would amount to.
func (p loadPlan) permit(info target.Info) error {
	if info.Loopback || p.flags.really {
		return nil
	}
	return usagef(p.costs()+" Add --yes-really-load to send them", "%s is not on this machine", info.Name)
}

// costs estimates what a run amounts to, in sentences.
func (p loadPlan) costs() string {
	total, about := 0.0, "about"
	plans := []loadPlan{p}
	if p.sweep != nil {
		plans = plans[:0]
		for _, x := range p.sweep.values {
			if q, err := p.with(p.sweep.param, x); err == nil {
				plans = append(plans, q)
			}
		}
	}
	for _, q := range plans {
		n, guessed := q.estimate()
		if guessed {
			about = "roughly"
		}
		total += n
	}
	if n, atMost := p.trials(); p.search != nil && atMost {
		total, about = total*float64(n), "up to some"
	}
	writes := total * (1 - p.options.Reads)
	text := fmt.Sprintf("The load would be %s %s requests, %s of them writes; each request is a billed transaction",
		about, thousands(total), thousands(writes))
	if p.options.Size > 0 {
		text += fmt.Sprintf("; up to %s of contents go each way", bytesText(total*float64(p.options.Size)))
	}
	return text + "."
}

// thousands writes a number with separators, rounded to three digits.
func thousands(x float64) string {
	if x >= 1000 {
		unit := math.Pow(10, math.Floor(math.Log10(x))-2)
		x = math.Round(x/unit) * unit
	}
	digits := strconv.FormatFloat(math.Round(x), 'f', 0, 64)
	var b strings.Builder
	for i, d := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteRune(d)
	}
	return b.String()
}

// bytesText writes an amount of data.
func bytesText(n float64) string {
	for _, unit := range []string{"B", "kB", "MB", "GB", "TB"} {
		if n < 1000 || unit == "TB" {
			return strconv.FormatFloat(n, 'f', 0, 64) + " " + unit
		}
		n /= 1000
	}
	return ""
}
