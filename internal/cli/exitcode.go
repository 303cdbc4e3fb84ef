package cli

import "slices"

// ExitCode is what the process says to a script. The numbers are permanent.
type ExitCode int

// The exit codes.
const (
	OK          ExitCode = 0
	Deviates    ExitCode = 1
	Usage       ExitCode = 2
	Unknown     ExitCode = 3
	Stale       ExitCode = 4
	Interrupted ExitCode = 130
)

// exitCodes says what each code means; help, `list exit-codes` and
// docs/exit-codes.md are made from it.
var exitCodes = []struct {
	Code    ExitCode `json:"code"`
	Name    string   `json:"name"`
	Meaning string   `json:"meaning"`
}{
	{OK, "ok", "the target conforms, or the command did what it was asked"},
	{Deviates, "deviates", "the target does not conform: a case that gates failed, a history is not valid, a --fail-if condition holds, or two results differ for the worse"},
	{Usage, "usage", "wrong flag, argument or file, or nothing selected; nothing was sent or written"},
	{Unknown, "unknown", "could not tell: unreachable, refused, blocked or undecided cases, a required capability missing, a history that is incomplete or undecided, a load generator that was the bottleneck, or a report that could not be written"},
	{Stale, "stale", "kept for baselines that no longer fit; this version never exits with it"},
	{Interrupted, "interrupted", "stopped by Ctrl-C before the end; clean-up was finished, what ran was judged, and the partial report is marked incomplete"},
}

// precedence orders codes from the one that wins: a run that was interrupted
// after a failure reports the interruption, because its result is partial.
var precedence = []ExitCode{Usage, Interrupted, Deviates, Unknown, Stale, OK}

// worst returns the code that wins among those given, OK if there is none.
func worst(codes ...ExitCode) ExitCode {
	for _, c := range precedence {
		if slices.Contains(codes, c) {
			return c
		}
	}
	return OK
}
