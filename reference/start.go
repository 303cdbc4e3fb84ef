package reference

import (
	"context"
	"testing"
	"time"

	"ifmatch/reference/clock"
)

// Start returns a server for one test. Each of its services listens on a free port of this machine. It has a virtual
// clock that starts at the present second (Advance moves it), and it is closed when the test ends. Options change the
// rest.
//
// In a testing/synctest bubble it follows the clock of the bubble, and does not listen: the clock of a bubble stands
// while a goroutine waits for the network. Give the clients the server's Client there.
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
	if clock.InBubble() {
		return s
	}
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
// It is faster than a server with sockets, and two tests never compete for a port. In a testing/synctest bubble its clock
// is that of the bubble: a lease ends while the test sleeps.
//
//	options := &azblob.ClientOptions{}
//	options.Transport = server.Client()
//	client, err := azblob.NewClientFromConnectionString(server.ConnectionString(), options)
func InProcess(t testing.TB, options ...Option) *Server {
	t.Helper()
	o := Options{Clock: NewVirtualClock(time.Now())}
	if clock.InBubble() {
		o.Clock = clock.Bubble{}
	}
	for _, option := range options {
		option(&o)
	}
	return New(o)
}
