package perform

import (
	"cmp"
	"context"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"ifmatch/steps/scenario"
)

// ticks number the sendings and the answers of a pair: what was answered before another was sent
// came before it.
type ticks struct{ n atomic.Int64 }

// perform sends a request or, if there is none, lets the client read. It notes when that was sent and answered.
func (c *ticks) perform(ctx context.Context, w *scenario.World, one call) (ac *scenario.Act, err error) {
	sent := c.n.Add(1)
	if one.req == nil {
		ac, err = See(ctx, w, one.who, one.op, one.on)
	} else {
		ac, err = one.exchange(ctx, w)
	}
	if answered := c.n.Add(1); err == nil {
		ac.Between = [2]int{int(sent), int(answered)}
	}
	return ac, err
}

// See lets a client read t as its kind is read.
func See(ctx context.Context, w *scenario.World, reader *scenario.Actor, read scenario.Operation, t *scenario.Resource) (*scenario.Act, error) {
	if read.Reads {
		ctx = scenario.Reading(ctx) // one of many is likely to meet bad weather
	}
	if see := t.Kind.Look; see != nil {
		return see(ctx, w, reader, read, t)
	}
	return Exchange(ctx, w, reader, read, t, read.Request())
}

// InTurn is in how many rounds a pair is played at once and in turn: in the last two, each request begins when the one
// before is answered. Both orders are played so, and a server that is wrong in one of them shows it whatever chance does.
const InTurn = 4

func inTurn(w *scenario.World) bool {
	return w.Case.Pair != nil && (w.Round == InTurn-2 || w.Round == InTurn-1)
}

// Each lets clients send the requests together, one each.
func Each(ctx context.Context, w *scenario.World, asked []Asked, t *scenario.Resource) error {
	calls, err := ready(ctx, w, asked, t)
	if err != nil {
		return err
	}
	var clock ticks
	acts, errs := make([]*scenario.Act, 2*len(calls)), make([]error, len(calls)) // what they look at afterwards comes last
	var wg sync.WaitGroup
	for n := range calls {
		i := (n + w.Round) % len(calls) // each begins in some rounds
		wg.Go(func() {
			acts[i], errs[i] = clock.perform(ctx, w, calls[i])
			if look := asked[i].Look; look.Name != "" && errs[i] == nil {
				acts[len(calls)+i], errs[i] = clock.perform(ctx, w, call{who: calls[i].who, op: look, on: calls[i].on})
			}
		})
		if inTurn(w) {
			wg.Wait()
		}
		runtime.Gosched() // the others begin while it is under way
	}
	wg.Wait()
	for _, c := range calls {
		if c.end != nil {
			c.end()
		}
	}
	if err := cmp.Or(errs...); err != nil {
		return err
	}
	return happened(w, t, slices.DeleteFunc(acts, func(ac *scenario.Act) bool { return ac == nil }))
}

// happened records what clients did at once.
func happened(w *scenario.World, t *scenario.Resource, acts []*scenario.Act) error {
	w.Resources.Changed()
	w.Crowd, w.Last, w.Subject = &scenario.Crowd{Acts: acts}, nil, t
	for _, ac := range acts {
		ac.Met = slices.ContainsFunc(acts, func(other *scenario.Act) bool {
			return other != ac && (ac.Lock == scenario.TakesLock || other.Lock == scenario.TakesLock) && other.Between[0] < ac.Between[1] && ac.Between[0] < other.Between[1]
		})
		if !ac.Op.Reads && ac.Lock == scenario.NoLock && ac.Resp.OK() {
			ac.Resource.ChangedBy(ac.Op.Name)
			w.Time.NameTaken(ac)
			ac.Resource.Act = ac
		}
	}
	return w.Time.Judge()
}

// Around lets a client read before, during and twice after another's write.
func Around(ctx context.Context, w *scenario.World, reader *scenario.Actor, read, write scenario.Operation, t *scenario.Resource) error {
	calls, err := ready(ctx, w, []Asked{{Op: write}}, t)
	if err != nil {
		return err
	}
	var clock ticks
	var kept keptReads
	look := func(ctx context.Context, _ *scenario.Actor) ([]*scenario.Act, error) {
		ac, err := clock.perform(ctx, w, call{who: reader, op: read, on: t})
		return []*scenario.Act{ac}, err
	}
	before, err := look(ctx, reader)
	if err != nil {
		return err
	}
	kept.add(before)
	var wrote *scenario.Act
	err = WhileRead(ctx, w, 1, func(int) (err error) {
		wrote, err = clock.perform(ctx, w, calls[0])
		return err
	}, 1, look, nil)
	if err != nil {
		return err
	}
	kept.add(w.Crowd.Reads)
	for range 2 {
		after, err := look(ctx, reader)
		if err != nil {
			return err
		}
		kept.add(after)
	}
	if err := wrote.MustSucceed(); err != nil {
		return err
	}
	return happened(w, t, append(kept.acts, wrote))
}
