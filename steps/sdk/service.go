package sdk

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"

	"ifmatch/internal/target"
	"ifmatch/steps/scenario"
)

// Service is a client of one service, safe for concurrent use. It opens the SDK's S on first
// use, so that a missing service shows in the answer to an operation.
type Service[S any] struct {
	*Connection
	// SDK is the SDK's client itself.
	SDK func() (S, error)
}

// NewService makes a client, which sends no request. The SDK's S is opened with a signer K of the account key, or only
// with the URL, which may hold a SAS. Errors contain no secret.
func NewService[S, K, O any](c *Connection, options O, signer func(account, key string) (K, error), withKey func(endpoint string, signer K, options O) (S, error), without func(endpoint string, options O) (S, error)) *Service[S] {
	doing := fmt.Sprintf("opening a %s client", c.service)
	return &Service[S]{c, sync.OnceValues(func() (client S, err error) {
		switch {
		case c.Endpoint == "":
			return client, fmt.Errorf("%s: the target offers no %s service", doing, c.service)
		case c.Key != "" && c.SAS == "" && !c.anonymous:
			var k K
			if k, err = signer(c.Session.Credential.Account, c.Key); err != nil {
				err = ErrKey
				break
			}
			client, err = withKey(c.Endpoint, k, options)
		case c.SAS != "":
			client, err = without(c.Endpoint+"?"+c.SAS, options)
		default:
			client, err = without(c.Endpoint, options)
		}
		if err != nil {
			err = fmt.Errorf("%s: %s", doing, c.Scrub(err.Error()))
		}
		return client, err
	})}
}

// Opening makes the function with which a room opens clients of its service.
func Opening[S any](service target.Service, client func(c *Connection) *Service[S]) func(*target.Session, http.RoundTripper, scenario.Access) scenario.Client {
	return func(s *target.Session, transport http.RoundTripper, a scenario.Access) scenario.Client {
		return client(Connect(s, service, transport, a))
	}
}

// Do makes an operation on A, requested with R, from one SDK method. exact adds what the method
// cannot express; nil if it expresses everything. The method's own result is ignored.
func Do[S any, A scenario.Address, R any](name string, exact func(req R) *Exchange, method func(ctx context.Context, s S, r A, req R) (any, error)) func(context.Context, *Service[S], A, R) (scenario.Response, error) {
	return func(ctx context.Context, c *Service[S], r A, req R) (scenario.Response, error) {
		s, err := c.SDK()
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

// On makes an operation from a method of the SDK's client V for a resource.
func On[S, V any, A scenario.Address, R any](name string, view func(s S, r A) V, exact func(req R) *Exchange, method func(ctx context.Context, v V, req R) (any, error)) func(context.Context, *Service[S], A, R) (scenario.Response, error) {
	return Do(name, exact, func(ctx context.Context, s S, r A, req R) (any, error) { return method(ctx, view(s, r), req) })
}

// Bare makes an operation, requested with R, from a method that takes only its options.
func Bare[R, S, V any, A scenario.Address, O, Out any](name string, view func(s S, r A) V, exact func(req R) *Exchange, method func(V, context.Context, *O) (Out, error)) func(context.Context, *Service[S], A, R) (scenario.Response, error) {
	return On(name, view, exact, Method[R](method))
}

// From makes an operation from such a method that reads another resource, at the URL that source
// gives. If the client bears a token and named is set, the request also names the session's
// token for the source, which the transport fills in.
func From[S, V any, A scenario.Address, R any](name string, view func(s S, r A) V, exact func(req R) *Exchange, named bool, source func(c *Service[S], req R) (string, error), method func(ctx context.Context, v V, source string, req R) (any, error)) func(context.Context, *Service[S], A, R) (scenario.Response, error) {
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
			if named && c.Bearing {
				x.Set("x-ms-copy-source-authorization", target.Bearer)
			}
			return x
		}, func(ctx context.Context, v V, req R) (any, error) { return method(ctx, v, url, req) })(ctx, c, r, req)
	}
}

// Reader makes the read function of a kind of resource from one in the types of its room. If
// again is set, a state that contradicts itself is read a second time: on a real clock something,
// such as a window, can end between two reads. If the service is at fault, the second try shows it
// again. Where nothing changes by itself, even a single stale read counts.
func Reader[C scenario.Client, A scenario.Address, S any](again bool, read func(ctx context.Context, c C, r A) (S, error)) func(context.Context, *scenario.World, scenario.Client, scenario.Address) (scenario.State, error) {
	return func(ctx context.Context, _ *scenario.World, c scenario.Client, r scenario.Address) (scenario.State, error) {
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

// Found reports whether a read with the answer resp found the resource. Its error says that the
// read failed, or was refused for another reason.
func Found(name string, resp scenario.Response, err error) (bool, error) {
	switch {
	case err != nil:
		return false, err
	case resp.Status == http.StatusNotFound:
		return false, nil
	case resp.Status != http.StatusOK:
		return false, &scenario.RefusedError{Operation: name, Response: resp}
	}
	return true, nil
}

// Read parses the answer to a read of a part of a snapshot. The answer must be a success, and
// parse receives its body.
func Read(name string, resp scenario.Response, err error, parse func(body []byte) error) error {
	switch {
	case err != nil:
		return err
	case resp.Status != http.StatusOK:
		return &scenario.RefusedError{Operation: name, Response: resp}
	}
	if err := parse(resp.Body); err != nil {
		return Garbled(name, resp, err)
	}
	return nil
}

// Pages reads a list page by page. ask requests the page at a marker; parse returns its content
// and the marker of the next page, empty at the end.
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

// Forgo treats the failed read of err as Snapshot.Forgo does. What a SAS may not read is not judged.
func (c *Connection) Forgo(s *scenario.Snapshot, err error, fields ...scenario.Field) error {
	if refused, ok := errors.AsType[*scenario.RefusedError](err); ok && c.SAS != "" && refused.Response.Status == http.StatusForbidden {
		s.Relax(fields...)
		return nil
	}
	return s.Forgo(err, fields...)
}

// Policies reads the stored access policies from the answer to a read of them, without which a
// snapshot can do.
func (c *Connection) Policies(s *scenario.Snapshot, name string, resp scenario.Response, err error) (list []scenario.Policy, _ error) {
	err = Read(name, resp, err, func(body []byte) (err error) {
		list, err = ParsePolicies(body)
		return err
	})
	return list, c.Forgo(s, err, scenario.FieldPolicies)
}

// Removed is the error of a deletion in a clean-up; not finding the resource is no error.
func Removed(name string, resp scenario.Response, err error) error {
	if err == nil && !resp.OK() && resp.Status != http.StatusNotFound {
		return errors.New(name + " was answered " + resp.String())
	}
	return err
}
