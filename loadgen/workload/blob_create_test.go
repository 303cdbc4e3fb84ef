package workload

import (
	"testing"
	"time"

	"ifmatch/loadgen/history"
	"ifmatch/loadgen/transport"
)

func TestWinnerHoldsAndDeletes(t *testing.T) {
	t.Parallel()
	const think = 20 * time.Millisecond
	d := drive(t, blobCreate, func(o *Options) { o.Keys, o.Reads, o.Think = 1, 0, think })
	d.prepare()
	p := d.player(0)
	blob := d.instance.(blobCreateRun).blobs[0]
	var held time.Duration
	const lives = 200
	for range lives {
		held += p.step().Pause
		won := p.events[0]
		if won.Op != history.Create || won.Outcome != history.Won {
			t.Fatalf("operation %d, outcome %d, want a creation", won.Op, won.Outcome)
		}
		if v := blob.newest.present(); v == nil || v.token != won.Tag {
			t.Fatalf("nobody knows what was created: %+v", v)
		}
		p.step()
		if e := p.events[0]; e.Op != history.Delete || e.Outcome != history.Won || e.If != won.Tag {
			t.Fatalf("operation %d, outcome %d, want a deletion of what was won", e.Op, e.Outcome)
		}
		if v := blob.newest.present(); v != nil {
			t.Fatalf("deleted, and still taken for present: %+v", v)
		}
	}
	if mean := held / lives; mean < think/2 || mean > 2*think {
		t.Errorf("held for %s on average, want about %s", mean, think)
	}
}

// TestAbandonedBlobIsDeleted has a winner that never learns of its success: the
// others find out, and the race continues.
func TestAbandonedBlobIsDeleted(t *testing.T) {
	t.Parallel()
	d := drive(t, blobCreate, func(o *Options) { o.Keys, o.Reads, o.Think = 1, 0, 0 })
	d.prepare()
	p, other := d.player(0), d.player(1)
	d.meddle = func(_ *Exchange, send func() (*transport.Reply, error)) (*transport.Reply, error) {
		send()
		return nil, errCut
	}
	p.step()
	d.meddle = nil
	for range blindLosses {
		other.step()
		if e := other.events[0]; e.Op != history.Create || e.Outcome != history.Lost {
			t.Fatalf("operation %d, outcome %d, want a lost race", e.Op, e.Outcome)
		}
	}
	other.step()
	if e := other.events[0]; e.Op != history.Read || e.Outcome != history.Won {
		t.Fatalf("operation %d, outcome %d, want a look at who won", e.Op, e.Outcome)
	}
	other.step()
	if e := other.events[0]; e.Op != history.Create {
		t.Fatalf("operation %d: the winner has a while to delete its blob", e.Op)
	}
	d.pass(grace)
	other.step()
	if e := other.events[0]; e.Op != history.Delete || e.Outcome != history.Won {
		t.Fatalf("operation %d, outcome %d, want a deletion", e.Op, e.Outcome)
	}
	other.step()
	if e := other.events[0]; e.Op != history.Create || e.Outcome != history.Won {
		t.Fatalf("operation %d, outcome %d, want a new life", e.Op, e.Outcome)
	}
}

func TestAbsenceIsLearnt(t *testing.T) {
	t.Parallel()
	d := drive(t, blobOverwrite, func(o *Options) { o.Keys, o.Reads = 1, 1 })
	d.prepare()
	blob := d.instance.(run).stock.(*blobSet).blobs[0]
	d.meddle = func(*Exchange, func() (*transport.Reply, error)) (*transport.Reply, error) {
		return answer(404, "BlobNotFound"), nil
	}
	d.player(0).step()
	if v := blob.newest.present(); v != nil {
		t.Errorf("a blob that is absent is taken for present: %+v", v)
	}
}
