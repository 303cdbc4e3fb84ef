// Package disk keeps the data of an account in a folder: a journal of changes, and now and then the whole state.
//
// A change is acknowledged only after the operating system has it (Settle), so that everything acknowledged survives
// the end of the process. With Options.Sync it is on the disk as well, and survives a loss of power. Requests at once
// share one write.
//
// The folder holds numbered files. N.journal has changes, in the order in which they happened. N.state has what there
// was when N.journal began, so that older files are not needed. Every record is guarded by checksums. The end of the
// last journal may be a record that was being written when the process ended: nobody was told of it, and it is cut off.
// Any other damage is an error, because something acknowledged is gone.
package disk

import (
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"sync/atomic"

	"ifmatch/reference/journal"
)

// Options say how data is kept. The zero Options keep what must survive the end of the process.
type Options struct {
	// Sync makes acknowledged changes survive a loss of power.
	Sync bool
	// Notice is told of what a user should know, in words: that the end of the journal was cut off, that the disk is full,
	// that it is no longer. Nil: nobody is told.
	Notice func(text string)
	// Limit is the size from which a journal is replaced by the state, in bytes, if that is smaller. 0: 64 MiB.
	Limit int64
}

// file is what the journal needs of a file.
type file interface {
	io.WriterAt
	Truncate(size int64) error
	Sync() error
	Close() error
}

const defaultLimit = 64 << 20

// Disk is an open folder. It is the sink of one book.
type Disk struct {
	folder string
	o      Options
	lock   *os.File
	book   *journal.Book

	mu       sync.Mutex   // guards pending, and orders it
	pending  [][]byte     // records that are not written yet
	appended atomic.Int64 // number of the last record in pending
	written  atomic.Int64 // number of the last record in the journal

	writing sync.Mutex // held while the journal is written or changed; guards what follows
	file    file       // the journal
	number  int        // of the journal
	size    int64      // of what is whole in the journal
	due     int64      // size from which the state is written
	failed  error      // of the last write; nil: it worked
	broken  error      // nothing can be written any more

	states sync.WaitGroup // the state is being written
	busy   atomic.Bool    // while it is
	grown  func()         // writes it
}

// Append takes a record.
func (d *Disk) Append(r journal.Record) {
	head := header(r)
	d.mu.Lock()
	defer d.mu.Unlock()
	d.pending = append(append(d.pending, head), r...)
	d.appended.Add(1)
}

// Settle returns when all records appended before are kept. The first that waits writes for all.
func (d *Disk) Settle() error {
	last := d.appended.Load()
	if d.written.Load() >= last {
		return nil
	}
	d.writing.Lock()
	defer d.writing.Unlock()
	if d.written.Load() >= last {
		return nil
	}
	return d.flush()
}

// ErrClosed is the error of a folder that was closed.
var ErrClosed = errors.New("the folder for the data was closed")

// flush writes what is pending. If that fails, the same is tried again next time, from the same place in the journal.
func (d *Disk) flush() error {
	if d.broken != nil {
		return d.broken
	}
	d.mu.Lock()
	batch, last := d.pending, d.appended.Load()
	d.pending = nil
	d.mu.Unlock()
	n, err := writeAll(d.file, d.size, batch)
	if err != nil {
		d.mu.Lock()
		d.pending = append(batch, d.pending...)
		d.mu.Unlock()
		return d.fail(err)
	}
	if d.o.Sync {
		if err := d.file.Sync(); err != nil {
			d.broken = fmt.Errorf("writing to %s: %w; what the disk has is not known any more, so the server must be started again", d.folder, err)
			d.o.Notice(d.broken.Error())
			return d.broken
		}
	}
	if d.failed != nil {
		d.failed = nil
		d.o.Notice(fmt.Sprintf("%s can be written again, and requests are answered", d.folder))
	}
	d.size += n
	d.written.Store(last)
	if d.size >= d.due && d.busy.CompareAndSwap(false, true) {
		d.states.Go(d.grown)
	}
	return nil
}

// fail cuts off what may have been written of a batch. It tells the user once.
func (d *Disk) fail(err error) error {
	if cut := d.file.Truncate(d.size); cut != nil {
		err = errors.Join(err, cut)
	}
	before := d.failed
	d.failed = fmt.Errorf("writing to %s: %w", d.folder, err)
	if before == nil {
		d.o.Notice(d.failed.Error() + "; requests are refused until it can be written")
	}
	return d.failed
}

// Close writes what is pending, and closes the folder.
func (d *Disk) Close() error {
	err := d.Settle()
	d.states.Wait()
	d.writing.Lock()
	defer d.writing.Unlock()
	if d.broken == nil {
		d.broken = ErrClosed
		err = errors.Join(err, d.file.Close())
		d.unlock()
	}
	return err
}

func (d *Disk) unlock() { _ = d.lock.Close() } // the lock ends with the file

// ErrInUse means that another server has the folder open.
var ErrInUse = errors.New("another server uses the folder; stop it, or choose another folder")
