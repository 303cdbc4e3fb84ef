package plan

import (
	"fmt"
	"sync"
	"time"

	"ifmatch/steps/words"
)

// Step is one sentence of a case, read once.
type Step struct {
	Text string
	// Keyword is Given, When or Then, by what the sentence does.
	Keyword string
	// Judging: the sentence judges, and sends only reads.
	Judging bool
	Facts
	// Said are the parts of the sentence that vary, in their order.
	Said []Said
	// Body is what the sentence does. The plan only carries it.
	Body any
}

// Said is a part of a sentence that varies.
type Said struct {
	// Part is what it is: who, operation, resource (a kind), named (a label), with (a request), or empty for
	// anything else.
	Part string
	Text string
}

// Say is the first part of that name; empty if the sentence has none.
func (s Step) Say(part string) string {
	for _, said := range s.Said {
		if said.Part == part {
			return said.Text
		}
	}
	return ""
}

// Facts are what must be known about a sentence before it is performed.
type Facts struct {
	// Sends: one client alone sends the operations to the resource labelled On.
	Sends      bool
	Operations []string
	On         string
	Terms      []string        // the request terms that it names
	Asked      []words.Asked   // the same terms, with what they say
	About      []string        // the kinds of resource that it names
	State      string          // the state in which a resource is prepared
	Judges     string          // the label of the resource judged as a whole
	Answers    []words.Answer  // the answers that it expects
	Carries    []words.Carried // what it expects answers to carry
	// Wait is how much time it lets pass, as far as stated; Timed: it lets some pass.
	Wait  time.Duration
	Timed bool
	// Races: it lets several clients act at once, so that one round proves little.
	Races bool
	// Chance: what becomes of it depends on the moment, as in races: a client holds back half of a
	// body while others act, or sends so many requests that a rare answer may come.
	Chance bool
	// Abandons: a client gives up with half of a body sent.
	Abandons bool
}

// Reader reads one sentence of a feature.
type Reader func(text string) (*Step, error)

// Script is the steps of the case, read when they are first asked for: most commands need those of few cases. All cases with the
// same sentence share its Step. It panics if one is not understood; [Suite.Select] says that of the cases that it chooses, and
// [Suite.Check] of all.
func (c Case) Script() []*Step {
	if c.script == nil {
		return nil
	}
	steps, err := c.script()
	if err != nil {
		panic(err)
	}
	return steps
}

// Of is the case with other steps.
func (c Case) Of(steps ...*Step) Case {
	c.script = func() ([]*Step, error) { return steps, nil }
	return c
}

// reading reads the sentences of the case. The error of one that is not understood is a [*Misread].
func (c Case) reading(read Reader) func() ([]*Step, error) {
	return sync.OnceValues(func() ([]*Step, error) {
		out := make([]*Step, 0, len(c.Steps))
		for i, text := range c.Steps {
			st, err := read(text)
			if err != nil {
				line := c.Line
				if len(c.at) > 0 { // else a row: its cells are in the sentence
					line = c.at[i]
				}
				return nil, &Misread{c.Feature + ".feature", line, fmt.Errorf("%q: %w", text, err)}
			}
			out = append(out, st)
		}
		return out, nil
	})
}

// once reads each sentence only once, however many cases contain it.
func once(read Reader) Reader {
	known := map[string]*Step{}
	var mu sync.Mutex
	return func(text string) (*Step, error) {
		mu.Lock()
		defer mu.Unlock()
		step, ok := known[text]
		if ok {
			return step, nil
		}
		step, err := read(text)
		if err == nil {
			known[text] = step
		}
		return step, err
	}
}
