package perform

import (
	"cmp"
	"context"
	"fmt"
	"hash/maphash"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"ifmatch/reports"
	"ifmatch/steps/scenario"
	"ifmatch/steps/verdict"
	"ifmatch/steps/words"
)

// Together runs f for each of n clients at once and returns the first error. The order
// is random: in-process requests are mostly performed in the order in which they begin, so
// in a fixed order an operation would rarely come between two others.
func Together(n int, f func(i int) error) error {
	errs := make([]error, n)
	var wg sync.WaitGroup
	start := make(chan struct{})
	for _, i := range rand.Perm(n) {
		wg.Go(func() {
			<-start
			errs[i] = f(i)
		})
	}
	close(start)
	wg.Wait()
	return cmp.Or(errs...)
}

// Asked is a request of one of several clients.
type Asked struct {
	Op    scenario.Operation
	Terms []words.Asked
	To    string             // the label of what it is sent to; empty: the resource of all
	Look  scenario.Operation // what the client sends after its answer; without a name: nothing
	Over  *Over              // how it is asked, if not by a request
}

// Over is something that a client does over another protocol.
type Over struct {
	Lock scenario.Lock
	Who  string // empty: one of the many
	// Ready connects the client. It returns what it does then, and what it does when all is done.
	Ready func(ctx context.Context, w *scenario.World, a *scenario.Actor, t *scenario.Resource) (do func() (scenario.Response, error), end func(), err error)
}

// call is a request that is ready to be sent.
type call struct {
	who *scenario.Actor
	op  scenario.Operation
	on  *scenario.Resource
	req scenario.Request

	over *Over
	do   func() (scenario.Response, error) // over another protocol
	end  func()
}

func (c call) exchange(ctx context.Context, w *scenario.World) (ac *scenario.Act, err error) {
	if c.over != nil {
		ac = &scenario.Act{Op: c.op, Req: c.req, Resource: c.on, Before: c.on.Before, Lock: c.over.Lock, Sent: w.Time.Now()}
		ac.Resp, err = c.do()
		ac.Answered = w.Time.Now()
		return ac, err
	}
	return Exchange(ctx, w, c.who, c.op, c.on, c.req)
}

// ready prepares the requests that clients are to send at once. Each client that writes has its own
// content and its own proposed id, so that the winner can be identified.
func ready(ctx context.Context, w *scenario.World, asked []Asked, t *scenario.Resource) ([]call, error) {
	calls := make([]call, len(asked))
	for i, a := range asked {
		c := call{who: w.Cast.OneOfMany("client", i), op: a.Op, on: cmp.Or(w.Resources.Get(a.To), t)}
		var err error
		if a.Over != nil {
			if c, err = overOther(ctx, w, a.Over, c); err != nil {
				return nil, err
			}
			calls[i] = c
			continue
		}
		if c.req, err = Ready(ctx, w, c.who, c.op, c.on, a.Terms); err != nil {
			return nil, err
		}
		if a.To == "" || a.Op.Lease != scenario.LeaseSubject { // otherwise the sentence says which id is proposed
			a.Op.Sign(c.req, fmt.Sprintf("written by client %d", i+1), w.GUID)
		}
		calls[i] = c
	}
	return calls, stage(ctx, w, calls)
}

// overOther prepares what a client does over another protocol.
func overOther(ctx context.Context, w *scenario.World, o *Over, c call) (call, error) {
	if o.Who != "" {
		c.who = w.Cast.Actor(o.Who)
	}
	if _, err := Look(ctx, w, c.on); err != nil {
		return c, err
	}
	var err error
	c.over, c.req = o, &scenario.Base{}
	c.do, c.end, err = o.Ready(ctx, w, c.who, c.on)
	return c, err
}

// stage prepares what the signed requests need, the blocks that they list. It then reads their
// resources once more, because these have those blocks by now.
func stage(ctx context.Context, w *scenario.World, calls []call) error {
	staged := map[*scenario.Resource]bool{}
	for _, c := range calls {
		if c.op.Source || c.op.Prepare == nil {
			continue // the source of a copy is there already
		}
		if err := c.op.Prepare(ctx, w.Keeper.Client(c.op.Service), c.on.Address, c.req); err != nil {
			return verdict.Blocked("stage what "+c.op.Name+" needs", err)
		}
		staged[c.on] = true
	}
	for t := range staged {
		before, err := w.Again(ctx, t)
		if err != nil {
			return verdict.Blocked("read the "+t.Label+" before the requests", err)
		}
		t.Before = before
	}
	return nil
}

// AtOnce lets clients send requests together, one each, to t or to the resources that they name.
func AtOnce(ctx context.Context, w *scenario.World, asked []Asked, t *scenario.Resource) error {
	calls, err := ready(ctx, w, asked, t)
	if err != nil {
		return err
	}
	acts := make([]*scenario.Act, len(calls))
	err = Together(len(calls), func(i int) (err error) {
		acts[i], err = calls[i].exchange(ctx, w)
		return err
	})
	if err != nil {
		return err
	}
	w.Crowd, w.Last, w.Subject = &scenario.Crowd{Acts: acts}, nil, t
	w.Resources.Changed()
	for i, ac := range acts {
		if ac.Resp.OK() {
			if err := Remember(w, calls[i].who, ac); err != nil {
				return err
			}
			calls[i].who.Last, w.Last = ac, calls[i].who
		}
	}
	return w.Time.Judge()
}

// WhileRead writes as often as asked, and lets readers read until the writes are done. Each
// write begins when a read has begun since the one before, so that no luck decides whether they
// meet. A reader may need several reads for one look.
func WhileRead(ctx context.Context, w *scenario.World, times int, write func(int) error, readers int, read func(context.Context, *scenario.Actor) ([]*scenario.Act, error), whole func(*scenario.Act) error) error {
	begun, done, gone := make(chan struct{}, 1), make(chan struct{}), make(chan struct{})
	reads, errs := make([][]*scenario.Act, readers), make([]error, readers+1)
	var wg sync.WaitGroup
	for i := range readers {
		r := w.Cast.OneOfMany("reader", i)
		wg.Go(func() {
			reads[i], errs[i] = readUntil(done, begun, func() ([]*scenario.Act, error) { return read(ctx, r) })
		})
	}
	go func() {
		wg.Wait()
		close(gone)
	}()
	for v := 0; v < times && errs[readers] == nil; v++ {
		select {
		case <-begun:
		case <-gone: // with errors
		}
		errs[readers] = write(v)
	}
	close(done)
	<-gone
	w.Resources.Changed()
	if err := cmp.Or(errs...); err != nil {
		return err
	}
	w.Crowd = &scenario.Crowd{Reads: slices.Concat(reads...), Whole: whole}
	return nil
}

// readUntil looks again and again until the writes are done, at least once. It tells the writer
// that a look begins, and lets it run: in process, where no read waits, its turn would come late.
func readUntil(done <-chan struct{}, begun chan<- struct{}, look func() ([]*scenario.Act, error)) ([]*scenario.Act, error) {
	var kept keptReads
	for {
		select {
		case begun <- struct{}{}:
			runtime.Gosched()
		default:
		}
		acts, err := look()
		if err != nil {
			return nil, err
		}
		kept.add(acts)
		select {
		case <-done:
			return kept.acts, nil
		default:
		}
	}
}

// Replace writes to t, which must succeed.
func Replace(ctx context.Context, w *scenario.World, a *scenario.Actor, op scenario.Operation, t *scenario.Resource, req scenario.Request) (*scenario.Act, error) {
	c := a.Client(op.Service)
	op.Complete(t.Address, req)
	if op.Prepare != nil {
		if err := op.Prepare(ctx, c, t.Address, req); err != nil {
			return nil, verdict.Unknown("stage the blocks of a version", err)
		}
	}
	ac, err := Exchange(ctx, w, a, op, t, req)
	if err != nil {
		return nil, err
	}
	if err := ac.MustSucceed(); err != nil {
		return nil, err
	}
	return ac, Remember(w, a, ac)
}

// Replaces lets one client replace t again and again while others read.
func Replaces(ctx context.Context, w *scenario.World, a *scenario.Actor, op scenario.Operation, t *scenario.Resource, times, readers int, read func(context.Context, *scenario.Actor) ([]*scenario.Act, error)) error {
	before, err := Look(ctx, w, t)
	if err != nil {
		return err
	}
	v := t.Kind.Versions
	versions := []scenario.State{before}
	var sent, answered atomic.Int64
	write := func(n int) error {
		req := v.Draft(op.Name, n)
		sent.Add(1)
		ac, err := Replace(ctx, w, a, op, t, req)
		if err == nil {
			answered.Add(1)
			versions = append(versions, op.After(versions[n], req, ac.Resp))
		}
		return err
	}
	look := func(ctx context.Context, r *scenario.Actor) ([]*scenario.Act, error) {
		least := int(answered.Load())
		acts, err := read(ctx, r)
		if err != nil { // an interrupted read shows nothing
			return nil, err
		}
		for _, ac := range acts {
			ac.Between = [2]int{least, int(sent.Load())}
		}
		return acts, nil
	}
	if err := WhileRead(ctx, w, times, write, readers, look, nil); err != nil {
		return err
	}
	shows := v.Shows(w, t, versions)
	w.Crowd.Whole = func(ac *scenario.Act) error { return inTime(ac, versions, shows) }
	return nil
}

// inTime judges that a read shows one whole version, and none that an acknowledged write had
// replaced before the read was sent.
func inTime(ac *scenario.Act, versions []scenario.State, shows func(*scenario.Act) (int, error)) error {
	n, err := shows(ac)
	if err != nil || n < 0 || n >= ac.Between[0] && n <= ac.Between[1] {
		return err
	}
	return verdict.In(verdict.Failed("a read showed the wrong version", fmt.Sprintf("one of versions %d to %d", ac.Between[0], ac.Between[1]),
		fmt.Sprintf("version %d, ETag %s", n, versions[n].Common().ETag)), reports.InResponse, ac.Op.Name, string(scenario.FieldContent))
}

// keptReads keeps the reads of one reader that matter: the first and the last of those that show
// the same. A reader that is faster than the writer reads thousands of times.
type keptReads struct {
	acts []*scenario.Act
	at   map[uint64][]int // by digest: the indices of the first and of the last one
}

func (k *keptReads) add(acts []*scenario.Act) {
	if k.at == nil {
		k.at = map[uint64][]int{}
	}
	for _, ac := range acts {
		d := digest(ac)
		if same := k.at[d]; len(same) == 2 {
			k.acts[same[1]] = ac
			continue
		}
		k.at[d] = append(k.at[d], len(k.acts))
		k.acts = append(k.acts, ac)
	}
}

var seed = maphash.MakeSeed()

// digest identifies an answer by everything except the headers that differ in every answer.
func digest(ac *scenario.Act) uint64 {
	sum := maphash.Bytes(seed, ac.Resp.Body) ^ uint64(ac.Resp.Status) ^ maphash.String(seed, ac.Op.Name+ac.Resource.Address.String())
	for name, values := range ac.Resp.Header {
		switch lower := strings.ToLower(name); lower {
		case "date", "x-ms-request-id", "x-ms-client-request-id":
		default:
			for _, v := range values {
				sum ^= maphash.String(seed, lower+"\x00"+v) // headers come in any order
			}
		}
	}
	return sum
}
