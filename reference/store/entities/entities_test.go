package entities_test

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"ifmatch/reference/clock"
	"ifmatch/reference/document"
	"ifmatch/reference/edm"
	"ifmatch/reference/store/entities"
)

var errNo = errors.New("no")

// newStore returns a store whose clock stands still, with a table "Books".
func newStore(t testing.TB) (*entities.Memory, *clock.Virtual) {
	t.Helper()
	c := clock.NewVirtual(time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC))
	m := entities.New(c)
	create(t, m, "Books")
	return m, c
}

func create(t testing.TB, m *entities.Memory, name string) {
	t.Helper()
	if _, err := m.UpdateTable(name, func(*entities.Table, time.Time) (*entities.Table, error) {
		return &entities.Table{Name: name}, nil
	}); err != nil {
		t.Fatal(err)
	}
}

// put writes entities with a property N into one partition, all in one step.
func put(t testing.TB, m *entities.Memory, partition string, n int, rows ...string) {
	t.Helper()
	if err := m.UpdatePartition("books", partition, func(d *entities.Draft) error {
		for _, row := range rows {
			e := &entities.Entity{Row: row, Properties: []entities.Property{{Name: "N", Value: edm.OfInt32(int32(n))}}}
			d.Stamp(e)
			d.Put(e)
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
}

// list returns all entities as partition/row=N.
func list(t testing.TB, m *entities.Memory, from string) []string {
	t.Helper()
	shown := []string{}
	if err := m.ListPartitions("BOOKS", from, func(key string, p entities.Partition) bool {
		p.Ascend("", func(e *entities.Entity) bool {
			v, _ := e.Property("N")
			shown = append(shown, fmt.Sprintf("%s/%s=%s", key, e.Row, v.AppendJSON(nil)))
			return true
		})
		return true
	}); err != nil {
		t.Fatal(err)
	}
	return shown
}

func TestOrder(t *testing.T) {
	t.Parallel()
	m, _ := newStore(t)
	put(t, m, "b", 1, "2", "1", "")
	put(t, m, "", 2, "x")
	put(t, m, "a", 3, "y")
	put(t, m, "b", 4, "2")
	if got, want := list(t, m, ""), []string{"/x=2", "a/y=3", "b/=1", "b/1=1", "b/2=4"}; !slices.Equal(got, want) {
		t.Errorf("listed %v, want %v", got, want)
	}
	if got, want := list(t, m, "a0"), []string{"b/=1", "b/1=1", "b/2=4"}; !slices.Equal(got, want) {
		t.Errorf("listed from a0 %v, want %v", got, want)
	}
}

func TestVersionsOfAPartitionStay(t *testing.T) {
	t.Parallel()
	m, _ := newStore(t)
	put(t, m, "a", 1, "1", "2")
	before, err := m.Partition("books", "a")
	if err != nil {
		t.Fatal(err)
	}
	old := before.Entity("1")
	put(t, m, "a", 2, "1", "3")
	if before.Len() != 2 || before.Entity("1") != old || before.Entity("3") != nil {
		t.Errorf("the version that was read has changed")
	}
	after, _ := m.Partition("books", "a")
	if after.Len() != 3 || after.Entity("1").ETag == old.ETag || !after.Entity("1").Timestamp.After(old.Timestamp) {
		t.Errorf("the new version is %d entities, the first %+v after %+v", after.Len(), after.Entity("1"), old)
	}
}

func TestStampsGrowWhileTheClockStands(t *testing.T) {
	t.Parallel()
	m, c := newStore(t)
	put(t, m, "a", 1, "0")
	last := time.Time{}
	for i := range 1000 {
		put(t, m, strconv.Itoa(i%3), i, "r")
		p, _ := m.Partition("books", strconv.Itoa(i%3))
		at := p.Entity("r").Timestamp
		if at.Sub(last) < 100*time.Nanosecond {
			t.Fatalf("write %d is stamped %v, after %v", i, at, last)
		}
		last = at
	}
	c.Advance(time.Second)
	put(t, m, "a", 1, "0")
	p, _ := m.Partition("books", "a")
	if at := p.Entity("0").Timestamp; !at.Equal(c.Now()) {
		t.Errorf("stamped %v at %v", at, c.Now())
	}
}

func TestFailedChangeLeavesNothing(t *testing.T) {
	t.Parallel()
	m, _ := newStore(t)
	put(t, m, "a", 1, "1")
	before := list(t, m, "")
	for _, partition := range []string{"a", "b"} {
		err := m.UpdatePartition("books", partition, func(d *entities.Draft) error {
			d.Delete("1")
			d.Put(&entities.Entity{Row: "2"})
			return errNo
		})
		if !errors.Is(err, errNo) {
			t.Errorf("the error is %v", err)
		}
	}
	if got := list(t, m, ""); !slices.Equal(got, before) {
		t.Errorf("left %v, want %v", got, before)
	}
}

func TestEmptyPartitionIsGone(t *testing.T) {
	t.Parallel()
	m, _ := newStore(t)
	put(t, m, "a", 1, "1")
	if err := m.UpdatePartition("books", "a", func(d *entities.Draft) error { d.Delete("1"); return nil }); err != nil {
		t.Fatal(err)
	}
	if err := m.ListPartitions("books", "", func(key string, _ entities.Partition) bool {
		t.Errorf("there is a partition %q", key)
		return true
	}); err != nil {
		t.Fatal(err)
	}
	put(t, m, "a", 2, "1")
	if got := list(t, m, ""); !slices.Equal(got, []string{"a/1=2"}) {
		t.Errorf("listed %v", got)
	}
}

func TestTables(t *testing.T) {
	t.Parallel()
	m, c := newStore(t)
	create(t, m, "Apes")
	put(t, m, "a", 1, "1")
	if got := m.Table("bOOkS"); got == nil || got.Name != "Books" {
		t.Errorf("in another case the table is %v", got)
	}
	if _, err := m.UpdateTable("books", func(old *entities.Table, now time.Time) (*entities.Table, error) {
		return &entities.Table{Name: old.Name, DeletedAt: now}, nil
	}); err != nil {
		t.Fatal(err)
	}
	if m.Table("Books") != nil {
		t.Error("a deleted table is found")
	}
	var names []string
	m.ListTables("", func(t *entities.Table) bool { names = append(names, t.Name); return true })
	if !slices.Equal(names, []string{"Apes"}) {
		t.Errorf("listed %v", names)
	}
	if _, err := m.Partition("books", "a"); !errors.Is(err, entities.ErrNoTable) {
		t.Errorf("reading: %v", err)
	}
	if err := m.UpdatePartition("books", "a", nil); !errors.Is(err, entities.ErrNoTable) {
		t.Errorf("writing: %v", err)
	}
	if err := m.ListPartitions("books", "", nil); !errors.Is(err, entities.ErrNoTable) {
		t.Errorf("listing: %v", err)
	}
	if _, err := m.UpdateTable("BOOKS", func(old *entities.Table, now time.Time) (*entities.Table, error) {
		if !old.DeletedAt.Equal(c.Now()) || !now.Equal(c.Now()) {
			t.Errorf("the tombstone is of %v, now is %v", old.DeletedAt, now)
		}
		return nil, errNo
	}); !errors.Is(err, errNo) {
		t.Errorf("the error is %v", err)
	}
	create(t, m, "BOOKS")
	if got := list(t, m, ""); len(got) != 0 {
		t.Errorf("the new table holds %v", got)
	}
}

func TestPoliciesSurviveNothingButTheirTable(t *testing.T) {
	t.Parallel()
	m, _ := newStore(t)
	put(t, m, "a", 1, "1")
	if _, err := m.UpdateTable("books", func(old *entities.Table, _ time.Time) (*entities.Table, error) {
		next := *old
		next.Policies = []document.Policy{{ID: "p"}}
		return &next, nil
	}); err != nil {
		t.Fatal(err)
	}
	if got := m.Table("books").Policies; len(got) != 1 || got[0].ID != "p" {
		t.Errorf("policies %v", got)
	}
	if got := list(t, m, ""); !slices.Equal(got, []string{"a/1=1"}) {
		t.Errorf("a new version of the table lost its entities: %v", got)
	}
}

func TestProperty(t *testing.T) {
	t.Parallel()
	m, c := newStore(t)
	put(t, m, "a", 7, "1")
	p, _ := m.Partition("books", "a")
	for name, want := range map[string]edm.Value{
		"PartitionKey": edm.OfString("a"), "RowKey": edm.OfString("1"), "Timestamp": edm.OfTime(c.Now()), "N": edm.OfInt32(7),
	} {
		if got, found := p.Entity("1").Property(name); !found || got != want {
			t.Errorf("%s = %s, want %s", name, got.AppendJSON(nil), want.AppendJSON(nil))
		}
	}
	if _, found := p.Entity("1").Property("n"); found {
		t.Error("names of properties are the same in upper and lower case")
	}
}

// TestReadersSeeWholeTransactions moves numbers between entities whose sum stays the same, and adds and removes
// entities in pairs. Every reader must see the sum and the pairs. // TABLE-QRY-11 TABLE-BATCH-18
func TestReadersSeeWholeTransactions(t *testing.T) {
	t.Parallel()
	m, _ := newStore(t)
	put(t, m, "a", 100, "0", "1", "2", "3")
	var writers, readers sync.WaitGroup
	var done atomic.Bool
	for w := range 4 {
		writers.Go(func() {
			for i := range 300 {
				from, to := strconv.Itoa(i%4), strconv.Itoa((i+w)%4)
				pair := fmt.Sprintf("pair-%d-%d", w, i/2)
				_ = m.UpdatePartition("books", "a", func(d *entities.Draft) error {
					move(d, from, -i)
					move(d, to, i)
					for _, half := range []string{"-x", "-y"} {
						if i%2 == 0 {
							d.Put(&entities.Entity{Row: pair + half})
						} else {
							d.Delete(pair + half)
						}
					}
					return nil
				})
			}
		})
	}
	for range 2 {
		readers.Go(func() {
			for !done.Load() {
				p, _ := m.Partition("books", "a")
				sum, pairs, n := int64(0), 0, 0
				p.Ascend("", func(e *entities.Entity) bool {
					n++
					if v, found := e.Property("N"); found {
						k, _ := strconv.ParseInt(string(v.AppendJSON(nil)), 10, 64)
						sum += k
					} else {
						pairs++
					}
					return true
				})
				if sum != 400 || pairs%2 != 0 || n != p.Len() {
					t.Errorf("sum %d and %d halves of pairs, %d of %d entities", sum, pairs, n, p.Len())
					return
				}
			}
		})
	}
	writers.Wait()
	done.Store(true)
	readers.Wait()
	if got := list(t, m, ""); len(got) != 4 {
		t.Errorf("left %v", got)
	}
}

func move(d *entities.Draft, row string, n int) {
	old, _ := d.Entity(row).Property("N")
	k, _ := strconv.Atoi(string(old.AppendJSON(nil)))
	e := &entities.Entity{Row: row, Properties: []entities.Property{{Name: "N", Value: edm.OfInt32(int32(k + n))}}}
	d.Stamp(e)
	d.Put(e)
}

// TestPartitionsComeAndGo lets many writers create and remove the same few partitions, and checks that no write is
// lost.
func TestPartitionsComeAndGo(t *testing.T) {
	t.Parallel()
	m, _ := newStore(t)
	var all sync.WaitGroup
	var kept atomic.Int64
	for w := range 8 {
		all.Go(func() {
			for i := range 200 {
				partition, row := strconv.Itoa(i%3), strconv.Itoa(w)
				_ = m.UpdatePartition("books", partition, func(d *entities.Draft) error {
					if d.Entity(row) == nil {
						d.Put(&entities.Entity{Row: row})
						kept.Add(1)
					} else {
						d.Delete(row)
						kept.Add(-1)
					}
					return nil
				})
			}
		})
	}
	all.Wait()
	n := 0
	_ = m.ListPartitions("books", "", func(_ string, p entities.Partition) bool { n += p.Len(); return true })
	if int64(n) != kept.Load() {
		t.Errorf("%d entities, want %d", n, kept.Load())
	}
}

func BenchmarkUpdateAmong100000(b *testing.B) {
	m, _ := newStore(b)
	rows := make([]string, 100_000)
	for i := range rows {
		rows[i] = fmt.Sprintf("row-%06d", i)
	}
	put(b, m, "a", 1, rows...)
	b.ReportAllocs()
	b.ResetTimer()
	for i := 0; b.Loop(); i++ {
		put(b, m, "a", i, rows[i*7919%len(rows)])
	}
}
