package cli

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ifmatch/reports/console"
)

// ExitCode is the process's exit code. The numbers are permanent.
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

// exitCodeRow is one exit code as `list exit-codes --json` shows it.
type exitCodeRow struct {
	Code    ExitCode `json:"code"`
	Name    string   `json:"name"`
	Meaning string   `json:"meaning"`
}

// exitCodes says what each code means; help, `list exit-codes` and docs/cli.md are
// generated from it.
var exitCodes = []exitCodeRow{
	{OK, "ok", "the target conforms, or the command succeeded"},
	{Deviates, "deviates", "the target does not conform: a case that gates failed and is not a known failure, or a known failure got worse or failed differently; or a history is not valid, a --fail-if condition holds, a new result is worse than the old one, a faulty reference was not noticed, explore found a schedule in which a command goes wrong, or a server is not healthy"},
	{Usage, "usage", "a flag, argument or file is wrong, or nothing was selected; nothing was sent or written"},
	{Unknown, "unknown", "could not tell: the target was unreachable or refused access, cases were blocked or undecided, a required capability is missing, a history is incomplete or undecided, the load generator was the bottleneck, a report could not be written, or a command to explore fails by itself"},
	{Stale, "stale", "the baseline is out of date: a known failure was fixed or fails in another way that does not gate, or a line matches no case"},
	{Interrupted, "interrupted", "stopped by Ctrl-C or SIGTERM; clean-up was finished, unless a second one ended that, too; the cases that ran were judged, and the partial report is marked incomplete; check, report and diff end at once"},
}

// precedence orders codes, the winning one first: a run that was interrupted after a failure
// reports the interruption, because its result is partial.
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

func precedenceText() string {
	var parts []string
	for _, c := range precedence {
		parts = append(parts, strconv.Itoa(int(c)))
	}
	return strings.Join(parts, ", ")
}

// exitCodeHelp is the section of the root command's help.
func exitCodeHelp() string {
	t := console.Table{Right: []int{0}, Indent: "  ", Width: helpWidth}
	for _, c := range exitCodes {
		t.Add(strconv.Itoa(int(c.Code)), c.Meaning)
	}
	var b strings.Builder
	b.WriteString("Exit codes:\n")
	if err := t.Write(&b); err != nil {
		return fmt.Sprint(err) // a strings.Builder never fails
	}
	return strings.TrimRight(b.String(), "\n")
}
