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
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"ifmatch/features"
	"ifmatch/internal/target"
	"ifmatch/reports"
	"ifmatch/reports/summary"
	"ifmatch/steps"
	"ifmatch/steps/fit"
	"ifmatch/steps/plan"
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
	cfg, err := prepare(endpoint, p)
	if err != nil {
		t.Fatalf("conform: %v", err)
	}
	cfg.Strict, cfg.Timeout, cfg.Prefix, cfg.Seed = slices.Contains(options, Strict), 30*time.Second, scenario.DefaultPrefix, time.Now().UnixNano()
	result, err := fit.Judge(t.Context(), cfg)
	if err != nil {
		t.Fatalf("conform: could not tell: %v", err)
	}
	t.Run(string(p), func(t *testing.T) { report(t, result) })
	judged := result.Profiles[0]
	return Answer{string(judged.Fit), judged.Answer(), judged.Refusals, judged.Profile.Untried}
}

// suite reads the features once for all checks of a process.
var suite = sync.OnceValues(func() (*plan.Suite, error) { return steps.Load(features.FS) })

// prepare finds the profile and the target; it sends nothing.
func prepare(endpoint string, p Profile) (fit.Config, error) {
	s, err := suite()
	if err != nil {
		return fit.Config{}, fmt.Errorf("load the suite: %w", err)
	}
	all, err := s.Profiles()
	if err != nil {
		return fit.Config{}, fmt.Errorf("load the profiles: %w", err)
	}
	chosen, err := plan.ProfileNamed(all, []string{string(p)})
	if err != nil {
		return fit.Config{}, fmt.Errorf("%w; use one of the constants of this package", err)
	}
	if len(chosen) != 1 {
		return fit.Config{}, fmt.Errorf("%q is no single profile; use one of the constants of this package", p)
	}
	var only target.Service
	if needs := chosen[0].Needs; len(needs) == 1 {
		only = target.Service(needs[0])
	}
	conn, err := target.ParseText(endpoint, only)
	if err != nil {
		return fit.Config{}, err
	}
	return fit.Config{Features: features.FS, Suite: s, Profiles: chosen, Open: func(services []target.Service, versions map[target.Service]string) (target.Target, error) {
		return target.NewEndpoint(conn, target.EndpointOptions{Services: services, Versions: versions})
	}}, nil
}

// Profile names what a client relies on. docs/profiles.md shows the clauses of each, and the source of
// the client that it was taken from.
type Profile string

// The profiles: what people rely on in their own code,
const (
	CreateIfAbsent    Profile = "create-if-absent"
	CompareAndSwap    Profile = "compare-and-swap"
	ConditionalDelete Profile = "conditional-delete"
	LeaseLock         Profile = "lease-lock"
	Visibility        Profile = "visibility"
	EntityCAS         Profile = "entity-cas"
	Transaction       Profile = "transaction"
)

// and what well-known programs rely on.
const (
	TerraformStateLock     Profile = "terraform-state-lock"
	FunctionsHostSingleton Profile = "functions-host-singleton"
	EventHubsCheckpoints   Profile = "event-hubs-checkpoints"
	DurableFunctions       Profile = "durable-functions"
	PutIfAbsentLog         Profile = "put-if-absent-log"
	QueueTrigger           Profile = "queue-trigger"
)

// report makes a subtest of each clause of the profile, and logs the answer.
func report(t *testing.T, result fit.Result) {
	t.Helper()
	p := result.Profiles[0]
	card := summary.Teller(result.Run)
	at := map[string]reports.Scenario{}
	for _, s := range result.Run.Scenarios {
		at[s.ID] = s
	}
	rulings := result.Run.Rulings(p.Tried)
	for _, r := range rulings {
		t.Run(r.Clause, func(t *testing.T) {
			left := ""
			if n := p.UntriedOf(r.Clause); n > 0 {
				left = fmt.Sprintf("; not tried, because they wait: %d", n)
			}
			switch r.Fit {
			case reports.Fits:
				t.Logf("it %s: holds in %d cases%s", r.Does, len(r.Cases), left)
			case reports.Misfits:
				t.Errorf("it %s, and cannot rely on that (%s)\n%s", r.Does, r.Source, card(at[r.Cases[0]])+more(r.Cases[1:]))
			default:
				t.Errorf("could not tell: %s: %s", r.Why, strings.Join(r.Cases, " "))
			}
		})
	}
	for _, n := range p.OnlyUntried() {
		t.Run(n.Clause, func(t *testing.T) { t.Skipf("not tried, because it waits: it %s", n.Does) })
	}
	if len(p.Missing) > 0 {
		t.Errorf("could not tell: the target does not offer %s", strings.Join(p.Missing, " and "))
	}
	t.Logf("%s: %s (%d cases, %.1f s)", p.Title, p.Answer(), p.Cases, result.Run.Seconds)
}

// more names the further cases that a card stands for.
func more(cases []string) string {
	if len(cases) == 0 {
		return ""
	}
	return "  also      " + strings.Join(cases, "\n            ") + "\n"
}
