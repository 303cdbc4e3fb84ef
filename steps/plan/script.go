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

// Misread is what is wrong with a feature, and where.
type Misread struct {
	File string
	Line int
	Err  error
}

// Error names the place first, as compilers do.
func (m *Misread) Error() string { return fmt.Sprintf("%s:%d: %v", m.File, m.Line, m.Err) }

// Unwrap is what is wrong.
func (m *Misread) Unwrap() error { return m.Err }
