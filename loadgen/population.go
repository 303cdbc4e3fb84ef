package loadgen

import (
	"container/heap"
	"sync"
	"time"
)

// population holds the clients of a run: free ones in the order in which they
// became free, and those that pause between two steps. A closed loop has a
// fixed number. A schedule adds clients whenever all are busy, up to a bound.
type population struct {
	mu     sync.Mutex
	now    func() int64
	make   func(slot int) *client
	all    []*client // by slot; allocated for the bound, so that it never moves
	made   int
	free   queue
	paused pauses
	open   bool
	done   chan struct{} // closed when the run is over
	ended  sync.Once
}

func newPopulation(n, most int, open bool, now func() int64, make1 func(int) *client) *population {
	p := &population{now: now, make: make1, all: make([]*client, max(n, most)), open: open, done: make(chan struct{})}
	for range n {
		p.free.push(p.grow())
	}
	return p
}

func (p *population) grow() *client {
	c := p.make(p.made)
	p.all[p.made] = c
	p.made++
	return c
}

// take returns a client to send with. In a closed loop it waits for the next
// pause to end. On a schedule it returns nil if the bound is reached and no
// client is free. In both it returns nil when the run is over.
func (p *population) take() *client {
	p.mu.Lock()
	now := p.now()
	for len(p.paused) > 0 && p.paused[0].ready <= now {
		p.free.push(heap.Pop(&p.paused).(*client))
	}
	if c := p.free.pop(); c != nil {
		p.mu.Unlock()
		return c
	}
	if p.open {
		defer p.mu.Unlock()
		if p.made < len(p.all) {
			return p.grow()
		}
		return nil
	}
	if len(p.paused) == 0 { // never happens: there are as many workers as clients
		p.mu.Unlock()
		return nil
	}
	c := heap.Pop(&p.paused).(*client)
	p.mu.Unlock()
	if !p.wait(time.Duration(c.ready - now)) {
		p.put(c)
		return nil
	}
	return c
}

// wait waits for a pause; it returns false if the run ended first.
func (p *population) wait(d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-p.done:
		return false
	}
}

// put gives a client back; it is free once its pause is over.
func (p *population) put(c *client) {
	p.mu.Lock()
	if c.ready > p.now() {
		heap.Push(&p.paused, c)
	} else {
		p.free.push(c)
	}
	p.mu.Unlock()
}

// size returns the number of clients made so far.
func (p *population) size() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.made
}

// end wakes the waiting goroutines.
func (p *population) end() { p.ended.Do(func() { close(p.done) }) }

// close closes the clients' connections.
func (p *population) close() {
	for _, c := range p.all[:p.made] {
		c.session.Close()
	}
}

// queue is a first-in, first-out queue in a ring.
type queue struct {
	ring        []*client
	first, size int
}

func (q *queue) push(c *client) {
	if q.size == len(q.ring) {
		bigger := make([]*client, max(8, 2*q.size))
		for i := range q.size {
			bigger[i] = q.ring[(q.first+i)%len(q.ring)]
		}
		q.ring, q.first = bigger, 0
	}
	q.ring[(q.first+q.size)%len(q.ring)] = c
	q.size++
}

func (q *queue) pop() *client {
	if q.size == 0 {
		return nil
	}
	c := q.ring[q.first]
	q.ring[q.first] = nil
	q.first = (q.first + 1) % len(q.ring)
	q.size--
	return c
}

// pauses is a heap by the end of the pause.
type pauses []*client

func (p pauses) Len() int           { return len(p) }
func (p pauses) Less(i, j int) bool { return p[i].ready < p[j].ready }
func (p pauses) Swap(i, j int)      { p[i], p[j] = p[j], p[i] }
func (p *pauses) Push(x any)        { *p = append(*p, x.(*client)) }
func (p *pauses) Pop() any {
	old := *p
	c := old[len(old)-1]
	old[len(old)-1] = nil
	*p = old[:len(old)-1]
	return c
}
