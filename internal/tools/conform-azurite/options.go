package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
	"time"

	"ifmatch/internal/azurite"
)

// options are the command line's settings.
type options struct {
	bin      string
	release  string
	survey   string // the page into which a survey of all releases is written
	keep     string // the folder in which a survey keeps its verdicts
	report   string
	expect   string
	update   bool
	gates    int // how often a list made by the tool is used as a gate
	runs     int // after how many runs that list is made
	defaults bool
	delay    time.Duration
	timeout  time.Duration
	cache    string
	verbose  bool
	extra    []string // for ifmatch run
}

func parseOptions(args []string, stderr io.Writer) (options, error) {
	var o options
	f := flag.NewFlagSet("conform-azurite", flag.ContinueOnError)
	f.SetOutput(stderr)
	f.StringVar(&o.bin, "bin", "./bin/ifmatch", "the built `command`")
	f.StringVar(&o.release, "release", azurite.Version, "the `release` of Azurite to judge")
	f.StringVar(&o.survey, "survey", "", "judge the releases "+strings.Join(azurite.Releases, ", ")+" one after the other, and write the results into `file`")
	f.StringVar(&o.keep, "keep", "", "keep the verdicts of a survey in `folder`, a file for each release")
	f.StringVar(&o.report, "report", "", "keep the result JSON in `file`")
	f.StringVar(&o.expect, "expect", "", "compare the failed cases with the known ones in `file`, as ifmatch run --baseline does")
	f.BoolVar(&o.update, "update", false, "write the file of -expect again, as ifmatch run --write-baseline does")
	f.IntVar(&o.gates, "gates", 0, "let ifmatch write a list of known failures itself, and gate with it so `often`: every gate must be green")
	f.IntVar(&o.runs, "runs", 5, "write the list of -gates after `n` runs")
	f.BoolVar(&o.defaults, "defaults", false, "start Azurite with its own api-version check: see that ifmatch names the remedies, then use one")
	f.DurationVar(&o.delay, "delay", 0, "put a proxy before each service that delays every answer by `d`; -expect then accepts cases that come too late to judge")
	f.DurationVar(&o.timeout, "timeout", 10*time.Minute, "give up on a release after `d`")
	f.StringVar(&o.cache, "cache", "", "install into `folder` (default $IFMATCH_CACHE, or ifmatch in the user's cache folder)")
	f.BoolVar(&o.verbose, "v", false, "show what Azurite prints")
	f.Usage = func() {
		fmt.Fprintln(stderr, "usage: conform-azurite [flags] [-- flags and selectors of ifmatch run]")
		f.PrintDefaults()
	}
	if err := f.Parse(args); err != nil {
		return o, err
	}
	o.extra = f.Args()
	switch {
	case o.update && o.expect == "":
		return o, errors.New("-update needs -expect FILE")
	case o.survey != "" && (o.expect != "" || o.report != "" || o.delay != 0):
		return o, errors.New("-survey judges several releases: -expect, -report and -delay are for one")
	case o.keep != "" && o.survey == "":
		return o, errors.New("-keep is for a -survey: -report keeps one result")
	case o.gates < 0 || o.gates > 0 && (o.expect != "" || o.survey != "" || o.report != ""):
		return o, errors.New("-gates makes a list of its own: it goes with neither -expect, -survey nor -report, and is not negative")
	case o.delay < 0:
		return o, fmt.Errorf("-delay is %s, it must not be negative", o.delay)
	}
	return o, nil
}
