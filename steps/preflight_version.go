package steps

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"strings"
	"time"

	"ifmatch/internal/target"
	"ifmatch/steps/scenario"
)

// refusesVersion reports whether an answer refuses the x-ms-version.
func refusesVersion(resp scenario.Response) bool {
	return resp.Status == http.StatusBadRequest && strings.Contains(strings.ToLower(string(resp.Body)), "version")
}

// versionRemedy says what to do about services that refuse the version that was sent: it
// asks each of them for the newest version it knows.
func versionRemedy(ctx context.Context, s *target.Session, services []target.Service, timeout time.Duration) string {
	const anyway = "switch its check off (Azurite: --skipApiVersionCheck)"
	known := maps.Clone(s.Versions)
	if known == nil {
		known = map[target.Service]string{}
	}
	found := 0
	for _, svc := range services {
		if !greets(s, svc) {
			continue
		}
		resp, sent, err := ask(ctx, s, svc, timeout)
		if err != nil || !refusesVersion(resp) {
			continue
		}
		v := newestKnown(ctx, s, svc, sent, timeout)
		if v == "" {
			return fmt.Sprintf("the %s service refuses every documented version, too: name one that it knows by --api-version %s=VERSION, or %s", svc, svc, anyway)
		}
		known[svc] = v
		found++
	}
	if found == 0 { // it no longer refuses the version
		return "choose one that it knows by --api-version, or " + anyway
	}
	return fmt.Sprintf("choose the newest that it knows by --api-version %s; or %s", target.FormatVersions(known), anyway)
}

// newestKnown is the newest documented version that a service does not refuse. It is empty
// if there is none, or if the service stops answering. The service refuses the version sent.
func newestKnown(ctx context.Context, s *target.Session, svc target.Service, sent string, timeout time.Duration) string {
	for _, v := range target.DocumentedVersions {
		if v == sent {
			continue
		}
		under := *s
		under.Versions = maps.Clone(s.Versions)
		if under.Versions == nil {
			under.Versions = map[target.Service]string{}
		}
		under.Versions[svc] = v
		resp, _, err := ask(ctx, &under, svc, timeout)
		switch {
		case err != nil:
			return ""
		case !refusesVersion(resp):
			return v
		}
	}
	return ""
}
