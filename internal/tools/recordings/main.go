// Command recordings plays what clients and the live service said to each other against the reference, and compares the
// answers: status, error code, which tags are equal, states by value, other headers and names by presence.
//
//	go run ./internal/tools/recordings -v -session '*lease*' ../shared/recordings
//
// It exits 1 if too few exchanges can be played, or agree; 2 if it was called wrongly.
package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path"
	"runtime"
	"strings"
	"sync"

	"ifmatch/reference/fault"
)

// options are what the command line asks for.
type options struct {
	session  string
	verbose  bool
	update   bool
	features string // the folder of the suite
	seen     bool
	joins    int
	seed     uint64
	faults   []fault.Fault
	files    []string
}

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// run is the command.
func run(args []string, stdout, stderr io.Writer) int {
	o, err := parse(args, stderr)
	if errors.Is(err, flag.ErrHelp) {
		return 0
	}
	if err == nil {
		var short []string
		if short, err = replay(o, stdout); err == nil && len(short) > 0 {
			fmt.Fprintln(stderr, "recordings: "+strings.Join(short, "\nrecordings: "))
			return 1
		}
	}
	if err != nil {
		fmt.Fprintln(stderr, "recordings:", err)
		return 2
	}
	return 0
}

// parse reads the command line.
func parse(args []string, stderr io.Writer) (o options, err error) {
	o.features = "features"
	f := flag.NewFlagSet("recordings", flag.ContinueOnError)
	f.SetOutput(stderr)
	f.StringVar(&o.session, "session", "", "play only the sessions whose name matches the `glob`")
	f.BoolVar(&o.verbose, "v", false, "show each exchange that differs")
	f.BoolVar(&o.update, "update", false, "put on record how many exchanges agree")
	f.BoolVar(&o.seen, "seen", true, "find out which cases the recordings show, and compare that with seen.tsv among the features")
	f.IntVar(&o.joins, "joins", 0, "show a `number` of cases beside the exchanges that were taken for them")
	f.Uint64Var(&o.seed, "seed", 1, "`number` that draws the joins to show")
	f.Func("fault", "build the `fault` of the catalogue into the reference", func(name string) error {
		known, err := fault.Parse(name)
		o.faults = append(o.faults, known)
		return err
	})
	if err := f.Parse(args); err != nil {
		return o, err
	}
	if o.update && (o.session != "" || len(o.faults) > 0) {
		return o, errors.New("-update records whole corpora against a correct reference: leave -session and -fault out")
	}
	if _, err := path.Match(o.session, ""); err != nil {
		return o, fmt.Errorf("-session %q is no pattern", o.session)
	}
	at := f.Args()
	if len(at) == 0 {
		at = []string{cmp.Or(os.Getenv("IFMATCH_RECORDINGS"), "../shared/recordings")}
	}
	for _, a := range at {
		files, err := FindCorpora(a)
		if err != nil {
			return o, err
		}
		o.files = append(o.files, files...)
	}
	return o, nil
}

// replay plays all corpora, writes the table and returns what falls below the thresholds.
func replay(o options, w io.Writer) (short []string, err error) {
	reasons, err := ParseReasons(reasonsFile)
	if err != nil {
		return nil, err
	}
	record, err := ParseRecord(recordFile)
	if err != nil {
		return nil, err
	}
	var names, hashes []string
	var all [][]*Replayed
	tallies := map[string]*Tally{}
	for _, file := range o.files {
		c, err := ReadCorpus(file)
		if err != nil {
			return nil, err
		}
		played, err := o.all(c, reasons)
		if err != nil {
			return nil, err
		}
		tallies[c.Name] = o.tally(played, w)
		names, hashes, all = append(names, c.Name), append(hashes, c.Hash), append(all, played...)
		if o.session == "" { // part of a corpus proves nothing about the whole
			short = append(append(short, tallies[c.Name].Short(c.Name, wanted)...), record.Fewer(c.Name, c.Hash, tallies[c.Name])...)
			record[c.Hash] = *tallies[c.Name]
		}
	}
	if err = WriteTable(w, names, tallies); err == nil && o.update {
		err = record.Write(recordPath)
	}
	if err != nil || !o.seen || o.session != "" {
		return short, err
	}
	more, err := o.sight(fingerprint(hashes), all, reasons, w)
	return append(short, more...), err
}

// tally counts the exchanges of a corpus. If asked to, it shows those that differ.
func (o options) tally(played [][]*Replayed, w io.Writer) *Tally {
	t := &Tally{}
	for _, exchanges := range played {
		for _, m := range exchanges {
			t.Add(m)
			if o.verbose && len(m.Differences) > 0 && m.Unplayable == "" {
				m.Write(w)
			}
		}
	}
	return t
}

// all plays the sessions of a corpus, as many at once as there are processors.
func (o options) all(c Corpus, reasons Reasons) ([][]*Replayed, error) {
	played, failed := make([][]*Replayed, len(c.Sessions)), make([]error, len(c.Sessions))
	kept := c.Kept()
	next := make(chan int)
	var players sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		players.Go(func() {
			for i := range next {
				s := &c.Sessions[i]
				failed[i] = Play(s, kept, reasons, o.faults, func(m *Replayed) { played[i] = append(played[i], m) })
			}
		})
	}
	for i := range c.Sessions {
		if s := &c.Sessions[i]; len(s.Exchanges) > 0 && matches(o.session, s.Name) {
			next <- i
		}
	}
	close(next)
	players.Wait()
	return played, errors.Join(failed...)
}
