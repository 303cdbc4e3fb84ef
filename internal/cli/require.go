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

// capabilities are what --require may name in addition to services.
var capabilities = []target.Capability{target.AccountKey, target.PendingCopy, target.MovableClock, target.AccountWrites, target.SMB}

// lacking are further words for --require, with the kind of lack in a result: no case may be
// skipped for such a lack.
var lacking = map[string]string{"operations": reports.LacksOperation, "permissions": reports.LacksPermission, "features": reports.LacksFeature}

func requirable() []string {
	words := append(serviceNames(), slices.Sorted(maps.Keys(lacking))...)
	for _, c := range capabilities {
		words = append(words, string(c))
	}
	return words
}

// checkRequire refuses words that --require does not know.
func checkRequire(words []string) error {
	for _, w := range words {
		if !slices.Contains(requirable(), w) {
			return usagef("one of "+strings.Join(requirable(), ", "), "--require %q is neither a service nor a capability", w)
		}
	}
	return nil
}

// missingCapability returns an error, before anything is sent, if a run of the planned services on t
// can never show what is required.
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

// requiredCode checks that every required service was really judged: a service whose cases were all
// skipped was not. It also fails if a case was skipped because something required is missing.
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
				fmt.Fprintf(a.stderr, "ifmatch: %s are required, and %s skipped for lack of one\n", w, map[bool]string{true: "1 case was", false: console.Plural(n, "case") + " were"}[n == 1])
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
