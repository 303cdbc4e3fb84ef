package workload

// blob-blocks uploads contents in blocks: an actor sends the blocks of a new body
// ahead (Put Block) and commits them at once (Put Block List), most often with
// If-Match, while others read.
//
// Invariant: a commit is atomic. A reader sees the blocks of one commit, all of
// them, in their order, and never a block that was only sent ahead. A commit with
// If-Match replaces the version that it names.
//
// A commit discards the uncommitted blocks of all other writers, so their commits are
// refused with or without If-Match. To test the condition itself, some uploads name
// the version that the actor last read, which may have been replaced before its first
// block was sent.
//
// A writer whose blocks were discarded is answered 400 InvalidBlockList: it has lost
// the race, like one that is answered 412.

import (
	"context"
	"encoding/base64"
	"fmt"
	"math/rand/v2"
	"slices"

	"ifmatch/internal/target"
	"ifmatch/loadgen/history"
	"ifmatch/loadgen/payload"
)

var blobBlocks = Workload{
	Name:       "blob-blocks",
	Sentence:   "stage blocks and commit them, mostly with If-Match, while others read",
	Invariant:  "a commit is atomic, and with If-Match it replaces exactly the version it names: readers see all blocks of one commit, in their order",
	Attempt:    "a Put Block List, with If-Match or without",
	Commit:     "a Put Block List that was answered with success",
	Services:   []target.Service{target.Blob},
	Defaults:   Options{Keys: 4, Reads: 0.5, Size: 3072},
	Heeds:      heeds(),
	Operations: []string{"Put Block", "Put Block List", "Get Blob"},
	Needs:      []string{"conditional updates", "updates refused with 412", "reads"},
	New:        on(newBlobSet, func(set *blobSet) Instance { return blocksRun{set} }),
}

type blocksRun struct{ *blobSet }

func (r blocksRun) Actor(slot int, rng *rand.Rand) Actor {
	return &blocksActor{blobActor: r.actor(rng), slot: slot, read: map[*resource]*version{}}
}

// ThirdParty returns somebody else, whose doing discards a block of a blob.
func (r blocksRun) ThirdParty(path string) (Actor, bool) {
	at := slices.IndexFunc(r.blobs, func(b *resource) bool { return b.path == path })
	if at < 0 {
		return nil, false
	}
	return discarder{r.exchange(r.blobs[at])}, true
}

// discarder records that a block is discarded. It sends nothing: whoever calls the third party keeps the block from being
// committed.
type discarder struct{ blobExchange }

func (d discarder) Next() Step {
	s := d.step("PUT", "?comp=block")
	s.Call = d
	return s
}

func (discarder) Fill(*Request, Identity) {}

func (discarder) Call(context.Context, Identity) error { return nil }

func (discarder) String() string { return "discard a block" }

func (d discarder) Done(_ *Exchange, events []history.Event) ([]history.Event, After) {
	return append(events, history.Event{Key: d.about.key, Op: history.Discard, Name: d.set.putBlock, Outcome: history.Won}), After{}
}

// blocksOfBody is how many blocks a body is cut into.
const blocksOfBody = 3

// blocksActor uploads or reads.
type blocksActor struct {
	blobActor
	slot     int
	uploads  int
	state    upload
	sent     int                    // blocks of this upload that the service acknowledged
	replaced *version               // the version named by the commit; nil: none
	read     map[*resource]*version // the version that the actor saw last
	value    uint64                 // of the upload
	body     []byte
	ids      [blocksOfBody]string
}

// upload is what a blocksActor does.
type upload uint8

const (
	noUpload   upload = iota // reads
	sendsBlock               // sends a block ahead
	commits                  // commits the blocks
)

// Next continues an upload, or chooses a key and whether to read or to upload.
func (a *blocksActor) Next() Step {
	switch {
	case a.state == noUpload:
		a.choose()
		if a.rng.Float64() < a.o.Reads {
			return a.step("GET", "")
		}
		a.beginUpload()
	case a.sent == blocksOfBody:
		a.state = commits
		return a.step("PUT", "?comp=blocklist")
	}
	return a.step("PUT", "?comp=block&blockid="+a.ids[a.sent])
}

// beginUpload names the blocks. The ids of a blob's blocks must all have one
// length; Base64 of hexadecimal digits needs no escape in a query.
func (a *blocksActor) beginUpload() {
	a.state, a.sent = sendsBlock, 0
	a.uploads++
	for i := range a.ids {
		a.ids[i] = base64.StdEncoding.EncodeToString(fmt.Appendf(nil, "%08x%08x%02x", uint32(a.slot), uint32(a.uploads), i))
	}
}

// Fill completes the request. It chooses the version to be replaced before the first
// block is sent, so that a commit which discards the blocks has also replaced that
// version.
func (a *blocksActor) Fill(r *Request, id Identity) {
	switch {
	case a.state == noUpload:
		a.fillGet(r, nil)
	case a.state == commits:
		a.fillCommit(r)
	default:
		a.named, a.flags = nil, 0
		if a.sent == 0 {
			a.value = id.Value()
			a.body = payload.Fill(a.body[:0], a.o.Size, a.env.Run, a.value)
			a.replaced = a.chooseVersion()
		}
		r.Body = append(r.Body[:0], a.block()...)
	}
}

// behind is the share of the conditional uploads that name the version the actor last
// read, instead of the newest known one.
const behind = 0.3

// chooseVersion returns the version that the commit of an upload names; nil for none.
func (a *blocksActor) chooseVersion() *version {
	if a.rng.IntN(4) == 0 {
		return nil
	}
	if v := a.read[a.about]; v != nil && a.rng.Float64() < behind {
		return v
	}
	return a.about.newest.present()
}

// block returns the block to be sent now.
func (a *blocksActor) block() []byte {
	return a.body[a.sent*len(a.body)/blocksOfBody : (a.sent+1)*len(a.body)/blocksOfBody]
}

func (a *blocksActor) fillCommit(r *Request) {
	a.named, a.flags = a.replaced, history.Attempt
	if a.replaced != nil {
		r.set("If-Match", a.replaced.text)
	}
	b := append(r.Body[:0], `<?xml version="1.0" encoding="utf-8"?><BlockList>`...)
	for _, id := range a.ids {
		b = append(b, "<Uncommitted>"...)
		b = append(b, id...)
		b = append(b, "</Uncommitted>"...)
	}
	r.Body = append(b, "</BlockList>"...)
}

// Done counts the blocks that arrived. It gives up an upload whose block or commit
// failed, because its blocks may be gone; the next upload sends its own.
func (a *blocksActor) Done(x *Exchange, events []history.Event) ([]history.Event, After) {
	var e history.Event
	switch {
	case a.state == noUpload:
		if e = a.judgeRead(x, a.set.get); e.Outcome == history.Won {
			a.read[a.about] = a.about.newest.seen(x, e)
		}
	case a.state == commits:
		a.state = noUpload
		op := history.Swap
		if a.replaced == nil {
			op = history.Write
		}
		e = a.told(x, op, a.set.putBlockList)
		e.Value = a.value
		a.settle(x, &e, 201)
	default:
		e = a.told(x, history.Stage, a.set.putBlock)
		e.Value, e.Arg = a.value, int64(len(x.Request.Body))
		if e.Outcome == history.Won && e.Status != 201 {
			irregular(a.env.Book, &e, unexpectedStatus)
		}
		if e.Outcome != history.Won {
			a.state = noUpload
			break
		}
		a.sent++
	}
	return append(events, e), next(e)
}
