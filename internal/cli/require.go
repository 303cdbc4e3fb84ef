package cli

import (
	"fmt"
	"slices"
	"strings"

	"ifmatch/internal/target"
	"ifmatch/reports"
)

// capabilities that --require may name beside services.
var capabilities = []target.Capability{target.AccountKey, target.PendingCopy, target.MovableClock, target.AccountWrites}

func requirable() []string {
	words := serviceNames()
	for _, c := range capabilities {
		words = append(words, string(c))
	}
	return words
}

// checkRequire refuses words that are neither a service nor a capability.
func checkRequire(words []string) error {
	for _, w := range words {
		if !slices.Contains(requirable(), w) {
			return usagef("one of "+strings.Join(requirable(), ", "), "--require %q is neither a service nor a capability", w)
		}
	}
	return nil
}

// missingCapability says, before anything is sent, what a run of the planned
// services on t can never show.
func missingCapability(words []string, t target.Target, planned []target.Service) error {
	for _, w := range words {
		if slices.Contains(serviceNames(), w) {
			if !slices.Contains(planned, target.Service(w)) {
				return unknown("", fmt.Errorf("the service %s is required, and no chosen case is about it", w))
			}
			continue
		}
		if !t.Has(target.Capability(w)) {
			return unknown("", fmt.Errorf("the capability %s is required, and the target does not have it", w))
		}
	}
	return nil
}

// requiredCode tells whether every required service was really judged: a service
// whose cases were all skipped was not.
func requiredCode(a *app, words []string, r reports.Run) ExitCode {
	code := OK
	for _, w := range words {
		if !slices.Contains(serviceNames(), w) {
			continue
		}
		judged := slices.ContainsFunc(r.Scenarios, func(s reports.Scenario) bool {
			return s.Service == w && (s.Status == reports.Passed || s.Status == reports.Failed)
		})
		if !judged {
			fmt.Fprintf(a.stderr, "ifmatch: the service %s is required, and no case of it was judged\n", w)
			code = Unknown
		}
	}
	return code
}
