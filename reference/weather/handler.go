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

	"ifmatch/reference/held"
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
			Wait(r.Context(), e.Held)
			a.Send(w)
		case Timeout, Busy:
			send(w, Answer(e.Kind, at.Service, r))
		case TimeoutApplied:
			execute(service, r)
			send(w, Answer(e.Kind, at.Service, r))
		case Truncate:
			sendHalf(execute(service, r), w, r)
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
			a.Send(w)
		}
	})
}

// execute lets the service answer, and keeps the answer.
func execute(service http.Handler, r *http.Request) *held.Answer {
	a := held.Empty()
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

// Wait reports whether ctx has not ended after d.
func Wait(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
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

// sendHalf breaks off in the middle of the body. It sends an answer without a body whole.
func sendHalf(a *held.Answer, w http.ResponseWriter, r *http.Request) {
	if a.Body.Len() == 0 || r.Method == http.MethodHead {
		a.Send(w)
		return
	}
	a.Header().Set("Content-Length", strconv.Itoa(a.Body.Len()))
	a.Body.Truncate(a.Body.Len() / 2)
	a.Send(w)
	_ = http.NewResponseController(w).Flush() // without a connection there is nothing to flush
	panic(http.ErrAbortHandler)
}
