package weather

import (
	"bytes"
	"context"
	"io"
	"maps"
	"net"
	"net/http"
	"strconv"
	"time"

	"ifmatch/reference/operation"
)

// Place describes the service behind a Sky, and what other clients can do there.
type Place struct {
	Service operation.Service
	// Operation names what a request asks for.
	Operation func(*http.Request) operation.Operation
	// BreakLease breaks the lease of the blob or container addressed by a request, if there is one. DiscardBlock
	// discards the block staged by a Put Block. Both are nil where this cannot happen.
	BreakLease, DiscardBlock func(*http.Request)
}

// Handler applies the weather to the requests of a service.
func Handler(s *Sky, at Place, service http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if s.scripted.Load() == 0 && s.table.Load() == nil {
			service.ServeHTTP(w, r)
			return
		}
		e := s.Meet(at.Operation(r))
		switch e.Kind {
		case Clear:
			service.ServeHTTP(w, r)
		case LoseRequest:
			panic(http.ErrAbortHandler)
		case LoseAnswer:
			execute(service, r)
			panic(http.ErrAbortHandler)
		case Reset:
			if e.Applied {
				execute(service, r)
			}
			reset(w)
		case Silence:
			execute(service, r)
			<-r.Context().Done()
			panic(http.ErrAbortHandler)
		case Stall:
			service.ServeHTTP(w, stalled(r, e.Held))
		case StallAnswer:
			a := execute(service, r)
			wait(r.Context(), e.Held)
			a.send(w)
		case Timeout, Busy:
			send(w, Answer(e.Kind, at.Service, r))
		case TimeoutApplied:
			execute(service, r)
			send(w, Answer(e.Kind, at.Service, r))
		case Truncate:
			execute(service, r).sendHalf(w, r)
		case Duplicate:
			body := whole(r)
			execute(service, with(r, body))
			service.ServeHTTP(w, with(r, body))
		case BreakLease:
			at.BreakLease(r)
			service.ServeHTTP(w, r)
		case DiscardBlock:
			a := execute(service, r)
			at.DiscardBlock(r)
			a.send(w)
		}
	})
}

// execute lets the service answer, and keeps the answer.
func execute(service http.Handler, r *http.Request) *kept {
	a := &kept{header: http.Header{}}
	service.ServeHTTP(a, r)
	return a
}

// stalled returns the request after a delay. It was sent whole, so it arrives even if its sender is gone.
func stalled(r *http.Request, held time.Duration) *http.Request {
	body := whole(r)
	time.Sleep(held)
	return with(r.WithContext(context.WithoutCancel(r.Context())), body)
}

// whole reads the body of a request.
func whole(r *http.Request) []byte {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		panic(http.ErrAbortHandler) // it was not sent whole
	}
	return body
}

// with returns the request with a body that was read before.
func with(r *http.Request, body []byte) *http.Request {
	again := r.Clone(r.Context())
	again.Body = io.NopCloser(bytes.NewReader(body))
	return again
}

func wait(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}

// reset cuts a connection in the way that discards unsent data.
func reset(w http.ResponseWriter) {
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		panic(http.ErrAbortHandler) // there is no connection, or it carries several exchanges
	}
	below := conn
	for {
		upon, ok := below.(interface{ NetConn() net.Conn })
		if !ok {
			break
		}
		below = upon.NetConn()
	}
	if tcp, ok := below.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
	_ = below.Close() // not conn: TLS would send its closing alert first
}

func send(w http.ResponseWriter, a *http.Response) {
	maps.Copy(w.Header(), a.Header)
	w.WriteHeader(a.StatusCode)
	_, _ = io.Copy(w, a.Body) // the client may be gone
}

// kept is an answer that may yet be spoiled.
type kept struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (a *kept) Header() http.Header { return a.header }

func (a *kept) WriteHeader(status int) {
	if a.status == 0 {
		a.status = status
	}
}

func (a *kept) Write(b []byte) (int, error) {
	a.WriteHeader(http.StatusOK)
	return a.body.Write(b)
}

func (a *kept) send(w http.ResponseWriter) {
	maps.Copy(w.Header(), a.header)
	a.WriteHeader(http.StatusOK) // the default status, if the service set none
	w.WriteHeader(a.status)
	_, _ = w.Write(a.body.Bytes())
}

// sendHalf breaks off in the middle of the body. It sends an answer without a body whole.
func (a *kept) sendHalf(w http.ResponseWriter, r *http.Request) {
	if a.body.Len() == 0 || r.Method == http.MethodHead {
		a.send(w)
		return
	}
	a.header.Set("Content-Length", strconv.Itoa(a.body.Len()))
	a.body.Truncate(a.body.Len() / 2)
	a.send(w)
	_ = http.NewResponseController(w).Flush() // without a connection there is nothing to flush
	panic(http.ErrAbortHandler)
}
