package store_test

import (
	"errors"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"ifmatch/reference/clock"
	"ifmatch/reference/store"
)

func newStore(t testing.TB, containers ...string) *store.Memory {
	t.Helper()
	m := store.New(clock.NewVirtual(time.Unix(1_800_000_000, 0)))
	for _, name := range containers {
		create(t, m, name)
	}
	return m
}

func create(t testing.TB, m *store.Memory, name string) {
	t.Helper()
	_, err := m.UpdateContainer(name, func(_ *store.Container, at store.Moment) (*store.Container, error) {
		return &store.Container{Stamp: at.Stamp()}, nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func put(m *store.Memory, container, name, content string) error {
	_, err := m.UpdateBlob(container, name, func(_ *store.Blob, at store.Moment) (*store.Blob, error) {
		return &store.Blob{Committed: true, Stamp: at.Stamp(), Content: store.Bytes([]byte(content))}, nil
	})
	return err
}

func names(t *testing.T, m *store.Memory, container, from string) []string {
	t.Helper()
	var got []string
	if err := m.List(container, from, func(name string, _ *store.Blob) bool {
		got = append(got, name)
		return true
	}); err != nil {
		t.Fatal(err)
	}
	return got
}

// If blobs are written in the order of their names, no list of them has a gap. // BLOB-CONS-03
func TestAListIsOfOneMoment(t *testing.T) {
	t.Parallel()
	const entries = 400
	m := newStore(t, "c")
	number := func(i int) string { return strconv.Itoa(1000 + i) }
	var wg sync.WaitGroup
	wg.Go(func() {
		for i := range entries {
			if err := put(m, "c", number(i), ""); err != nil {
				t.Error(err)
			}
		}
	})
	for n := 0; n < entries; {
		var got []string
		if err := m.List("c", "", func(name string, _ *store.Blob) bool {
			got = append(got, name)
			return true
		}); err != nil {
			t.Fatal(err)
		}
		n = len(got)
		for i, name := range got {
			if name != number(i) {
				t.Fatalf("entry %d of %d is %s, want %s", i, n, name, number(i))
			}
		}
	}
	wg.Wait()
}

func TestWhatFailsChangesNothing(t *testing.T) {
	t.Parallel()
	m := newStore(t, "c")
	if err := put(m, "c", "x", "one"); err != nil {
		t.Fatal(err)
	}
	before, _ := m.Blob("c", "x")
	failed := errors.New("failed")
	for _, name := range []string{"x", "new"} {
		if _, err := m.UpdateBlob("c", name, func(*store.Blob, store.Moment) (*store.Blob, error) {
			return &store.Blob{}, failed
		}); !errors.Is(err, failed) {
			t.Errorf("update of %s: error %v, want %v", name, err, failed)
		}
	}
	if after, _ := m.Blob("c", "x"); after != before {
		t.Error("a failed update replaced the version")
	}
	if got := names(t, m, "c", ""); !slices.Equal(got, []string{"x"}) {
		t.Errorf("listed %v, want x alone", got)
	}
}

func TestPanicInAChangeLeavesTheLockFree(t *testing.T) {
	t.Parallel()
	m := newStore(t, "c")
	func() {
		defer func() { _ = recover() }()
		_, _ = m.UpdateBlob("c", "x", func(*store.Blob, store.Moment) (*store.Blob, error) { panic("bug") })
	}()
	if err := put(m, "c", "x", "one"); err != nil {
		t.Fatal(err)
	}
}

func TestListFollowsEveryWrite(t *testing.T) {
	t.Parallel()
	m := newStore(t, "c")
	for _, step := range []struct {
		put, remove string
		want        []string
	}{
		{put: "b", want: []string{"b"}},
		{put: "a", want: []string{"a", "b"}},
		{put: "a", want: []string{"a", "b"}},
		{put: "c", want: []string{"a", "b", "c"}},
		{remove: "b", want: []string{"a", "c"}},
		{remove: "b", want: []string{"a", "c"}},
		{put: "b", want: []string{"a", "b", "c"}},
	} {
		if step.put != "" {
			if err := put(m, "c", step.put, "x"); err != nil {
				t.Fatal(err)
			}
		} else if _, err := m.UpdateBlob("c", step.remove, func(*store.Blob, store.Moment) (*store.Blob, error) { return nil, nil }); err != nil {
			t.Fatal(err)
		}
		if got := names(t, m, "c", ""); !slices.Equal(got, step.want) {
			t.Errorf("after %+v: listed %v", step, got)
		}
	}
	if got := names(t, m, "c", "aa"); !slices.Equal(got, []string{"b", "c"}) {
		t.Errorf("listed from aa: %v", got)
	}
	n := 0
	_ = m.List("c", "", func(string, *store.Blob) bool { n++; return false })
	if n != 1 {
		t.Errorf("the listing went on after it was told to stop: %d names", n)
	}
}

func TestDeletedContainerTakesItsBlobs(t *testing.T) {
	t.Parallel()
	m := newStore(t, "c", "d")
	if err := put(m, "c", "x", "one"); err != nil {
		t.Fatal(err)
	}
	_, _ = m.UpdateContainer("c", func(_ *store.Container, at store.Moment) (*store.Container, error) {
		return &store.Container{DeletedAt: at.Now}, nil
	})
	if m.Container("c") != nil {
		t.Error("the container is still found")
	}
	if _, err := m.Blob("c", "x"); !errors.Is(err, store.ErrNoContainer) {
		t.Errorf("its blob: error %v, want %v", err, store.ErrNoContainer)
	}
	if err := put(m, "c", "x", "two"); !errors.Is(err, store.ErrNoContainer) {
		t.Errorf("writing its blob: error %v, want %v", err, store.ErrNoContainer)
	}
	if err := m.List("c", "", nil); !errors.Is(err, store.ErrNoContainer) {
		t.Errorf("listing it: error %v, want %v", err, store.ErrNoContainer)
	}
	var got []string
	m.ListContainers("", func(name string, c *store.Container) bool {
		if !c.Deleted() {
			got = append(got, name)
		}
		return true
	})
	if !slices.Equal(got, []string{"d"}) {
		t.Errorf("listed containers %v, want d", got)
	}
	create(t, m, "c")
	if b, err := m.Blob("c", "x"); b != nil || err != nil {
		t.Errorf("the new container has the old blob: %v, %v", b, err)
	}
}

func TestReadersDoNotWaitForAWriter(t *testing.T) {
	t.Parallel()
	m := newStore(t, "c")
	if err := put(m, "c", "x", "one"); err != nil {
		t.Fatal(err)
	}
	_, err := m.UpdateBlob("c", "x", func(old *store.Blob, _ store.Moment) (*store.Blob, error) {
		// The lock is held here: a reader that waited for it would block forever.
		if b, err := m.Blob("c", "x"); err != nil || b != old {
			t.Errorf("read during a write = %v, %v, want the version before", b, err)
		}
		return &store.Blob{Committed: true}, nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestNoUpdateIsLost(t *testing.T) {
	t.Parallel()
	m := newStore(t, "c")
	const workers, each = 8, 300
	var wg sync.WaitGroup
	var torn atomic.Int64
	for range workers {
		wg.Go(func() {
			for range each {
				_, _ = m.UpdateBlob("c", "x", func(old *store.Blob, at store.Moment) (*store.Blob, error) {
					n := 1
					if old != nil {
						n += old.Appends
					}
					return &store.Blob{Appends: n, Stamp: at.Stamp(), Content: store.Bytes([]byte(strconv.Itoa(n)))}, nil
				})
				if b, _ := m.Blob("c", "x"); string(b.Content.All()) != strconv.Itoa(b.Appends) {
					torn.Add(1)
				}
			}
		})
	}
	wg.Wait()
	if b, _ := m.Blob("c", "x"); b.Appends != workers*each {
		t.Errorf("%d updates arrived of %d", b.Appends, workers*each)
	}
	if n := torn.Load(); n > 0 {
		t.Errorf("%d reads were torn", n)
	}
}

// Names come and go while other goroutines write them. A name whose write succeeded is found, and one whose removal
// succeeded is not.
func TestSlotsThatComeAndGo(t *testing.T) {
	t.Parallel()
	m := newStore(t, "c")
	var wg sync.WaitGroup
	for w := range 4 {
		wg.Go(func() {
			own := strconv.Itoa(w)
			for range 300 {
				_ = put(m, "c", "shared", own)
				_, _ = m.UpdateBlob("c", "shared", func(*store.Blob, store.Moment) (*store.Blob, error) { return nil, nil })
				if err := put(m, "c", own, "x"); err != nil {
					t.Error(err)
				}
				if !slices.Contains(names(t, m, "c", ""), own) {
					t.Errorf("%s is written and not listed", own)
				}
				_, _ = m.UpdateBlob("c", own, func(*store.Blob, store.Moment) (*store.Blob, error) { return nil, nil })
				if b, _ := m.Blob("c", own); b != nil {
					t.Errorf("%s is deleted and still there", own)
				}
			}
		})
	}
	wg.Wait()
	if got := names(t, m, "c", ""); len(got) != 0 {
		t.Errorf("left behind: %v", got)
	}
}

func BenchmarkReadContended(b *testing.B) {
	m := newStore(b, "c")
	_ = put(m, "c", "x", "one")
	b.ReportAllocs()
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			_, _ = m.Blob("c", "x")
		}
	})
}

func BenchmarkUpdateContended(b *testing.B) {
	m := newStore(b, "c")
	content := store.Bytes(make([]byte, 1024))
	b.ReportAllocs()
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			_, _ = m.UpdateBlob("c", "x", func(_ *store.Blob, at store.Moment) (*store.Blob, error) {
				return &store.Blob{Committed: true, Stamp: at.Stamp(), Content: content}, nil
			})
		}
	})
}
