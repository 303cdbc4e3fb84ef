package sdk

import (
	"context"
	"errors"
	"net/http"
	"sync"

	"ifmatch/steps/scenario"
)

// Service is one client of a service, safe for concurrent use. It opens the SDK's S on
// first use, so that a target without the service is an answer to an operation.
type Service[S any] struct {
	*Connection
	open func() (S, error)
}

// NewService makes a client; it makes no request.
func NewService[S any](c *Connection, o Opener[S]) *Service[S] {
	return &Service[S]{c, sync.OnceValues(func() (S, error) { return Open(c, o) })}
}

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

// Policies reads the stored access policies out of the answer to a read of them, which
// a snapshot can do without. A SAS cannot read them; they are then not judged.
func (c *Connection) Policies(s *scenario.Snapshot, name string, resp scenario.Response, err error) ([]scenario.Policy, error) {
	switch {
	case err != nil:
	case resp.Status == http.StatusForbidden && c.SAS != "":
		s.Relax(scenario.FieldPolicies)
		return nil, nil
	case resp.Status != http.StatusOK:
		err = Refused(name, resp)
	default:
		var list []scenario.Policy
		if list, err = ParsePolicies(resp.Body); err == nil {
			return list, nil
		}
		err = Garbled(name, resp, err)
	}
	return nil, s.Forgo(err, scenario.FieldPolicies)
}

// Removed is the error of a deletion in a clean-up, which may find nothing there.
func Removed(name string, resp scenario.Response, err error) error {
	if err == nil && !resp.OK() && resp.Status != http.StatusNotFound {
		return errors.New(name + " was answered " + resp.String())
	}
	return err
}
