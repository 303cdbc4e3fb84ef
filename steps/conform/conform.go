// Package conform tells, from inside a Go test, whether a store honours what its clients rely on:
//
//	func TestStore(t *testing.T) {
//		conform.Check(t, endpoint, conform.PutIfAbsentLog)
//	}
//
// A profile is what one kind of client relies on. Each clause of it is a subtest, named by the clause;
// one that does not hold fails with a card: what is promised, what came, and the exchanges. Every
// case is played once, in a few seconds. Cases that wait longer, for the end of a lease or of a
// visibility timeout, are left out unless Strict is given; the answer says so.
//
// Check creates containers, queues and tables whose names begin with ifmatch-, works only inside them,
// and deletes them at the end.
package conform

import (
	"testing"
	"time"

	"ifmatch/steps/fit"
	"ifmatch/steps/scenario"
)

// Option changes how a profile is checked.
type Option int

// Strict also plays the cases that wait for leases and visibility timeouts to end: up to two minutes.
const Strict Option = 1

// Answer is what a check found out.
type Answer struct {
	// Fit is "yes", "no" or "could not tell".
	Fit string
	// Text is the answer in words: "yes, refused by 409 BlobAlreadyExists, expiry not tried".
	Text string
	// Refusals are the answers that refused a request, where the clients take several for the same:
	// 409 and 412, where a blob is there that was to be created.
	Refusals []string
	// Untried are the clauses of which cases were left out because they wait long.
	Untried []string
}

// Check judges the store at endpoint by a profile, in subtests of t, and returns the answer. A clause
// that does not hold, or could not be judged, fails its subtest.
//
// endpoint is a connection string; or "azurite", an emulator on this machine's default ports; or, for a
// profile of one service, an address on this machine, such as http://127.0.0.1:10000, with the
// development account that emulators share.
func Check(t *testing.T, endpoint string, p Profile, options ...Option) Answer {
	t.Helper()
	strict := false
	for _, o := range options {
		strict = strict || o == Strict
	}
	cfg, err := prepare(endpoint, p)
	if err != nil {
		t.Fatalf("conform: %v", err)
	}
	cfg.Strict, cfg.Timeout, cfg.Prefix, cfg.Seed = strict, 30*time.Second, scenario.DefaultPrefix, time.Now().UnixNano()
	result, err := fit.Judge(t.Context(), cfg)
	if err != nil {
		t.Fatalf("conform: could not tell: %v", err)
	}
	t.Run(string(p), func(t *testing.T) { report(t, result) })
	judged := result.Profiles[0]
	return Answer{string(judged.Fit), judged.Answer(), judged.Refusals, judged.Profile.Untried}
}
