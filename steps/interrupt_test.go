package steps_test

import (
	"context"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"ifmatch/internal/embedded"
	"ifmatch/internal/target"
	"ifmatch/internal/thorough"
	"ifmatch/reports"
	"ifmatch/steps"
	"ifmatch/steps/plan"
	"ifmatch/steps/scenario"
)

// TestAnInterruptedRunKeepsItsVerdicts ends the context after some verdicts.
func TestAnInterruptedRunKeepsItsVerdicts(t *testing.T) {
	t.Parallel()
	p := choose(t, plan.Selection{Select: []string{"BLOB-TAB-*"}})
	for _, after := range []int{0, 1, 100} {
		ctx, cancel := context.WithCancel(t.Context())
		told := map[string]reports.Status{}
		if after == 0 {
			cancel()
		}
		r, err := steps.Run(ctx, steps.Config{Target: embedded.New(embedded.Options{}), Plan: p, Progress: func(p steps.Progress) {
			if p.Last == nil {
				return // no new verdict
			}
			told[p.Last.ID] = p.Last.Status
			if len(told) == after {
				cancel()
			}
		}})
		cancel()
		if err != nil {
			t.Fatalf("after %d verdicts: %v", after, err)
		}
		got := map[string]reports.Status{}
		for _, sc := range r.Scenarios {
			got[sc.ID] = sc.Status
			if sc.Status != reports.Passed {
				t.Errorf("after %d verdicts: %s is %s: %s", after, sc.ID, sc.Status, sc.Reason)
			}
		}
		if d := cmp.Diff(told, got); d != "" {
			t.Errorf("after %d verdicts: -told +in the result:\n%s", after, d)
		}
		if len(got) < after || len(got) == len(p.Cases) || !r.Incomplete || r.Summary.Planned != len(p.Cases) {
			t.Errorf("after %d verdicts: the result has %d, incomplete %v, %+v", after, len(got), r.Incomplete, r.Summary)
		}
	}
}

// looked is a target whose clock tells when it is read, as it is when a request is sent and when its answer is known.
type looked struct {
	target.Target
	at func()
}

func (l looked) Session(ctx context.Context, name string) (*target.Session, error) {
	s, err := l.Target.Session(ctx, name)
	if err == nil {
		s.Clock = lookedAt{s.Clock, l.at}
	}
	return s, err
}

type lookedAt struct {
	target.Clock
	at func()
}

func (l lookedAt) Now() time.Time {
	l.at()
	return l.Clock.Now()
}

// TestAnInterruptedRaceAccusesNobody interrupts races before any of their requests, and after any of their answers. What has a
// verdict by then has passed.
func TestAnInterruptedRaceAccusesNobody(t *testing.T) {
	t.Parallel()
	races := choose(t, plan.Selection{Select: []string{"feature:race/*"}})
	dice := rand.New(rand.NewPCG(thorough.Seed(t), 0))
	many := choose(t, plan.Selection{Select: []string{"feature:race/lost_update"}}) // whose clients bear weather
	for _, c := range slices.Concat(thorough.Some(t, 12, races.Cases), slices.Repeat(many.Cases, 4)) {
		ctx, cancel := context.WithCancel(t.Context())
		var looks atomic.Int64
		at := 1 + dice.Int64N(200)
		server := looked{embedded.New(embedded.Options{Seed: 1}), func() {
			if looks.Add(1) == at {
				cancel()
			}
		}}
		r, err := steps.Run(ctx, steps.Config{Target: server, Plan: choose(t, plan.Selection{Select: []string{c.ID}}), Seed: 1, Trace: "none"})
		cancel()
		if err != nil {
			t.Fatal(err)
		}
		if failed := notPassed(r); len(failed) > 0 {
			t.Errorf("interrupted at look %d at the clock: %q", at, failed)
		}
	}
}

// odd reads a suite that consists of one clause and the given scenarios.
func odd(scenarios string) (*plan.Suite, error) {
	return steps.Load(fstest.MapFS{
		"clauses.tsv": &fstest.MapFile{Data: []byte("id\tlevel\tservice\tapi-versions\tstatement\tdocument\theading\tstate\treason\n" +
			"BLOB-A\tmust\tblob\tany\tit holds\ta document\ta heading\tactive\t\n")},
		"blob/odd.feature": &fstest.MapFile{Data: []byte("@BLOB-A\nFeature: Odd\n" + scenarios)},
	})
}

// explosive is a target whose transport fails in every way.
type explosive struct{ target.Target }

func (e explosive) Session(ctx context.Context, name string) (*target.Session, error) {
	s, err := e.Target.Session(ctx, name)
	if err == nil {
		s.Transport = e
	}
	return s, err
}

func (explosive) RoundTrip(*http.Request) (*http.Response, error) { panic("a bug of ours") }

func TestOurOwnMistakesAreErrorsOfTheirCases(t *testing.T) {
	t.Parallel()
	const fine = "  Scenario: Fine\n    Given a container that exists\n"
	tests := map[string]struct {
		scenarios string
		target    target.Target
		want      map[string]reports.Status
	}{
		"a story that does not fit together": {fine + "  Scenario: Odd\n    Given a container that exists\n    Then the blob is gone\n", embedded.New(embedded.Options{}),
			map[string]reports.Status{"BLOB-A/fine": reports.Passed, "BLOB-A/odd": reports.Error}},
		"a panic": {fine, explosive{embedded.New(embedded.Options{})}, map[string]reports.Status{"BLOB-A/fine": reports.Error}},
		"a fault that is none": {fine, embedded.New(embedded.Options{Faults: []string{"none-such"}}),
			map[string]reports.Status{"BLOB-A/fine": reports.Blocked}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, err := odd(tt.scenarios)
			if err != nil {
				t.Fatal(err)
			}
			p, err := s.Select(plan.Selection{})
			if err != nil {
				t.Fatal(err)
			}
			r, err := steps.Run(context.Background(), steps.Config{Target: tt.target, Plan: p})
			if err != nil {
				t.Fatal(err)
			}
			got := map[string]reports.Status{}
			for _, sc := range r.Scenarios {
				got[sc.ID] = sc.Status
				if sc.Status != reports.Passed && sc.Reason == "" {
					t.Errorf("%s is %s without a reason", sc.ID, sc.Status)
				}
			}
			if d := cmp.Diff(tt.want, got); d != "" || r.Incomplete {
				t.Errorf("incomplete %v, -want +got:\n%s", r.Incomplete, d)
			}
		})
	}
}

// TestAnInterruptBeforeTheFirstCaseLeavesNothing interrupts the questions about the account and about the credential at each of
// their requests, before the service has it and before its answer is known.
func TestAnInterruptBeforeTheFirstCaseLeavesNothing(t *testing.T) {
	t.Parallel()
	p := choose(t, plan.Selection{})
	for name, question := range map[string]func(ctx context.Context, a target.Target, names scenario.Names) error{
		"account": func(ctx context.Context, a target.Target, names scenario.Names) error {
			_, err := steps.LookAt(ctx, t.Context(), a, p, []target.Service{target.Blob, target.File}, names, time.Minute)
			return err
		},
		"credential": func(ctx context.Context, a target.Target, names scenario.Names) error {
			_, err := steps.Permit(ctx, t.Context(), granted{Target: a, sas: func(*target.Session) target.Secret { return scoped }, through: func(s *target.Session, next http.RoundTripper) http.RoundTripper {
				return lenient{next, everything.sign(s.Credential.Account, target.DevelopmentKey, s.Clock.Now()), func(*http.Request) bool { return false }, new(atomic.Int32)}
			}}, p, names, time.Minute)
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for at, interrupted := 1, true; interrupted; at++ {
				ctx, cancel := context.WithCancel(t.Context())
				sent, kept := 0, 0
				a := behind{newShared(t), func(req *http.Request, next http.RoundTripper) (*http.Response, error) {
					if sent++; sent == at {
						cancel()
					}
					resp, err := next.RoundTrip(req)
					switch {
					case err != nil || resp.StatusCode >= 300 || req.URL.Query().Get("restype") == "" && req.URL.Query().Get("comp") != "":
					case resp.StatusCode == http.StatusCreated && top(req):
						kept++
					case req.Method == http.MethodDelete && top(req):
						kept--
					}
					return resp, err
				}}
				err := question(ctx, a, scenario.NewNames(a, "", "", 1))
				interrupted = ctx.Err() != nil
				cancel()
				if interrupted != (err != nil) || kept != 0 {
					t.Errorf("interrupted %v at request %d of %d: %v; %d containers, queues, tables and shares are left", interrupted, at, sent, err, kept)
				}
			}
		})
	}
}

// top reports whether a request creates or deletes what lies in the account itself.
func top(req *http.Request) bool {
	path := strings.Split(strings.Trim(req.URL.Path, "/"), "/")
	return len(path) == 2 && (req.Method != http.MethodPost || path[1] == "Tables") // a POST to a table inserts an entity
}
