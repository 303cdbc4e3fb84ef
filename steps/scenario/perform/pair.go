package perform

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"ifmatch/steps/scenario"
	"ifmatch/steps/words"
)

// Asked is a request of one of several clients.
type Asked struct {
	Op    scenario.Operation
	Terms []words.Asked
	To    string             // the label of what it is sent to; empty: the resource of the pair
	Look  scenario.Operation // what the client sends after its answer; without a name: nothing
}

// ready prepares the requests that clients are to send at once, and signs them.
func ready(ctx context.Context, w *scenario.World, asked []Asked, t *scenario.Resource) ([]scenario.Request, []*scenario.Actor, error) {
	reqs, who := make([]scenario.Request, len(asked)), make([]*scenario.Actor, len(asked))
	of := map[*scenario.Resource][]int{}
	for i, a := range asked {
		on := a.on(w, t)
		who[i] = w.Cast.OneOfMany("client", i)
		req, err := Ready(ctx, w, who[i], a.Op, on, a.Terms)
		if err != nil {
			return nil, nil, err
		}
		a.Op.Sign(req, fmt.Sprintf("written by client %d", i+1), w.GUID)
		reqs[i], of[on] = req, append(of[on], i)
	}
	for on, list := range of {
		var ops []scenario.Operation
		var theirs []scenario.Request
		for _, i := range list {
			ops, theirs = append(ops, asked[i].Op), append(theirs, reqs[i])
		}
		if err := stage(ctx, w, ops, on, theirs); err != nil {
			return nil, nil, err
		}
	}
	return reqs, who, nil
}

// on is the resource that the request is sent to.
func (a Asked) on(w *scenario.World, t *scenario.Resource) *scenario.Resource {
	return cmp.Or(w.Resources.Get(a.To), t)
}

// ticks number the sendings and the answers of a pair: what was answered before another was sent
// came before it.
type ticks struct{ n atomic.Int64 }

// during notes when the acts that send makes were sent and answered.
func (c *ticks) during(send func() ([]*scenario.Act, error)) ([]*scenario.Act, error) {
	sent := c.n.Add(1)
	acts, err := send()
	answered := c.n.Add(1)
	for _, ac := range acts {
		if ac != nil {
			ac.Between = [2]int{int(sent), int(answered)}
		}
	}
	return acts, err
}

func (c *ticks) exchange(ctx context.Context, w *scenario.World, a *scenario.Actor, op scenario.Operation, t *scenario.Resource, req scenario.Request) (ac *scenario.Act, err error) {
	_, err = c.during(func() ([]*scenario.Act, error) {
		ac, err = Exchange(ctx, w, a, op, t, req)
		return []*scenario.Act{ac}, err
	})
	return ac, err
}

// look lets a client read t as its kind is read.
func (c *ticks) look(ctx context.Context, w *scenario.World, reader *scenario.Actor, read scenario.Operation, t *scenario.Resource) ([]*scenario.Act, error) {
	return c.during(func() ([]*scenario.Act, error) {
		if see := t.Kind.Look; see != nil {
			return see(scenario.Reading(ctx), w, reader, read, t)
		}
		ac, err := Exchange(ctx, w, reader, read, t, read.Request())
		return []*scenario.Act{ac}, err
	})
}

// Each lets clients send the requests together, one each.
func Each(ctx context.Context, w *scenario.World, asked []Asked, t *scenario.Resource) error {
	reqs, who, err := ready(ctx, w, asked, t)
	if err != nil {
		return err
	}
	acts := make([]*scenario.Act, len(asked))
	var clock ticks
	errs, looks := make([]error, len(asked)), make([][]*scenario.Act, len(asked))
	var wg sync.WaitGroup
	for n := range asked {
		i := (n + w.Round) % len(asked) // each begins in some rounds
		wg.Go(func() {
			on := asked[i].on(w, t)
			acts[i], errs[i] = clock.exchange(ctx, w, who[i], asked[i].Op, on, reqs[i])
			if look := asked[i].Look; look.Name != "" && errs[i] == nil {
				looks[i], errs[i] = clock.look(ctx, w, who[i], look, on)
			}
		})
		runtime.Gosched() // the others begin while it is under way
	}
	wg.Wait()
	if err := cmp.Or(errs...); err != nil {
		return err
	}
	return happened(w, t, slices.Concat(append([][]*scenario.Act{acts}, looks...)...))
}

// happened records what clients did at once.
func happened(w *scenario.World, t *scenario.Resource, acts []*scenario.Act) error {
	w.Resources.Changed()
	w.Crowd, w.Last, w.Subject = &scenario.Crowd{Acts: acts}, nil, t
	for _, ac := range acts {
		if !ac.Op.Reads && ac.Resp.OK() {
			ac.Resource.ChangedBy(ac.Op.Name)
			w.Time.NameTaken(ac)
			ac.Resource.Act = ac
		}
	}
	return w.Time.Judge()
}

// Around lets a client read until another's write is answered, and twice more.
func Around(ctx context.Context, w *scenario.World, reader *scenario.Actor, read, write scenario.Operation, t *scenario.Resource) error {
	reqs, who, err := ready(ctx, w, []Asked{{Op: write}}, t)
	if err != nil {
		return err
	}
	var clock ticks
	look := func() ([]*scenario.Act, error) { return clock.look(ctx, w, reader, read, t) }
	var wrote *scenario.Act
	var kept keptReads
	done := make(chan error, 1)
	acts, err := look()
	kept.add(acts)
	go func() {
		var failed error
		wrote, failed = clock.exchange(ctx, w, who[0], write, t, reqs[0])
		done <- failed
	}()
	var failed error
	for left := -1; left != 0 && err == nil; left-- {
		if acts, err = look(); err == nil {
			kept.add(acts)
		}
		runtime.Gosched() // to the writer: a target in this process lets nobody wait
		if left < 0 {
			select {
			case failed = <-done:
				left = 3
			default:
			}
		}
	}
	if wrote == nil && failed == nil {
		failed = <-done
	}
	if err := cmp.Or(err, failed); err != nil {
		return err
	}
	if err := wrote.MustSucceed(); err != nil {
		return err
	}
	return happened(w, t, append(kept.acts, wrote))
}
