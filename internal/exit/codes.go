// Package exit says how a command ends: with a code, with the words that tell why and what to do, by a signal, or because
// nobody reads its output any more. A room that does the work of a command returns its errors ([Wrong], [Unclear], [With]).
package exit

import (
	"slices"
	"strconv"
	"strings"
)

// Code is the process's exit code. The numbers are permanent.
type Code int

// The exit codes.
const (
	OK          Code = 0
	Deviates    Code = 1
	Usage       Code = 2
	Unknown     Code = 3
	Stale       Code = 4
	Interrupted Code = 130
)

// Meaning is one exit code as `list exit-codes --json` shows it.
type Meaning struct {
	Code    Code   `json:"code"`
	Name    string `json:"name"`
	Meaning string `json:"meaning"`
}

// Meanings says what each code means; help, `list exit-codes` and docs/cli.md are
// generated from it.
var Meanings = []Meaning{
	{OK, "ok", "the target conforms, or the command succeeded"},
	{Deviates, "deviates", "the target does not conform: a case that gates failed and is not a known failure, or a known failure got worse or failed differently; or a history is not valid, a --fail-if condition holds, a new result is worse than the old one, a faulty reference was not noticed, explore found a schedule in which a command goes wrong, or a server is not healthy"},
	{Usage, "usage", "a flag, argument or file is wrong, or nothing was selected; nothing was sent or written"},
	{Unknown, "unknown", "could not tell: the target was unreachable or refused access, cases were blocked or undecided, a required capability is missing, a history is incomplete or undecided, the load generator was the bottleneck, a report could not be written, or a command to explore fails by itself or sends no request"},
	{Stale, "stale", "the baseline is out of date: a known failure was fixed or fails in another way that does not gate, or a line matches no case"},
	{Interrupted, "interrupted", "stopped by Ctrl-C or SIGTERM; clean-up was finished, unless a second one ended that, too; the cases that ran were judged, and the partial report is marked incomplete; check, report and diff end at once"},
}

// precedence orders codes, the winning one first: a run that was interrupted after a failure
// reports the interruption, because its result is partial.
var precedence = []Code{Usage, Interrupted, Deviates, Unknown, Stale, OK}

// Worst returns the code that wins among those given, OK if there is none.
func Worst(codes ...Code) Code {
	for _, c := range precedence {
		if slices.Contains(codes, c) {
			return c
		}
	}
	return OK
}

// Precedence is the order of the codes in words, the winning one first.
func Precedence() string {
	var parts []string
	for _, c := range precedence {
		parts = append(parts, strconv.Itoa(int(c)))
	}
	return strings.Join(parts, ", ")
}
