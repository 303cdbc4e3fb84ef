package explore

import (
	"fmt"
	"slices"
	"testing/synctest"
	"time"

	"ifmatch/reference/explore/history"
	"ifmatch/reference/explore/schedule"
)

// conduct takes steps until the program is done. It returns what is wrong if that never happens.
func (c *conductor) conduct(done <-chan struct{}) (hang string) {
	defer func() {
		c.store.finish(slices.Concat(c.waiting, c.held))
		if len(c.seen) > 1 {
			c.chooser.Spare(c.alone)
		}
	}()
	for {
		synctest.Wait()
		c.arrive()
		select {
		case <-done:
			return ""
		default:
		}
		switch {
		case len(c.steps) > maxSteps:
			return fmt.Sprintf("the function has sent %d requests and goes on", maxSteps)
		case len(c.waiting)+len(c.held) > 0:
			c.step(done)
		case !c.idle(done):
			return fmt.Sprintf("no request has come for %v, and the function has not returned", maxIdle)
		}
	}
}

// step chooses a step and takes it.
func (c *conductor) step(done <-chan struct{}) {
	ways := c.ways(done)
	options := make([]schedule.Option, len(ways))
	for i := range ways {
		options[i] = ways[i].Option
	}
	at := schedule.Node{State: c.trace.State(), Turn: c.turn}
	if len(c.came) == 0 {
		at.Turn = 0
	}
	chosen := c.chooser.Choose(at, options)
	why := ""
	if chosen > 0 {
		why = ways[chosen].why
	}
	ways[chosen].take(why)
}

// idle lets time pass until something comes. It reports false if nothing does.
func (c *conductor) idle(done <-chan struct{}) bool {
	before := time.Now()
	moved := c.pass(done, maxIdle)
	if elapsed := time.Since(before); elapsed > 0 && moved {
		c.idled, c.turn = true, 0
		c.learned.timed = true
		c.note(history.Line{Fate: history.Passed, Elapsed: elapsed})
		c.barrier()
	}
	return moved
}
