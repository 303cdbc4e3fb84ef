package workload

// blob-ownership is how stream processors share partitions (the checkpoint store of
// Event Hubs). Each partition has a blob, whose metadata names the owner. To claim a
// partition, a processor lists all of them with their metadata, chooses one, and sets
// its metadata with If-Match on the listed ETag. An owner renews with the ETag that it
// received last. It learns from a refusal, or from a list, that another processor took
// over.
//
// Invariant: a partition has one owner in each epoch. Of all claims under one ETag
// exactly one succeeds, and an owner loses its partition only to a claim that named its
// ETag. For each partition a list shows the owner and the ETag of one epoch, and no
// epoch older than one acknowledged before the list was sent.

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strconv"

	"ifmatch/internal/target"
	"ifmatch/loadgen/history"
	"ifmatch/loadgen/payload"
)

// maxPartitions bounds the size of every list.
const maxPartitions = 1000

// renewals is the share of claims by which an owner renews its ownership.
const renewals = 0.4

var blobOwnership = Workload{
	Name:       "blob-ownership",
	Sentence:   "claim partitions by Set Blob Metadata with If-Match, going by the owners that a list with metadata shows",
	Invariant:  "a partition has one owner per epoch, no ownership is lost, and no list shows an owner older than one acknowledged before",
	Attempt:    "a Set Blob Metadata with If-Match",
	Commit:     "a Set Blob Metadata that made its sender the owner, or kept it the owner",
	Services:   []target.Service{target.Blob},
	Defaults:   Options{Keys: 4, Reads: 0.2, Size: 128},
	Heeds:      heeds("think"),
	Operations: []string{"List Blobs", "Set Blob Metadata"},
	Needs:      []string{"conditional updates", "updates refused with 412", "reads"},
	New: func(env Env) (Instance, error) {
		if err := env.Options.check(maxMetadata); err != nil {
			return nil, err
		}
		if env.Options.Keys > maxPartitions {
			return nil, fmt.Errorf("keys: one list must return all partitions, so there can be at most %d, not %d", maxPartitions, env.Options.Keys)
		}
		set, err := newBlobSet(env)
		if err != nil {
			return nil, err
		}
		return &ownershipRun{set}, nil
	},
}

type ownershipRun struct{ *blobSet }

// Prepare creates the partitions. None of the actors owns one yet.
func (r *ownershipRun) Prepare(ctx context.Context, c Conn) error {
	if err := r.createContainer(ctx, c); err != nil {
		return err
	}
	return each("create a partition", r.blobs, func(b *resource) error {
		exchange := r.exchange(b)
		return exchange.ensure(ctx, c, exchange.step("PUT", ""), func(q *Request, id Identity) {
			q.set("x-ms-blob-type", "BlockBlob")
			q.set("If-None-Match", "*")
			exchange.fillOwner(q, id)
		}, func(x *Exchange) history.Event { return exchange.judgeWrite(x, history.Create, r.put) },
			history.Won, history.Lost) // lost to an earlier, unanswered try
	})
}

// fillOwner adds the metadata that name this exchange's client as the owner.
func (t *blobExchange) fillOwner(r *Request, id Identity) {
	r.set(metadata, string(payload.FillText(nil, t.env.Options.Size, t.env.Run, id.Value())))
}

func (r *ownershipRun) Actor(_ int, rng *rand.Rand) Actor {
	return &processor{blobActor: r.actor(rng), list: r.owners(), owned: map[*resource]*version{}}
}

// Drain lists the partitions once.
func (r *ownershipRun) Drain(ctx context.Context, c Conn) error {
	list := r.owners()
	return list.pages(ctx, c, list.judge)
}

// ownerList is a list of the partitions.
type ownerList struct {
	blobList
	seen []*version // version of each partition on the last page; nil: not seen
}

func (r *ownershipRun) owners() ownerList {
	return ownerList{blobList: blobList{set: r.blobSet, metadata: true}, seen: make([]*version, len(r.blobs))}
}

// judge turns a page into events: a version for every partition on it. If it is the only
// page, a partition that is not on it is absent.
func (l *ownerList) judge(x *Exchange, events []history.Event) []history.Event {
	first, book := len(events), l.set.env.Book
	page := l.blobList.judge(x, l.set.blobs[0].key)
	clear(l.seen)
	if page.Outcome != history.Won {
		return append(events, page)
	}
	for _, b := range l.found {
		i, err := strconv.Atoi(string(b.name[min(1, len(b.name)):]))
		if err != nil || i < 0 || i >= len(l.seen) || l.seen[i] != nil || b.tag == "" || string(b.name) != "b"+strconv.Itoa(i) {
			irregular(book, &page, notListable)
			clear(l.seen)
			l.next = ""
			return append(events[:first], page)
		}
		about, e := l.set.blobs[i], page
		e.Key, e.Tag = about.key, book.Token(b.tag)
		value, err := payload.VerifyText(b.body, l.set.env.Run)
		verified(&e, value, err)
		about.newest.see(x, b.tag, e.Tag, e.Value, history.None)
		l.seen[i] = &version{text: b.tag, token: e.Tag, value: e.Value, invoke: x.Invoke, ret: x.Return}
		events = l.follow(events, first, e)
	}
	for i, v := range l.seen {
		if v == nil && l.marker == "" && l.next == "" {
			e := page
			e.Key, e.Outcome = l.set.blobs[i].key, history.Absent
			events = l.follow(events, first, e)
		}
	}
	if len(events) == first { // a page without entries
		page.Outcome = history.Wrong
		events = append(events, page)
	}
	return events
}

// processor is an actor of blob-ownership.
type processor struct {
	blobActor
	list  ownerList
	loop  loop
	known *version               // the version that the next claim names
	owned map[*resource]*version // the partitions that it believes to own, each with the last version received
}

// Next lists, or claims a partition: one that it owns, or another, which it lists first.
func (a *processor) Next() Step {
	if a.loop == free {
		switch {
		case a.rng.Float64() < a.o.Reads:
			return a.list.step()
		case a.rng.Float64() < renewals && a.renew():
			a.loop = writing
		default:
			a.choose()
			a.loop = reading
		}
	}
	if a.loop == reading {
		return a.list.step()
	}
	return a.step("PUT", "?comp=metadata")
}

// renew chooses one of its partitions, and reports whether it owns any.
func (a *processor) renew() bool {
	a.choose()
	a.known = a.owned[a.about]
	return a.known != nil
}

// Fill names the version under which the actor claims.
func (a *processor) Fill(r *Request, id Identity) {
	a.flags, a.named = 0, nil
	if a.loop == writing {
		a.flags, a.named = history.Attempt, a.known
		r.set("If-Match", a.known.text)
		a.fillOwner(r, id)
	}
}

// Done continues the claim: a list is followed by a claim, a refusal by a list.
func (a *processor) Done(x *Exchange, events []history.Event) ([]history.Event, After) {
	if a.loop == writing {
		e := a.judgeWrite(x, history.Swap, a.set.setMetadata, 200)
		delete(a.owned, a.about)
		a.loop = free
		switch {
		case e.Outcome == history.Won:
			a.owned[a.about] = a.about.newest.seen(x, e)
		case e.Outcome == history.Lost, e.Outcome.Uncertain(): // who owns it now?
			a.loop = reading
		}
		return append(events, e), next(e)
	}
	first := len(events)
	events = a.list.judge(x, events)
	after := next(events[first])
	a.learn(x.ID)
	if a.loop == reading && !events[first].Outcome.Uncertain() {
		a.loop = free
		if a.known = a.owned[a.about]; a.known == nil {
			a.known = a.listed(a.about)
		}
		if a.known != nil {
			a.loop = writing
			after.Pause = exponential(a.rng, a.o.Think)
		}
	}
	return events, after
}

// learn updates the owned partitions from the last list. own is the identity that
// requested it.
func (a *processor) learn(own Identity) {
	for i, v := range a.list.seen {
		if v == nil {
			continue
		}
		b := a.set.blobs[i]
		if client, _ := history.WriterOf(v.value); v.value != 0 && history.SlotOf(client) == history.SlotOf(own.Client) {
			a.owned[b] = v
		} else {
			delete(a.owned, b)
		}
	}
}

// listed returns the version of a partition that the last list showed.
func (a *processor) listed(b *resource) *version {
	for i := range a.list.seen {
		if a.set.blobs[i] == b {
			return a.list.seen[i]
		}
	}
	return nil
}
