package blocks

import (
	"fmt"
	"strings"
	"testing"

	"ifmatch/internal/golden"
	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
)

// did is an operation of client c from a to b. The clients upload one body each, whose value names the client.
func did(op history.Op, c uint32, a, b int64) history.Event {
	return history.Event{Op: op, Outcome: history.Won, Status: 201, Client: c, Seq: uint32(a) + 1, Invoke: a, Return: b, Value: history.ValueOf(c, 1)}
}

// upload is two blocks of client c, staged from a on. Each takes 5.
func upload(c uint32, a int64) []history.Event {
	return []history.Event{did(history.Stage, c, a, a+5), did(history.Stage, c, a+10, a+15)}
}

func commit(c uint32, a, b int64) history.Event { return did(history.Write, c, a, b) }

// gone is a commit that was refused because a block is not there.
func gone(c uint32, a, b int64) history.Event {
	return denied(commit(c, a, b), history.Lost, 400, blockGone)
}

func denied(e history.Event, o history.Outcome, status, code uint16) history.Event {
	e.Outcome, e.Status, e.Code = o, status, code
	return e
}

// silent is an operation without an answer.
func silent(e history.Event) history.Event {
	e.Outcome, e.Status, e.Return = history.Unknown, 0, history.Open
	return e
}

// busy is an operation that was answered 503.
func busy(e history.Event) history.Event {
	e.Outcome, e.Status, e.Return = history.Throttled, 503, history.Open
	return e
}

// other is a write that commits no blocks.
func other(op history.Op, a, b int64) history.Event {
	e := did(op, 9, a, b)
	e.Value = 0
	return e
}

func of(parts ...any) (out []history.Event) {
	for _, p := range parts {
		switch p := p.(type) {
		case history.Event:
			out = append(out, p)
		case []history.Event:
			out = append(out, p...)
		}
	}
	return out
}

// minimal are histories with one wrong answer, or one that looks wrong.
var minimal = []struct {
	name   string
	events []history.Event
}{
	{"nobody else wrote", of(upload(1, 100), gone(1, 120, 125))},
	{"nobody else wrote, and the blob was created before", of(other(history.Create, 50, 60), upload(1, 100), gone(1, 120, 125))},
	{"the only block", of(upload(1, 100)[:1], gone(1, 120, 125))},
	{"the commit is conditional", of(upload(1, 100), denied(did(history.Swap, 1, 120, 125), history.Lost, 400, blockGone))},
	{"refused because of its condition", of(upload(1, 100), denied(commit(1, 120, 125), history.Lost, 412, notMet))},
	{"a block was never staged", of(gone(1, 120, 125))},
	{"a block was refused", of(upload(1, 100)[0], denied(upload(1, 100)[1], history.Wrong, 403, notMet), gone(1, 120, 125))},
	{"a block without an answer", of(upload(1, 100)[0], silent(upload(1, 100)[1]), gone(1, 120, 125))},
	{"a block that met a busy service", of(busy(upload(1, 100)[0]), gone(1, 120, 125))},
	{"somebody committed in between", of(upload(1, 100), upload(2, 60), commit(2, 116, 118), gone(1, 120, 125))},
	{"somebody committed before the last block", of(upload(1, 100), upload(2, 60), commit(2, 106, 108), gone(1, 120, 125))},
	{"somebody committed while the first block was sent", of(upload(1, 100), upload(2, 60), commit(2, 90, 100), gone(1, 120, 125))},
	{"somebody committed just before", of(upload(1, 100), upload(2, 60), commit(2, 90, 99), gone(1, 120, 125))},
	{"somebody committed while the refusal was on its way", of(upload(1, 100), upload(2, 60), commit(2, 125, 140), gone(1, 120, 125))},
	{"somebody committed just afterwards", of(upload(1, 100), upload(2, 60), commit(2, 126, 140), gone(1, 120, 125))},
	{"somebody's commit was refused in between", of(upload(1, 100), upload(2, 60), denied(commit(2, 116, 118), history.Lost, 412, notMet), gone(1, 120, 125))},
	{"somebody staged blocks in between", of(upload(1, 100), upload(2, 101), gone(1, 120, 125))},
	{"a Put Blob in between", of(upload(1, 100), other(history.Write, 116, 118), gone(1, 120, 125))},
	{"a Delete Blob in between", of(upload(1, 100), other(history.Delete, 116, 118), gone(1, 120, 125))},
	{"a Put Blob without an answer, long ago", of(silent(other(history.Write, 10, 12)), upload(1, 100), gone(1, 120, 125))},
	{"a commit without an answer, long ago", of(upload(2, 10), silent(commit(2, 30, 32)), upload(1, 100), gone(1, 120, 125))},
	{"a commit that met a busy service, long ago", of(upload(2, 10), busy(commit(2, 30, 32)), upload(1, 100), gone(1, 120, 125))},
	{"a commit without an answer in between", of(upload(2, 10), upload(1, 100), silent(commit(2, 116, 118)), gone(1, 120, 125))},
	{"a commit without an answer, whose blocks were gone before", of(upload(2, 10), silent(commit(2, 30, 32)), upload(3, 40), commit(3, 60, 65), upload(1, 100), gone(1, 120, 125))},
	{"a commit without an answer, whose blocks may have been staged afterwards", of(upload(2, 10), silent(commit(2, 30, 32)), upload(3, 0), commit(3, 15, 20), upload(1, 100), gone(1, 120, 125))},
	{"a commit without an answer, whose blocks may still have been there", of(upload(2, 10), silent(commit(2, 30, 32)), upload(3, 40), commit(3, 60, 100), upload(1, 100), gone(1, 120, 125))},
	{"two commits without an answer, one of whose blocks may still have been there", of(upload(3, 10), upload(4, 12), commit(4, 30, 35),
		upload(2, 50), silent(commit(2, 70, 72)), silent(commit(3, 74, 76)), upload(1, 100), gone(1, 120, 125))},
	{"a Put Blob without an answer, and then a commit", of(silent(other(history.Write, 10, 12)), upload(3, 40), commit(3, 60, 65), upload(1, 100), gone(1, 120, 125))},
	{"somebody else discarded a block", of(upload(1, 100), other(history.Discard, 103, 104), gone(1, 120, 125))},
	{"two uploads at once", of(upload(1, 100), upload(2, 102), gone(2, 121, 126), gone(1, 120, 125))},
	{"two uploads, one after the other", of(upload(1, 100), gone(1, 120, 125), upload(2, 202), gone(2, 221, 226))},
	{"discarded blocks are committed", of(upload(1, 100), upload(2, 60), commit(2, 116, 118), commit(1, 120, 125))},
	{"a commit discards the first block only", of(upload(1, 100), upload(2, 60), commit(2, 106, 108), commit(1, 120, 125))},
	{"the other commit may have come before the first block", of(upload(1, 100), upload(2, 60), commit(2, 105, 108), commit(1, 120, 125))},
	{"the other commit may have come afterwards", of(upload(1, 100), upload(2, 60), commit(2, 116, 120), commit(1, 120, 125))},
	{"the other commit has no answer", of(upload(1, 100), upload(2, 60), silent(commit(2, 116, 118)), commit(1, 120, 125))},
	{"the other write need not discard blocks", of(upload(1, 100), other(history.Swap, 116, 118), commit(1, 120, 125))},
	{"discarded blocks are committed, without an answer", of(upload(1, 100), upload(2, 60), commit(2, 116, 118), silent(commit(1, 120, 125)))},
}

func TestCertificates(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for _, tt := range minimal {
		r := whole(tt.events)
		fmt.Fprintf(&b, "# %s: %s\n", tt.name, r.State)
		for _, v := range r.Violations {
			fmt.Fprintf(&b, "%s: %s %s\n", v.Rule, v.Sentence, v.Clauses)
			for _, x := range v.Evidence {
				fmt.Fprintf(&b, "    %d to %d: %s %s\n", x.Event.Invoke, x.Event.Return, x.Event.Who(), x.Role)
			}
		}
		b.WriteByte('\n')
	}
	golden.Same(t, "testdata/certificates.golden", b.String())
}

// TestEventsAtTheWatermark sends a commit just when the refusal of another has been read, which is the watermark.
func TestEventsAtTheWatermark(t *testing.T) {
	t.Parallel()
	s := NewStream(codeOf)
	s.Add(of(upload(1, 100), upload(2, 60), gone(1, 120, 125)))
	s.Mark(125)
	s.Add(of(commit(2, 125, 140)))
	if r := s.Close(); r.State != finding.Valid {
		t.Errorf("%s: %+v", r.State, r.Violations)
	}
}
