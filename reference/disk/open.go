package disk

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"ifmatch/reference/journal"
)

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
