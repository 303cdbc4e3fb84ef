package target

import (
	"slices"
	"strings"
	"time"
)

// ParseVersions reads an --api-version: one version for every service, one per
// service, or a version followed by exceptions.
//
//	2025-11-05
//	blob=2025-11-05,table=2019-02-02
//	2025-11-05,table=2019-02-02
//
// The empty text gives no versions, which leaves the choice to the SDK. Errors
// are of type *UsageError.
func ParseVersions(text string) (map[Service]string, error) {
	if strings.TrimSpace(text) == "" {
		return nil, nil
	}
	var every string
	own := map[Service]string{}
	var names []string
	for _, s := range Services {
		names = append(names, string(s))
	}
	for part := range strings.SplitSeq(text, ",") {
		name, version, named := strings.Cut(part, "=")
		if !named {
			name, version = "", part
		}
		service, version := Service(strings.TrimSpace(name)), strings.TrimSpace(version)
		if _, err := time.Parse(time.DateOnly, version); err != nil {
			return nil, usagef("read the api-version: %q is not a date like 2025-11-05", version)
		}
		switch {
		case !named && every != "":
			return nil, usagef("read the api-version: both %s and %s are for every service; write SERVICE=VERSION for exceptions", every, version)
		case !named:
			every = version
		case !slices.Contains(Services, service):
			return nil, usagef("read the api-version: %q is not a service with versions; choose from %s", string(service), strings.Join(names, ", "))
		case own[service] != "":
			return nil, usagef("read the api-version: %s is given twice", service)
		default:
			own[service] = version
		}
	}
	if every != "" {
		for _, s := range Services {
			if own[s] == "" {
				own[s] = every
			}
		}
	}
	return own, nil
}
