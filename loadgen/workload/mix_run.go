package workload

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"sync"

	"ifmatch/loadgen/history"
)

// mixRun is one run of a mix.
type mixRun struct {
	*mix
	env      Env
	things   []*mixThing
	makers   makers
	size     int                // bytes of a body
	written  map[valuePart]bool // where the run writes, as readers find it
	names    map[string]uint16
	putBlock uint16

	mu       sync.Mutex
	deleters []*deleter
}

// newMixRun names the resources of a run; nothing is sent yet.
func newMixRun(m *mix, env Env) (Instance, error) {
	if err := env.Options.check(m.kind.most); err != nil {
		return nil, err
	}
	r := &mixRun{mix: m, env: env, size: (env.Options.Size + m.kind.unit - 1) / m.kind.unit * m.kind.unit, written: map[valuePart]bool{}, names: map[string]uint16{},
		putBlock: env.Book.Name("Put Block")}
	for _, o := range slices.Concat(m.operations, m.outside) {
		r.names[o.Name] = env.Book.Name(o.Name)
		for _, p := range o.puts {
			r.written[p.shownAs()] = true
		}
		if (o.copies || o.joint) && env.Endpoints[m.kind.service] == "" {
			return nil, fmt.Errorf("%s names resources by their full address, but the address of the service is unknown", o.Name)
		}
	}
	r.names[smbClose] = env.Book.Name(smbClose)
	for i := range env.Options.Keys {
		t := &mixThing{entity: entity{partition: "p", row: strconv.Itoa(i)}}
		t.path = m.kind.path(&env, t.row)
		t.key = env.Book.Key(string(m.kind.service) + " " + t.path)
		if m.kind.separateParts {
			t.parts = map[valuePart]uint32{inMetadata: t.key, inPolicy: env.Book.Key(string(m.kind.service) + " " + t.path + "?comp=acl")}
		}
		r.things = append(r.things, t)
	}
	return r, nil
}

// Prepare creates the resources.
func (r *mixRun) Prepare(ctx context.Context, c Conn) error {
	if r.overSMB && r.env.SMB == nil {
		return errNoSMB
	}
	if err := r.kind.begin(ctx, c, r); err != nil {
		return fmt.Errorf("prepare the resources: %w", err)
	}
	if err := r.each(ctx, c, r.outside[:len(r.kind.first)]); err != nil {
		return fmt.Errorf("create a resource: %w", err)
	}
	return nil
}

// Drain reads every resource once.
func (r *mixRun) Drain(ctx context.Context, c Conn) error {
	if err := r.closeAll(ctx, c); err != nil {
		return err
	}
	if err := r.each(ctx, c, r.outside[len(r.kind.first):]); err != nil {
		return fmt.Errorf("read the final state: %w", err)
	}
	return nil
}

// each performs operations on every resource, recorded but not measured.
func (r *mixRun) each(ctx context.Context, c Conn, all []mixedOp) error {
	for _, thing := range r.things {
		for i := range all {
			t := r.exchange()
			t.choose(thing, &all[i])
			if t.op == history.Swap {
				t.op = history.Write // the first
			}
			err := t.ensure(ctx, c, t.step(), func(r *Request, id Identity) { t.fill(r, id, unconditional, nil) }, t.judge,
				history.Won, history.Lost, history.Absent, history.Refused) // an earlier, unanswered try made it, or somebody deleted it, or is about to
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// Clean deletes everything.
func (r *mixRun) Clean(ctx context.Context, c Conn) error {
	for _, d := range r.deleters {
		d.drop() // a file that is open keeps its share
	}
	if err := r.kind.end(ctx, c, r); err != nil {
		return fmt.Errorf("delete the resources: %w", err)
	}
	return nil
}

// Actor makes a client.
func (r *mixRun) Actor(slot int, rng *rand.Rand) Actor {
	batch := batchExchange{set: &tableSet{env: r.env, batch: r.names["Entity Group Transaction"]}}
	a := &mixActor{mixExchange: *r.exchange(), batch: batch, keys: newChooser(rng, r.env.Options), rng: rng, slot: slot, own: map[*mixThing]*dated{}}
	if r.overSMB && slot%history.ShardSlots < mostOpeners {
		a.over = &deleter{run: r}
		r.mu.Lock()
		defer r.mu.Unlock()
		r.deleters = append(r.deleters, a.over)
	}
	return a
}
