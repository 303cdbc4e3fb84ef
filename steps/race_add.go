package steps

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"sync"

	"ifmatch/steps/ops"
)

// clientsAdd lets n clients each add 1 to a number in a blob or an entity, m times.
// Under If-Match a client reads, writes on condition that nothing changed, and
// starts over on 412; under a lease it acquires first and releases after.
func (w *world) clientsAdd(ctx context.Context, n, kind, m, under string) error {
	count, _ := strconv.Atoi(n)
	times, _ := strconv.Atoi(m)
	t, err := w.thing(kind)
	if err != nil {
		return err
	}
	before, err := w.read(ctx, t)
	if err != nil {
		return blocked("read the "+kind, err)
	}
	t.before, t.known, w.subject = before, slices.Clone(t.etags), t
	w.changed()
	add := adding{t: t, total: count * times}
	if under != "If-Match" {
		if add.lock, err = w.thing("blob"); err != nil {
			return err
		}
	}
	errs := make([]error, count)
	var wg sync.WaitGroup
	for i := range count {
		a, err := w.actor(fmt.Sprintf("client %d", i+1))
		if err != nil {
			return err
		}
		add.id = w.guid()
		wg.Add(1)
		go func(add adding) {
			defer wg.Done()
			for range times {
				if errs[i] == nil {
					errs[i] = w.addOne(ctx, a, add)
				}
			}
		}(add)
	}
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// adding is one client's way to add 1 to the number in t.
type adding struct {
	t     *thing
	lock  *thing // the blob whose lease serves as lock; nil: If-Match guards
	id    string // of the client's leases
	total int    // how many additions all clients have to make
}

// addOne makes one successful addition. It gives up after as many failed tries
// as all clients together have additions to make, many times over: under If-Match
// each failure means that somebody else succeeded.
func (w *world) addOne(ctx context.Context, a *actor, add adding) error {
	for range 50*add.total + 50 {
		if add.lock != nil {
			got, err := w.tryLock(ctx, a, add)
			if err != nil {
				return err
			}
			if !got {
				continue
			}
		}
		wrote, err := w.increment(ctx, a, add)
		if err != nil {
			return err
		}
		if add.lock != nil {
			release, _ := ops.Lookup("Lease Blob release")
			if _, err := w.perform(ctx, a, release, add.lock, ops.Request{LeaseID: &add.id}); err != nil {
				return err
			}
		}
		switch {
		case wrote.resp.Status == wrote.op.Success:
			return nil
		case wrote.resp.Status == http.StatusPreconditionFailed && add.lock == nil:
		default:
			return failed(wrote.op.Name+" was answered differently", strconv.Itoa(wrote.op.Success)+map[bool]string{true: ", or 412 after somebody else's write"}[add.lock == nil], describe(wrote.resp))
		}
	}
	return failed("a client never got its turn", "an addition that succeeds", "only refusals")
}

// tryLock asks for the lease; false if somebody else holds it.
func (w *world) tryLock(ctx context.Context, a *actor, add adding) (bool, error) {
	acquire, _ := ops.Lookup("Lease Blob acquire")
	got, err := w.perform(ctx, a, acquire, add.lock, ops.Request{Duration: ptr("-1"), ProposedID: &add.id})
	switch {
	case err != nil:
		return false, err
	case got.resp.Status == http.StatusConflict:
		return false, nil
	case got.resp.Status != http.StatusCreated:
		return false, failed("Lease Blob acquire was answered differently", "201, or 409 while another client holds the lease", describe(got.resp))
	}
	return true, nil
}

// increment reads the number and writes the next one.
func (w *world) increment(ctx context.Context, a *actor, add adding) (*act, error) {
	names := [2]string{"Get Blob", "Put Blob"}
	if add.t.res.Kind == ops.Entity {
		names = [2]string{"Get Entity", "Update Entity"}
	}
	get, _ := ops.Lookup(names[0])
	put, _ := ops.Lookup(names[1])
	read, err := w.perform(ctx, a, get, add.t, ops.Request{})
	if err != nil {
		return nil, err
	}
	text := numberIn(get, read.resp)
	n, err := strconv.Atoi(text)
	if err != nil {
		return nil, failed(get.Name+" returned something that nobody wrote", "a number", fmt.Sprintf("%q", first([]byte(text), 80)))
	}
	req := ops.Request{Body: []byte(strconv.Itoa(n + 1)), Entity: map[string]any{"Number": n + 1}}
	switch {
	case add.lock == nil:
		req.IfMatch = ptr(read.resp.Header.Get("ETag"))
	case add.lock == add.t:
		req.LeaseID = &add.id
	}
	return w.perform(ctx, a, put, add.t, req)
}

// numberIn is the number that an answer holds: the content of a blob, or the
// property Number of an entity.
func numberIn(op ops.Operation, resp ops.Response) string {
	if op.Name == "Get Blob" {
		return string(resp.Body)
	}
	rows, err := ops.Entities(op, resp)
	if err != nil || len(rows) != 1 {
		return string(resp.Body)
	}
	return rows[0].Properties["Number"]
}

// holdsNumber judges the sum: a lost update would make it smaller.
func (w *world) holdsNumber(ctx context.Context, kind, n string) error {
	t, err := w.thing(kind)
	if err != nil {
		return err
	}
	t.now = nil
	st, err := w.read(ctx, t)
	if err != nil {
		return unknown("read the "+kind, err)
	}
	got := string(st.Content)
	if t.res.Kind == ops.Entity {
		got = st.Properties["Number"]
	}
	if got != n {
		return failed("updates were lost or made twice", n, string(first([]byte(got), 80)))
	}
	return nil
}
