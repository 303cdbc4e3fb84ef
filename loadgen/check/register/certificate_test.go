package register

import (
	"bufio"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
)

// made begins a history: client 9 created version 1 before anything else.
var made = history.Event{Op: history.Create, Outcome: history.Won, Status: 201, Invoke: 0, Return: 1, Tag: pack(1), Value: history.ValueOf(9, 1), Client: 9, Seq: 1, Flags: history.Outside}

// Events of client c from a to b, in the order client, invoke, return.
func read(c uint32, a, b int64, tag uint64, writer uint32) history.Event {
	e := history.Event{Op: history.Read, Outcome: history.Won, Status: 200, Invoke: a, Return: b, Tag: pack(tag), Client: c, Seq: uint32(a)}
	if writer != 0 {
		e.Value = history.ValueOf(writer, uint32(tag))
	}
	return e
}

func swap(c uint32, a, b int64, old, tag uint64) history.Event {
	e := history.Event{Op: history.Swap, Outcome: history.Won, Status: 201, Invoke: a, Return: b, If: pack(old), Tag: pack(tag), Client: c, Seq: uint32(tag), Value: history.ValueOf(c, uint32(tag))}
	if tag == 0 {
		e.Outcome, e.Status, e.Tag, e.Seq = history.Lost, 412, history.None, uint32(a)
		e.Value = history.ValueOf(c, uint32(a))
	}
	return e
}

func write(c uint32, a, b int64, tag uint64) history.Event {
	return history.Event{Op: history.Write, Outcome: history.Won, Status: 201, Invoke: a, Return: b, Tag: pack(tag), Client: c, Seq: uint32(tag), Value: history.ValueOf(c, uint32(tag))}
}

func create(c uint32, a, b int64, tag uint64) history.Event {
	e := write(c, a, b, tag)
	e.Op = history.Create
	if tag == 0 {
		e.Outcome, e.Status, e.Tag = history.Lost, 409, history.None
	}
	return e
}

func remove(c uint32, a, b int64, old uint64) history.Event {
	e := history.Event{Op: history.Delete, Outcome: history.Won, Status: 202, Invoke: a, Return: b, Client: c, Seq: uint32(a)}
	if old != 0 {
		e.If = pack(old)
	}
	return e
}

func absent(c uint32, a, b int64) history.Event {
	return history.Event{Op: history.Read, Outcome: history.Absent, Status: 404, Invoke: a, Return: b, Client: c, Seq: uint32(a)}
}

// lost is a write that nobody answered.
func lost(e history.Event) history.Event {
	e.Outcome, e.Status, e.Tag, e.Return = history.Unknown, 0, history.None, history.Open
	return e
}

// spell writes tags as the tests count them.
func spell(t history.Token) string {
	return "v" + strings.TrimLeft(string([]byte{byte('0' + (t-pack(0))/10), byte('0' + (t-pack(0))%10)}), "0")
}

func TestCertificates(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name     string
		events   []history.Event
		rule     string
		sentence string
		evidence []uint32 // clients, in order of invocation
	}{
		{
			"lost update", []history.Event{swap(1, 2, 5, 1, 2), swap(2, 3, 6, 1, 3)},
			ruleLostUpdate, "client 1 and client 2 both replaced version v1: the update of one of them is lost", []uint32{9, 1, 2},
		},
		{
			"lost update behind an unknown outcome", []history.Event{lost(swap(1, 2, 5, 1, 2)), swap(2, 3, 6, 1, 3), read(3, 4, 7, 2, 1)},
			ruleLostUpdate, "client 2 and client 1 both replaced version v1: the update of one of them is lost", []uint32{9, 1, 2, 3},
		},
		{
			"delete and update", []history.Event{swap(1, 2, 5, 1, 2), remove(2, 3, 6, 1)},
			ruleLostUpdate, "client 1 and client 2 both took version v1 for current, one to delete and one to replace it: one of the two is lost", []uint32{9, 1, 2},
		},
		{
			"stale read", []history.Event{swap(1, 2, 5, 1, 2), read(2, 8, 9, 1, 9)},
			ruleStale, "client 2 read version v1 3ns after version v2 had certainly replaced it", []uint32{9, 1, 2},
		},
		{
			"older after newer", []history.Event{swap(1, 2, 50, 1, 2), read(2, 8, 9, 2, 1), read(3, 10, 12, 1, 9)},
			ruleStale, "client 3 read version v1 1ns after version v2 had certainly replaced it", []uint32{9, 1, 2, 3},
		},
		{
			"stale read after an overwrite", []history.Event{write(1, 2, 5, 2), read(2, 8, 9, 1, 9)},
			ruleStale, "client 2 read an old version 3ns after a newer one, version v2, had certainly taken its place", []uint32{9, 1, 2},
		},
		{
			"an overwrite is lost", []history.Event{write(1, 2, 5, 2), swap(2, 8, 9, 1, 3)},
			ruleLostWrite, "client 2 replaced version v1 by name 3ns after version v2 had certainly taken its place: the write of client 1 is lost", []uint32{9, 1, 2},
		},
		{
			"read from the future", []history.Event{read(2, 2, 3, 2, 1), swap(1, 5, 9, 1, 2)},
			ruleEarly, "client 2 read version v2 2ns before the write that made it was sent", []uint32{2, 1},
		},
		{
			"read of a later version before an earlier one", []history.Event{swap(1, 20, 25, 1, 2), swap(2, 3, 40, 2, 3), read(3, 4, 9, 3, 2)},
			ruleEarly, "client 3 read version v3 11ns before version v2, which precedes it, was sent", []uint32{2, 3, 1},
		},
		{
			"reordering", []history.Event{swap(1, 20, 25, 1, 2), swap(2, 3, 9, 2, 3)},
			ruleReordered, "version v3 follows version v2 by If-Match, and yet its write was answered 11ns before the other was sent", []uint32{2, 1},
		},
		{
			"412 while current", []history.Event{read(1, 2, 3, 1, 9), swap(2, 5, 8, 1, 0), read(3, 9, 11, 1, 9)},
			ruleWrong412, "client 2 was told that version v1 is not current, although it was so before the request was sent and after the answer", []uint32{9, 2, 3},
		},
		{
			"412 on the last version", []history.Event{swap(2, 5, 8, 1, 0)},
			ruleWrong412, "client 2 was told that version v1 is not current, although it had been made before and nothing replaced it", []uint32{9, 2},
		},
		{
			"412 before an overwrite", []history.Event{swap(2, 5, 8, 1, 0), write(3, 10, 12, 2)},
			ruleWrong412, "client 2 was told that version v1 is not current, although it was so before the request was sent and after the answer", []uint32{9, 2, 3},
		},
		{
			"refused and applied", []history.Event{swap(1, 2, 5, 1, 2), swap(2, 6, 8, 1, 0), func() history.Event {
				e := read(3, 9, 10, 3, 2)
				e.Value = history.ValueOf(2, 6)
				return e
			}()},
			ruleRefused, "client 2 was told that its condition was not met, and yet what it sent took effect: the contents of exchange 6 of client 2 were seen", []uint32{2, 3},
		},
		{
			"nobody wrote it", []history.Event{read(1, 2, 5, 7, 8)},
			rulePhantom, "client 1 read version v7, which no recorded write made: it shows the contents of exchange 7 of client 8", []uint32{9, 1},
		},
		{
			"nobody can have written it", []history.Event{lost(swap(1, 8, 9, 1, 2)), read(2, 2, 5, 7, 0)},
			rulePhantom, "client 2 was shown version v7, which no recorded write made, nor can one of those that were not answered have made it", []uint32{9, 2, 1},
		},
		{
			"torn", []history.Event{func() history.Event {
				e := read(1, 2, 5, 1, 9)
				e.Flags, e.Value = history.Torn, 0
				return e
			}()},
			ruleTorn, "client 1 read contents that are those of no write: mixed, cut or damaged", []uint32{9, 1},
		},
		{
			"tag used twice", []history.Event{swap(1, 2, 5, 1, 2), swap(2, 6, 8, 2, 3), swap(3, 9, 11, 3, 2)},
			ruleTagTwice, "the writes of client 1 and client 3 were both given the tag v2: an If-Match that names the one succeeds on the other", []uint32{1, 3},
		},
		{
			"tag unchanged", []history.Event{swap(1, 2, 5, 1, 1)},
			ruleTagTwice, "the writes of client 9 and client 1 were both given the tag v1: an If-Match that names the one succeeds on the other", []uint32{9, 1},
		},
		{
			"old contents under a new tag", []history.Event{swap(1, 2, 5, 1, 2), func() history.Event {
				e := read(3, 9, 10, 2, 9)
				e.Value = made.Value
				return e
			}()},
			ruleTwoContents, "tag v2 stands for the contents of exchange 2 of client 1 and for the contents of exchange 1 of client 9", []uint32{9, 1, 3},
		},
		{
			"contents under a tag nobody was given", []history.Event{func() history.Event {
				e := read(3, 9, 10, 5, 9)
				e.Value = made.Value
				return e
			}()},
			ruleTwoTags, "the contents of exchange 1 of client 9 were seen as version v5, although they were written as version v1, and nobody wrote them again", []uint32{9, 3},
		},
		{
			"If-Match ignored by a read", []history.Event{swap(1, 2, 5, 1, 2), func() history.Event {
				e := read(3, 9, 10, 2, 1)
				e.If = pack(1)
				return e
			}()},
			ruleIgnored, "client 3 asked with If-Match for version v1 and was given version v2 instead of a refusal", []uint32{1, 3},
		},
		{
			"two creates", []history.Event{create(1, 2, 5, 2)},
			ruleTwoCreates, "client 9 and client 1 both created it, and nothing had deleted it in between", []uint32{9, 1},
		},
		{
			"two creates of a later life", []history.Event{remove(1, 2, 4, 1), create(2, 5, 9, 2), create(3, 10, 15, 3)},
			ruleTwoCreates, "client 2 and client 3 both created it, and nothing had deleted it in between", []uint32{2, 3},
		},
		{
			"two concurrent creates of a later life", []history.Event{remove(1, 2, 4, 1), create(2, 5, 12, 2), create(3, 6, 15, 3)},
			ruleTwoCreates, "client 2 and client 3 both created it, and nothing had deleted it in between; every order of the writes around was tried, and none explains it together with one other answer", []uint32{2, 3},
		},
		{
			"read after a delete", []history.Event{remove(1, 2, 4, 1), read(2, 6, 9, 1, 9)},
			ruleAfterDelete, "client 2 read version v1 2ns after it was certainly deleted", []uint32{9, 1, 2},
		},
		{
			"read after a delete of whatever is there", []history.Event{remove(1, 2, 4, 0), read(2, 6, 9, 1, 9)},
			ruleAfterDelete, "client 2 read what client 1 had deleted 2ns before", []uint32{9, 1, 2},
		},
		{
			"deleted twice", []history.Event{remove(1, 2, 4, 0), remove(2, 6, 9, 0)},
			ruleDeleteAbsent, "client 2 deleted what was not there", []uint32{1, 2},
		},
		{
			"404 while there", []history.Event{absent(1, 3, 5), swap(2, 7, 9, 1, 2)},
			ruleWrong404, "client 1 was told that there is nothing, although it was there from before the request was sent until after the answer", []uint32{9, 1, 2},
		},
		{
			"409 while nothing is there", []history.Event{remove(1, 2, 4, 1), create(2, 6, 8, 0), create(3, 10, 12, 2)},
			ruleWrong409, "client 2 was told that it exists, although nothing was there from before the request was sent until after the answer", []uint32{1, 2, 3},
		},
		{
			"no order of overwrites", []history.Event{write(1, 2, 20, 2), write(2, 3, 21, 3), swap(3, 22, 25, 2, 0), swap(4, 22, 25, 3, 0)},
			ruleWrong412, "client 4 was told that version v3 is not current, although it had been made before and nothing replaced it; every order of the writes around was tried, and none explains it together with one other answer", []uint32{2, 4, 3},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			r := Check(append([]history.Event{made}, test.events...), Options{Text: spell})
			if r.State != finding.Invalid || len(r.Violations) == 0 {
				t.Fatalf("got %s (%s), want invalid", r.State, r.Why)
			}
			v := r.Violations[0]
			var clients []uint32
			for _, e := range v.Evidence {
				clients = append(clients, e.Event.Client)
			}
			if v.Rule != test.rule || v.Sentence != test.sentence || !cmp.Equal(clients, test.evidence) {
				t.Errorf("got %s\n%s\n%v\nwant %s\n%s\n%v", v.Rule, v.Sentence, clients, test.rule, test.sentence, test.evidence)
			}
			for _, e := range v.Evidence {
				t.Logf("client %d %s", e.Event.Client, e.Role)
			}
			if len(r.Violations) > 1 {
				t.Logf("also %s: %s", r.Violations[1].Rule, r.Violations[1].Sentence)
			}
		})
	}
}

// TestUnaccused checks that what is no violation is reported as none.
func TestUnaccused(t *testing.T) {
	t.Parallel()
	refused := swap(2, 3, 4, 1, 0)
	refused.Outcome = history.Refused
	blocks := swap(2, 3, 4, 1, 0)
	blocks.Status = 400 // InvalidBlockList: the version may well be current
	again := read(2, 3, 4, 1, 0)
	again.Flags, again.If, again.Status = history.IfNoneMatch, pack(1), 304
	lease := history.Event{Op: history.Acquire, Outcome: history.Won, Invoke: 2, Return: 3, Tag: pack(99)}
	throttled := swap(3, 5, 6, 1, 2)
	throttled.Outcome, throttled.Status, throttled.Tag, throttled.Return = history.Throttled, 503, history.None, history.Open
	untagged := swap(1, 2, 5, 1, 2)
	untagged.Tag = history.None
	for name, events := range map[string][]history.Event{
		"nothing":                           nil,
		"refused by a lease":                {refused},
		"blocks gone":                       {blocks},
		"304":                               {again},
		"leases":                            {lease},
		"throttled and applied":             {throttled, read(4, 7, 9, 2, 3)},
		"throttled and not applied":         {throttled, read(4, 7, 9, 1, 9)},
		"412 because of an unseen update":   {throttled, swap(4, 7, 9, 1, 0)},
		"touching intervals":                {swap(1, 2, 5, 1, 2), read(2, 5, 9, 1, 9)},
		"answered without a tag":            {untagged, read(4, 7, 9, 2, 1), swap(5, 10, 12, 2, 3)},
		"404 and 412 for a missing version": {remove(1, 2, 4, 1), swap(2, 5, 6, 1, 0), absent(3, 5, 9)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if r := Check(append([]history.Event{made}, events...), Options{}); r.State != finding.Valid {
				t.Errorf("got %s (%s) %v, want valid", r.State, r.Why, r.Violations)
			}
		})
	}
}

func TestUndecided(t *testing.T) {
	t.Parallel()
	events := []history.Event{made, write(1, 2, 20, 2), write(2, 3, 21, 3), swap(3, 22, 25, 2, 0), swap(4, 22, 25, 3, 0)}
	if r := Check(events, Options{Budget: 1}); r.State != finding.Undecided || r.Why == "" {
		t.Errorf("got %s (%s) with too small a budget, want undecided and why", r.State, r.Why)
	}
}

func TestClausesExist(t *testing.T) {
	t.Parallel()
	f, err := os.Open("../../../features/clauses.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	known := map[string]bool{}
	for lines := bufio.NewScanner(f); lines.Scan(); {
		id, _, _ := strings.Cut(lines.Text(), "\t")
		known[id] = true
	}
	for rule, kinds := range clauses {
		for kind, ids := range kinds {
			if len(ids) == 0 && rule != ruleIgnored { // nothing promises it of entities and containers
				t.Errorf("%s: no clause for kind %d", rule, kind)
			}
			for _, id := range ids {
				if !known[id] {
					t.Errorf("%s: the clause %s is not in features/clauses.tsv", rule, id)
				}
			}
		}
	}
}

// TestOrderOfEvents checks that the order in which events are given does not matter.
func TestOrderOfEvents(t *testing.T) {
	t.Parallel()
	events := []history.Event{made, swap(1, 2, 5, 1, 2), read(2, 6, 9, 2, 1), swap(3, 7, 9, 2, 3), swap(4, 7, 11, 2, 0), read(5, 12, 13, 3, 3)}
	want := Check(events, Options{})
	slices.Reverse(events)
	if got := Check(events, Options{}); !cmp.Equal(want, got) {
		t.Errorf("the verdict depends on the order of events (-want +got):\n%s", cmp.Diff(want, got))
	}
}
