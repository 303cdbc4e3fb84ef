package workload

import (
	"context"
	"fmt"
	"time"

	"ifmatch/loadgen/history"
)

// tries bounds how often a request before or after the load is repeated. pause is
// the time between the first two tries; it grows. Together the pauses are 5.5 s,
// longer than a service needs to restart.
const (
	tries = 11
	pause = 100 * time.Millisecond
)

// retry sends a request outside the measured part until its outcome is certain. A
// service that resets connections or is busy must not keep a run from beginning or
// ending. Each try is judged, and recorded if record is set. retry returns the
// last event. The error says that no try was certain, or is ctx's.
func retry(ctx context.Context, c Conn, s Step, fill func(*Request, Identity), judge func(*Exchange) history.Event, record bool) (history.Event, error) {
	events, err := retryAll(ctx, c, s, fill, func(x *Exchange, events []history.Event) []history.Event { return append(events, judge(x)) }, record)
	if len(events) == 0 {
		return history.Event{}, err
	}
	return events[0], err
}

// retryAll is retry for a request whose answer yields several events. The
// outcome of the first is that of the exchange.
func retryAll(ctx context.Context, c Conn, s Step, fill func(*Request, Identity), judge func(*Exchange, []history.Event) []history.Event, record bool) ([]history.Event, error) {
	for try := 1; ; try++ {
		x, err := c.Send(ctx, s, fill)
		if err != nil {
			return nil, err
		}
		events := judge(x, nil)
		if record {
			c.Record(events...)
		}
		if !events[0].Outcome.Uncertain() {
			return events, nil
		}
		if try == tries {
			return events, refusal(x)
		}
		if err := c.Pause(ctx, time.Duration(try)*pause); err != nil {
			return events, err
		}
	}
}

// each does something with all resources of a kind. An error says what it was doing.
func each[T any](what string, all []T, do func(T) error) error {
	for _, one := range all {
		if err := do(one); err != nil {
			return fmt.Errorf("%s: %w", what, err)
		}
	}
	return nil
}

// finally is what drains do.
const finally = "read the final state"

// refusal returns the error of a request outside the measured part that did not
// succeed.
func refusal(x *Exchange) error {
	if x.Err != nil {
		return fmt.Errorf("%s %s: %w", x.Step.Method, x.Step.Path, x.Err)
	}
	return fmt.Errorf("%s %s: the service answered %d %s", x.Step.Method, x.Step.Path, x.Reply.Status, field(x.Reply.Header, "x-ms-error-code"))
}

// plain sends a request that is not recorded, such as Create Container. It fails
// unless the outcome is Won or one of those allowed.
func plain(ctx context.Context, c Conn, s Step, fill func(*Request, Identity), allowed ...history.Outcome) error {
	var last error
	e, err := retry(ctx, c, s, fill, func(x *Exchange) history.Event {
		last = refusal(x)
		if x.Err != nil {
			return history.Event{Outcome: history.Unknown}
		}
		return history.Event{Outcome: classify(x.Reply, field(x.Reply.Header, "x-ms-error-code"))}
	}, false)
	if err != nil {
		return err
	}
	if e.Outcome == history.Won {
		return nil
	}
	for _, o := range allowed {
		if e.Outcome == o {
			return nil
		}
	}
	return last
}
