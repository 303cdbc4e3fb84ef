package sdk

import (
	"context"
	"errors"
	"net/http"
	"sync"

	"ifmatch/internal/target"
	"ifmatch/steps/scenario"
)

// Service is one client of a service, safe for concurrent use. It opens the SDK's S on
// first use, so that a target without the service is an answer to an operation.
type Service[S any] struct {
	*Connection
	open func() (S, error)
}

// NewService makes a client; it makes no request. For the SDK's functions see Open.
func NewService[S, K, O any](c *Connection, options O, signer func(account, key string) (K, error), withKey func(endpoint string, signer K, options O) (S, error), without func(endpoint string, options O) (S, error)) *Service[S] {
	return &Service[S]{c, sync.OnceValues(func() (S, error) { return Open(c, options, signer, withKey, without) })}
}

// SDK is the SDK's client itself.
func (c *Service[S]) SDK() (S, error) { return c.open() }

// Do makes an operation on A, asked for with R, of one SDK method. exact is what the
// method cannot say by itself, nil if it says everything; what the method makes of the
// answer is of no interest.
func Do[S any, A scenario.Resource, R any](name string, exact func(req R) *Exchange, method func(ctx context.Context, s S, r A, req R) (any, error)) func(context.Context, *Service[S], A, R) (scenario.Response, error) {
	return func(ctx context.Context, c *Service[S], r A, req R) (scenario.Response, error) {
		s, err := c.open()
		if err != nil {
			return scenario.Response{}, err
		}
		var x *Exchange
		if exact != nil {
			x = exact(req)
		}
		return c.Perform(ctx, name, r, any(&req).(scenario.Request), x, func(ctx context.Context) error {
			_, err := method(ctx, s, r, req)
			return err
		})
	}
}

// On makes an operation of a method of the client V that the SDK has for a resource.
func On[S, V any, A scenario.Resource, R any](name string, view func(s S, r A) V, exact func(req R) *Exchange, method func(ctx context.Context, v V, req R) (any, error)) func(context.Context, *Service[S], A, R) (scenario.Response, error) {
	return Do(name, exact, func(ctx context.Context, s S, r A, req R) (any, error) { return method(ctx, view(s, r), req) })
}

// From makes an operation of such a method that reads another resource, at the URL that
// source gives. Where a client bears a token and named says so, the request names the
// session's for the source too: the transport puts it in.
func From[S, V any, A scenario.Resource, R any](name string, view func(s S, r A) V, exact func(req R) *Exchange, named bool, source func(c *Service[S], req R) (string, error), method func(ctx context.Context, v V, source string, req R) (any, error)) func(context.Context, *Service[S], A, R) (scenario.Response, error) {
	return func(ctx context.Context, c *Service[S], r A, req R) (scenario.Response, error) {
		url, err := source(c, req)
		if err != nil {
			return scenario.Response{}, err
		}
		return On(name, view, func(req R) *Exchange {
			x := &Exchange{}
			if exact != nil {
				x = exact(req)
			}
			if named && c.Bearing() {
				x.Set("x-ms-copy-source-authorization", target.Bearer)
			}
			return x
		}, func(ctx context.Context, v V, req R) (any, error) { return method(ctx, v, url, req) })(ctx, c, r, req)
	}
}

// Reader makes what reads a kind of resource out of a function in the types of its
// room. Where again is set, a state that contradicts itself is read a second time.
func Reader[C scenario.Client, A scenario.Resource, S any](again bool, read func(ctx context.Context, c C, r A) (S, error)) func(context.Context, *scenario.World, scenario.Client, scenario.Resource) (scenario.State, error) {
	return func(ctx context.Context, _ *scenario.World, c scenario.Client, r scenario.Resource) (scenario.State, error) {
		s, err := read(ctx, c.(C), r.(A))
		if err == nil && again && any(&s).(scenario.State).Common().Fleeting() {
			s, err = read(ctx, c.(C), r.(A))
		}
		if err != nil {
			return nil, err
		}
		return any(&s).(scenario.State), nil
	}
}

// Found tells whether a read, whose answer is resp, found the resource. Its error says
// that the read came to nothing, or was refused for another reason.
func Found(name string, resp scenario.Response, err error) (bool, error) {
	switch {
	case err != nil:
		return false, err
	case resp.Status == http.StatusNotFound:
		return false, nil
	case resp.Status != http.StatusOK:
		return false, Refused(name, resp)
	}
	return true, nil
}

// Read reads the answer to a read of a part of a snapshot, which must be a success: parse
// takes its body over.
func Read(name string, resp scenario.Response, err error, parse func(body []byte) error) error {
	switch {
	case err != nil:
		return err
	case resp.Status != http.StatusOK:
		return Refused(name, resp)
	}
	if err := parse(resp.Body); err != nil {
		return Garbled(name, resp, err)
	}
	return nil
}

// Pages reads a list from page to page: ask asks for the one at a marker, and parse finds
// in its body what it shows and the marker of the next one, empty at the end.
func Pages[T any](name string, ask func(marker string) (scenario.Response, error), parse func(body []byte) (page []T, next string, err error)) (all []T, err error) {
	for marker := ""; ; {
		var page []T
		var next string
		resp, err := ask(marker)
		err = Read(name, resp, err, func(body []byte) (err error) {
			page, next, err = parse(body)
			return err
		})
		if err != nil {
			return all, err
		}
		all = append(all, page...)
		if next == "" || next == marker {
			return all, nil
		}
		marker = next
	}
}

// Policies reads the stored access policies out of the answer to a read of them, which
// a snapshot can do without. A SAS cannot read them; they are then not judged.
func (c *Connection) Policies(s *scenario.Snapshot, name string, resp scenario.Response, err error) (list []scenario.Policy, _ error) {
	if err == nil && resp.Status == http.StatusForbidden && c.SAS != "" {
		s.Relax(scenario.FieldPolicies)
		return nil, nil
	}
	err = Read(name, resp, err, func(body []byte) (err error) {
		list, err = ParsePolicies(body)
		return err
	})
	return list, s.Forgo(err, scenario.FieldPolicies)
}

// Removed is the error of a deletion in a clean-up, which may find nothing there.
func Removed(name string, resp scenario.Response, err error) error {
	if err == nil && !resp.OK() && resp.Status != http.StatusNotFound {
		return errors.New(name + " was answered " + resp.String())
	}
	return err
}
