package appendblob

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/check/register"
	"ifmatch/loadgen/history"
)

var made = history.Event{Op: history.Create, Outcome: history.Won, Status: 201, Return: 1, Tag: 1 << 60, Client: 9, Seq: 1, Flags: history.Outside}

// block is an append of 10 bytes by a client that landed at an offset.
func block(c uint32, a, b, offset int64) history.Event {
	return history.Event{
		Op: history.Append, Outcome: history.Won, Status: 201, Invoke: a, Return: b, Got: offset, Arg: 10,
		Tag: history.Token(1<<60 | uint64(offset+10)), Client: c, Seq: uint32(a), Value: history.ValueOf(c, uint32(a)),
	}
}

// at makes an append name a position.
func at(e history.Event, position int64) history.Event {
	e.If = book.Position(position)
	return e
}

// refused is an append that was refused because its position is not the end.
func refused(c uint32, a, b, position int64) history.Event {
	e := at(block(c, a, b, 0), position)
	e.Outcome, e.Status, e.Tag = history.Lost, 412, history.None
	return e
}

// lost is an append without an answer.
func lost(e history.Event) history.Event {
	e.Outcome, e.Status, e.Tag, e.Got, e.Return = history.Unknown, 0, history.None, 0, history.Open
	return e
}

// tail is a read of the blob's end: its length, and the writer of its last block.
func tail(c uint32, a, b, length int64, last history.Event) history.Event {
	return history.Event{
		Op: history.Read, Outcome: history.Won, Status: 206, Invoke: a, Return: b, Got: length, Value: last.Value,
		Tag: history.Token(1<<60 | uint64(length)), Client: c, Seq: uint32(a), Flags: history.Tail,
	}
}

func TestCertificates(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name     string
		events   []history.Event
		rule     string
		sentence string
		evidence []uint32 // clients
	}{
		{
			"two appends at one offset", []history.Event{block(1, 2, 5, 0), block(2, 3, 6, 0)},
			"lost update", "client 1 and client 2 were both told that their blocks are at 0: one of the two is lost", []uint32{1, 2},
		},
		{
			"an older end", []history.Event{block(1, 2, 5, 0), tail(2, 7, 9, 0, history.Event{})},
			"stale read", "client 2 read version of length 0 2 ns after client 1 replaced version of length 0 by version of length 10: a read shows the current version; it is this answer that is wrong, or else that of client 1", []uint32{1, 2},
		},
		{
			"a position refused although it was the end", []history.Event{refused(1, 2, 5, 0), block(2, 7, 9, 0)},
			"precondition failed while the version was current",
			"client 1 was told that version of length 0 is not current 1 ns after client 9 created it as version of length 0: a condition is met while the version that it names is current; it is this answer that is wrong, or else that of client 9", []uint32{9, 1, 2},
		},
		{
			"refused and applied", []history.Event{block(1, 2, 5, 0), refused(2, 6, 8, 0), tail(3, 9, 12, 20, block(2, 6, 8, 10))},
			"refused write applied", "client 2 was told that version of length 0 is not current 1 ns before the request by which client 3 read version of length 20: the write took effect, although a refused write changes nothing; it is this answer that is wrong, or else that of client 3", []uint32{2, 3},
		},
		{
			"a gap that nobody filled", []history.Event{block(1, 2, 5, 0), block(2, 6, 8, 30)},
			"read of a version nobody wrote", "client 2 replaced version of length 30 by version of length 40: no recorded write explains the version that it found; it is this answer that is wrong, or else that of client 1" + finding.WholeProof, []uint32{1, 2},
		},
		{
			"a block appended twice", []history.Event{block(1, 2, 5, 0), block(2, 6, 8, 20)},
			"doubled append", "the block of client 1 was appended at 0, and the blob was then found 10 bytes too long: exactly one more block, which nobody appended" + finding.WholeProof, []uint32{1, 2},
		},
		{
			"a gap filled too late", []history.Event{block(1, 2, 5, 0), block(2, 6, 8, 20), lost(block(3, 10, 0, 0))},
			"reordering", "client 2 replaced version of length 20 by version of length 30 2 ns before the request by which client 3 replaced version of length 10 by version of length 20 without being answered: a write takes effect between its request and its answer, on the version current then" + finding.WholeProof, []uint32{2, 3},
		},
		{
			"another position than asked for", []history.Event{at(block(1, 2, 5, 0), 10)},
			"condition ignored", "client 1 asked to append at 10, and its block was put at 0 instead of being refused", []uint32{1},
		},
		{
			"one ETag for two lengths", []history.Event{block(1, 2, 5, 0), func() history.Event {
				e := block(2, 6, 8, 10)
				e.Tag = history.Token(1<<60 | 10)
				return e
			}()},
			"tag with two contents", "client 2 replaced version of length 10 by version of length 20 1 ns after client 1 replaced version of length 0 by version of length 10: one tag stands for two contents; it is this answer that is wrong, or else that of client 1", []uint32{1, 2},
		},
		{
			"two ETags for one length", []history.Event{block(1, 2, 5, 0), func() history.Event {
				e := tail(2, 6, 8, 10, block(1, 2, 5, 0))
				e.Tag = 1<<60 | 77
				return e
			}()},
			"contents with two tags", "client 2 read version of length 10 1 ns after client 1 replaced version of length 0 by version of length 10: the contents of one write have two tags; it is this answer that is wrong, or else that of client 1" + finding.WholeProof, []uint32{1, 2},
		},
		{
			"two creates", []history.Event{func() history.Event {
				e := made
				e.Client, e.Invoke, e.Return, e.Tag = 1, 3, 5, 1<<60|99
				return e
			}()},
			"two winners of a create", "client 1 created it as version of length 0 2 ns after client 9 created it as version of length 0: a create succeeds only where nothing is; it is this answer that is wrong, or else that of client 9" + finding.WholeProof, []uint32{9, 1},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			r := Check(append([]history.Event{made}, test.events...), register.Options{})
			if r.State != finding.Invalid || len(r.Violations) == 0 {
				t.Fatalf("got %s (%s), want invalid", r.State, r.Why)
			}
			v := r.Violations[0]
			var clients []uint32
			for _, e := range v.Evidence {
				clients = append(clients, e.Event.Client)
				if op := e.Event.Op; op != history.Append && op != history.Read && op != history.Create {
					t.Errorf("the evidence is not what was recorded: %+v", e.Event)
				}
			}
			if v.Rule != test.rule || v.Sentence != test.sentence || !cmp.Equal(clients, test.evidence) {
				t.Errorf("got %s\n%s\n%v\nwant %s\n%s\n%v", v.Rule, v.Sentence, clients, test.rule, test.sentence, test.evidence)
			}
		})
	}
}

func TestUnaccused(t *testing.T) {
	t.Parallel()
	filling := lost(block(3, 4, 0, 0))
	for name, events := range map[string][]history.Event{
		"nothing":                         nil,
		"a gap filled by a lost append":   {block(1, 2, 5, 0), filling, block(2, 6, 8, 20)},
		"a lost append that was read":     {block(1, 2, 5, 0), filling, tail(2, 6, 8, 20, filling)},
		"a lost append that came to none": {block(1, 2, 5, 0), filling, tail(2, 6, 8, 10, block(1, 2, 5, 0))},
		"a lost append at a position":     {block(1, 2, 5, 0), lost(at(block(3, 6, 0, 0), 10)), tail(2, 9, 12, 20, history.Event{})},
		"refused for a lost append":       {filling, refused(1, 5, 8, 0)},
		"two lost in one gap":             {filling, lost(block(4, 5, 0, 0)), block(1, 6, 9, 20)},
		// That 10 was no longer the end shows that client 3 came before client 4 was sent. The
		// gap at 30 is for client 5, because client 7 was sent after it.
		"outgrown before another was sent": {
			block(1, 2, 5, 0), filling, refused(2, 6, 8, 10), lost(at(block(4, 9, 0, 0), 10)), block(1, 10, 12, 20),
			lost(at(block(5, 13, 0, 0), 30)), tail(6, 14, 16, 40, history.Event{}), lost(block(7, 20, 0, 0)),
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if r := Check(append([]history.Event{made}, events...), register.Options{}); r.State != finding.Valid {
				t.Errorf("got %s (%s) %v, want valid", r.State, r.Why, r.Violations)
			}
		})
	}
}

func TestLivesAreUndecided(t *testing.T) {
	t.Parallel()
	gone := history.Event{Op: history.Delete, Outcome: history.Won, Invoke: 5, Return: 7}
	if r := Check([]history.Event{made, gone}, register.Options{}); r.State != finding.Undecided || r.Why == "" {
		t.Errorf("got %s (%s), want undecided and why", r.State, r.Why)
	}
}
