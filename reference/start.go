package reference

import (
	"context"
	"testing"
	"time"
)

// Start returns a server for one test. Each of its services listens on a free port of this machine. It has a virtual
// clock that starts at the present second (Advance moves it), and it is closed when the test ends. Options change the
// rest.
//
//	func TestUpload(t *testing.T) {
//		server := reference.Start(t)
//		client, err := azblob.NewClientFromConnectionString(server.ConnectionString(), nil)
//		…
//		server.Advance(15 * time.Second)
//	}
func Start(t testing.TB, options ...Option) *Server {
	t.Helper()
	s := InProcess(t, options...)
	for _, service := range Services() {
		if _, err := s.Listen(context.Background(), service, "127.0.0.1:0"); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// InProcess returns a server for one test that does not listen: give the clients its Client and its ConnectionString.
// It is faster than a server with sockets, and two tests never compete for a port.
//
//	options := &azblob.ClientOptions{}
//	options.Transport = server.Client()
//	client, err := azblob.NewClientFromConnectionString(server.ConnectionString(), options)
func InProcess(t testing.TB, options ...Option) *Server {
	t.Helper()
	o := Options{Clock: NewVirtualClock(time.Now())}
	for _, option := range options {
		option(&o)
	}
	return New(o)
}
