package history

import (
	"errors"
	"fmt"
	"os"
	"sync"
	"time"
)

// flushEvery is how much of a run is lost at most if its process is killed.
const flushEvery = 250 * time.Millisecond

// Recorder writes a history as it happens. Actors add events to their logs. One goroutine
// collects the events, writes them to the file, and hands them to the taps.
type Recorder struct {
	book *Dictionary
	now  func() int64

	mu    sync.Mutex // guards the fields below
	logs  []*Log
	slots map[int]*Log
	floor int64 // no log that is opened later begins before this time
	taps  []func([]Event, int64)
	err   error // the first error

	closing chan int64
	closed  chan struct{}
	once    sync.Once

	// Only the recorder's goroutine uses these.
	file  *os.File
	w     *writer
	batch []Event
}

// CreateFile begins the history of a run, in a file that must not exist yet. The caller closes
// the recorder.
func CreateFile(path string, h Header, book *Dictionary) (*Recorder, error) {
	if h.Started.IsZero() {
		return nil, errors.New("record the history: the header does not say when the run started")
	}
	r, err := create(path, h, book, func() int64 { return int64(time.Since(h.Started)) })
	if err != nil {
		return nil, err
	}
	tick := time.NewTicker(flushEvery)
	go func() {
		defer tick.Stop()
		r.run(tick.C)
	}()
	return r, nil
}

// create is CreateFile without the goroutine.
func create(path string, h Header, book *Dictionary, now func() int64) (*Recorder, error) {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return nil, fmt.Errorf("record the history: %w", err)
	}
	w, err := newWriter(f, h, book)
	if err != nil {
		_ = f.Close()
		return nil, fmt.Errorf("record the history: %w", err)
	}
	return &Recorder{book: book, now: now, slots: map[int]*Log{}, file: f, w: w,
		closing: make(chan int64), closed: make(chan struct{})}, nil
}

// Log returns the log of an actor's slot.
func (r *Recorder) Log(slot int) *Log {
	r.mu.Lock()
	defer r.mu.Unlock()
	l := r.slots[slot]
	if l == nil {
		l = &Log{fail: r.fail, pending: Open, floor: r.floor}
		r.slots[slot] = l
		r.logs = append(r.logs, l)
	}
	return l
}

// Tap makes the recorder call f with the events since the last call, about every 250 ms and
// once at the end. No event that comes later was invoked before watermark, which is Open at
// the end. The events of one client come in their order; those of different clients come in
// no particular order. All calls come from one goroutine, which writes nothing meanwhile. The
// batch belongs to f until f returns.
func (r *Recorder) Tap(f func(batch []Event, watermark int64)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.taps = append(r.taps, f)
}

// Err is the first error so far, such as a full disk. The history is then incomplete, but taps
// continue.
func (r *Recorder) Err() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.err
}

func (r *Recorder) fail(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.err == nil {
		r.err = err
	}
}

// Close writes the remaining events and the footer, which says that the history is complete
// and that the measured part ended at to. All actors must have stopped. Close returns the
// first error of the recording; after an error the file has no footer.
func (r *Recorder) Close(to int64) error {
	r.once.Do(func() {
		r.closing <- to
		<-r.closed
	})
	return r.Err()
}

// run collects at every tick until the recorder is closed.
func (r *Recorder) run(tick <-chan time.Time) {
	defer close(r.closed)
	for {
		select {
		case <-tick:
			r.flush(false)
		case to := <-r.closing:
			r.finish(to)
			return
		}
	}
}

func (r *Recorder) finish(to int64) {
	r.flush(true)
	if r.Err() == nil {
		if err := r.w.finish(to); err != nil {
			r.fail(fmt.Errorf("record the history: %w", err))
		}
	}
	if err := r.file.Close(); err != nil {
		r.fail(fmt.Errorf("record the history: %w", err))
	}
}

// flush collects the events of the logs, writes them, and hands them to the taps.
func (r *Recorder) flush(last bool) {
	r.mu.Lock()
	floor := r.now()
	r.floor = floor
	logs, taps := r.logs, r.taps
	r.mu.Unlock()

	// An exchange that begins after its log was taken is invoked at floor or later.
	watermark := floor
	r.batch = r.batch[:0]
	for _, l := range logs {
		var pending int64
		r.batch, pending = l.take(r.batch, floor)
		watermark = min(watermark, pending)
	}
	if last {
		watermark = Open
	}
	if len(r.batch) > 0 && r.Err() == nil {
		if err := r.w.write(r.batch, watermark); err != nil {
			r.fail(fmt.Errorf("record the history: %w", err))
		}
	}
	for _, tap := range taps {
		tap(r.batch, watermark)
	}
}
