package appendblob

import (
	"cmp"
	"fmt"
	"slices"

	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/check/oracle"
	"ifmatch/loadgen/history"
)

// tags reports violations that the register does not see, or describes less well: blocks that
// overlap, two creates, an ETag for two lengths, a length under two ETags, and an append that
// landed elsewhere than it asked to.
func (m *mapping) tags() {
	m.overlaps()
	tagged, sized := map[history.Token]*history.Event{}, map[int64]*history.Event{} // the first event that received an ETag, or a length
	var created *history.Event
	for i := range m.ops {
		e := &m.ops[i]
		switch {
		case e.Outcome != history.Won || e.Flags&history.Torn != 0 || e.Status == 304:
			continue
		case e.Op == history.Append:
			if asked, ok := book.Number(e.If); ok && asked != e.Got {
				m.report("condition ignored", fmt.Sprintf("%s asked to append at %d, and its block was put at %d instead of being refused", e.Who(), asked, e.Got),
					[]string{"BLOB-APPEND-01"}, finding.Did(e, "was told that its block is at another place than it asked for"))
			}
		case e.Op == history.Create && created != nil:
			m.report("two winners of a create", fmt.Sprintf("%s and %s both created the blob", created.Who(), e.Who()), []string{"BLOB-COND-20"},
				finding.Did(created, "created it"), finding.Did(e, "created it too"))
			continue
		case e.Op == history.Create:
			created = e
		case e.Op != history.Read:
			continue
		}
		if e.Tag == history.None {
			continue
		}
		length := lengthAfter(e)
		if first := tagged[e.Tag]; first == nil {
			tagged[e.Tag] = e
		} else if was := lengthAfter(first); was != length {
			m.report("tag with two contents", fmt.Sprintf("one ETag stood for the blob with %d bytes and with %d bytes", was, length), clausesTags,
				finding.Did(first, fmt.Sprintf("was given the ETag with %d bytes", was)), finding.Did(e, fmt.Sprintf("was given the same ETag with %d bytes", length)))
			continue
		}
		if first := sized[length]; first == nil {
			sized[length] = e
		} else if first.Tag != e.Tag {
			m.report("contents with two tags", fmt.Sprintf("the blob had two ETags while it was %d bytes long, and nobody wrote in between", length), clausesTags,
				finding.Did(first, "was given one ETag"), finding.Did(e, "was given another ETag for the same length"))
		}
	}
}

// report adds a violation to direct.
func (m *mapping) report(rule, sentence string, clauses []string, of ...finding.Evidence) {
	v := finding.Broken(rule, sentence, clauses, of...)
	if len(m.direct.Violations) < finding.Described {
		v = oracle.Prove(v)
	}
	m.direct.Report(v)
}

// lengthAfter is the length of the blob after an event that succeeded.
func lengthAfter(e *history.Event) int64 {
	switch e.Op {
	case history.Create:
		return 0
	case history.Append:
		return e.Got + e.Arg
	}
	return e.Got
}

// overlaps reports appends with overlapping blocks.
func (m *mapping) overlaps() {
	var won []*history.Event
	for i := range m.ops {
		if e := &m.ops[i]; e.Op == history.Append && e.Outcome == history.Won {
			won = append(won, e)
		}
	}
	slices.SortStableFunc(won, func(a, b *history.Event) int { return cmp.Compare(a.Got, b.Got) })
	appended := func(e *history.Event) finding.Evidence {
		return finding.Did(e, fmt.Sprintf("appended %d bytes at %d", e.Arg, e.Got))
	}
	for k := 1; k < len(won); k++ {
		if a, b := won[k-1], won[k]; b.Got < lengthAfter(a) {
			m.report("lost update", fmt.Sprintf("%s and %s were both told that their blocks are at %d: one of the two is lost", a.Who(), b.Who(), b.Got),
				clausesOverlap, appended(a), appended(b))
		}
	}
}

var (
	clausesOverlap = []string{"BLOB-APPEND-05", "BLOB-APPEND-03"}
	clausesTags    = []string{"BLOB-APPEND-03", "BLOB-ETAG-23"}
)
