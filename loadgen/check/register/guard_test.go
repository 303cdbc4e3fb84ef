package register

import (
	"strings"
	"testing"

	"ifmatch/loadgen/history"
)

// TestARefusedWriteOfAFile: a lease refuses a write with 412, and a pending deletion or a share mode with 409.
func TestARefusedWriteOfAFile(t *testing.T) {
	t.Parallel()
	for status, want := range map[uint16]string{412: "FILE-LEASE-12", 409: "FILE-DEL-02 FILE-SMB-05"} {
		refused := write(2, 2, 3, 2)
		refused.Outcome, refused.Status, refused.Tag = history.Refused, status, history.None
		r := Check([]history.Event{made, refused, read(3, 4, 5, 2, 2)}, Options{Kind: File})
		if len(r.Violations) != 1 || r.Violations[0].Rule != "refused write applied" || strings.Join(r.Violations[0].Clauses, " ") != want {
			t.Errorf("%d: %+v, want one violation of %s", status, r.Violations, want)
		}
	}
}

// TestSentencesNameTheCondition: a violation by a request that depends on a date or a number does not speak of an If-Match.
func TestSentencesNameTheCondition(t *testing.T) {
	t.Parallel()
	event := func(op history.Op, client uint32, at int64, named, tag history.Token) history.Event {
		return history.Event{Op: op, Outcome: history.Won, Status: 200, Client: client, Seq: uint32(at), Invoke: at, Return: at + 1, If: named, Tag: tag, Value: uint64(at + 1)}
	}
	made := event(history.Create, 9, 0, 0, 1)
	made.Flags = history.Outside
	for guard, want := range map[history.Guard]string{
		history.ByTag: "an If-Match succeeds only", history.UnmodifiedSince: "an If-Unmodified-Since succeeds only", history.SequenceEqual: "an x-ms-if-sequence-number-eq succeeds only",
	} {
		late := event(history.Swap, 2, 8, 1, 3)
		late.Arg = int64(guard)
		r := Check([]history.Event{made, event(history.Swap, 1, 4, 1, 2), late}, Options{})
		if len(r.Violations) != 1 || !strings.Contains(r.Violations[0].Sentence, want) {
			t.Errorf("%v: %+v, want %q", guard, r.Violations, want)
		}
	}
	stale := event(history.Read, 2, 8, 0, 1)
	stale.Arg, stale.Value = int64(history.ModifiedSince), 0
	r := Check([]history.Event{made, event(history.Swap, 1, 4, 1, 2), stale}, Options{})
	if want := "was told that nothing was written after version"; len(r.Violations) != 1 || !strings.Contains(r.Violations[0].Sentence, want) {
		t.Errorf("%+v, want %q", r.Violations, want)
	}
}
