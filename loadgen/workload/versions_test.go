package workload

import (
	"sync"
	"testing"

	"ifmatch/loadgen/history"
)

func TestNewestGoesForward(t *testing.T) {
	t.Parallel()
	known := version{text: "b", token: 2, before: 1, invoke: 100, ret: 200}
	for _, test := range []struct {
		name  string
		told  version
		newer bool
	}{
		{"a later exchange", version{token: 9, invoke: 201, ret: 210}, true},
		{"an earlier exchange", version{token: 9, invoke: 10, ret: 99}, false},
		{"overlaps and ends later", version{token: 9, invoke: 150, ret: 250}, true},
		{"overlaps and ends earlier", version{token: 9, invoke: 50, ret: 150}, false},
		{"replaced the known one, and was answered earlier", version{token: 9, before: 2, invoke: 90, ret: 150}, true},
		{"is what the known one replaced", version{token: 1, invoke: 150, ret: 300}, false},
		{"is what the known one replaced, and yet was seen after that was acknowledged", version{token: 1, invoke: 201, ret: 210}, true},
		{"the same", version{token: 2, invoke: 300, ret: 400}, false},
		{"gone later", version{invoke: 201, ret: 210}, true},
		{"gone earlier", version{invoke: 10, ret: 99}, false},
	} {
		if got := test.told.newerThan(&known); got != test.newer {
			t.Errorf("%s: newer %t, want %t", test.name, got, test.newer)
		}
	}
	gone := version{invoke: 100, ret: 200}
	if again := (version{invoke: 201, ret: 210}); !again.newerThan(&gone) {
		t.Error("an absence that comes back is not taken in")
	}
	if created := (version{token: 3, invoke: 201, ret: 210}); !created.newerThan(&gone) {
		t.Error("what was created after a delete is not taken in")
	}
}

func TestNewestKeepsItsOwnText(t *testing.T) {
	t.Parallel()
	var n newest
	if n.get() != nil || n.present() != nil {
		t.Error("something is known before anybody was told")
	}
	buffer := []byte(`"0x1"`)
	n.see(&Exchange{Invoke: 1, Return: 2}, string(buffer), 7, 70, history.None)
	if v := n.present(); v == nil || v.text != `"0x1"` || v.value != 70 {
		t.Errorf("known: %+v", v)
	}
	n.see(&Exchange{Invoke: 3, Return: 4}, "", history.None, 0, 7)
	if v := n.get(); v == nil || v.token != history.None {
		t.Errorf("after a delete: %+v", v)
	}
	if v := n.present(); v != nil {
		t.Errorf("present after a delete: %+v", v)
	}
}

func TestNewestAmongGoroutines(t *testing.T) {
	t.Parallel()
	var n newest
	var wg sync.WaitGroup
	const tellers, times = 8, 500
	for g := range tellers {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := range times {
				at := int64(i*tellers + g)
				n.see(&Exchange{Invoke: 2 * at, Return: 2*at + 1}, "x", history.Token(at+1), 0, history.None)
			}
		}()
	}
	wg.Wait()
	if v := n.get(); v.token != tellers*times {
		t.Errorf("newest is %d, want %d", v.token, tellers*times)
	}
}
