package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"text/tabwriter"
)

// Tally counts the exchanges of a corpus.
type Tally struct {
	Exchanges       int
	Playable        int
	Agree           int
	Concurrent      int // of the playable ones, those about concurrency
	AgreeConcurrent int // of these, those that agree
	Reasons         map[string]int
}

// Add counts one exchange.
func (t *Tally) Add(m *Replayed) {
	t.Exchanges++
	if m.Unplayable != "" {
		if t.Reasons == nil {
			t.Reasons = map[string]int{}
		}
		t.Reasons[m.Unplayable]++
		return
	}
	concurrent := aboutConcurrency(m.Exchange)
	t.Playable++
	t.Concurrent += count(concurrent)
	t.Agree += count(m.Agrees())
	t.AgreeConcurrent += count(concurrent && m.Agrees())
}

func count(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// Thresholds are the least shares of exchanges, in per cent.
type Thresholds struct{ Playable, Agree, Concurrent float64 }

var wanted = Thresholds{Playable: 90, Agree: 97, Concurrent: 99.5}

// Short lists what falls below the thresholds.
func (t *Tally) Short(name string, w Thresholds) (list []string) {
	for _, c := range []struct {
		what    string
		n, of   int
		atLeast float64
	}{
		{"playable", t.Playable, t.Exchanges, w.Playable},
		{"agreeing among those about concurrency", t.AgreeConcurrent, t.Concurrent, w.Concurrent},
		{"agreeing among the playable", t.Agree, t.Playable, w.Agree},
	} {
		if percent(c.n, c.of) < c.atLeast {
			list = append(list, fmt.Sprintf("%s: %d of %d exchanges are %s, %.2f %%, want at least %g %%", name, c.n, c.of, c.what, percent(c.n, c.of), c.atLeast))
		}
	}
	return list
}

func percent(n, of int) float64 {
	if of == 0 {
		return 100
	}
	return 100 * float64(n) / float64(of)
}

// WriteTable writes the counts of all corpora, and why exchanges were not played.
func WriteTable(w io.Writer, names []string, tallies map[string]*Tally) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "corpus\texchanges\tplayable\tabout concurrency\tagree\tall agree\t")
	for _, name := range names {
		c := tallies[name]
		fmt.Fprintf(t, "%s\t%d\t%d  %.1f %%\t%d\t%d  %.2f %%\t%d  %.2f %%\t\n", name, c.Exchanges, c.Playable, percent(c.Playable, c.Exchanges),
			c.Concurrent, c.AgreeConcurrent, percent(c.AgreeConcurrent, c.Concurrent), c.Agree, percent(c.Agree, c.Playable))
	}
	if err := t.Flush(); err != nil {
		return err
	}
	for _, name := range names {
		for _, why := range slices.Sorted(maps.Keys(tallies[name].Reasons)) {
			fmt.Fprintf(w, "not played, %s: %d × %s\n", name, tallies[name].Reasons[why], why)
		}
	}
	return nil
}
