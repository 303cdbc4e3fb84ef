package steps

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"sync"
	"time"

	"ifmatch/steps/cell"
	"ifmatch/steps/ops"
)

// pollEvery is the pause between two tries where a service may take a while: long
// enough not to load it, short beside the 30 seconds it is given.
const pollEvery = time.Second

// crowd is what many clients at once were answered.
type crowd struct {
	acts  []*act
	reads []ops.Response
	whole map[string]bool // the contents that a reader may have seen
}

// clientsSend lets n clients send the same operation together. Each has its own
// content and its own proposed lease id, so that the winner can be told.
func (w *world) clientsSend(ctx context.Context, n, operation, words string) error {
	count, _ := strconv.Atoi(n)
	op, ok := ops.Lookup(operation)
	if !ok {
		return miswritten("no operation is called %q", operation)
	}
	t, err := w.target(op, "")
	if err != nil {
		return err
	}
	acts := make([]*act, count)
	errs := make([]error, count)
	reqs := make([]ops.Request, count)
	who := make([]*actor, count)
	for i := range count {
		if who[i], err = w.actor(fmt.Sprintf("client %d", i+1)); err != nil {
			return err
		}
		if reqs[i], err = w.ready(ctx, who[i], op, t, words); err != nil {
			return err
		}
		if action(op) == "acquire" {
			reqs[i].ProposedID = ptr(w.guid())
		} else if !op.Reads {
			reqs[i].Body = fmt.Appendf(nil, "written by client %d", i+1)
		}
	}
	var wg sync.WaitGroup
	start := make(chan struct{})
	for i := range count {
		wg.Add(1)
		go func() {
			defer wg.Done()
			<-start
			acts[i], errs[i] = w.perform(ctx, who[i], op, t, reqs[i])
		}()
	}
	close(start)
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	w.crowd, w.last, w.subject = &crowd{acts: acts}, nil, t
	w.changed()
	for i, ac := range acts {
		if ac.resp.Status < 300 {
			if err := w.remember(who[i], ac); err != nil {
				return err
			}
			who[i].last, w.last = ac, who[i]
			w.leases["X"] = deref(reqs[i].ProposedID, w.leases["X"])
		}
	}
	return w.time.judge()
}

// exactlyAnswered judges how many of a crowd had their way, and how the rest was
// refused.
func (w *world) exactlyAnswered(ctx context.Context, n, won, lost string) error {
	if w.crowd == nil {
		return miswritten("no clients have sent anything at once")
	}
	count, _ := strconv.Atoi(n)
	winners, err := cell.ParseAnswer(won)
	if err != nil {
		return miswritten("%v", err)
	}
	losers, err := cell.ParseAnswer(lost)
	if err != nil {
		return miswritten("%v", err)
	}
	tally := map[string]int{}
	got := 0
	for _, ac := range w.crowd.acts {
		tally[describe(ac.resp)]++
		if winners.Accepts(ac.resp.Status, ac.resp.Code, w.run.strict()) {
			got++
		} else if !losers.Accepts(ac.resp.Status, ac.resp.Code, w.run.strict()) {
			return failed("one of the clients was answered differently", won+" or "+lost, describe(ac.resp))
		}
	}
	if got != count {
		return failed("another number of clients succeeded", fmt.Sprintf("%d × %s", count, won), fmt.Sprint(tally))
	}
	return nil
}

// clientsAdd lets n clients each add 1 to a number in the blob, m times. Under
// If-Match a client reads, writes on condition that nothing changed, and starts
// over on 412; under a lease it acquires first and releases after.
func (w *world) clientsAdd(ctx context.Context, n, m, under string) error {
	count, _ := strconv.Atoi(n)
	times, _ := strconv.Atoi(m)
	t, err := w.thing("blob")
	if err != nil {
		return err
	}
	before, err := w.read(ctx, t)
	if err != nil {
		return blocked("read the blob", err)
	}
	t.before, t.known, w.subject = before, slices.Clone(t.etags), t
	w.changed()
	errs := make([]error, count)
	var wg sync.WaitGroup
	for i := range count {
		a, err := w.actor(fmt.Sprintf("client %d", i+1))
		if err != nil {
			return err
		}
		id := w.guid()
		wg.Add(1)
		go func() {
			defer wg.Done()
			for range times {
				if errs[i] == nil {
					errs[i] = w.addOne(ctx, a, t, under == "a lease", id, count*times)
				}
			}
		}()
	}
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// addOne makes one successful addition. It gives up after as many failed tries
// as all clients together have additions to make, many times over: under If-Match
// each failure means that somebody else succeeded.
func (w *world) addOne(ctx context.Context, a *actor, t *thing, lease bool, id string, total int) error {
	get, _ := ops.Lookup("Get Blob")
	put, _ := ops.Lookup("Put Blob")
	acquire, _ := ops.Lookup("Lease Blob acquire")
	release, _ := ops.Lookup("Lease Blob release")
	for range 50*total + 50 {
		req := ops.Request{}
		if lease {
			got, err := w.perform(ctx, a, acquire, t, ops.Request{Duration: ptr("-1"), ProposedID: &id})
			if err != nil {
				return err
			}
			if got.resp.Status == 409 {
				continue
			}
			if got.resp.Status != 201 {
				return failed("Lease Blob acquire was answered differently", "201, or 409 while another client holds the lease", describe(got.resp))
			}
			req.LeaseID = &id
		}
		read, err := w.perform(ctx, a, get, t, ops.Request{})
		if err != nil {
			return err
		}
		n, err := strconv.Atoi(string(read.resp.Body))
		if err != nil {
			return failed("Get Blob returned something that nobody wrote", "a number", fmt.Sprintf("%q", first(read.resp.Body, 80)))
		}
		req.Body = []byte(strconv.Itoa(n + 1))
		if !lease {
			req.IfMatch = ptr(read.resp.Header.Get("ETag"))
		}
		wrote, err := w.perform(ctx, a, put, t, req)
		if err != nil {
			return err
		}
		if lease {
			if _, err := w.perform(ctx, a, release, t, ops.Request{LeaseID: &id}); err != nil {
				return err
			}
		}
		switch {
		case wrote.resp.Status == 201:
			return nil
		case wrote.resp.Status == 412 && !lease:
		default:
			return failed("Put Blob was answered differently", "201"+map[bool]string{true: "", false: ", or 412 after somebody else's write"}[lease], describe(wrote.resp))
		}
	}
	return failed("a client never got its turn", "an addition that succeeds", "only refusals")
}

// holdsNumber judges the sum: a lost update would make it smaller.
func (w *world) holdsNumber(ctx context.Context, n string) error {
	t, err := w.thing("blob")
	if err != nil {
		return err
	}
	t.now = nil
	st, err := w.read(ctx, t)
	if err != nil {
		return unknown("read the blob", err)
	}
	if string(st.Content) != n {
		return failed("updates were lost or made twice", n, string(first(st.Content, 80)))
	}
	return nil
}

// writesWhileRead lets one client replace the blob again and again while others
// read it.
func (w *world) writesWhileRead(ctx context.Context, who, n, operation, readers string) error {
	times, _ := strconv.Atoi(n)
	count, _ := strconv.Atoi(readers)
	a, op, t, err := w.scene(who, operation, "")
	if err != nil {
		return err
	}
	before, err := w.read(ctx, t)
	if err != nil {
		return blocked("read the blob", err)
	}
	t.before, t.known, w.subject = before, slices.Clone(t.etags), t
	c := &crowd{whole: map[string]bool{version(before.ETag, before.Content): true}}
	get, _ := ops.Lookup("Get Blob")
	done := make(chan struct{})
	reads := make([][]ops.Response, count)
	errs := make([]error, count+1)
	var wg sync.WaitGroup
	for i := range count {
		r, err := w.actor(fmt.Sprintf("reader %d", i+1))
		if err != nil {
			return err
		}
		wg.Add(1)
		go func() {
			defer wg.Done()
			for {
				ac, err := w.perform(ctx, r, get, t, ops.Request{})
				if err != nil {
					errs[i] = err
					return
				}
				reads[i] = append(reads[i], ac.resp)
				select {
				case <-done:
					return
				default:
				}
			}
		}()
	}
	for v := range times {
		// A few kilobytes of one letter: a torn body would hold two.
		body := bytes.Repeat([]byte{byte('a' + v%26)}, 4096+v)
		req := op.Complete(t.res, ops.Request{Body: body})
		if op.Prepare != nil {
			if err := op.Prepare(ctx, a.client, t.res, &req); err != nil {
				errs[count] = unknown("stage the blocks of a version", err)
				break
			}
		}
		ac, err := w.perform(ctx, a, op, t, req)
		if err == nil && ac.resp.Status != 201 {
			err = failed(operation+" was answered differently", "201", describe(ac.resp))
		}
		if err == nil {
			err = w.remember(a, ac)
		}
		if err != nil {
			errs[count] = err
			break
		}
		c.whole[version(ac.resp.Header.Get("ETag"), body)] = true
	}
	close(done)
	wg.Wait()
	w.changed()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	for _, r := range reads {
		c.reads = append(c.reads, r...)
	}
	w.crowd = c
	return nil
}

// wholeReads judges that every read is one of the versions there were, body and
// ETag of the same.
func (w *world) wholeReads(context.Context) error {
	if w.crowd == nil || w.crowd.whole == nil {
		return miswritten("nobody has read while somebody wrote")
	}
	for _, r := range w.crowd.reads {
		if r.Status != 200 {
			return failed("Get Blob was answered differently while the blob was written", "200", describe(r))
		}
		if !w.crowd.whole[version(r.Header.Get("ETag"), r.Body)] {
			return failed("a read returned what was never one version", "body and ETag of one write", fmt.Sprintf("%d bytes %q… under %s", len(r.Body), first(r.Body, 8), r.Header.Get("ETag")))
		}
	}
	return nil
}

func version(etag string, body []byte) string { return etag + "\x00" + string(body) }

func deref(s *string, otherwise string) string {
	if s == nil {
		return otherwise
	}
	return *s
}

// holdsParts judges that of many appends at once each is in the blob, whole and
// where its answer says, one after the other: in some order, but in one.
func (w *world) holdsParts(ctx context.Context) error {
	t, err := w.thing("blob")
	if err != nil {
		return err
	}
	if w.crowd == nil || t.before == nil {
		return miswritten("no clients have sent anything at once")
	}
	want, err := inOrder(t.before.Content, w.crowd.acts)
	if err != nil {
		return err
	}
	t.now = nil
	st, err := w.read(ctx, t)
	if err != nil {
		return unknown("read the blob", err)
	}
	if !bytes.Equal(st.Content, want) {
		return failed("the blob does not hold the parts in the order of their offsets", fmt.Sprintf("%d bytes %q", len(want), want), fmt.Sprintf("%d bytes %q", len(st.Content), first(st.Content, len(want)+80)))
	}
	return nil
}

// inOrder puts appends behind what was there, in the order of the offsets that
// they were answered with, which must leave no gap and overlap nowhere.
func inOrder(content []byte, parts []*act) ([]byte, error) {
	offset := func(ac *act) int {
		n, err := strconv.Atoi(ac.resp.Header.Get("x-ms-blob-append-offset"))
		if err != nil {
			return -1
		}
		return n
	}
	content = slices.Clone(content)
	for _, ac := range slices.SortedStableFunc(slices.Values(parts), func(a, b *act) int { return cmp.Compare(offset(a), offset(b)) }) {
		if !ac.resp.OK() {
			return nil, failed("one of the clients was answered differently", strconv.Itoa(ac.op.Success), describe(ac.resp))
		}
		if n := offset(ac); n != len(content) {
			return nil, failed("two parts overlap, or there is a gap between them", fmt.Sprintf("a part at offset %d", len(content)), fmt.Sprintf("the next one at %d", n))
		}
		content = append(content, ac.req.Body...)
	}
	return content, nil
}
