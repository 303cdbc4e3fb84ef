package disk

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"

	"ifmatch/reference/journal"
)

// writeState begins a new journal, and writes the state of that moment, so that older files are not needed. Requests
// wait only while the journal is changed. If it fails, the older files stay, and it is tried again later.
func (d *Disk) writeState() {
	defer d.busy.Store(false)
	var number int
	records, err := d.book.Present(func() (err error) {
		number, err = d.nextJournal()
		return err
	})
	if err == nil {
		var size int64
		if size, err = d.write(number, records); err == nil {
			d.discard(number)
		}
		d.writing.Lock()
		d.due = d.size + max(d.o.Limit, size)
		d.writing.Unlock()
	}
	if err != nil {
		d.o.Notice(fmt.Sprintf("making the data in %s smaller: %v; nothing is lost", d.folder, err))
	}
}

// nextJournal ends the journal and begins another one. Nothing is appended meanwhile.
func (d *Disk) nextJournal() (number int, err error) {
	d.writing.Lock()
	defer d.writing.Unlock()
	if err := d.flush(); err != nil {
		return 0, err
	}
	old := d.file
	if err := d.begin(d.number + 1); err != nil {
		d.due = d.size + d.o.Limit
		return 0, err
	}
	return d.number, old.Close()
}

// write writes a state. It gets its name when it is whole, and on the disk.
func (d *Disk) write(number int, records iter.Seq[journal.Record]) (size int64, err error) {
	name := d.path(number, draftEnd)
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return 0, err
	}
	if size, err = writeRecords(f, records); err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err == nil {
		if err = os.Rename(name, d.path(number, stateEnd)); err == nil {
			return size, syncFolder(d.folder)
		}
	}
	_ = os.Remove(name)
	return 0, err
}

func writeRecords(f io.Writer, records iter.Seq[journal.Record]) (size int64, err error) {
	w := bufio.NewWriterSize(f, bufferSize)
	put := func(p []byte) {
		n, _ := w.Write(p) // Flush returns the error
		size += int64(n)
	}
	put(firstLine)
	for r := range records {
		put(header(r))
		for _, piece := range r {
			put(piece)
		}
	}
	put(header(nil)) // the last record is empty
	return size, w.Flush()
}

// Open opens a folder, which it makes if there is none, restores the book from it, and keeps the book's changes there from
// now on. Close the Disk after the last request.
func Open(folder string, book *journal.Book, o Options) (_ *Disk, err error) {
	if o.Limit == 0 {
		o.Limit = defaultLimit
	}
	if o.Notice == nil {
		o.Notice = func(string) {}
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, fmt.Errorf("opening a folder for the data: %w", err)
	}
	d := &Disk{folder: folder, o: o, book: book}
	d.grown = d.writeState
	if d.lock, err = lockFile(filepath.Join(folder, "lock")); err != nil {
		return nil, fmt.Errorf("opening %s: %w", folder, err)
	}
	if err := d.restore(); err != nil {
		d.unlock()
		return nil, fmt.Errorf("restoring the data in %s: %w", folder, err)
	}
	book.Keep(d)
	if err := d.Settle(); err != nil { // what Keep appended
		return nil, errors.Join(err, d.Close())
	}
	return d, nil
}
