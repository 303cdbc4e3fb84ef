package appendblob

import (
	"cmp"
	"fmt"
	"slices"

	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/check/oracle"
	"ifmatch/loadgen/history"
)

// tags reports what the register does not see, or cannot say as well: blocks that
// overlap, two creates, an ETag that stood for two lengths, a length under two
// ETags, and an append that landed elsewhere than it asked for.
func (m *mapping) tags() (direct finding.Result) {
	report := func(rule string, clauses []string, sentence string, of ...finding.Evidence) {
		v := finding.Violation{Rule: rule, Sentence: sentence, Clauses: clauses, Evidence: of}
		if len(direct.Violations) < finding.Described {
			v = oracle.Prove(v)
		}
		direct.Report(v)
	}
	m.overlaps(report)
	tagged, sized := map[history.Token]*history.Event{}, map[int64]*history.Event{} // who was told an ETag, a length, first
	var created *history.Event
	for i := range m.ops {
		e := &m.ops[i]
		switch {
		case e.Outcome != history.Won || e.Flags&history.Torn != 0 || e.Status == 304:
			continue
		case e.Op == history.Append:
			if asked, ok := book.Number(e.If); ok && asked != e.Got {
				report("condition ignored", []string{"BLOB-APPEND-01"},
					fmt.Sprintf("%s asked to append at %d, and its block was put at %d instead of being refused", e.Who(), asked, e.Got),
					did(e, "was told that its block is at another place than it asked for"))
			}
		case e.Op == history.Create && created != nil:
			report("two winners of a create", []string{"BLOB-COND-20"}, fmt.Sprintf("%s and %s both created the blob", created.Who(), e.Who()),
				did(created, "created it"), did(e, "created it too"))
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
			report("tag with two contents", clausesTags, fmt.Sprintf("one ETag stood for the blob with %d bytes and with %d bytes", was, length),
				did(first, fmt.Sprintf("was given the ETag with %d bytes", was)), did(e, fmt.Sprintf("was given the same ETag with %d bytes", length)))
			continue
		}
		if first := sized[length]; first == nil {
			sized[length] = e
		} else if first.Tag != e.Tag {
			report("contents with two tags", clausesTags, fmt.Sprintf("the blob had two ETags while it was %d bytes long, and nobody wrote in between", length),
				did(first, "was given one ETag"), did(e, "was given another ETag for the same length"))
		}
	}
	return direct
}

// lengthAfter is how long the blob was when an event was answered with success.
func lengthAfter(e *history.Event) int64 {
	switch e.Op {
	case history.Create:
		return 0
	case history.Append:
		return e.Got + e.Arg
	}
	return e.Got
}

func did(e *history.Event, role string) finding.Evidence {
	return finding.Evidence{Event: *e, Role: role}
}

// overlaps reports appends that were told overlapping places.
func (m *mapping) overlaps(report func(rule string, clauses []string, sentence string, of ...finding.Evidence)) {
	var won []*history.Event
	for i := range m.ops {
		if e := &m.ops[i]; e.Op == history.Append && e.Outcome == history.Won {
			won = append(won, e)
		}
	}
	slices.SortStableFunc(won, func(a, b *history.Event) int { return cmp.Compare(a.Got, b.Got) })
	appended := func(e *history.Event) finding.Evidence {
		return did(e, fmt.Sprintf("appended %d bytes at %d", e.Arg, e.Got))
	}
	for k := 1; k < len(won); k++ {
		if a, b := won[k-1], won[k]; b.Got < lengthAfter(a) {
			report("lost update", clausesOverlap, fmt.Sprintf("%s and %s were both told that their blocks are at %d: one of the two is lost", a.Who(), b.Who(), b.Got), appended(a), appended(b))
		}
	}
}

var (
	clausesOverlap = []string{"BLOB-APPEND-05", "BLOB-APPEND-03"}
	clausesTags    = []string{"BLOB-APPEND-03", "BLOB-ETAG-23"}
)
