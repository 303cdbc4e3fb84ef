// Package effect judges what consumers do with the messages of a queue: each message has one
// effect, however often it is delivered. Consumers make the effect recognisable by the
// message's ID, so a consumer that receives the message again finds it done. The check of
// the effect's own versions proves that an acknowledged effect stays, and is not made twice
// under one ID. This package demands that a message is always the same message: everybody
// who receives it receives the same ID. // QUEUE-IDEM-01
package effect

import (
	"fmt"

	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
)

// What Result.Observed counts.
const (
	SeenEffects = "effects of messages"
	SeenAgain   = "effects found done"
)

// Stream judges the events of one queue. It ignores all events except effects and removals of
// messages.
type Stream struct {
	first   map[uint64]*history.Event // effect of each message: the first, or one that was made
	twice   map[uint64]bool           // messages with a reported violation
	removed map[uint64]int64          // messages that were removed, and when that was answered
	result  finding.Result
}

// NewStream begins a check.
func NewStream() *Stream {
	empty := finding.Result{State: finding.Valid, Observed: map[string]int{}}
	return &Stream{first: map[uint64]*history.Event{}, twice: map[uint64]bool{}, removed: map[uint64]int64{}, result: empty}
}

// Add takes events in any order. It keeps no reference to the batch.
func (s *Stream) Add(events []history.Event) {
	for i := range events {
		switch e := &events[i]; {
		case e.Op == history.Remove && e.Outcome == history.Won:
			s.removed[e.Value] = e.Return
		case e.Op == history.Apply && e.Value != 0:
			s.apply(e)
		}
	}
}

// apply compares an effect with another of the same message.
func (s *Stream) apply(e *history.Event) {
	s.result.Operations++
	switch e.Outcome {
	case history.Won:
		s.result.Observed[SeenEffects]++
	case history.Lost:
		s.result.Observed[SeenAgain]++
	}
	known := s.first[e.Value]
	if known == nil || known.Next == e.Next && known.Outcome != history.Won {
		s.first[e.Value] = new(*e)
	}
	if known == nil || known.Next == e.Next || s.twice[e.Value] {
		return
	}
	s.twice[e.Value] = true
	s.result.Report(violation(*known, *e))
}

// violation reports that one message was delivered under two IDs.
func violation(a, b history.Event) finding.Violation {
	if b.Invoke < a.Invoke {
		a, b = b, a
	}
	client, seq := history.WriterOf(a.Value)
	rule, sentence := "message with two ids",
		fmt.Sprintf("the message that %s put in exchange %d was given to %s under another message ID than to %s, who could not know that it is the same",
			history.ClientName(client), seq, b.Who(), a.Who())
	if a.Outcome == history.Won && b.Outcome == history.Won {
		rule, sentence = "effect twice", sentence+"; each of them made its effect"
	}
	return finding.Broken(rule, sentence, []string{"QUEUE-IDEM-01"}, finding.Did(&a, "was given the message"), finding.Did(&b, "was given it as another")).Closed()
}

// Mark tells the stream that no event added later was invoked before the watermark. The check
// of the queue judges deliveries of a message after its removal.
func (s *Stream) Mark(watermark int64) {
	for value, at := range s.removed {
		if at < watermark {
			delete(s.first, value)
			delete(s.removed, value)
		}
	}
}

// Close ends the check, and returns its result.
func (s *Stream) Close() finding.Result { return s.result }
