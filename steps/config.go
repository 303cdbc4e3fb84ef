package steps

import (
	"cmp"
	"context"
	"time"

	"ifmatch/internal/target"
	"ifmatch/reports"
	"ifmatch/steps/plan"
)

// Config says what to run, against which target, and how.
type Config struct {
	Target target.Target
	Plan   *plan.Plan
	// Permissions are what Permit found out; nil permits everything.
	Permissions *Permissions
	// Unusable are the services that cases need besides their own and cannot use, with the reason.
	Unusable map[target.Service]string
	// Account is what LookAt found out; empty: nothing.
	Account plan.Account
	// Level is the lowest level that gates: must, should or observed. At observed
	// even the weakly attested error codes are judged.
	Level string
	Seed  int64
	// Concurrency is how many exchanges may be under way at once; 0 chooses by the
	// target. Scenarios that wait do not count.
	Concurrency int
	// Timeout bounds one exchange; 0 means 30 seconds.
	Timeout time.Duration
	// Prefix begins every name the run creates. RunID distinguishes runs that share an
	// account; an empty RunID is made from the seed.
	Prefix, RunID string
	// Keep leaves behind what the run created.
	Keep bool
	// Abandon ends the clean-up, which otherwise goes on after the run's own context has
	// ended, and leaves the rest behind. Nil never does.
	Abandon context.Context
	// Now is the time of this machine; nil: its clock. Tests of a slow machine set it.
	Now func() time.Time
	// Trace says whose exchanges the result holds: failed, all or none.
	Trace string
	// Alone chooses, of the cases of a run that has ended, failed ones that are repeated while
	// nothing else runs, by id, the most important first; nil: none are. Rounds is how many rounds
	// at most one case of chance then plays.
	Alone  func([]reports.Scenario) []string
	Rounds int
	// Tool names the program in the result.
	Tool reports.Tool
	// Progress receives every verdict, and every case that is tried again after the first try
	// of all cases. It is never called from two goroutines at once.
	Progress func(Progress)
}

// DefaultConcurrency is how many exchanges a run keeps under way on an endpoint.
const DefaultConcurrency = 16

func withDefaults(cfg Config) Config {
	cfg.Concurrency = cmp.Or(cfg.Concurrency, DefaultConcurrency)
	cfg.Timeout = cmp.Or(cfg.Timeout, 30*time.Second)
	cfg.Level = cmp.Or(cfg.Level, "should")
	cfg.Trace = cmp.Or(cfg.Trace, "failed")
	if cfg.Abandon == nil {
		cfg.Abandon = context.Background()
	}
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	return cfg
}

// Target is the storage account that a run judges, or a factory of accounts. Endpoint makes one.
type Target = target.Target

// Endpoint returns the account that a connection string names, with all its services, as the target of a run. It sends
// nothing yet. Leases and deletions take their real time there, for which a run waits. Errors contain no secret.
func Endpoint(connection string) (Target, error) {
	c, err := target.ParseConnection(connection)
	if err != nil {
		return nil, err
	}
	return target.NewEndpoint(c, target.EndpointOptions{})
}
