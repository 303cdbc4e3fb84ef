// Package loadgen drives contended load against an endpoint and records everything that happens, so that the history
// can be judged.
//
// EndpointOf makes an endpoint of a connection string, package workload has the workloads, and Run records what their
// clients sent and were answered. Package check proves from that history whether the service kept what it promises,
// and package stats measures it. A run sends real requests: on an account, they are billed.
//
// vegeta sends by ifmatch's own schedule, the actors of a workload choose the requests, and every exchange is stamped
// right around the wire.
package loadgen

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"ifmatch/internal/sharedkey"
	"ifmatch/internal/target"
	"ifmatch/loadgen/backoff"
	"ifmatch/loadgen/history"
	"ifmatch/loadgen/pace"
	"ifmatch/loadgen/transport"
	"ifmatch/loadgen/workload"
)

// Config is the whole configuration of a run.
type Config struct {
	Endpoint Endpoint
	Workload workload.Workload
	Options  workload.Options
	Run      string // id: 8 hexadecimal digits
	Prefix   string // begins the name of everything created
	Seed     uint64

	Shard      int           // index of this process among those that send the run together, from 0
	Shards     int           // how many processes send the run together; 0: this one
	StartAt    time.Time     // when the plan begins, by the machine's clock; zero: as soon as it can
	Clients    int           // in a closed loop: all of them; on a schedule: those it begins with
	MaxClients int           // bound of the clients of a schedule
	Shape      pace.Shape    // nil: a closed loop
	Warmup     time.Duration // sent, recorded and checked, but not measured
	Duration   time.Duration // of the measured part; 0: until Operations are sent
	Operations int64         // most exchanges of the measured part; 0: no bound
	Backoff    backoff.Policy
	Transport  transport.Transport // the run closes it; nil: the one that suits the endpoint
	Keep       bool                // do not delete what was created; shards always keep it
	Abandon    context.Context     // when it ends, the run waits for nothing more: neither answers, nor the final state, nor deletions; nil: never

	History string            // file to record to
	Results io.Writer         // vegeta's results in its gob format; nil: none
	Params  map[string]string // what the history's header says about the run's plan

	// ThirdParty is called when the sending begins. It receives a function that breaks the lease of the resource of a
	// request, as a client outside the run may at any time. The function records the break; otherwise the history would
	// accuse the service. In a workload that stages blocks, it records that a block of the resource is discarded, and
	// its caller does that. The path is the request's, escaped and below the service's base. Sent is called after the
	// sending, before the final reading. Both may be nil.
	ThirdParty func(interfere func(ctx context.Context, path string))
	Sent       func()

	// Restart is called when the sending begins. It receives a function that records a restart of the target: kill
	// returns when the target is dead, and start when it answers again. Nil: the target is not restarted.
	Restart func(restart func(kill func(), start func() error) error)

	// Recording is called before the first event, with the texts of the history. Measuring is called when the sending
	// begins, with the time at which the measured part will begin. Its schedule returns how many exchanges of the
	// measured part were due so far, and how many of them found no free client; it is nil in a closed loop. Tap gets
	// everything recorded, on a goroutine of its own. All may be nil.
	Recording func(book *history.Dictionary)
	Measuring func(from int64, book *history.Dictionary, schedule func() (requested, dropped int64))
	Tap       func(batch []history.Event, watermark int64)
}

// MaxClients is the largest number of clients of a run.
const MaxClients = history.ShardSlots

func (c *Config) validate() error {
	switch {
	case c.Clients < 1 || c.Clients > MaxClients:
		return fmt.Errorf("a run has 1 to %d clients, not %d", MaxClients, c.Clients)
	case c.Shape != nil && (c.MaxClients < c.Clients || c.MaxClients > MaxClients):
		return fmt.Errorf("a schedule that begins with %d clients can grow to between %d and %d, not to %d", c.Clients, c.Clients, MaxClients, c.MaxClients)
	case c.Duration <= 0 && c.Operations <= 0:
		return errors.New("a run needs a duration or a number of operations")
	case c.Warmup < 0:
		return fmt.Errorf("the warm-up %s is negative", c.Warmup)
	}
	return nil
}

// run is the state of one run.
type run struct {
	config    Config
	base      time.Time
	book      *history.Dictionary
	places    map[target.Service]serviceAddress
	key       *sharedkey.Key // nil with a shared access signature or tokens
	transport transport.Transport
	recorder  *history.Recorder // nil while preparing
	early     []history.Event   // recorded before the history began
	instance  workload.Instance
	silence   silence
	locked    lock
}

// now is the run's monotonic clock, in nanoseconds.
func (r *run) now() int64 { return int64(time.Since(r.base)) }

// ErrPrepare wraps the error of a run that could not begin, because the resources
// for its clients could not be created.
var ErrPrepare = errors.New("prepare the load")

// ErrLate is the error of a run whose start time had passed before it was ready.
var ErrLate = errors.New("start the load at the given time")

// ErrTaken is the error of a run that sends nothing, because another process is the
// same shard.
var ErrTaken = workload.ErrClaimed
