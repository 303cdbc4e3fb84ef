package target

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// ParseVersions parses an --api-version: one version for every service, one per
// service, or a version followed by exceptions.
//
//	2025-11-05
//	blob=2025-11-05,table=2019-02-02
//	2025-11-05,table=2019-02-02
//
// The empty text returns no versions, which leaves the choice to the SDK. Errors are
// of type *UsageError.
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

// FormatVersions returns an --api-version that ParseVersions parses as versions.
func FormatVersions(versions map[Service]string) string {
	var parts []string
	for _, s := range Services {
		if v := versions[s]; v != "" {
			parts = append(parts, string(s)+"="+v)
		}
	}
	return strings.Join(parts, ",")
}

// DocumentedVersions are the service versions in Microsoft's documents, the newest
// first ("Versioning for Azure Storage").
var DocumentedVersions = []string{
	"2026-12-06", "2026-10-06", "2026-06-06", "2026-04-06", "2026-02-06",
	"2025-11-05", "2025-07-05", "2025-05-05", "2025-01-05",
	"2024-11-04", "2024-08-04", "2024-05-04", "2024-02-04",
	"2023-11-03", "2023-08-03", "2023-05-03", "2023-01-03",
	"2022-11-02",
	"2021-12-02", "2021-10-04", "2021-08-06", "2021-06-08", "2021-04-10", "2021-02-12",
	"2020-12-06", "2020-10-02", "2020-08-04", "2020-06-12", "2020-04-08", "2020-02-10",
	"2019-12-12", "2019-10-10", "2019-07-07", "2019-02-02",
	"2018-11-09", "2018-03-28",
	"2017-11-09", "2017-07-29", "2017-04-17",
	"2016-05-31",
	"2015-12-11", "2015-07-08", "2015-04-05", "2015-02-21",
	"2014-02-14", "2013-08-15", "2012-02-12", "2011-08-18", "2009-09-19", "2009-07-17", "2009-04-14",
}

// UsageError is a mistake in naming a target. Commands exit with 2 on it. Its
// text never contains a secret: it quotes the input only where that cannot be
// one.
type UsageError struct{ text string }

func (e *UsageError) Error() string { return e.text }

func usagef(format string, args ...any) error {
	return &UsageError{fmt.Sprintf(format, args...)}
}
