package register

import (
	"bufio"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ifmatch/internal/golden"
	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
)

// made begins a history: client 9 created version 1 before anything else.
var made = history.Event{Op: history.Create, Outcome: history.Won, Status: 201, Invoke: 0, Return: 1, Tag: pack(1), Value: history.ValueOf(9, 1), Client: 9, Seq: 1, Flags: history.Outside}

// Events of client c from a to b. The arguments are in the order client, invoke, return.
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

// lost is a write without an answer.
func lost(e history.Event) history.Event {
	e.Outcome, e.Status, e.Tag, e.Return = history.Unknown, 0, history.None, history.Open
	return e
}

// spell writes tags by the numbers that the tests give them.
func spell(t history.Token) string {
	return "v" + strings.TrimLeft(string([]byte{byte('0' + (t-pack(0))/10), byte('0' + (t-pack(0))%10)}), "0")
}

// minimal are histories with one or a few wrong answers.
var minimal = []struct {
	name   string
	events []history.Event
}{
	{
		"lost update", []history.Event{swap(1, 2, 5, 1, 2), swap(2, 3, 6, 1, 3)},
	},
	{
		"lost update beside an overwrite, and seen", []history.Event{write(1, 2, 3, 2), swap(2, 4, 5, 1, 3), read(3, 6, 7, 3, 2)},
	},
	{
		"an overwrite dropped", []history.Event{write(1, 2, 3, 2), read(2, 4, 5, 1, 9), read(3, 6, 7, 1, 9), swap(2, 8, 9, 1, 3), read(3, 10, 11, 3, 2)},
	},
	{
		"an update dropped", []history.Event{swap(1, 2, 3, 1, 2), read(2, 4, 5, 1, 9), read(3, 6, 7, 1, 9), read(3, 10, 11, 1, 9)},
	},
	{
		"one cause over many versions", []history.Event{
			write(1, 2, 3, 2), write(1, 4, 5, 3), write(1, 6, 7, 4), write(1, 8, 9, 5), read(2, 4, 5, 3, 1), read(2, 10, 11, 1, 9), read(2, 12, 13, 5, 1),
		},
	},
	{
		"stale, as only later shows", []history.Event{write(1, 2, 30, 2), write(2, 5, 6, 3), read(3, 10, 12, 2, 1), read(4, 14, 15, 3, 2), read(4, 16, 17, 3, 2), read(4, 18, 19, 3, 2)},
	},
	{
		"lost update behind an unknown outcome", []history.Event{lost(swap(1, 2, 5, 1, 2)), swap(2, 3, 6, 1, 3), read(3, 4, 7, 2, 1)},
	},
	{
		"lost update without an answer", []history.Event{swap(1, 2, 3, 1, 2), lost(swap(2, 4, 5, 1, 3)), read(3, 10, 11, 3, 2), read(3, 12, 13, 3, 2), read(4, 14, 15, 3, 2)},
	},
	{
		"deleted without an answer, although it was replaced", []history.Event{swap(1, 2, 3, 1, 2), lost(remove(2, 4, 5, 1)), absent(3, 10, 11), absent(3, 12, 13), create(5, 16, 17, 7)},
	},
	{
		"a creation dropped", []history.Event{remove(8, 2, 3, 1), create(1, 4, 5, 2), absent(3, 6, 9), create(2, 7, 10, 3), read(4, 12, 13, 3, 2)},
	},
	{
		"a creation dropped, as two found", []history.Event{remove(8, 2, 3, 1), create(1, 4, 5, 2), absent(3, 6, 9), absent(4, 10, 12)},
	},
	{
		"a creation dropped, or one too many", []history.Event{remove(8, 2, 3, 1), create(1, 4, 5, 2), create(2, 7, 10, 3), read(4, 12, 13, 3, 2)},
	},
	{
		"one creation too many before a right one", []history.Event{
			write(1, 2, 3, 2), read(1, 4, 5, 2, 1), create(2, 10, 20, 3), remove(3, 15, 21, 0), absent(4, 22, 30), create(5, 22, 31, 4), read(5, 40, 41, 4, 5),
		},
	},
	{
		"delete and update", []history.Event{swap(1, 2, 5, 1, 2), remove(2, 3, 6, 1)},
	},
	{
		"stale read", []history.Event{swap(1, 2, 5, 1, 2), read(2, 8, 9, 1, 9)},
	},
	{
		"older after newer", []history.Event{swap(1, 2, 50, 1, 2), read(2, 8, 9, 2, 1), read(3, 10, 12, 1, 9)},
	},
	{
		"stale read after an overwrite", []history.Event{write(1, 2, 5, 2), read(2, 8, 9, 1, 9)},
	},
	{
		"an overwrite is lost", []history.Event{write(1, 2, 5, 2), swap(2, 8, 9, 1, 3)},
	},
	{
		"read from the future", []history.Event{read(2, 2, 3, 2, 1), swap(1, 5, 9, 1, 2)},
	},
	{
		"read of a later version before an earlier one", []history.Event{swap(1, 20, 25, 1, 2), swap(2, 3, 40, 2, 3), read(3, 4, 9, 3, 2)},
	},
	{
		"reordering", []history.Event{swap(1, 20, 25, 1, 2), swap(2, 3, 9, 2, 3)},
	},
	{
		"412 while current", []history.Event{read(1, 2, 3, 1, 9), swap(2, 5, 8, 1, 0), read(3, 9, 11, 1, 9)},
	},
	{
		"412 on the last version", []history.Event{swap(2, 5, 8, 1, 0)},
	},
	{
		"412 before an overwrite", []history.Event{swap(2, 5, 8, 1, 0), write(3, 10, 12, 2)},
	},
	{
		"412 or a stale read", []history.Event{write(1, 6, 12, 2), swap(2, 7, 8, 1, 0), read(3, 9, 11, 1, 9), read(4, 14, 15, 2, 1)},
	},
	{
		"412 or a dropped update, or an update done in spite of another 412", []history.Event{swap(1, 2, 3, 1, 2), swap(1, 5, 10, 2, 0), swap(2, 6, 7, 1, 0)},
	},
	{
		"refused and applied, of which the ETag was seen", []history.Event{swap(2, 2, 5, 1, 0), read(3, 9, 10, 3, 0)},
	},
	{
		"refused and applied", []history.Event{swap(1, 2, 5, 1, 2), swap(2, 6, 8, 1, 0), func() history.Event {
			e := read(3, 9, 10, 3, 2)
			e.Value = history.ValueOf(2, 6)
			return e
		}()},
	},
	{
		"nobody wrote it", []history.Event{read(1, 2, 5, 7, 8)},
	},
	{
		"nobody wrote it, and two read it", []history.Event{read(1, 2, 5, 7, 8), read(2, 6, 8, 7, 8), swap(3, 9, 10, 7, 2)},
	},
	{
		"nobody can have written it", []history.Event{lost(swap(1, 8, 9, 1, 2)), read(2, 2, 5, 7, 0)},
	},
	{
		"torn", []history.Event{func() history.Event {
			e := read(1, 2, 5, 1, 9)
			e.Flags, e.Value = history.Torn, 0
			return e
		}()},
	},
	{
		"tag used twice", []history.Event{swap(1, 2, 5, 1, 2), swap(2, 6, 8, 2, 3), swap(3, 9, 11, 3, 2)},
	},
	{
		"tag unchanged", []history.Event{swap(1, 2, 5, 1, 1)},
	},
	{
		"tag unchanged, of a version that nobody was seen to write", []history.Event{lost(write(2, 2, 10, 7)), swap(1, 3, 5, 7, 7)},
	},
	{
		"old contents under a new tag", []history.Event{swap(1, 2, 5, 1, 2), func() history.Event {
			e := read(3, 9, 10, 2, 9)
			e.Value = made.Value
			return e
		}()},
	},
	{
		"contents under a tag nobody was given", []history.Event{func() history.Event {
			e := read(3, 9, 10, 5, 9)
			e.Value = made.Value
			return e
		}()},
	},
	{
		"If-Match ignored by a read", []history.Event{swap(1, 2, 5, 1, 2), func() history.Event {
			e := read(3, 9, 10, 2, 1)
			e.If = pack(1)
			return e
		}()},
	},
	{
		"two creates", []history.Event{create(1, 2, 5, 2)},
	},
	{
		"two creates of a later life", []history.Event{remove(1, 2, 4, 1), create(2, 5, 9, 2), create(3, 10, 15, 3)},
	},
	{
		"two concurrent creates of a later life", []history.Event{remove(1, 2, 4, 1), create(2, 5, 12, 2), create(3, 6, 15, 3)},
	},
	{
		"many concurrent creates of a later life", []history.Event{
			remove(8, 2, 3, 1), create(1, 4, 20, 2), create(2, 5, 21, 3), create(3, 6, 22, 4), create(4, 7, 23, 5), remove(3, 30, 31, 4), create(5, 33, 40, 6), create(6, 34, 41, 7),
		},
	},
	{
		"two creates, and both deleted by name", []history.Event{remove(8, 2, 3, 1), create(1, 4, 20, 2), create(2, 5, 21, 3), remove(1, 30, 31, 2), remove(2, 32, 33, 3)},
	},
	{
		"the tag of a version with the contents of the next", []history.Event{write(1, 2, 10, 2), write(3, 12, 20, 3), func() history.Event {
			e := read(2, 3, 19, 2, 3)
			e.Value = history.ValueOf(3, 3)
			return e
		}()},
	},
	{
		"one version under two tags", []history.Event{swap(1, 2, 20, 1, 2), func() history.Event {
			e := read(2, 3, 10, 5, 1)
			e.Value = history.ValueOf(1, 2)
			return e
		}(), swap(3, 22, 23, 2, 3)},
	},
	{
		"an update undone later", []history.Event{swap(1, 2, 3, 1, 2), read(2, 4, 5, 2, 1), read(3, 8, 9, 1, 9), read(4, 10, 11, 1, 9), swap(5, 12, 13, 1, 3), read(6, 14, 15, 3, 5)},
	},
	{
		"read after a delete", []history.Event{remove(1, 2, 4, 1), read(2, 6, 9, 1, 9)},
	},
	{
		"read after a delete of whatever is there", []history.Event{remove(1, 2, 4, 0), read(2, 6, 9, 1, 9)},
	},
	{
		"404 by a delete without an answer, and read again", []history.Event{read(1, 2, 3, 1, 9), lost(remove(2, 4, 5, 0)), absent(3, 6, 7), read(4, 8, 9, 1, 9)},
	},
	{
		"deleted twice", []history.Event{remove(1, 2, 4, 0), remove(2, 6, 9, 0)},
	},
	{
		"404 while there", []history.Event{absent(1, 3, 5), swap(2, 7, 9, 1, 2)},
	},
	{
		"409 while nothing is there", []history.Event{remove(1, 2, 4, 1), create(2, 6, 8, 0), create(3, 10, 12, 2)},
	},
	{
		"no order of overwrites", []history.Event{write(1, 2, 20, 2), write(2, 3, 21, 3), swap(3, 22, 25, 2, 0), swap(4, 22, 25, 3, 0)},
	},
}

// TestCertificates compares the sentences and evidence of each with
// testdata/certificates.golden. -update writes that file.
func TestCertificates(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for _, test := range minimal {
		r := Check(append([]history.Event{made}, test.events...), Options{Text: spell})
		fmt.Fprintf(&b, "# %s: %s\n", test.name, r.State)
		for _, v := range r.Violations {
			fmt.Fprintf(&b, "%s: %s %v\n", v.Rule, v.Sentence, v.Clauses)
			for _, e := range v.Evidence {
				fmt.Fprintf(&b, "    %d to %s: client %d %s\n", e.Event.Invoke, strings.Replace(fmt.Sprint(e.Event.Return), fmt.Sprint(history.Open), "open", 1), e.Event.Client, e.Role)
			}
		}
		b.WriteString("\n")
	}
	golden.Same(t, "testdata/certificates.golden", b.String())
}

// TestUnaccused checks that nothing is reported where there is no violation.
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
		"a 412 as its version begins":       {swap(1, 2, 5, 1, 2), swap(2, 5, 9, 2, 0), read(3, 10, 12, 2, 1)},
		"answered without a tag":            {untagged, read(4, 7, 9, 2, 1), swap(5, 10, 12, 2, 3)},
		"404 and 412 for a missing version": {remove(1, 2, 4, 1), swap(2, 5, 6, 1, 0), absent(3, 5, 9)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			want := finding.Valid
			if name == "answered without a tag" { // no run records that
				want = finding.Undecided
			}
			if r := Check(append([]history.Event{made}, events...), Options{}); r.State != want {
				t.Errorf("got %s (%s) %v, want %s", r.State, r.Why, r.Violations, want)
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

// TestWindow has more overwrites that may come in any order than the search looks at
// together. Only the last of them explains the 412, and the search did not try it, so the
// failure proves nothing.
func TestWindow(t *testing.T) {
	t.Parallel()
	events := []history.Event{made, write(1, 2, 1000, 2), read(1, 900, 1000, 2, 1), swap(2, 3, 4, 1, 0)}
	for i := range int64(window + 5) {
		events = append(events, write(uint32(3+i), 10+i, 1000, uint64(3+i)))
	}
	if r := Check(events, Options{}); r.State != finding.Undecided || !strings.Contains(r.Why, "together") {
		t.Errorf("got %s (%s) %v, want undecided because of the window", r.State, r.Why, r.Violations)
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
	for rule, r := range rules {
		for kind, list := range r.clauses {
			ids := strings.Fields(list)
			if File == Kind(kind) && len(ids) == 0 { // files have no conditions, and no file is deleted
				continue
			}
			if len(ids) == 0 && rule != "condition ignored" { // no clause promises it for entities and containers
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
