package baseline

import (
	"math"

	"ifmatch/reports"
)

// The levels of the tests of rates.
const (
	// changed is how often, at most, a case of an unchanged target is said to fail more often than
	// before. It is small because a target has many races, and a gate with thirty of them that fail
	// now and then must stay green for months.
	changed = 0.0001
	// gone is how often, at most, a failure that is still there is said to be fixed, and one by chance
	// to be certain.
	gone = 0.01
)

// oneInSoMany rounds lost are so many that any number may be lost another time.
const oneInSoMany = 5

// often reports whether the case of a line failed in a fifth of its rounds or more. How often a race is lost follows the speed
// of the machine from one minute to the next: one that is lost that often may be lost every time on a faster or busier machine,
// which no count of rounds tells from a certain failure. The other cases of a family have never failed so.
func (l Line) often() bool {
	all := l.all()
	return !l.Family() && oneInSoMany*all.Failed >= all.Played
}

// aboveBy is the probability that at least as many rounds fail as failed now, if the rate is still
// that of the rounds known before: Fisher's exact test, one-sided.
func aboveBy(now, before reports.Rounds) float64 {
	failed, all := now.Failed+before.Failed, now.Played+before.Played
	sum := 0.0
	for k := now.Failed; k <= min(failed, now.Played); k++ {
		sum += math.Exp(logChoose(now.Played, k) + logChoose(before.Played, failed-k) - logChoose(all, failed))
	}
	return min(sum, 1)
}

// refuted reports whether so many rounds have passed since the last failure that the old rate
// cannot be the rate of today, by the same test.
func refuted(before reports.Rounds, passes int) bool {
	if before.Failed == 0 {
		return false
	}
	all := before.Played + passes
	return math.Exp(logChoose(before.Played, before.Failed)-logChoose(all, before.Failed)) < gone
}

// counting returns a line with a rate after more rounds, and whether it stays.
func (l Line) counting(more reports.Rounds) (Line, bool) {
	if l.Rate.Played == 0 {
		l.Rate = reports.Rounds{Failed: 1, Played: 1} // by which somebody wrote the line
	}
	if more.Failed > 0 {
		l.Rate, l.Since = l.all().Add(more), 0
		return l, true
	}
	l.Since += more.Played
	return l, !refuted(l.Rate, l.Since)
}

// logChoose is the logarithm of the number of ways to choose k of n.
func logChoose(n, k int) float64 {
	if k < 0 || k > n {
		return math.Inf(-1)
	}
	log := func(n int) float64 { v, _ := math.Lgamma(float64(n) + 1); return v }
	return log(n) - log(k) - log(n-k)
}
