package workload

import (
	"testing"

	"ifmatch/loadgen/history"
)

// TestMixedNamesVersionsOrNot checks that operations with two forms use both, on
// blobs known to exist.
func TestMixedNamesVersionsOrNot(t *testing.T) {
	t.Parallel()
	d := drive(t, blobMixed, nil)
	d.prepare()
	p := d.player(0)
	type form struct {
		op    history.Op
		named bool
	}
	played := map[form]int{}
	for range 2000 {
		p.begin()
		there := p.actor.(*mixedActor).known != nil
		p.send()
		p.end()
		if e := p.events[0]; there {
			played[form{e.Op, e.If != history.None}]++
		}
	}
	for _, f := range []form{{history.Delete, true}, {history.Delete, false}, {history.Read, true}, {history.Read, false}, {history.Swap, true}, {history.Write, false}, {history.Create, false}} {
		if played[f] == 0 {
			t.Errorf("never played: operation %d, version named: %t", f.op, f.named)
		}
	}
}
