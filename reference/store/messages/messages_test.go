package messages_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"ifmatch/reference/clock"
	"ifmatch/reference/guid"
	"ifmatch/reference/store/messages"
)

var epoch = time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)

// scene is a store with the queue "q".
type scene struct {
	*messages.Memory
	clock *clock.Virtual
	ids   *guid.Source
}

func newScene(t testing.TB) *scene {
	t.Helper()
	s := &scene{clock: clock.NewVirtual(epoch), ids: guid.NewSource(1)}
	s.Memory = messages.New(s.clock)
	s.create(t)
	return s
}

func (s *scene) create(t testing.TB) {
	t.Helper()
	if _, err := s.UpdateQueue("q", func(*messages.Queue, time.Time) (*messages.Queue, error) { return &messages.Queue{}, nil }); err != nil {
		t.Fatal(err)
	}
}

// put adds a message that becomes visible and expires after the given times. A life of 0 means that it never expires.
func (s *scene) put(t testing.TB, text string, hidden, life time.Duration) guid.GUID {
	t.Helper()
	m, err := s.Put("q", func(now time.Time) messages.Message {
		m := messages.Message{ID: s.ids.Next(), Text: text, Inserted: now, NextVisible: now.Add(hidden)}
		if life > 0 {
			m.Expires = now.Add(life)
		}
		return m
	})
	if err != nil {
		t.Fatal(err)
	}
	return m.ID
}

// look lists the texts of up to n visible messages, and hides them for a while if hide is not 0.
func (s *scene) look(t testing.TB, n int, hide time.Duration) string {
	t.Helper()
	found, err := s.Take("q", n, func(m *messages.Message, now time.Time) {
		if hide > 0 {
			m.NextVisible = now.Add(hide)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, m := range found {
		texts = append(texts, m.Text)
	}
	return strings.Join(texts, " ")
}

func TestMessagesComeInTheOrderInWhichTheyAreVisible(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	for i, hidden := range []time.Duration{0, 3, 0, 1, 0} {
		s.put(t, fmt.Sprint(i), hidden*time.Second, 0)
	}
	for _, step := range []struct {
		after time.Duration
		n     int
		hide  time.Duration
		want  string
	}{
		{0, 32, 0, "0 2 4"},
		{0, 2, 0, "0 2"},
		{0, 2, 5 * time.Second, "0 2"},
		{0, 32, 0, "4"},
		{time.Second, 32, 0, "4 3"},
		{2*time.Second - 1, 32, 0, "4 3"},
		{1, 32, 0, "4 3 1"},
		{2 * time.Second, 32, 0, "4 3 1 0 2"},
		{0, 0, 0, ""},
		{0, 32, time.Minute, "4 3 1 0 2"},
		{0, 32, 0, ""},
	} {
		s.clock.Advance(step.after)
		if got := s.look(t, step.n, step.hide); got != step.want {
			t.Errorf("at %v: %d visible are %q, want %q", s.clock.Now().Sub(epoch), step.n, got, step.want)
		}
	}
}

func TestMessagesExpire(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	s.put(t, "short", 0, 2*time.Second)
	hidden := s.put(t, "hidden", time.Minute, 2*time.Second)
	s.put(t, "endless", 0, 0)
	s.put(t, "long", 0, time.Hour)
	s.clock.Advance(2*time.Second - 1)
	if got := s.look(t, 9, 0); got != "short endless long" {
		t.Errorf("just before the end %q are visible", got)
	}
	s.clock.Advance(1)
	if n, err := s.Count("q"); n != 2 || err != nil {
		t.Errorf("%d messages are left (%v), want 2", n, err)
	}
	if err := s.Delete("q", hidden, func(messages.Message) error { return nil }); !errors.Is(err, messages.ErrNoMessage) {
		t.Errorf("deleting what has expired: %v", err)
	}
	s.clock.Advance(100 * 365 * 24 * time.Hour)
	if got := s.look(t, 9, 0); got != "endless" {
		t.Errorf("after a century %q are visible", got)
	}
}

func TestRefusedChangesChangeNothing(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	id := s.put(t, "one", 0, 0)
	no := errors.New("no")
	if _, err := s.Update("q", id, func(m *messages.Message, _ time.Time) error { m.Text = "two"; return no }); err != no {
		t.Errorf("Update: %v", err)
	}
	if err := s.Delete("q", id, func(messages.Message) error { return no }); err != no {
		t.Errorf("Delete: %v", err)
	}
	if _, err := s.UpdateQueue("q", func(*messages.Queue, time.Time) (*messages.Queue, error) { return nil, no }); err != no {
		t.Errorf("UpdateQueue: %v", err)
	}
	if _, err := s.Put("q", func(now time.Time) messages.Message { return messages.Message{ID: id} }); err == nil {
		t.Error("two messages have one id")
	}
	if got := s.look(t, 9, 0); got != "one" {
		t.Errorf("visible is %q, want one", got)
	}
}

func TestDeletedQueueIsGoneWithItsMessages(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	s.put(t, "one", 0, 0)
	q, err := s.UpdateQueue("q", func(_ *messages.Queue, now time.Time) (*messages.Queue, error) {
		return &messages.Queue{DeletedAt: now}, nil
	})
	if err != nil || !q.Deleted() || s.Queue("q") != nil {
		t.Fatalf("the queue is still there (%v)", err)
	}
	if _, err := s.Count("q"); !errors.Is(err, messages.ErrNoQueue) {
		t.Errorf("Count: %v", err)
	}
	s.ListQueues("", func(name string, _ *messages.Queue) bool {
		t.Errorf("%s is listed", name)
		return true
	})
	s.create(t)
	if got := s.look(t, 9, 0); got != "" {
		t.Errorf("the next queue has the messages of the one before: %q", got)
	}
}

// model is a queue in its simplest form.
type model map[guid.GUID]messages.Message

func (m model) visible(now time.Time) []string {
	var ids []string
	for id, x := range m {
		if !x.NextVisible.After(now) {
			ids = append(ids, id.String())
		}
	}
	slices.Sort(ids)
	return ids
}

// TestStoreAgainstModel plays random operations on the store and on a model of it.
func TestStoreAgainstModel(t *testing.T) {
	t.Parallel()
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 0))
		s, m := newScene(t), model{}
		var ids []guid.GUID
		some := func() guid.GUID {
			if len(ids) == 0 {
				return guid.GUID{}
			}
			return ids[r.IntN(len(ids))]
		}
		span := func(n int) time.Duration { return time.Duration(r.IntN(n)) * time.Second }
		for range 600 {
			s.clock.Advance(span(3))
			now := s.clock.Now()
			for id, x := range m {
				if !x.Expires.IsZero() && !x.Expires.After(now) {
					delete(m, id)
				}
			}
			switch r.IntN(7) {
			case 0, 1, 2:
				id := s.put(t, "", span(10), span(60))
				ids = append(ids, id)
				if _, err := s.Update("q", id, func(x *messages.Message, _ time.Time) error { m[id] = *x; return nil }); err != nil {
					t.Fatal(err)
				}
			case 3:
				hide := span(20)
				taken, err := s.Take("q", 1+r.IntN(8), func(x *messages.Message, now time.Time) { x.NextVisible = now.Add(hide); x.Dequeues++ })
				if err != nil {
					t.Fatal(err)
				}
				for _, x := range taken {
					if m[x.ID].NextVisible.After(now) {
						t.Fatalf("seed %d: took a message that is invisible until %v", seed, m[x.ID].NextVisible)
					}
					m[x.ID] = x
				}
			case 4:
				id, hide := some(), span(20)
				_, known := m[id]
				changed, err := s.Update("q", id, func(x *messages.Message, now time.Time) error { x.NextVisible = now.Add(hide); return nil })
				if (err == nil) != known {
					t.Fatalf("seed %d: Update: %v, in the model: %v", seed, err, known)
				}
				if known {
					m[id] = changed
				}
			case 5:
				id := some()
				_, known := m[id]
				if err := s.Delete("q", id, func(messages.Message) error { return nil }); (err == nil) != known {
					t.Fatalf("seed %d: Delete: %v, in the model: %v", seed, err, known)
				}
				delete(m, id)
			case 6:
				if r.IntN(40) == 0 {
					if err := s.Clear("q"); err != nil {
						t.Fatal(err)
					}
					clear(m)
				}
			}
			n, err := s.Count("q")
			if err != nil || n != len(m) {
				t.Fatalf("seed %d: %d messages (%v), want %d", seed, n, err, len(m))
			}
			var got []string
			last := time.Time{}
			all, _ := s.Take("q", n, func(*messages.Message, time.Time) {})
			for _, x := range all {
				if x.NextVisible.Before(last) {
					t.Fatalf("seed %d: out of order", seed)
				}
				last, got = x.NextVisible, append(got, x.ID.String())
			}
			slices.Sort(got)
			if !reflect.DeepEqual(m.visible(now), got) {
				t.Fatalf("seed %d: visible: want %+v, got %+v", seed, m.visible(now), got)
			}
		}
	}
}

// TestConsumersShareNoMessage lets many consumers take at once: each message goes to one of them.
// // QUEUE-POP-08 QUEUE-DEQ-06
func TestConsumersShareNoMessage(t *testing.T) {
	t.Parallel()
	s := newScene(t)
	const n = 2000
	for range n {
		s.put(t, "", 0, 0)
	}
	var wg sync.WaitGroup
	takers := make([][]guid.GUID, 8)
	for i := range takers {
		wg.Go(func() {
			for {
				taken, err := s.Take("q", 1+i, func(m *messages.Message, now time.Time) { m.NextVisible = now.Add(time.Hour) })
				if err != nil {
					t.Error(err)
				}
				if len(taken) == 0 {
					return
				}
				for _, m := range taken {
					takers[i] = append(takers[i], m.ID)
				}
			}
		})
	}
	wg.Wait()
	seen := map[guid.GUID]bool{}
	for _, all := range takers {
		for _, id := range all {
			if seen[id] {
				t.Errorf("two took %v", id)
			}
			seen[id] = true
		}
	}
	if len(seen) != n {
		t.Errorf("%d messages were taken, want %d", len(seen), n)
	}
}
