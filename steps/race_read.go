package steps

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"ifmatch/internal/target"
	"ifmatch/steps/ops"
)

// writesWhileRead lets one client replace a blob or an entity again and again while
// others read it, or query the table that it lies in.
func (w *world) writesWhileRead(ctx context.Context, who, kind, n, operation, readers, how string) error {
	times, _ := strconv.Atoi(n)
	a, op, t, err := w.scene(who, operation, "")
	if err != nil {
		return err
	}
	if t.label != kind {
		return miswritten("%s does not replace the %s", operation, kind)
	}
	before, err := w.look(ctx, t)
	if err != nil {
		return err
	}
	versions := map[string]bool{versionOf(*before): true}
	write := func(v int) error {
		req := contentOf(op, v)
		req = op.Complete(t.res, req)
		if op.Prepare != nil {
			if err := op.Prepare(ctx, a.client, t.res, &req); err != nil {
				return unknown("stage the blocks of a version", err)
			}
		}
		ac, err := w.perform(ctx, a, op, t, req)
		if err != nil {
			return err
		}
		if ac.resp.Status != op.Success {
			return failed(operation+" was answered differently", strconv.Itoa(op.Success), describe(ac.resp))
		}
		if err := w.remember(a, ac); err != nil {
			return err
		}
		versions[versionOf(op.After(ops.State{Resource: t.res}, req, ac.resp))] = true
		return nil
	}
	others := map[string]bool{}
	for _, other := range w.things {
		if other != t && other.res.Kind == ops.Entity && other.made.Exists {
			others[other.made.Row(last(other.etags)).String()] = true
		}
	}
	whole := func(ac *act) error { return wholeVersion(ac, t, versions, others) }
	return w.whileRead(ctx, times, write, readers, how, t, whole)
}

// contentOf is version v of what a writer writes: some kilobytes of one letter, of
// which a torn read would show two.
func contentOf(op ops.Operation, v int) ops.Request {
	letter := []byte{byte('a' + v%26)}
	if op.Service != target.Table {
		return ops.Request{Body: bytes.Repeat(letter, 4096+v)}
	}
	text := string(bytes.Repeat(letter, 1024+v))
	return ops.Request{Entity: map[string]any{"Content": text, "Again": text}}
}

// versionOf puts what makes up a version of a blob or an entity into one text.
func versionOf(st ops.State) string {
	if st.Resource.Kind == ops.Entity {
		return st.Row(st.ETag).String()
	}
	return st.ETag + "\x00" + string(st.Content)
}

// wholeVersion judges that a read shows versions that were written as they are read,
// stamp and content of the same.
func wholeVersion(ac *act, t *thing, versions, others map[string]bool) error {
	if ac.op.Name == "Get Blob" {
		if !versions[ac.resp.Header.Get("ETag")+"\x00"+string(ac.resp.Body)] {
			return failed("a read returned what was never one version", "body and ETag of one write", fmt.Sprintf("%d bytes %q… under %s", len(ac.resp.Body), first(ac.resp.Body, 8), ac.resp.Header.Get("ETag")))
		}
		return nil
	}
	rows, err := ops.Entities(ac.op, ac.resp)
	if err != nil {
		return failed(ac.op.Name+" answered with another body", "entities in JSON", fmt.Sprintf("%q", first(ac.resp.Body, 80)))
	}
	for _, r := range rows {
		own := r.Key == t.res.Partition+"/"+t.res.Row
		if !(own && versions[r.String()] || !own && others[r.String()]) {
			return failed("a read returned what was never one version", "properties and ETag of one write", string(first([]byte(r.String()), 160)))
		}
	}
	return nil
}

// movesWhileRead lets one client move 1 from an entity to another again and again,
// each time in one transaction, while others query the table. TABLE-QRY-11
func (w *world) movesWhileRead(ctx context.Context, who, from, to, n, readers, how string) error {
	times, _ := strconv.Atoi(n)
	a, op, t, err := w.scene(who, "Entity Group Transaction", "")
	if err != nil {
		return err
	}
	var numbers [2]int
	for i, name := range []string{from, to} {
		e, err := w.thing(name)
		if err != nil {
			return err
		}
		st, err := w.read(ctx, e)
		if err != nil {
			return blocked("read the "+e.label, err)
		}
		if numbers[i], err = strconv.Atoi(st.Properties["Number"]); err != nil {
			return miswritten("the %s holds no number", e.label)
		}
	}
	if _, err := w.look(ctx, t); err != nil {
		return err
	}
	sum := numbers[0] + numbers[1]
	write := func(v int) error {
		ac, err := w.perform(ctx, a, op, t, ops.Request{Actions: []ops.Action{
			{Operation: "Merge Entity", Row: from, Entity: map[string]any{"Number": numbers[0] - v - 1}},
			{Operation: "Merge Entity", Row: to, Entity: map[string]any{"Number": numbers[1] + v + 1}},
		}})
		if err != nil {
			return err
		}
		if ac.resp.Status != op.Success {
			return failed(op.Name+" was answered differently", strconv.Itoa(op.Success), describe(ac.resp))
		}
		return w.remember(a, ac)
	}
	return w.whileRead(ctx, times, write, readers, how, t, func(ac *act) error { return sums(ac, from, to, sum) })
}

// sums judges that the numbers of two entities add up in the answer to a query. A
// page with one of them alone proves nothing; a query without pages has both.
func sums(ac *act, from, to string, want int) error {
	rows, err := ops.Entities(ac.op, ac.resp)
	if err != nil {
		return failed(ac.op.Name+" answered with another body", "entities in JSON", fmt.Sprintf("%q", first(ac.resp.Body, 80)))
	}
	sum, seen := 0, 0
	for _, r := range rows {
		_, row, _ := strings.Cut(r.Key, "/")
		if row != from && row != to {
			continue
		}
		n, err := strconv.Atoi(r.Properties["Number"])
		if err != nil {
			return failed("a query returned what nobody wrote", "a number", r.String())
		}
		sum, seen = sum+n, seen+1
	}
	if seen != 2 && ac.req.Top == nil {
		return failed("a query lacks entities that are there", from+" and "+to, fmt.Sprintf("%d of them", seen))
	}
	if seen == 2 && sum != want {
		return failed("a query saw half of a transaction", fmt.Sprintf("numbers that add up to %d", want), fmt.Sprint(sum))
	}
	return nil
}

// look reads t before the writing begins.
func (w *world) look(ctx context.Context, t *thing) (*ops.State, error) {
	before, err := w.read(ctx, t)
	if err != nil {
		return nil, blocked("read the "+t.label, err)
	}
	t.before, t.known, w.subject = before, slices.Clone(t.etags), t
	return before, nil
}

// whileRead writes as often as is asked for, and lets readers read until it is done.
func (w *world) whileRead(ctx context.Context, times int, write func(int) error, readers, how string, t *thing, whole func(*act) error) error {
	count, _ := strconv.Atoi(readers)
	done := make(chan struct{})
	reads := make([][]*act, count)
	errs := make([]error, count+1)
	var wg sync.WaitGroup
	for i := range count {
		r, err := w.actor(fmt.Sprintf("reader %d", i+1))
		if err != nil {
			return err
		}
		read, err := w.reader(r, t, how)
		if err != nil {
			return err
		}
		wg.Add(1)
		go func() {
			defer wg.Done()
			for errs[i] == nil {
				var acts []*act
				acts, errs[i] = read(ctx)
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
		if errs[count] = write(v); errs[count] != nil {
			break
		}
	}
	close(done)
	wg.Wait()
	w.changed()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	w.crowd = &crowd{reads: slices.Concat(reads...), whole: whole}
	return nil
}

// reader is one client's way to read: the thing itself, or the table that it is or
// lies in, page by page to the end.
func (w *world) reader(a *actor, t *thing, how string) (func(context.Context) ([]*act, error), error) {
	words, query := strings.CutPrefix(how, "query the table")
	if !query {
		op, _ := ops.Lookup(map[bool]string{true: "Get Entity", false: "Get Blob"}[t.res.Kind == ops.Entity])
		return func(ctx context.Context) ([]*act, error) {
			ac, err := w.perform(ctx, a, op, t, ops.Request{})
			return []*act{ac}, err
		}, nil
	}
	table, err := w.thing("table")
	if err != nil {
		return nil, err
	}
	op, _ := ops.Lookup("Query Entities")
	req, err := w.request(a, op, table, strings.TrimPrefix(words, " with "))
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context) ([]*act, error) { return w.readPages(ctx, a, op, table, req) }, nil
}

// readPages follows a query from page to page. Whatever is written meanwhile, as
// long as nothing is inserted or deleted every entity comes once, in its order.
func (w *world) readPages(ctx context.Context, a *actor, op ops.Operation, table *thing, req ops.Request) ([]*act, error) {
	var out []*act
	var keys []string
	for {
		ac, err := w.perform(ctx, a, op, table, req)
		if err != nil {
			return out, err
		}
		out = append(out, ac)
		rows, err := ops.Entities(op, ac.resp)
		if err != nil || ac.resp.Status != op.Success {
			return out, nil // wholeReads tells
		}
		for _, r := range rows {
			keys = append(keys, r.Key)
		}
		next, row := ac.resp.Header.Get("x-ms-continuation-NextPartitionKey"), ac.resp.Header.Get("x-ms-continuation-NextRowKey")
		if next == "" || next == req.NextPartition && row == req.NextRow {
			break
		}
		req.NextPartition, req.NextRow = next, row
	}
	var want []string
	for _, t := range w.things {
		if t.res.Kind == ops.Entity && t.made.Exists {
			want = append(want, t.res.Partition+"/"+t.res.Row)
		}
	}
	slices.Sort(want)
	if req.Filter == "" && !slices.Equal(keys, want) {
		return out, failed("a query by pages lost, repeated or disordered entities", strings.Join(want, " "), strings.Join(keys, " "))
	}
	return out, nil
}

// wholeReads judges every read that was made while somebody wrote.
func (w *world) wholeReads(context.Context) error {
	if w.crowd == nil || w.crowd.whole == nil {
		return miswritten("nobody has read while somebody wrote")
	}
	for _, ac := range w.crowd.reads {
		if ac.resp.Status != ac.op.Success {
			return failed(ac.op.Name+" was answered differently while somebody wrote", strconv.Itoa(ac.op.Success), describe(ac.resp))
		}
		if err := w.crowd.whole(ac); err != nil {
			return err
		}
	}
	return nil
}

func last(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return list[len(list)-1]
}
