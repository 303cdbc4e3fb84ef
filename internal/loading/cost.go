package loading

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"ifmatch/loadgen/trial"
)

// guessedExchange is how long an exchange with a remote service takes if nothing better is known.
// The estimate printed before a real account is loaded should err on the high side.
const guessedExchange = 4 * time.Millisecond

// estimate is roughly how many requests a run sends: an upper bound if it has a schedule, a guess
// if it is a closed loop.
func estimate(p trial.Plan) (requests float64, guessed bool) {
	rate := float64(p.Clients) / guessedExchange.Seconds()
	warmup, measured := rate*p.Warmup.Seconds(), rate*p.Duration.Seconds()
	if p.Shape != nil {
		warmup, measured = p.Shape.Rate(0)*p.Warmup.Seconds(), p.Shape.Due(p.Duration)
	}
	counted := p.Operations > 0 && (p.Duration == 0 || float64(p.Operations) <= measured)
	if counted {
		measured = float64(p.Operations)
	}
	return warmup + measured, p.Shape == nil && (p.Warmup > 0 || !counted)
}

// Costs estimates in a sentence what the runs of a plan amount to. A search makes up to trial.Trials such runs.
func Costs(plan trial.Plan, runs []trial.Plan, search bool) string {
	total, about := 0.0, "about"
	for _, p := range runs {
		n, guessed := estimate(p)
		if guessed {
			about = "roughly"
		}
		total += n
	}
	if search {
		total, about = total*trial.Trials, "up to some"
	}
	text := fmt.Sprintf("The load would be %s %s requests, %s of them writes; each request is a billed transaction",
		about, thousands(total), thousands(total*(1-plan.Options.Reads)))
	if plan.Options.Size > 0 {
		text += fmt.Sprintf("; up to %s of contents go each way", bytesText(total*float64(plan.Options.Size)))
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
