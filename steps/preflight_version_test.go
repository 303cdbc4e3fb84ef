package steps_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"ifmatch/internal/target"
	"ifmatch/steps"
)

// knows accepts the given versions, and refuses others as emulators do.
func knows(versions ...string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		sent := ""
		for name, values := range r.Header {
			if strings.EqualFold(name, "x-ms-version") {
				sent = values[0]
			}
		}
		if slices.Contains(versions, sent) {
			says(200, "application/xml", `<EnumerationResults><Containers/></EnumerationResults>`).ServeHTTP(w, r)
			return
		}
		refuses(400, "InvalidHeaderValue", fmt.Sprintf("The API version %s is not supported.", sent)).ServeHTTP(w, r)
	})
}

func TestPreflightProposesTheVersionThatTheTargetKnows(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		handler  http.Handler
		services []target.Service
		want     string
	}{
		"the newest of two":    {knows("2019-07-07", "2021-10-04"), blobOnly, "--api-version blob=2021-10-04;"},
		"an old one":           {knows("2009-09-19"), blobOnly, "--api-version blob=2009-09-19;"},
		"two services":         {knows("2019-07-07"), []target.Service{target.Blob, target.Queue}, "--api-version blob=2019-07-07,queue=2019-07-07;"},
		"none that documented": {knows("2019-07-08"), blobOnly, "refuses every documented version, too"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := steps.Preflight(t.Context(), handled{tt.handler, newMovable}, tt.services, 10*time.Second)
			if err == nil || !strings.Contains(err.Error(), tt.want) || !strings.Contains(err.Error(), "refuses x-ms-version 2026") {
				t.Errorf("Preflight = %v, want %q in it", err, tt.want)
			}
		})
	}
}

// TestNewest: a service that accepts the SDK's version, or refuses all, is left alone.
func TestNewest(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		handler http.Handler
		want    string
	}{
		"refuses the SDK's own": {knows("2019-07-07", "2021-10-04"), "blob=2021-10-04,queue=2021-10-04"},
		"accepts every version": {says(200, "application/xml", `<EnumerationResults><Containers/></EnumerationResults>`), ""},
		"refuses all":           {knows("2019-07-08"), ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := steps.Newest(t.Context(), handled{tt.handler, newMovable}, []target.Service{target.Blob, target.Queue}, 10*time.Second)
			if text := target.FormatVersions(got); err != nil || text != tt.want {
				t.Errorf("Newest = %s, %v; want %q", text, err, tt.want)
			}
		})
	}
}
