package weatherproxy

import (
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"strings"
	"syscall"
	"time"

	"ifmatch/internal/sharedkey"
	"ifmatch/internal/target"
	"ifmatch/reference/operation"
	"ifmatch/reference/weather"
)

// Transport applies transient weather to the requests of one client of an account, without a socket of its own. It
// serves the reference in this process, and addresses that a proxy cannot be in front of.
func Transport(next http.RoundTripper, a Account, sky *weather.Sky) http.RoundTripper {
	t := &transport{next: next, sky: sky}
	for service, address := range a.Endpoints {
		_, path, _ := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(address, "http://"), "https://"), "/")
		t.services = append(t.services, served{address, service, a.classifier(service, path == "")})
	}
	return t
}

type transport struct {
	next     http.RoundTripper
	sky      *weather.Sky
	services []served
}

type served struct {
	address   string
	service   operation.Service
	operation func(*http.Request) operation.Operation
}

// of returns the service and the operation of a request.
func (t *transport) of(r *http.Request) (operation.Service, operation.Operation) {
	for _, s := range t.services {
		if strings.HasPrefix(r.URL.String(), s.address) {
			return s.service, s.operation(r)
		}
	}
	return "", operation.Unrecognized
}

// RoundTrip sends a request, or does not, depending on the weather.
func (t *transport) RoundTrip(r *http.Request) (*http.Response, error) {
	service, asked := t.of(r)
	e := t.sky.Meet(asked)
	switch e.Kind {
	case weather.LoseRequest:
		return nil, lost(r, io.EOF)
	case weather.LoseAnswer:
		return nil, t.unheard(r, io.EOF)
	case weather.Reset:
		broken := &net.OpError{Op: "read", Net: "tcp", Err: syscall.ECONNRESET}
		if e.Applied {
			return nil, t.unheard(r, broken)
		}
		return nil, lost(r, broken)
	case weather.Silence:
		if err := t.unheard(r, nil); err != nil {
			return nil, err
		}
		<-r.Context().Done()
		return nil, r.Context().Err()
	case weather.Stall:
		return t.late(r, e.Held)
	case weather.StallAnswer:
		answer, err := t.next.RoundTrip(r)
		weather.Wait(r.Context(), e.Held)
		return answer, err
	case weather.Timeout, weather.Busy:
		_ = lost(r, nil)
		return weather.Answer(e.Kind, service, r), nil
	case weather.TimeoutApplied:
		if err := t.unheard(r, nil); err != nil {
			return nil, err
		}
		return weather.Answer(e.Kind, service, r), nil
	case weather.Truncate:
		return half(t.next.RoundTrip(r))
	case weather.Duplicate:
		again, body, err := repeatable(r)
		if err != nil {
			return nil, err
		}
		if err := t.unheard(again(r.Context(), body), nil); err != nil {
			return nil, err
		}
		return t.next.RoundTrip(again(r.Context(), body))
	}
	return t.next.RoundTrip(r)
}

// lost returns the error of a request that was never sent.
func lost(r *http.Request, err error) error {
	if r.Body != nil {
		_ = r.Body.Close()
	}
	return err
}

// unheard sends a request and drops the answer. If there was one, it returns err.
func (t *transport) unheard(r *http.Request, err error) error {
	answer, failed := t.next.RoundTrip(r)
	if failed != nil {
		return failed
	}
	_, _ = io.Copy(io.Discard, answer.Body)
	_ = answer.Body.Close()
	return err
}

// repeatable returns a function that makes copies of a request, each with a whole body.
func repeatable(r *http.Request) (again func(context.Context, []byte) *http.Request, body []byte, err error) {
	if r.Body != nil {
		body, err = io.ReadAll(r.Body)
		_ = r.Body.Close()
	}
	return func(ctx context.Context, body []byte) *http.Request {
		c := r.Clone(ctx)
		if r.Body != nil {
			c.Body = io.NopCloser(bytes.NewReader(body))
		}
		return c
	}, body, err
}

// late sends a request after a while, even if its sender has given up by then.
func (t *transport) late(r *http.Request, held time.Duration) (*http.Response, error) {
	again, body, err := repeatable(r)
	if err != nil {
		return nil, err
	}
	type result struct {
		answer *http.Response
		err    error
	}
	done := make(chan result, 1)
	go func() {
		time.Sleep(held)
		answer, err := t.next.RoundTrip(again(context.WithoutCancel(r.Context()), body))
		if err == nil && r.Context().Err() != nil {
			_ = answer.Body.Close()
		}
		done <- result{answer, err}
	}()
	select {
	case got := <-done:
		return got.answer, got.err
	case <-r.Context().Done():
		return nil, r.Context().Err()
	}
}

// half makes the body of an answer break off in the middle, if it has one.
func half(answer *http.Response, err error) (*http.Response, error) {
	if err != nil {
		return nil, err
	}
	body, err := io.ReadAll(answer.Body)
	_ = answer.Body.Close()
	if err != nil {
		return nil, err
	}
	answer.Body = io.NopCloser(bytes.NewReader(body))
	if len(body) > 0 {
		answer.Body = io.NopCloser(io.MultiReader(bytes.NewReader(body[:len(body)/2]), breaks{}))
	}
	return answer, nil
}

// breaks is a reader that fails, where a body breaks off.
type breaks struct{}

func (breaks) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

// accountOf is the account in front of which a proxy stands.
func accountOf(c target.Credential, endpoints map[target.Service]string) (Account, error) {
	out := Account{Name: c.Account, Endpoints: map[operation.Service]string{}}
	for s, address := range endpoints {
		out.Endpoints[operation.Service(s)] = address
	}
	if c.Key == "" {
		return out, nil
	}
	var err error
	out.Key, err = sharedkey.New(c.Account, c.Key.Reveal())
	return out, err
}

// Under is a target under a sky.
func Under(t target.Target, sky *weather.Sky) target.Target { return weathered{t, sky} }

// weathered is a target whose requests meet weather that a repetition overcomes.
type weathered struct {
	target.Target
	sky *weather.Sky
}

// Session opens a session whose requests meet the weather.
func (u weathered) Session(ctx context.Context, name string) (*target.Session, error) {
	s, err := u.Target.Session(ctx, name)
	if err != nil {
		return nil, err
	}
	behind, err := accountOf(s.Credential, s.Endpoints)
	if err != nil {
		s.Close()
		return nil, err
	}
	s.Transport = Transport(s.Transport, behind, u.sky)
	return s, nil
}
