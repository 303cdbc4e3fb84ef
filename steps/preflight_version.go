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

// refusesVersion reports whether an answer refuses the x-ms-version. Every XML document has a version
// of its own, which is not meant.
func refusesVersion(resp scenario.Response) bool {
	text := strings.ReplaceAll(strings.ToLower(string(resp.Body)), "<?xml version", "")
	return resp.Status == http.StatusBadRequest && strings.Contains(text, "version")
}

// Newest returns the versions to send so that no service refuses them: the newest documented one
// that each service knows, for those that refuse the SDK's own. It is empty if none of them does.
// A service that refuses every version, or does not answer, is left to the preflight.
func Newest(ctx context.Context, t target.Target, services []target.Service, timeout time.Duration) (map[target.Service]string, error) {
	s, err := t.Session(ctx, "api-version")
	if err != nil {
		return nil, fmt.Errorf("open a session on the target: %w", err)
	}
	defer s.Close()
	known, _ := knownVersions(ctx, s, services, min(timeout, patience))
	return known, nil
}

// Settle is Preflight for those who choose no version: a service that refuses the SDK's own is asked for
// the newest documented one that it knows. It returns those, and asks no question twice.
func Settle(ctx context.Context, t target.Target, services []target.Service, timeout time.Duration) (map[target.Service]string, error) {
	s, err := t.Session(ctx, "preflight")
	if err != nil {
		return nil, fmt.Errorf("open a session on the target: %w", err)
	}
	defer s.Close()
	timeout = min(timeout, patience)
	known := map[target.Service]string{}
	for _, svc := range services {
		if !greets(s, svc) {
			continue
		}
		resp, sent, err := askPatiently(ctx, s, svc, timeout)
		if err == nil && refusesVersion(resp) {
			if v := newestKnown(ctx, s, svc, sent, timeout); v != "" {
				known[svc] = v
				continue
			}
		}
		if err := obstructs(ctx, s, t.Info(), svc, resp, sent, err); err != nil {
			return nil, err
		}
	}
	return known, nil
}

// knownVersions are the newest versions of the services that refuse the one sent; stubborn is one
// that refuses every documented version, or empty.
func knownVersions(ctx context.Context, s *target.Session, services []target.Service, timeout time.Duration) (known map[target.Service]string, stubborn target.Service) {
	known = map[target.Service]string{}
	for _, svc := range services {
		if !greets(s, svc) {
			continue
		}
		resp, sent, err := ask(ctx, s, svc, timeout)
		if err != nil || !refusesVersion(resp) {
			continue
		}
		if v := newestKnown(ctx, s, svc, sent, timeout); v != "" {
			known[svc] = v
		} else {
			stubborn = svc
		}
	}
	return known, stubborn
}

// versionRemedy says what to do about services that refuse the version that was sent: it
// asks each of them for the newest version it knows.
func versionRemedy(ctx context.Context, s *target.Session, services []target.Service, timeout time.Duration) string {
	const anyway = "switch its check off (Azurite: --skipApiVersionCheck)"
	found, stubborn := knownVersions(ctx, s, services, timeout)
	switch {
	case stubborn != "":
		return fmt.Sprintf("the %s service refuses every documented version, too: name one that it knows by --api-version %s=VERSION, or %s", stubborn, stubborn, anyway)
	case len(found) == 0: // it no longer refuses the version
		return "choose one that it knows by --api-version, or " + anyway
	}
	versions := maps.Clone(s.Versions)
	if versions == nil {
		versions = map[target.Service]string{}
	}
	maps.Copy(versions, found)
	return fmt.Sprintf("choose the newest that it knows by --api-version %s; or %s", target.FormatVersions(versions), anyway)
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
