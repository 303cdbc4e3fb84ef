package explore

import (
	"net/http"

	"ifmatch/reference"
	"ifmatch/reference/explore/gate"
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
