package register

import (
	"cmp"
	"slices"

	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
)

// Stream judges a history that is still growing. It keeps only the events that still
// matter: those of the current version, of versions that may still turn out to be current,
// and those not yet explained. Its verdict is that of Check, except where its assumptions
// say otherwise. Only one goroutine may use it.
type Stream struct {
	o        Options
	retained []history.Event
	start    carried
	maker    history.Event // the write that made the version of start
	made     bool          // maker is set
	known    bool          // nothing unknown was there at the beginning
	recent   []bygone
	kept     int // how many events the last judgement left
	step     int // how many events may at most come between two judgements
	census   census
	result   finding.Result
	settled  string          // why finding no order proves nothing any more; "" if it still does
	spent    map[uint64]bool // contents of unseen writes that the settled order has used
	over     bool            // a violation was found, or nothing can be found any more
}

// How many events a Stream collects before it judges them, which is enough that judging those
// retained again costs little, and how many forgotten ones it remembers. Many Streams share a
// number for all of them, about 15 MB, but each has a few at least.
const (
	streamStep  = 2048
	remembered  = 1024
	sharedLeast = 12
	sharedAll   = 1 << 16
)

// NewStream begins a check.
func NewStream(o Options) *Stream {
	o.Retain, o.Streams = cmp.Or(o.Retain, DefaultRetain), cmp.Or(o.Streams, new(1))
	return &Stream{o: o, start: unknownStart, spent: map[uint64]bool{}, step: streamStep, result: finding.Result{State: finding.Valid}}
}

// share is the part of all events that the stream may have, but no more than most.
func (s *Stream) share(most, all int) int { return min(most, max(sharedLeast, all / *s.o.Streams)) }

// Add takes events in any order, but none invoked before a watermark that was marked. It
// keeps no reference to the batch.
func (s *Stream) Add(batch []history.Event) {
	for i := range batch {
		e := &batch[i]
		effect := effectOf(e)
		s.census.count(e, effect)
		switch {
		case s.over || effect == nothing:
		case effect == kept:
			s.remember(bygone{Event: *e})
		default:
			s.retained = append(s.retained, *e)
		}
	}
}

// end ends a check before its run: a violation was found, or it gave up.
func (s *Stream) end(r finding.Result) { s.over, s.retained, s.recent, s.result = true, nil, nil, r }

// giveUp ends a check without a verdict.
func (s *Stream) giveUp(why string) { s.end(finding.Result{State: finding.Undecided, Why: why}) }

// due is how many events must be retained before the next judgement.
func (s *Stream) due() int { return max(s.kept+s.share(s.step, sharedAll), 2*s.kept) }

// remember keeps an event until the next watermark at least.
func (s *Stream) remember(b bygone) {
	if (b.Op != history.Read || b.over) && (b.Value != 0 || b.Tag != history.None) {
		s.recent = append(s.recent, b)
	}
}

// fit returns what is far too large in memory of its own size.
func fit[T any](s []T, most int) []T {
	if cap(s) > most {
		return slices.Clone(s)
	}
	return s
}
