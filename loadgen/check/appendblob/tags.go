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
// ETags, and an append that landed elsewhere than it asked for. Those beyond the first few
// are counted only.
func (m *mapping) tags() (found []finding.Violation, unlisted int) {
	const most = 16
	report := func(rule, sentence string, clauses []string, first, second int, role1, role2 string) {
		if len(found) < most {
			a, b := finding.Evidence{Event: m.ops[first], Role: role1}, finding.Evidence{Event: m.ops[second], Role: role2}
			v := finding.Violation{Rule: rule, Sentence: sentence, Clauses: clauses, Evidence: []finding.Evidence{a, b}}
			if b.Event.Invoke < a.Event.Invoke {
				v.Evidence = []finding.Evidence{b, a}
			}
			if first == second {
				v.Evidence = v.Evidence[:1]
			}
			found = append(found, oracle.Prove(v))
		} else {
			unlisted++
		}
	}
	m.overlaps(report)
	type sight struct {
		length int64
		op     int
	}
	lengths := map[history.Token]sight{}
	etags := map[int64]int{}
	created := -1
	for i := range m.ops {
		e := &m.ops[i]
		length := e.Got
		switch {
		case e.Outcome != history.Won || e.Flags&history.Torn != 0 || e.Status == 304:
			continue
		case e.Op == history.Append:
			length += e.Arg
			if asked, ok := position(e.If); e.If != history.None && ok && asked != e.Got {
				report("condition ignored", fmt.Sprintf("%s asked to append at %d, and its block was put at %d instead of being refused", e.Who(), asked, e.Got),
					clausesPosition, i, i, "was told that its block is at another place than it asked for", "")
			}
		case e.Op == history.Create:
			length = 0
			if created >= 0 {
				report("two winners of a create", fmt.Sprintf("%s and %s both created the blob", m.ops[created].Who(), e.Who()), clausesCreate, created, i, "created it", "created it too")
				continue
			}
			created = i
		case e.Op != history.Read:
			continue
		}
		if e.Tag == history.None {
			continue
		}
		if s, ok := lengths[e.Tag]; !ok {
			lengths[e.Tag] = sight{length, i}
		} else if s.length != length {
			report("tag with two contents", fmt.Sprintf("one ETag stood for the blob with %d bytes and with %d bytes", s.length, length), clausesTags, s.op, i,
				fmt.Sprintf("was given the ETag with %d bytes", s.length), fmt.Sprintf("was given the same ETag with %d bytes", length))
			continue
		}
		if k, ok := etags[length]; !ok {
			etags[length] = i
		} else if m.ops[k].Tag != e.Tag {
			report("contents with two tags", fmt.Sprintf("the blob had two ETags while it was %d bytes long, and nobody wrote in between", length), clausesTags, k, i,
				"was given one ETag", "was given another ETag for the same length")
		}
	}
	return found, unlisted
}

// overlaps reports appends that were told overlapping places.
func (m *mapping) overlaps(report func(rule, sentence string, clauses []string, first, second int, role1, role2 string)) {
	var won []int
	for i := range m.ops {
		if e := &m.ops[i]; e.Op == history.Append && e.Outcome == history.Won {
			won = append(won, i)
		}
	}
	slices.SortStableFunc(won, func(a, b int) int { return cmp.Compare(m.ops[a].Got, m.ops[b].Got) })
	for k := 1; k < len(won); k++ {
		a, b := &m.ops[won[k-1]], &m.ops[won[k]]
		if b.Got >= a.Got+a.Arg {
			continue
		}
		report("lost update", fmt.Sprintf("%s and %s were both told that their blocks are at %d: one of the two is lost", a.Who(), b.Who(), b.Got),
			clausesOverlap, won[k-1], won[k], fmt.Sprintf("appended %d bytes at %d", a.Arg, a.Got), fmt.Sprintf("appended %d bytes at %d", b.Arg, b.Got))
	}
}

var (
	clausesOverlap  = []string{"BLOB-APPEND-05", "BLOB-APPEND-03"}
	clausesPosition = []string{"BLOB-APPEND-01"}
	clausesCreate   = []string{"BLOB-COND-20"}
	clausesTags     = []string{"BLOB-APPEND-03", "BLOB-ETAG-23"}
)
