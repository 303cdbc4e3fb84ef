package stats

import (
	"cmp"
	"slices"

	"ifmatch/loadgen/history"
	"ifmatch/reports/load"
	"ifmatch/reports/load/hdr"
)

// OutcomeNames are the names of the outcomes in results, indexed by
// history.Outcome.
var OutcomeNames = [...]string{
	history.Won: "won", history.Lost: "lost", history.Refused: "refused", history.Absent: "absent",
	history.Throttled: "throttled", history.Unknown: "unknown", history.Wrong: "wrong",
}

// outcomes is one more than the highest outcome.
const outcomes = len(OutcomeNames)

// operation is one documented operation.
type operation struct {
	name  uint16
	first int64 // earliest invocation
	cells [outcomes]*cell
}

// cell is one outcome of an operation.
type cell struct {
	count                  int64
	service, response, lag *hdr.Histogram
	answers                []answer // few: an outcome of an operation has only one or two pairs of status and code
}

type answer struct {
	status, code uint16
	count        int64
}

func (op *operation) cell(o history.Outcome) *cell {
	c := op.cells[o]
	if c == nil {
		c = &cell{service: hdr.New(), response: hdr.New(), lag: hdr.New()}
		op.cells[o] = c
	}
	return c
}

func (c *cell) add(e *history.Event, scheduled bool) {
	c.count++
	if e.Return != history.Open {
		c.service.Record(e.Return - e.Invoke)
		c.response.Record(e.Return - e.Intended)
	}
	if scheduled {
		c.lag.Record(e.Invoke - e.Intended)
	}
	for i := range c.answers {
		if c.answers[i].status == e.Status && c.answers[i].code == e.Code {
			c.answers[i].count++
			return
		}
	}
	c.answers = append(c.answers, answer{e.Status, e.Code, 1})
}

func (op *operation) report(name string) load.Operation {
	out := load.Operation{Name: name}
	for o, c := range op.cells {
		if c != nil {
			out.Outcomes = append(out.Outcomes, load.Outcome{
				Outcome: OutcomeNames[o], Count: c.count,
				Service: c.service.Distribution(), Response: c.response.Distribution(), Lag: c.lag.Distribution(),
			})
		}
	}
	return out
}

// codes sums up the answers of all operations, the most frequent first.
func codes(ops []*operation, book Names) []load.Code {
	type kind struct{ status, code uint16 }
	counts := map[kind]int64{}
	for _, op := range ops {
		for _, c := range op.cells {
			if c == nil {
				continue
			}
			for _, a := range c.answers {
				counts[kind{a.status, a.code}] += a.count
			}
		}
	}
	out := make([]load.Code, 0, len(counts))
	for k, n := range counts {
		out = append(out, load.Code{Status: int(k.status), Code: book.CodeText(k.code), Count: n})
	}
	slices.SortFunc(out, func(a, b load.Code) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Status, b.Status), cmp.Compare(a.Code, b.Code))
	})
	return out
}

// Names returns the texts of a history, as its Dictionary does.
type Names interface {
	NameText(name uint16) string
	CodeText(code uint16) string
}
