package workload

// blob-create is the race for a name: actors try to create the same blob with
// If-None-Match: *. The winner deletes it after a while, and the race begins again.
//
// Invariant: a name has one winner in each of its lives. There is a delete between
// two successes. A loser's 409 means that the blob was there, and a reader's 404
// that it was not.
//
// The think time is how long a winner holds its blob. Without think time, lives are
// so short that almost no answer can be proved wrong.

import (
	"context"
	"math/rand/v2"
	"time"

	"ifmatch/internal/target"
	"ifmatch/loadgen/history"
)

var blobCreate = Workload{
	Name:       "blob-create",
	Sentence:   "race to create blobs with If-None-Match: *; winners delete theirs again",
	Invariant:  "a name has one winner per life: nobody creates a blob that exists",
	Attempt:    "a Put Blob with If-None-Match: *",
	Commit:     "a Put Blob that created the blob",
	Services:   []target.Service{target.Blob},
	Defaults:   Options{Keys: 4, Reads: 0.2, Size: 256, Think: 2 * time.Millisecond},
	Heeds:      heeds("think"),
	Operations: []string{"Put Blob", "Get Blob", "Delete Blob"},
	Needs:      []string{"creates", "creates refused", "deletes"},
	New:        on(newBlobSet, func(set *blobSet) Instance { return blobCreateRun{set} }),
}

type blobCreateRun struct{ *blobSet }

// Prepare creates the blobs and deletes them again, so that the race begins with
// blobs known to be absent.
func (r blobCreateRun) Prepare(ctx context.Context, c Conn) error {
	if err := r.blobSet.Prepare(ctx, c); err != nil {
		return err
	}
	return each("delete a blob", r.blobs, func(b *resource) error {
		exchange := r.exchange(b)
		return exchange.ensure(ctx, c, exchange.step("DELETE", ""), func(q *Request, _ Identity) { exchange.fillDelete(q, nil) }, exchange.judgeDelete,
			history.Won, history.Absent)
	})
}

func (r blobCreateRun) Actor(_ int, rng *rand.Rand) Actor {
	return &createActor{blobActor: r.actor(rng)}
}

const (
	// grace is how long after the longest think time a blob counts as abandoned:
	// its winner never learned that it won, so another actor has to delete it.
	grace = time.Second
	// blindLosses is how many losses in a row to an unknown version make the actor
	// read who won.
	blindLosses = 8
)

// createActor is a racer, and deletes what it won.
type createActor struct {
	blobActor
	op     history.Op
	victim *version // to be deleted next
	blind  int      // losses in a row to an unknown version
}

// Next deletes a blob that was won or abandoned; otherwise it reads or races.
func (a *createActor) Next() Step {
	if a.victim == nil {
		a.choose()
		v := a.about.newest.present()
		switch {
		case a.rng.Float64() < a.o.Reads, v == nil && a.blind >= blindLosses:
			a.op = history.Read
			return a.step("GET", "")
		case v != nil && a.env.Now()-v.ret > int64(maxThink*a.o.Think+grace):
			a.victim = v
		default:
			a.op = history.Create
			return a.step("PUT", "")
		}
	}
	a.op = history.Delete
	return a.step("DELETE", "")
}

// Fill completes the request.
func (a *createActor) Fill(r *Request, id Identity) {
	switch a.op {
	case history.Read:
		a.fillGet(r, nil)
	case history.Create:
		a.fillPut(r, id, history.Create)
	default:
		a.fillDelete(r, a.victim)
	}
}

// Done lets a winner hold its blob for a while before it deletes it.
func (a *createActor) Done(x *Exchange, events []history.Event) ([]history.Event, After) {
	switch a.op {
	case history.Read:
		a.blind = 0
		e := a.judgeRead(x, a.set.get)
		return append(events, e), next(e)
	case history.Delete:
		a.victim = nil
		e := a.judgeDelete(x)
		return append(events, e), next(e)
	}
	e := a.judgeWrite(x, history.Create, a.set.put)
	after := next(e)
	switch {
	case e.Outcome == history.Won:
		a.blind, a.victim = 0, a.about.newest.seen(x, e)
		after.Pause = exponential(a.rng, a.o.Think)
	case e.Outcome == history.Lost && a.about.newest.present() == nil:
		a.blind++
	default:
		a.blind = 0
	}
	return append(events, e), after
}
