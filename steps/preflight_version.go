package steps

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"net/http"
	"strings"
	"time"

	"ifmatch/internal/target"
	"ifmatch/steps/scenario"
)

// refusesVersion reports whether an answer refuses the x-ms-version. Every XML document has a version
// of its own, which is not meant.
func refusesVersion(resp scenario.Response) bool {
	text := strings.ReplaceAll(strings.ToLower(string(resp.Body)), "<?xml version", "")
	return resp.Status == http.StatusBadRequest && strings.Contains(text, "version")
}

// versionRemedy says what to do about services that refuse the version that was sent, of which known are the
// newest that they know, and stubborn is one that refuses all.
func versionRemedy(chosen, known map[target.Service]string, stubborn target.Service) string {
	const anyway = "switch its check off (Azurite: --skipApiVersionCheck)"
	if stubborn != "" {
		return fmt.Sprintf("the %s service refuses every documented version, too: name one that it knows by --api-version %s=VERSION, or %s", stubborn, stubborn, anyway)
	}
	versions := maps.Clone(known)
	for svc, v := range chosen {
		versions[svc] = cmp.Or(known[svc], v)
	}
	return fmt.Sprintf("choose the newest that it knows by --api-version %s; or %s", target.FormatVersions(versions), anyway)
}

// newestKnown is the newest documented version that a service does not refuse. It is empty
// if there is none, or if the service stops answering. The service refuses the version sent.
func newestKnown(ctx context.Context, s *target.Session, svc target.Service, sent string, timeout time.Duration) string {
	under := *s
	under.Versions = map[target.Service]string{}
	maps.Copy(under.Versions, s.Versions)
	for _, v := range target.DocumentedVersions {
		if v == sent {
			continue
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
