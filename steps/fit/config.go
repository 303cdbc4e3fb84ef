package fit

import (
	"io/fs"
	"slices"
	"time"

	"ifmatch/internal/target"
	"ifmatch/reports"
	"ifmatch/steps/plan"
)

// Config says what to judge.
type Config struct {
	// Features hold the cases, the register, the profiles, and what Azure was seen to answer.
	Features fs.FS
	// Suite is what steps.Load made of Features.
	Suite *plan.Suite
	// Profiles are the clients to judge for.
	Profiles []plan.Profile
	// Open returns the target with the given services and versions; it sends nothing.
	Open func(services []target.Service, versions map[target.Service]string) (target.Target, error)
	// Versioned says that the user chose the x-ms-version. Otherwise a service that refuses the SDK's
	// own is asked for the newest one that it knows.
	Versioned bool
	// Strict plays also the cases that wait long.
	Strict bool
	// Timeout bounds one exchange.
	Timeout time.Duration
	// Prefix begins the name of everything that is created.
	Prefix string
	// Version of the program, for the result.
	Version string
	Seed    int64
}

// Result is the answer for each profile, by its cases.
type Result struct {
	Run      reports.Run // with the answers in Profiles
	Profiles []Profile
}

// Profile is a profile and what of it was tried.
type Profile struct {
	reports.Profile
	// Tried is what the answer is about. Untried are the cases that were left out because they wait.
	Tried   reports.Demand
	Untried []reports.Need
}

// UntriedOf counts the cases of a clause that were left out.
func (p Profile) UntriedOf(clause string) (n int) {
	for _, need := range p.Untried {
		if need.Clause == clause {
			n += len(need.Cases)
		}
	}
	return n
}

// OnlyUntried are the clauses of which no case was tried, each once.
func (p Profile) OnlyUntried() (out []reports.Need) {
	has := func(needs []reports.Need, clause string) bool {
		return slices.ContainsFunc(needs, func(n reports.Need) bool { return n.Clause == clause })
	}
	for _, n := range p.Untried {
		if !has(p.Tried.Needs, n.Clause) && !has(out, n.Clause) {
			out = append(out, n)
		}
	}
	return out
}
