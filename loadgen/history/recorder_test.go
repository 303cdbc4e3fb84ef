package history

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// recorder makes a recorder that flushes when the test says so, by a clock that the test moves.
func recorder(t *testing.T, now *atomic.Int64) (*Recorder, *Dictionary, string) {
	t.Helper()
	book, path := NewDictionary(testRun), filepath.Join(t.TempDir(), "history.ifm")
	r, err := create(path, header(), book, now.Load)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = r.file.Close() })
	return r, book, path
}

func exchange(client, seq uint32, invoke, ret int64) Event {
	return Event{Op: Read, Outcome: Won, Client: client, Seq: seq, Intended: invoke, Invoke: invoke, Return: ret}
}

func TestWatermarkWaitsForWhatIsOnItsWay(t *testing.T) {
	t.Parallel()
	var now atomic.Int64
	r, _, _ := recorder(t, &now)
	var batches [][]Event
	var marks []int64
	r.Tap(func(batch []Event, watermark int64) {
		batches, marks = append(batches, append([]Event(nil), batch...)), append(marks, watermark)
	})
	a, b := r.Log(0), r.Log(1)
	now.Store(10)
	a.Begin(5)
	now.Store(20)
	b.Begin(15)
	b.Add(exchange(1, 1, 15, 18))
	r.flush(false)
	now.Store(30)
	a.Add(exchange(0, 1, 5, 28))
	r.flush(false)
	// The clock was read before the flush at 30, and the exchange began after it.
	if got := b.Begin(29); got != 30 {
		t.Errorf("Begin(29) after a watermark of 30 = %d", got)
	}
	if got := r.Log(2).Begin(27); got != 30 {
		t.Errorf("Begin(27) of a new log after a watermark of 30 = %d", got)
	}
	now.Store(40)
	b.Add(exchange(1, 2, 29, 38))
	r.Log(2).Add()
	r.flush(false)
	a.Begin(41)
	a.Begin(42) // nothing was known of this exchange before
	now.Store(50)
	r.flush(false)
	a.Add(exchange(0, 3, 42, 44))
	r.flush(true)

	want := [][]Event{{exchange(1, 1, 15, 18)}, {exchange(0, 1, 5, 28)}, {exchange(1, 2, 30, 38)}, nil, {exchange(0, 3, 42, 44)}}
	want[2][0].Intended = 29
	if diff := cmp.Diff(want, batches); diff != "" {
		t.Errorf("batches (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]int64{5, 30, 40, 42, Open}, marks); diff != "" {
		t.Errorf("watermarks (-want +got):\n%s", diff)
	}
	if err := r.Err(); err != nil {
		t.Error(err)
	}
}

func TestAddNeedsBegin(t *testing.T) {
	t.Parallel()
	var now atomic.Int64
	r, _, _ := recorder(t, &now)
	l := r.Log(0)
	l.Add() // no events
	if err := r.Err(); err != nil {
		t.Fatal(err)
	}
	l.Begin(1)
	l.Add(exchange(0, 1, 1, 2))
	l.Add(exchange(0, 1, 1, 2))
	if err := r.Err(); !errors.Is(err, errNotBegun) {
		t.Errorf("an event without Begin: %v", err)
	}
}

// actors record on several goroutines; the tap checks the recorder's promise.
func TestWatermarksHoldUnderLoad(t *testing.T) {
	t.Parallel()
	book, path := NewDictionary(testRun), filepath.Join(t.TempDir(), "history.ifm")
	h := header()
	now := func() int64 { return int64(time.Since(h.Started)) }
	r, err := create(path, h, book, now)
	if err != nil {
		t.Fatal(err)
	}
	tick := make(chan time.Time)
	go r.run(tick)
	promised, tapped := int64(0), 0
	r.Tap(func(batch []Event, watermark int64) {
		for _, e := range batch {
			if e.Invoke < promised {
				t.Errorf("an event was invoked at %d, before the watermark %d", e.Invoke, promised)
			}
		}
		if watermark < promised {
			t.Errorf("watermark %d follows %d", watermark, promised)
		}
		promised, tapped = watermark, tapped+len(batch)
	})
	const actors, each, flushes = 8, 2000, 50 // flushes by each actor: a processor alone does little else
	var wg sync.WaitGroup
	for slot := range uint32(actors) {
		wg.Go(func() {
			for seq := uint32(1); seq <= each; seq++ {
				l := r.Log(int(slot))
				at := now()
				if (seq+slot)%(each/flushes) == 0 {
					tick <- time.Time{} // a watermark may go by
				}
				runtime.Gosched() // others' too
				invoke := l.Begin(at)
				l.Add(exchange(slot, seq, invoke, now()))
			}
		})
	}
	wg.Wait()
	if err := r.Close(now()); err != nil {
		t.Fatal(err)
	}
	got, err := ReadFile(path)
	if err != nil || !got.Complete {
		t.Fatalf("%v, complete %v: %s", err, got.Complete, got.Why)
	}
	if n := actors * each; len(got.Events) != n || tapped != n {
		t.Errorf("%d events were added, %d tapped, %d read", n, tapped, len(got.Events))
	}
	last := map[uint32]uint32{}
	for _, e := range got.Events {
		if e.Seq != last[e.Client]+1 {
			t.Fatalf("exchange %d of client %d follows %d", e.Seq, e.Client, last[e.Client])
		}
		last[e.Client] = e.Seq
	}
}

// Flushed events can be read while the run goes on, and after its process died.
func TestHistoryIsReadableAfterEveryFlush(t *testing.T) {
	t.Parallel()
	var now atomic.Int64
	r, book, path := recorder(t, &now)
	for seq := uint32(1); seq <= 3; seq++ {
		l := r.Log(0)
		e := exchange(0, seq, now.Add(10), now.Load()+5)
		e.Key, e.Tag = book.Key("queue /q"), book.Token("receipt "+string('a'+rune(seq)))
		l.Begin(e.Invoke)
		l.Add(e)
		r.flush(false)
		got, err := ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if got.Complete || got.Why == "" || len(got.Events) != int(seq) || got.To != 0 {
			t.Errorf("after %d: complete %v (%s), %d events, to %d", seq, got.Complete, got.Why, len(got.Events), got.To)
		}
		if text := got.Book.Text(got.Events[seq-1].Tag); text != book.Text(e.Tag) {
			t.Errorf("after %d: tag %s, want %s", seq, text, book.Text(e.Tag))
		}
	}
	r.finish(99)
	got, err := ReadFile(path)
	if err != nil || !got.Complete || got.Why != "" || got.To != 99 {
		t.Errorf("at the end: %v, complete %v (%s), to %d", err, got.Complete, got.Why, got.To)
	}
}

func TestCreateFileFlushesByItself(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "history.ifm")
	h := header()
	r, err := CreateFile(path, h, NewDictionary(testRun))
	if err != nil {
		t.Fatal(err)
	}
	tapped := make(chan int, 100)
	r.Tap(func(batch []Event, _ int64) { tapped <- len(batch) })
	l := r.Log(3)
	invoke := l.Begin(int64(time.Since(h.Started)))
	l.Add(exchange(3, 1, invoke, invoke+1))
	for <-tapped == 0 {
	}
	for range 2 {
		if err := r.Close(invoke + 2); err != nil {
			t.Fatal(err)
		}
	}
	got, err := ReadFile(path)
	if err != nil || !got.Complete || len(got.Events) != 1 || got.To != invoke+2 {
		t.Errorf("%v, %+v", err, got)
	}
}

func TestCreateFileRefuses(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	taken := filepath.Join(dir, "taken")
	if err := os.WriteFile(taken, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	huge := header()
	huge.Params = map[string]string{"huge": strings.Repeat("x", maxBlock)}
	for name, c := range map[string]struct {
		path string
		h    Header
	}{
		"a file that exists":      {taken, header()},
		"a folder that does not":  {filepath.Join(dir, "none", "history.ifm"), header()},
		"a run without start":     {filepath.Join(dir, "a"), Header{Run: testRun}},
		"a header that is a book": {filepath.Join(dir, "b"), huge},
	} {
		if _, err := CreateFile(c.path, c.h, NewDictionary(testRun)); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if b, _ := os.ReadFile(taken); string(b) != "mine" {
		t.Errorf("the file that existed holds %q", b)
	}
}

// full fails like a disk without space.
type full struct{ left int }

var errFull = errors.New("no space left")

func (f *full) Write(b []byte) (int, error) {
	if f.left -= len(b); f.left < 0 {
		return 0, errFull
	}
	return len(b), nil
}

func TestFullDisk(t *testing.T) {
	t.Parallel()
	var now atomic.Int64
	r, _, _ := recorder(t, &now)
	r.w.to = &full{left: 200}
	tapped := 0
	r.Tap(func(batch []Event, _ int64) { tapped += len(batch) })
	for seq := range uint32(100) {
		r.Log(0).Begin(int64(seq))
		r.Log(0).Add(exchange(0, seq, int64(seq), int64(seq)))
		r.flush(false)
	}
	if err := r.Err(); !errors.Is(err, errFull) {
		t.Errorf("Err() = %v", err)
	}
	if tapped != 100 {
		t.Errorf("%d of 100 events reached the tap", tapped)
	}
	go r.run(nil)
	if err := r.Close(1000); !errors.Is(err, errFull) {
		t.Errorf("Close() = %v", err)
	}
}

func TestTextTooLong(t *testing.T) {
	t.Parallel()
	book := NewDictionary(testRun)
	w, err := newWriter(io.Discard, header(), book)
	if err != nil {
		t.Fatal(err)
	}
	book.Key(string(make([]byte, maxText+1)))
	if err := w.write([]Event{{}}, 0); err == nil {
		t.Error("no error")
	}
}

// An actor that is the only one records an exchange with these two calls.
func BenchmarkRecord(b *testing.B) {
	r := &Recorder{}
	l := &Log{fail: r.fail, pending: Open, events: make([]Event, 0, 4096)}
	e := exchange(1, 1, 100, 200)
	b.ReportAllocs()
	for b.Loop() {
		l.Begin(e.Invoke)
		l.Add(e)
		if len(l.events) == 4096 {
			l.events = l.events[:0]
		}
	}
}
