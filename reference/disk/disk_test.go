package disk

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"

	"ifmatch/internal/thorough"
	"ifmatch/reference/journal"
)

// list is a part whose state is the changes themselves, in their order. Each is the number of the one who made it, and the
// maker's count.
type list struct {
	mu  sync.Mutex
	log *journal.Log
	all []string
}

func (l *list) Restore(record []byte) error {
	if !strings.Contains(string(record), " ") {
		return errors.New("no change")
	}
	l.all = append(l.all, string(record))
	return nil
}

func (l *list) Keep(log *journal.Log) { l.log = log }

func (l *list) Present() iter.Seq[journal.Record] {
	all := slices.Clone(l.all)
	return func(yield func(journal.Record) bool) {
		for _, text := range all {
			if !yield(journal.Record{[]byte(text)}) {
				return
			}
		}
	}
}

func (l *list) add(text string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.log.Begin()
	defer l.log.End()
	l.log.Append(journal.Record{[]byte(text[:1]), []byte(text[1:])})
	l.all = append(l.all, text)
}

// open opens a folder. It returns what the user is told.
func open(t testing.TB, folder string, o Options) (*list, *Disk, *strings.Builder, error) {
	t.Helper()
	var mu sync.Mutex
	told := new(strings.Builder)
	o.Notice = func(text string) {
		mu.Lock()
		defer mu.Unlock()
		fmt.Fprintln(told, text)
	}
	l, book := new(list), new(journal.Book)
	book.Add('l', l)
	d, err := Open(folder, book, o)
	if err == nil {
		t.Cleanup(func() { _ = d.Close() }) // most tests have closed it
	}
	return l, d, told, err
}

func mustOpen(t testing.TB, folder string, o Options) (*list, *Disk) {
	t.Helper()
	l, d, _, err := open(t, folder, o)
	if err != nil {
		t.Fatal(err)
	}
	return l, d
}

// fill keeps n changes in a folder, each settled.
func fill(t testing.TB, folder string, n int, o Options) (all []string) {
	t.Helper()
	l, d := mustOpen(t, folder, o)
	for i := range n {
		l.add(fmt.Sprintf("1 %d %s", i, strings.Repeat("x", i%300)))
		if err := d.Settle(); err != nil {
			t.Fatal(err)
		}
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	return l.all
}

func TestWhatWasKeptComesBack(t *testing.T) {
	t.Parallel()
	for _, sync := range []bool{false, true} {
		folder := filepath.Join(t.TempDir(), "new", "folder")
		want := fill(t, folder, 100, Options{Sync: sync})
		l, d := mustOpen(t, folder, Options{Sync: sync})
		if !slices.Equal(want, l.all) {
			t.Errorf("came back: %q", l.all)
		}
		l.add("2 0")
		if err := d.Close(); err != nil { // it keeps what nobody waited for
			t.Fatal(err)
		}
		if l, _ := mustOpen(t, folder, Options{}); len(l.all) != 101 || l.all[100] != "2 0" {
			t.Errorf("came back the second time: %q", l.all)
		}
	}
}

// TestAJournalCutAnywhere cuts a journal at many places, as a crash could have. Every change whose record is whole
// comes back, and the server goes on from there.
func TestAJournalCutAnywhere(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	want := fill(t, folder, 200, Options{})
	whole, err := os.ReadFile(filepath.Join(folder, "00000001.journal"))
	if err != nil {
		t.Fatal(err)
	}
	ends := []int{len(firstLine)} // of the records
	for at := ends[0]; at < len(whole); ends = append(ends, at) {
		at += headerSize + int(binary.LittleEndian.Uint64(whole[at:]))
	}
	places := max(400, thorough.Of(2000))
	crash := t.TempDir()
	for i := range places {
		cut := i * len(whole) / places
		if err := os.WriteFile(filepath.Join(crash, "00000001.journal"), whole[:cut], 0o600); err != nil {
			t.Fatal(err)
		}
		records, exact := slices.BinarySearch(ends, cut)
		if !exact {
			records--
		}
		l, d, told, err := open(t, crash, Options{})
		if err != nil {
			t.Fatalf("cut at byte %d: %v", cut, err)
		}
		kept := want[:max(records, 0)]
		if !slices.Equal(kept, l.all) {
			t.Fatalf("cut at byte %d: %d changes came back, want %d", cut, len(l.all), len(kept))
		}
		if told := told.String(); (told != "") != (!exact && records >= 0) {
			t.Fatalf("cut at byte %d: the user is told %q", cut, told)
		}
		l.add("2 0")
		if err := d.Close(); err != nil {
			t.Fatal(err)
		}
		l, d = mustOpen(t, crash, Options{})
		if len(l.all) != len(kept)+1 {
			t.Fatalf("cut at byte %d: a change made afterwards is lost", cut)
		}
		_ = d.Close()
	}
}

// TestDamageIsNamed changes files in ways that no crash does. The server does not start, and says why.
func TestDamageIsNamed(t *testing.T) {
	t.Parallel()
	const first, second, state = "00000001.journal", "00000002.journal", "00000002.state"
	for name, c := range map[string]struct {
		change func(t *testing.T, folder string)
		want   string // in the error; empty: the server starts
	}{
		"a byte":         {edit(first, func(b []byte) []byte { b[100] ^= 1; return b }), "something that was acknowledged is gone"},
		"a length":       {edit(first, func(b []byte) []byte { b[len(firstLine)] ^= 1; return b }), "something that was acknowledged is gone"},
		"a newer format": {edit(first, func(b []byte) []byte { return append([]byte("ifmatch data 2\n"), b...) }), "written by a newer version, in format 2"},
		"another file":   {edit(first, func([]byte) []byte { return []byte("{}\n") }), "not a file of data"},
		"a long line":    {edit(first, func([]byte) []byte { return make([]byte, 2<<20) }), "not a file of data"},
		"no record":      {edit(first, func(b []byte) []byte { return append(b, frame("lx")...) }), "no change"},
		"a new kind":     {edit(first, func(b []byte) []byte { return append(b, frame("zx")...) }), "does not know"},
		"zeros":          {edit(first, func(b []byte) []byte { return append(b, make([]byte, 1<<20)...) }), ""},
		"zeros in a record": {edit(first, func(b []byte) []byte {
			f := frame("l 1" + strings.Repeat("x", 10_000))
			return append(b, append(f[:5000], make([]byte, len(f)-5000)...)...)
		}), ""},
		"a journal between": {func(t *testing.T, folder string) {
			edit(first, func(b []byte) []byte { return b[:len(b)-1] })(t, folder)
			write(t, folder, second, string(firstLine))
		}, "ends within a record"},
		"no journal":      {func(t *testing.T, folder string) { write(t, folder, "00000003.journal", string(firstLine)) }, second + " is missing"},
		"a state alone":   {func(t *testing.T, folder string) { write(t, folder, state, string(firstLine)+string(frame(""))) }, second + " is missing"},
		"a torn state":    {func(t *testing.T, folder string) { write(t, folder, state, string(firstLine)) }, "is damaged"},
		"a draft":         {func(t *testing.T, folder string) { write(t, folder, "00000002.draft", "x") }, ""},
		"somebody's file": {func(t *testing.T, folder string) { write(t, folder, "x.journal", "x") }, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			want := fill(t, folder, 100, Options{})
			c.change(t, folder)
			l, _, _, err := open(t, folder, Options{})
			switch {
			case c.want == "" && (err != nil || !slices.Equal(want, l.all)):
				t.Errorf("%v, %d changes", err, len(l.all))
			case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), folder)):
				t.Errorf("the error is %v, want %s, and the folder", err, c.want)
			}
		})
	}
}

func edit(name string, change func([]byte) []byte) func(t *testing.T, folder string) {
	return func(t *testing.T, folder string) {
		t.Helper()
		b, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		write(t, folder, name, string(change(b)))
	}
}

func write(t *testing.T, folder, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func frame(text string) []byte { return append(header(journal.Record{[]byte(text)}), text...) }

func TestOneServerUsesAFolder(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	_, d := mustOpen(t, folder, Options{})
	if _, _, _, err := open(t, folder, Options{}); !errors.Is(err, ErrInUse) || !strings.Contains(err.Error(), folder) {
		t.Errorf("a second server: %v", err)
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	if err := d.Close(); err != nil {
		t.Errorf("closed twice: %v", err)
	}
	mustOpen(t, folder, Options{})
}

// TestTheJournalIsReplaced lets many clients change much while journals are replaced by the state. Nothing is lost, and the
// folder stays small.
func TestTheJournalIsReplaced(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	o := Options{Limit: 500}
	l, d := mustOpen(t, folder, o)
	var all sync.WaitGroup
	for maker := range 4 {
		all.Go(func() {
			for i := range 500 {
				l.add(fmt.Sprintf("%d %d", maker, i))
				if err := d.Settle(); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	all.Wait()
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	states, _ := d.numbers(stateEnd)
	journals, _ := d.numbers(journalEnd)
	if len(states) != 1 || len(journals) != 1 || states[0] != journals[0] || states[0] < 2 {
		t.Errorf("there are the states %v and the journals %v", states, journals)
	}
	again, d := mustOpen(t, folder, o)
	if !slices.Equal(l.all, again.all) {
		t.Errorf("%d of %d changes came back", len(again.all), len(l.all))
	}
	_ = d.Close()
}

// TestAStateThatWasNotFinished ends the server while it writes a state: the journal before and the one after are there.
func TestAStateThatWasNotFinished(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	l, d := mustOpen(t, folder, Options{})
	l.add("1 0")
	if _, err := d.book.Present(func() error { _, err := d.nextJournal(); return err }); err != nil {
		t.Fatal(err)
	}
	l.add("1 1")
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	write(t, folder, "00000002.draft", string(firstLine)+"half")
	if l, _ := mustOpen(t, folder, Options{}); !slices.Equal(l.all, []string{"1 0", "1 1"}) {
		t.Errorf("came back: %q", l.all)
	}
	if drafts, _ := d.numbers(draftEnd); len(drafts) > 0 {
		t.Errorf("the drafts %v stay", drafts)
	}
}

// small is a disk with room for so many more bytes. A write that does not fit is made in part.
type small struct {
	file
	room int
	sync error
}

func (s *small) WriteAt(p []byte, at int64) (int, error) {
	if len(p) > s.room {
		n, err := s.file.WriteAt(p[:s.room], at)
		s.room = 0
		return n, errors.Join(err, syscall.ENOSPC)
	}
	s.room -= len(p)
	return s.file.WriteAt(p, at)
}

func (s *small) Sync() error { return s.sync }

// TestAFullDisk fills the disk. Changes are refused then, and nothing that was acknowledged is lost. When there is room
// again, the server goes on, also with the changes that it has refused and that can be seen.
func TestAFullDisk(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	l, d, told, err := open(t, folder, Options{})
	if err != nil {
		t.Fatal(err)
	}
	disk := &small{file: d.file, room: 1000}
	d.file = disk
	acknowledged := 0
	for i := 0; ; i++ {
		l.add("1 " + strconv.Itoa(i))
		if err := d.Settle(); errors.Is(err, syscall.ENOSPC) && strings.Contains(err.Error(), folder) {
			break
		} else if err != nil || i > 1000 {
			t.Fatalf("change %d: %v", i, err)
		}
		acknowledged++
	}
	l.add("2 0")
	if err := d.Settle(); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("the disk is still full: %v", err)
	}
	data, err := os.ReadFile(filepath.Join(folder, "00000001.journal"))
	if err != nil {
		t.Fatal(err)
	}
	crash := t.TempDir()
	write(t, crash, "00000001.journal", string(data))
	if after, _ := mustOpen(t, crash, Options{}); !slices.Equal(after.all, l.all[:acknowledged]) {
		t.Errorf("after a crash there are %d changes, want %d", len(after.all), acknowledged)
	}
	disk.room = 1 << 20
	if err := d.Settle(); err != nil {
		t.Fatal(err)
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	if again, _ := mustOpen(t, folder, Options{}); !slices.Equal(again.all, l.all) || len(l.all) != acknowledged+2 {
		t.Errorf("%d of %d changes came back", len(again.all), len(l.all))
	}
	if got := told.String(); strings.Count(got, "\n") != 2 || !strings.Contains(got, "requests are refused") || !strings.Contains(got, "can be written again") {
		t.Errorf("the user is told %q", got)
	}
}

// TestADiskThatFails: after a sync that failed nobody knows what the disk has, so nothing is acknowledged any more.
func TestADiskThatFails(t *testing.T) {
	t.Parallel()
	l, d, told, err := open(t, t.TempDir(), Options{Sync: true})
	if err != nil {
		t.Fatal(err)
	}
	disk := &small{file: d.file, room: 1000, sync: syscall.EIO}
	d.file = disk
	for range 2 {
		l.add("1 0")
		if err := d.Settle(); !errors.Is(err, syscall.EIO) {
			t.Errorf("settled: %v", err)
		}
		disk.sync = nil
	}
	if !strings.Contains(told.String(), "started again") {
		t.Errorf("the user is told %q", told)
	}
}

// FuzzJournal reads a journal of any bytes: it is refused, or restored, or cut and then restored again as it was.
func FuzzJournal(f *testing.F) {
	f.Add([]byte(nil))
	f.Add(firstLine)
	f.Add([]byte("ifmatch data 00\n")) // a number that is not ours, in more bytes
	f.Add(slices.Concat(firstLine, frame("l1 2"), frame("l1 3")))
	f.Add(slices.Concat(firstLine, frame("l1 2"), frame("l1 3")[:9]))
	f.Add(slices.Concat(firstLine, frame("l1 2"), make([]byte, 40)))
	f.Fuzz(func(t *testing.T, data []byte) {
		folder := t.TempDir()
		if err := os.WriteFile(filepath.Join(folder, "00000001.journal"), data, 0o600); err != nil {
			t.Fatal(err)
		}
		l, d, _, err := open(t, folder, Options{})
		if err != nil {
			return
		}
		if err := d.Close(); err != nil {
			t.Fatal(err)
		}
		kept, err := os.ReadFile(filepath.Join(folder, "00000001.journal"))
		if err != nil || len(data) > len(firstLine) && !bytes.HasPrefix(data, kept) {
			t.Fatalf("%v: %q became %q", err, data, kept)
		}
		if again, _ := mustOpen(t, folder, Options{}); !slices.Equal(l.all, again.all) {
			t.Fatalf("%q came back, and then %q", l.all, again.all)
		}
	})
}

func BenchmarkSettle(b *testing.B) {
	for _, sync := range []bool{false, true} {
		b.Run(fmt.Sprintf("sync=%v", sync), func(b *testing.B) {
			l, d := mustOpen(b, b.TempDir(), Options{Sync: sync})
			text := "1 " + strings.Repeat("x", 1500)
			b.RunParallel(func(pb *testing.PB) {
				for pb.Next() {
					l.log.Begin()
					l.log.Append(journal.Record{[]byte(text)})
					l.log.End()
					if err := d.Settle(); err != nil {
						b.Error(err)
					}
				}
			})
		})
	}
}
