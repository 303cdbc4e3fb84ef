package steps

import (
	"context"
	"strings"
	"time"

	"ifmatch/internal/target"
	"ifmatch/internal/wire"
	"ifmatch/steps/scenario"
)

// greets reports whether a service can be asked: the suite knows it and the credential covers it.
func greets(s *target.Session, svc target.Service) bool {
	rights := s.Credential.Rights()
	return Language().Service(svc).Open != nil && (rights == nil || !rights.Known || rights.Covers(svc))
}

// ask sends the greeting of a service, and returns the version under which it went out.
func ask(ctx context.Context, s *target.Session, svc target.Service, timeout time.Duration) (resp scenario.Response, version string, err error) {
	rec, c := connect(s, svc, timeout)
	hello := Language().Lexicon(svc).Greeting
	resp, err = Language().Must(hello.Operation).Do(ctx, c, hello.Of, hello.Request())
	return resp, sentVersion(rec), err
}

// connect makes a client of a service whose requests are recorded, and bounded in time.
func connect(s *target.Session, svc target.Service, timeout time.Duration) (*wire.Recorder, scenario.Client) {
	rec := wire.NewRecorder(s.Transport, wire.NewGate(1), wire.Options{Timeout: timeout,
		Secrets: []string{s.Credential.Key.Reveal(), s.Credential.SAS.Reveal()}})
	return rec, Language().Service(svc).Open(s, rec, scenario.Access{})
}

// sentVersion is the x-ms-version of the last request.
func sentVersion(rec *wire.Recorder) string {
	for _, x := range rec.Exchanges() {
		for _, h := range x.RequestHeader {
			if strings.EqualFold(h.Name, "x-ms-version") {
				return h.Value
			}
		}
	}
	return "(none)"
}
