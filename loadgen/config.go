// Package loadgen drives contended load against an endpoint and records all that
// happens, so that the history can be judged: vegeta sends by a schedule of our
// own, the actors of a workload say what, and every exchange is stamped right
// around the wire.
package loadgen

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"ifmatch/loadgen/backoff"
	"ifmatch/loadgen/history"
	"ifmatch/loadgen/pace"
	"ifmatch/loadgen/transport"
	"ifmatch/loadgen/workload"
)

// Config is everything that a run is told.
type Config struct {
	Endpoint Endpoint
	Workload workload.Workload
	Options  workload.Options
	Run      string // id: 8 hexadecimal digits
	Prefix   string // begins the name of everything created
	Seed     uint64

	Shard      int           // of the processes that send the run together, from 0: its clients have identities of their own
	Shards     int           // how many processes send the run together; 0: this one
	StartAt    time.Time     // when the plan begins, by the machine's clock; zero: as soon as it can
	Clients    int           // of a closed loop; those that a schedule begins with
	MaxClients int           // most that a schedule may grow to
	Shape      pace.Shape    // nil: a closed loop
	Warmup     time.Duration // sent, recorded and checked, but not measured
	Duration   time.Duration // of the measured part; 0: until Operations are sent
	Operations int64         // most exchanges of the measured part; 0: no bound
	Backoff    backoff.Policy
	Transport  transport.Transport // the run closes it
	Keep       bool                // leave behind what was created, as shards always do

	History string            // file to record to
	Results io.Writer         // vegeta's results in its gob format; nil: none
	Params  map[string]string // what the history's header says of the run's plan

	// Stranger is called when the plan begins to be sent, with what breaks the lease of the resource that a request is about,
	// as somebody else may at any time, and records it: the history would accuse the service otherwise. The path is the
	// request's, escaped and below the service's base. Sent is called when the plan was sent, before the final reading. Both may be nil.
	Stranger func(breakLease func(ctx context.Context, path string))
	Sent     func()

	// Restart is told when the plan begins to be sent how to record that the target is killed and started again: kill
	// returns when it is dead, and start when it answers. Nil: nobody does that.
	Restart func(restart func(kill func(), start func() error) error)

	// Recording is called before the first event, with the texts of the history;
	// Measuring when the plan begins to be sent, with the time at which the
	// measured part will begin; schedule tells at any time how many exchanges were
	// due in the measured part, and how many of them no client was free for, and is
	// nil in a closed loop. Tap gets all that was recorded, from a goroutine of
	// its own. All may be nil.
	Recording func(book *history.Dictionary)
	Measuring func(from int64, book *history.Dictionary, schedule func() (requested, dropped int64))
	Tap       func(batch []history.Event, watermark int64)
}

// MaxClients is the most clients that a run may have.
const MaxClients = history.ShardSlots

func (c *Config) validate() error {
	switch {
	case c.Clients < 1 || c.Clients > MaxClients:
		return fmt.Errorf("a run has 1 to %d clients, not %d", MaxClients, c.Clients)
	case c.Shape != nil && (c.MaxClients < c.Clients || c.MaxClients > MaxClients):
		return fmt.Errorf("a schedule that begins with %d clients can grow to %d to %d, not %d", c.Clients, c.Clients, MaxClients, c.MaxClients)
	case c.Duration <= 0 && c.Operations <= 0:
		return errors.New("a run needs a duration or a number of operations")
	case c.Warmup < 0:
		return fmt.Errorf("a warm-up of %s cannot be", c.Warmup)
	}
	return nil
}
