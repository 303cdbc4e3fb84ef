// Package embedded makes the reference implementation a target: every scenario gets its own
// server in this process, whose clock is moved instead of waited for. Here the judge meets
// the judged, so only the command line and tests import it.
package embedded

import (
	"context"
	"fmt"
	"hash/fnv"
	"time"

	"ifmatch/internal/target"
	"ifmatch/reference"
	"ifmatch/reference/clock"
	"ifmatch/reference/fault"
)

// Options shape the servers.
type Options struct {
	// Seed moves the instant at which every server's clock starts, one second for each step, so
	// that runs with the same seed see the same stamps.
	Seed int64
	// Sockets puts every server on a loopback listener, to show effects of HTTP that in-process
	// calls hide.
	Sockets bool
	// Faults are names from the reference's catalogue of wrong behaviours.
	Faults []string
	// Wrong are wrong behaviours in addition to those of the catalogue.
	Wrong []fault.Fault
}

// epoch is where clocks start. A fixed date makes runs repeat; a whole minute makes them easy
// to read.
var epoch = time.Date(2026, time.January, 1, 0, 0, 0, 0, time.UTC)

// inProcess is what a report shows instead of an address.
const inProcess = "in-process"

type embedded struct{ o Options }

// New returns the reference as a target. Session returns an error for a fault that does not
// exist.
func New(o Options) target.Target { return embedded{o} }

func (e embedded) Info() target.Info {
	where := inProcess
	if e.o.Sockets {
		where = "loopback sockets"
	}
	endpoints := map[target.Service]string{}
	for _, s := range reference.Services() {
		endpoints[target.Service(s)] = where
	}
	return target.Info{
		Name: "reference", Kind: "embedded", Account: reference.DefaultAccount, Loopback: true, Endpoints: endpoints,
	}
}

// Has is true for every capability.
func (embedded) Has(target.Capability) bool { return true }

// Session makes a fresh server. What it generates depends only on its clock, the seed and the
// name.
func (e embedded) Session(ctx context.Context, name string) (*target.Session, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	h := fnv.New64a()
	fmt.Fprintf(h, "%d %s", e.o.Seed, name)
	o := reference.Options{Clock: clock.NewVirtual(epoch.Add(time.Duration(e.o.Seed) * time.Second)), Seed: h.Sum64()}
	if target.Needs(ctx, target.SoftDelete) {
		o.SoftDelete = 7 * 24 * time.Hour
	}
	for _, n := range e.o.Faults {
		f, ok := fault.Lookup(n)
		if !ok {
			return nil, fmt.Errorf("start the reference for %s: there is no fault %q", name, n)
		}
		o.Faults = append(o.Faults, f)
	}
	o.Faults = append(o.Faults, e.o.Wrong...)
	server := reference.New(o)
	way := direct(server)
	if e.o.Sockets {
		var err error
		if way, err = listening(ctx, server); err != nil {
			return nil, fmt.Errorf("start the reference for %s: %w", name, err)
		}
	}
	files := &overSMB{server: server}
	return &target.Session{
		Endpoints:  way.endpoints,
		Credential: target.Credential{Account: server.Account(), Key: target.Secret(server.Key())},
		Transport:  way.transport,
		Clock:      serverClock{server},
		DialSMB:    files.dial,
		Control:    control{server},
		Private:    true,
		Close:      func() { files.close(); way.close() },
	}, nil
}

// serverClock is the server's clock.
type serverClock struct{ server *reference.Server }

func (c serverClock) Now() time.Time { return c.server.Now() }

func (serverClock) Movable() bool { return true }

// Pass moves the clock at once.
func (c serverClock) Pass(ctx context.Context, d time.Duration) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	c.server.Advance(d)
	return nil
}

type control struct{ server *reference.Server }

// HoldCopies makes copies stay pending, or lets them finish.
func (c control) HoldCopies(ctx context.Context, hold bool) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	c.server.HoldCopies(hold)
	return nil
}
