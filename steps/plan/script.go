package plan

import (
	"time"

	"ifmatch/steps/words"
)

// Step is one sentence of a case, read once.
type Step struct {
	Text string
	// Judging: it judges, and sends nothing but reads.
	Judging bool
	Facts
	// Body is what the sentence does. The plan only carries it.
	Body any
}

// Facts are what must be known of a sentence before it is its turn.
type Facts struct {
	// Sends: one client sends the operations to what is called On, each alone.
	Sends      bool
	Operations []string
	On         string
	Terms      []string       // the request terms that it names
	About      []string       // the kinds of resource that it names
	State      string         // in which a resource is prepared
	Judges     string         // the label of what is judged as a whole
	Answers    []words.Answer // that it expects
	// Wait is how much time it lets pass, as far as it says; Timed, that it lets some.
	Wait  time.Duration
	Timed bool
	// Races: it lets several clients act at once, so that one go proves little.
	Races bool
	// Abandons: a client gives up with half of a body sent.
	Abandons bool
}

// Reader reads one sentence of a feature.
type Reader func(text string) (*Step, error)

// once lets each sentence be read once, however many cases it stands in.
func once(read Reader) Reader {
	known := map[string]*Step{}
	return func(text string) (*Step, error) {
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
