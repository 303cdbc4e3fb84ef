package cli

import (
	"slices"
	"strings"

	"ifmatch/internal/target"
	"ifmatch/steps"
	"ifmatch/steps/scenario"
)

// serviceNames are the names of the services that can be judged.
func serviceNames() []string {
	var out []string
	for _, s := range target.Services {
		if slices.ContainsFunc(steps.Language().Services(), func(r scenario.Service) bool { return r.Name == s }) {
			out = append(out, string(s))
		}
	}
	return out
}

// checkServices refuses anything but services of Azure Storage.
func checkServices(names []string) error {
	for _, n := range names {
		if !slices.Contains(serviceNames(), n) {
			return usagef("services: "+strings.Join(serviceNames(), ", "), "%q is not a service", n)
		}
	}
	return nil
}
