package ranges

import (
	"fmt"
	"slices"

	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
)

// joined is the verdict on a file, of those on its bytes. One request is about many bytes,
// so that a violation of each may be the same: those that name a request in common count
// as one.
type joined struct {
	result finding.Result
	named  []map[exchange]bool // by each violation
}

// exchange is a request.
type exchange struct{ client, seq uint32 }

func of(e *history.Event) exchange { return exchange{e.Client, e.Seq} }

// add takes in the verdict on a byte.
func (j *joined) add(r finding.Result, m *mapping, at int) {
	out := &j.result
	out.State = finding.Join(orValid(out.State), r.State)
	if r.Why != "" && out.Why == "" {
		out.Why = fmt.Sprintf("byte %d: %s", m.byteOf(at), r.Why)
	}
	out.More = out.More || r.More || r.Unlisted > 0
	out.Assume(r.Assumptions...)
	for _, v := range r.Violations {
		names := map[exchange]bool{}
		v.Evidence = slices.Clone(v.Evidence)
		for i := range v.Evidence {
			v.Evidence[i].Event = original(v.Evidence[i].Event, m)
			// That the file was created says nothing of which violation this is.
			if e := &v.Evidence[i].Event; !creates(e) {
				names[of(e)] = true
			}
		}
		v.Sentence = fmt.Sprintf("byte %d of the file: %s", m.byteOf(at), v.Sentence)
		j.join(v, names)
	}
}

// orValid is the verdict on no byte at all.
func orValid(s finding.State) finding.State {
	if s == "" {
		return finding.Valid
	}
	return s
}

// join adds a violation, or what it names to one that names a request in common with it.
// Those that it shows to be one become one.
func (j *joined) join(v finding.Violation, names map[exchange]bool) {
	into := -1
	for i := 0; i < len(j.named); i++ {
		if !common(j.named[i], names) {
			continue
		}
		if into < 0 {
			into = i
			for x := range names {
				j.named[i][x] = true
			}
			continue
		}
		for x := range j.named[i] {
			j.named[into][x] = true
		}
		j.named = slices.Delete(j.named, i, i+1)
		j.result.Violations = slices.Delete(j.result.Violations, i, i+1)
		i--
	}
	if into < 0 {
		j.named = append(j.named, names)
		j.result.Violations = append(j.result.Violations, v)
	}
}

// common tells whether two violations name a request in common.
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
	ranges, written, read, beside int
	until                         int64 // the latest answer to a write
}

func (c *census) count(events []history.Event) {
	for i := range events {
		switch e := &events[i]; e.Op {
		case history.PutRange:
			c.ranges++
			if e.Outcome == history.Won && !creates(e) {
				c.written++
				if e.Invoke < c.until {
					c.beside++
				}
				c.until = max(c.until, e.Return)
			}
		case history.GetRange:
			c.ranges++
			if e.Outcome == history.Won {
				c.read++
			}
		}
	}
}

func (c *census) seen() map[string]int {
	out := map[string]int{}
	for name, n := range map[string]int{SeenWrites: c.written, SeenReads: c.read, SeenBeside: c.beside} {
		if n > 0 {
			out[name] = n
		}
	}
	return out
}
