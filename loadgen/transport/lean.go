package transport

import (
	"context"
	"crypto/tls"
	"net"
	"slices"
	"sync"
	"time"
)

// NewLean makes the transport over ifmatch's own client: HTTP/1.1 without proxies,
// over http or plain TLS. A session keeps one connection to each host. It reads
// and writes in the caller's goroutine, through its own buffers.
//
// A connection that the server closed while it was idle is noticed before the next
// request is sent, and replaced. One that closes later fails the exchange: nothing
// is ever sent twice.
func NewLean(o Options) Transport {
	o = o.withDefaults()
	secure := o.TLS.Clone()
	if secure == nil {
		secure = &tls.Config{}
	}
	secure.NextProtos = []string{"http/1.1"}
	return &lean{o, secure}
}

type lean struct {
	o   Options
	tls *tls.Config
}

func (t *lean) Session() Session {
	return &leanSession{lean: t, answer: answer{maxHeader: t.o.MaxHeader, maxBody: t.o.MaxBody}}
}

func (t *lean) Close() {}

type leanSession struct {
	*lean
	out    []byte // the request
	vector [2][]byte
	answer answer

	// mu guards the fields that change when a context ends.
	mu         sync.Mutex
	links      []*link // one for each host
	watched    <-chan struct{}
	unwatch    func() bool
	generation uint64 // of the watched context
}

func (s *leanSession) Close() {
	if s.unwatch != nil {
		s.unwatch()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closeLinks()
}

func (s *leanSession) closeLinks() {
	for _, l := range s.links {
		l.close()
	}
	s.links = s.links[:0]
	s.generation++
}

func (s *leanSession) Do(ctx context.Context, req *Request, reply *Reply) error {
	*reply = Reply{}
	if err := check(req); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return expired(req.Host, err)
	}
	s.watch(ctx)
	deadline := time.Now().Add(s.o.Timeout)
	if end, ok := ctx.Deadline(); ok && end.Before(deadline) {
		deadline = end
	}
	l, err := s.link(ctx, req, deadline)
	if err != nil {
		return s.failure(ctx, req, err)
	}
	keep, err := s.exchange(l, req, reply)
	if err != nil || !keep {
		s.drop(l)
	}
	if err != nil {
		*reply = Reply{}
		return s.failure(ctx, req, err)
	}
	return nil
}

// inOneWrite is the largest body that is copied after its header. Larger ones are
// written without a copy.
const inOneWrite = 16 << 10

// exchange sends the request and reads the answer.
func (s *leanSession) exchange(l *link, req *Request, reply *Reply) (keep bool, err error) {
	s.out = appendHead(s.out[:0], req)
	if len(req.Body) <= inOneWrite {
		s.out = append(s.out, req.Body...)
		_, err = l.conn.Write(s.out)
	} else {
		s.vector = [2][]byte{s.out, req.Body}
		rest := net.Buffers(s.vector[:])
		_, err = rest.WriteTo(l.conn)
		s.vector = [2][]byte{}
	}
	unwritten := err
	keep, err = s.answer.read(l.conn, req.Method == "HEAD", reply)
	if unwritten != nil {
		// A server may refuse a body before it has read all of it, and close.
		if err != nil {
			return false, unwritten
		}
		return false, nil
	}
	return keep, err
}

// failure interprets an error. If the context has ended, that is the reason,
// regardless of the error on the connection that it closed.
func (s *leanSession) failure(ctx context.Context, req *Request, err error) error {
	if cause := ctx.Err(); cause != nil {
		return expired(req.Host, cause)
	}
	if end, ok := ctx.Deadline(); ok && !time.Now().Before(end) && classify(err) == Timeout {
		return expired(req.Host, context.DeadlineExceeded) // the connection's deadline passed before the context noticed
	}
	return s.o.explained(req.Host, err)
}

// watch makes the end of ctx close the connections. The exchanges of a run share
// one context, so only the first of them has a cost.
func (s *leanSession) watch(ctx context.Context) {
	done := ctx.Done()
	if done == s.watched {
		return
	}
	if s.unwatch != nil {
		s.unwatch()
	}
	s.watched, s.unwatch = done, nil
	if done == nil {
		return
	}
	s.mu.Lock()
	s.generation++
	current := s.generation
	s.mu.Unlock()
	s.unwatch = context.AfterFunc(ctx, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.generation == current { // otherwise the connections already serve another context
			s.closeLinks()
		}
	})
}

// link returns the connection to the request's host. It makes one if none is still
// open.
func (s *leanSession) link(ctx context.Context, req *Request, deadline time.Time) (*link, error) {
	if l := s.find(req); l != nil {
		// Set the deadline first: a passed one would hide the state of the
		// connection.
		if l.conn.SetDeadline(deadline) == nil && !l.closedByPeer() {
			return l, nil
		}
		s.drop(l)
	}
	l, err := dial(ctx, req, s.tls, deadline)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := ctx.Err(); err != nil { // the end of ctx has closed the other connections, but not this one
		l.close()
		return nil, err
	}
	s.links = append(s.links, l)
	return l, nil
}

func (s *leanSession) find(req *Request) *link {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, l := range s.links {
		if l.host == req.Host && l.secure == req.Secure {
			return l
		}
	}
	return nil
}

func (s *leanSession) drop(l *link) {
	l.close()
	s.mu.Lock()
	defer s.mu.Unlock()
	if i := slices.Index(s.links, l); i >= 0 {
		s.links = slices.Delete(s.links, i, i+1)
	}
}
