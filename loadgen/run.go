package loadgen

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	vegeta "github.com/tsenart/vegeta/v12/lib"

	"ifmatch/internal/sharedkey"
	"ifmatch/loadgen/history"
	"ifmatch/loadgen/transport"
	"ifmatch/loadgen/workload"
	"ifmatch/reports/figure"
)

// Outcome is what a run did. What it measured and proves follows from its history.
type Outcome struct {
	From, To    int64         // the measured part, on the run's clock
	Requested   int64         // by the schedule in the measured part; 0 in a closed loop
	Clients     int           // most at once
	CPU         time.Duration // used by this process in the measured part; 0: not known
	BytesOut    int64         // of bodies sent in the measured part
	Interrupted bool          // ctx ended before the plan did
	Unclean     error         // what could not be deleted at the end
}

// ErrDrain wraps the error of a run whose final state is not in the history: a loss
// of the last write does not show.
var ErrDrain = errors.New("read the state at the end")

// errAbandoned is why a run that was abandoned left resources behind.
var errAbandoned = errors.New("the clean-up was interrupted")

// drainTime bounds the final reading of every key, and cleaning up.
const drainTime = 2 * time.Minute

// Run prepares, sends, drains and cleans up. When ctx ends it stops sending but
// still finishes, so that everything sent is recorded; when Config.Abandon ends, it
// finishes without waiting. After an error the history is as complete as possible.
func Run(ctx context.Context, c Config) (out Outcome, err error) {
	if c.Transport == nil {
		c.Transport = c.Endpoint.TransportTo(c.Workload.Services, transport.Options{})
	}
	defer c.Transport.Close()
	if err := c.validate(); err != nil {
		return Outcome{}, err
	}
	r := &run{config: c, base: time.Now(), book: history.NewDictionary(c.Run), transport: c.Transport}
	if r.places, err = c.Endpoint.addresses(c.Workload.Services); err != nil {
		return Outcome{}, err
	}
	if c.Endpoint.Credential.SAS == "" && c.Endpoint.Credential.Tokens == nil {
		if r.key, err = sharedkey.New(c.Endpoint.Credential.Account, c.Endpoint.Credential.Key.Reveal()); err != nil {
			return Outcome{}, err
		}
	}
	clients := c.Clients
	if c.Shape != nil {
		clients = c.MaxClients
	}
	r.instance, err = c.Workload.New(workload.Env{
		Run: c.Run, Prefix: c.Prefix, Seed: c.Seed, Options: c.Options, Book: r.book, Now: r.now,
		Clients: clients, Shards: c.Shards, Endpoints: c.Endpoint.Services, SMB: c.Endpoint.overSMB(),
	})
	if err != nil {
		return Outcome{}, err
	}
	side := side{r.newClient(history.SideSlot)}
	defer side.session.Close()
	after, cancel := r.after(ctx)
	defer cancel()
	if err := r.claimShard(ctx, side); err != nil {
		return out, err
	}
	if !c.Keep && c.Shards == 0 { // other shards may still use what this one created
		defer func() {
			within, cancel := context.WithTimeout(after, drainTime)
			defer cancel()
			r.silence.allow(1)
			if out.Unclean = r.instance.Clean(within, side); out.Unclean != nil && after.Err() != nil {
				out.Unclean = errAbandoned
			}
		}()
	}
	if err := r.instance.Prepare(ctx, side); err != nil {
		if late := time.Since(c.StartAt); !c.StartAt.IsZero() && late > 0 { // the other shards contend already
			return out, fmt.Errorf("%w: that was %s ago, and %w: %w", ErrLate, figure.Duration(late), ErrPrepare, err)
		}
		return out, fmt.Errorf("%w: %w", ErrPrepare, err)
	}
	began, err := r.record(side)
	if err != nil {
		return out, err
	}
	defer r.openTo(ctx)()
	compared := r.showTime(ctx)
	r.letRestart()
	err = r.attack(ctx, after, began, &out)
	if c.Sent != nil {
		c.Sent()
	}
	if err == nil {
		within, cancel := context.WithTimeout(after, drainTime)
		defer cancel()
		r.silence.allow(3) // a stall, or a long queue at the server, may end
		if err = r.instance.Drain(within, side); err != nil {
			err = fmt.Errorf("%w: %w", ErrDrain, err)
		}
		side.flush()
	}
	compared()
	return out, errors.Join(err, r.recorder.Close(out.To))
}

// record begins the history with the events of the preparation, and returns when
// the sending will begin, on the run's clock. The header says when the measured
// part begins.
func (r *run) record(s side) (began int64, err error) {
	s.flush()
	endpoints := map[string]string{}
	for service, p := range r.places {
		endpoints[string(service)] = p.shown
	}
	began = r.now() + int64(startTime) + int64(r.config.Clients)*int64(clientTime)
	if at := r.config.StartAt; !at.IsZero() {
		start := int64(at.Sub(r.base.Round(0))) // both by the machine's clock, which the other processes share
		if start < began {
			return 0, fmt.Errorf("%w: preparing what the clients contend for ended %s after it", ErrLate, figure.Duration(time.Duration(began-start)))
		}
		began = start
	}
	r.recorder, err = history.CreateFile(r.config.History, history.Header{
		Run: r.config.Run, Workload: r.config.Workload.Name, Started: r.base, Endpoints: endpoints, Params: r.config.Params,
		From: began + int64(r.config.Warmup),
	}, r.book)
	if err != nil {
		return 0, err
	}
	if r.config.Recording != nil {
		r.config.Recording(r.book)
	}
	if r.config.Tap != nil {
		r.recorder.Tap(r.config.Tap)
	}
	s.log = r.recorder.Log(history.SideSlot)
	if len(r.early) > 0 {
		s.log.Begin(r.early[0].Invoke)
		s.log.Add(r.early...)
	}
	return began, nil
}

// startTime and clientTime are how long it takes to create the history and to make
// one client.
const (
	startTime  = 5 * time.Millisecond
	clientTime = 20 * time.Microsecond
)

// after returns the context of what goes on when ctx has ended.
func (r *run) after(ctx context.Context) (context.Context, context.CancelFunc) {
	after, cancel := context.WithCancel(context.WithoutCancel(ctx))
	if r.config.Abandon == nil {
		return after, cancel
	}
	stop := context.AfterFunc(r.config.Abandon, cancel)
	return after, func() {
		stop()
		cancel()
	}
}

// attack sends by the plan. The exchanges are those of after.
func (r *run) attack(ctx, after context.Context, began int64, out *Outcome) error {
	a := newAttack(after, r)
	defer a.people.close()
	a.began = began
	out.From = a.from()
	if r.config.Measuring != nil {
		var schedule func() (requested, dropped int64)
		if r.config.Shape != nil {
			schedule = a.schedule
		}
		r.config.Measuring(out.From, r.book, schedule)
	}
	each, failed := func(*vegeta.Result) {}, error(nil)
	if r.config.Results != nil {
		encode := vegeta.NewEncoder(r.config.Results)
		each = func(result *vegeta.Result) {
			if failed == nil {
				failed = encode(result)
			}
		}
	}
	time.Sleep(time.Duration(began - r.now()))
	var before atomic.Int64
	begins := time.AfterFunc(time.Duration(out.From-r.now()), func() { before.Store(int64(cpu())) })
	unlocked, stop := context.WithCancel(ctx)
	defer stop()
	r.locked.stop.Store(&stop)
	a.fire(unlocked, func(r *vegeta.Result, invoke int64) {
		if invoke >= out.From {
			out.BytesOut += int64(r.BytesOut)
		}
		each(r)
	})
	a.rest(unlocked)
	begins.Stop()
	ended := r.now()
	if used := before.Load(); used > 0 {
		out.CPU = cpu() - time.Duration(used)
	}
	out.To = ended
	if d := r.config.Duration; d > 0 {
		out.To = min(out.To, out.From+int64(d))
	}
	out.To = max(out.To, out.From)
	out.Requested = a.requested(out.To)
	out.Clients = a.people.size()
	out.Interrupted = ctx.Err() != nil
	if failed != nil {
		return fmt.Errorf("write vegeta's results: %w", failed)
	}
	return cmp.Or(r.locked.err(), r.recorder.Err())
}
