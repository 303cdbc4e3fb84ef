package cli

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"ifmatch/internal/target"
	"ifmatch/reports"
	"ifmatch/reports/console"
)

// capabilities that --require may name beside services.
var capabilities = []target.Capability{target.AccountKey, target.PendingCopy, target.MovableClock, target.AccountWrites, target.SMB}

// lacking are the words for what no case may be skipped for want of, with the kind of
// lack as the result has it.
var lacking = map[string]string{"operations": reports.LacksOperation, "permissions": reports.LacksPermission}

func requirable() []string {
	words := append(serviceNames(), slices.Sorted(maps.Keys(lacking))...)
	for _, c := range capabilities {
		words = append(words, string(c))
	}
	return words
}

// checkRequire refuses words that name nothing to require.
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
				return unknown("", fmt.Errorf("the service %s is required, and no selected case tests it", w))
			}
			continue
		}
		if lacking[w] == "" && !t.Has(target.Capability(w)) {
			return unknown("", fmt.Errorf("the capability %s is required, and the target lacks it", w))
		}
	}
	return nil
}

// requiredCode tells whether every required service was really judged: a service
// whose cases were all skipped was not. Nor may a case be skipped for want of what is
// required.
func requiredCode(a *app, words []string, r reports.Run) ExitCode {
	code := OK
	for _, w := range words {
		if kind := lacking[w]; kind != "" {
			n := 0
			for _, s := range r.Scenarios {
				if s.Lacks != nil && s.Lacks.Kind == kind {
					n++
				}
			}
			if n > 0 {
				fmt.Fprintf(a.stderr, "ifmatch: %s are required, and %s skipped for want of one\n", w, map[bool]string{true: "1 case was", false: console.Plural(n, "case") + " were"}[n == 1])
				code = Unknown
			}
			continue
		}
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
