package steps

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"

	"ifmatch/internal/target"
	"ifmatch/steps/ops"
)

// holdsWritten compares a blob or an entity with what a client's accepted write
// contained.
func (w *world) holdsWritten(ctx context.Context, kind, name, who string) error {
	t, err := w.thing(labelOf(kind, name))
	if err != nil {
		return err
	}
	a, err := w.actor(who)
	if err != nil {
		return err
	}
	if t.res.Kind == ops.Entity && a.last != nil && a.last.before != nil {
		t.now = nil
		st, err := w.read(ctx, t)
		if err != nil {
			return unknown("read the "+t.label, err)
		}
		want := a.last.op.After(*a.last.before, a.last.req, a.last.resp)
		return difference(t, "holds something else", ops.Compare(want, *st, ops.CompareOptions{}))
	}
	if a.last == nil || a.last.req.Body == nil {
		return miswritten("%s has written nothing whose content the scenario states", a.name)
	}
	t.now = nil
	st, err := w.read(ctx, t)
	if err != nil {
		return unknown("read the "+t.label, err)
	}
	content := st.Content
	if a.last.op.Name == "Put Page" {
		content = content[min(int(a.last.req.Offset), len(content)):]
		content = first(content, len(a.last.req.Body)) // the rest is not this write's
	}
	if !bytes.Equal(content, a.last.req.Body) {
		return failed("the "+t.label+" holds other content", fmt.Sprintf("%q", first(a.last.req.Body, 80)), fmt.Sprintf("%q", first(content, 80)))
	}
	return nil
}

// holdsLatest judges that of two accepted writes the one whose answer bore the
// later Last-Modified is the one that stands, in whatever order the answers came.
func (w *world) holdsLatest(ctx context.Context) error {
	t, err := w.thing("blob")
	if err != nil {
		return err
	}
	var latest *act
	for _, a := range w.actors {
		if ac := a.last; ac != nil && ac.thing == t && !ac.op.Reads && ac.resp.OK() &&
			(latest == nil || earlier(latest.resp.Header.Get("Last-Modified"), ac.resp.Header.Get("Last-Modified"))) {
			latest = ac
		}
	}
	if latest == nil || latest.req.Body == nil {
		return miswritten("nobody has written content that the scenario states")
	}
	t.now = nil
	st, err := w.read(ctx, t)
	if err != nil {
		return unknown("read the blob", err)
	}
	if !bytes.HasPrefix(st.Content, latest.req.Body) {
		return failed("the write with the later Last-Modified is not the one that stands", fmt.Sprintf("%q…", first(latest.req.Body, 16)), fmt.Sprintf("%q…", first(st.Content, 16)))
	}
	return nil
}

// hasReceived tells the old version from the new one by content and ETag, which
// must belong together.
func (w *world) hasReceived(_ context.Context, who, which string) error {
	a, err := w.actor(who)
	if err != nil {
		return err
	}
	if a.last != nil && a.last.op.Service == target.Table {
		return w.receivedRows(a.last, which)
	}
	if a.last == nil || a.last.op.Name != "Get Blob" {
		return miswritten("%s has not sent Get Blob", a.name)
	}
	t := a.last.thing
	var content []byte
	var etag string
	switch {
	case which == "old" && t.before != nil:
		content, etag = t.before.Content, t.before.ETag
	case which == "new" && t.act != nil && !t.act.op.Reads:
		content, etag = t.act.req.Body, t.act.resp.Header.Get("ETag")
	case which == "new":
		w1 := w.writer(t)
		if w1 == nil {
			return miswritten("nobody has written a new version")
		}
		content, etag = w1.req.Body, w1.resp.Header.Get("ETag")
	}
	if content == nil {
		return miswritten("the content of the %s version is not stated", which)
	}
	if got := a.last.resp; !bytes.Equal(got.Body, content) || got.Header.Get("ETag") != etag {
		return failed("the reader received another version", fmt.Sprintf("%q under %s", content, etag), fmt.Sprintf("%q under %s", first(got.Body, 80), got.Header.Get("ETag")))
	}
	return nil
}

// writer is the last write on t that was accepted.
func (w *world) writer(t *thing) *act {
	var last *act
	for _, a := range w.actors {
		if a.last != nil && a.last.thing == t && !a.last.op.Reads && a.last.resp.Status < 300 && (last == nil || a.last.answered.After(last.answered)) {
			last = a.last
		}
	}
	return last
}

// listShows looks for a blob with its snapshots, or for a container, in the answer
// to a listing of its own.
func (w *world) listShows(ctx context.Context, list, verb, kind, name, how string) error {
	if name == "" {
		name = map[bool]string{true: "container", false: "blob"}[list == "containers"]
	}
	t, err := w.thing(name)
	if err != nil {
		return err
	}
	if (t.res.Kind == ops.Container) != (list == "containers") || (kind == "container") != (list == "containers") {
		return miswritten("the list of %s shows no %s", list, kind)
	}
	all, err := ops.Listing(ctx, w.keeper, t.res)
	if err != nil {
		return unknown("list the "+list, err)
	}
	if err := w.time.judge(); err != nil {
		return err
	}
	all = slices.DeleteFunc(all, func(l ops.Listed) bool { return (l.Snapshot != "") != (kind == "snapshot") })
	if (len(all) > 0) != (verb == "shows") {
		return failed("the list of "+list+" disagrees", verb+" the "+kind, map[bool]string{true: "shows it", false: "lacks it"}[len(all) > 0])
	}
	for _, l := range all {
		if n := len(t.etags); n > 0 && l.Snapshot == "" && l.ETag != t.etags[n-1] {
			return failed("the list of "+list+" shows another ETag", t.etags[n-1], l.ETag)
		}
		want, ok := strings.CutPrefix(how, "as ")
		if !ok && how != "" {
			want = ops.Lease{}.String()
		}
		if want != "" && l.Lease.String() != want {
			return failed("the list of "+list+" shows another lease of the "+kind, want, l.Lease.String())
		}
	}
	return nil
}

func first(b []byte, n int) []byte { return b[:min(n, len(b))] }
