// Package blocks judges whether staged blocks are there when they are committed. An acknowledged block stays until a
// write of the blob discards it (BLOB-BLK-01, BLOB-BLK-03). So its commit is refused only if one may have, and is not
// accepted if one did (BLOB-BLK-02). One mistake can lose the blocks of several uploads: only one of them is accused.
package blocks

import (
	"cmp"
	"slices"

	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
)

// SeenKept is what Result.Observed counts.
const SeenKept = "commits of blocks that nobody else can have discarded"

// Stream judges one blob. It takes the events in the order of their moments, however they arrive.
type Stream struct {
	code    func(uint16) string
	pending []*history.Event            // not taken yet
	staged  map[uint64][]*history.Event // acknowledged blocks that may still be committed, by the value that they make
	over    int64                       // when all writes taken had taken effect, except commits without an answer
	loose   int64                       // a commit that was sent after this, and accepted, leaves those without effect
	newest  history.Event               // the accepted commit that was sent last
	result  finding.Result
}

// NewStream begins a check. code returns the text of an error code.
func NewStream(code func(uint16) string) *Stream {
	return &Stream{code: code, staged: map[uint64][]*history.Event{}, loose: -1, result: finding.Result{State: finding.Valid, Observed: map[string]int{}}}
}

// Add takes events in any order, but none invoked before a watermark that was marked. It keeps no reference to the batch.
func (s *Stream) Add(events []history.Event) {
	for _, e := range events {
		if e.Op != history.Read {
			s.pending = append(s.pending, &e)
		}
	}
}

// takenAt is twice the time at which an event is taken. A refusal may be due to whatever was sent before its answer.
func takenAt(e *history.Event) int64 {
	if e.Outcome == history.Won || e.Outcome.Uncertain() {
		return 2 * e.Invoke
	}
	return 2*e.Return + 1
}

// Mark tells the stream that no event added later was invoked before the watermark.
func (s *Stream) Mark(watermark int64) {
	slices.SortFunc(s.pending, func(a, b *history.Event) int {
		return cmp.Or(cmp.Compare(takenAt(a), takenAt(b)), cmp.Compare(a.Client, b.Client), cmp.Compare(a.Seq, b.Seq))
	})
	for len(s.pending) > 0 && takenAt(s.pending[0])/2 < watermark {
		s.take(s.pending[0])
		s.pending = s.pending[1:]
	}
}

// Close ends the check, and returns its result.
func (s *Stream) Close() finding.Result {
	s.Mark(history.Open)
	return s.result
}

// take takes the next event. If a block is not acknowledged, its upload is given up.
func (s *Stream) take(e *history.Event) {
	blocks, won := s.staged[e.Value], e.Outcome == history.Won
	if e.Op == history.Stage && won {
		s.staged[e.Value] = append(blocks, e)
		return
	}
	delete(s.staged, e.Value)
	wrote := e.Op != history.Stage && (won || e.Outcome.Uncertain())
	kept := blocks != nil && s.over < blocks[0].Invoke && s.newest.Invoke > s.loose
	switch {
	case wrote && blocks == nil:
		s.over = max(s.over, e.Return)
	case won:
		if kept {
			s.result.Observed[SeenKept]++
		} else if s.newest.Invoke > blocks[0].Return && s.newest.Return < e.Invoke {
			s.result.Report(finding.Broken("discarded block committed", e.Who()+" committed a block that "+s.newest.Who()+" had discarded by a commit that does not list it",
				[]string{"BLOB-BLK-01", "BLOB-BLK-02"}, finding.Did(blocks[0], "staged the block"), finding.Did(&s.newest, "committed other blocks"), finding.Did(e, "committed it all the same")).Closed())
		}
		s.over, s.newest = max(s.over, e.Return), *e
	case wrote:
		s.loose = max(s.loose, blocks[0].Return)
	case kept && s.code(e.Code) == "InvalidBlockList":
		of := []finding.Evidence{finding.Did(e, "was told that one is not there")}
		for _, b := range blocks {
			of = append(of, finding.Did(b, "staged a block"))
		}
		s.result.Report(finding.Broken("block lost", e.Who()+" was told that a block is not there, although all that it committed had been acknowledged and nobody else's write can have come since then",
			[]string{"BLOB-BLK-02", "BLOB-RACE-09", "BLOB-GEN-04"}, of...).Closed())
		s.over = max(s.over, e.Return) // whatever lost the block may have lost those of others
	}
}
