package steps

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"ifmatch/steps/cell"
	"ifmatch/steps/ops"
)

// kinds maps the words of the feature files to what the operations address. What
// "a blob" is the operations that are sent to it decide: see kindFor.
var kinds = map[string]ops.Kind{"container": ops.Container,
	"block blob": ops.BlockBlob, "page blob": ops.PageBlob, "append blob": ops.AppendBlob}

// aResource builds a container, or a blob in the scenario's container, in the
// state that the sentence names.
func (w *world) aResource(ctx context.Context, kind, name, state string) error {
	doing := fmt.Sprintf("prepare a %s that %s", kind, state)
	t, err := w.newThing(kind, name)
	if err != nil {
		return err
	}
	if t.res.Kind != ops.Container && w.things["container"] == nil {
		if err := w.aResource(ctx, "container", "", "exists"); err != nil {
			return err
		}
	}
	w.things[t.label], w.subject = t, t
	defer w.changed()
	if err := w.build(ctx, t, state); err != nil {
		return blocked(doing, err)
	}
	if err := w.verify(ctx, t, doing, state); err != nil {
		return err
	}
	if s := w.things["snapshot"]; s != nil && s.before == nil && t.now != nil {
		s.before = ptr(t.now.Frozen(s.res)) // BLOB-CONS-10
	}
	return nil
}

// newThing names a resource without making it.
func (w *world) newThing(kind, name string) (*thing, error) {
	label := name
	if label == "" {
		label = map[bool]string{true: "container", false: "blob"}[kind == "container"]
	}
	if _, ok := w.things[label]; ok {
		return nil, miswritten("there is a %s already", label)
	}
	t := &thing{label: label, res: ops.Resource{Kind: kinds[kind], Container: w.container}}
	if kind == "blob" {
		if t.res.Kind = w.kindFor(label); t.res.Kind == "" {
			return nil, miswritten("no kind of blob takes every operation that is sent to the %s", label)
		}
	}
	switch {
	case kind == "container" && name != "":
		t.res.Container += "-" + name
	case kind != "container":
		t.res.Blob = label + ".bin"
	}
	return t, nil
}

// kindFor is the kind of blob that every operation sent to it in this scenario can
// address: a block blob unless one of them cannot. Empty if there is none.
func (w *world) kindFor(label string) ops.Kind {
	for _, k := range ops.Blobs {
		if !slices.ContainsFunc(w.sent(label), func(op ops.Operation) bool { return !onContainer(op) && !slices.Contains(op.Kinds, k) }) {
			return k
		}
	}
	return ""
}

// sent lists the operations that the scenario sends to the blob with that label,
// each once.
func (w *world) sent(label string) []ops.Operation {
	var out []ops.Operation
	done := map[string]bool{}
	for _, text := range w.cs.Steps {
		m := sendsStep.FindStringSubmatch(text)
		if m == nil || done[m[2]] || m[3] != label && (m[3] != "" || label != "blob") {
			continue
		}
		done[m[2]] = true
		if op, ok := ops.Lookup(m[2]); ok {
			out = append(out, op)
		}
	}
	return out
}

// build brings t into state. Every existing resource has two versions behind it,
// so that there is a stale ETag.
func (w *world) build(ctx context.Context, t *thing, state string) error {
	switch {
	case state == "does not exist":
		return w.provide(ctx, t)
	case state == "exists":
		if err := w.create(ctx, t); err != nil {
			return err
		}
		return w.provide(ctx, t)
	case strings.HasPrefix(state, `holds "`):
		if err := w.create(ctx, t); err != nil {
			return err
		}
		_, err := w.prepare(ctx, "Put Blob", t, ops.Request{Body: []byte(unquote(strings.TrimPrefix(state, "holds ")))})
		return err
	case state == "belongs to a missing container":
		t.res.Container += "-missing"
		return nil
	case state == "has tags":
		if err := w.create(ctx, t); err != nil {
			return err
		}
		if err := w.provide(ctx, t); err != nil {
			return err
		}
		_, err := w.prepare(ctx, "Set Blob Tags", t, ops.Request{Tags: map[string]string{"colour": "blue", "grade": "5"}})
		return err
	case state == "has a snapshot":
		if err := w.create(ctx, t); err != nil {
			return err
		}
		if err := w.provide(ctx, t); err != nil {
			return err
		}
		return w.snapshot(ctx, t)
	case strings.HasPrefix(state, "has sequence number "):
		req := ops.Request{SequenceAction: "update"}
		if err := number(strings.TrimPrefix(state, "has sequence number "), &req.SequenceNumber); err != nil {
			return err
		}
		if err := w.create(ctx, t); err != nil {
			return err
		}
		if err := w.provide(ctx, t); err != nil {
			return err
		}
		_, err := w.prepare(ctx, "Set Blob Properties", t, req)
		return err
	case state == "has only uncommitted blocks":
		if _, err := w.prepare(ctx, "Put Block", t, ops.Request{}); err != nil {
			return err
		}
		return w.provide(ctx, t)
	case state == "was deleted":
		if err := w.create(ctx, t); err != nil {
			return err
		}
		name := "Delete Blob"
		if t.res.Kind == ops.Container {
			name = "Delete Container"
		}
		_, err := w.prepare(ctx, name, t, ops.Request{})
		return err
	case state == "receives a pending copy":
		return w.pendingCopy(ctx, t, "")
	case state == "receives a pending copy under an infinite lease A":
		return w.pendingCopy(ctx, t, "A")
	case strings.HasPrefix(state, "is "):
		ls, err := cell.ParseLeaseState(strings.TrimPrefix(state, "is "))
		if err != nil {
			return miswritten("%v", err)
		}
		if err := w.create(ctx, t); err != nil {
			return err
		}
		if err := w.provide(ctx, t); err != nil {
			return err
		}
		return w.lease(ctx, t, ls)
	}
	return miswritten("%q is no state that can be prepared", state)
}

// create makes a resource with two versions.
func (w *world) create(ctx context.Context, t *thing) error {
	type stage struct {
		op  string
		req ops.Request
	}
	var stages []stage
	switch t.res.Kind {
	case ops.Container:
		stages = []stage{{"Create Container", ops.Request{}}, {"Set Container Metadata", ops.Request{Metadata: map[string]string{"version": "2"}}}}
	case ops.BlockBlob:
		stages = []stage{{"Put Blob", ops.Request{Body: []byte("first version"), ContentType: "text/plain"}},
			{"Put Blob", ops.Request{Body: []byte("second version of the content"), ContentType: "text/plain", Metadata: map[string]string{"version": "2"}}}}
	case ops.PageBlob:
		stages = []stage{{"Put Blob", ops.Request{Size: ptr(int64(2048)), ContentType: "text/plain", Metadata: map[string]string{"version": "2"}}},
			{"Put Page", ops.Request{Body: []byte(strings.Repeat("2", 512)), Offset: 0, Count: 512}}}
	case ops.AppendBlob:
		stages = []stage{{"Put Blob", ops.Request{ContentType: "text/plain", Metadata: map[string]string{"version": "2"}}},
			{"Append Block", ops.Request{Body: []byte("second version;")}}}
	}
	for _, s := range stages {
		if _, err := w.prepare(ctx, s.op, t, s.req); err != nil {
			return err
		}
	}
	w.cleanUpLater(t)
	return nil
}

// snapshot makes a snapshot of t, which sentences address as "snapshot". It has
// the versions of t behind it.
func (w *world) snapshot(ctx context.Context, t *thing) error {
	resp, err := w.prepare(ctx, "Snapshot Blob", t, ops.Request{})
	if err != nil {
		return err
	}
	s := &thing{label: "snapshot", res: t.res, etags: slices.Clone(t.etags)}
	if s.res.Snapshot = resp.Header.Get("x-ms-snapshot"); s.res.Snapshot == "" {
		return fmt.Errorf("Snapshot Blob returned no x-ms-snapshot")
	}
	w.things[s.label] = s
	return nil
}

// provide makes what the operations of this scenario need besides t itself: the
// blocks that a list commits, the source of a copy. It must be there before a
// lease is, and before the state "before" is read.
func (w *world) provide(ctx context.Context, t *thing) error {
	if t.res.Kind == ops.Container || t.label == "source" {
		return nil
	}
	for _, op := range w.sent(t.label) {
		if op.Prepare == nil || op.Source && w.things["source"] != nil {
			continue
		}
		req := op.Complete(t.res, ops.Request{})
		if err := op.Prepare(ctx, w.keeper, t.res, &req); err != nil {
			return err
		}
	}
	return nil
}

// sendsStep recognises the sentences in which a client sends an operation.
var sendsStep = regexp.MustCompile(`^` + who + ` (?:sends|starts) ` + operation + `(?: to "([a-z]+)")?`)

// cleanUpLater deletes the container at the end; blobs go with it.
func (w *world) cleanUpLater(t *thing) {
	if t.res.Kind != ops.Container {
		return
	}
	w.undo = append(w.undo, func(ctx context.Context) { _ = removeContainer(ctx, w.keeper, t.res.Container) })
}

// prepare performs one operation that must succeed.
func (w *world) prepare(ctx context.Context, name string, t *thing, req ops.Request) (ops.Response, error) {
	op, ok := ops.Lookup(name)
	if !ok {
		return ops.Response{}, miswritten("no operation is called %q", name)
	}
	w.changed()
	sent := w.time.clock.Now()
	resp, err := op.Do(ctx, w.keeper, t.res, req)
	if err != nil {
		return resp, fmt.Errorf("%s got no answer: %w", name, err)
	}
	if resp.Status < 200 || resp.Status > 299 {
		return resp, fmt.Errorf("%s was answered %s", name, describe(resp))
	}
	t.claimed = resp.Header.Get("ETag")
	t.note(t.claimed)
	if v, ok := req.Metadata["version"]; ok || op.Name == "Put Blob" || op.Name == "Copy Blob" {
		t.version = v
	}
	w.startTimers(op, t, req, resp, sent, w.time.clock.Now())
	return resp, nil
}

// lease brings the lease of t into the state ls. Leases that must last do so for
// a minute at least; one that must expire takes the shortest time there is.
func (w *world) lease(ctx context.Context, t *thing, ls cell.LeaseState) error {
	family := "Lease Blob "
	if t.res.Kind == ops.Container {
		family = "Lease Container "
	}
	if ls.Name == "Available" {
		return nil
	}
	period, breaking := map[string]string{"Leased": "60", "Breaking": "-1", "Broken": "-1", "Expired": "15"}[ls.Name], "60"
	switch n := strings.TrimSuffix(ls.Duration, " seconds"); {
	case n == "":
	case n == "ever":
		period = "-1"
	case ls.Name == "Breaking":
		breaking = n
	default:
		period = n
	}
	acquire := ops.Request{Duration: &period, ProposedID: ptr(w.leases[ls.ID])}
	if ls.ID == "X" {
		acquire.ProposedID, acquire.Drop = nil, []string{"x-ms-proposed-lease-id"}
	}
	resp, err := w.prepare(ctx, family+"acquire", t, acquire)
	if err != nil {
		return err
	}
	if ls.ID == "X" {
		w.leases["X"] = resp.Header.Get("x-ms-lease-id")
	}
	switch ls.Name {
	case "Breaking":
		_, err = w.prepare(ctx, family+"break", t, ops.Request{BreakPeriod: &breaking})
	case "Broken":
		_, err = w.prepare(ctx, family+"break", t, ops.Request{BreakPeriod: ptr("0")})
	case "Expired":
		err = w.time.pass(ctx, 15*time.Second)
	}
	if err != nil {
		return err
	}
	switch ls.Since {
	case "modified":
		return w.modify(ctx, t)
	case "leased":
		_, err = w.prepare(ctx, family+"acquire", t, ops.Request{Duration: ptr("60"), ProposedID: ptr(w.leases["B"])})
	}
	return err
}

// modify gives t one version more.
func (w *world) modify(ctx context.Context, t *thing) error {
	name := map[bool]string{true: "Set Container Metadata", false: "Set Blob Metadata"}[t.res.Kind == ops.Container]
	_, err := w.prepare(ctx, name, t, ops.Request{Metadata: map[string]string{"version": "3"}})
	return err
}

// standing is what reads show of a lease once what was done since has been done: a
// write ends the memory of a blob's lease, but not that of a container's.
func standing(ls cell.LeaseState, kind ops.Kind) cell.LeaseState {
	switch {
	case ls.Since == "leased":
		return cell.LeaseState{Name: "Leased", ID: "B"}
	case ls.Since == "modified" && kind != ops.Container:
		return cell.LeaseState{Name: "Available"}
	}
	return ls
}

// verify reads what was built, so that a server which says yes to everything
// blocks the case instead of passing it.
func (w *world) verify(ctx context.Context, t *thing, doing, state string) error {
	st, err := w.read(ctx, t)
	if err != nil {
		return blocked(doing, fmt.Errorf("read it back: %w", err))
	}
	if err := w.time.judge(); err != nil {
		return err // what was built may have ended by now
	}
	wantExists := !slices.Contains([]string{"does not exist", "was deleted", "has only uncommitted blocks", "belongs to a missing container"}, state)
	if st.Exists != wantExists {
		return blocked(doing, fmt.Errorf("afterwards it %s", map[bool]string{true: "exists", false: "does not exist"}[st.Exists]))
	}
	if !st.Exists {
		return nil
	}
	if st.ETag == "" || t.claimed != "" && st.ETag != t.claimed {
		return blocked(doing, fmt.Errorf("afterwards its ETag is %q, not the %q that was answered", st.ETag, t.claimed))
	}
	if got := st.Metadata["version"]; t.version != "" && got != t.version {
		return blocked(doing, fmt.Errorf("afterwards its metadata holds version %q, not the %q that was set", got, t.version))
	}
	if rest, ok := strings.CutPrefix(state, "is "); ok {
		ls, _ := cell.ParseLeaseState(rest)
		if got := leaseShown(*st); got != shownState(standing(ls, t.res.Kind)) {
			return blocked(doing, fmt.Errorf("afterwards its lease is %s", got))
		}
	}
	return nil
}

// hasRead lets a client remember the current version.
func (w *world) hasRead(ctx context.Context, who, kind, name string) error {
	if name == "" {
		name = map[bool]string{true: "container", false: "blob"}[kind == "container"]
	}
	t, err := w.thing(name)
	if err != nil {
		return err
	}
	a, err := w.actor(who)
	if err != nil {
		return err
	}
	op, _ := ops.Lookup(map[bool]string{true: "Get Container Properties", false: "Get Blob"}[kind == "container"])
	ac, err := w.perform(ctx, a, op, t, ops.Request{})
	if err != nil {
		return blocked("read the "+name, err)
	}
	if ac.resp.Status != 200 {
		return blocked("read the "+name, fmt.Errorf("%s was answered %s", op.Name, describe(ac.resp)))
	}
	w.remember(a, ac)
	return nil
}

// holdsSAS gives a client nothing but a SAS that hangs on a stored access policy.
func (w *world) holdsSAS(ctx context.Context, who, policy string) error {
	c, err := w.thing("container")
	if err != nil {
		return err
	}
	sas, err := ops.PolicySAS(w.session, c.res.Container, policy)
	if err != nil {
		return blocked("sign a SAS under the stored access policy", err)
	}
	client, err := ops.NewClient(w.session, w.rec, ops.ClientOptions{SAS: sas})
	if err != nil {
		return blocked("make a client", err)
	}
	a, err := w.actor(who)
	if err != nil {
		return err
	}
	a.client = client
	return nil
}
