package ranges

import (
	"fmt"
	"maps"
	"slices"

	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
)

// joined is the verdict on a file, made from those on its bytes. One request is about many
// bytes, so several bytes may show the same violation. Violations that name a request in
// common count as one.
type joined struct {
	result finding.Result
	named  []map[exchange]bool // requests named by each violation
}

// exchange identifies a request.
type exchange struct{ client, seq uint32 }

// add adds the verdict on a byte.
func (j *joined) add(r finding.Result, m *mapping, at int) {
	out := &j.result
	out.State = finding.Join(out.State, r.State)
	if r.Why != "" && out.Why == "" {
		out.Why = fmt.Sprintf("byte %d: %s", m.byteOf(at), r.Why)
	}
	out.More = out.More || r.More || r.Unlisted > 0
	out.Assume(r.Assumptions...)
	for _, v := range r.Violations {
		names := map[exchange]bool{}
		v.Evidence = slices.Clone(v.Evidence)
		for i := range v.Evidence {
			e := &v.Evidence[i].Event
			// The creation of the file does not distinguish violations.
			if *e = original(*e, m); !creates(e) {
				names[exchange{e.Client, e.Seq}] = true
			}
		}
		v.Sentence = fmt.Sprintf("byte %d of the file: %s", m.byteOf(at), v.Sentence)
		j.join(v, names)
	}
}

// join adds a violation, or joins it to one that names a request in common. Violations that
// this connects become one.
func (j *joined) join(v finding.Violation, names map[exchange]bool) {
	into := -1
	for i := 0; i < len(j.named); i++ {
		if !common(j.named[i], names) {
			continue
		}
		if into < 0 {
			into = i
			maps.Copy(j.named[i], names)
			continue
		}
		maps.Copy(j.named[into], j.named[i])
		j.named = slices.Delete(j.named, i, i+1)
		j.result.Violations = slices.Delete(j.result.Violations, i, i+1)
		i--
	}
	if into < 0 {
		j.named = append(j.named, names)
		j.result.Violations = append(j.result.Violations, v)
	}
}

// common reports whether two violations name a request in common.
func common(a, b map[exchange]bool) bool {
	for x := range b {
		if a[x] {
			return true
		}
	}
	return false
}

// census counts what a history puts to the test.
type census struct {
	ranges int
	seen   map[string]int
	until  int64 // the latest answer to a write
}

func (c *census) count(e *history.Event) {
	if e.Op != history.PutRange && e.Op != history.GetRange {
		return
	}
	c.ranges++
	switch {
	case e.Outcome != history.Won || creates(e):
	case e.Op == history.GetRange:
		c.seen[SeenReads]++
	default:
		c.seen[SeenWrites]++
		if e.Invoke < c.until {
			c.seen[SeenBeside]++
		}
		c.until = max(c.until, e.Return)
	}
}
