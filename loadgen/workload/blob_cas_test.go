package workload

import (
	"testing"
	"time"

	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
	"ifmatch/reference"
	"ifmatch/reference/fault"
)

func TestCASReadsAfterARefusal(t *testing.T) {
	t.Parallel()
	d := drive(t, blobCAS, func(o *Options) { o.Reads, o.Keys = 0, 8 })
	d.prepare()
	p, other := d.player(0), d.player(1)
	for range 20 {
		p.begin() // names the newest version
		path := p.x.Step.Path
		for other.step(); other.x.Step.Path != path; {
			other.step()
		}
		p.send()
		if after := p.end(); p.events[0].Outcome != history.Lost || !after.Retry {
			t.Fatalf("a version that was replaced: %+v, %+v", p.events[0], after)
		}
		p.step()
		if e := p.events[0]; e.Op != history.Read || p.x.Step.Path != path {
			t.Errorf("after the refusal on %s: operation %d on %s", path, e.Op, p.x.Step.Path)
		}
		p.step()
		if e := p.events[0]; e.Op != history.Swap || e.Outcome != history.Won || p.x.Step.Path != path {
			t.Errorf("after the read of %s: operation %d on %s, outcome %d", path, e.Op, p.x.Step.Path, e.Outcome)
		}
	}
}

func TestCASThinksBetweenReadAndWrite(t *testing.T) {
	t.Parallel()
	const think = 20 * time.Millisecond
	d := drive(t, blobCAS, func(o *Options) { o.Reads, o.Think = 0, think })
	d.prepare()
	p, other := d.player(0), d.player(1)
	var thought time.Duration
	const rounds = 200
	for range rounds {
		thought += p.step().Pause
		read := p.events[0]
		if read.Op != history.Read {
			t.Fatalf("operation %d, want a read", read.Op)
		}
		other.step()
		other.step() // replaces the version that was read
		after := p.step()
		write := p.events[0]
		if write.Op != history.Swap || write.If != read.Tag || write.Outcome != history.Lost {
			t.Fatalf("after reading %q: operation %d, If-Match %q, outcome %d", d.env.Book.Text(read.Tag), write.Op, d.env.Book.Text(write.If), write.Outcome)
		}
		if after.Pause != 0 {
			t.Errorf("a pause of %s after a write", after.Pause)
		}
	}
	if mean := thought / rounds; mean < think/2 || mean > 2*think {
		t.Errorf("thought for %s on average, want about %s", mean, think)
	}
}

func TestCASNamesTheNewestAtOnce(t *testing.T) {
	t.Parallel()
	d := drive(t, blobCAS, func(o *Options) { o.Reads = 0 })
	d.prepare()
	players := []*player{d.player(0), d.player(1), d.player(2)}
	for i := range 60 {
		p := players[i%len(players)]
		p.step()
		if e := p.events[0]; e.Op != history.Swap || e.Outcome != history.Won {
			t.Fatalf("one after the other: operation %d, outcome %d", e.Op, e.Outcome)
		}
	}
}

// TestClientsGoOnAfterALostWrite drives services that acknowledge writes and lose
// them. The clients must not keep naming versions that no longer exist; otherwise
// almost nothing would be committed any more. The losses must still be found.
func TestClientsGoOnAfterALostWrite(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		workload Workload
		fault    string
	}{
		{blobCAS, "sporadic-write-dropped"},
		{blobBlocks, "sporadic-write-dropped"},
		{blobMixed, "sporadic-write-dropped"},
		{tableBatch, "sporadic-half-transaction"},
	} {
		t.Run(tc.workload.Name, func(t *testing.T) {
			t.Parallel()
			f, ok := fault.Lookup(tc.fault)
			if !ok {
				t.Fatalf("there is no fault %s", tc.fault)
			}
			d := driveServer(t, tc.workload, func(o *Options) { o.Keys = 1 }, reference.Options{Faults: []fault.Fault{f.At(50)}})
			d.prepare()
			d.simulate(4, 4000)
			d.finish()
			late := 0 // commits in the last quarter of the run
			for _, e := range d.events[3*len(d.events)/4:] {
				if e.Flags&history.Attempt != 0 && e.Flags&history.Follow == 0 && e.Outcome == history.Won {
					late++
				}
			}
			if late < 30 {
				t.Errorf("%d commits in the last quarter of %d events", late, len(d.events))
			}
			if v := judge(d); v.State != finding.Invalid {
				t.Errorf("the history is %s %s", v.State, v.Why)
			}
		})
	}
}
