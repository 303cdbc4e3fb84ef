package judging

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"ifmatch/internal/exit"
	"ifmatch/internal/target"
	"ifmatch/reports"
	"ifmatch/reports/console"
)

// capabilities are what may be required in addition to services.
var capabilities = []target.Capability{target.AccountKey, target.PendingCopy, target.MovableClock, target.AccountWrites, target.SMB}

// lacking are further words for it, with the kind of lack in a result: no case may be
// skipped for such a lack.
var lacking = map[string]string{"operations": reports.LacksOperation, "permissions": reports.LacksPermission, "features": reports.LacksFeature}

// Requirable are the words for what a run can require of its target.
func Requirable() []string {
	words := append(ServiceNames(), slices.Sorted(maps.Keys(lacking))...)
	for _, c := range capabilities {
		words = append(words, string(c))
	}
	return words
}

// CheckRequire refuses words that say nothing that can be required.
func CheckRequire(words []string) error {
	for _, w := range words {
		if !slices.Contains(Requirable(), w) {
			return exit.Wrongf("one of "+strings.Join(Requirable(), ", "), "%q is neither a service nor a capability", w)
		}
	}
	return nil
}

// MissingCapability returns an error, before anything is sent, if a run of the planned services on t
// can never show what is required.
func MissingCapability(words []string, t target.Target, planned []target.Service) error {
	for _, w := range words {
		if slices.Contains(ServiceNames(), w) {
			if !slices.Contains(planned, target.Service(w)) {
				return exit.Unclear("", fmt.Errorf("the service %s is required, and no selected case tests it", w))
			}
			continue
		}
		if lacking[w] == "" && !t.Has(target.Capability(w)) {
			return exit.Unclear("", fmt.Errorf("the capability %s is required, and the target lacks it", w))
		}
	}
	return nil
}

// RequiredCode checks that every required service was really judged: a service whose cases were all
// skipped was not. It also fails if a case was skipped because something required is missing.
func RequiredCode(stderr io.Writer, words []string, r reports.Run) exit.Code {
	code := exit.OK
	for _, w := range words {
		if kind := lacking[w]; kind != "" {
			n := 0
			for _, s := range r.Scenarios {
				if s.Lacks != nil && s.Lacks.Kind == kind {
					n++
				}
			}
			if n > 0 {
				fmt.Fprintf(stderr, "ifmatch: %s are required, and %s skipped for lack of one\n", w, map[bool]string{true: "1 case was", false: console.Plural(n, "case") + " were"}[n == 1])
				code = exit.Unknown
			}
			continue
		}
		if !slices.Contains(ServiceNames(), w) {
			continue
		}
		judged := slices.ContainsFunc(r.Scenarios, func(s reports.Scenario) bool {
			return s.Service == w && (s.Status == reports.Passed || s.Status == reports.Failed)
		})
		if !judged {
			fmt.Fprintf(stderr, "ifmatch: the service %s is required, and no case of it was judged\n", w)
			code = exit.Unknown
		}
	}
	return code
}
