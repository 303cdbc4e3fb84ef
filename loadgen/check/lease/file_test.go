package lease

import (
	"testing"

	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
)

// step is an operation and its answer.
type step struct {
	op      history.Op
	id      history.Token
	outcome history.Outcome
}

// leaseIDs are three ids of leases.
func leaseIDs() (mine, yours, other history.Token) {
	book := history.NewDictionary("5f3a1b2c")
	_, mine = book.LeaseID(1, 1)
	_, yours = book.LeaseID(2, 1)
	_, other = book.LeaseID(3, 1)
	return mine, yours, other
}

// inTurn makes events of steps, one after the other.
func inTurn(steps []step) (events []history.Event) {
	for i, s := range steps {
		e := history.Event{Op: s.op, Lease: s.id, Outcome: s.outcome, Invoke: int64(i)*1000 + 1, Return: int64(i)*1000 + 500, Client: 1, Seq: uint32(i + 1)}
		switch s.op {
		case history.Acquire, history.Break:
			e.Arg = history.Infinite
		case history.Change:
			_, _, e.Next = leaseIDs()
		case history.Write, history.PutRange:
			e.Value = history.ValueOf(1, uint32(i+1))
		}
		events = append(events, e)
	}
	return events
}

// TestLeasesOfFiles has the answers of Lease File and of operations that a lease guards, one
// after the other. The last is the one in question.
func TestLeasesOfFiles(t *testing.T) {
	t.Parallel()
	mine, yours, _ := leaseIDs()
	const won, refused = history.Won, history.Refused
	acquired := step{history.Acquire, mine, won}
	broken := []step{acquired, {history.Break, history.None, won}}
	written := append(broken[:2:2], step{history.PutRange, history.None, won})
	for name, tt := range map[string]struct {
		steps  []step
		clause string // of the violation; "" if the history is valid
	}{
		"again under the same id":             {[]step{acquired, {history.Acquire, mine, won}}, ""},
		"under another":                       {[]step{acquired, {history.Acquire, yours, won}}, "FILE-LEASE-03"},
		"refused to another":                  {[]step{acquired, {history.Acquire, yours, refused}}, ""},
		"refused to the holder":               {[]step{acquired, {history.Acquire, mine, refused}}, "FILE-LEASE-04"},
		"refused when free":                   {[]step{acquired, {history.Release, mine, won}, {history.Acquire, yours, refused}}, "FILE-LEASE-01"},
		"a write without the id":              {[]step{acquired, {history.PutRange, history.None, won}}, "FILE-LEASE-12"},
		"refused a write without the id":      {[]step{acquired, {history.PutRange, history.None, refused}}, ""},
		"a write under it":                    {[]step{acquired, {history.PutRange, mine, won}}, ""},
		"refused a write under it":            {[]step{acquired, {history.PutRange, mine, refused}}, "FILE-LEASE-13"},
		"a write under another":               {[]step{acquired, {history.PutRange, yours, won}}, "FILE-LEASE-14"},
		"a read without the id":               {[]step{acquired, {history.GetRange, history.None, won}}, ""},
		"refused a read without the id":       {[]step{acquired, {history.GetRange, history.None, refused}}, "FILE-LEASE-16"},
		"refused a read under it":             {[]step{acquired, {history.GetRange, mine, refused}}, "FILE-LEASE-17"},
		"a write under a broken one":          {append(broken[:2:2], step{history.PutRange, mine, won}), "FILE-LEASE-15"},
		"broken, and acquired by another":     {append(broken[:2:2], step{history.Acquire, yours, won}), ""},
		"broken, and refused to another":      {append(broken[:2:2], step{history.Acquire, yours, refused}), "FILE-LEASE-09"},
		"broken, and released":                {append(broken[:2:2], step{history.Release, mine, won}), ""},
		"broken, and the release refused":     {append(broken[:2:2], step{history.Release, mine, refused}), "FILE-LEASE-09"},
		"broken twice":                        {append(broken[:2:2], step{history.Break, history.None, won}), ""},
		"broken, and the next break refused":  {append(broken[:2:2], step{history.Break, history.None, refused}), "FILE-LEASE-09"},
		"written, and released":               {append(written[:3:3], step{history.Release, mine, won}), ""},
		"written, and the release refused":    {append(written[:3:3], step{history.Release, mine, refused}), ""},
		"written, and the break refused":      {append(written[:3:3], step{history.Break, history.None, refused}), ""},
		"written, broken, and a write under":  {append(written[:3:3], step{history.PutRange, mine, won}), "FILE-LEASE-15"},
		"written, and acquired by another":    {append(written[:3:3], step{history.Acquire, yours, won}, step{history.PutRange, yours, won}), ""},
		"released, and a write under it":      {[]step{acquired, {history.Release, mine, won}, {history.PutRange, mine, won}}, "FILE-LEASE-15"},
		"released, and broken":                {[]step{acquired, {history.Release, mine, won}, {history.Break, history.None, won}}, "FILE-LEASE-10"},
		"release refused to the holder":       {[]step{acquired, {history.Release, mine, refused}}, "FILE-LEASE-06"},
		"release granted to another":          {[]step{acquired, {history.Release, yours, won}}, "FILE-LEASE-07"},
		"change granted to who never held it": {[]step{acquired, {history.Change, yours, won}}, "FILE-LEASE-05"},
	} {
		events := inTurn(tt.steps)
		stream := NewStream(Options{File: true})
		for i := range events {
			stream.Add(events[i : i+1])
			stream.Mark(events[i].Return)
		}
		for how, r := range map[string]finding.Result{"check": Check(events, Options{File: true}), "stream": stream.Close()} {
			switch {
			case tt.clause == "" && r.State != finding.Valid:
				t.Errorf("%s, %s: %s %s %+v", name, how, r.State, r.Why, r.Violations)
			case tt.clause != "" && (r.State != finding.Invalid || len(r.Violations) != 1):
				t.Errorf("%s, %s: %s with %d violations, want one", name, how, r.State, len(r.Violations))
			case tt.clause != "" && r.Violations[0].Clauses[0] != tt.clause:
				t.Errorf("%s, %s: %v, want %s", name, how, r.Violations[0].Clauses, tt.clause)
			}
		}
	}
}
