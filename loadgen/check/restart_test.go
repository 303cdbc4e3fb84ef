package check

import (
	"testing"

	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
)

// TestWhatARestartLoses has histories of one entity and a restart of its service. In some the entity is lost with its table,
// although a delete without an answer might have removed the entity. In others nothing is lost.
func TestWhatARestartLoses(t *testing.T) {
	t.Parallel()
	const ms = 1_000_000
	for _, tc := range []struct {
		name, key, code     string
		killed, dead, ready int64 // 0: no restart
		refused             bool  // the delete is answered, by a refusal
		want                finding.State
	}{
		{"the table is gone", "table /t(PartitionKey='p',RowKey='r')", "TableNotFound", 30 * ms, 31 * ms, 40 * ms, false, finding.Invalid},
		{"the table is gone, and the delete was refused", "table /t(PartitionKey='p',RowKey='r')", "TableNotFound", 30 * ms, 31 * ms, 40 * ms, true, finding.Invalid},
		{"the table is gone before the target answers", "table /t(PartitionKey='p',RowKey='r')", "TableNotFound", 30 * ms, 31 * ms, 90 * ms, false, finding.Invalid},
		{"the entity is gone, by the delete for all we know", "table /t(PartitionKey='p',RowKey='r')", "ResourceNotFound", 30 * ms, 31 * ms, 40 * ms, false, finding.Valid},
		{"no restart", "table /t(PartitionKey='p',RowKey='r')", "TableNotFound", 0, 0, 0, false, finding.Valid},
		{"a restart later", "table /t(PartitionKey='p',RowKey='r')", "TableNotFound", 70 * ms, 71 * ms, 80 * ms, false, finding.Valid},
		{"a restart before anything was there", "table /t(PartitionKey='p',RowKey='r')", "TableNotFound", 1, 2, 3, false, finding.Valid},
		{"sent before the target was dead, and answered by the new one", "table /t(PartitionKey='p',RowKey='r')", "TableNotFound", 40 * ms, 50*ms + 500_000, 50*ms + 700_000, false, finding.Invalid},
		{"sent before the target was killed, and answered by the new one", "table /t(PartitionKey='p',RowKey='r')", "TableNotFound", 50*ms + 200_000, 50*ms + 500_000, 50*ms + 700_000, false, finding.Invalid},
		{"answered before the target was dead", "table /t(PartitionKey='p',RowKey='r')", "TableNotFound", 50*ms + 200_000, 51*ms + 500_000, 52 * ms, false, finding.Valid},
		{"a container that clients delete", "blob /c", "ContainerNotFound", 30 * ms, 31 * ms, 40 * ms, false, finding.Valid},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			book := history.NewDictionary("0123abcd")
			key, name := book.Key(tc.key), book.Name("an operation")
			tag := book.Token(`"0x1"`)
			first := history.Event{Key: key, Name: name, Op: history.Create, Outcome: history.Won, Status: 201, Tag: tag, Value: history.ValueOf(1, 1), Client: 1, Seq: 1, Invoke: 10 * ms, Return: 11 * ms, Flags: history.Outside}
			remove := history.Event{Key: key, Name: name, Op: history.Delete, Outcome: history.Unknown, If: tag, Client: 2, Seq: 1, Invoke: 20 * ms, Return: history.Open}
			if tc.refused {
				remove.Outcome, remove.Status, remove.Return, remove.If = history.Lost, 412, 21*ms, book.Token(`"0x2"`)
			}
			gone := history.Event{Key: key, Name: name, Op: history.Read, Outcome: history.Absent, Status: 404, Code: book.Code(tc.code), Client: 3, Seq: 1, Invoke: 50 * ms, Return: 51 * ms}
			events := []history.Event{first, remove, gone}
			if tc.ready > 0 {
				events = append(events, history.Event{
					Key: book.Key("target"), Name: book.Name("restart of the target"), Op: history.Restart, Outcome: history.Won, Flags: history.Outside,
					Client: history.RestartSlot, Seq: 1, Invoke: tc.killed, Arg: tc.dead - tc.killed, Return: tc.ready,
				})
			}
			live := NewStream(book, Options{Undecided: -1})
			live.Add(events[:3])
			if tc.ready > 0 {
				live.Mark(tc.killed) // the restart is noted when it is over
				live.Add(events[3:])
			}
			live.Mark(100 * ms)
			for when, v := range map[string]Verdict{"afterwards": Events(book, events, true, "", Options{}), "live": live.Close(true, "")} {
				if v.State != tc.want || v.Operations != 3 || v.Keys != 1 {
					t.Errorf("%s: %s (%s) of %d operations on %d keys, want %s", when, v.State, v.Why, v.Operations, v.Keys, tc.want)
				}
				if v.Violations > 1 {
					t.Errorf("%s: %d violations", when, v.Violations)
				}
				for _, r := range v.Results {
					for _, x := range r.Violations {
						if x.Rule != LostOverRestart || len(x.Evidence) != 3 {
							t.Errorf("%s: %s with %d operations: %s", when, x.Rule, len(x.Evidence), x.Sentence)
						}
					}
				}
			}
			part := Events(book, events, false, "a part is missing", Options{})
			if part.State != finding.Incomplete {
				t.Errorf("of a part it is %s, want incomplete: somebody else may have deleted the table", part.State)
			}
		})
	}
}
