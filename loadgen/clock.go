package loadgen

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"sync"
	"time"

	"ifmatch/loadgen/history"
	"ifmatch/loadgen/workload"
	"ifmatch/reports/figure"
)

// How often a shard exchanges beacons, and how many beacons of other shards the first shard reads each time.
const (
	beaconEvery = 200 * time.Millisecond
	beaconsRead = 4
)

// showTime lets the shards of a run read each other's beacons from now until end is called. This compares their clocks
// before, during and after the contention, even if the shards read none of each other's writes. All shards read the
// beacon of the first, and the first reads theirs in turn. If a beacon fails, the clocks are known less precisely, but
// the run does not fail.
func (r *run) showTime(ctx context.Context) (end func()) {
	c := &r.config
	if c.Shards < 2 {
		return func() {}
	}
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	s := &timekeeper{client: r.newClient(history.ClockSlot), beacons: r.beacons(), own: c.Shard, all: c.Shards}
	var running sync.WaitGroup
	running.Go(func() {
		defer s.session.Close()
		tick := time.NewTicker(beaconEvery)
		defer tick.Stop()
		for {
			s.look(ctx)
			select {
			case <-tick.C:
			case <-ctx.Done():
				return
			}
		}
	})
	return func() {
		cancel()
		running.Wait()
	}
}

// beacons returns the beacons of the shards of the run.
func (r *run) beacons() *workload.ShardBeacons {
	c := &r.config
	return workload.NewShardBeacons(workload.Env{Run: c.Run, Prefix: c.Prefix, Book: r.book}, c.Workload.Services[0])
}

// claimShard makes this process the shard named by the configuration. If the start has passed it sends nothing: the other
// shards may just have deleted what it would create.
func (r *run) claimShard(ctx context.Context, s side) error {
	c := &r.config
	if c.Shards == 0 {
		return nil
	}
	if late := time.Since(c.StartAt); !c.StartAt.IsZero() && late > 0 {
		return fmt.Errorf("%w: that was %s ago", ErrLate, figure.Duration(late))
	}
	err := r.beacons().Claim(ctx, s, c.Shard, strconv.FormatUint(rand.Uint64(), 16))
	if err != nil && !errors.Is(err, ErrTaken) {
		return fmt.Errorf("%w: %w", ErrPrepare, err)
	}
	return err
}

// timekeeper is the client that writes and reads beacons.
type timekeeper struct {
	*client
	beacons  *workload.ShardBeacons
	own, all int
	last     int // the shard whose beacon was read last
}

// look writes the shard's own beacon and reads others.
func (s *timekeeper) look(ctx context.Context) {
	x := s.exchange(ctx, s.beacons.Step(s.own, true), s.beacons.Fill)
	s.note(x, s.beacons.Told(x, s.own))
	if s.own != 0 {
		s.read(ctx, 0)
		return
	}
	for range min(beaconsRead, s.all-1) {
		s.last = s.last%(s.all-1) + 1
		s.read(ctx, s.last)
	}
}

func (s *timekeeper) read(ctx context.Context, shard int) {
	x := s.exchange(ctx, s.beacons.Step(shard, false), s.beacons.Ask)
	if e, ok := s.beacons.Heard(x, shard); ok {
		s.note(x, e)
		return
	}
	s.keep(nil) // it is not there yet
}

// note records the event of a beacon.
func (s *timekeeper) note(x *workload.Exchange, e history.Event) {
	s.events = append(s.events[:0], e)
	s.stamp(s.events, x, x.Invoke, history.Outside)
	s.keep(s.events)
}
