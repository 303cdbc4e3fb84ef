package fit_test

import (
	"errors"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"ifmatch/features"
	"ifmatch/internal/target"
	"ifmatch/internal/thorough"
	"ifmatch/reference"
	"ifmatch/reference/fault"
	"ifmatch/reports"
	"ifmatch/steps"
	"ifmatch/steps/fit"
	"ifmatch/steps/plan"
)

var suite = sync.OnceValues(func() (*plan.Suite, error) { return steps.Load(features.FS) })

// config judges the account of a connection string by profiles.
func config(t *testing.T, connection string, names ...string) fit.Config {
	t.Helper()
	s, err := suite()
	if err != nil {
		t.Fatal(err)
	}
	all, err := s.Profiles()
	if err != nil {
		t.Fatal(err)
	}
	chosen, err := plan.ProfileNamed(all, names)
	if err != nil {
		t.Fatal(err)
	}
	conn, err := target.ParseText(connection, "")
	if err != nil {
		t.Fatal(err)
	}
	return fit.Config{Features: features.FS, Suite: s, Profiles: chosen, Timeout: 30 * time.Second, Prefix: "ifmatch-", Seed: 1,
		Open: func(services []target.Service, versions map[target.Service]string) (target.Target, error) {
			return target.NewEndpoint(conn, target.EndpointOptions{Services: services, Versions: versions})
		}}
}

func judge(t *testing.T, connection string, names ...string) fit.Result {
	t.Helper()
	r, err := fit.Judge(t.Context(), config(t, connection, names...))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestFaultyServersAreNamed: each profile names the clause that its faulty server breaks; TestNothingIsSentTwice shows
// that a server which conforms keeps them all.
func TestFaultyServersAreNamed(t *testing.T) {
	t.Parallel()
	for profile, broken := range thorough.SomeNamed(t, 2, map[string][2]string{
		"create-if-absent":   {"put-blob-if-none-match-ignored", "BLOB-COND-20"},
		"put-if-absent-log":  {"put-blob-if-none-match-ignored", "BLOB-COND-20"},
		"compare-and-swap":   {"if-match-ignored", "BLOB-ETAG-04"},
		"conditional-delete": {"delete-blob-if-match-ignored", "BLOB-TAB-11C"},
		"lease-lock":         {"lease-acquire-while-leased", "BLOB-LM-ACQ-B-Le"},
		"visibility":         {"window-shared", "QUEUE-POP-08"},
		"entity-cas":         {"table-if-match-ignored", "TABLE-OCC-05"},
		"transaction":        {"transaction-half-applied", "TABLE-BATCH-02"},
	}) {
		t.Run(profile, func(t *testing.T) {
			t.Parallel()
			f, found := fault.Lookup(broken[0])
			if !found {
				t.Fatalf("the reference has no fault %s", broken[0])
			}
			r := judge(t, reference.Start(t, reference.WithFault(f)).ConnectionString(), profile)
			ruled := r.Run.Rulings(r.Profiles[0].Tried)
			named := slices.ContainsFunc(ruled, func(u reports.Ruling) bool { return u.Clause == broken[1] && u.Fit == reports.Misfits })
			if r.Profiles[0].Fit != reports.Misfits || !named {
				t.Errorf("%s: %s, and not %s of %+v", broken[0], r.Profiles[0].Answer(), broken[1], ruled)
			}
		})
	}
}

// TestEitherRefusalOfACreation: a server that refuses with 412 what Azure refuses with 409 is as good for clients that
// take both, and the answer says which one came.
func TestEitherRefusalOfACreation(t *testing.T) {
	t.Parallel()
	for want, wrap := range map[string]func(http.Handler) http.Handler{
		"yes, refused by 409 BlobAlreadyExists": func(h http.Handler) http.Handler { return h },
		"yes, refused by 412 ConditionNotMet":   refusing412,
	} {
		f := &front{wrap: wrap}
		if got := judge(t, f.serve(t), "create-if-absent").Profiles[0].Answer(); got != want {
			t.Errorf("answered %q, want %q", got, want)
		}
	}
}

// TestWaitsAreLeftOut: without Strict no case waits for a lease to end, and the answer says so.
func TestWaitsAreLeftOut(t *testing.T) {
	t.Parallel()
	r := judge(t, reference.Start(t).ConnectionString(), "lease-lock")
	p := r.Profiles[0]
	if got := p.Answer(); got != "yes, expiry not tried" {
		t.Errorf("answered %q", got)
	}
	for _, clause := range []string{"BLOB-LEASE-05", "BLOB-LM-ACQ-B-Ex"} {
		if !slices.Contains(p.Profile.Untried, clause) || p.UntriedOf(clause) == 0 || !slices.ContainsFunc(p.OnlyUntried(), func(n reports.Need) bool { return n.Clause == clause }) {
			t.Errorf("%s is not said to be untried: %q", clause, p.Profile.Untried)
		}
	}
	strict := config(t, reference.Start(t).ConnectionString(), "lease-lock")
	strict.Strict = true
	if n := fit.Longest(strict); n < 15*time.Second {
		t.Errorf("with Strict the longest wait is %s", n)
	}
	strict.Strict = false
	if n := fit.Longest(strict); n > 2*time.Second {
		t.Errorf("without Strict a case waits for %s", n)
	}
}

// TestNothingIsSentTwice: profiles that share cases play them once, no question before the cases is asked twice, and
// what is sent once arrives once.
func TestNothingIsSentTwice(t *testing.T) {
	t.Parallel()
	for name, profiles := range thorough.SomeNamed(t, 1, map[string][]string{
		"takes any version": {"create-if-absent", "put-if-absent-log", "compare-and-swap", "conditional-delete", "lease-lock", "visibility", "entity-cas", "transaction"},
		"refuses new ones":  {"conditional-delete", "visibility", "entity-cas"},
	}) {
		refusesNew := name == "refuses new ones"
		f := &front{old: refusesNew}
		cfg := config(t, f.serve(t), thorough.Some(t, 3, profiles)...)
		var sent atomic.Int64
		open := cfg.Open
		cfg.Open = func(services []target.Service, versions map[target.Service]string) (target.Target, error) {
			opened, err := open(services, versions)
			return sending{opened, &sent}, err
		}
		r, err := fit.Judge(t.Context(), cfg)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range r.Profiles {
			if p.Fit != reports.Fits {
				t.Errorf("%s: %s: %+v", p.Name, p.Answer(), append(p.Broken, p.Unjudged...))
			}
		}
		if sent.Load() != f.arrived.Load() || sent.Load() < 30 {
			t.Errorf("%d requests were sent, and %d arrived", sent.Load(), f.arrived.Load())
		}
		for question, n := range f.greetings {
			if n > 1 {
				t.Errorf("%s came %d times", question, n)
			}
		}
		if services := 3; refusesNew != (len(f.greetings) > services) {
			t.Errorf("before the cases were asked: %v", f.greetings)
		}
		played := map[string]int{}
		for _, s := range r.Run.Scenarios {
			if played[s.ID]++; played[s.ID] > 1 || s.Repeated > 0 {
				t.Errorf("%s was played %d times, %d of its requests again", s.ID, played[s.ID], s.Repeated)
			}
		}
		t.Logf("%d requests for %d cases in %.1f s", sent.Load(), len(played), r.Run.Seconds)
	}
}

// TestWhatCannotBeJudged: an unreachable server and a missing service are no answers.
func TestWhatCannotBeJudged(t *testing.T) {
	t.Parallel()
	_, err := fit.Judge(t.Context(), config(t, "AccountName=a;AccountKey=QQ==;BlobEndpoint=http://127.0.0.1:1/a", "create-if-absent"))
	if p := (*steps.PreflightError)(nil); !errors.As(err, &p) || p.Kind != steps.Unreachable {
		t.Errorf("nothing listens: %v", err)
	}
	blobs := strings.NewReplacer("QueueEndpoint", "x", "TableEndpoint", "x", "FileEndpoint", "x")
	var only []string
	for part := range strings.SplitSeq(reference.Start(t).ConnectionString(), ";") {
		if blobs.Replace(part) == part {
			only = append(only, part)
		}
	}
	r := judge(t, strings.Join(only, ";"), "create-if-absent", "visibility")
	if a, b := r.Profiles[0].Answer(), r.Profiles[1].Answer(); a != "yes, refused by 409 BlobAlreadyExists" || !strings.Contains(b, "does not offer queue") {
		t.Errorf("answered %q and %q", a, b)
	}
	_, err = fit.Judge(t.Context(), config(t, strings.Join(only, ";"), "visibility"))
	if u := (*target.UsageError)(nil); !errors.As(err, &u) {
		t.Errorf("none of the services: %v", err)
	}
}
