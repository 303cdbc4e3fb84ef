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
	return roomOf(svc) != nil && (rights == nil || !rights.Known || rights.Covers(svc))
}

// ask sends the greeting of a service, and returns the version under which it went out.
func ask(ctx context.Context, s *target.Session, svc target.Service, timeout time.Duration) (resp scenario.Response, version string, err error) {
	rec := wire.NewRecorder(s.Transport, wire.NewGate(1), wire.Options{Timeout: timeout,
		Secrets: []string{s.Credential.Key.Reveal(), s.Credential.SAS.Reveal()}})
	c, err := roomOf(svc).Open(s, rec, scenario.Access{})
	if err != nil {
		return resp, "", err
	}
	hello := Language().Lexicon(svc).Greeting
	resp, err = Language().Must(hello.Operation).Do(ctx, c, hello.Of, hello.Request())
	return resp, sentVersion(rec), err
}

// roomOf is the room of a service, nil if there is none.
func roomOf(svc target.Service) scenario.Service {
	for _, s := range Language().Services() {
		if s.Name() == svc {
			return s
		}
	}
	return nil
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
