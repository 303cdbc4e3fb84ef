package smb

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"ifmatch/internal/oversmb"
	"ifmatch/reports/figure"
	"ifmatch/steps/verdict"
)

// caching is a cache that a client has, and what happens to it when it breaks.
type caching struct {
	handle oversmb.Handle
	// answer is what the client does when the cache breaks.
	answer atomic.Pointer[answering]
	// answered counts the breaks that were answered, or are about to be.
	answered atomic.Int32
	failed   atomic.Pointer[error]
	judged   int // breaks that a sentence has judged
	before   int // breaks that were answered before the sentence that judges now

	now func() time.Time
	mu  sync.Mutex
	// took is how long the answer to each break took from its arrival to its sending, as far as
	// answers have been sent.
	took []time.Duration
}

// answering is what a client does when its cache breaks; nil: nothing.
type answering func(c *caching, b oversmb.Break) error

const (
	// thinks is how long a client takes to answer a break. A service that does not wait for the answer
	// is done by then.
	thinks = 250 * time.Millisecond
	// hears is how long a break may take if the service does not wait for it; ask is how often it is looked for.
	hears, ask = 5 * time.Second, 20 * time.Millisecond
	// waits is how long a service waits for the answer to a break. FILE-OPL-07
	waits = 30 * time.Second
)

func acknowledges(c *caching, b oversmb.Break) error {
	c.sends(b)
	if !b.Acknowledge {
		return nil
	}
	return c.handle.Acknowledge(b.To)
}

func closes(c *caching, b oversmb.Break) error {
	c.sends(b)
	return c.handle.Close()
}

// flushes writes what the client has cached, and then answers.
func flushes(text string) answering {
	return func(c *caching, b oversmb.Break) error {
		return errors.Join(c.handle.Write([]byte(text)), acknowledges(c, b))
	}
}

// sends notes that the answer to a break is being sent now.
func (c *caching) sends(b oversmb.Break) {
	took := c.now().Sub(b.Arrived)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.took = append(c.took, took)
}

// late is the verdict if the client answered a break, or still has to, later than a service waits.
func (c *caching) late() error {
	if *c.answer.Load() == nil {
		return nil
	}
	list := c.handle.Broken()
	c.mu.Lock()
	defer c.mu.Unlock()
	for i, b := range list {
		took := c.now().Sub(b.Arrived)
		if i < len(c.took) {
			took = c.took[i]
		}
		if b.Acknowledge && took > waits {
			return verdict.TooLate(fmt.Sprintf("a client took %s to answer the break of its cache, and a service waits %s", figure.Duration(took), figure.Duration(waits)))
		}
	}
	return nil
}

func (c *caching) answers(how answering) { c.answer.Store(&how) }

// follow answers the breaks of a cache until the scenario ends.
func (c *caching) follow(ended <-chan struct{}) {
	for {
		select {
		case <-ended:
			return
		case b := <-c.handle.Breaks():
			select {
			case <-ended:
				return
			case <-time.After(thinks):
			}
			answer := *c.answer.Load()
			if answer == nil {
				continue
			}
			c.answered.Add(1)
			if err := answer(c, b); err != nil {
				c.failed.Store(&err)
			}
		}
	}
}

// told lists the breaks that arrived since a sentence last judged some.
func (c *caching) told() []oversmb.Break { return c.handle.Broken()[c.judged:] }

// await waits until the last break that arrived is enough, or no more can be expected: a due break came before the service
// answered.
func (c *caching) await(ctx context.Context, due bool, enough func(last oversmb.Break) bool) ([]oversmb.Break, error) {
	end := time.After(hears)
	for {
		list := c.told()
		if len(list) == 0 && due || len(list) > 0 && enough(list[len(list)-1]) {
			return list, nil
		}
		select {
		case <-time.After(ask):
		case <-end:
			return list, nil
		case <-ctx.Done():
			return nil, verdict.Unknown("wait for the break of a cache", ctx.Err())
		}
	}
}
