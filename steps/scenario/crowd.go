package scenario

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"sync"

	"ifmatch/steps/verdict"
	"ifmatch/steps/words"
)

// Together runs f for each of n clients at once and returns the first error.
func Together(n int, f func(i int) error) error {
	errs := make([]error, n)
	var wg sync.WaitGroup
	start := make(chan struct{})
	for i := range n {
		wg.Add(1)
		go func() {
			defer wg.Done()
			<-start
			errs[i] = f(i)
		}()
	}
	close(start)
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// Client is the name of one of many clients.
func (w *World) Client(role string, i int) *Actor { return w.Actor(fmt.Sprintf("%s %d", role, i+1)) }

// AtOnce lets clients send the operations ops, one each, on t together, all with
// the same terms. Each that writes has its own content and its own proposed id, if
// signed, so that the winner can be told.
func (w *World) AtOnce(ctx context.Context, ops []Operation, t *Thing, terms []words.Asked, signed bool) error {
	acts, reqs, who := make([]*Act, len(ops)), make([]Request, len(ops)), make([]*Actor, len(ops))
	for i, op := range ops {
		who[i] = w.Client("client", i)
		var err error
		if reqs[i], err = w.Ready(ctx, who[i], op, t, terms); err != nil {
			return err
		}
		if signed {
			op.Sign(reqs[i], fmt.Sprintf("written by client %d", i+1), w.GUID)
		}
	}
	err := Together(len(ops), func(i int) (err error) {
		acts[i], err = w.Perform(ctx, who[i], ops[i], t, reqs[i])
		return err
	})
	if err != nil {
		return err
	}
	w.Crowd, w.Last, w.Subject = &Crowd{Acts: acts}, nil, t
	w.Changed()
	for i, ac := range acts {
		if !ac.Resp.OK() {
			continue
		}
		if err := w.Remember(who[i], ac); err != nil {
			return err
		}
		who[i].Last, w.Last = ac, who[i]
	}
	return w.Time.Judge()
}

// WhileRead writes as often as is asked for, and lets readers read until it is done.
// A reader may take several reads for one look.
func (w *World) WhileRead(ctx context.Context, times int, write func(int) error, readers int, read func(context.Context, *Actor) ([]*Act, error), whole func(*Act) error) error {
	done := make(chan struct{})
	reads, errs := make([][]*Act, readers), make([]error, readers+1)
	var wg sync.WaitGroup
	for i := range readers {
		r := w.Client("reader", i)
		wg.Add(1)
		go func() {
			defer wg.Done()
			for errs[i] == nil {
				var acts []*Act
				acts, errs[i] = read(ctx, r)
				reads[i] = append(reads[i], acts...)
				select {
				case <-done:
					return
				default:
				}
			}
		}()
	}
	for v := range times {
		if errs[readers] = write(v); errs[readers] != nil {
			break
		}
	}
	close(done)
	wg.Wait()
	w.Changed()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	w.Crowd = &Crowd{Reads: slices.Concat(reads...), Whole: whole}
	return nil
}

// Replace writes version v of t, which must succeed.
func (w *World) Replace(ctx context.Context, a *Actor, op Operation, t *Thing, req Request) (*Act, error) {
	c, err := a.Client(op.Service)
	if err != nil {
		return nil, err
	}
	op.Complete(t.Res, req)
	if op.Prepares() {
		if err := op.Prepare(ctx, c, t.Res, req); err != nil {
			return nil, verdict.Unknown("stage the blocks of a version", err)
		}
	}
	ac, err := w.Perform(ctx, a, op, t, req)
	if err != nil {
		return nil, err
	}
	if err := ac.MustSucceed(); err != nil {
		return nil, err
	}
	return ac, w.Remember(a, ac)
}

// MustSucceed is a verdict unless the answer is the documented success.
func (ac *Act) MustSucceed() error {
	if ac.Resp.Status != ac.Op.Success {
		return ac.Differs(strconv.Itoa(ac.Op.Success))
	}
	return nil
}

// Replaces lets one client replace t again and again while others read.
func (w *World) Replaces(ctx context.Context, a *Actor, op Operation, t *Thing, times, readers int, read func(context.Context, *Actor) ([]*Act, error)) error {
	before, err := w.Look(ctx, t)
	if err != nil {
		return err
	}
	v := t.Kind.Versions
	versions := map[string]bool{v.Text(before): true}
	write := func(n int) error {
		req := v.Draft(n)
		ac, err := w.Replace(ctx, a, op, t, req)
		if err == nil {
			versions[v.Text(op.After(v.Blank(t.Res), req, ac.Resp))] = true
		}
		return err
	}
	return w.WhileRead(ctx, times, write, readers, read, func(ac *Act) error { return v.Whole(w, t, ac, versions) })
}
