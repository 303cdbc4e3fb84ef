package register

import (
	"slices"
	"testing"

	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
)

// TestStreamRecognises has versions that come back after a stream forgot them. The stream
// must distinguish them from new versions made by a write of unknown outcome.
func TestStreamRecognises(t *testing.T) {
	t.Parallel()
	as := func(tag uint64, e history.Event) history.Event {
		e.Tag = pack(tag)
		return e
	}
	unseen := []history.Event{ // client 1 made version 3, and its contents are not known
		lost(swap(1, 2, 3, 1, 2)), read(2, 4, 5, 3, 0), write(3, 6, 7, 4), swap(3, 8, 9, 4, 5), read(2, 10, 11, 5, 3), lost(write(4, 12, 0, 6)),
	}
	for _, test := range []struct {
		name   string
		events []history.Event // the stream forgets what it can of them
		later  history.Event
		rule   string
	}{
		{
			"by its tag, a version that an unseen update made",
			unseen,
			read(5, 20, 21, 3, 0),
			"stale read",
		},
		{
			"by its tag, with the contents of a later write",
			unseen,
			as(3, read(5, 20, 21, 6, 4)),
			"stale read",
		},
		{
			"by its tag, given to a later write",
			unseen,
			write(5, 20, 21, 3),
			"tag used twice",
		},
		{
			"the contents of the current version under another tag",
			[]history.Event{write(3, 2, 3, 3), lost(write(1, 4, 0, 2)), read(2, 6, 7, 2, 1)},
			as(7, read(5, 20, 21, 2, 1)),
			"contents with two tags",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			d := delivery{events: slices.Concat([]history.Event{made}, test.events, []history.Event{test.later})}
			d.marks = make([]bool, len(d.events))
			d.marks[len(test.events)] = true
			if want := Check(d.events, Options{}); want.State != finding.Invalid {
				t.Fatalf("the check says %s (%s)", want.State, want.Why)
			}
			got, _ := d.stream(Options{}, 1)
			if got.State != finding.Invalid || got.Violations[0].Rule != test.rule {
				t.Errorf("got %s (%s) %v, want invalid for a %s", got.State, got.Why, got.Violations, test.rule)
			}
		})
	}
}

// TestStreamWithholds has histories of a correct service. The stream must not treat as
// settled what it cannot know.
func TestStreamWithholds(t *testing.T) {
	t.Parallel()
	nameless := func(e history.Event) history.Event { // its contents are not known
		e.Value = 0
		return e
	}
	untold := write(3, 1165, 3024, 2)
	untold.Tag = history.None
	for _, test := range []struct {
		name   string
		events []history.Event
		marks  []int // after these events
		retain int
	}{
		{
			name: "whether the version was there at the beginning, or client 1 made it",
			events: []history.Event{
				read(2, 117, 153, 1, 0), lost(create(1, 497, 0, 9)), swap(2, 276, 1503, 1, 2), swap(2, 1673, 1846, 2, 3), read(3, 650, 3287, 1, 0), write(1, 3300, 3400, 4),
			},
			marks: []int{0, 1, 2, 3, 4},
		},
		{
			name: "that client 4 made version 5, not client 5",
			events: []history.Event{
				made, read(1, 1266, 1314, 2, 3), write(6, 1215, 1551, 3), write(4, 1181, 1604, 4), untold, read(3, 3031, 3050, 5, 5),
				nameless(lost(swap(5, 1989, 0, 4, 5))), swap(1, 1579, 4190, 3, 0), lost(swap(4, 2259, 0, 2, 8)), write(6, 1586, 4377, 6),
				swap(2, 4291, 4465, 4, 0), absent(3, 3154, 4859), create(4, 3979, 5119, 0), write(3, 5023, 5365, 7), remove(2, 4594, 6654, 0),
			},
			marks:  []int{5, 13},
			retain: 100,
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			d := delivery{events: test.events, marks: make([]bool, len(test.events))}
			for _, i := range test.marks {
				d.marks[i] = true
			}
			if want := Check(d.events, Options{}); want.State == finding.Invalid {
				t.Fatalf("the check says %v", want.Violations)
			}
			if got, _ := d.stream(Options{Retain: test.retain}, 1); got.State == finding.Invalid {
				t.Errorf("got %v", got.Violations)
			}
		})
	}
}
