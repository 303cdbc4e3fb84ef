package steps

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"ifmatch/internal/target"
	"ifmatch/steps/cell"
	"ifmatch/steps/ops"
)

// serviceAnswers judges the last answer.
func (w *world) serviceAnswers(_ context.Context, answer string) error {
	if w.last == nil || w.last.last == nil {
		return miswritten("nobody has sent anything yet")
	}
	return w.judge(w.last.last, answer)
}

// isAnswered judges the last answer that a client got.
func (w *world) isAnswered(_ context.Context, who, answer string) error {
	a, err := w.actor(who)
	if err != nil {
		return err
	}
	if a.last == nil {
		return miswritten("%s has sent nothing yet", a.name)
	}
	return w.judge(a.last, answer)
}

func (w *world) judge(ac *act, answer string) error {
	if answer == cell.OK {
		answer = strconv.Itoa(ac.op.Success)
	}
	want, err := cell.ParseAnswer(answer)
	if err != nil {
		return miswritten("%v", err)
	}
	if !want.Accepts(ac.resp.Status, ac.resp.Code, w.run.strict()) {
		return failed(ac.op.Name+" was answered differently", want.String(), describe(ac.resp))
	}
	return nil
}

// isAnsweredWithin asks again and again until the answer comes: the service has
// a stated time to propagate a change.
func (w *world) isAnsweredWithin(ctx context.Context, within, who, answer, operation, words string) error {
	d, err := cell.ParseDuration(within)
	if err != nil {
		return miswritten("%v", err)
	}
	want, err := cell.ParseAnswer(answer)
	if err != nil {
		return miswritten("%v", err)
	}
	a, op, t, err := w.scene(who, operation, "")
	if err != nil {
		return err
	}
	req, err := w.request(a, op, t, words)
	if err != nil {
		return err
	}
	if t.before, err = w.read(ctx, t); err != nil {
		return unknown("read the "+t.label+" before the request", err)
	}
	t.known, w.subject = slices.Clone(t.etags), t
	until := w.time.clock.Now().Add(d)
	for {
		ac, err := w.perform(ctx, a, op, t, req)
		if err != nil {
			return err
		}
		if err := w.remember(a, ac); err != nil {
			return err
		}
		w.last, a.last = a, ac
		if want.Accepts(ac.resp.Status, ac.resp.Code, w.run.strict()) {
			return nil
		}
		if !ac.sent.Before(until) {
			return failed(fmt.Sprintf("%s was still answered differently after %s", op.Name, within), want.String(), describe(ac.resp))
		}
		if err := w.time.pass(ctx, pollEvery); err != nil {
			return unknown("let time pass", err)
		}
	}
}

// responseCarries judges the headers and body of the last answer.
func (w *world) responseCarries(ctx context.Context, words string) error {
	list, err := cell.ParseCarried(words)
	if err != nil {
		return miswritten("%v", err)
	}
	if w.last == nil || w.last.last == nil {
		return miswritten("nobody has sent anything yet")
	}
	for _, c := range list {
		if err := w.carries(w.last.last, c); err != nil {
			return err
		}
	}
	return nil
}

func (w *world) carries(ac *act, c cell.Carried) error {
	header := cell.Subjects[c.Subject]
	got := ac.resp.Header.Get(header)
	wrong := func(want string) error {
		shown := got
		if shown == "" {
			shown = "none"
		}
		return failed(ac.op.Name+" answered with another "+c.Subject, want, shown)
	}
	if handled, err := w.carriesRows(ac, c, wrong); handled {
		return err
	}
	if c.Subject == "ETag" && got != "" && !strong(got) && c.Word != "no" && ac.op.Service != target.Table {
		return wrong(`a strong ETag in quotes`)
	}
	if c.Subject == "Last-Modified" && got != "" && c.Word != "no" {
		if _, err := http.ParseTime(got); err != nil {
			return wrong("an HTTP date")
		}
	}
	switch c.Word {
	case "no":
		if got != "" || c.Subject == "lease id" && w.showsLeaseID(ac) {
			return wrong("no " + c.Subject)
		}
	case "any", "quoted":
		if got == "" {
			return wrong("some " + c.Subject)
		}
	case "hexadecimal":
		if !hexadecimal.MatchString(got) {
			return wrong(`an ETag of the form "0x8D…" in hexadecimal digits`)
		}
	case "empty":
		if len(ac.resp.Body) != 0 {
			return failed(ac.op.Name+" answered with a body", "an empty body", fmt.Sprintf("%d bytes", len(ac.resp.Body)))
		}
	case "XML":
		if !repeats(ac.resp.Body, ac.resp.Code) {
			return failed(ac.op.Name+" answered with another body", "an XML body that repeats "+ac.resp.Code, fmt.Sprintf("%q", first(ac.resp.Body, 80)))
		}
	case "value":
		want := c.Value
		switch id, ok := w.leases[want]; {
		case ok && c.Subject == "lease id":
			want = id
		case c.Subject == "copy description" && strings.HasPrefix(got, want):
			return nil
		case c.Subject == "lease time":
			return w.leaseTime(ac, want, got, wrong)
		case c.Subject == "header name", c.Subject == "header value":
			element := map[string]string{"header name": "HeaderName", "header value": "HeaderValue"}[c.Subject]
			if !bytes.Contains(bytes.ToLower(ac.resp.Body), []byte(strings.ToLower("<"+element+">"+want+"</"+element+">"))) {
				return failed(ac.op.Name+" answered with another body", "a body whose "+element+" is "+want, fmt.Sprintf("%q", first(ac.resp.Body, 300)))
			}
			return nil
		}
		if got != want {
			return wrong(want)
		}
	case "new", "later", "same", "current", "remembered":
		return w.stamp(ac, c, got, wrong)
	}
	return nil
}

// stamp judges an ETag or Last-Modified against the versions the resource was
// seen in.
func (w *world) stamp(ac *act, c cell.Carried, got string, wrong func(string) error) error {
	t := ac.thing
	if c.Word == "remembered" {
		want := ac.memory.etag
		if c.Subject == "Last-Modified" {
			want = ac.memory.lastModified
		}
		switch {
		case want == "":
			return miswritten("nobody has read the %s of the %s before", c.Subject, t.label)
		case got != want:
			return wrong(want)
		}
		return nil
	}
	if c.Subject == "Last-Modified" {
		switch {
		case c.Word == "later":
			if t.before == nil || !earlier(httpDate(t.before.LastModified), got) {
				return wrong("a Last-Modified after " + lastModified(t.before))
			}
		case c.Word == "new" && (got == "" || t.before != nil && earlier(got, httpDate(t.before.LastModified))):
			return wrong("a Last-Modified that is not before " + lastModified(t.before))
		case (c.Word == "same" || c.Word == "current") && (t.before == nil || got != httpDate(t.before.LastModified)):
			return wrong(lastModified(t.before))
		}
		return nil
	}
	switch c.Word {
	case "new":
		if got == "" || slices.Contains(t.known, got) {
			return wrong("an ETag that the " + t.label + " never had")
		}
	default:
		want := ""
		if t.before != nil {
			want = t.before.ETag
		}
		if got != want || got == "" {
			return wrong("the ETag " + want + " of before")
		}
	}
	return nil
}

func lastModified(st *ops.State) string {
	if st == nil {
		return "the Last-Modified of before"
	}
	return httpDate(st.LastModified)
}

// isAfter reads the resource and compares it with what it was before the last
// act, and with what that act asked for.
func (w *world) isAfter(ctx context.Context, kind, name, effect string) error {
	t, err := w.thing(labelOf(kind, name))
	if err != nil {
		return err
	}
	if t.before == nil {
		return miswritten("nothing was done to the %s yet", t.label)
	}
	t.now = nil
	after, err := w.read(ctx, t)
	if err != nil {
		return unknown("read the "+t.label+" afterwards", err)
	}
	w.subject = t
	if err := w.time.judge(); err != nil {
		return err
	}
	refused := t.act == nil || !t.act.resp.OK()
	switch {
	case effect == "gone":
		if after.Exists {
			return failed("the "+t.label+" is still there", "gone", "ETag "+after.ETag)
		}
		return nil
	case effect == "unchanged", effect == "as answered" && refused, t.act != nil && t.act.op.Reads:
		return difference(t, "changed", ops.Compare(*t.before, *after, ops.CompareOptions{}))
	case refused:
		return miswritten("nothing was asked of the %s that the service accepted", t.label)
	}
	before := *t.before
	before.Seen = t.older()
	want := t.act.op.After(before, t.act.req, t.act.resp)
	return difference(t, "is not as asked", ops.Compare(want, *after, ignoreLease(t.act.op)))
}

// older lists the ETags that the resource had before the one of before the last
// act.
func (t *thing) older() []string {
	return slices.DeleteFunc(slices.Clone(t.known), func(e string) bool { return e == t.before.ETag })
}

// difference turns a list of differing fields into a verdict.
func difference(t *thing, how string, diffs []ops.Difference) error {
	if len(diffs) == 0 {
		return nil
	}
	var want, got []string
	for _, d := range diffs {
		want = append(want, fmt.Sprintf("%s %s", d.Field, d.Want))
		got = append(got, fmt.Sprintf("%s %s", d.Field, d.Got))
	}
	return failed("the "+t.label+" "+how, strings.Join(want, "; "), strings.Join(got, "; "))
}

// leaseIs judges the lease of what the last act was about.
func (w *world) leaseIs(ctx context.Context, state string) error {
	if w.subject == nil {
		return miswritten("no resource yet")
	}
	return w.leaseState(ctx, w.subject, state)
}

// leaseOfIs judges the lease of a named resource.
func (w *world) leaseOfIs(ctx context.Context, kind, name, state string) error {
	t, err := w.thing(labelOf(kind, name))
	if err != nil {
		return err
	}
	return w.leaseState(ctx, t, state)
}

func (w *world) leaseState(ctx context.Context, t *thing, state string) error {
	want, err := cell.ParseLeaseState(state)
	if err != nil {
		return miswritten("%v", err)
	}
	st, err := w.read(ctx, t)
	if err != nil {
		return unknown("read the lease of the "+t.label, err)
	}
	if err := w.time.judge(); err != nil {
		return err
	}
	if got := leaseShown(*st); got != shownState(want) {
		return failed("the lease of the "+t.label+" is in another state", shownState(want), got)
	}
	if d := want.Duration; d != "" && want.Name == "Leased" {
		shown := map[bool]string{true: "infinite", false: "fixed"}[d == "ever"]
		if st.Lease.Duration != shown {
			return failed("the lease of the "+t.label+" is of another kind", shown, st.Lease.Duration)
		}
	}
	if !want.Locked() {
		return nil
	}
	// Reads show the state but never whose lease it is; a read that carries the
	// id succeeds only with the right one (BLOB-UM-R-A-Le, -Bi).
	id, ok := w.leases[want.ID]
	if !ok {
		return miswritten("nobody was given a lease %s", want.ID)
	}
	if want.ID == "X" && (id == w.leases["A"] || id == w.leases["B"] || id == w.leases["C"]) {
		return failed("the lease of the "+t.label+" is under an id that a client once proposed", "an id that the service made up", id)
	}
	held, err := w.holdsLease(ctx, t.res, id)
	if err != nil {
		return unknown("read the "+t.label+" with its lease id", err)
	}
	if err := w.time.judge(); err != nil {
		return err // the lease may have ended between the two reads
	}
	if !held {
		return failed("the lease of the "+t.label+" is under another id", state, "a read with that id is refused")
	}
	return nil
}

// leaseShown and shownState put what a read shows of a lease into the same form.
func leaseShown(st ops.State) string {
	return fmt.Sprintf("%s, %s", st.Lease.State, st.Lease.Status)
}

func shownState(l cell.LeaseState) string {
	return fmt.Sprintf("%s, %s", l.Header(), map[bool]string{true: "locked", false: "unlocked"}[l.Locked()])
}

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

// ignoreLease leaves the lease out where an operation acts on it: what becomes of
// it stands in the scenario.
func ignoreLease(op ops.Operation) ops.CompareOptions {
	if action(op) == "" {
		return ops.CompareOptions{}
	}
	return ops.CompareOptions{Ignore: []ops.Field{ops.FieldLease}}
}

// hexadecimal is the form that the service's ETags have been seen in
// (BLOB-ETAG-15).
var hexadecimal = regexp.MustCompile(`^"0x8[0-9A-F]{14}"$`)

func strong(etag string) bool {
	return len(etag) > 2 && etag[0] == '"' && etag[len(etag)-1] == '"' && !strings.Contains(etag[1:len(etag)-1], `"`)
}

// earlier tells whether the HTTP date a lies before b.
func earlier(a, b string) bool {
	ta, err1 := http.ParseTime(a)
	tb, err2 := http.ParseTime(b)
	return err1 == nil && err2 == nil && ta.Before(tb)
}

func first(b []byte, n int) []byte { return b[:min(n, len(b))] }
