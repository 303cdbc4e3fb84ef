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

	"ifmatch/internal/target"
	"ifmatch/steps/cell"
	"ifmatch/steps/ops"
)

// pollEvery is the pause between two tries where a service may take a while: long
// enough not to load it, short beside the 30 seconds it is given.
const pollEvery = time.Second

// crowd is what many clients at once were answered.
type crowd struct {
	acts  []*act
	reads []*act
	// whole judges one read that was made while others wrote; nil where nobody read.
	whole func(*act) error
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
			sign(&reqs[i], op, fmt.Sprintf("written by client %d", i+1))
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

// sign makes what one of many clients writes its own.
func sign(req *ops.Request, op ops.Operation, text string) {
	if op.Service != target.Table {
		req.Body = []byte(text)
		return
	}
	if slices.Equal(op.Kinds, []ops.Kind{ops.Entity}) {
		if req.Entity == nil {
			req.Entity = map[string]any{}
		}
		req.Entity["Content"] = text
	}
	for i := range req.Actions {
		if req.Actions[i].Entity != nil {
			req.Actions[i].Entity["Content"] = text
		}
	}
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

func deref(s *string, otherwise string) string {
	if s == nil {
		return otherwise
	}
	return *s
}
