package explore

import (
	"fmt"
	"net/http"
	"testing/synctest"
	"time"

	"ifmatch/reference"
	"ifmatch/reference/explore/gate"
	"ifmatch/reference/explore/schedule"
	"ifmatch/reference/operation"
)

// Store is the storage account of one schedule. It is new and empty, and its clock is that of the bubble.
type Store struct {
	server *reference.Server
	gate   *gate.Gate
}

// Client returns the HTTP client of one participant: a transport for the official SDKs. Give each participant its own
// name: hazards are found between names, and schedules are drawn with them.
//
//	options := &azblob.ClientOptions{}
//	options.Transport = s.Client("ann")
//	client, err := azblob.NewClientFromConnectionString(s.ConnectionString(), options)
func (s *Store) Client(name string) *http.Client {
	client := s.Setup()
	client.Transport = s.server.RoundTripperFor(func(service operation.Service, next http.Handler) http.Handler {
		return s.gate.Around(name, service, next)
	})
	return client
}

// Setup returns a client that prepares the store, or looks at it afterwards. Its requests do not wait, are never
// disturbed, and are no part of the schedule.
func (s *Store) Setup() *http.Client { return s.server.Client() }

// ConnectionString returns the string that Azure's clients connect with.
func (s *Store) ConnectionString() string { return s.server.ConnectionString() }

// Endpoint returns the URL of a service, such as reference.Blob, without a trailing slash.
func (s *Store) Endpoint(service operation.Service) string {
	return s.server.InProcessEndpoint(service)
}

// Key returns the account key in base64, and Account its name.
func (s *Store) Key() string { return s.server.Key() }

// Account returns the name of the account.
func (s *Store) Account() string { return s.server.Account() }

// newStore makes the store of one schedule, and the gate before it.
func newStore(chooser *schedule.Chooser, learned *gate.Learned, undisturbed bool, done <-chan struct{}) *Store {
	s := &Store{server: reference.New(reference.Options{Seed: 1})}
	o := gate.Options{Chooser: chooser, Learned: learned, Now: time.Now, Operation: s.server.Operation}
	if !undisturbed {
		o.Lose, o.Jump, o.Break = true, true, s.server.BreakLease
	}
	o.Pass = func(d time.Duration, arrived <-chan struct{}) bool {
		timer := time.NewTimer(d)
		defer timer.Stop()
		select {
		case <-arrived:
		case <-done:
		case <-timer.C:
			return arrived == nil
		}
		return true
	}
	s.gate = gate.New(o)
	return s
}

// The ends of patience.
const (
	maxSteps = 2000           // requests of one schedule; a program that sends more does not end
	maxIdle  = 24 * time.Hour // in the bubble, without a request; then the program hangs
)

// conduct takes steps until the program is done. It returns what is wrong if that never happens.
func conduct(g *gate.Gate, done <-chan struct{}) (hang string) {
	defer g.Finish(true)
	for {
		synctest.Wait()
		g.Arrive()
		select {
		case <-done:
			return ""
		default:
		}
		switch {
		case g.Steps() > maxSteps:
			return fmt.Sprintf("the function has sent %d requests and goes on", maxSteps)
		case g.Waits():
			g.Step()
		case !g.Idle(maxIdle):
			return fmt.Sprintf("no request has come for %v, and the function has not returned", maxIdle)
		}
	}
}
