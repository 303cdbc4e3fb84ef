package mutate

import (
	"hash/fnv"
	"math/rand/v2"
	"path"
	"slices"
	"strings"

	"ifmatch/internal/exit"
	"ifmatch/internal/nearest"
	"ifmatch/reference/fault"
	"ifmatch/reports"
	"ifmatch/steps/plan/register"
)

// Choose are the faults that match names and globs, in the order of the catalogue.
func Choose(names []string) ([]fault.Fault, error) {
	all := fault.Permanent()
	if len(names) == 0 {
		return all, nil
	}
	all = append(all, fault.Mirrored()...)
	fits := make([]bool, len(all))
	for _, name := range names {
		if f, found := fault.Lookup(name); found && f.Sporadic() {
			return nil, exit.Wrongf(`"ifmatch load `+LoadArguments(f.Workloads[0])+`" against "ifmatch serve --fault `+name+`" finds it`, "the fault %s is sporadic, and the suite does not wait for it", name)
		}
		if _, err := path.Match(name, ""); err != nil {
			return nil, exit.Wrongf(`"ifmatch list faults" shows the names`, "%q is not a valid glob", name)
		}
		found := false
		for i, f := range all {
			if fit, _ := path.Match(name, f.Name); fit {
				fits[i], found = true, true
			}
		}
		if !found {
			return nil, exit.Wrongf(nearest.Hint(name, faultNames(all), `"ifmatch list faults" shows the names`), "no fault is called %q", name)
		}
	}
	var chosen []fault.Fault
	for i, f := range all {
		if fits[i] {
			chosen = append(chosen, f)
		}
	}
	return chosen, nil
}

func faultNames(all []fault.Fault) []string {
	names := make([]string, len(all))
	for i, f := range all {
		names[i] = f.Name
	}
	return names
}

// Drawn returns a function that reports whether a fault is among n of the chosen that are drawn by a seed; nil if n is 0.
func Drawn(chosen []fault.Fault, n int, seed int64) func(fault.Fault) bool {
	if n == 0 {
		return nil
	}
	drawn := faultNames(chosen)
	random := rand.New(rand.NewPCG(uint64(seed), 0))
	random.Shuffle(len(drawn), func(i, j int) { drawn[i], drawn[j] = drawn[j], drawn[i] })
	drawn = drawn[:min(n, len(drawn))]
	return func(f fault.Fault) bool { return slices.Contains(drawn, f.Name) }
}

// LoadArguments are the arguments of "ifmatch load" for a workload that finds a sporadic fault: "mix:queue" is "mix --kind queue".
func LoadArguments(workload string) string {
	return strings.Replace(workload, "mix:", "mix --kind ", 1)
}

// gates reports whether a case failed and its level gates.
func gates(s reports.Scenario, level string) bool {
	return s.Status == reports.Failed && reports.Gates(s.GatingLevel(), level)
}

// failing are the cases of a run that failed and gate.
func failing(r reports.Run, level string) (ids []string) {
	for _, s := range r.Scenarios {
		if gates(s, level) {
			ids = append(ids, s.ID)
		}
	}
	return ids
}

// led lists the clauses of level must that lead a case that failed by more than an error code.
func led(reg *register.Register, run reports.Run) (ids []string) {
	for _, s := range run.Scenarios {
		clause, ok := reg.Clause(s.Clauses[0])
		if ok && clause.Level == register.Must && gates(s, register.Must.String()) && !slices.Contains(ids, clause.ID) {
			ids = append(ids, clause.ID)
		}
	}
	return ids
}

// oneIn is the share of faults, one in so many, of which one failed case is run again alone although
// the fault is not shown to the whole suite: some 300 of the catalogue.
const oneIn = 6

// chosen reports whether a fault is one of those.
func chosen(fault string, seed int64) bool { return random(fault, seed).IntN(oneIn) == 0 }

// random draws for one fault.
func random(fault string, seed int64) *rand.Rand {
	name := fnv.New64a()
	name.Write([]byte(fault))
	return rand.New(rand.NewPCG(uint64(seed), name.Sum64()))
}

// draw picks n of the failed cases of a fault; all if n is negative.
func draw(ids []string, n int, seed int64, fault string) []string {
	if n < 0 || len(ids) <= n {
		return ids
	}
	random(fault, seed).Shuffle(len(ids), func(i, j int) { ids[i], ids[j] = ids[j], ids[i] })
	return ids[:n]
}
